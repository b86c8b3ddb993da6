package patch

import (
	"fmt"
	"strings"
)

// A step is one way to compare a line of the patch with one of the file (FS-52).
type step struct {
	name string
	same func(want Line, t *text, i int) bool
}

// steps are tried in this order; a later one only where no earlier one finds a place.
var steps = []step{
	{"exact", func(want Line, t *text, i int) bool { return t.ending(i) == want.ending() && t.line(i) == want.Text }},
	{"line endings", func(want Line, t *text, i int) bool { return t.line(i) == want.Text }},
	{"trailing space", func(want Line, t *text, i int) bool { return trimEnd(t.line(i)) == trimEnd(want.Text) }},
	{"surrounding space", func(want Line, t *text, i int) bool {
		return strings.TrimSpace(t.line(i)) == strings.TrimSpace(want.Text)
	}},
}

func trimEnd(s string) string { return strings.TrimRight(s, " \t") }

func (l Line) ending() string {
	switch {
	case l.Bare:
		return ""
	case l.CR:
		return "\r\n"
	}
	return "\n"
}

// A place is where a hunk's old lines stand.
type place struct {
	at   int // the first line, counted from 0
	step int
	note string // what was guessed
}

// find looks for the old lines of a hunk from line `from` on. near is the line that
// is hinted at, or -1.
func (f *File) find(i int, t *text, from, near int) (place, error) {
	h := &f.Hunks[i]
	old := h.old()
	if old.len() == 0 {
		return f.insertion(i, t, from, near)
	}
	q := &query{t: t, old: old, from: from, last: t.len() - old.len(), near: near, rarest: -1}
	if h.AtEnd {
		q.from = max(from, q.last)
	}
	if at, ok := q.find(); ok {
		return at, nil
	}
	if t.work <= 0 {
		return place{}, f.refuseHunk(i, "its lines are like so many places of the file that they could not all be looked at; say where it stands by @@ -LINE,COUNT +LINE,COUNT @@ with the right line, or make fewer changes at once")
	}
	return place{}, f.misplaced(i, t, from, near)
}

// find tries one step after the other.
func (q *query) find() (place, bool) {
	for s := range steps {
		if best, n := q.places(s); n > 0 {
			return place{at: best, step: s, note: chosen(best, n, q.near)}, true
		}
	}
	return place{}, false
}

// query is where old lines are looked for: at the lines from..last.
type query struct {
	t                *text
	old              oldLines
	from, last, near int
	rarest           int // the old line that the file has least often, -1 before it is known
}

// places gives the line at which the old lines stand by a step, and how many such there
// are: the hinted one alone, if they stand there; otherwise the one nearest to it, or
// the first without a hint.
func (q *query) places(s int) (best, n int) {
	if q.near >= q.from && q.near <= q.last && q.stands(s, q.near) {
		return q.near, 1
	}
	q.findRarest()
	for line := range q.t.lines(q.old.line(q.rarest).Text) {
		if q.t.work--; q.t.work <= 0 {
			break
		}
		if at := line - q.rarest; at >= q.from && at <= q.last && q.stands(s, at) {
			if n++; n == 1 || q.near >= 0 && abs(at-q.near) < abs(best-q.near) {
				best = at
			}
		}
	}
	return best, n
}

func (q *query) stands(s, at int) bool {
	for k := range q.old.len() {
		if !steps[s].same(q.old.line(k), q.t, at+k) {
			q.t.work -= k
			return false
		}
	}
	q.t.work -= q.old.len()
	return true
}

// commonLine is how often a line is counted: what a file has as often is not what a
// hunk is found by, if there is anything else.
const commonLine = 256

func (q *query) findRarest() {
	if q.rarest >= 0 {
		return
	}
	q.rarest = 0
	fewest := commonLine
	for k := range q.old.len() {
		if n := q.t.count(q.old.line(k).Text, fewest); n < fewest {
			q.rarest, fewest = k, n
		}
	}
}

// chosen says which of n places was taken, "" when there is only one.
func chosen(best, n, near int) string {
	switch {
	case n == 1:
		return ""
	case near >= 0:
		return fmt.Sprintf("its lines stand in %d places; the one nearest to line %d was taken, line %d", n, near+1, best+1)
	}
	return fmt.Sprintf("its lines stand in %d places; the first was taken, line %d", n, best+1)
}

func abs(n int) int { return max(n, -n) }

// insertion places a hunk that has no old lines: where it hints, after its anchors,
// or else at the end.
func (f *File) insertion(i int, t *text, from, near int) (place, error) {
	h := &f.Hunks[i]
	switch {
	case h.Empty:
		return place{}, nil
	case h.AtEnd:
		return place{at: t.len()}, nil
	case near >= 0:
		if near > t.len() {
			return place{}, f.refuseHunk(i, "it adds lines after line %d, and the file has %d", near, t.len())
		}
		return place{at: max(near, from)}, nil
	case len(h.Anchors) > 0:
		return place{at: from}, nil
	}
	return place{at: t.len()}, nil
}

// anchored gives the line after the hunk's anchors, each looked for behind the one
// before it.
func (f *File) anchored(i int, t *text, from int) (int, error) {
	for _, anchor := range f.Hunks[i].Anchors {
		at, ok := anchorAfter(t, anchor, from)
		if !ok {
			return 0, f.noAnchor(i, t, anchor, from)
		}
		from = at + 1
	}
	return from, nil
}

func anchorAfter(t *text, anchor string, from int) (int, bool) {
	for _, same := range []func(string) bool{
		func(s string) bool { return s == anchor },
		func(s string) bool { return trimEnd(s) == trimEnd(anchor) },
		func(s string) bool { return strings.TrimSpace(s) == strings.TrimSpace(anchor) },
		func(s string) bool { return strings.HasPrefix(strings.TrimSpace(s), strings.TrimSpace(anchor)) },
	} {
		for at := from; at < t.len(); at++ {
			if same(t.line(at)) {
				return at, true
			}
		}
	}
	return 0, false
}
