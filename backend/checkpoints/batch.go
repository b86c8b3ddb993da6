package checkpoints

import (
	"redline/backend/workspace"
)

// planned is one file of a batch, as it is logged before it is written.
type planned struct {
	Path    string          `json:"path"`
	Change  string          `json:"change"`
	Before  workspace.State `json:"before"`
	After   workspace.State `json:"after"`
	Added   int             `json:"added,omitempty"`
	Removed int             `json:"removed,omitempty"`
	Making  []string        `json:"making,omitempty"` // folders that are made for it, outermost first
	Net     Net             `json:"net,omitzero"`
	From    string          `json:"from,omitempty"`
	Source  workspace.State `json:"source,omitzero"`
}

// Written is what became of one file of a batch.
type Written struct {
	State   workspace.State
	Folders []string // that were made for it, outermost first
}

// BeginAll stores and logs changes of several files that are made together or not at
// all, as Begin does for one. The files may be written once it returns; the batch is
// settled by CommitAll, or by AbortAll when every file stands as before. A batch that
// is never settled is in Unsettled, with its files as steps. All changes must be of
// one turn, the first one's; none of them twice the same file.
func (s *Store) BeginAll(changes []Change) (Intent, error) {
	for _, c := range changes {
		defer s.blobs.hold(c.Before.Hash, c.After.Hash)()
	}
	if err := s.storeAll(changes); err != nil {
		return Intent{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moving() {
		return Intent{}, ErrBusy
	}
	number, err := s.turnFor(changes[0])
	if err != nil {
		return Intent{}, err
	}
	r := &record{Kind: kindBatch, ID: s.nextID(), Turn: number}
	for _, c := range changes {
		r.Batch = append(r.Batch, planned{
			Path: c.Path, Change: c.Kind, Before: c.Before.State, After: c.After.State,
			Added: c.Added, Removed: c.Removed, Net: s.net(s.turn(number), c), From: c.From, Source: c.Source, Making: c.Making,
		})
	}
	if err := s.write(r); err != nil {
		return Intent{}, err
	}
	s.open[r.ID] = kindBatch
	return Intent{ID: r.ID, Turn: number}, nil
}

// storeAll keeps what the changes replace and write.
func (s *Store) storeAll(changes []Change) error {
	var files []workspace.File
	for _, c := range changes {
		files = append(files, c.Before, c.After)
	}
	return s.blobs.putAll(files)
}

// moving tells whether files are going to another moment.
func (s *Store) moving() bool {
	for _, k := range s.open {
		if k == kindMove {
			return true
		}
	}
	return false
}

// CommitAll makes a batch part of the timeline: every file is written; written says
// what stands there now, in the order of the changes.
func (s *Store) CommitAll(id string, written []Written) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.byID[id]
	if r == nil || r.Kind != kindBatch || len(written) != len(r.Batch) {
		return errNoIntent
	}
	if err := s.write(&record{Kind: kindBatched, ID: id, Written: written}); err != nil {
		return err
	}
	_ = s.fit() // as in Commit
	return nil
}

// AbortAll forgets a batch whose files stand as they did before it.
func (s *Store) AbortAll(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.byID[id]; r == nil || r.Kind != kindBatch {
		return errNoIntent
	}
	return s.write(&record{Kind: kindAbort, ID: id})
}

// steps gives the files of a batch as steps from before it to after it.
func (r *record) steps() []Step {
	steps := make([]Step, len(r.Batch))
	for i, p := range r.Batch {
		steps[i] = Step{Path: p.Path, Now: p.Before, Then: p.After}
	}
	return steps
}

// enterAll takes in a batch that was made, a change for each file.
func (s *Store) enterAll(begun, r *record) {
	for i, p := range begun.Batch {
		s.enter(Entry{
			ID: begun.ID, Turn: begun.Turn, Path: p.Path, Kind: p.Change, Before: p.Before, After: r.Written[i].State,
			Added: p.Added, Removed: p.Removed, Net: p.Net, From: p.From, Source: p.Source, Folders: r.Written[i].Folders,
		})
	}
}
