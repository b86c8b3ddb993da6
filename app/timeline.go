package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"redline/backend"
	"redline/backend/checkpoints"
	"redline/backend/tools"
)

// Timeline is the area of turns: looking at one, and going there.
type Timeline struct{ app *App }

// State gives the line of turns and where the workspace stands on it.
func (t *Timeline) State() (TimelineState, error) {
	p, err := t.app.open()
	if err != nil {
		return TimelineState{}, err
	}
	return timelineOf(p), nil
}

func timelineOf(p *backend.Project) TimelineState {
	s := TimelineState{Turns: []TimelineTurn{}, Head: p.Store.Head()}
	running := map[int]bool{}
	for _, number := range p.RunningChats() {
		running[number] = true
	}
	waiting := map[int]int{}
	for _, r := range p.Gate.Waiting() {
		waiting[r.Turn]++
	}
	for _, turn := range p.Store.Turns() {
		if turn.State == checkpoints.Branch {
			continue
		}
		v := TimelineTurn{
			Number: turn.Number, Chat: turn.Session, Label: turn.Label, Time: turn.Time,
			Files: len(turn.Files), Added: turn.Added, Removed: turn.Removed,
			State: string(turn.State), Running: running[turn.Number], Waiting: waiting[turn.Number], Pin: turn.Pin,
		}
		s.Turns = append(s.Turns, v)
	}
	s.CanUndo, s.Redo = p.Store.UndoTurn() > 0, p.Store.RedoTurn()
	s.Outside, s.Usage = outsideOf(p), usageOf(p)
	return s
}

// Moment shows what going to a turn would change. Nothing on disk is touched.
func (t *Timeline) Moment(r TurnRequest) (Moment, error) {
	p, err := t.app.open()
	if err != nil {
		return Moment{}, err
	}
	plan, err := p.PlanRewind(r.Turn)
	if err != nil {
		return Moment{}, AsError(err)
	}
	m := Moment{Turn: r.Turn, Files: []FileDifference{}, Conflicts: []Conflict{}, Unrestorable: list(plan.Unrestorable)}
	if turn, ok := p.Store.Turn(r.Turn); ok {
		m.Label, m.Time = turn.Label, turn.Time
	}
	for _, s := range plan.Steps {
		if s.Now.Exists == s.Then.Exists && s.Now.Hash == s.Then.Hash {
			continue
		}
		m.Files = append(m.Files, difference(p, s))
	}
	for _, c := range plan.Conflicts {
		m.Conflicts = append(m.Conflicts, conflict(p, c))
	}
	return m, nil
}

func difference(p *backend.Project, s checkpoints.Step) FileDifference {
	d := FileDifference{Path: s.Path, Change: "edited", Prose: prose(s.Path)}
	switch {
	case !s.Then.Exists:
		d.Change, d.Note = "deleted", "will be removed"
		if n := createdIn(p, s.Path); n > 0 {
			d.Note = fmt.Sprintf("new in turn %d, will be removed", n)
		}
	case !s.Now.Exists:
		d.Change, d.Note = "created", "comes back"
	}
	now, then, err := sides(p, s)
	if err == nil {
		if c, _, ok := checkpoints.Compare(now, then); ok {
			d.Added, d.Removed = c.Added, c.Removed
		}
	}
	return d
}

func createdIn(p *backend.Project, path string) int {
	for _, turn := range p.Store.Turns() {
		for _, f := range turn.Files {
			if f.Path == path && f.Kind == checkpoints.Created && turn.State == checkpoints.Kept {
				return turn.Number
			}
		}
	}
	return 0
}

// sides gives a step's file as it is on disk and as it was.
func sides(p *backend.Project, s checkpoints.Step) (now, then []byte, err error) {
	if s.Now.Exists {
		path, err := p.Workspace.Resolve(s.Path)
		if err != nil {
			return nil, nil, err
		}
		f, err := p.Workspace.Read(path)
		if err != nil {
			return nil, nil, err
		}
		now = f.Bytes
	}
	if s.Then.Exists {
		if then, err = p.Store.Blob(s.Then.Hash); err != nil {
			return nil, nil, err
		}
	}
	return now, then, nil
}

func conflict(p *backend.Project, c checkpoints.Conflict) Conflict {
	v := Conflict{Path: c.Path, Gone: !c.Now.Exists}
	if path, err := p.Workspace.Resolve(c.Path); err == nil {
		v.Changed, _ = p.Workspace.Modified(path) // without it the conflict is shown undated
	}
	return v
}

// Diff shows what going to a turn would do to one file.
func (t *Timeline) Diff(r TurnFileRequest) (FileDiff, error) {
	p, err := t.app.open()
	if err != nil {
		return FileDiff{}, err
	}
	plan, err := p.PlanRewind(r.Turn)
	if err != nil {
		return FileDiff{}, AsError(err)
	}
	for _, s := range plan.Steps {
		if s.Path != r.Path {
			continue
		}
		now, then, err := sides(p, s)
		if err != nil {
			return FileDiff{}, AsError(err)
		}
		d, _, ok := checkpoints.Compare(now, then)
		if !ok {
			return FileDiff{Path: r.Path, Binary: true, Blocks: []DiffBlock{}}, nil
		}
		return fileDiff(r.Path, d), nil
	}
	return FileDiff{Path: r.Path, Prose: prose(r.Path), Blocks: []DiffBlock{}}, nil
}

// Rewind goes back, or forward, to a turn.
func (t *Timeline) Rewind(r RewindRequest) (RewindResult, error) {
	return t.move(func(ctx context.Context, p *backend.Project) (backend.Moved, error) {
		return p.Rewind(ctx, r.Turn, choicesOf(r.Keep, r.Choices), r.Force)
	})
}

// Undo takes back the latest turn that changed files.
func (t *Timeline) Undo(r ForceRequest) (RewindResult, error) {
	return t.move(func(ctx context.Context, p *backend.Project) (backend.Moved, error) { return p.Undo(ctx, r.Force) })
}

// Redo takes back the latest rewind or undo.
func (t *Timeline) Redo(r ForceRequest) (RewindResult, error) {
	return t.move(func(ctx context.Context, p *backend.Project) (backend.Moved, error) { return p.Redo(ctx, r.Force) })
}

// moveTime bounds a move through time; a disk that doesn't answer for so long is
// told as an error and what was written is put back.
const moveTime = 5 * time.Minute

func (t *Timeline) move(move func(context.Context, *backend.Project) (backend.Moved, error)) (RewindResult, error) {
	p, err := t.app.open()
	if err != nil {
		return RewindResult{}, err
	}
	ctx, cancel := context.WithTimeout(t.app.ctx, moveTime)
	defer cancel()
	m, err := move(ctx, p)
	if err != nil {
		e := AsError(err)
		var c *tools.ConflictError
		if errors.As(err, &c) && len(c.Conflicts) > 0 {
			e.Path, e.Hint = c.Conflicts[0].Path, "Click the turn on the timeline to choose which edits to keep."
		}
		return RewindResult{}, e
	}
	return RewindResult{Turn: m.Turn, Restored: list(m.Restored), Kept: list(m.Kept)}, nil
}
