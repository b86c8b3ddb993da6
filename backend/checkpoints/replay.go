package checkpoints

import "fmt"

// move is a move through time that was made, and what it did to the turns.
type move struct {
	plan    Plan
	flipped map[int]TurnState // the turns that it changed, with their state before
}

// replay takes a record in: those of the file when it is opened, and each new one.
// An error means that the record doesn't fit what came before.
func (s *Store) replay(r *record) error {
	switch r.Kind {
	case kindTurn:
		return s.replayTurn(r)
	case kindIntent, kindMove:
		if r.ID == "" || r.Kind == kindIntent && (s.turn(r.Turn) == nil || r.Before == nil || r.After == nil) || r.Kind == kindMove && r.Move == nil {
			return fmt.Errorf("an incomplete %s", r.Kind)
		}
		s.byID[r.ID] = r
		_, _ = fmt.Sscanf(r.ID, "c%d", &s.next) // the highest number so far
		return nil
	case kindEntry, kindMoved, kindAbort:
		begun := s.byID[r.ID]
		if begun == nil {
			return fmt.Errorf("the end of something that was not begun")
		}
		delete(s.byID, r.ID)
		switch {
		case r.Kind == kindEntry && r.After != nil && begun.Kind == kindIntent:
			s.enter(begun, r)
		case r.Kind == kindMoved && begun.Kind == kindMove:
			s.moved(*begun.Move)
		case r.Kind != kindAbort:
			return fmt.Errorf("the wrong end of a %s", begun.Kind)
		}
		return nil
	}
	return fmt.Errorf("an unknown kind of record, %q", r.Kind)
}

func (s *Store) replayTurn(r *record) error {
	if r.Info == nil {
		return fmt.Errorf("an incomplete turn")
	}
	if t := s.turn(r.Turn); t != nil {
		t.TurnInfo = *r.Info
		return nil
	}
	if r.Turn != len(s.turns)+1 {
		return fmt.Errorf("turn %d after turn %d", r.Turn, len(s.turns))
	}
	s.turns = append(s.turns, &turn{TurnInfo: *r.Info, number: r.Turn, state: Kept})
	return nil
}

// enter takes in a change that was made. It begins a new line where turns were
// undone: they can't be redone over it.
func (s *Store) enter(begun, r *record) {
	t := s.turn(begun.Turn)
	t.entries = append(t.entries, Entry{
		ID: begun.ID, Turn: begun.Turn, Path: begun.Path, Kind: begun.Change, Before: *begun.Before, After: *r.After,
		Added: begun.Added, Removed: begun.Removed, Folders: r.Folders,
	})
	s.current[begun.Path] = *r.After
	s.redo = nil
	for _, t := range s.turns {
		if t.state == Undone {
			t.state = Branch
		}
	}
}

// moved takes in a move that was made.
func (s *Store) moved(p Plan) {
	for _, step := range p.Steps {
		s.current[step.Path] = step.Then
	}
	if p.Kind == Redo {
		if n := len(s.redo); n > 0 {
			for number, state := range s.redo[n-1].flipped {
				s.turn(number).state = state
			}
			s.redo = s.redo[:n-1]
		}
		return
	}
	m := &move{plan: p, flipped: map[int]TurnState{}}
	for _, t := range s.turns {
		want := t.state
		switch {
		case t.state == Kept && t.number > p.To:
			want = Undone
		case t.state == Undone && t.number <= p.To:
			want = Kept
		}
		if want != t.state {
			m.flipped[t.number] = t.state
			t.state = want
		}
	}
	s.redo = append(s.redo, m)
}
