package document

import "bytes"

// flatten takes away the marks of quotes and lists with which a line begins
// beyond maxDepth: the parser's time grows with the square of their number, and
// lowering would set them at that depth all the same.
func flatten(source []byte) []byte {
	var out []byte
	done := 0
	for at := 0; at < len(source); {
		end := at + bytes.IndexByte(source[at:], '\n') + 1
		if end <= at {
			end = len(source)
		}
		if from, to := excess(source[at:end]); to > from {
			out = append(append(out, source[done:at+from]...), ' ')
			done = at + to
		}
		at = end
	}
	if done == 0 {
		return source
	}
	return append(out, source[done:]...)
}

// excess finds the marks beyond maxDepth at a line's beginning.
func excess(line []byte) (from, to int) {
	if len(line) <= maxDepth {
		return 0, 0
	}
	at, marks := 0, 0
	for {
		if marks == maxDepth {
			from = at
		}
		for at < len(line) && (line[at] == ' ' || line[at] == '\t') {
			at++
		}
		size := markSize(line[at:])
		switch {
		case size > 0:
			marks, at = marks+1, at+size
		case marks > maxDepth:
			return from, at
		default:
			return 0, 0
		}
	}
}

// markSize is the length of the mark of a quote or list item that text begins
// with, 0 when it begins with none.
func markSize(text []byte) int {
	digits := 0
	for digits < len(text) && digits < 9 && '0' <= text[digits] && text[digits] <= '9' {
		digits++
	}
	if digits >= len(text) {
		return 0
	}
	blank := digits+1 < len(text) && (text[digits+1] == ' ' || text[digits+1] == '\t')
	switch mark := text[digits]; {
	case digits == 0 && mark == '>':
		return 1
	case digits == 0 && (mark == '-' || mark == '+' || mark == '*') && blank:
		return 1
	case digits > 0 && (mark == '.' || mark == ')') && blank:
		return digits + 1
	}
	return 0
}
