package diff

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"
)

// Finding is one place where a change does what its diff doesn't show, or shows only
// to who looks very closely. What stood there before the change isn't one.
type Finding struct {
	Kind  FindingKind
	Line  int   // the new line, counted from 1; 0 for what holds for the whole file
	Range Range // its bytes in After; empty for what holds for the whole file or line
	Text  string
}

// FindingKind says what is hidden.
type FindingKind string

// The kinds of finding, in the order in which they are counted for a reader.
const (
	Bidi       FindingKind = "bidi"       // a character that changes the direction of text
	Invisible  FindingKind = "invisible"  // a character without a shape
	Control    FindingKind = "control"    // a control character, such as those that steer terminals
	Homoglyph  FindingKind = "homoglyph"  // a word with letters of another script that look like Latin ones
	LookAlike  FindingKind = "look-alike" // a sign or a space that looks like another
	Trailing   FindingKind = "trailing"   // white space at the end of a line
	LongLine   FindingKind = "long-line"  // a line that runs far beyond the edge
	LineEnding FindingKind = "line-ending"
	FinalLine  FindingKind = "final-line" // the last line's ending
	ByteOrder  FindingKind = "byte-order-mark"
)

const (
	// maxFindings is how many findings of one diff are listed; the others are counted.
	maxFindings = 500
	// longLine is how many bytes a line of a program may have before what stands at its
	// end is taken for hidden. Prose is wrapped, and hides nothing there.
	longLine = 500
)

// Findings are what a change does invisibly.
type Findings struct {
	List   []Finding           // in the order of the text, at most 500
	Counts map[FindingKind]int // of all, listed or not
}

// Prose tells by a file's name whether it holds prose, which is read otherwise than a
// program: wrapped, and with typographic signs.
func Prose(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown", ".txt", ".tex", ".rst", ".org", ".adoc":
		return true
	}
	return false
}

// Findings lists what the change does invisibly in the lines that it writes. In
// prose, typographic signs and long lines are what they should be, and are reported
// only where they are all that a line changes.
func (d *Diff) Findings(prose bool) Findings {
	s := scan{d: d, prose: prose, found: Findings{Counts: map[FindingKind]int{}}, words: identifiers{texts: [][]byte{d.Before, d.After}}}
	s.file()
	p := pairer{maxPairWork}
	for _, h := range d.Hunks {
		olds, news := d.olds(h), d.news(h)
		was := make([][]byte, len(news))
		if len(olds) > 0 && len(news) > 0 {
			for i, j := range p.pairs(texts(olds), texts(news)) {
				if j >= 0 {
					was[j] = olds[i].Text
				}
			}
		}
		s.longest = 0
		for _, l := range olds {
			s.longest = max(s.longest, len(l.Text))
		}
		for i, l := range news {
			s.line(l, was[i])
		}
	}
	return s.found
}

// scan looks through one diff.
type scan struct {
	d     *Diff
	prose bool
	found Findings
	words identifiers
	now   Line // the line that is looked at
	// longest is the length of the longest line that its hunk takes away.
	longest int
}

func (s *scan) add(kind FindingKind, from, to int, text string) {
	s.found.Counts[kind]++
	if len(s.found.List) < maxFindings {
		f := Finding{Kind: kind, Line: s.now.New, Text: text}
		if to > from {
			f.Range = Range{s.now.Offset + from, s.now.Offset + to}
		}
		s.found.List = append(s.found.List, f)
	}
}

// file looks for what holds for the file as a whole.
func (s *scan) file() {
	before, after := s.d.Before, s.d.After
	if len(before) == 0 || len(after) == 0 {
		return
	}
	if a, b := endings(before), endings(after); a != b && a != "" && b != "" {
		s.add(LineEnding, 0, 0, fmt.Sprintf("line endings change from %s to %s", a, b))
	}
	switch a, b := bytes.HasSuffix(before, []byte("\n")), bytes.HasSuffix(after, []byte("\n")); {
	case a && !b:
		s.add(FinalLine, 0, 0, "the last line loses its line ending")
	case b && !a:
		s.add(FinalLine, 0, 0, "the last line gets a line ending")
	}
	switch a, b := bytes.HasPrefix(before, byteOrderMark), bytes.HasPrefix(after, byteOrderMark); {
	case a && !b:
		s.add(ByteOrder, 0, 0, "the byte order mark is taken away")
	case b && !a:
		s.add(ByteOrder, 0, 0, "a byte order mark is added")
	}
}

// line looks through a new line; was is the old one that it replaces, nil for none.
func (s *scan) line(l Line, was []byte) {
	s.now = l
	is, was := bare(l.Text), bare(was)
	if !plain(is) {
		s.characters(is, was)
		s.homoglyphs(is, was)
		s.lookAlikes(is, was)
	}
	if end := bytes.TrimRight(is, " \t"); len(end) < len(is) && len(s.d.Before) > 0 && !endsBlank(was) {
		s.add(Trailing, len(end), len(is), "white space at the end of the line")
	}
	if !s.prose && len(is) > longLine && len(is) > 2*s.longest {
		s.add(LongLine, 0, 0, fmt.Sprintf("the line is %d characters long", utf8.RuneCount(is)))
	}
}

// characters looks for those without a shape. As many of a kind as the old line had
// are taken for the old ones.
func (s *scan) characters(is, was []byte) {
	had := map[rune]int{}
	eachRune(was, func(r rune, _, _ int, before, after rune) {
		if kind, _ := hiddenRune(r, before, after); kind != "" {
			had[r]++
		}
	})
	eachRune(is, func(r rune, from, to int, before, after rune) {
		kind, name := hiddenRune(r, before, after)
		switch {
		case kind == "", r == '\uFEFF' && s.now.Offset+from == 0: // the mark has a finding of its own
		case had[r] > 0:
			had[r]--
		default:
			s.add(kind, from, to, name)
		}
	})
}

// bare is a line without its ending.
func bare(line []byte) []byte {
	line = bytes.TrimSuffix(line, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}

// plain tells that a line has nothing but printable ASCII and tabs in it, as nearly all have.
func plain(line []byte) bool {
	for _, c := range line {
		if (c < ' ' || c > '~') && c != '\t' {
			return false
		}
	}
	return true
}

func endsBlank(line []byte) bool { return len(bytes.TrimRight(line, " \t")) < len(line) }

func eachRune(line []byte, do func(r rune, from, to int, before, after rune)) {
	var before rune
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRune(line[i:])
		after, _ := utf8.DecodeRune(line[i+n:])
		do(r, i, i+n, before, after)
		before, i = r, i+n
	}
}

var byteOrderMark = []byte("\xef\xbb\xbf")

func endings(text []byte) string {
	crlf := bytes.Count(text, []byte("\r\n"))
	lf := bytes.Count(text, []byte("\n")) - crlf
	switch {
	case crlf > 0 && lf > 0:
		return "mixed"
	case crlf > 0:
		return "CRLF"
	case lf > 0:
		return "LF"
	}
	return ""
}
