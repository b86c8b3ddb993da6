package backend

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"redline/backend/checkpoints"
	"redline/backend/diff"
	"redline/backend/tools"
	"redline/backend/workspace"
)

// HasTurn tells whether a turn can be looked at; 0 is now.
func (p *Project) HasTurn(number int) error {
	if number == 0 {
		return nil
	}
	if t, ok := p.Store.Turn(number); ok && t.State != checkpoints.Branch {
		return nil
	}
	return fmt.Errorf("turn %d: %w", number, checkpoints.ErrNoTurn)
}

// FileAt gives a file as it was after a turn, or, with turn 0, as it is now. A file that
// no turn changed is as it is now.
func (p *Project) FileAt(turn int, name string) (workspace.File, error) {
	if err := p.HasTurn(turn); err != nil {
		return workspace.File{}, err
	}
	path, err := p.Workspace.Resolve(name)
	if err != nil {
		return workspace.File{}, err
	}
	if turn == 0 {
		return p.Workspace.Read(path)
	}
	f, known, err := p.asOf(turn, checkpoints.After, path)
	if err == nil && !known {
		return p.Workspace.Read(path)
	}
	return f, err
}

// asOf gives a file as of a turn, and whether the timeline knows it.
func (p *Project) asOf(turn int, side checkpoints.Side, path workspace.Path) (f workspace.File, known bool, err error) {
	state, known := p.Store.AsOf(turn, side, path.Real())
	if !known || !state.Exists {
		return workspace.File{}, known, nil
	}
	content, err := p.Store.Blob(state.Hash)
	if err != nil {
		return workspace.File{}, true, fmt.Errorf("what %s was %s turn %d is no longer kept: %w", path, side, turn, err)
	}
	return workspace.File{State: state, Bytes: content}, true, nil
}

// Restoration is what restoring one file as of a turn does to it.
type Restoration struct {
	Path      string
	Now, Then workspace.File
	Diff      *diff.Diff // from now to then; nil where one is no text

	encoding workspace.Text
}

// PlanRestore says what restoring a file as of a turn does. Nothing on disk is touched.
// Also what a turn on a branch made of a file can be restored.
func (p *Project) PlanRestore(turn int, side checkpoints.Side, name string) (Restoration, error) {
	path, err := p.Workspace.ResolveWritable(name)
	if err != nil {
		return Restoration{}, err
	}
	if _, ok := p.Store.Turn(turn); !ok {
		return Restoration{}, fmt.Errorf("turn %d: %w", turn, checkpoints.ErrNoTurn)
	}
	then, known, err := p.asOf(turn, side, path)
	if err != nil {
		return Restoration{}, err
	}
	if !known {
		return Restoration{}, fmt.Errorf("%s %w", path, checkpoints.ErrUntouched)
	}
	now, err := p.Writer.File(path.Real())
	if err != nil {
		return Restoration{}, err
	}
	r := Restoration{Path: path.Real(), Now: now, Then: then}
	r.Diff, r.encoding, _ = checkpoints.Compare(now.Bytes, then.Bytes)
	return r, nil
}

// Part is what of a file is restored, and what it was taken from.
type Part struct {
	Hunks []int          // of Restoration.Diff; nil is the whole file
	Now   workspace.Hash // of the file that was looked at; the zero Hash is whatever is there
}

// Restore makes one file, or some hunks of it, what it was before or after a turn, as a
// new turn, so that undo takes it back. The others stay as they are.
func (p *Project) Restore(ctx context.Context, turn int, side checkpoints.Side, name string, part Part) (Moved, error) {
	r, err := p.PlanRestore(turn, side, name)
	if err != nil {
		return Moved{}, err
	}
	if part.Now != (workspace.Hash{}) && part.Now != r.Now.Hash {
		return Moved{}, fmt.Errorf("%s %w. Look at it again, and repeat this if you still want to", r.Path, workspace.ErrStale)
	}
	then := r.Then
	if part.Hunks != nil {
		if then, err = r.hunks(part.Hunks); err != nil {
			return Moved{}, err
		}
	}
	if then.Same(r.Now.State) && then.Mode == r.Now.Mode {
		return Moved{Turn: p.Store.Head(), Restored: []string{}}, nil
	}
	label := fmt.Sprintf("Restore %s as of %s turn %d", r.Path, sideOf(side), turn)
	return p.personTurn(label, []string{r.Path}, func(call tools.Call) error {
		return p.Writer.Restore(ctx, call, r.Path, r.Now.State, then)
	})
}

