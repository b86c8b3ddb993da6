package checkpoints

import (
	"cmp"
	"fmt"
	"strings"

	"redline/backend/workspace"
)

// move is a move through time that was made, and what taking it back restores.
type move struct {
	plan     Plan
	expected map[string]workspace.State // what the timeline said before it
	flip     flip
}

// flip is what a move makes of turns and of changes: only those that it changes.
type flip struct {
	turns   map[*turn]TurnState
	entries map[*entry]TurnState
}

func newFlip() flip { return flip{map[*turn]TurnState{}, map[*entry]TurnState{}} }

func (f flip) empty() bool { return len(f.turns) == 0 && len(f.entries) == 0 }

// folder tells whether the entry is about a folder.
func (e *entry) folder() bool { return isFolder(e.Path) }

func isFolder(path string) bool { return strings.HasSuffix(path, folderMark) }

// apply makes the changes and gives their opposite.
func (f flip) apply() flip {
	back := newFlip()
	for t, state := range f.turns {
		back.turns[t], t.state, t.shown = t.state, state, nil
	}
	for e, state := range f.entries {
		back.entries[e], e.state = e.state, state
	}
	return back
}

// flipTo works out what going to a turn makes of turns and changes. Back to a kept
// turn undoes what is later; on to an undone one brings back what is not. A file
// goes back to before its first change that is later, and with it what was built on
// that.
func (s *Store) flipTo(number int) flip {
	f := newFlip()
	onward := s.undone(number)
	above := false
	for _, t := range s.turns {
		above = above || t.state == Undone
		switch {
		case t.state == Kept && t.number > number && above:
			// It began while others were undone and changed nothing, else it would have
			// left them behind: going on to it would mean two things.
			f.turns[t] = Branch
		case t.state == Kept && t.number > number:
			f.turns[t] = Undone
		case t.state == Undone && t.number <= number && onward:
			f.turns[t] = Kept
		}
	}
	for _, entries := range s.paths {
		later := false
		for _, e := range entries {
			if e.state == Branch || e.state == Undone && !onward {
				continue
			}
			later = later || e.Turn > number
			switch {
			case later && e.state == Kept:
				f.entries[e] = Undone
			case !later && e.state == Undone:
				f.entries[e] = Kept
			}
		}
	}
	return f
}

func (s *Store) undone(number int) bool {
	t := s.turn(number)
	return t != nil && t.state == Undone
}

// replay takes a record in: those of the file when it is opened, and each new one.
// An error means that the record doesn't fit what came before.
func (s *Store) replay(r *record) error {
	switch r.Kind {
	case kindPin, kindOutside:
	default:
		// What marks and pins tell makes no plan an old one.
		s.version++
		s.calm = false
	}
	switch r.Kind {
	case kindTurn:
		return s.replayTurn(r)
	case kindPin, kindDrop, kindOutside, kindBegin, kindKept, kindNow, kindRedo, kindSeen:
		return s.replayKept(r)
	case kindIntent, kindMove, kindBatch:
		if !s.whole(r) {
			return fmt.Errorf("an incomplete %s", r.Kind)
		}
		s.byID[r.ID] = r
		_, _ = fmt.Sscanf(r.ID, "c%d", &s.next) // the highest number so far
		return nil
	case kindEntry, kindMoved, kindBatched, kindAbort:
		begun := s.byID[r.ID]
		if begun == nil {
			return fmt.Errorf("the end of something that was not begun")
		}
		delete(s.byID, r.ID)
		delete(s.open, r.ID)
		switch {
		case r.Kind == kindEntry && begun.Kind == kindIntent:
			if r.After == nil {
				r.After = begun.After // just as it was meant
			}
			s.enter(Entry{
				ID: begun.ID, Turn: begun.Turn, Path: begun.Path, Kind: begun.Change, Before: *begun.Before, After: *r.After,
				Added: begun.Added, Removed: begun.Removed, Net: begun.Net, Folders: r.Folders,
			})
		case r.Kind == kindMoved && begun.Kind == kindMove:
			s.went(*begun.Move)
		case r.Kind == kindBatched && begun.Kind == kindBatch && len(r.Written) == len(begun.Batch):
			s.enterAll(begun, r)
		case r.Kind != kindAbort:
			return fmt.Errorf("the wrong end of a %s", begun.Kind)
		}
		return nil
	}
	return fmt.Errorf("an unknown kind of record, %q", r.Kind)
}

// whole tells whether a record that begins something says all that it must.
func (s *Store) whole(r *record) bool {
	switch {
	case r.ID == "":
		return false
	case r.Kind == kindMove:
		return r.Move != nil
	case s.turn(r.Turn) == nil:
		return false
	case r.Kind == kindBatch:
		return len(r.Batch) > 0
	}
	return r.Before != nil && r.After != nil
}

func (s *Store) replayTurn(r *record) error {
	if r.Info == nil {
		return fmt.Errorf("an incomplete turn")
	}
	if t := s.turn(r.Turn); t != nil {
		t.TurnInfo, t.shown = *r.Info, nil
		return nil
	}
	if latest := s.base + len(s.turns); r.Turn != latest+1 {
		return fmt.Errorf("turn %d after turn %d", r.Turn, latest)
	}
	s.turns = append(s.turns, &turn{TurnInfo: *r.Info, number: r.Turn, state: cmp.Or(r.State, Kept), pin: r.Name, dropped: r.Dropped})
	return s.replayRows(r)
}

// enter takes in a change that was made. It begins a new line where turns were
// undone: they can't be redone over it.
func (s *Store) enter(made Entry) {
	if len(s.redo) > 0 {
		s.beginLine()
	}
	t := s.turn(made.Turn)
	e := s.add(t, made, Kept)
	s.current[e.Path] = e.After
}

// add puts a change behind all others.
func (s *Store) add(t *turn, made Entry, state TurnState) *entry {
	s.seq++
	e := &entry{state: state, Entry: made, seq: s.seq}
	t.entries = append(t.entries, e)
	t.shown = nil
	if t.sums != nil {
		t.sums.add(e)
	}
	s.paths[e.Path] = append(s.paths[e.Path], e)
	delete(s.seen, e.Path)
	if e.From != "" {
		s.moved[e.From] = append(s.moved[e.From], e)
	}
	return e
}

func (s *Store) beginLine() {
	s.redo = nil
	for _, t := range s.turns {
		if t.state == Undone {
			t.state, t.shown = Branch, nil
		}
		for _, e := range t.entries {
			if e.state == Undone {
				e.state = Branch
			}
		}
	}
}

// went takes in a move that was made.
func (s *Store) went(p Plan) {
	if p.Kind == Redo {
		if n := len(s.redo); n > 0 {
			s.redo[n-1].flip.apply()
			s.redo = s.redo[:n-1]
		}
	} else if f := s.flipTo(p.To); !f.empty() {
		s.redo = append(s.redo, newMove(p, f.apply()))
	}
	s.carried++
	for _, step := range p.Steps {
		s.current[step.Path] = step.Line
		delete(s.seen, step.Path)
		if !step.Then.Same(step.Line) {
			s.seen[step.Path] = known{step.Then, true} // kept or merged: it was seen, and its content is there
		}
	}
}

func newMove(p Plan, back flip) *move {
	m := &move{plan: p, expected: map[string]workspace.State{}, flip: back}
	for _, step := range p.Steps {
		m.expected[step.Path] = step.Expected
	}
	return m
}
