package tools

import (
	"context"
	"errors"
	"fmt"

	"redline/backend/checkpoints"
	"redline/backend/workspace"
)

// part is one file that a transaction changes; a move is two.
type part struct {
	change  Change
	of      *proposal
	kind    string
	written checkpoints.Written
}

// parts gives the files that the proposals change. What is made comes before what is
// removed for it.
func parts(taken []*proposal) (all []*part) {
	for _, p := range taken {
		c := p.change
		if !c.Moves() {
			all = append(all, &part{change: c, of: p, kind: p.out.Change})
			continue
		}
		mode := c.Mode
		if mode == 0 {
			mode = c.Before.Mode
		}
		all = append(all,
			&part{change: Change{Path: c.Path, After: c.After, Mode: mode}, of: p, kind: checkpoints.Created},
			&part{change: Change{Path: c.From, Before: c.Before, Delete: true}, of: p, kind: checkpoints.Deleted})
	}
	return all
}

// together writes several files in one transaction: all contents and the intent are
// durable before the first file is touched, and the entries when the last one is. A
// failure puts back what was written; a crash is settled when the folder is opened.
func (w *Writer) together(ctx context.Context, call Call, taken []*proposal) error {
	all := parts(taken)
	changes := make([]checkpoints.Change, len(all))
	for i, p := range all {
		if err := w.unchanged(p.change); err != nil {
			return stale(p, err)
		}
		added, removed := counts(p.of.out.Diff)
		changes[i] = checkpoints.Change{
			Session: call.Session, Turn: call.Turn, Path: p.change.Path.Real(), Kind: p.kind,
			Before: p.change.Before, After: after(p.change), Added: added, Removed: removed,
		}
		if p.change.Delete && p.of.change.Moves() {
			changes[i].Added, changes[i].Removed = 0, 0 // the lines are counted where they went
		}
	}
	intent, err := w.Store.BeginAll(changes)
	if err != nil {
		return fmt.Errorf("the files could not be checkpointed, so nothing was written: %w", err)
	}
	if err := w.writeParts(ctx, all); err != nil {
		return errors.Join(err, w.Store.AbortAll(intent.ID))
	}
	written := make([]checkpoints.Written, len(all))
	for i, p := range all {
		written[i] = p.written
		if !p.change.Delete {
			p.of.out.State = p.written.State
		}
	}
	if err := w.Store.CommitAll(intent.ID, written); err != nil {
		return fmt.Errorf("the files were written, but their place on the timeline could not be saved: %w", err)
	}
	return nil
}

// writeParts writes every file; when one fails, those already written are put back.
func (w *Writer) writeParts(ctx context.Context, all []*part) error {
	var folders []string
	for i, p := range all {
		var err error
		p.written.State, p.written.Folders, err = w.replace(ctx, p.change)
		folders = append(folders, p.written.Folders...)
		if err == nil {
			continue
		}
		err = stale(p, err)
		done := i
		if now, e := w.Workspace.State(p.change.Path); e == nil && now.Same(after(p.change).State) {
			done++ // only the last thing failed, the syncing of its folder
		}
		if back := w.takeBack(context.WithoutCancel(ctx), all[:done]); back != nil {
			return errors.Join(err, back)
		}
		w.Workspace.RemoveFolders(folders)
		return fmt.Errorf("%w; no file was changed", err)
	}
	return nil
}

// takeBack undoes what was written, as much of it as it can.
func (w *Writer) takeBack(ctx context.Context, done []*part) error {
	steps, paths := make([]checkpoints.Step, len(done)), make([]workspace.Path, len(done))
	for i, p := range done {
		steps[i] = checkpoints.Step{Path: p.change.Path.Real(), Now: p.change.Before.State, Then: after(p.change).State}
		paths[i] = p.change.Path
	}
	return w.putBack(ctx, steps, paths)
}

// stale words what went wrong with one file of several.
func stale(p *part, err error) error {
	if errors.Is(err, workspace.ErrStale) {
		return fmt.Errorf("%s %w", p.change.Path, ErrChanged)
	}
	return err
}
