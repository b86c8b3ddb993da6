package pdftext

import (
	"slices"
	"unicode"
)

// rightToLeft tells whether text has letters that are written from right to left.
func rightToLeft(s string) bool {
	for _, r := range s {
		if r >= 0x590 && isRight(r) {
			return true
		}
	}
	return false
}

func isRight(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko) && !unicode.IsDigit(r)
}

func isLeft(r rune) bool { return !isRight(r) && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// mirrored are pairs that change places in a line that is turned around.
var mirrored = map[rune]rune{'(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '<': '>', '>': '<', '«': '»', '»': '«'}

// logical gives a line that was read from left to right in the order in which it is
// read: Arabic and Hebrew from the right, with the numbers and the Latin words in it as
// they stand.
func logical(s string) string {
	line := []rune(s)
	right, left := 0, 0
	for _, r := range line {
		if isRight(r) {
			right++
		} else if isLeft(r) {
			left++
		}
	}
	if right >= left {
		turn(line)
		runs(line, isLeft, isRight)
	} else {
		runs(line, isRight, isLeft)
	}
	return string(line)
}

// turn reverses a run, brackets too.
func turn(run []rune) {
	slices.Reverse(run)
	for i, r := range run {
		if m, ok := mirrored[r]; ok {
			run[i] = m
		}
	}
}

// runs turns around each run that begins and ends with one of a kind and holds none of
// the other.
func runs(line []rune, of, other func(rune) bool) {
	for i := 0; i < len(line); i++ {
		if !of(line[i]) {
			continue
		}
		end := i
		for j := i; j < len(line) && !other(line[j]); j++ {
			if of(line[j]) {
				end = j
			}
		}
		turn(line[i : end+1])
		i = end
	}
}
