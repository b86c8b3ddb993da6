package checkpoints

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"redline/backend/workspace"
)

// Usage says what of the budget is used, and what goes next (FS-62, FS-67).
type Usage struct {
	Bytes    int64 // of contents that are kept
	MaxBytes int64
	MaxAge   time.Duration
	Oldest   int // the oldest turn that is kept, 0 for none
	Next     int // the turn that is dropped next, 0 when none can be
	Dropped  int // every turn up to this one is gone, but for pinned ones
	Pinned   int // how many turns are pinned
	// Aside tells that a damaged log lies beside the present one: what only it names is
	// kept, and doesn't count.
	Aside bool
}

// Usage tells how much is kept.
func (s *Store) Usage() Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := Usage{MaxBytes: s.options.MaxBytes, MaxAge: s.options.MaxAge, Dropped: s.base, Aside: s.aside()}
	for _, size := range s.needed() {
		u.Bytes += size
	}
	for _, t := range s.turns {
		switch {
		case t.dropped:
			u.Dropped = t.number
			continue
		case u.Oldest == 0:
			u.Oldest = t.number
		}
		if t.pin != "" {
			u.Pinned++
		}
	}
	if next := s.droppable(); len(next) > 0 {
		u.Next = next[0].number
	}
	return u
}

// Pin names a turn, which is then kept whatever its age and the budget; "" takes the
// name away. White space is collapsed, and what is longer than a label cut off.
func (s *Store) Pin(number int, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.turn(number); t == nil || t.dropped {
		return fmt.Errorf("turn %d: %w", number, ErrNoTurn)
	}
	return s.write(&record{Kind: kindPin, Turn: number, Name: ellipsize(strings.Join(strings.Fields(name), " "))})
}

// aside tells whether a damaged log was kept: contents that only it names may be wanted.
func (s *Store) aside() bool {
	found, err := filepath.Glob(s.log.name + ".damaged*")
	return err != nil || len(found) > 0
}

// tidy drops what is too old or too much, and removes what nothing needs any more.
func (s *Store) tidy() error {
	var old []int
	for _, t := range s.droppable() {
		if t.Time.IsZero() || s.options.Now().Sub(t.Time) <= s.options.MaxAge {
			break
		}
		old = append(old, t.number)
	}
	if err := s.drop(old); err != nil {
		return err
	}
	needed := s.needed()
	for _, size := range needed {
		s.used += size
	}
	if err := s.blobs.sweep(needed, !s.aside()); err != nil {
		return err
	}
	if err := s.fit(); err != nil {
		return err
	}
	return nil
}

// room is what is left of the budget after something was dropped, so that not every
// change drops something.
const room = 0.9

// fit drops the oldest turns while the contents are more than the budget.
func (s *Store) fit() error {
	s.used += s.blobs.book.taken()
	if s.used <= s.options.MaxBytes {
		return nil
	}
	for s.used = s.size(); s.used > s.options.MaxBytes; s.used = s.size() {
		excess := s.used - int64(room*float64(s.options.MaxBytes))
		var numbers []int
		for _, t := range s.droppable() {
			if excess <= 0 {
				break
			}
			for _, e := range t.entries {
				excess -= e.Before.Size + e.After.Size
			}
			numbers = append(numbers, t.number)
		}
		if len(numbers) == 0 {
			return nil // the latest turn is kept whatever its size (FS-62)
		}
		if err := s.drop(numbers); err != nil {
			return err
		}
	}
	return s.compact()
}

func (s *Store) size() (n int64) {
	for _, size := range s.needed() {
		n += size
	}
	return n
}

