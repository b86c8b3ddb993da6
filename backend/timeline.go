package backend

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"redline/backend/checkpoints"
	"redline/backend/tools"
)

// ErrWaiting refuses to move through time while edits wait or turns run: what they
// go on to do would be about another moment.
var ErrWaiting = errors.New("a chat is answering; stop it first, then rewind")

// Moved says what going to another moment did.
type Moved struct {
	Turn      int // where the workspace stands now
	Restored  []string
	Kept      []string
	Conflicts []string // set beside a *tools.ConflictError
}

// PlanRewind says what going to a turn would change. Nothing on disk is touched.
func (p *Project) PlanRewind(turn int) (checkpoints.Plan, error) {
	return p.Store.PlanRewind(turn, p.Writer.Disk)
}

// Rewind puts every file back to what it was after the turn; later turns stay on the
// line and redo returns to them. Files that were edited outside are conflicts, until
// there is a choice for each, or force, which restores them.
func (p *Project) Rewind(ctx context.Context, turn int, choices []checkpoints.Choice, force bool) (Moved, error) {
	plan, err := p.PlanRewind(turn)
	if err != nil {
		return Moved{}, err
	}
	plan, err = p.Store.Choose(plan, choices, p.Writer.File)
	if err != nil {
		return Moved{}, err
	}
	var keep []string
	for _, c := range choices {
		if c.Take == checkpoints.TakeNow {
			keep = append(keep, c.Path)
		}
	}
	return p.move(ctx, plan, keep, force)
}

// Undo takes back the latest turn that changed files (FS-63).
func (p *Project) Undo(ctx context.Context, force bool) (Moved, error) {
	plan, err := p.Store.PlanUndo(p.Writer.Disk)
	if err != nil {
		return Moved{}, err
	}
	return p.move(ctx, plan, nil, force)
}

// Redo takes back the latest undo or rewind.
func (p *Project) Redo(ctx context.Context, force bool) (Moved, error) {
	plan, err := p.Store.PlanRedo(p.Writer.Disk)
	if err != nil {
		return Moved{}, err
	}
	return p.move(ctx, plan, nil, force)
}

func (p *Project) move(ctx context.Context, plan checkpoints.Plan, keep []string, force bool) (Moved, error) {
	m := Moved{Turn: plan.To, Kept: kept(plan, keep)}
	if p.answering() {
		return m, ErrWaiting
	}
	for _, c := range plan.Conflicts {
		m.Conflicts = append(m.Conflicts, c.Path)
	}
	if err := p.Writer.Move(ctx, plan, force); err != nil {
		m.Turn = p.Store.Head()
		return m, err
	}
	for _, s := range plan.Steps {
		if s.Now.Exists != s.Then.Exists || s.Now.Hash != s.Then.Hash {
			m.Restored = append(m.Restored, s.Path)
		}
	}
	p.observer().Files(m.Restored)
	p.observer().Timeline()
	return m, nil
}

// kept gives the files of a plan that are left as they are at the person's wish.
func kept(plan checkpoints.Plan, keep []string) []string {
	var all []string
	for _, s := range plan.Steps {
		if slices.Contains(keep, s.Path) {
			all = append(all, s.Path)
		}
	}
	return all
}

// answering tells whether an edit waits or a turn runs that is on the timeline; one
// that isn't may be the very undo that asks. One that is shown as ended has, though
// its chat may still be about to let go of it.
func (p *Project) answering() bool {
	running := len(p.Gate.Waiting()) > 0
	p.EachRunning(func(_ string, t Turn) {
		running = running || t.Number > 0 && t.Status == Running
	})
	return running
}

// travel is the timeline as the built-in assistant uses it.
type travel struct{ project *Project }

// Undo implements builtin.Timeline.
func (t travel) Undo(ctx context.Context) (string, error) {
	m, err := t.project.Undo(ctx, false)
	if err != nil {
		return "", byClick(err)
	}
	return fmt.Sprintf("Took the latest turn back: %s restored. `redo` brings it back.", files(len(m.Restored))), nil
}

// Redo implements builtin.Timeline.
func (t travel) Redo(ctx context.Context) (string, error) {
	m, err := t.project.Redo(ctx, false)
	if err != nil {
		return "", byClick(err)
	}
	return fmt.Sprintf("Brought it back: %s restored.", files(len(m.Restored))), nil
}

// byClick adds to a conflict how it is settled where the assistant is talked to.
func byClick(err error) error {
	var conflict *tools.ConflictError
	if errors.As(err, &conflict) {
		return fmt.Errorf("%w. To choose what to keep, click the turn to go to on the timeline", err)
	}
	return err
}

func files(n int) string {
	if n == 1 {
		return "one file is"
	}
	return fmt.Sprintf("%d files are", n)
}
