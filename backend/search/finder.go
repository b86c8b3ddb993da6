package search

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// finder looks for any of some literal texts, with or without regard to case. It is
// what a literal query is answered by, and what passes over the lines that a regular
// expression can't match.
type finder struct {
	needles []needle
}

// needle is one text to look for. Where case is folded, one of its characters is
// looked for in all its forms, and what stands around it is compared then: a
// character's forms may have different lengths in UTF-8 ("k" and the Kelvin sign).
type needle struct {
	forms  [][]byte // what is looked for: the whole text, or the forms of the pivot
	before [][]rune // the forms of the characters before the pivot, the nearest first
	after  [][]rune
}

// newFinder gives nil when there is nothing to look for.
func newFinder(texts []string, fold bool) *finder {
	f := &finder{}
	for _, text := range texts {
		if text == "" {
			return nil
		}
		f.needles = append(f.needles, newNeedle(text, fold))
	}
	if len(f.needles) == 0 {
		return nil
	}
	return f
}

func newNeedle(text string, fold bool) needle {
	var forms [][]rune
	pivot, best, cased := 0, -1, false
	for i, r := range []rune(text) {
		all := caseForms(r)
		forms = append(forms, all)
		cased = cased || len(all) > 1
		if c := commonness(all); best < 0 || c < best {
			pivot, best = i, c
		}
	}
	if !fold || !cased {
		return needle{forms: [][]byte{[]byte(text)}}
	}
	n := needle{after: forms[pivot+1:]}
	for i := pivot - 1; i >= 0; i-- {
		n.before = append(n.before, forms[i])
	}
	for _, r := range forms[pivot] {
		n.forms = append(n.forms, utf8.AppendRune(nil, r))
	}
	return n
}

// caseForms are a character and those that differ from it in case only.
func caseForms(r rune) []rune {
	forms := []rune{r}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		forms = append(forms, f)
	}
	return forms
}

// byCommonness are the characters of texts and programs, the most common first.
const byCommonness = " etaoinsrhldcumfpgwybv.,_()\";=k'-/:xjqz"

// commonness estimates how often one of some characters comes up; the least common
// makes the best pivot.
func commonness(forms []rune) int {
	sum := 0
	for _, r := range forms {
		if at := strings.IndexRune(byCommonness, unicode.ToLower(r)); at >= 0 {
			sum += len(byCommonness) - at
		}
	}
	return sum
}

// hunt is one worker's way through one text with a finder.
type hunt struct {
	*finder
	text []byte
	next [][]int // for each needle and form where it comes next, -1 when unknown
}

func (h *hunt) begin(f *finder, text []byte) {
	if h.finder != f {
		h.finder, h.next = f, make([][]int, len(f.needles))
		for i, n := range f.needles {
			h.next[i] = make([]int, len(n.forms))
		}
	}
	h.text = text
	for _, forms := range h.next {
		for i := range forms {
			forms[i] = -1
		}
	}
}

// from gives a position inside the first find at or after a line's start, or -1.
func (h *hunt) from(at int) int {
	first := -1
	for i, n := range h.needles {
		if p := h.needle(n, h.next[i], at); p >= 0 && (first < 0 || p < first) {
			first = p
		}
	}
	return first
}

func (h *hunt) needle(n needle, next []int, at int) int {
	for {
		form := 0
		for i, p := range next {
			if p < at {
				if p = bytes.Index(h.text[at:], n.forms[i]); p < 0 {
					p = len(h.text)
				} else {
					p += at
				}
				next[i] = p
			}
			if p < next[form] {
				form = i
			}
		}
		p := next[form]
		if p == len(h.text) {
			return -1
		}
		if follows(h.text[p+len(n.forms[form]):], n.after) && precedes(h.text[:p], n.before) {
			return p
		}
		at = p + 1
	}
}

func follows(text []byte, forms [][]rune) bool {
	for _, all := range forms {
		r, size := utf8.DecodeRune(text)
		if size == 0 || !isForm(r, size, all) {
			return false
		}
		text = text[size:]
	}
	return true
}

func precedes(text []byte, forms [][]rune) bool {
	for _, all := range forms {
		r, size := utf8.DecodeLastRune(text)
		if size == 0 || !isForm(r, size, all) {
			return false
		}
		text = text[:len(text)-size]
	}
	return true
}

// isForm tells whether a character that was read is one of the forms; a byte that is
// no UTF-8 is none, also where U+FFFD is looked for.
func isForm(r rune, size int, forms []rune) bool {
	if r == utf8.RuneError && size == 1 {
		return false
	}
	for _, f := range forms {
		if f == r {
			return true
		}
	}
	return false
}
