package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

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
			to := Change{Path: c.Path, Before: c.Over, After: c.After, Mode: mode}
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
	for i, p := range all {
		if err := w.unchanged(p.change); err != nil {
			return stale(p, err)
		}
		added, removed := counts(p.of.written())
		changes[i] = checkpoints.Change{
			Session: call.Session, Turn: call.Turn, Path: p.change.Path.Real(), Kind: p.kind,
			Before: p.change.Before, After: after(p.change), Added: added, Removed: removed,
		}
		switch {
		case !p.of.change.Moves():
		case p.change.Delete:
			changes[i].Added, changes[i].Removed = 0, 0 // the lines are counted where they went
		default:
			changes[i].From, changes[i].Source = p.of.change.From.Real(), p.of.change.Before.State
		}
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

// writeParts writes every file, and when all are there removes those that are to go;
// when one fails, what was written is put back.
func (w *Writer) writeParts(ctx context.Context, all []*part) error {
	removed := slices.IndexFunc(all, func(p *part) bool { return p.change.Delete })
	if removed < 0 {
		removed = len(all)
	}
	err := w.writeAtOnce(ctx, all[:removed])
	if err == nil {
		err = w.writeAtOnce(ctx, all[removed:])
	}
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

// writing is how many files are written at once: most of the time goes into waiting
// for the disk.
const writing = 8

// writeAtOnce writes files side by side, and no further one once one has failed.
func (w *Writer) writeAtOnce(ctx context.Context, all []*part) error {
	var next atomic.Int64
	failed := make(chan error, writing)
	var wg sync.WaitGroup
	for range min(writing, len(all)) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(all)) && len(failed) == 0; i = next.Add(1) - 1 {
				p := all[i]
				var err error
				p.written.State, p.written.Folders, err = w.replace(ctx, p.change)
				if err != nil {
					failed <- stale(p, err)
				}
			}
		})
	}
	wg.Wait()
	close(failed)
	return <-failed
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
