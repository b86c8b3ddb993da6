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
	if len(old) == 0 {
		return f.insertion(i, t, from, near)
	}
	last := t.len() - len(old)
	for s := range steps {
		switch found := candidates(t, old, s, from, last, h.AtEnd, near); {
		case len(found) == 1:
			return place{at: found[0], step: s}, nil
		case len(found) > 1:
			return choose(found, s, near, len(old)), nil
		}
	}
	return place{}, f.misplaced(i, t, from, near)
}

// candidates gives the lines from..last at which the old lines stand, in order, at
// most maxCandidates: the hinted one alone, if they stand there.
func candidates(t *text, old []Line, s, from, last int, atEnd bool, near int) (found []int) {
	stands := func(at int) bool {
		for k := range old {
			if !steps[s].same(old[k], t, at+k) {
				return false
			}
		}
		return true
	}
	if atEnd {
		from = max(from, last)
	}
	if near >= from && near <= last && stands(near) {
		return []int{near}
	}
	rarest := 0
	for k := range old {
		if len(t.lines(old[k].Text)) < len(t.lines(old[rarest].Text)) {
			rarest = k
		}
	}
	for _, line := range t.lines(old[rarest].Text) {
		if at := line - rarest; at >= from && at <= last && stands(at) {
			found = append(found, at)
		}
		if len(found) == maxCandidates {
			break
		}
	}
	return found
}

// maxCandidates is how many places are counted of lines that stand in many.
const maxCandidates = 10_000

// choose takes the place nearest to the hint, or the first without one, and says so.
func choose(found []int, s, near, size int) place {
	best := found[0]
	for _, at := range found {
		if near >= 0 && abs(at-near) < abs(best-near) {
			best = at
		}
	}
	note := fmt.Sprintf("its lines stand in %d places; the first was taken, line %d", len(found), best+1)
	if near >= 0 {
		note = fmt.Sprintf("its lines stand in %d places; the one nearest to line %d was taken, line %d", len(found), near+1, best+1)
	}
	return place{at: best, step: s, note: note}
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
			return 0, f.refuseHunk(i, "the line %s of its @@ is not in the file after line %d", quote(anchor), from)
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
