package patch

import (
	"fmt"
	"strings"
)

// misplaced says why a hunk stands nowhere: the first line that differs at the place
// that is most like it, and what the file has there, so that the hunk can be mended
// without another look.
func (f *File) misplaced(i int, t *text, from, near int) error {
	h := &f.Hunks[i]
	old := h.old()
	if t.len() == 0 {
		return f.refuseHunk(i, "the file is empty, and the hunk expects %d lines in it", old.len())
	}
	if t.len() == 1 && strings.Contains(strings.TrimSuffix(t.line(0), "\r"), "\r") {
		return f.refuseHunk(i, "the lines of the file end in CR alone, so that it is one line to a patch. Change it by replace_in_file or create_file")
	}
	if at, ok := f.applied(i, t); ok {
		return f.refuseHunk(i, "its old lines are not in the file, and its new ones are, on line %d; was it applied before? Leave it out", at+1)
	}
	at, alike := mostAlike(t, old, near)
	if alike == 0 {
		return f.strange(i, t, near)
	}
	for k := range old.len() {
		want := old.line(k)
		line := at + k
		if line >= 0 && line < t.len() && strings.TrimSpace(t.line(line)) == strings.TrimSpace(want.Text) {
			continue
		}
		return f.differs(i, t, at, k, alike)
	}
	// The lines are there, but not where they may stand.
	if h.AtEnd && at+old.len() < t.len() {
		return f.refuseHunk(i, "its lines stand on line %d and not at the end of the file, as *** End of File says", at+1)
	}
	return f.refuseHunk(i, "its lines stand on line %d, before the hunk or the @@ line that it follows (line %d); give the hunks in the order of the file", at+1, from)
}

// differs says that old line k is the first that isn't in its place, of a hunk that
// would begin on line at.
func (f *File) differs(i int, t *text, at, k, alike int) error {
	old := f.Hunks[i].old()
	want, line := old.line(k), at+k
	what := ""
	switch {
	case line < 0:
		what = fmt.Sprintf("expected %s before the first line of the file, %s", quote(want.Text), quote(t.line(0)))
	case line >= t.len():
		what = fmt.Sprintf("expected %s after line %d, where the file ends", quote(want.Text), t.len())
	default:
		what = fmt.Sprintf("expected %s and found %s on line %d", quote(want.Text), quote(t.line(line)), line+1)
	}
	e := f.refuseHunk(i, "%s, at the place that is most like it (%d of its %d old lines)%s. Copy the lines of the file and send the patch again",
		what, alike, old.len(), f.Hunks[i].cut)
	e.There = excerpt(t, at, at+old.len(), line)
	return e
}

// strange is for a hunk of which the file has no line at all.
func (f *File) strange(i int, t *text, near int) error {
	old := f.Hunks[i].old()
	want := old.line(0)
	for k := 0; k < old.len() && strings.TrimSpace(want.Text) == ""; k++ {
		want = old.line(k)
	}
	what := fmt.Sprintf("none of its %d old lines is in the file, the first is %s", old.len(), quote(want.Text))
	if old.len() == 1 {
		what = "its old line is not in the file: " + quote(want.Text)
	}
	at, ok := likest(t, want.Text, near)
	if !ok {
		return f.refuseHunk(i, "%s%s, and no line is like it. Is it the right file? Read it again", what, f.Hunks[i].cut)
	}
	e := f.refuseHunk(i, "%s%s; most like it is line %d, %s. Copy the lines of the file and send the patch again", what, f.Hunks[i].cut, at+1, quote(t.line(at)))
	e.There = excerpt(t, at, at+old.len(), at)
	return e
}

// noAnchor is for an @@ line that names a line which isn't in the file behind `from`.
func (f *File) noAnchor(i int, t *text, anchor string, from int) error {
	what := fmt.Sprintf("the line %s of its @@ is not in the file", quote(anchor))
	if from > 0 {
		what += fmt.Sprintf(" after line %d", from)
	}
	at, ok := likest(t, anchor, from)
	if !ok {
		return f.refuseHunk(i, "%s. Name a line of the file behind @@, or only @@", what)
	}
	return f.refuseHunk(i, "%s; most like it is line %d, %s. Copy it behind @@", what, at+1, quote(t.line(at)))
}

// applied tells where the new lines of a hunk stand, if there are enough of them to say
// that it was applied before.
func (f *File) applied(i int, t *text) (at int, ok bool) {
	h := &f.Hunks[i]
	if h.count('+') == 0 {
		return 0, false
	}
	now := oldLines{body: h.Body}
	told := false // some added line says something
	for k, l := range h.Body {
		if l.Kind != '-' {
			now.at = append(now.at, int32(k))
			told = told || l.Kind == '+' && len(strings.TrimSpace(l.Text)) > 2
		}
	}
	q := &query{t: t, old: now, last: t.len() - now.len(), near: -1, rarest: -1}
	at, n := q.places(1)
	return at, told && n == 1
}

// excerptLines is how many lines of a file an error shows.
const excerptLines = 12

// excerpt shows the lines from..to, and those around the one at.
func excerpt(t *text, from, to, at int) string {
	from, to = max(from-1, 0), min(to+1, t.len())
	if to-from > excerptLines {
		from = max(from, min(at-excerptLines/2, to-excerptLines))
		to = min(to, from+excerptLines)
	}
	var b strings.Builder
	for i := from; i < to; i++ {
		line := t.line(i)
		if r := []rune(line); len(r) > maxQuoted {
			line = string(r[:maxQuoted]) + "…"
		}
		fmt.Fprintf(&b, "\n%d: %s", i+1, strings.ToValidUTF8(line, "\uFFFD"))
	}
	return b.String()
}

// maxVotes bounds how many places of one line are looked at.
const maxVotes = 200

// mostAlike gives the first line of the place that shares most lines with old, the
// one nearest to the hint among equals, and how many lines it shares.
func mostAlike(t *text, old oldLines, near int) (at, alike int) {
	votes := make([]int32, old.len()+t.len()) // for a place that begins before the file, too
	for k := range old.len() {
		l := old.line(k)
		if strings.TrimSpace(l.Text) == "" {
			continue // what is everywhere tells nothing
		}
		n := 0
		for line := range t.lines(l.Text) {
			votes[line-k+old.len()]++
			if n++; n == maxVotes {
				break
			}
		}
	}
	near = max(near, 0)
	for i, v := range votes {
		start, n := i-old.len(), int(v)
		if n == 0 {
			continue
		}
		better := n > alike
		if n == alike {
			d, best := abs(start-near), abs(at-near)
			better = d < best || d == best && start < at
		}
		if better {
			at, alike = start, n
		}
	}
	return at, alike
}
