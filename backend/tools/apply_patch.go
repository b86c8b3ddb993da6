package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"

	"redline/backend/parallel"
	"redline/backend/patch"
	"redline/backend/workspace"
)

//go:embed apply_patch.md
var applyPatchText string

// ApplyPatch changes several files by a patch, all or none of them (FS-50 to FS-54).
type ApplyPatch struct{}

type applyPatchArgs struct {
	Patch string `json:"patch" jsonschema:"the patch: a unified diff, or a block from *** Begin Patch to *** End Patch"`
}

type patchedFile struct {
	Path    string `json:"path"`
	From    string `json:"from,omitempty"` // of a file that was moved
	Change  string `json:"change"`
	Summary string `json:"summary"`
	Diff    string `json:"diff,omitempty"`
	Person  string `json:"person,omitempty"` // how what was written differs from the patch
}

type applyPatchResult struct {
	Files []patchedFile `json:"files"`
	// Rejected are the files that the person left as they are.
	Rejected []string `json:"rejected,omitempty"`
	Notes    []string `json:"notes,omitempty"` // what was guessed or read loosely
}

// Spec implements Tool.
func (ApplyPatch) Spec() Spec {
	return Spec{Name: "apply_patch", Description: applyPatchText, Parameters: schema[applyPatchArgs](), Writes: true}
}

// Run implements Tool.
func (ApplyPatch) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parse[applyPatchArgs](raw)
	if err != nil {
		return nil, err
	}
	p, err := patch.Parse(args.Patch)
	if err != nil {
		return nil, err
	}
	targets, err := resolveAll(c, p)
	if err != nil {
		return nil, err
	}
	unlock, err := c.Workspace.Lock(ctx, targets.paths()...)
	if err != nil {
		return nil, err
	}
	defer unlock()
	changes, notes, err := targets.plan(c, p)
	if err != nil {
		return nil, err
	}
	outs, err := c.Writer.ApplyAll(ctx, c.Call, changes)
	if err != nil {
		return nil, fmt.Errorf("%w (no files were changed)", err)
	}
	return targets.result(c, changes, outs, notes), nil
}

// patchTargets are the files that a patch names.
type patchTargets struct {
	all    []*target // in the order in which they are named, each name once
	byName map[string]*target
}

// target is one file that a patch names, and what was found there.
type target struct {
	name   string // in the patch
	path   workspace.Path
	file   workspace.File // as it was read, the zero File where nothing is
	text   workspace.Text // of one in UTF-16, decoded
	failed error          // why it can't be patched
}

// resolveAll finds every file of a patch before any is looked at (FS-51). Two names
// of one file would be two plans for it.
func resolveAll(c *Context, p *patch.Patch) (*patchTargets, error) {
	t := &patchTargets{byName: map[string]*target{}}
	for _, f := range p.Files {
		for _, name := range []string{f.Path, f.To} {
			if name != "" && t.byName[name] == nil {
				t.byName[name] = &target{name: name}
				t.all = append(t.all, t.byName[name])
			}
		}
	}
	err := parallel.Each(len(t.all), func(i int) (err error) {
		t.all[i].path, err = c.Workspace.ResolveWritable(t.all[i].name)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%w (no files were changed)", err)
	}
	names := map[string]string{}
	for _, f := range t.all {
		if other, same := names[f.path.Canonical()]; same {
			return nil, fmt.Errorf("%s and %s are one file; name it once (no files were changed)", other, f.name)
		}
		names[f.path.Canonical()] = f.name
	}
	return t, nil
}

func (t *patchTargets) paths() []workspace.Path {
	paths := make([]workspace.Path, len(t.all))
	for i, f := range t.all {
		paths[i] = f.path
	}
	return paths
}

// plan reads every file, under its lock, and works out what each becomes. Texts in
// UTF-16 are patched decoded; any other as the bytes that they are.
func (t *patchTargets) plan(c *Context, p *patch.Patch) ([]Change, []string, error) {
	_ = parallel.Each(len(t.all), func(i int) error {
		t.all[i].read(c) // what fails is told where the patch needs it
		return nil
	})
	planned, notes, err := p.Plan(func(name string) ([]byte, bool, error) {
		f := t.byName[name]
		if f.failed == nil && f.text.Wide() {
			return []byte(f.text.Content), true, nil
		}
		return f.file.Bytes, f.file.Exists, f.failed
	})
	if err != nil {
		return nil, nil, err
	}
	changes := make([]Change, len(planned))
	for i, what := range planned {
		f := what.File
		from, to := t.byName[f.Path], t.byName[f.Target()]
		after := what.After
		if from.text.Wide() {
			after = from.text.Encode(string(after))
		}
		if len(after) > patch.MaxFileBytes && len(after) > len(from.file.Bytes) {
			return nil, nil, fmt.Errorf("%s would be %d bytes long; at most %d are written (no files were changed)", f.Target(), len(after), patch.MaxFileBytes)
		}
		changes[i] = Change{Path: to.path, Before: from.file, After: after, Delete: f.Op == patch.Delete, Mode: f.Mode}
		if from != to {
			changes[i].From = from.path
		}
	}
	return changes, notes, nil
}

// read reads the file, which the chat must have read as it is now.
func (f *target) read(c *Context) {
	f.file, f.failed = read(c.Workspace, f.path)
	switch {
	case f.failed != nil:
		f.failed = fmt.Errorf("%w (no files were changed)", f.failed)
		return
	case !f.file.Exists:
		return
	case !workspace.IsPlain(f.file.Bytes):
		var err error
		if f.text, err = workspace.Decode(f.file.Bytes); err != nil {
			f.failed = fmt.Errorf("%s is not text, so it can't be patched (no files were changed)", f.path)
			return
		}
	}
	f.failed = c.Reads.Check(f.path, f.file.Hash)
}

func (t *patchTargets) result(c *Context, changes []Change, outs []Outcome, notes []string) applyPatchResult {
	r := applyPatchResult{Files: []patchedFile{}, Notes: notes}
	files := make([]patchedFile, len(outs))
	_ = parallel.Each(len(outs), func(i int) error {
		if outs[i].Answer.Approved {
			files[i] = patchedAs(changes[i], outs[i])
		}
		return nil
	})
	for i, out := range outs {
		if !out.Answer.Approved {
			r.Rejected = append(r.Rejected, changes[i].Path.String())
			continue
		}
		c.Reads.Note(changes[i].Path, out.State.Hash)
		r.Files = append(r.Files, files[i])
	}
	return r
}

func patchedAs(c Change, out Outcome) patchedFile {
	f := patchedFile{Path: c.Path.String(), Change: out.Change, Diff: unified(out.Diff, out.Change, c.Path.String()), Person: differs(out)}
	if c.Moves() {
		f.From = c.From.String()
	}
	f.Summary = summary(f)
	return f
}

func summary(f patchedFile) string {
	if f.From != "" {
		return fmt.Sprintf("moved %s to %s", f.From, f.Path)
	}
	return f.Change + " " + f.Path
}
