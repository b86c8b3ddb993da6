package tools

import (
	"context"
	"fmt"

	"redline/backend/checkpoints"
	"redline/backend/workspace"
)

// File reads what stands at a path in display form, for planning; where nothing is it
// is an empty File.
func (w *Writer) File(path string) (workspace.File, error) { return w.readNow(path) }

// Restore makes the file at path what then says, or removes it, as a change of the
// person's own in the call's turn. now is what they looked at: when the file is something
// else by then, nothing is written and the error is workspace.ErrStale.
func (w *Writer) Restore(ctx context.Context, call Call, path string, now workspace.State, then workspace.File) error {
	return w.restoreAll(ctx, call, []checkpoints.Taken{{Path: path, Now: workspace.File{State: now}, Then: then}})
}

// TakeOut carries out a plan to take a turn out of the line, as changes of the call's
// turn: everything or nothing. A plan with clashes is refused with a *ClashError. Folders
// that the turn had made go with their last file.
func (w *Writer) TakeOut(ctx context.Context, call Call, o checkpoints.TakeOut) error {
	if clashes := o.Clashes(); len(clashes) > 0 {
		return &ClashError{o.Turn, clashes}
	}
	if err := w.restoreAll(ctx, call, o.Files); err != nil {
		return err
	}
	w.Workspace.RemoveFolders(o.Folders)
	return nil
}

// ClashError says that a turn can't be taken out without choosing for some files,
// because of what was done to them since.
type ClashError struct {
	Turn  int
	Paths []string
}

// Error names the files.
func (e *ClashError) Error() string {
	return fmt.Sprintf("turn %d can't be taken out by itself: %s changed since in the same places; nothing was changed", e.Turn, named(e.Paths))
}

func (w *Writer) restoreAll(ctx context.Context, call Call, files []checkpoints.Taken) error {
	var paths []workspace.Path
	for _, f := range files {
		for _, name := range []string{f.Path, f.From} {
			if name == "" {
				continue
			}
			p, err := w.Workspace.ResolveWritable(name)
			if err != nil {
				return untouched(err)
			}
			paths = append(paths, p)
		}
	}
	unlock, err := w.Workspace.Lock(ctx, paths...)
	if err != nil {
		return err
	}
	defer unlock()
	var changes []Change
	for _, f := range files {
		if f.Stays() {
			continue
		}
		c, err := w.restoring(f)
		if err != nil {
			return untouched(err)
		}
		changes = append(changes, c)
	}
	if len(changes) == 0 {
		return nil
	}
	call.Person = true
	_, err = w.ApplyAll(ctx, call, changes)
	return err
}

// restoring is the change that one file of a plan needs, under its lock.
func (w *Writer) restoring(f checkpoints.Taken) (Change, error) {
	now, p, err := w.stillIs(f.Path, f.Now.State)
	if err != nil {
		return Change{}, err
	}
	c := Change{Path: p, Before: now, After: f.Then.Bytes, Delete: !f.Then.Exists, Mode: f.Then.Mode}
	if f.From == "" {
		return c, nil
	}
	source, from, err := w.stillIs(f.From, f.Source.State)
	c.From, c.Over, c.Before = from, now, source
	c.Summary = fmt.Sprintf("Move %s to %s", from, p)
	return c, err
}

// stillIs reads a file that must be what was looked at.
func (w *Writer) stillIs(path string, want workspace.State) (workspace.File, workspace.Path, error) {
	p, err := w.Workspace.ResolveWritable(path)
	if err != nil {
		return workspace.File{}, p, err
	}
	now, err := read(w.Workspace, p)
	if err == nil && !now.Same(want) {
		err = fmt.Errorf("%s %w. Look at it again, and repeat this if you still want to", path, workspace.ErrStale)
	}
	return now, p, err
}
