package diff

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// homoglyphs looks for words that pass for others: Latin ones with a letter of
// another script in them, and ones wholly of such letters where the text knows the
// Latin word too. What the old line had is no news.
func (s *scan) homoglyphs(is, was []byte) {
	eachWord(is, func(word []byte, at int) {
		latin, odd := 0, rune(0)
		for _, r := range string(word) {
			switch {
			case r < utf8.RuneSelf && unicode.IsLetter(r):
				latin++
			case odd == 0 && twin(r) != 0:
				odd = r
			}
		}
		switch {
		case odd == 0, holdsWord(was, word):
		case latin > 0:
			s.add(Homoglyph, at, at+len(word), mistaken(word, odd))
		case s.words.has(skeleton(word)):
			s.add(Homoglyph, at, at+len(word), mistaken(word, odd))
		}
	})
}

func mistaken(word []byte, odd rune) string {
	return fmt.Sprintf("“%s” has %s (U+%04X), which looks like %c", word, scriptOf(odd), odd, twin(odd))
}

func scriptOf(r rune) string {
	for name, table := range map[string]*unicode.RangeTable{"a Cyrillic": unicode.Cyrillic, "a Greek": unicode.Greek, "an Armenian": unicode.Armenian, "a Cherokee": unicode.Cherokee} {
		if unicode.Is(table, r) {
			return name + " letter"
		}
	}
	return "an odd letter"
}

// twin gives the ASCII letter that a letter of another script looks like, 0 for none.
func twin(r rune) rune {
	if r < utf8.RuneSelf {
		return 0
	}
	if t, ok := twins[r]; ok {
		return t
	}
	if r >= 0xFF21 && r <= 0xFF5A || r >= 0x1D400 && r <= 0x1D7CB { // full-width and mathematical letters
		if n := []rune(norm.NFKC.String(string(r))); len(n) == 1 && n[0] < utf8.RuneSelf && unicode.IsLetter(n[0]) {
			return n[0]
		}
	}
	return 0
}

// twins are the letters that many faces draw just like a Latin one.
var twins = func() map[rune]rune {
	t := map[rune]rune{}
	for _, pair := range []string{
		"аaсcеeоoрpхxуyіiјjѕsһhԁdԛqԝwӏl", "АAВBЕEКKМMНHОOРPСCТTХXУYІIЈJЅSԌGԚQԜWҮYӀI", // Cyrillic
		"οoνvρpιiυuαaγyκk", "ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX", // Greek
		"օoսuոnհhցgզqԼLՕOՍUՏS",               // Armenian
		"ᎪAᏴBᏟCᎠDᎬEᏀGᎻHᎫJᏦKᏞLᎷMᏢPᏚSᎢTᏙVᎳWᏃZ", // Cherokee
		"ɑaɡgıiǀlⅰiⅴvⅹxⅼlⅽcⅾdⅿm",
	} {
		r := []rune(pair)
		for i := 0; i < len(r); i += 2 {
			t[r[i]] = r[i+1]
		}
	}
	return t
}()

// skeleton writes a word with the Latin letters that it looks like, "" where it can't.
func skeleton(word []byte) string {
	var b strings.Builder
	for _, r := range string(word) {
		switch t := twin(r); {
		case t != 0:
			b.WriteRune(t)
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			return ""
		}
	}
	return b.String()
}

// identifiers are the ASCII words of texts, read when they are first asked for.
type identifiers struct {
	texts [][]byte
	known map[string]bool
}

func (d *identifiers) has(word string) bool {
	if len(word) < 2 {
		return false
	}
	if d.known == nil {
		d.known = map[string]bool{}
		for _, text := range d.texts {
			eachWord(text, func(w []byte, _ int) { d.known[string(w)] = true })
		}
	}
	return d.known[word]
}

func eachWord(text []byte, do func(word []byte, at int)) {
	from := -1
	for i := 0; i <= len(text); {
		r, n := utf8.DecodeRune(text[i:])
		in := i < len(text) && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || unicode.Is(unicode.Nl, r))
		switch {
		case in && from < 0:
			from = i
		case !in && from >= 0:
			do(text[from:i], from)
			from = -1
		}
		i += max(n, 1)
	}
}

func holdsWord(line, word []byte) (found bool) {
	if !bytes.Contains(line, word) {
		return false
	}
	eachWord(line, func(w []byte, _ int) { found = found || bytes.Equal(w, word) })
	return found
}

// lookAlikes looks for signs and spaces that pass for others: in a program those that
// nobody types there, and in any text those that are all that a line changes.
func (s *scan) lookAlikes(is, was []byte) {
	if len(was) > 0 && !bytes.Equal(is, was) && bytes.Equal(plainSigns(is), plainSigns(was)) {
		s.add(LookAlike, 0, len(is), "the line changes only in signs or spaces that look alike")
		return
	}
	if s.prose {
		return
	}
	eachRune(is, func(r rune, from, to int, _, _ rune) {
		if _, odd := oddSigns[r]; odd && !bytes.ContainsRune(was, r) {
			s.add(LookAlike, from, to, fmt.Sprintf("U+%04X, which looks like %s", r, spelt(oddSigns[r])))
		}
	})
}

func spelt(s string) string {
	if s == " " {
		return "a space"
	}
	return s
}

// plainSigns gives a line with the signs and spaces that typewriters have.
func plainSigns(line []byte) []byte {
	var out []byte
	for _, r := range string(line) {
		t, ok := typed[r]
		if !ok {
			t, ok = oddSigns[r]
		}
		if !ok {
			t = string(r)
		}
		out = append(out, t...)
	}
	return out
}

// typed are typographic signs, at home in prose and in comments.
var typed = map[rune]string{
	'‘': "'", '’': "'", '‛': "'", 'ʼ': "'", '′': "'", '“': `"`, '”': `"`, '‟': `"`, '″': `"`,
	'‐': "-", '‑': "-", '‒': "-", '–': "-", '—': "-", '―': "-", '−': "-", '…': "...",
}

// oddSigns are signs and spaces that a program has no use for.
var oddSigns = map[rune]string{
	0x037E: ";", 0x01C3: "!", 0xA789: ":", 0x05C3: ":", 0x2236: ":", 0x2024: ".", 0x2215: "/", 0x2044: "/", 0x2217: "*", 0x02D0: ":",
	0xFF08: "(", 0xFF09: ")", 0xFF1B: ";", 0xFF1D: "=", 0xFF0B: "+",
	0x00A0: " ", 0x1680: " ", 0x2000: " ", 0x2001: " ", 0x2002: " ", 0x2003: " ", 0x2004: " ", 0x2005: " ", 0x2006: " ",
	0x2007: " ", 0x2008: " ", 0x2009: " ", 0x200A: " ", 0x202F: " ", 0x205F: " ",
}