func sideOf(s checkpoints.Side) checkpoints.Side {
	if s == checkpoints.Before {
		return s
	}
	return checkpoints.After
}

// hunks gives the file with some hunks as they were.
func (r Restoration) hunks(chosen []int) (workspace.File, error) {
	if r.Diff == nil {
		return workspace.File{}, fmt.Errorf("%s %w: it can only be restored whole", r.Path, workspace.ErrBinary)
	}
	for _, n := range chosen {
		if n < 0 || n >= len(r.Diff.Hunks) {
			return workspace.File{}, fmt.Errorf("there is no change %d of %s: %d differ from then; nothing was changed", n+1, r.Path, len(r.Diff.Hunks))
		}
	}
	content := r.Diff.Apply(func(h diff.Hunk) diff.Choice {
		if slices.Contains(chosen, h.Index) {
			return diff.Accept()
		}
		return diff.Reject()
	})
	if len(content) == 0 && !r.Then.Exists {
		return workspace.File{}, nil // all of it goes, as it was
	}
	content = r.encoding.Encode(string(content))
	mode := r.Now.Mode
	if !r.Now.Exists {
		mode = r.Then.Mode
	}
	return workspace.File{
		State: workspace.State{Exists: true, Hash: workspace.HashOf(content), Size: int64(len(content)), Mode: mode}, Bytes: content,
	}, nil
}

// PlanTakeOut says what taking a turn out of the line would do. Nothing on disk is
// touched.
func (p *Project) PlanTakeOut(turn int) (checkpoints.TakeOut, error) {
	return p.Store.PlanTakeOut(turn, p.Writer.File)
}

// TakeOut takes a turn out of the line while what came after it stays, as a new turn, so
// that undo takes it back. Where later changes touch the same lines there must be a
// choice, or force, which puts back what stood there before the turn. shown, unless it
// is "", is the plan that was looked at.
func (p *Project) TakeOut(ctx context.Context, turn int, choices []checkpoints.Choice, shown string, force bool) (Moved, error) {
	plan, err := p.PlanTakeOut(turn)
	if err != nil {
		return Moved{}, err
	}
	if shown != "" && shown != plan.Shown() {
		return Moved{}, checkpoints.ErrOldPlan
	}
	if plan, err = p.Store.ChooseTakeOut(plan, choices); err != nil {
		return Moved{}, err
	}
	if force {
		if plan, err = p.forced(plan); err != nil {
			return Moved{}, err
		}
	}
	if clashes := plan.Clashes(); len(clashes) > 0 {
		return Moved{Turn: p.Store.Head(), Conflicts: clashes}, &tools.ClashError{Turn: turn, Paths: clashes}
	}
	var paths, kept []string
	for _, f := range plan.Files {
		switch {
		case f.Stays():
			kept = append(kept, f.Path)
		case f.From != "":
			paths = append(paths, f.From, f.Path)
		default:
			paths = append(paths, f.Path)
		}
	}
	if len(paths) == 0 {
		return Moved{Turn: p.Store.Head(), Restored: []string{}, Kept: kept}, nil
	}
	m, err := p.personTurn(fmt.Sprintf("Take out turn %d", turn), paths, func(call tools.Call) error {
		return p.Writer.TakeOut(ctx, call, plan)
	})
	m.Kept = kept
	return m, err
}

