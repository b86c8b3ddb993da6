package checkpoints

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"redline/backend/workspace"
)

// minCompact is the size, in bytes, below which a log is not written anew: it is read in
// a few milliseconds whatever it holds.
const minCompact = 1 << 20

// compact writes the log anew when it has more than twice as many lines as what it came
// to needs. The new one is durable before it takes the old one's name.
func (s *Store) compact() error {
	if s.log.broken != nil || s.log.size < minCompact || s.log.lines <= 2*s.lines() {
		return nil
	}
	var lines bytes.Buffer
	records, err := s.records()
	if err != nil {
		return err
	}
	for _, r := range records {
		line, err := r.line()
		if err != nil {
			return err
		}
		lines.Write(line)
	}
	fresh, err := writeLog(s.log.name, lines.Bytes())
	if fresh == nil {
		return fmt.Errorf("the timeline could not be saved: %w", err)
	}
	old := s.log
	s.log = fresh
	return errors.Join(err, old.close())
}

// lines is about how many lines a log that is written anew has.
func (s *Store) lines() int {
	return 1 + len(s.turns) + len(s.redo) + len(s.byID) + len(s.marks) + len(s.seen)
}

// flipped is a flip as the log has it.
type flipped struct {
	Turns   map[int]TurnState `json:"turns,omitempty"`
	Entries []entryState      `json:"entries,omitempty"`
}

// entryState names a change and a state of it.
type entryState struct {
	ID    string    `json:"id"`
	Path  string    `json:"path"`
	State TurnState `json:"state"`
}

// records gives what a log has to say so that reading it makes this store. Every
// beginning of them is a timeline too: the same, up to some change.
func (s *Store) records() ([]*record, error) {
	all := []*record{{Kind: kindBegin, Base: s.base, Next: s.next, Marks: s.lastMark}}
	for _, m := range s.marks {
		all = append(all, &record{Kind: kindOutside, Mark: m})
	}
	var entries []*entry
	for _, t := range s.turns {
		entries = append(entries, t.entries...)
	}
	slices.SortFunc(entries, func(a, b *entry) int { return a.seq - b.seq })
	told := 0
	tell := func(number int) {
		for ; told < len(s.turns) && s.turns[told].number <= number; told++ {
			t := s.turns[told]
			all = append(all, &record{Kind: kindTurn, Turn: t.number, Info: &t.TurnInfo, State: t.state, Name: t.pin, Dropped: t.dropped})
		}
	}
	last := map[string]workspace.State{}
	for _, e := range entries {
		tell(e.Turn)
		r := all[len(all)-1]
		if r.Turn != e.Turn || r.Kind != kindTurn && r.Kind != kindKept {
			r = &record{Kind: kindKept, Turn: e.Turn}
			all = append(all, r)
		}
		row, err := rowOf(e)
		if err != nil {
			return nil, err
		}
		r.Rows = append(r.Rows, row)
		last[e.Path] = e.After
	}
	tell(s.base + len(s.turns))
	for path, now := range s.current {
		if last[path] != now {
			all = append(all, &record{Kind: kindNow, Path: path, After: &now})
		}
	}
	for _, m := range s.redo {
		all = append(all, &record{Kind: kindRedo, Move: &m.plan, Flip: m.flip.record()})
	}
	for path, k := range s.seen {
		all = append(all, &record{Kind: kindSeen, Path: path, After: &k.state, Known: k.has})
	}
	return append(all, s.pending()...), nil
}

// pending gives what was begun and has no end, in the order of beginning.
func (s *Store) pending() []*record {
	var all []*record
	for _, r := range s.byID {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b *record) int {
		if len(a.ID) != len(b.ID) {
			return len(a.ID) - len(b.ID)
		}
		return strings.Compare(a.ID, b.ID)
	})
	return all
}

func (f flip) record() *flipped {
	r := &flipped{Turns: map[int]TurnState{}}
	for t, state := range f.turns {
		r.Turns[t.number] = state
	}
	for e, state := range f.entries {
		r.Entries = append(r.Entries, entryState{e.ID, e.Path, state})
	}
	return r
}

// flip finds the turns and changes that a record names.
func (s *Store) flip(r *flipped) (flip, error) {
	f := newFlip()
	for number, state := range r.Turns {
		t := s.turn(number)
		if t == nil {
			return f, fmt.Errorf("a move of turn %d, which is not there", number)
		}
		f.turns[t] = state
	}
	for _, e := range r.Entries {
		i := slices.IndexFunc(s.paths[e.Path], func(known *entry) bool { return known.ID == e.ID })
		if i < 0 {
			return f, fmt.Errorf("a move of a change of %s, which is not there", e.Path)
		}
		f.entries[s.paths[e.Path][i]] = e.State
	}
	return f, nil
}

// replayKept takes in what turns are kept, and what a log that was written anew says.
func (s *Store) replayKept(r *record) error {
	t := s.turn(r.Turn)
	switch {
	case r.Kind == kindDrop:
		s.forget(r.Turns)
	case r.Kind == kindPin && t != nil:
		t.pin, t.shown = r.Name, nil
	case r.Kind == kindOutside && r.Mark != nil:
		s.marked(r.Mark)
		s.calm = true
	case r.Kind == kindSeen && r.After != nil:
		s.seen[r.Path] = known{*r.After, r.Known}
	case r.Kind == kindBegin && s.version == 1:
		s.base, s.next, s.lastMark = r.Base, r.Next, r.Marks
	case r.Kind == kindKept && t != nil:
		return s.replayRows(r)
	case r.Kind == kindNow && r.After != nil:
		s.current[r.Path] = *r.After
	case r.Kind == kindRedo && r.Move != nil && r.Flip != nil:
		f, err := s.flip(r.Flip)
		if err != nil {
			return err
		}
		s.redo = append(s.redo, newMove(*r.Move, f))
	default:
		return fmt.Errorf("an incomplete or misplaced %s", r.Kind)
	}
	return nil
}

// replayRows takes in the changes that a record lists, and whether each counts.
func (s *Store) replayRows(r *record) error {
	t := s.turn(r.Turn)
	for _, row := range r.Rows {
		e, state, err := parseRow(row, r.Turn)
		if err != nil {
			return err
		}
		s.add(t, e, state)
		s.current[e.Path] = e.After
	}
	return nil
}
