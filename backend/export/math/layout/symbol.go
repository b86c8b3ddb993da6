package layout

import (
	"unicode"

	"redline/backend/export/math"
)

// symbol sets a symbol and tells how far it leans out at the right.
func (s setter) symbol(n math.Symbol) (Box, float64) {
	if n.Big && s.level == display {
		for _, r := range n.Text {
			return s.displayed(r)
		}
	}
	if n.Name {
		return s.name(n.Text), 0
	}
	var out Box
	italic := 0.0
	for _, r := range n.Text {
		font := n.Font
		if n.Class != math.Ord && font == math.Italic {
			font = math.Upright
		}
		g, ok := s.table.Glyph(font.In(r))
		if !ok {
			g, ok = s.table.Glyph(r)
		}
		switch {
		case !ok:
			out.add(s.words(string(r), math.Upright), out.Width, 0)
			italic = 0
		case unicode.Is(unicode.Mn, r) && len(out.Marks) > 0:
			box := s.glyph(g)
			width := out.Width
			out.add(box, width/2-s.points(g.Attach), 0)
			out.Width = width
		default:
			out.add(s.glyph(g), out.Width, 0)
			italic = s.points(g.Italic)
		}
	}
	if n.Big {
		axis := s.axis()
		out = out.moved(axis - (out.Height-out.Depth)/2)
	}
	return out, italic
}

// displayed sets a big operator in its large form, centred on the axis.
func (s setter) displayed(r rune) (Box, float64) {
	g, ok := s.table.Glyph(r)
	if !ok {
		return s.words(string(r), math.Upright), 0
	}
	for _, v := range s.table.Variants(r, false) {
		if g = s.table.Coded(v.Code); v.Length >= s.table.Constants["DisplayOperatorMinHeight"]*7/10 {
			break
		}
	}
	box := s.glyph(g)
	return box.moved(s.axis() - (box.Height-box.Depth)/2), s.points(g.Italic)
}

// name sets the name of a function in upright letters.
func (s setter) name(name string) Box {
	var out Box
	for _, r := range name {
		if r == ' ' {
			out.Width += s.em() / 6
			continue
		}
		if g, ok := s.table.Glyph(r); ok {
			out.add(s.glyph(g), out.Width, 0)
		} else {
			out.add(s.words(string(r), math.Upright), out.Width, 0)
		}
	}
	return out
}

// words sets words in the face of the text.
func (s setter) words(value string, font math.Font) Box {
	if value == "" {
		return Box{}
	}
	em := s.em()
	return Box{Width: s.measure(value, font, em), Height: em * 0.72, Depth: em * 0.22, Marks: []Mark{{Size: em, Text: value, Font: font}}}
}

// stretched builds a character to a height from the baseline up, or to a width.
func (s setter) stretched(char rune, length float64, wide bool) Box {
	g, ok := s.table.Glyph(char)
	if !ok {
		return s.words(string(char), math.Upright)
	}
	variants := s.table.Variants(char, wide)
	for _, v := range variants {
		if s.points(v.Length) >= length {
			return s.glyph(s.table.Coded(v.Code))
		}
	}
	if parts := s.table.Parts(char, wide); len(parts) > 0 {
		return s.assembled(char, length, wide)
	}
	if len(variants) > 0 {
		return s.glyph(s.table.Coded(variants[len(variants)-1].Code))
	}
	return s.glyph(g)
}

// maxRepeats is how often a piece of a delimiter is repeated at most.
const maxRepeats = 400

// overlap is how far parts of an assembly overlap at the least, in the font's units.
const overlap = 50

// assembled joins parts until they are long enough.
func (s setter) assembled(char rune, length float64, wide bool) Box {
	parts := s.table.Parts(char, wide)
	fixed, extending, extenders := 0, 0, 0
	for _, p := range parts {
		if p.Extends {
			extending += p.Length - overlap
			extenders++
		} else {
			fixed += p.Length - overlap
		}
	}
	repeats := 0
	if extending > 0 {
		lack := s.units(length) - fixed
		repeats = min(max(0, (lack+extending-1)/extending), maxRepeats)
	}
	var out Box
	var line []rune
	for _, p := range parts {
		count := 1
		if p.Extends {
			count = repeats
		}
		for range count {
			line = append(line, p.Code)
		}
	}
	total := 0
	for _, p := range parts {
		if p.Extends {
			total += p.Length * repeats
		} else {
			total += p.Length
		}
	}
	// What is too long is taken up by overlapping more.
	excess := 0
	if joints := len(line) - 1; joints > 0 {
		excess = max(overlap, min((total-s.units(length))/joints, maxOverlap(parts)))
	}
	lengths := map[rune]int{}
	for _, p := range parts {
		lengths[p.Code] = p.Length
	}
	at := 0
	for _, code := range line {
		g := s.table.Coded(code)
		if wide {
			out.add(s.glyph(g), s.points(at), 0)
		} else {
			out.add(s.glyph(g), 0, s.points(at-g.Bottom))
		}
		at += lengths[code] - excess
	}
	if wide {
		out.Width = s.points(at + excess)
	} else {
		out.Height, out.Depth = s.points(at+excess), 0
	}
	return out
}

// maxOverlap is how far the joints of parts may overlap.
func maxOverlap(parts []part) int {
	most := 1 << 20
	for i, p := range parts {
		if i > 0 {
			most = min(most, p.Start)
		}
		if i < len(parts)-1 {
			most = min(most, p.End)
		}
	}
	return max(most, overlap)
}

// centred sets a delimiter at least so high, centred on the axis.
func (s setter) centred(delimiter string, height float64) Box {
	var out Box
	for _, r := range delimiter {
		box := s.stretched(r, height, false)
		out.add(box.moved(s.axis()-(box.Height-box.Depth)/2), out.Width, 0)
	}
	return out
}
