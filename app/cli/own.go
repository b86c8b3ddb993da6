package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"redline/app"
	"redline/backend"
	"redline/backend/checkpoints"
	"redline/backend/tools"
)

// operation is one of the person's own.
type operation func(*caller, context.Context, json.RawMessage) (any, error)

// ownOperations are for a person's scripts and are not offered to models. They take
// their arguments as tools do.
var ownOperations = map[string]operation{
	"undo": taking(func(c *caller, ctx context.Context, a moveArgs) (any, error) {
		return moved(c.project.Undo(ctx, a.Force))
	}),
	"redo": taking(func(c *caller, ctx context.Context, a moveArgs) (any, error) {
		return moved(c.project.Redo(ctx, a.Force))
	}),
	"rewind": taking(func(c *caller, ctx context.Context, a rewindArgs) (any, error) {
		return moved(c.project.Rewind(ctx, a.Turn, nil, a.Force))
	}),
	"restore": taking(func(c *caller, ctx context.Context, a restoreArgs) (any, error) {
		return moved(c.project.Restore(ctx, a.Turn, checkpoints.Side(a.Side), a.Path, backend.Part{Hunks: fromOne(a.Hunks)}))
	}),
	"takeout": taking(func(c *caller, ctx context.Context, a takeOutArgs) (any, error) {
		return moved(c.project.TakeOut(ctx, a.Turn, nil, "", a.Force))
	}),
	"pin": taking(func(c *caller, _ context.Context, a pinArgs) (any, error) {
		return map[string]any{"turn": a.Turn, "pin": a.Name}, c.project.Store.Pin(a.Turn, a.Name)
	}),
	"checkpoints": taking(func(c *caller, _ context.Context, _ struct{}) (any, error) {
		return rowsOf(c.project), nil
	}),
	"preview": taking(func(c *caller, _ context.Context, a previewArgs) (any, error) {
		html, err := app.PreviewHTML(c.project, a.Path)
		return map[string]string{"html": html}, err
	}),
}

type moveArgs struct {
	Force bool `json:"force,omitempty"`
}

type rewindArgs struct {
	Turn  int  `json:"turn"` // 0 is before the first
	Force bool `json:"force,omitempty"`
}

type restoreArgs struct {
	Turn  int    `json:"turn"`
	Path  string `json:"path"`
	Side  string `json:"side,omitempty"`  // before or after, which it is without
	Hunks []int  `json:"hunks,omitempty"` // from 1; without, the whole file
}

type takeOutArgs struct {
	Turn  int  `json:"turn"`
	Force bool `json:"force,omitempty"` // restores what was changed since in the same places
}

type pinArgs struct {
	Turn int    `json:"turn"`
	Name string `json:"name,omitempty"` // without, the turn is no longer pinned
}

// fromOne gives the changes that a person counts from 1 as they are counted inside.
func fromOne(hunks []int) []int {
	var all []int
	for _, n := range hunks {
		all = append(all, n-1)
	}
	return all
}

type previewArgs struct {
	Path string `json:"path"`
}

// taking makes an operation of a function of its arguments.
func taking[T any](run func(*caller, context.Context, T) (any, error)) operation {
	return func(c *caller, ctx context.Context, raw json.RawMessage) (any, error) {
		args, err := tools.Arguments[T](raw)
		if err != nil {
			return nil, err
		}
		return run(c, ctx, args)
	}
}

// own runs one of the person's own operations. Like a tool's, its failures and
// defects are results.
func (c *caller) own(ctx context.Context, name string, run operation, raw json.RawMessage) (result tools.Result) {
	defer func() {
		if r := recover(); r != nil {
			err := fmt.Errorf("%s broke off because of a defect in Redline (%v)", name, r)
			result = tools.Result{JSON: errorObject(err), Err: err}
		}
	}()
	v, err := run(c, ctx, raw)
	if err == nil {
		return tools.Result{JSON: object(v)}
	}
	failed := map[string]any{"error": app.AsError(forcedBy(err, `"force": true`)).Message}
	if m, ok := v.(movedResult); ok && len(m.Conflicts) > 0 {
		failed["conflicts"] = m.Conflicts
	}
	return tools.Result{JSON: object(failed), Err: err}
}

// forcedBy adds to a conflict how a move is forced where it was asked for.
func forcedBy(err error, how string) error {
	var conflict *tools.ConflictError
	var clash *tools.ClashError
	switch {
	case errors.As(err, &conflict):
		return fmt.Errorf("%w. Use %s to replace what was edited; redo brings it back", err, how)
	case errors.As(err, &clash):
		return fmt.Errorf("%w. Use %s to restore what stood there before the turn; undo takes that back", err, how)
	}
	return err
}

// movedResult is the result of undo, rewind and redo.
type movedResult struct {
	Restored  []string `json:"restored"`
	Conflicts []string `json:"conflicts"`
	Turn      int      `json:"turn"`
}

func moved(m backend.Moved, err error) (any, error) {
	r := movedResult{Restored: m.Restored, Conflicts: m.Conflicts, Turn: m.Turn}
	if r.Restored == nil {
		r.Restored = []string{}
	}
	if r.Conflicts == nil {
		r.Conflicts = []string{}
	}
	return r, err
}

func errorObject(err error) json.RawMessage {
	return object(map[string]string{"error": err.Error()})
}

func object(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage(`{"error":"the result can't be written as JSON"}`)
	}
	return data
}
