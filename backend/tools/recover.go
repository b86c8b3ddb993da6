package tools

import (
	"context"
	"fmt"
	"strings"

	"redline/backend/checkpoints"
	"redline/backend/workspace"
)

// Recover settles what a crash left unfinished, when the workspace is opened: a
// file that was written gets its entry, one that wasn't loses its intent, and a
// rewind that was cut short is put back. Temporary files that were left are
// removed. It gives a sentence for each thing that a person must know of.
func (w *Writer) Recover(ctx context.Context) []string {
	var problems []string
	for _, p := range w.Store.Unsettled() {
		settle := w.settleChange
		if p.Path == "" {
			settle = w.settleMove
		}
		if err := settle(ctx, p); err != nil {
			problems = append(problems, err.Error())
		}
	}
	return problems
}

func (w *Writer) settleChange(_ context.Context, c checkpoints.Pending) error {
	if name, ok := strings.CutSuffix(c.Path, "/"); ok {
		return w.settleFolder(c.ID, name)
	}
	now, err := w.settled(c.Path)
	if err != nil {
		return fmt.Errorf("%s could not be compared after Redline ended while writing it: %w", c.Path, err)
	}
	if now.Same(c.After) {
		_, err := w.Store.Commit(c.ID, now, nil)
		return err
	}
	w.Workspace.RemoveFolders(c.Making) // those in which something stands stay
	if err := w.Store.Abort(c.ID); err != nil {
		return err
	}
	if !now.Same(c.Before) {
		return fmt.Errorf("%s was changed by another program after Redline ended while writing it; it is as that program left it", c.Path)
	}
	return nil
}

// settleFolder takes in a folder that was made.
func (w *Writer) settleFolder(id, name string) error {
	if p, err := w.Workspace.Resolve(name); err == nil && w.Workspace.IsFolder(p) {
		_, err := w.Store.Commit(id, workspace.State{}, []string{name})
		return err
	}
	return w.Store.Abort(id)
}

// settleMove puts back the files of a move, or of several changes made together, that
// was cut short. One that is neither
// what it was before nor what it was to become was changed since, and stays.
func (w *Writer) settleMove(ctx context.Context, m checkpoints.Pending) error {
	notBack := func(s checkpoints.Step, err error) error {
		return fmt.Errorf("%s could not be put back after Redline ended in the middle of it: %w", s.Path, err)
	}
	for _, s := range m.Steps { // all of them before any is touched: a log may have been tampered with
		if _, err := w.Workspace.ResolveWritable(s.Path); err != nil {
			return notBack(s, err)
		}
	}
	for _, s := range m.Steps {
		now, err := w.settled(s.Path)
		if err != nil {
			return notBack(s, err)
		}
		if now.Same(s.Now) || !now.Same(s.Then) {
			continue
		}
		p, err := w.Workspace.ResolveWritable(s.Path)
		if err == nil {
			_, err = w.put(ctx, p, now, s.Now)
		}
		if err != nil {
			return notBack(s, err)
		}
	}
	if m.Batch {
		w.Workspace.RemoveFolders(m.Making) // those in which something stands stay
		return w.Store.AbortAll(m.ID)
	}
	return w.Store.AbortMove(m.ID)
}

// settled gives what stands at a path, once what a crash left beside it is gone.
func (w *Writer) settled(path string) (workspace.State, error) {
	p, err := w.Workspace.ResolveWritable(path)
	if err != nil {
		return workspace.State{}, err
	}
	w.Workspace.Sweep(p)
	return w.Workspace.State(p)
}
