// Package tools is what a model may do in a workspace, and the one path to the
// disk.
//
// A tool never panics or returns a Go error to a model: what went wrong stands in
// the "error" field of its result, says that nothing was changed (or what was),
// and what to do next. Every change of a file, a tool's or a person's, goes
// through Writer.Apply: asked, compared, checkpointed, written whole.
package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"redline/backend/workspace"
)

// Tool is one thing that a model can do.
type Tool interface {
	Spec() Spec
	// Run does it. The value becomes the result's JSON object. It may be given
	// beside an error, which becomes the object's "error" field.
	Run(ctx context.Context, c *Context, args json.RawMessage) (any, error)
}

// Spec tells a model what a tool does.
type Spec struct {
	Name        string             `json:"name"`
	Description string             `json:"description"`       // written for a model
	Parameters  *jsonschema.Schema `json:"parameters"`        // of its arguments
	Writes      bool               `json:"writes"`            // it can change files
	Aliases     []string           `json:"aliases,omitempty"` // other names that it answers to
}

// Context is what one call works with.
type Context struct {
	Workspace *workspace.Workspace
	Writer    *Writer
	Reads     *Reads // what this chat has read; nil when no read is required
	Call      Call
	// Uncapped lifts the caps on how much is found and on the size of files that are
	// searched, for a person's own call.
	Uncapped bool
	// Print takes what is found, one line each, as a person reads it; the result then
	// holds the rest. Nil leaves it in the result.
	Print io.Writer
}

// Call says whose call it is.
type Call struct {
	ID      string // the model's name for the call
	Session string // the chat; "" is none
	Turn    int    // the turn's number; 0 is the session's latest
	// Person is set for a person's own operation: nobody is asked, since asking
	// for it was the answer.
	Person bool
}

// Result is a finished call.
type Result struct {
	JSON json.RawMessage // one object, as the model sees it
	Err  error           // what stands in its "error" field, nil when it succeeded
}

// Box is the tools that are offered, by name.
type Box struct {
	tools map[string]Tool
	names []string
}

// NewBox makes a box of the given tools. Two of one name is a defect.
func NewBox(all ...Tool) *Box {
	b := &Box{tools: map[string]Tool{}}
	for _, t := range all {
		spec := t.Spec()
		for _, name := range append(spec.Aliases, spec.Name) {
			if b.tools[name] != nil {
				panic("tools: two tools are named " + name)
			}
			b.tools[name] = t
		}
		b.names = append(b.names, spec.Name)
	}
	slices.Sort(b.names)
	return b
}

// Specs lists the tools, sorted by name.
func (b *Box) Specs() []Spec {
	specs := make([]Spec, len(b.names))
	for i, name := range b.names {
		specs[i] = b.tools[name].Spec()
	}
	return specs
}

// Run runs the tool called name and records the call. It never fails: an unknown
// name, wrong arguments and a panic in the tool are errors in the result.
func (b *Box) Run(ctx context.Context, name string, c *Context, args json.RawMessage) Result {
	if c == nil || c.Writer == nil {
		return b.run(ctx, name, c, args)
	}
	if err := c.Writer.recordCall(c.Call, name, args); err != nil {
		return failed(nil, err)
	}
	result := b.run(ctx, name, c, args)
	c.Writer.recordResult(c.Call, name, result)
	return result
}

func (b *Box) run(ctx context.Context, name string, c *Context, args json.RawMessage) (result Result) {
	defer func() {
		if r := recover(); r != nil {
			result = failed(nil, fmt.Errorf("%s broke off because of a defect in Redline (%v); the timeline shows what was written, if anything", name, r))
		}
	}()
	t := b.tools[name]
	if t == nil {
		return failed(nil, fmt.Errorf("there is no tool %q; %s. Nothing was done", name, b.suggestion(name)))
	}
	value, err := t.Run(ctx, c, args)
	if err != nil {
		return failed(value, stopped(ctx, err))
	}
	data, err := json.Marshal(value)
	if err != nil {
		return failed(nil, fmt.Errorf("%s: its result can't be written as JSON: %w", name, err))
	}
	return Result{JSON: data}
}

func (b *Box) suggestion(name string) string {
	if near := nearest(name, b.names); near != "" {
		return fmt.Sprintf("the nearest is %q", near)
	}
	return "the tools are " + strings.Join(b.names, ", ")
}

// failed adds the error to what the tool could still tell.
func failed(value any, err error) Result {
	fields := map[string]any{}
	if value != nil {
		if data, e := json.Marshal(value); e == nil {
			_ = json.Unmarshal(data, &fields) // not an object: then there is nothing to keep
		}
	}
	fields["error"] = err.Error()
	var rejected *RejectedError
	if errors.As(err, &rejected) {
		fields["rejected"] = true
	}
	data, e := json.Marshal(fields)
	if e != nil {
		data = []byte(`{"error":"the tool failed, and what it said can't be written as JSON"}`)
	}
	return Result{JSON: data, Err: err}
}

// errStopped tells a model of a call that ended with its turn.
var errStopped = errors.New("stopped before it was done; nothing was written")

// stopped words the end of a call whose turn was ended, for whatever cause.
func stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx))) {
		return fmt.Errorf("%w (%w)", errStopped, context.Cause(ctx))
	}
	return err
}
