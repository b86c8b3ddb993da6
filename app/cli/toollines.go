package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"redline/app"
	"redline/backend"
	"redline/backend/checkpoints"
	"redline/backend/tools"
)

// maxLine is the longest line that is read as a call; what is longer is answered
// with an error and passed over.
const maxLine = 64 << 20

// request is one line of `redline tool -`.
type request struct {
	ID       json.RawMessage `json:"id"`
	Tool     string          `json:"tool"`
	Args     json.RawMessage `json:"args"`
	Parallel []request       `json:"parallel"`
	Turn     *string         `json:"turn"`
}

// reply is the line that answers it.
type reply struct {
	ID      json.RawMessage   `json:"id,omitempty"`
	Result  json.RawMessage   `json:"result,omitempty"`
	Results []json.RawMessage `json:"results,omitempty"`
	Error   string            `json:"error,omitempty"`
}

// serve answers each line before it reads the next, until the input ends.
func (c *caller) serve(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewReaderSize(in, 1<<16)
	for ctx.Err() == nil {
		line, tooLong, err := readLine(lines)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if text := bytes.TrimSpace(line); len(text) > 0 || tooLong {
			answer := reply{Error: fmt.Sprintf("the line is longer than %d MiB; it was passed over", maxLine>>20)}
			if !tooLong {
				answer = c.answer(ctx, text)
			}
			data, merr := json.Marshal(answer)
			if merr != nil {
				return merr
			}
			if _, werr := out.Write(append(data, '\n')); werr != nil {
				return werr
			}
		}
		if err != nil {
			return nil
		}
	}
	return context.Cause(ctx)
}

// readLine reads up to the line's end. A line over maxLine is read to its end and
// thrown away.
func readLine(r *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > maxLine {
			tooLong, line = true, nil
		}
		if !tooLong {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err
		}
	}
}

func (c *caller) answer(ctx context.Context, line []byte) reply {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return reply{Error: "the line is not a call: " + err.Error()}
	}
	switch {
	case r.Turn != nil:
		return reply{ID: r.ID, Result: c.turn(*r.Turn)}
	case r.Parallel != nil:
		return reply{ID: r.ID, Results: c.parallel(ctx, r.Parallel)}
	case r.Tool != "":
		return reply{ID: r.ID, Result: c.call(ctx, r.Tool, r.Args).JSON}
	}
	return reply{ID: r.ID, Error: `the line names no "tool", "parallel" or "turn"`}
}

// parallel runs the calls of one model answer at once.
func (c *caller) parallel(ctx context.Context, calls []request) []json.RawMessage {
	results := make([]json.RawMessage, len(calls))
	var wg sync.WaitGroup
	for i, call := range calls {
		wg.Go(func() { results[i] = c.call(ctx, call.Tool, call.Args).JSON })
	}
	wg.Wait()
	return results
}

// call runs a tool, or one of the person's own operations.
func (c *caller) call(ctx context.Context, name string, args json.RawMessage) tools.Result {
	if own, ok := ownOperations[name]; ok {
		return c.own(ctx, name, own, args)
	}
	return c.project.Box.Run(ctx, name, &tools.Context{
		Workspace: c.project.Workspace, Writer: c.project.Writer, Reads: c.reads,
		Call: tools.Call{Session: c.session},
	}, args)
}

func (c *caller) turn(label string) json.RawMessage {
	t, err := c.project.Store.BeginTurn(checkpoints.TurnInfo{Session: c.session, Label: label, Time: time.Now()})
	if err != nil {
		return errorObject(err)
	}
	return object(map[string]int{"turn": t.Number})
}

// ownArgs are the arguments of the person's own operations.
type ownArgs struct {
	Force bool   `json:"force"`
	Turn  int    `json:"turn"`
	Path  string `json:"path"`
}

// ownOperations are for a person's scripts and are not offered to models.
var ownOperations = map[string]func(*caller, context.Context, ownArgs) (any, error){
	"undo": func(c *caller, ctx context.Context, a ownArgs) (any, error) {
		return moved(c.project.Undo(ctx, a.Force))
	},
	"redo": func(c *caller, ctx context.Context, a ownArgs) (any, error) {
		return moved(c.project.Redo(ctx, a.Force))
	},
	"rewind": func(c *caller, ctx context.Context, a ownArgs) (any, error) {
		return moved(c.project.Rewind(ctx, a.Turn, nil, a.Force))
	},
	"checkpoints": func(c *caller, ctx context.Context, a ownArgs) (any, error) {
		return map[string]any{"turns": turnRows(c.project), "head": c.project.Store.Head()}, nil
	},
	"preview": func(c *caller, ctx context.Context, a ownArgs) (any, error) {
		html, err := app.PreviewHTML(c.project, a.Path)
		return map[string]string{"html": html}, err
	},
}

func (c *caller) own(ctx context.Context, name string, run func(*caller, context.Context, ownArgs) (any, error), raw json.RawMessage) (result tools.Result) {
	defer func() {
		if r := recover(); r != nil {
			err := fmt.Errorf("%s broke off because of a defect in Redline (%v)", name, r)
			result = tools.Result{JSON: errorObject(err), Err: err}
		}
	}()
	var args ownArgs
	if len(bytes.TrimSpace(raw)) > 0 {
		dec := json.NewDecoder(bytes.NewReader(raw))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&args); err != nil {
			err = fmt.Errorf("the arguments of %s can't be understood: %w", name, err)
			return tools.Result{JSON: errorObject(err), Err: err}
		}
	}
	v, err := run(c, ctx, args)
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
	if errors.As(err, &conflict) {
		return fmt.Errorf("%w. Use %s to replace what was edited; redo brings it back", err, how)
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
