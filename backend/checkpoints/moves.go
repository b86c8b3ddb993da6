package checkpoints

import (
	"fmt"
	"strings"

	"redline/backend/parallel"
	"redline/backend/workspace"
)

// Move is a plan that is being carried out.
type Move struct{ ID string }

// BeginMove stores what the plan replaces, so that even a forced move can be
// redone, and logs the intent. read gives what stands at a path now, which must be
// what the plan says. The files may be written once it returns; then the move is
// settled by CommitMove, or by AbortMove when they were put back. It fails with
// ErrBusy while a file is written, and with ErrOldPlan when anything was recorded
// since the planning.
func (s *Store) BeginMove(p Plan, read Reader) (Move, error) {
	if len(p.Unrestorable) > 0 {
		return Move{}, fmt.Errorf("%s can't be restored: what it was then is not kept any more, or it can't be reached. Leave it as it is to restore the rest", strings.Join(p.Unrestorable, ", "))
	}
	for _, step := range p.Steps {
		defer s.blobs.hold(step.Now.Hash, step.Then.Hash)()
	}
	replaced, err := s.keepReplaced(p, read)
	if err != nil {
		return Move{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(s.open) > 0:
		return Move{}, ErrBusy
	case p.version != s.version:
		return Move{}, ErrOldPlan
	}
	// Redo brings them back, but only until the next change: they get a place of their own.
	if _, err := s.observe(ByOutside, replaced, 0); err != nil {
		return Move{}, err
	}
	id := s.nextID()
	if err := s.write(&record{Kind: kindMove, ID: id, Move: &p}); err != nil {
		return Move{}, err
	}
	s.open[id] = kindMove
	return Move{id}, nil
}

// keptAtOnce is how many bytes of contents are in memory before they are stored, besides
// the file that passes it.
const keptAtOnce = 32 << 20

// keepReplaced stores what a plan replaces, and gives those of it that are edits from
// outside.
func (s *Store) keepReplaced(p Plan, read Reader) (outside []Seen, err error) {
	var steps []Step
	for _, step := range p.Steps {
		if step.Now.Exists {
			steps = append(steps, step)
		}
	}
	for len(steps) > 0 {
		n, size := 0, int64(0)
		for n < len(steps) && (n == 0 || size+steps[n].Now.Size <= keptAtOnce) {
			size += steps[n].Now.Size
			n++
		}
		files := make([]workspace.File, n)
		err := parallel.Each(n, func(i int) (err error) {
			files[i], err = replacing(steps[i], read)
			return err
		})
		if err == nil {
			err = s.blobs.putAll(files)
		}
		if err != nil {
			return nil, err
		}
		for i, f := range files {
			if f.Exists && !f.Same(steps[i].Expected) {
				outside = append(outside, Seen{Sight{Path: steps[i].Path, Known: true}, f})
			}
		}
		steps = steps[n:]
	}
	var made []workspace.File
	for hash, content := range p.made {
		made = append(made, workspace.File{State: workspace.State{Exists: true, Hash: hash, Size: int64(len(content))}, Bytes: content})
	}
	return outside, s.blobs.putAll(made)
}

// replacing reads what a step replaces. Of a file that stays nothing depends on what it
// is: where it can't be read it is none.
func replacing(step Step, read Reader) (workspace.File, error) {
	f, err := read(step.Path)
	if step.Stays() && (err != nil || !f.Same(step.Now)) {
		return workspace.File{}, nil
	}
	if err == nil && !f.Same(step.Now) {
		err = fmt.Errorf("%s %w", step.Path, workspace.ErrStale)
	}
	return f, err
}

// CommitMove makes a move part of the timeline: every file is written.
func (s *Store) CommitMove(id string) error { return s.endMove(id, kindMoved) }

// AbortMove forgets a move whose files stand as they did before it.
func (s *Store) AbortMove(id string) error { return s.endMove(id, kindAbort) }

func (s *Store) endMove(id string, how kind) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.byID[id]; r == nil || r.Kind != kindMove {
		return errNoIntent
	}
	return s.write(&record{Kind: how, ID: id})
}

// Leave lets go of something that was begun and could be neither finished nor taken
// back: others may begin, and it stays in Unsettled until it is settled after the
// next opening.
func (s *Store) Leave(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, id)
}

// Pending is something that was begun and never settled: Redline ended in the
// middle of it.
type Pending struct {
	ID            string
	Path          string // of a change of one file; "" otherwise
	Before, After workspace.State
	Steps         []Step   // of a move or a batch
	Batch         bool     // it is a batch
	Making        []string // folders that a change or a batch was to make, outermost first
}

// Unsettled lists what was begun and never settled, in the order of beginning.
func (s *Store) Unsettled() []Pending {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Pending
	for _, r := range s.pending() {
		p := Pending{ID: r.ID, Path: r.Path}
		switch r.Kind {
		case kindMove:
			p.Steps = r.Move.Steps
		case kindBatch:
			p.Steps, p.Batch = r.steps(), true
			for _, f := range r.Batch {
				p.Making = append(p.Making, f.Making...)
			}
		default:
			p.Before, p.After, p.Making = *r.Before, *r.After, r.Folders
		}
		all = append(all, p)
	}
	return all
}
