package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"redline/backend/checkpoints"
	"redline/backend/parallel"
	"redline/backend/workspace"
)

// part is one file that a transaction changes; a move is two.
type part struct {
	change  Change
	of      *proposal
	kind    string
	written checkpoints.Written
}

// parts gives the files that the proposals change: first those that are written, then
// those that go.
func parts(taken []*proposal) (written []*part) {
	var removed []*part
	for _, p := range taken {
		c := p.change
		switch {
		case c.Moves():
			mode := c.Mode
			if mode == 0 {
				mode = c.Before.Mode
			}
			to := Change{Path: c.Path, Before: c.Over, After: c.After, hash: c.hash, Mode: mode}
			written = append(written, &part{change: to, of: p, kind: changeOf(to)})
			removed = append(removed, &part{change: Change{Path: c.From, Before: c.Before, Delete: true}, of: p, kind: checkpoints.Deleted})
		case c.Delete:
			removed = append(removed, &part{change: c, of: p, kind: p.out.Change})
		default:
			written = append(written, &part{change: c, of: p, kind: p.out.Change})
		}
	}
	return append(written, removed...)
}

// together writes several files in one transaction: all contents and the intent are
// durable before the first file is touched, and the entries when the last one is. A
// failure puts back what was written; a crash is settled when the folder is opened.
func (w *Writer) together(ctx context.Context, call Call, taken []*proposal) error {
	all := parts(taken)
	changes := make([]checkpoints.Change, len(all))
	err := parallel.Each(len(all), func(i int) error {
		p := all[i]
		if err := w.unchanged(p.change); err != nil {
			return stale(p, err)
		}
		changes[i] = p.planned(call)
		changes[i].Making = w.making(p.change)
		if p.of.change.Moves() && !p.change.Delete {
			changes[i].From, changes[i].Source = p.of.change.From.Real(), p.of.change.Before.State
		}
		return nil
	})
	if err != nil {
		return err
	}
	intent, err := w.Store.BeginAll(changes)
	if err != nil {
		return fmt.Errorf("the files could not be checkpointed, so nothing was written: %w", err)
	}
	if err := w.writeParts(ctx, all); err != nil {
		return w.settle(err, intent.ID, w.Store.AbortAll)
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

// planned is what the timeline is told of a part.
func (p *part) planned(call Call) checkpoints.Change {
	c := checkpoints.Change{
		Session: call.Session, Turn: call.Turn, Path: p.change.Path.Real(), Kind: p.kind,
		Before: p.change.Before, After: after(p.change),
	}
	if !p.change.Delete || !p.of.change.Moves() { // of a move the lines are counted where they went
		c.Added, c.Removed = counts(p.of.written())
	}
	return c
}

// writeParts writes every file, and when all are there removes those that are to go;
// when one fails, what was written is put back.
func (w *Writer) writeParts(ctx context.Context, all []*part) error {
	err := w.publishParts(ctx, all)
	if err == nil {
		return nil
	}
	var done []*part
	var folders []string
	for _, p := range all {
		folders = append(folders, p.written.Folders...)
		now, e := w.Workspace.State(p.change.Path)
		if e == nil && now.Same(after(p.change).State) && !now.Same(p.change.Before.State) {
			done = append(done, p)
		}
	}
	if back := w.takeBack(context.WithoutCancel(ctx), done); back != nil {
		return errors.Join(err, back)
	}
	w.Workspace.RemoveFolders(folders)
	return fmt.Errorf("%w; no file was changed", err)
}

// publishParts takes all files through the same steps together, so that the disk is
// waited for once and not once a file: the new contents are written beside the old ones
// and synced, all of them take their places, their folders are synced, each once, and
// then goes what is to go.
func (w *Writer) publishParts(ctx context.Context, all []*part) error {
	stages, err := w.stageParts(all)
	defer func() {
		for _, s := range stages {
			s.Close()
		}
	}()
	if err != nil {
		return err
	}
	written := len(all)
	if first := slices.IndexFunc(all, func(p *part) bool { return p.change.Delete }); first >= 0 {
		written = first
	}
	steps := []func(i int) error{
		func(i int) (err error) {
			s := &all[i].written.State
			*s = after(all[i].change).State
			s.Mode, err = stages[i].Write(all[i].change.After, all[i].change.Mode)
			return err
		},
		func(i int) error { return stages[i].Publish(ctx) },
	}
	for _, step := range steps {
		if err := parallel.Each(written, func(i int) error { return stale(all[i], step(i)) }); err != nil {
			return err
		}
	}
	if err := workspace.SyncFolders(stages[:written]); err != nil {
		return err
	}
	for i, s := range stages[written:] {
		if err := s.Remove(ctx); err != nil {
			return stale(all[written+i], err)
		}
	}
	return workspace.SyncFolders(stages[written:])
}

// stageParts opens the folder of each file, one after the other: what one makes the
// next finds.
func (w *Writer) stageParts(all []*part) (stages []*workspace.Stage, err error) {
	for _, p := range all {
		s, err := w.Workspace.Stage(p.change.Path, p.change.Before)
		if err != nil {
			return stages, stale(p, err)
		}
		p.written.Folders = s.Folders
		stages = append(stages, s)
	}
	return stages, nil
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
