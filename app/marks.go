package app

import (
	"context"

	"redline/backend"
	"redline/backend/checkpoints"
)

// maxMarkNames is how many files a mark on the timeline names.
const maxMarkNames = 5

func outsideOf(p *backend.Project) []OutsideMark {
	all := []OutsideMark{}
	for _, m := range p.Store.Marks() {
		v := OutsideMark{ID: m.ID, After: m.Turn, By: string(m.By), Time: m.Time, Files: []string{}, Count: len(m.Files) + m.More}
		for _, f := range m.Files[:min(len(m.Files), maxMarkNames)] {
			v.Files = append(v.Files, f.Path)
		}
		all = append(all, v)
	}
	return all
}

func usageOf(p *backend.Project) TimelineUsage {
	u := p.Store.Usage()
	return TimelineUsage{
		Bytes: u.Bytes, MaxBytes: u.MaxBytes, MaxAgeDays: int(u.MaxAge.Hours() / 24),
		Oldest: u.Oldest, Next: u.Next, Dropped: u.Dropped, Pinned: u.Pinned,
	}
}

// Turn tells what one turn did, also one that was left behind on a branch.
func (t *Timeline) Turn(r TurnRequest) (TurnChanges, error) {
	p, err := t.app.open()
	if err != nil {
		return TurnChanges{}, err
	}
	turn, ok := p.Store.Turn(r.Turn)
	if !ok {
		return TurnChanges{}, AsError(checkpoints.ErrNoTurn)
	}
	v := TurnChanges{
		Turn: turn.Number, Label: turn.Label, Time: turn.Time, State: string(turn.State), Pin: turn.Pin,
		Added: turn.Added, Removed: turn.Removed, Files: []TurnChange{},
	}
	for _, f := range turn.Files {
		v.Files = append(v.Files, TurnChange{f.Path, f.From, f.Kind, f.Added, f.Removed, prose(f.Path)})
	}
	return v, nil
}

// Pin names a turn, which is then kept whatever its age and the budget, or takes the
// name away.
func (t *Timeline) Pin(r PinRequest) (TimelineState, error) {
	p, err := t.app.open()
	if err != nil {
		return TimelineState{}, err
	}
	if err := p.Store.Pin(r.Turn, r.Name); err != nil {
		return TimelineState{}, AsError(err)
	}
	s := timelineOf(p)
	t.app.Events.Emit(TopicTimeline, s)
	return s, nil
}

// Find gives the turns that hold every word of a query, the latest first.
func (t *Timeline) Find(r FindRequest) ([]FoundTurn, error) {
	p, err := t.app.open()
	if err != nil {
		return nil, err
	}
	all := []FoundTurn{}
	for _, f := range p.Store.Find(r.Query) {
		all = append(all, FoundTurn{f.Turn, list(f.Files)})
	}
	return all, nil
}

// Outside tells all that is known of a change from outside.
func (t *Timeline) Outside(r MarkRequest) (OutsideChange, error) {
	p, err := t.app.open()
	if err != nil {
		return OutsideChange{}, err
	}
	m, ok := p.Store.Mark(r.Mark)
	if !ok {
		return OutsideChange{}, AsError(checkpoints.ErrNoMark)
	}
	v := OutsideChange{ID: m.ID, After: m.Turn, By: string(m.By), Time: m.Time, Files: []OutsideFile{}, More: m.More}
	for _, f := range m.Files {
		v.Files = append(v.Files, OutsideFile{f.Path, f.Change(), prose(f.Path), f.HasBefore, f.HasAfter})
	}
	return v, nil
}

// OutsideDiff shows what a change from outside did to a file whose content was seen both
// before and after; Side is not looked at.
func (t *Timeline) OutsideDiff(r MarkFileRequest) (FileDiff, error) {
	p, err := t.app.open()
	if err != nil {
		return FileDiff{}, err
	}
	before, err := p.Marked(r.Mark, checkpoints.Before, r.Path)
	if err != nil {
		return FileDiff{}, AsError(err)
	}
	after, err := p.Marked(r.Mark, checkpoints.After, r.Path)
	if err != nil {
		return FileDiff{}, AsError(err)
	}
	return differ(r.Path, before.Bytes, after.Bytes), nil
}

// RestoreOutside puts back a file as a change from outside found or left it, as a new
// turn.
func (t *Timeline) RestoreOutside(r MarkFileRequest) (RewindResult, error) {
	return t.move(func(ctx context.Context, p *backend.Project) (backend.Moved, error) {
		return p.RestoreMarked(ctx, r.Mark, checkpoints.Side(r.Side), r.Path)
	})
}
