package pdf

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"redline/backend/export/fonts"
)

// piece is text in one face and style.
type piece struct {
	style
	face  *fonts.Face
	text  string
	width float64
	box   *box // drawn in place of text
}

// box is a picture or maths within a line.
type box struct {
	width, height float64
	depth         float64 // below the baseline
	draw          func(p *painter, x, bottom float64)
}

// word is what a line doesn't break: pieces without a blank between them.
type word struct {
	pieces []piece
	width  float64
	blank  *piece // the blank before it; nil when it follows on a break within text
	ends   bool   // a line ends after it
}

// typesetter measures text and chooses faces.
type typesetter struct {
	faces   map[fonts.Name]*fonts.Face
	missing []rune // what no face has, in order
	known   map[rune]bool
}

func newTypesetter() *typesetter {
	return &typesetter{faces: map[fonts.Name]*fonts.Face{}, known: map[rune]bool{}}
}

func (t *typesetter) face(name fonts.Name) *fonts.Face {
	face, ok := t.faces[name]
	if !ok {
		var err error
		if face, err = fonts.Open(name); err != nil {
			panic(err) // the program was built without it; Write makes it an error
		}
		t.faces[name] = face
	}
	return face
}

// maxNamed is how many characters a warning names.
const maxNamed = 12

func (t *typesetter) warnings() []string {
	if len(t.missing) == 0 {
		return nil
	}
	var names []string
	for _, r := range t.missing[:min(len(t.missing), maxNamed)] {
		if unicode.IsGraphic(r) {
			names = append(names, fmt.Sprintf("%c (U+%04X)", r, r))
		} else {
			names = append(names, fmt.Sprintf("U+%04X", r))
		}
	}
	text := strings.Join(names, ", ")
	if more := len(t.missing) - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return []string{"no font has " + text + ": printed as \ufffd"}
}

// pick finds the face for a character, and what to print for it. The library
// that writes the file can't print above U+FFFF.
func (t *typesetter) pick(s style, r rune) (*fonts.Face, rune) {
	first := t.face(s.face())
	if r <= 0xffff {
		if _, ok := first.Advance(r); ok {
			return first, r
		}
		fill := fonts.Fill
		if s.bold || s.title {
			fill = fonts.FillBold
		} else if s.italic {
			fill = fonts.FillItalic
		}
		others := append([]fonts.Name{fonts.Serif, fill}, fonts.Symbols...)
		others = append(others, fonts.Mono)
		for _, name := range others {
			if _, ok := t.face(name).Advance(r); ok {
				return t.face(name), r
			}
		}
	}
	if r != fonts.Missing && !t.known[r] {
		t.known[r] = true
		t.missing = append(t.missing, r)
	}
	for _, name := range append([]fonts.Name{s.face()}, fonts.Symbols...) {
		if _, ok := t.face(name).Advance(fonts.Missing); ok {
			return t.face(name), fonts.Missing
		}
	}
	return first, '?'
}

// invisible tells what has no width and no ink of its own: joiners, marks of
// direction, variation selectors, soft hyphens, control characters.
func invisible(r rune) bool {
	switch {
	case r < ' ' && r != '\t', r == 0x7f, 0x80 <= r && r < 0xa0, r == 0xad, r == 0xfeff:
		return true
	case 0x200b <= r && r <= 0x200f, 0x202a <= r && r <= 0x202e, 0x2060 <= r && r <= 0x206f, 0xfe00 <= r && r <= 0xfe0f:
		return true
	case 0xe0000 <= r && r <= 0xe0fff:
		return true
	}
	return false
}

// shape gives the pieces of a text, one for each face.
func (t *typesetter) shape(s style, text string) []piece {
	var out []piece
	var run strings.Builder
	var face *fonts.Face
	flush := func() {
		if run.Len() > 0 {
			out = append(out, t.measure(piece{style: s, face: face, text: run.String()}))
			run.Reset()
		}
	}
	for _, r := range norm.NFC.String(text) {
		if invisible(r) {
			continue
		}
		if r == '\u00a0' || r == '\t' || r == '\u202f' || r == '\u2028' || r == '\u2029' {
			r = ' '
		}
		chosen, shown := t.pick(s, r)
		if chosen != face {
			flush()
			face = chosen
		}
		run.WriteRune(shown)
	}
	flush()
	return out
}

func (t *typesetter) measure(p piece) piece {
	units, last := 0, rune(-1)
	for _, r := range p.text {
		advance, _ := p.face.Advance(r)
		units += advance
		if last >= 0 {
			units += p.face.Kern(last, r)
		}
		last = r
	}
	p.width = float64(units) * p.size / 1000
	return p
}

// breaksAfter tells whether a line may end between two characters without a
// blank.
func breaksAfter(before, r, next rune) bool {
	switch r {
	case '-', '\u2010':
		return unicode.IsLetter(before) && unicode.IsLetter(next)
	case '\u2013', '\u2014':
		return unicode.IsLetter(next)
	case '/':
		return before != '/' && before != ':' && unicode.IsLetter(next)
	case '\u200b':
		return true
	}
	return ideographic(r) && !closesLine(next) || ideographic(next) && !closesLine(next)
}

func ideographic(r rune) bool {
	return r >= 0x2e80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || 0x3000 <= r && r <= 0x303f)
}

// closesLine is punctuation that doesn't begin a line.
func closesLine(r rune) bool {
	return strings.ContainsRune("、。，．：；！？）］｝」』】〉》", r) || unicode.IsPunct(r) && r < 0x80
}
