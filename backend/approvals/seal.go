package approvals

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/maphash"
	"io"
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
	switch {
	case s.deletes:
	case r.print != 0 && bytes.Equal(after, r.After): // as it was when it was put to the person
		s.after = r.afterHash
	default:
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

// keep takes in what the request says as it is put to the person.
func (r *Request) keep() {
	r.afterHash = workspace.HashOf(r.After)
	r.shown, r.print = r.digest(), r.fingerprint()
}

// digest covers every field that a face shows or that bytes are made of; contents by
// their hash.
func (r *Request) digest() string {
	h := sha256.New()
	r.cover(h, func(b []byte) {
		sum := workspace.HashOf(b)
		h.Write(sum[:])
	})
	return hex.EncodeToString(h.Sum(nil))
}

// prints makes fingerprints of one process unlike those of any other.
var prints = maphash.MakeSeed()

// fingerprint covers what digest does. It tells within this process that nothing of it
// has changed, many times faster than the digest does.
func (r *Request) fingerprint() uint64 {
	var h maphash.Hash
	h.SetSeed(prints)
	r.cover(&h, func(b []byte) { number(&h, maphash.Bytes(prints, b)) })
	return h.Sum64()
}

// number writes a number to a hash, which never fails.
func number(h io.Writer, n uint64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], n)
	_, _ = h.Write(b[:])
}

// cover writes every field to h, and every content by way of content.
func (r *Request) cover(h io.Writer, content func([]byte)) {
	for _, s := range []string{
		r.ID, r.Session, string(r.Kind), r.Key, r.Path, r.From, r.File, r.Change, r.Summary,
		r.MatchedBy, r.RunsLater, r.Irreversible, r.Mode.String(), r.Encoding.Encoding, r.Encoding.LineEnding,
	} {
		number(h, uint64(len(s)))
		_, _ = io.WriteString(h, s)
	}
	content(r.Before.Bytes)
	content(r.After)
	for _, d := range []*diff.Diff{r.Diff, r.View} {
		if d == nil {
			continue
		}
		for _, b := range [][]byte{d.Before, d.After} {
			// Most diffs are of the very bytes that were taken in already.
			switch {
			case alias(b, r.Before.Bytes):
				number(h, 0)
			case alias(b, r.After):
				number(h, 1)
			default:
				number(h, 2)
				content(b)
			}
		}
		for _, k := range d.Hunks {
			for _, n := range []int{k.Index, k.Old.From, k.Old.To, k.New.From, k.New.To} {
				number(h, uint64(n))
			}
		}
	}
}

// alias tells whether two contents are the same memory.
func alias(a, b []byte) bool { return len(a) == len(b) && len(a) > 0 && &a[0] == &b[0] }
