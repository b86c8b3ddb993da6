package pdf

import (
	"encoding/hex"
	"strings"
	"unicode/utf16"

	"redline/backend/export/document"
	"redline/backend/export/fonts"
	"redline/backend/export/math"
	"redline/backend/export/math/layout"
)

const (
	keptWhole  = 0.3  // of a line: a formula as long as that isn't broken
	smallest   = 0.55 // of the size of the text: how far a wide formula is reduced
	furtherIn  = 24.0 // points: how far a formula goes on below
	mathScale  = 1.02 // the maths face beside the serif
	formulaGap = 4.0  // points between the lines of a formula
)

// faceOf is the style of words within maths.
func faceOf(s style, font math.Font) style {
	s.bold = s.bold || font == math.Bold || font == math.BoldItalic
	s.italic = font == math.Italic || font == math.BoldItalic
	s.mono = font == math.Mono
	s.title = false
	return s
}

// maths says how maths is set within text of a style.
func (b *book) maths(s style, display bool, size float64) layout.Options {
	return layout.Options{Size: size, Display: display, Measure: func(text string, font math.Font, size float64) float64 {
		s := faceOf(s, font)
		s.size = size
		width := 0.0
		for _, p := range b.type_.shape(s, text) {
			width += p.width
		}
		return width
	}}
}

// formula sets displayed maths in the middle of the line; one that is too wide
// is broken at its relations, or else reduced.
func (b *book) formula(n document.Formula, f frame) {
	boxes := b.displayed(n.Math, b.text, f.width)
	b.want(blockSpace)
	for i, box := range boxes {
		x := f.x + max(0, f.width-box.Width)/2
		if len(boxes) > 1 {
			x = f.x + min(furtherIn*float64(min(i, 1)), max(0, f.width-box.Width))
		}
		s := b.text
		height := max(box.Height, b.text.size*0.7)
		b.add(&row{height: height + max(box.Depth, b.text.size*0.2) + formulaGap, keep: i+1 < len(boxes),
			draw: func(p *painter, y float64) { p.formula(box, s, x, y+formulaGap/2+height) }})
	}
	b.want(blockSpace)
}

// displayed sets a formula in as many lines as it takes.
func (b *book) displayed(body math.Row, s style, width float64) []layout.Box {
	size := s.size * mathScale
	whole := b.set(body, b.maths(s, true, size))
	if whole.Width <= width {
		return []layout.Box{whole}
	}
	pieces := must(layout.Pieces(body, b.maths(s, true, size), width-furtherIn))
	lines := []layout.Box{}
	for _, piece := range pieces {
		last := len(lines) - 1
		room := width
		if last > 0 {
			room -= furtherIn
		}
		if last >= 0 && lines[last].Width+piece.Width <= room {
			lines[last] = beside(lines[last], piece)
		} else {
			lines = append(lines, piece)
		}
	}
	for i, line := range lines {
		if line.Width > width { // nothing in it can be broken
			lines[i] = scaled(line, max(smallest, (width-1)/line.Width))
		}
	}
	return lines
}

func (b *book) set(body math.Row, opts layout.Options) layout.Box {
	return must(layout.Formula(body, opts))
}

// must gives a result whose error is that the program was built without its
// font; Write makes it an error.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func beside(a, b layout.Box) layout.Box {
	out := a
	out.Marks = append([]layout.Mark(nil), a.Marks...)
	for _, m := range b.Marks {
		m.X += a.Width
		out.Marks = append(out.Marks, m)
	}
	out.Width, out.Height, out.Depth, out.Text = a.Width+b.Width, max(a.Height, b.Height), max(a.Depth, b.Depth), a.Text+b.Text
	return out
}

func scaled(b layout.Box, by float64) layout.Box {
	out := layout.Box{Width: b.Width * by, Height: b.Height * by, Depth: b.Depth * by, Text: b.Text}
	for _, m := range b.Marks {
		m.X, m.Y, m.Size, m.Width, m.Height = m.X*by, m.Y*by, m.Size*by, m.Width*by, m.Height*by
		out.Marks = append(out.Marks, m)
	}
	return out
}

// equation sets maths within a line, which may break after its relations.
func (w *wording) equation(n document.Equation, s style) {
	if n.Display {
		w.endLine()
		for _, box := range w.displayed(n.Math, s, w.limit) {
			w.attach([]piece{w.mathPiece(box, s)})
			w.endLine()
		}
		return
	}
	opts := w.maths(s, false, s.size*mathScale)
	boxes := []layout.Box{w.set(n.Math, opts)}
	if boxes[0].Width > w.limit*keptWhole {
		boxes = must(layout.Pieces(n.Math, opts, w.limit*0.8))
	}
	for i, box := range boxes {
		if i > 0 {
			w.glue = false
		}
		if box.Width > w.limit {
			box = scaled(box, max(smallest, (w.limit-1)/box.Width))
		}
		w.attach([]piece{w.mathPiece(box, s)})
	}
}

func (w *wording) mathPiece(b layout.Box, s style) piece {
	return piece{style: s, width: b.Width, box: &box{width: b.Width, height: max(b.Height, 0), depth: max(b.Depth, 0), draw: func(p *painter, x, baseline float64) {
		p.formula(b, s, x, baseline-s.raise)
		p.link(s.link, x, baseline-b.Height, b.Width, b.Height+b.Depth)
	}}}
}

// formula draws maths. Readers of the file are told how it reads, since its
// glyphs have codes of their own.
func (p *painter) formula(b layout.Box, s style, x, baseline float64) {
	if len(b.Marks) == 0 {
		return
	}
	p.pdf.RawWriteStr("/Span <</ActualText <" + utf16Hex(strings.Join(strings.Fields(b.Text), " ")) + ">>> BDC")
	for _, m := range b.Marks {
		p.mark(m, s, x+m.X, baseline-m.Y)
	}
	p.pdf.RawWriteStr("EMC")
}

func (p *painter) mark(m layout.Mark, s style, x, y float64) {
	switch {
	case m.Code != 0:
		p.use(p.type_.face(fonts.Math), m.Size)
		p.pdf.SetTextColor(s.colour.r, s.colour.g, s.colour.b)
		p.pdf.Text(x, y, string(m.Code))
	case m.Text != "":
		words := faceOf(s, m.Font)
		words.size, words.raise, words.link = m.Size, 0, ""
		for _, one := range p.type_.shape(words, m.Text) {
			p.piece(one, x, y)
			x += one.width
		}
	case m.Stroke:
		p.stroke(s.colour, m.Size, x, y, x+m.Width, y-m.Height)
	default:
		p.fill(s.colour, x, y-m.Height, m.Width, m.Height, 0)
	}
}

// utf16Hex writes text as PDF's strings hold Unicode.
func utf16Hex(text string) string {
	out := []byte{0xfe, 0xff}
	for _, unit := range utf16.Encode([]rune(text)) {
		out = append(out, byte(unit>>8), byte(unit))
	}
	return strings.ToUpper(hex.EncodeToString(out))
}
