package diff

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"znkr.io/diff"
)

const (
	// maxMarkedLines is how many pairs of lines of one hunk get word marks: more
	// than are looked at word by word.
	maxMarkedLines = 400
	// maxMarkedBytes is the longest line that gets word marks; the cost grows
	// faster than the length.
	maxMarkedBytes = 20000
	// maxMarkedTotal is how many bytes of changed lines one diff compares word by
	// word: about a fifth of a second. A limit by the clock would give other marks
	// each time.
	maxMarkedTotal = 1 << 20
	// minUnchanged is the share of a line, in percent, that must be unchanged for
	// marks to help; below it the marks would cover nearly everything.
	minUnchanged = 40
)

// words finds the runs of words that differ between two lines.
func words(a, b []byte) (inA, inB []Span) {
	if len(a) > maxMarkedBytes || len(b) > maxMarkedBytes {
		return nil, nil
	}
	runs := joined(runsOf(a, b))
	same, all, atA, atB := 0, 0, 0, 0
	for _, r := range runs {
		if r.old > 0 {
			inA = append(inA, Span{atA, atA + r.old})
		}
		if r.new > 0 {
			inB = append(inB, Span{atB, atB + r.new})
		}
		atA, atB = atA+r.old+r.same, atB+r.new+r.same
		same, all = same+2*r.same, all+r.old+r.new+2*r.same
	}
	if all == 0 || same*100 < all*minUnchanged {
		return nil, nil
	}
	return inA, inB
}

// run is a stretch of two lines: bytes that only the old has, bytes that only the
// new has, and then bytes that both have.
type run struct{ old, new, same int }

func runsOf(a, b []byte) []run {
	var runs []run
	r := run{}
	for _, e := range diff.Edits(tokens(bytes.TrimRight(a, "\r\n")), tokens(bytes.TrimRight(b, "\r\n"))) {
		if e.Op == diff.Match {
			r.same += len(e.X)
			continue
		}
		if r.same > 0 {
			runs = append(runs, r)
			r = run{}
		}
		r.old, r.new = r.old+len(e.X), r.new+len(e.Y)
	}
	return append(runs, r)
}

// joined puts neighbouring changes together when what lies between them is shorter
// than either: a few equal words between rewritten ones are chance, and marks with
// such gaps are hard to read.
func joined(runs []run) []run {
	var out []run
	for _, r := range runs {
		if n := len(out); n > 0 {
			last := &out[n-1]
			if last.same <= max(last.old, last.new) && last.same <= max(r.old, r.new) {
				last.old, last.new, last.same = last.old+last.same+r.old, last.new+last.same+r.new, r.same
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

// tokens cuts a line into words, runs of white space and single other characters.
func tokens(line []byte) []string {
	var parts []string
	for len(line) > 0 {
		n := tokenLength(line)
		parts = append(parts, string(line[:n]))
		line = line[n:]
	}
	return parts
}

func tokenLength(line []byte) int {
	first, n := utf8.DecodeRune(line)
	class := classOf(first)
	if class == other {
		return n
	}
	for n < len(line) {
		r, size := utf8.DecodeRune(line[n:])
		if classOf(r) != class {
			break
		}
		n += size
	}
	return n
}

type class int

const (
	other class = iota
	word
	space
)

func classOf(r rune) class {
	switch {
	case unicode.IsSpace(r):
		return space
	// A script without spaces between its words is marked by the character.
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
		return other
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '_':
		return word
	}
	return other
}
