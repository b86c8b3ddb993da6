package app

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"

	"redline/backend/approvals"
	"redline/backend/diff"
)

// shownText is a file's text as an editor holds it: no byte order mark, LF line
// ends, U+FFFD for what isn't UTF-8. It knows where each byte of the file went.
type shownText struct {
	text string
	// bytes and units are parallel and rising: byte bytes[i] of the file is at
	// UTF-16 unit units[i] of the text, wherever the two don't rise alike.
	bytes, units []int
}

var byteOrderMark = []byte("\xef\xbb\xbf")

func newShown(b []byte) shownText {
	var s shownText
	out := make([]byte, 0, len(b))
	unit, i := 0, 0
	if bytes.HasPrefix(b, byteOrderMark) {
		s.note(0, 0)
		i = len(byteOrderMark)
		s.note(i, 0)
	}
	for i < len(b) {
		r, n := utf8.DecodeRune(b[i:])
		if r == '\r' && i+1 < len(b) && b[i+1] == '\n' {
			i++
			s.note(i, unit)
			continue
		}
		out = utf8.AppendRune(out, r)
		width := 1
		if r > 0xFFFF {
			width = 2
		}
		i, unit = i+n, unit+width
		if n != width {
			s.note(i, unit)
		}
	}
	s.text = string(out)
	return s
}

func (s *shownText) note(b, u int) {
	s.bytes = append(s.bytes, b)
	s.units = append(s.units, u)
}

// at gives the UTF-16 offset in the text of a byte of the file.
func (s shownText) at(b int) int {
	i, _ := slices.BinarySearch(s.bytes, b+1)
	if i == 0 {
		return b
	}
	return s.units[i-1] + b - s.bytes[i-1]
}

// placedMark is a changed word of a hunk, on the old or the new side.
type placedMark struct {
	hunk int
	old  bool
	Mark
}

// wordMarks gives the changed words of a diff as offsets into the shown texts.
func wordMarks(d *diff.Diff, before, after shownText) []placedMark {
	var marks []placedMark
	for _, b := range d.Lines(0) {
		for _, l := range b.Lines {
			side, old := after, false
			if l.Kind == diff.Delete {
				side, old = before, true
			}
			for _, m := range l.Marks {
				marks = append(marks, placedMark{b.Hunk, old, Mark{side.at(l.Offset + m.From), side.at(l.Offset + m.To)}})
			}
		}
	}
	return marks
}

// maxExcerpt is how many lines of the first change a slip shows.
const maxExcerpt = 12

// excerpt gives the first change of a waiting edit.
func excerpt(r *approvals.Request) []DiffLine {
	lines := []DiffLine{}
	d := cmp.Or(r.Diff, r.View)
	if d == nil || len(d.Hunks) == 0 {
		return lines
	}
	first := d.Lines(0)[0].Lines
	for _, l := range first[:min(len(first), maxExcerpt)] {
		lines = append(lines, diffLine(l))
	}
	return lines
}

var kinds = map[diff.Kind]string{diff.Keep: "keep", diff.Delete: "delete", diff.Insert: "insert"}

func diffLine(l diff.Line) DiffLine {
	s := newShown(l.Text)
	v := DiffLine{Kind: kinds[l.Kind], Old: l.Old, New: l.New, Marks: []Mark{}}
	v.Text = string(bytes.TrimRight([]byte(s.text), "\n"))
	for _, m := range l.Marks {
		v.Marks = append(v.Marks, Mark{s.at(m.From), s.at(m.To)})
	}
	return v
}

// fileDiff shows a diff with three unchanged lines around each change.
func fileDiff(name string, d *diff.Diff) FileDiff {
	f := FileDiff{Path: name, Prose: prose(name), Added: d.Added, Removed: d.Removed, Blocks: []DiffBlock{}}
	shown := 0
	for _, b := range d.Lines(3) {
		if shown += len(b.Lines); shown > maxDiffLines {
			f.Cut = "Only the first changes are shown: the diff is longer than 5,000 lines."
			break
		}
		block := DiffBlock{Skipped: b.Skipped, Lines: []DiffLine{}}
		for _, l := range b.Lines {
			block.Lines = append(block.Lines, diffLine(l))
		}
		f.Blocks = append(f.Blocks, block)
	}
	return f
}

// maxDiffLines is how many lines of a diff a page is given at once.
const maxDiffLines = 5000
