package checkpoints

import (
	"fmt"
	"maps"
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
	// Unrestorable are paths whose content is no longer kept, or that can't be
	// reached; a plan is only carried out once each of them is to be left as it is.
	Unrestorable []string `json:"-"`
	// Folders were made for files that go, outermost first; empty ones are to go
	// too.
	Folders []string `json:",omitempty"`
	// Make are folders that come back, outermost first; those that files need are made
	// with them.
	Make []string `json:",omitempty"`

	version int                       // of the store that it was made for
	made    map[workspace.Hash][]byte // contents that merging made, kept when the move begins
}

// Step is what becomes of one file.
type Step struct {
	Path      string
	Now, Then workspace.State // on disk: before and after
	// Expected and Line are what the timeline says stands there before and after.
	// They differ from Now and Then where a person's edits are: those stay known as
	// such.
	Expected, Line workspace.State
}

// Stays tells whether the file is left as it is.
func (s Step) Stays() bool { return s.Now.Same(s.Then) && s.Now.Mode == s.Then.Mode }

// Conflict is a file that is not what the timeline says: it was edited outside
// (FS-63).
type Conflict struct {
	Path          string
	Expected, Now workspace.State
}

// Disk tells what stands at a path, in display form.
type Disk func(path string) (workspace.State, error)

// Keep leaves the named files as they are on disk. For the timeline they remain
// edits from outside: the next move finds them again.
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

// step finds the step of a path.
func (p Plan) step(path string) (Step, bool) {
	i := slices.IndexFunc(p.Steps, func(s Step) bool { return s.Path == path })
	if i < 0 {
		return Step{}, false
	}
	return p.Steps[i], true
}

// settled is the plan without a conflict that somebody chose for.
func (p Plan) settled(path string) Plan {
	p.Conflicts = slices.DeleteFunc(slices.Clone(p.Conflicts), func(c Conflict) bool { return c.Path == path })
	return p
}

// write makes content what the path holds when the plan is carried out.
func (p Plan) write(path string, content []byte) Plan {
	p.Steps, p.made = slices.Clone(p.Steps), maps.Clone(p.made)
	if p.made == nil {
		p.made = map[workspace.Hash][]byte{}
	}
	for i := range p.Steps {
		if then := &p.Steps[i].Then; p.Steps[i].Path == path {
			then.Hash, then.Size = workspace.HashOf(content), int64(len(content))
			p.made[then.Hash] = content
		}
	}
	return p
}

// PlanRewind plans to go to the moment after a turn; 0 is before the first. A turn
// on a branch can't be gone to.
func (s *Store) PlanRewind(number int, disk Disk) (Plan, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.reachable(number); err != nil {
		return Plan{}, err
	}
	return s.planTo(Rewind, number, disk), nil
}

// PlanUndo plans to go to before the latest kept turn that changed files (FS-63).
func (s *Store) PlanUndo(disk Disk) (Plan, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if number := s.undoTurn(); number > 0 {
		return s.planTo(Undo, s.before(number), disk), nil
	}
	return Plan{}, ErrNothingToUndo
}

// UndoTurn is the turn that undo takes back, 0 when there is nothing to undo. Turns
// that left every file as it was are passed over.
func (s *Store) UndoTurn() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.undoTurn()
}

func (s *Store) undoTurn() int {
	for _, t := range slices.Backward(s.turns) {
		if t.effective() {
			if t.dropped {
				return 0 // it can't be taken back by itself any more
			}
			return t.number
		}
	}
	return 0
}

// reachable refuses a moment that can't be gone to. The end of turns that were dropped
// can be: it is the beginning of the next one.
func (s *Store) reachable(number int) error {
	t := s.turn(number)
	switch {
	case number == s.base:
		return nil
	case number >= 0 && number < s.base:
		return fmt.Errorf("turn %d %w. The earliest moment is that before turn %d (turn %d)", number, ErrDropped, s.base+1, s.base)
	case t == nil, t.state == Branch:
		return fmt.Errorf("turn %d: %w", number, ErrNoTurn)
	}
	if next := s.turn(number + 1); t.dropped && (next == nil || next.dropped) {
		return fmt.Errorf("turn %d %w", number, ErrDropped)
	}
	return nil
}