// forced chooses to restore wherever nobody chose.
func (p *Project) forced(plan checkpoints.TakeOut) (checkpoints.TakeOut, error) {
	var choices []checkpoints.Choice
	for _, f := range plan.Files {
		switch f.Clash {
		case "":
		case checkpoints.ClashLost:
			return plan, fmt.Errorf("%s can't be freed of turn %d: %s. Nothing was changed", f.Path, plan.Turn, f.Reason)
		default:
			choices = append(choices, checkpoints.Choice{Path: f.Path, Take: checkpoints.TakeThen})
		}
	}
	return p.Store.ChooseTakeOut(plan, choices)
}

// RestoreMarked puts back what an outside change found (checkpoints.Before) or left
// (checkpoints.After) at a path, as a new turn.
func (p *Project) RestoreMarked(ctx context.Context, mark string, side checkpoints.Side, path string) (Moved, error) {
	then, err := p.Marked(mark, side, path)
	if err != nil {
		return Moved{}, err
	}
	now, err := p.Writer.File(path)
	if err != nil {
		return Moved{}, err
	}
	if then.Same(now.State) && then.Mode == now.Mode {
		return Moved{Turn: p.Store.Head(), Restored: []string{}}, nil
	}
	return p.personTurn(fmt.Sprintf("Restore %s as of %s a change from outside", path, sideOf(side)), []string{path}, func(call tools.Call) error {
		return p.Writer.Restore(ctx, call, path, now.State, then)
	})
}

// Marked gives a file as an outside change found or left it.
func (p *Project) Marked(mark string, side checkpoints.Side, path string) (workspace.File, error) {
	m, _ := p.Store.Mark(mark)
	i := slices.IndexFunc(m.Files, func(f checkpoints.MarkedFile) bool { return f.Path == path })
	if i < 0 {
		return workspace.File{}, fmt.Errorf("%s: %w", path, checkpoints.ErrNoMark)
	}
	state, has := m.Files[i].After, m.Files[i].HasAfter
	if side == checkpoints.Before {
		state, has = m.Files[i].Before, m.Files[i].HasBefore
	}
	if !has {
		return workspace.File{}, fmt.Errorf("%s: %w", path, checkpoints.ErrNotSeen)
	}
	if !state.Exists {
		return workspace.File{}, nil
	}
	content, err := p.Store.Blob(state.Hash)
	return workspace.File{State: state, Bytes: content}, err
}

// personTurn makes changes of the person's own as a turn of its own.
func (p *Project) personTurn(label string, paths []string, change func(tools.Call) error) (Moved, error) {
	t, err := p.Store.BeginTurn(checkpoints.TurnInfo{Label: label, Time: time.Now()})
	if err != nil {
		return Moved{}, err
	}
	if err := change(tools.Call{Turn: t.Number, Person: true}); err != nil {
		return Moved{Turn: p.Store.Head()}, err
	}
	slices.Sort(paths)
	p.observer().Files(paths)
	p.observer().Timeline()
	return Moved{Turn: t.Number, Restored: slices.Compact(paths)}, nil
}

// Now is the side of a turn that FileOn takes for what stands in the folder at present.
const Now checkpoints.Side = "now"

// ErrSide refuses a moment that is none of a turn's.
var ErrSide = errors.New("is no moment of a turn; it is before, after or now")

// FileOn gives a file before or after a turn, or Now. A file that no turn changed is as
// it is now.
func (p *Project) FileOn(turn int, side, name string) (workspace.File, error) {
	path, err := p.Workspace.Resolve(name)
	if err != nil {
		return workspace.File{}, err
	}
	switch s := checkpoints.Side(side); s {
	case Now:
	case checkpoints.Before, checkpoints.After:
		if _, ok := p.Store.Turn(turn); !ok {
			return workspace.File{}, fmt.Errorf("turn %d: %w", turn, checkpoints.ErrNoTurn)
		}
		if f, known, err := p.asOf(turn, s, path); known || err != nil {
			return f, err
		}
	default:
		return workspace.File{}, fmt.Errorf("%q %w", side, ErrSide)
	}
	f, err := p.Workspace.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return workspace.File{}, nil
	}
	return f, err
}
