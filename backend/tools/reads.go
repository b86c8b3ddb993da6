package tools

import (
	"fmt"
	"sync"

	"redline/backend/workspace"
)

// Reads remembers what a chat has seen of each file, by content, so that a model
// edits only what it has read (read-before-write). Two spellings of one file are
// one entry.
type Reads struct {
	mu   sync.Mutex
	seen map[string]workspace.Hash
}

// Note records that the chat knows this content of p: it read it or wrote it.
func (r *Reads) Note(p workspace.Path, h workspace.Hash) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen == nil {
		r.seen = map[string]workspace.Hash{}
	}
	r.seen[p.Canonical()] = h
}

// Check tells why the chat may not edit a file whose content is now h: it was
// never read, or it changed since. A nil Reads requires nothing.
func (r *Reads) Check(p workspace.Path, h workspace.Hash) error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	seen, ok := r.seen[p.Canonical()]
	switch {
	case !ok:
		return fmt.Errorf("%s was not read in this chat; nothing was changed. Read it with read_file, then edit it", p)
	case seen != h:
		return fmt.Errorf("%s changed since it was read; nothing was changed. Read it again, then redo the edit", p)
	}
	return nil
}
