package checkpoints

import (
	"fmt"
	"slices"
	"strings"

	"redline/backend/workspace"
)

// MoveKind is how files go to another moment.
type MoveKind string

// The kinds of move.
const (
	Rewind MoveKind = "rewind" // to a turn, back or forward
	Undo   MoveKind = "undo"   // before the latest turn with changes
	Redo   MoveKind = "redo"   // before the latest rewind or undo
)

// Plan is what going to another moment does, worked out before anything is
// written.
type Plan struct {
	Kind      MoveKind
	From, To  int // turns
	Steps     []Step
	Conflicts []Conflict `json:"-"`
	// Unrestorable are paths whose content is no longer kept; a plan with any can't
	// be carried out.
	Unrestorable []string `json:"-"`
	// Folders were made for files that go, outermost first; empty ones are to go
	// too.
	Folders []string `json:",omitempty"`
}

// Step is what becomes of one file.
type Step struct {
	Path      string
	Now, Then workspace.State
}

// Conflict is a file that is not what the timeline says: it was edited outside
// (FS-63).
type Conflict struct {
	Path          string
	Expected, Now workspace.State
}

// Disk tells what stands at a path, in display form.
type Disk func(path string) (workspace.State, error)

// Keep leaves the named files as they are on disk.
func (p Plan) Keep(paths ...string) Plan {
	p.Steps = slices.Clone(p.Steps)
	for i, s := range p.Steps {
		if slices.Contains(paths, s.Path) {
			p.Steps[i].Then = s.Now
		}
	}
	kept := func(c Conflict) bool { return slices.Contains(paths, c.Path) }
	p.Conflicts = slices.DeleteFunc(slices.Clone(p.Conflicts), kept)
	p.Unrestorable = slices.DeleteFunc(slices.Clone(p.Unrestorable), func(s string) bool { return slices.Contains(paths, s) })
	return p
}

// PlanRewind plans to go to the moment after a turn; 0 is before the first. A turn
// on a branch can't be gone to.
func (s *Store) PlanRewind(number int, disk Disk) (Plan, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.turn(number); number != 0 && (t == nil || t.state == Branch) {
		return Plan{}, fmt.Errorf("turn %d: %w", number, ErrNoTurn)
	}
	return s.planTo(Rewind, number, disk)
}

// PlanUndo plans to go to before the latest kept turn with changes (FS-63).
func (s *Store) PlanUndo(disk Disk) (Plan, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.turns) - 1; i >= 0; i-- {
		if t := s.turns[i]; t.state == Kept && len(t.entries) > 0 {
			return s.planTo(Undo, s.before(t.number), disk)
		}
	}
	return Plan{}, ErrNothingToUndo
}

// before gives the kept turn before a turn.
func (s *Store) before(number int) int {
	for i := number - 2; i >= 0; i-- {
		if s.turns[i].state == Kept {
			return s.turns[i].number
		}
	}
	return 0
}

func (s *Store) planTo(kind MoveKind, to int, disk Disk) (Plan, error) {
	p := Plan{Kind: kind, From: s.head(), To: to}
	for path, entries := range s.line() {
		crossed := slices.ContainsFunc(entries, func(e Entry) bool {
			kept := s.turn(e.Turn).state == Kept
			return kept && e.Turn > to || !kept && e.Turn <= to
		})
		if !crossed {
			continue
		}
		then, _ := stateAfter(entries, to)
		if err := s.step(&p, path, then, disk); err != nil {
			return Plan{}, err
		}
		for _, e := range entries {
			if e.Turn > to {
				p.Folders = append(p.Folders, e.Folders...)
			}
		}
	}
	p.sort()
	return p, nil
}

// PlanRedo plans to take back the latest rewind or undo: every file goes back to
// what stood there before it, edits from outside that it replaced included.
func (s *Store) PlanRedo(disk Disk) (Plan, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.redo)
	if n == 0 {
		return Plan{}, ErrNothingToRedo
	}
	last := s.redo[n-1].plan
	p := Plan{Kind: Redo, From: s.head(), To: last.From}
	for _, step := range last.Steps {
		if err := s.step(&p, step.Path, step.Now, disk); err != nil {
			return Plan{}, err
		}
	}
	p.sort()
	return p, nil
}

// RedoTurn is the turn that redo goes back to, 0 when there is nothing to redo.
func (s *Store) RedoTurn() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.redo); n > 0 {
		return s.redo[n-1].plan.From
	}
	return 0
}

func (s *Store) step(p *Plan, path string, then workspace.State, disk Disk) error {
	now, err := disk(path)
	if err != nil {
		return fmt.Errorf("%s can't be compared with the timeline: %w", path, err)
	}
	p.Steps = append(p.Steps, Step{Path: path, Now: now, Then: then})
	if expected := s.current[path]; !now.Same(expected) && !now.Same(then) {
		p.Conflicts = append(p.Conflicts, Conflict{Path: path, Expected: expected, Now: now})
	}
	if then.Exists && !now.Same(then) && !s.blobs.has(then.Hash) {
		p.Unrestorable = append(p.Unrestorable, path)
	}
	return nil
}

func (p *Plan) sort() {
	slices.SortFunc(p.Steps, func(a, b Step) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(p.Conflicts, func(a, b Conflict) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(p.Unrestorable)
	slices.SortStableFunc(p.Folders, func(a, b string) int { return len(a) - len(b) })
	p.Folders = slices.Compact(p.Folders)
}

// line gives the entries of the turns that are kept or can be redone, by path, in
// the order in which they were made.
func (s *Store) line() map[string][]Entry {
	byPath := map[string][]Entry{}
	for _, t := range s.turns {
		if t.state == Branch {
			continue
		}
		for _, e := range t.entries {
			byPath[e.Path] = append(byPath[e.Path], e)
		}
	}
	return byPath
}

// stateAfter gives what a path was after a turn: what its first change after the
// turn replaced, so that edits from outside in between count; else what its last
// change up to the turn wrote.
func stateAfter(entries []Entry, number int) (state workspace.State, known bool) {
	for _, e := range entries {
		if e.Turn > number {
			return e.Before, true
		}
		state, known = e.After, true
	}
	return state, known
}

// At gives what a path was after a turn, and whether that is known: a path that no
// turn on the line changed isn't.
func (s *Store) At(number int, path string) (workspace.State, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return stateAfter(s.line()[path], number)
}

// Difference is a path that was not after a turn what the timeline says it is now.
type Difference struct {
	Path      string
	Now, Then workspace.State
}

// Differences lists the paths that differ between now and after a turn. The disk
// is not looked at.
func (s *Store) Differences(number int) []Difference {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Difference
	for path, entries := range s.line() {
		then, _ := stateAfter(entries, number)
		if now := s.current[path]; !now.Same(then) {
			all = append(all, Difference{path, now, then})
		}
	}
	slices.SortFunc(all, func(a, b Difference) int { return strings.Compare(a.Path, b.Path) })
	return all
}