// droppable gives the turns that may be dropped, the one that goes first in front: not
// the latest, nor a pinned one, nor anything from the first that redo, a change under
// way or a move may still need.
func (s *Store) droppable() []*turn {
	inUse := map[int]bool{}
	for _, m := range s.redo {
		for t := range m.flip.turns {
			inUse[t.number] = true
		}
		for e := range m.flip.entries {
			inUse[e.Turn] = true
		}
	}
	for _, r := range s.byID {
		if r.Kind == kindMove {
			return nil
		}
		inUse[r.Turn] = true
	}
	var all []*turn
	for _, t := range s.turns[:max(len(s.turns)-1, 0)] {
		switch {
		case inUse[t.number] || t.state == Undone:
			return all
		case t.pin == "" && !t.dropped:
			all = append(all, t)
		}
	}
	return all
}

// drop drops turns and removes the contents that nothing needs any more.
func (s *Store) drop(numbers []int) error {
	if len(numbers) == 0 {
		return nil
	}
	before := s.needed()
	if err := s.write(&record{Kind: kindDrop, Turns: numbers}); err != nil {
		return err
	}
	var gone []workspace.Hash
	after := s.needed()
	for h := range before {
		if _, still := after[h]; !still {
			gone = append(gone, h)
		}
	}
	s.blobs.remove(gone, after)
	return nil
}

// forget takes in that turns are dropped. Those before the first that is kept are gone;
// one behind a pinned turn stays as far as the way back to that needs it.
func (s *Store) forget(numbers []int) {
	for _, n := range numbers {
		if t := s.turn(n); t != nil {
			t.dropped, t.shown = true, nil
		}
	}
	gone := map[string]bool{}
	for len(s.turns) > 0 && s.turns[0].dropped {
		for _, e := range s.turns[0].entries {
			gone[e.Path] = true
			gone[e.From] = true
		}
		s.turns = s.turns[1:]
		s.base++
	}
	s.marks = slices.DeleteFunc(s.marks, func(m *Mark) bool { return m.Turn < s.base })
	old := func(e *entry) bool { return e.Turn <= s.base }
	for path := range gone {
		if s.moved[path] = slices.DeleteFunc(s.moved[path], old); len(s.moved[path]) == 0 {
			delete(s.moved, path)
		}
		if s.paths[path] = slices.DeleteFunc(s.paths[path], old); len(s.paths[path]) == 0 {
			delete(s.paths, path)
			delete(s.current, path)
		}
	}
}

// needed gives the contents that something may still be restored from, and their sizes.
func (s *Store) needed() map[workspace.Hash]int64 {
	all := map[workspace.Hash]int64{}
	need := func(states ...workspace.State) {
		for _, st := range states {
			if st.Exists {
				all[st.Hash] = st.Size
			}
		}
	}
	for _, entries := range s.paths {
		previous := 0
		for _, e := range entries {
			switch {
			case !s.turn(e.Turn).dropped:
				need(e.Before, e.After, e.Source)
			case s.keptBetween(previous, e.Turn):
				need(e.Before)
			}
			previous = e.Turn
		}
	}
	for _, m := range s.marks {
		for _, f := range m.Files {
			if f.HasBefore {
				need(f.Before)
			}
			if f.HasAfter {
				need(f.After)
			}
		}
	}
	for _, k := range s.seen {
		if k.has {
			need(k.state)
		}
	}
	for _, m := range s.redo {
		for _, step := range m.plan.Steps {
			need(step.Now, step.Then, step.Expected, step.Line)
		}
	}
	for _, r := range s.byID {
		switch r.Kind {
		case kindMove:
			for _, step := range r.Move.Steps {
				need(step.Now, step.Then, step.Expected, step.Line)
			}
		case kindBatch:
			for _, p := range r.Batch {
				need(p.Before, p.After)
			}
		default:
			need(*r.Before, *r.After)
		}
	}
	return all
}

// keptBetween tells whether a turn that is kept stands from one number up to another.
func (s *Store) keptBetween(from, to int) bool {
	for n := max(from, s.base+1); n < to; n++ {
		if t := s.turn(n); !t.dropped {
			return true
		}
	}
	return false
}
