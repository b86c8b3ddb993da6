package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

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
	unlock, err := c.Workspace.Lock(ctx, targets.paths...)
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
	return targets.result(c, p, changes, outs, notes), nil
}

// patchTargets are the files that a patch names.
type patchTargets struct {
	paths  []workspace.Path
	byName map[string]workspace.Path
	files  map[string]workspace.File // as they were read, by name
	texts  map[string]workspace.Text // of those that are there
}

// resolveAll finds every file of a patch before any is looked at (FS-51). Two names
// of one file would be two plans for it.
func resolveAll(c *Context, p *patch.Patch) (*patchTargets, error) {
	t := &patchTargets{
		byName: map[string]workspace.Path{}, files: map[string]workspace.File{}, texts: map[string]workspace.Text{},
	}
	names := map[string]string{}
	for _, f := range p.Files {
		for _, name := range []string{f.Path, f.To} {
			if _, again := t.byName[name]; again || name == "" {
				continue
			}
			path, err := c.Workspace.ResolveWritable(name)
			if err != nil {
				return nil, fmt.Errorf("%w (no files were changed)", err)
			}
			if other, same := names[path.Canonical()]; same {
				return nil, fmt.Errorf("%s and %s are one file; name it once (no files were changed)", other, name)
			}
			names[path.Canonical()] = name
			t.byName[name] = path
			t.paths = append(t.paths, path)
		}
	}
	return t, nil
}

// plan works out what every file becomes. Texts in UTF-16 are patched decoded; any
// other as the bytes that they are.
func (t *patchTargets) plan(c *Context, p *patch.Patch) ([]Change, []string, error) {
	planned, notes, err := p.Plan(func(name string) ([]byte, bool, error) { return t.read(c, name) })
	if err != nil {
		return nil, nil, err
	}
	changes := make([]Change, len(planned))
	for i, what := range planned {
		f := what.File
		before := t.files[f.Path]
		after := what.After
		if text := t.texts[f.Path]; text.Wide() {
			after = text.Encode(string(after))
		}
		if len(after) > maxWriteBytes && len(after) > len(before.Bytes) {
			return nil, nil, fmt.Errorf("%w (no files were changed)", tooLong(f.Target(), len(after)))
		}
		changes[i] = Change{Path: t.byName[f.Target()], Before: before, After: after, Delete: f.Op == patch.Delete, Mode: f.Mode}
		if f.To != "" && f.To != f.Path {
			changes[i].From = t.byName[f.Path]
		}
	}
	return changes, notes, nil
}

// read gives a file of the patch, which the chat must have read as it is now.
func (t *patchTargets) read(c *Context, name string) ([]byte, bool, error) {
	path := t.byName[name]
	before, err := c.Workspace.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("%w (no files were changed)", err)
	}
	text, err := workspace.Decode(before.Bytes)
	if err != nil {
		return nil, false, fmt.Errorf("%s is not text, so it can't be patched (no files were changed)", path)
	}
	if err := c.Reads.Check(path, before.Hash); err != nil {
		return nil, false, err
	}
	t.files[name], t.texts[name] = before, text
	if text.Wide() {
		return []byte(text.Content), true, nil
	}
	return before.Bytes, true, nil
}

func (t *patchTargets) result(c *Context, p *patch.Patch, changes []Change, outs []Outcome, notes []string) applyPatchResult {
	r := applyPatchResult{Files: []patchedFile{}, Notes: notes}
	for i, out := range outs {
		path := changes[i].Path
		if !out.Answer.Approved {
			r.Rejected = append(r.Rejected, path.String())
			continue
		}
		c.Reads.Note(path, out.State.Hash)
		f := patchedFile{Path: path.String(), Change: out.Change, Diff: unified(out.Diff, out.Change, path.String()), Person: differs(out)}
		if changes[i].Moves() {
			f.From = changes[i].From.String()
		}
		f.Summary = summary(f)
		r.Files = append(r.Files, f)
	}
	return r
}

func summary(f patchedFile) string {
	if f.From != "" {
		return fmt.Sprintf("moved %s to %s", f.From, f.Path)
	}
	return f.Change + " " + f.Path
}
