package checkpoints

import (
	"fmt"
	"slices"
	"strings"

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
		if !step.Now.Exists {
			continue
		}
		f, err := read(step.Path)
		if step.Stays() && (err != nil || !f.Same(step.Now)) {
			continue // nothing replaces it, so nothing depends on it
		}
		if err != nil {
			return Move{}, err
		}
		if !f.Same(step.Now) {
			return Move{}, fmt.Errorf("%s %w", step.Path, workspace.ErrStale)
		}
		if err := s.blobs.put(f); err != nil {
			return Move{}, err
		}
	}
	for hash, content := range p.made {
		f := workspace.File{State: workspace.State{Exists: true, Hash: hash, Size: int64(len(content))}, Bytes: content}
		if err := s.blobs.put(f); err != nil {
			return Move{}, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(s.open) > 0:
		return Move{}, ErrBusy
	case p.version != s.version:
		return Move{}, ErrOldPlan
	}
	id := s.nextID()
	if err := s.write(&record{Kind: kindMove, ID: id, Move: &p}); err != nil {
		return Move{}, err
	}
	s.open[id] = kindMove
	return Move{id}, nil
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
	for id, r := range s.byID {
		p := Pending{ID: id, Path: r.Path}
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
	slices.SortFunc(all, func(a, b Pending) int {
		if len(a.ID) != len(b.ID) {
			return len(a.ID) - len(b.ID)
		}
		return strings.Compare(a.ID, b.ID)
	})
	return all
}
