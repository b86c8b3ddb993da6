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
	// minUnchanged is the share of a line, in percent, that must be unchanged for
	// marks to help; below it the marks would cover nearly everything.
	minUnchanged = 40
)

// words finds the runs of words that differ between two lines.
func words(a, b []byte) (inA, inB []Span) {
	if len(a) > maxMarkedBytes || len(b) > maxMarkedBytes {
		return nil, nil
	}
	partsA, partsB := tokens(bytes.TrimRight(a, "\r\n")), tokens(bytes.TrimRight(b, "\r\n"))
	atA, atB, same, all := 0, 0, 0, 0
	for _, e := range diff.Edits(partsA, partsB) {
		switch e.Op {
		case diff.Match:
			atA, atB = atA+len(e.X), atB+len(e.X)
			same, all = same+2*len(e.X), all+2*len(e.X)
		case diff.Delete:
			inA = extend(inA, a, atA, atA+len(e.X))
			atA, all = atA+len(e.X), all+len(e.X)
		case diff.Insert:
			inB = extend(inB, b, atB, atB+len(e.Y))
			atB, all = atB+len(e.Y), all+len(e.Y)
		}
	}
	if all == 0 || same*100 < all*minUnchanged {
		return nil, nil
	}
	return inA, inB
}

// extend adds a span, joined to the one before it when only white space lies
// between: single marked words with unmarked gaps are hard to read.
func extend(spans []Span, line []byte, from, to int) []Span {
	if n := len(spans); n > 0 && len(bytes.TrimSpace(line[spans[n-1].To:from])) == 0 {
		spans[n-1].To = to
		return spans
	}
	return append(spans, Span{from, to})
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
