package diff

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

const (
	// maxMarkedBytes is the longest line whose words are compared; of a longer one
	// the stretch is marked in which all of its changes lie.
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
	a, b = bytes.TrimRight(a, "\r\n"), bytes.TrimRight(b, "\r\n")
	var runs []run
	if len(a) > maxMarkedBytes || len(b) > maxMarkedBytes {
		runs = outerRuns(a, b)
	} else {
		runs = joined(wordRuns(a, b))
	}
	same, atA, atB := 0, 0, 0
	for _, r := range runs {
		same, atA, atB = same+r.same, atA+r.same, atB+r.same
		if r.old > 0 {
			inA = append(inA, Span{atA, atA + r.old})
		}
		if r.new > 0 {
			inB = append(inB, Span{atB, atB + r.new})
		}
		atA, atB = atA+r.old, atB+r.new
	}
	if 200*same < minUnchanged*(len(a)+len(b)) {
		return nil, nil
	}
	return inA, inB
}

// run is a stretch of two lines: bytes that both have, and then bytes that only
// the old has and bytes that only the new has.
type run struct{ same, old, new int }

func wordRuns(a, b []byte) []run {
	olds, news := tokens(a), tokens(b)
	m := match(numbered(olds, news))
	var runs []run
	at := 0
	for _, c := range m.changes() {
		runs = append(runs, run{length(olds[at:c.a0]), length(olds[c.a0:c.a1]), length(news[c.b0:c.b1])})
		at = c.a1
	}
	return append(runs, run{same: length(olds[at:])})
}

func length(parts [][]byte) (n int) {
	for _, p := range parts {
		n += len(p)
	}
	return n
}

// outerRuns takes everything between the first and the last difference for changed.
func outerRuns(a, b []byte) []run {
	head, foot, most := 0, 0, min(len(a), len(b))
	for head < most && a[head] == b[head] {
		head++
	}
	for head > 0 && !(starts(a, head) && starts(b, head)) {
		head--
	}
	for foot < most-head && a[len(a)-1-foot] == b[len(b)-1-foot] {
		foot++
	}
	for foot > 0 && !starts(a, len(a)-foot) {
		foot--
	}
	return []run{{head, len(a) - foot - head, len(b) - foot - head}, {same: foot}}
}

// starts tells whether a character begins at a byte, or the text ends there.
func starts(text []byte, at int) bool { return at == len(text) || utf8.RuneStart(text[at]) }

// joined puts neighbouring changes together when what lies between them is shorter
// than either: a few equal words between rewritten ones are chance, and marks with
// such gaps are hard to read.
func joined(runs []run) []run {
	var out []run
	for _, r := range runs {
		if n := len(out); n > 0 {
			last := &out[n-1]
			if r.same <= max(last.old, last.new) && r.same <= max(r.old, r.new) {
				last.old, last.new = last.old+r.same+r.old, last.new+r.same+r.new
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

// tokens cuts a line into words, runs of white space and single other characters.
func tokens(line []byte) [][]byte {
	var parts [][]byte
	for len(line) > 0 {
		n := tokenLength(line)
		parts = append(parts, line[:n:n])
		line = line[n:]
	}
	return parts
}

func tokenLength(line []byte) int {
	first, n := utf8.DecodeRune(line)
	class := classOf(first)
	for last := first; n < len(line); {
		r, size := utf8.DecodeRune(line[n:])
		if !continues(r, last) && (class == other || classOf(r) != class) {
			break
		}
		n, last = n+size, r
	}
	return n
}

const (
	zeroWidthJoiner = '\u200D'
	firstSkinTone   = '\U0001F3FB'
	lastSkinTone    = '\U0001F3FF'
)

// continues tells whether a character is drawn as one with the one before it.
func continues(r, last rune) bool {
	return unicode.IsMark(r) || r == zeroWidthJoiner || last == zeroWidthJoiner || r >= firstSkinTone && r <= lastSkinTone
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
