package pdftext

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// What is a space, a line and a paragraph is told by distances, in units of the size of
// the text. The values lie between what kerning does (up to 0.1) and the narrowest
// spaces that are set (0.2), between superscripts (0.4) and lines (1), and so on.
const (
	spaceGap   = 0.14 // more is a space
	columnGap  = 1.5  // more is another cell or column
	overlap    = 0.3  // so far may a glyph reach into the one before
	sameLine   = 0.5  // baselines that differ less are of one line
	twice      = 0.12 // the same glyph so close to itself is bold, not two
	lineGap    = 2.2  // more ends a block
	blankGap   = 1.65 // more shows as an empty line
	maxSpans   = 1 << 17
	maxSpanLen = 1 << 14
)

// placed is a glyph on the page.
type placed struct {
	text      string
	x, y      float64
	along     [2]float64 // where the line goes
	width, em float64
	extra     float64 // space that is set between all letters
}

// span is text without a break, in the frame of its direction: u runs along the line, v
// down the page.
type span struct {
	text        []byte
	u0, u1, v   float64
	em          float64
	frame       int // the direction in degrees
	lastU       float64
	lastText    string
	rightToLeft bool
	spaceBefore bool
	spaceBehind bool
}

// layout collects what stands on a page.
type layout struct {
	spans   []span
	current span
	open    bool
	pending bool // a space was shown
	glyphs  int
	unknown int  // glyphs whose text is not known
	full    bool // more stands there than is kept
	seen    map[string][]place
}

type place struct{ u, v float64 }

// frameOf gives the direction of a glyph and its place in that frame.
func frameOf(g placed) (frame int, u, v float64) {
	if g.along[1] == 0 && g.along[0] > 0 {
		return 0, g.x, -g.y
	}
	angle := math.Atan2(g.along[1], g.along[0])
	frame = int(math.Round(angle * 180 / math.Pi))
	sin, cos := math.Sincos(angle)
	return frame, g.x*cos + g.y*sin, g.x*sin - g.y*cos
}

// endOf gives where a glyph ends in its frame.
func endOf(g placed) float64 {
	_, u, _ := frameOf(g)
	return u + g.width
}

// add puts a glyph behind what was shown before, or begins anew.
func (p *layout) add(g placed) {
	if g.text == "" {
		p.unknown++
		return
	}
	if g.text == nothing {
		if p.open && p.current.lastText != "" { // it takes its room behind the one whose text it shares
			p.current.u1 = max(p.current.u1, endOf(g))
		}
		return
	}
	if g.x != g.x || g.y != g.y || math.Abs(g.x)+math.Abs(g.y) > 1e7 {
		return
	}
	if strings.TrimSpace(g.text) == "" {
		p.pending = true
		return
	}
	p.glyphs++
	if len(g.text) > 2 && rightToLeft(g.text) { // the line is kept as it is seen
		letters := []rune(g.text)
		slices.Reverse(letters)
		g.text = string(letters)
	}
	frame, u, v := frameOf(g)
	c := &p.current
	if p.open && frame == c.frame && math.Abs(v-c.v) < sameLine*max(g.em, c.em) && len(c.text) < maxSpanLen {
		em := (g.em + c.em) / 2
		gap := u - c.u1
		switch {
		case g.text == c.lastText && math.Abs(u-c.lastU) < twice*em && math.Abs(v-c.v) < twice*em:
			return
		case gap < -overlap*em && p.compose(g.text, u, g.width):
			return
		case gap > -overlap*em && gap < columnGap*em:
			c.append(g, u, v, p.pending || gap > spaceGap*em+g.extra)
			p.pending = false
			return
		case rightToLeft(g.text) && u+g.width < c.u0+overlap*em && c.u0-u-g.width < columnGap*em:
			c.prepend(g.text, u, p.pending || c.u0-u-g.width > spaceGap*em+g.extra)
			p.pending = false
			return
		}
	}
	p.finish()
	p.current = span{text: []byte(g.text), u0: u, u1: u + g.width, v: v, em: g.em, frame: frame, lastU: u, lastText: g.text, rightToLeft: rightToLeft(g.text), spaceBefore: p.pending}
	p.open, p.pending = true, false
}

func (c *span) append(g placed, u, v float64, space bool) {
	if space {
		c.text = append(c.text, ' ')
	}
	c.text = append(c.text, g.text...)
	c.u1 = max(c.u1, u+g.width)
	if g.em > c.em { // the larger text is what the line stands on
		c.em, c.v = g.em, v
	}
	c.lastU, c.lastText = u, g.text
	c.rightToLeft = c.rightToLeft || rightToLeft(g.text)
}

func (c *span) prepend(text string, u float64, space bool) {
	if space {
		text += " "
	}
	c.text = append([]byte(text), c.text...)
	c.u0, c.lastU, c.lastText = u, u, text
	c.rightToLeft = true
}

// marks are accents that stand by themselves, and what they are on a letter.
var marks = map[string]rune{
	"`": 0x300, "´": 0x301, "ˆ": 0x302, "^": 0x302, "˜": 0x303, "~": 0x303, "¯": 0x304, "˘": 0x306, "˙": 0x307, "¨": 0x308, "˚": 0x30a, "°": 0x30a, "˝": 0x30b, "ˇ": 0x30c, "¸": 0x327, "˛": 0x328,
}

// compose puts an accent and the letter that is drawn over it, in either order, together
// as one character.
func (p *layout) compose(text string, u, width float64) bool {
	c := &p.current
	if !strings.HasSuffix(string(c.text), c.lastText) || c.lastText == "" {
		return false
	}
	letter, accent := text, marks[c.lastText]
	if accent == 0 {
		letter, accent = c.lastText, marks[text]
	}
	if accent == 0 {
		return false
	}
	switch letter {
	case "ı":
		letter = "i"
	case "ȷ":
		letter = "j"
	}
	first, n := utf8.DecodeRuneInString(letter)
	if !unicode.IsLetter(first) {
		return false
	}
	whole := norm.NFC.String(letter[:n]+string(accent)) + letter[n:]
	c.text = append(c.text[:len(c.text)-len(c.lastText)], whole...)
	c.u1 = max(c.u1, u+width)
	c.lastText, c.lastU = whole, u
	return true
}

// finish keeps the span, unless it was drawn over itself to look bold.
func (p *layout) finish() {
	if !p.open {
		return
	}
	p.open = false
	c := p.current
	c.spaceBehind = p.pending
	if len(p.spans) >= maxSpans {
		p.full = true
		return
	}
	if p.seen == nil {
		p.seen = map[string][]place{}
	}
	key := string(c.text)
	before := p.seen[key]
	for _, at := range before {
		if math.Abs(at.u-c.u0) < twice*c.em && math.Abs(at.v-c.v) < twice*c.em {
			return
		}
	}
	p.seen[key] = append(before[max(0, len(before)-3):], place{c.u0, c.v})
	p.spans = append(p.spans, c)
}
