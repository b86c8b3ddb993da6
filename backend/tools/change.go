package tools

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"strings"

	"redline/backend/approvals"
	"redline/backend/diff"
	"redline/backend/workspace"
)

// diffContext is how many unchanged lines stand around a change in the diff that
// a model is given.
const diffContext = 3

// changeResult is what every tool that changes one file gives.
type changeResult struct {
	Path         string `json:"path"`
	Change       string `json:"change"`
	Diff         string `json:"diff,omitempty"`
	MatchedBy    string `json:"matched_by,omitempty"`
	Replacements int    `json:"replacements,omitempty"`
	// Accepted and Proposed are set when the person took less than was asked for, or
	// rewrote it; Person says it in words.
	Accepted int    `json:"accepted,omitempty"`
	Proposed int    `json:"proposed,omitempty"`
	Amended  bool   `json:"amended,omitempty"`
	Person   string `json:"person,omitempty"`
	Note     string `json:"note,omitempty"`
}

// change runs one read, ask and write of the file called name, under its lock.
// make says what is to become of it. The path is resolved as writable first, so
// that nobody is asked about what the sandbox would refuse (FS-41).
func change(ctx context.Context, c *Context, name string, make func(workspace.Path, workspace.File) (Change, error)) (any, error) {
	p, err := c.Workspace.ResolveWritable(name)
	if err != nil {
		return nil, untouched(err)
	}
	unlock, err := c.Workspace.Lock(ctx, p)
	if err != nil {
		return nil, err
	}
	defer unlock()
	before, err := read(c.Workspace, p)
	if err != nil {
		return nil, untouched(err)
	}
	what, err := make(p, before)
	if err != nil {
		return nil, err
	}
	if !what.Delete && before.Exists && bytes.Equal(what.After, before.Bytes) {
		return nil, fmt.Errorf("%s holds exactly that already; nothing was written", p)
	}
	what.Path, what.Before = p, before
	out, err := c.Writer.Apply(ctx, c.Call, what)
	if err != nil {
		return nil, err
	}
	c.Reads.Note(p, out.State.Hash)
	r := changeResult{
		Path: p.String(), Change: out.Change, MatchedBy: what.MatchedBy,
		Diff: unified(cmp.Or(out.Diff, what.View), out.Change, p.String()), Person: differs(out),
	}
	if out.Answer.Amended || out.Answer.Picked || out.Answer.Accepted < out.Requested {
		r.Accepted, r.Proposed, r.Amended = out.Answer.Accepted, out.Requested, out.Answer.Amended
	}
	return r, nil
}

// told adds to what a change gave how many places it replaced, and which LaTeX
// commands were repaired in what it was given.
func told(result any, replacements int, repaired []string) any {
	r, ok := result.(changeResult)
	if !ok {
		return result
	}
	r.Replacements, r.Note = replacements, repairedNote(repaired)
	return r
}

// untouched adds to a refusal that nothing came of the call, unless it says so.
func untouched(err error) error {
	if s := err.Error(); strings.Contains(s, "othing was") {
		return err
	}
	return fmt.Errorf("%w; nothing was changed", err)
}

func unified(d *diff.Diff, change, name string) string {
	if d == nil {
		return ""
	}
	a, b := path.Join("a", name), path.Join("b", name)
	switch change {
	case "created":
		a = "/dev/null"
	case "deleted":
		b = "/dev/null"
	}
	return diff.Unified(d, a, b, diffContext)
}

// differs tells a model what the person made of its proposal.
func differs(out Outcome) string {
	a := out.Answer
	var s string
	switch {
	case a.Amended:
		s = fmt.Sprintf("The person rewrote part of it; %d of %d changes were written. The diff shows what stands in the file now.", a.Accepted, out.Requested)
	case a.Picked:
		s = fmt.Sprintf("The person took single lines of your changes; of %d changes, something of %d was written. The diff shows what stands in the file now.", out.Requested, a.Accepted)
	case a.Accepted < out.Requested:
		s = fmt.Sprintf("The person took %d of %d changes; the diff shows what was written.", a.Accepted, out.Requested)
	}
	return join(s, notes(a))
}

// notes gives what the person wrote beside the answer, a line each.
func notes(a approvals.Answer) (s string) {
	for _, h := range a.Hunks {
		if h.Note != "" {
			s = join(s, fmt.Sprintf("Their note on change %d: %s", h.Hunk+1, h.Note))
		}
	}
	if a.Note != "" {
		s = join(s, "Their note: "+a.Note)
	}
	return s
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}
