package search

import (
	"sync/atomic"

	"redline/backend/workspace"
)

// chunkSize is how many names of a folder are looked at in one go: enough to make
// taking a task cheap, few enough for a folder of many files to be shared.
const chunkSize = 64

// node is a folder that a walk met.
type node[T any] struct {
	above  *node[T] // the folder that it is opened from, until it is
	name   string
	path   string // from where ignore rules begin, with a "/" behind; "" there
	state  any    // the visitor's
	rules  *rules
	folder *workspace.Folder
	single bool         // it stands for the one file that the search is of
	holds  atomic.Int32 // what still needs folder to be open

	// Set once the folder was read, and then only slots and chunks by whoever works
	// on them.
	listed  bool
	entries []workspace.FolderEntry // those that are visited or entered
	slots   []slot[T]               // what came of each
	chunks  []chunk
	counts  Counts // of the names that were not kept
}

// slot is the place of one name in the walk's order.
type slot[T any] struct {
	folder *node[T] // the name is a folder that is entered
	hit    T
	has    bool
}

// chunk is a run of a folder's names.
type chunk struct {
	from, to int
	done     bool
	counts   Counts
}

func (n *node[T]) release() {
	if n.holds.Add(-1) == 0 {
		n.folder.Close()
	}
}

// cursor goes through what was found in walk order, as far as everything before is
// done.
type cursor[T any] struct {
	frames []frame[T]
	counts Counts
	emit   func(T) bool
}

type frame[T any] struct {
	n       *node[T]
	chunk   int
	slot    int
	counted bool
}

// advance gives away what is done and next in order. It is false when no more is
// wanted.
func (c *cursor[T]) advance() bool {
	for len(c.frames) > 0 {
		f := &c.frames[len(c.frames)-1]
		if !f.n.listed {
			return true
		}
		if f.chunk == 0 && !f.counted {
			c.counts.add(&f.n.counts)
			f.counted = true
		}
		if f.chunk == len(f.n.chunks) {
			c.frames = c.frames[:len(c.frames)-1]
			continue
		}
		part := &f.n.chunks[f.chunk]
		if !part.done {
			return true
		}
		if f.slot == part.to {
			c.counts.add(&part.counts)
			f.chunk++
			continue
		}
		s := &f.n.slots[f.slot]
		f.slot++
		if s.has && !c.emit(s.hit) {
			c.counts.add(&part.counts)
			return false
		}
		if s.folder != nil {
			c.frames = append(c.frames, frame[T]{n: s.folder})
			s.folder = nil
		}
	}
	return true
}
