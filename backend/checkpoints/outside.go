package checkpoints

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"redline/backend/workspace"
)

// By says who changed files past the tools.
type By string

// Who it can be.
const (
	ByOutside By = "outside" // a person, or a program of theirs
	ByCommand By = "command" // a command that a turn ran
)

// Mark is a change of files past the tools, between two turns. It changes nothing of
// what the timeline says of a file: what was edited outside stays a conflict until it
// is kept, restored or merged.
type Mark struct {
	ID   string // begins with "o"
	Turn int    // after which it was seen
	By   By
	Time time.Time // when it was last seen to grow
	// Files are in the order of their paths. Of more than MaxMarked files the rest is
	// only counted.
	Files []MarkedFile
	More  int
}

// MarkedFile is one file of a mark. HasBefore and HasAfter say whether it is known what
// it was and is; a content that is known is kept.
type MarkedFile struct {
	Path                string
	Before, After       workspace.State
	HasBefore, HasAfter bool
}

// MaxMarked is how many files a mark names: a build can change thousands, and none of
// them by itself means anything to a person.
const MaxMarked = 200

// Change names what became of the file; one of which it isn't known what it was, and
// which is there, was edited or created.
func (f MarkedFile) Change() string {
	switch {
	case !f.After.Exists:
		return Deleted
	case f.HasBefore && !f.Before.Exists:
		return Created
	}
	return Edited
}

// Marks gives the changes from outside, the oldest first. Those before the oldest turn
// that is kept are dropped with the turns.
func (s *Store) Marks() []Mark {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]Mark, len(s.marks))
	for i, m := range s.marks {
		all[i] = *m
	}
	return all
}

// Mark finds a mark.
func (s *Store) Mark(id string) (Mark, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.markAt(id); i >= 0 {
		return *s.marks[i], true
	}
	return Mark{}, false
}

func (s *Store) markAt(id string) int {
	return slices.IndexFunc(s.marks, func(m *Mark) bool { return m.ID == id })
}

// Sight is what the store knows of a path before somebody looks at it.
type Sight struct {
	Path  string
	Known bool // some turn changed it

	changes, moves int // so that a change in the meantime is noticed
}

// Look begins a look at a path. ok is false while the path is being written: it is then
// to be looked at later.
func (s *Store) Look(path string) (_ Sight, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sight(path), !s.underWay(path)
}

func (s *Store) sight(path string) Sight {
	_, known := s.current[path]
	return Sight{Path: path, Known: known, changes: len(s.paths[path]), moves: s.carried}
}

// underWay tells whether something that was begun is about a path.
func (s *Store) underWay(path string) bool {
	for _, r := range s.byID {
		switch r.Kind {
		case kindMove:
			if _, is := r.Move.step(path); is {
				return true
			}
		case kindBatch:
			if slices.ContainsFunc(r.Batch, func(p planned) bool { return p.Path == path }) {
				return true
			}
		default:
			if r.Path == path {
				return true
			}
		}
	}
	return false
}

// Seen is what was found at a path that was looked at.
type Seen struct {
	Sight
	// File is what stands there. Of a path that isn't Known only whether it is there and
	// its size are taken.
	File workspace.File
}

// Observe takes in what was seen at paths. What differs from what the timeline says, or
// from what was seen before, is put in a mark; the latest grows as long as no turn, change
// or move came after it. more counts files that were not looked at. It tells whether
// anything is new, and which paths were written meanwhile and are to be looked at again.
func (s *Store) Observe(by By, seen []Seen, more int) (news bool, again []string, err error) {
	var hashes []workspace.Hash
	for _, f := range seen {
		hashes = append(hashes, f.File.Hash)
	}
	defer s.blobs.hold(hashes...)()
	for _, f := range seen {
		if f.Known {
			if err := s.blobs.put(f.File); err != nil {
				return false, nil, err
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	still := slices.DeleteFunc(slices.Clone(seen), func(f Seen) bool {
		moved := s.underWay(f.Path) || s.sight(f.Path) != f.Sight
		if moved {
			again = append(again, f.Path)
		}
		return moved
	})
	news, err = s.observe(by, still, more)
	return news, again, err
}

func (s *Store) observe(by By, seen []Seen, more int) (news bool, err error) {
	m := s.growing(by)
	var replaced []workspace.Hash
	for _, f := range seen {
		if m.take(f, s.known(f.Sight), &replaced) {
			news = true
		}
	}
	if !news && more == 0 {
		return false, nil
	}
	m.Time, m.More = s.options.Now(), m.More+more
	slices.SortFunc(m.Files, func(a, b MarkedFile) int { return strings.Compare(a.Path, b.Path) })
	if extra := len(m.Files) - MaxMarked; extra > 0 {
		m.Files, m.More = m.Files[:MaxMarked:MaxMarked], m.More+extra
	}
	if err := s.write(&record{Kind: kindOutside, Mark: &m}); err != nil {
		return false, err
	}
	if len(replaced) > 0 {
		s.blobs.remove(replaced, s.needed())
	}
	_ = s.fit() // as in Commit
	return true, nil
}

// growing gives a copy of the latest mark, if nothing happened since, else a new one.
func (s *Store) growing(by By) Mark {
	if n := len(s.marks); n > 0 && s.calm && s.marks[n-1].By == by {
		m := *s.marks[n-1]
		m.Files = slices.Clone(m.Files)
		return m
	}
	return Mark{ID: fmt.Sprintf("o%d", s.lastMark+1), Turn: s.head(), By: by}
}

// known is what was last known to stand at a path.
type known struct {
	state workspace.State
	has   bool
}

func (s *Store) known(at Sight) known {
	if k, ok := s.seen[at.Path]; ok {
		return k
	}
	now, has := s.current[at.Path]
	return known{now, has}
}

// take puts a file in the mark, or takes it out where it is again what it was, and tells
// whether that is news. Contents that it let go of are added to replaced.
func (m *Mark) take(f Seen, last known, replaced *[]workspace.Hash) bool {
	after := f.File.State
	if !f.Known {
		after = workspace.State{Exists: after.Exists, Size: after.Size}
	}
	i := slices.IndexFunc(m.Files, func(known MarkedFile) bool { return known.Path == f.Path })
	switch {
	case i < 0 && last.state.Same(after): // also what was made and went again unseen
		return false
	case i < 0:
		m.Files = append(m.Files, MarkedFile{Path: f.Path, Before: last.state, HasBefore: last.has})
		i = len(m.Files) - 1
	case m.Files[i].After.Same(after):
		return false
	case m.Files[i].HasAfter:
		*replaced = append(*replaced, m.Files[i].After.Hash)
	}
	if was := m.Files[i]; was.HasBefore && was.Before.Same(after) {
		m.Files = slices.Delete(m.Files, i, i+1)
		return true
	}
	m.Files[i].After, m.Files[i].HasAfter = after, f.Known || !after.Exists
	return true
}

// marked takes a mark in. One without files is no more.
func (s *Store) marked(m *Mark) {
	_, _ = fmt.Sscanf(m.ID, "o%d", &s.lastMark)
	i := s.markAt(m.ID)
	if i >= 0 {
		for _, f := range s.marks[i].Files {
			delete(s.seen, f.Path)
		}
		s.marks = slices.Delete(s.marks, i, i+1)
	}
	if len(m.Files) == 0 && m.More == 0 {
		return
	}
	if i < 0 {
		i = len(s.marks)
	}
	s.marks = slices.Insert(s.marks, i, m)
	for _, f := range m.Files {
		s.seen[f.Path] = known{f.After, f.HasAfter}
	}
}
