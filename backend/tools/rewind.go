package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"redline/backend/checkpoints"
	"redline/backend/workspace"
)

// ConflictError says that files were edited outside Redline since their last
// turn, so that going to another moment would replace those edits (FS-63).
type ConflictError struct {
	Conflicts []checkpoints.Conflict
}

// Error names the files. How to force it each face says in its own words.
func (e *ConflictError) Error() string {
	names := make([]string, len(e.Conflicts))
	for i, c := range e.Conflicts {
		names[i] = c.Path
	}
	were := "were"
	if len(e.Conflicts) == 1 {
		were = "was"
	}
	return fmt.Sprintf("%s %s edited outside Redline since; nothing was changed", named(names), were)
}

// maxNamed is how many files a message names; the count of the rest follows.
const maxNamed = 5

func named(paths []string) string {
	what := strings.Join(paths[:min(len(paths), maxNamed)], ", ")
	if more := len(paths) - maxNamed; more > 0 {
		what += fmt.Sprintf(" and %d more", more)
	}
	return what
}

// Disk tells what is at a path now, for planning a rewind.
func (w *Writer) Disk(path string) (workspace.State, error) {
	p, err := w.Workspace.ResolveWritable(path)
	if err != nil {
		return workspace.State{}, err
	}
	return w.Workspace.State(p)
}

// Move carries out a plan to go to another moment: everything or nothing. Without
// force a plan with conflicts is refused with a *ConflictError before anything is
// written. What it replaces is kept, so that redo brings it back even after a
// forced one (FS-63, FS-68).
func (w *Writer) Move(ctx context.Context, plan checkpoints.Plan, force bool) error {
	if len(plan.Conflicts) > 0 && !force {
		return &ConflictError{plan.Conflicts}
	}
	steps := slices.DeleteFunc(slices.Clone(plan.Steps), checkpoints.Step.Stays)
	paths, err := w.resolveSteps(steps)
	if err != nil {
		return err
	}
	unlock, err := w.Workspace.Lock(ctx, paths...)
	if err != nil {
		return err
	}
	defer unlock()
	if err := w.asPlanned(steps, paths); err != nil {
		return err
	}
	if err := w.recordMove(plan, force); err != nil {
		return err
	}
	return w.recordMoved(plan, w.carryOut(ctx, plan, steps, paths))
}

// carryOut makes a plan's moves, under the locks of its files.
func (w *Writer) carryOut(ctx context.Context, plan checkpoints.Plan, steps []checkpoints.Step, paths []workspace.Path) error {
	move, err := w.Store.BeginMove(plan, w.readNow)
	if err != nil {
		return untouched(err)
	}
	if err := w.takeSteps(ctx, steps, paths); err != nil {
		return w.settle(err, move.ID, w.Store.AbortMove)
	}
	w.Workspace.RemoveFolders(plan.Folders)
	for _, name := range plan.Make {
		w.makeAgain(ctx, name)
	}
	return w.Store.CommitMove(move.ID)
}

// makeAgain makes a folder that comes back. Where something stands by now, or the
// system refuses it, it stays away: nothing is lost with an empty folder.
func (w *Writer) makeAgain(ctx context.Context, name string) {
	if p, err := w.Workspace.ResolveWritable(name); err == nil {
		_, _ = w.Workspace.MakeFolder(ctx, p)
	}
}

// readNow reads what stands at a path in display form.
func (w *Writer) readNow(path string) (workspace.File, error) {
	p, err := w.Workspace.ResolveWritable(path)
	if err != nil {
		return workspace.File{}, err
	}
	return read(w.Workspace, p)
}

func (w *Writer) resolveSteps(steps []checkpoints.Step) ([]workspace.Path, error) {
	paths := make([]workspace.Path, len(steps))
	for i, s := range steps {
		p, err := w.Workspace.ResolveWritable(s.Path)
		if err != nil {
			return nil, err
		}
		paths[i] = p
	}
	return paths, nil
}

// asPlanned refuses when a file moved on between the planning and the lock: what
// would be replaced was not looked at.
func (w *Writer) asPlanned(steps []checkpoints.Step, paths []workspace.Path) error {
	for i, s := range steps {
		now, err := w.Workspace.State(paths[i])
		if err != nil {
			return err
		}
		if !now.Same(s.Now) {
			return fmt.Errorf("%s %w. Look at it again, and repeat this if you still want to", s.Path, workspace.ErrStale)
		}
	}
	return nil
}

// takeSteps writes every file of the plan; when one fails, those already written
// are put back.
func (w *Writer) takeSteps(ctx context.Context, steps []checkpoints.Step, paths []workspace.Path) error {
	var folders []string
	for i, s := range steps {
		made, err := w.put(ctx, paths[i], s.Now, s.Then)
		folders = append(folders, made...)
		if err == nil {
			continue
		}
		err = fmt.Errorf("%s could not be restored: %w", s.Path, err)
		done := i
		if now, e := w.Workspace.State(paths[i]); e == nil && now.Same(s.Then) {
			done++ // only the last thing failed, the syncing of its folder
		}
		if back := w.putBack(context.WithoutCancel(ctx), steps[:done], paths); back != nil {
			return errors.Join(err, back)
		}
		w.Workspace.RemoveFolders(folders)
		return fmt.Errorf("nothing was changed: %w", err)
	}
	return nil
}

// errNotBack says that a change which failed could not be taken back either.
var errNotBack = errors.New("could not be put back now; its content is kept, and it is put back when the folder is opened again")

// settle ends something that failed. What could not be put back stays unsettled, as
// after a crash, so that opening the folder again settles it.
func (w *Writer) settle(failed error, id string, abort func(id string) error) error {
	if errors.Is(failed, errNotBack) {
		w.Store.Leave(id)
		return failed
	}
	return errors.Join(failed, abort(id))
}

// putBack takes back steps that were made, as many as it can.
func (w *Writer) putBack(ctx context.Context, steps []checkpoints.Step, paths []workspace.Path) error {
	var errs []error
	for i, s := range slices.Backward(steps) {
		_, err := w.put(ctx, paths[i], s.Then, s.Now)
		if err == nil {
			continue
		}
		if now, e := w.Workspace.State(paths[i]); e == nil && now.Same(s.Now) {
			continue // only the last thing failed, the syncing of its folder
		}
		errs = append(errs, fmt.Errorf("%s %w: %w", s.Path, errNotBack, err))
	}
	return errors.Join(errs...)
}

// put makes the file at p what then says, if it still is what now says, and gives
// the folders that it made.
func (w *Writer) put(ctx context.Context, p workspace.Path, now, then workspace.State) (made []string, err error) {
	if now.Same(then) && now.Mode == then.Mode {
		return nil, nil
	}
	if !then.Exists {
		return nil, w.Workspace.Remove(ctx, p, now)
	}
	content, err := w.Store.Blob(then.Hash)
	if err != nil {
		return nil, err
	}
	_, made, err = w.Workspace.Replace(ctx, p, now, content, then.Mode)
	return made, err
}
