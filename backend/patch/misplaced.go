package patch

import "strings"

// misplaced says why a hunk stands nowhere: the first line that differs at the place
// that is most like it.
func (f *File) misplaced(i int, t *text, from, near int) error {
	old := f.Hunks[i].old()
	if t.len() == 0 {
		return f.refuseHunk(i, "the file is empty, and the hunk expects %d lines in it", old.len())
	}
	at, alike := mostAlike(t, old, near)
	if alike == 0 {
		return f.refuseHunk(i, "none of its %d old lines is in the file, the first is %s. Is it the right file? Read it again", old.len(), quote(old.line(0).Text))
	}
	for k := range old.len() {
		want := old.line(k)
		switch line := at + k; {
		case line < 0:
			return f.refuseHunk(i, "it expects %s before the first line of the file, %s", quote(want.Text), quote(t.line(0)))
		case line >= t.len():
			return f.refuseHunk(i, "it expects %s after line %d, where the file ends (%d of its %d old lines stand before)", quote(want.Text), t.len(), alike, old.len())
		case strings.TrimSpace(t.line(line)) != strings.TrimSpace(want.Text):
			return f.refuseHunk(i, "expected %s and found %s on line %d, at the place that is most like it (%d of its %d old lines). Read the file there and mend the hunk",
				quote(want.Text), quote(t.line(line)), line+1, alike, old.len())
		}
	}
	// The lines are there, but not where they may stand.
	if f.Hunks[i].AtEnd && at+old.len() < t.len() {
		return f.refuseHunk(i, "its lines stand on line %d and not at the end of the file, as *** End of File says", at+1)
	}
	return f.refuseHunk(i, "its lines stand on line %d, before the hunk or the @@ line that it follows (line %d); give the hunks in the order of the file", at+1, from)
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
