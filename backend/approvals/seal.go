package approvals

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"sync/atomic"

	"redline/backend/diff"
	"redline/backend/workspace"
)

var (
	// ErrSeal refuses an answer that was given for another content or another file,
	// or that was used before. Nothing is written.
	ErrSeal = errors.New("the answer was given for another content, or was used before; nothing was written. Ask again")
	// ErrMutated ends a question whose content changed after it was shown. Nothing is
	// written.
	ErrMutated = errors.New("what would be written is no longer what was shown, which must not happen; nothing was written. Propose the edit again")
	// ErrOtherEdit refuses a decision that was made looking at something else.
	ErrOtherEdit = errors.New("that answer was given for another edit, or another state of it; nothing was decided. Look at it again")
)

// seal binds an answer to one change of one file: it can't be used for another, nor
// twice.
type seal struct {
	file          string
	deletes       bool
	before, after workspace.Hash // the zero Hash where nothing is
	used          *atomic.Bool
}

func (r *Request) seal(after []byte) seal {
	s := seal{file: r.File, deletes: r.deletes(), before: r.Before.Hash, used: new(atomic.Bool)}
	if !s.deletes {
		s.after = workspace.HashOf(after)
	}
	return s
}

// Redeem uses the answer up for one write: of the file with that canonical name,
// whose content is now before. It fails with ErrSeal when the answer is for something
// else, holds another content than was agreed on, or was used before.
func (a Answer) Redeem(file string, deletes bool, before workspace.State) error {
	s := a.seal
	switch {
	case s.used == nil, !a.Approved,
		s.file != file, s.deletes != deletes, s.before != before.Hash,
		!deletes && s.after != workspace.HashOf(a.After):
		return ErrSeal
	}
	if !s.used.CompareAndSwap(false, true) {
		return ErrSeal
	}
	return nil
}

// Given tells whether there is an answer at all: the zero Answer is none.
func (a Answer) Given() bool { return a.seal.used != nil }

// Seal gives the hashes that the answer is bound to; a deletion has no after.
func (a Answer) Seal() (before, after workspace.Hash) { return a.seal.before, a.seal.after }

// Shown is a digest of everything that a person is shown of the request. A decision
// carries it, so that it can't be taken for one on something else.
func (r *Request) Shown() string { return r.shown }

// digest covers every field that a face shows or that bytes are made of.
func (r *Request) digest() string {
	h := sha256.New()
	part := func(b []byte) {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(b)))
		h.Write(size[:])
		h.Write(b)
	}
	for _, s := range []string{
		r.ID, r.Session, string(r.Kind), r.Key, r.Path, r.From, r.File, r.Change, r.Summary,
		r.MatchedBy, r.RunsLater, r.Irreversible, r.Encoding.Encoding, r.Encoding.LineEnding,
	} {
		part([]byte(s))
	}
	seen := [][]byte{r.Before.Bytes, r.After}
	part(r.Before.Bytes)
	part(r.After)
	side := func(b []byte) {
		// Most diffs are of the very bytes that were taken in already.
		for i, s := range seen {
			if len(s) == len(b) && len(b) > 0 && &s[0] == &b[0] {
				part([]byte{byte(i)})
				return
			}
		}
		part([]byte{byte(len(seen))})
		part(b)
	}
	for _, d := range []*diff.Diff{r.Diff, r.View} {
		if d == nil {
			continue
		}
		side(d.Before)
		side(d.After)
		for _, k := range d.Hunks {
			for _, n := range []int{k.Index, k.Old.From, k.Old.To, k.New.From, k.New.To} {
				var b [8]byte
				binary.BigEndian.PutUint64(b[:], uint64(n))
				h.Write(b[:])
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