// before gives the kept turn before a turn.
func (s *Store) before(number int) int {
	for i := number - 2 - s.base; i >= 0; i-- {
		if s.turns[i].state == Kept {
			return s.turns[i].number
		}
	}
	return s.base
}

func (s *Store) planTo(kind MoveKind, to int, disk Disk) Plan {
	p := Plan{Kind: kind, From: s.head(), To: to, version: s.version}
	f := s.flipTo(to)
	paths := map[string]bool{}
	for e := range f.entries {
		if !e.folder() {
			paths[e.Path] = true
		}
	}
	for path := range paths {
		then, _ := s.asOf(to, path)
		s.step(&p, Step{Path: path, Then: then, Line: then}, disk, then)
	}
	p.finish(f)
	return p
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
	last := s.redo[n-1]
	p := Plan{Kind: Redo, From: s.head(), To: last.plan.From, version: s.version}
	for _, step := range last.plan.Steps {
		s.step(&p, Step{Path: step.Path, Then: step.Now, Line: step.Expected}, disk, step.Then)
	}
	p.finish(last.flip)
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

// step completes a step with what stands at its path, and adds it to the plan. left is
// what may stand there besides without being an edit from outside.
func (s *Store) step(p *Plan, step Step, disk Disk, left workspace.State) {
	now, err := disk(step.Path)
	step.Now, step.Expected = now, s.current[step.Path]
	if err != nil {
		// One file that can't be reached keeps no other from going back.
		step.Now = step.Expected
		p.Steps = append(p.Steps, step)
		p.Unrestorable = append(p.Unrestorable, step.Path)
		return
	}
	p.Steps = append(p.Steps, step)
	if !now.Same(step.Expected) && !now.Same(step.Then) && !now.Same(left) {
		p.Conflicts = append(p.Conflicts, Conflict{Path: step.Path, Expected: step.Expected, Now: now})
	}
	if step.Then.Exists && !now.Same(step.Then) {
		if _, err := s.blobs.get(step.Then.Hash); err != nil {
			p.Unrestorable = append(p.Unrestorable, step.Path)
		}
	}
}

// finish adds the folders of the changes that are undone and of those that come back,
// and puts all in order.
func (p *Plan) finish(f flip) {
	for e, state := range f.entries {
		switch {
		case state == Undone:
			p.Folders = append(p.Folders, e.Folders...)
		case state == Kept && e.folder():
			p.Make = append(p.Make, e.Folders...)
		}
	}
	slices.SortFunc(p.Steps, func(a, b Step) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(p.Conflicts, func(a, b Conflict) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(p.Unrestorable)
	// A folder's name begins that of what is in it, and sorts before it.
	slices.Sort(p.Folders)
	p.Folders = slices.Compact(p.Folders)
	slices.Sort(p.Make)
	p.Make = slices.Compact(p.Make)
}

// asOf gives what a path was after a turn, and whether that is known. It is what
// the first later change replaced, so that edits from outside in between count, or
// else what the timeline says now. For a turn that is undone, now is when it was
// last kept.
func (s *Store) asOf(number int, path string) (state workspace.State, known bool) {
	if t := s.turn(number); number < s.base || number > s.base && (t == nil || t.state == Branch) {
		return workspace.State{}, false
	}
	counts := func(e *entry) bool { return e.state == Kept }
	state = s.current[path]
	if s.undone(number) {
		state, counts = s.whenKept(number, path)
	}
	for _, e := range s.paths[path] {
		known = known || e.state != Branch
		if counts(e) && e.Turn > number {
			return e.Before, true
		}
	}
	return state, known
}

// whenKept gives what the timeline said of a path just before a turn was undone,
// and which changes counted then.
func (s *Store) whenKept(number int, path string) (state workspace.State, counted func(*entry) bool) {
	state = s.current[path]
	for _, m := range slices.Backward(s.redo) {
		if was, moved := m.expected[path]; moved {
			state = was
		}
		if m.flip.turns[s.turn(number)] == Kept {
			return state, func(e *entry) bool { return m.flip.entries[e] == Kept }
		}
	}
	return state, func(*entry) bool { return false }
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
	for path := range s.paths {
		then, known := s.asOf(number, path)
		if now := s.current[path]; known && !now.Same(then) {
			all = append(all, Difference{path, now, then})
		}
	}
	slices.SortFunc(all, func(a, b Difference) int { return strings.Compare(a.Path, b.Path) })
	return all
}
