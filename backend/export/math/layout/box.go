// Package layout sets maths in boxes, by TeX's rules and by what the maths font
// says in its MATH table.
//
// Formula and Pieces give boxes whose marks stand relative to the left end of
// the baseline. All lengths are in points, and heights grow upwards. The same
// tree gives the same boxes. Nothing is drawn here.
package layout

import (
	"redline/backend/export/fonts"
	"redline/backend/export/math"
)

// Box is something set. Depth is below the baseline, and both it and Height may
// be negative.
type Box struct {
	Width, Height, Depth float64
	Marks                []Mark
	Text                 string // how it reads
}

// Mark is one thing to draw with its left end at X and its baseline at Y.
type Mark struct {
	X, Y   float64
	Size   float64
	Code   rune      // of a glyph of the maths face; 0 for none
	Text   string    // words in the face of the text around
	Font   math.Font // of the words
	Width  float64   // of a rule, or of a stroke from X, Y
	Height float64   // of a rule above Y, or how far a stroke rises
	Stroke bool      // a line rather than a filled rule
}

// add sets another box with its baseline's left end at x, y.
func (b *Box) add(other Box, x, y float64) {
	for _, m := range other.Marks {
		m.X += x
		m.Y += y
		b.Marks = append(b.Marks, m)
	}
	b.Height = max(b.Height, other.Height+y)
	b.Depth = max(b.Depth, other.Depth-y)
	b.Width = max(b.Width, x+other.Width)
}

func (b *Box) rule(x, y, width, height float64) {
	b.Marks = append(b.Marks, Mark{X: x, Y: y, Width: width, Height: height})
	b.Height = max(b.Height, y+height)
	b.Depth = max(b.Depth, -y)
}

// moved is the box raised.
func (b Box) moved(by float64) Box {
	out := Box{Width: b.Width, Height: b.Height + by, Depth: b.Depth - by, Marks: make([]Mark, len(b.Marks))}
	for i, m := range b.Marks {
		m.Y += by
		out.Marks[i] = m
	}
	return out
}

// level is a size that TeX sets at.
type level int

const (
	display level = iota
	text
	script
	scriptScript
)

// setter sets nodes at a level.
type setter struct {
	table   *fonts.MathTable
	measure func(text string, font math.Font, size float64) float64
	size    float64 // of the text, in points
	level   level
	cramped bool
}

// em is the size at this level.
func (s setter) em() float64 {
	switch s.level {
	case script:
		return s.size * float64(s.table.Constants["ScriptPercentScaleDown"]) / 100
	case scriptScript:
		return s.size * float64(s.table.Constants["ScriptScriptPercentScaleDown"]) / 100
	}
	return s.size
}

// of gives a constant of the font in points.
func (s setter) of(name string) float64 { return float64(s.table.Constants[name]) * s.em() / 1000 }

func (s setter) points(units int) float64 { return float64(units) * s.em() / 1000 }

// units is a length in the font's units.
func (s setter) units(points float64) int { return int(points * 1000 / s.em()) }

// choose gives one of two constants by whether this level is displayed.
func (s setter) choose(displayed, other string) float64 {
	if s.level == display {
		return s.of(displayed)
	}
	return s.of(other)
}

func (s setter) axis() float64 { return s.of("AxisHeight") }

func (s setter) up() setter {
	s.level = max(script, min(s.level+1, scriptScript))
	return s
}

func (s setter) down() setter {
	s = s.up()
	s.cramped = true
	return s
}

func (s setter) cramp() setter {
	s.cramped = true
	return s
}

// inner is the level of a numerator.
func (s setter) inner() setter {
	s.level = min(s.level+1, scriptScript)
	return s
}

func (s setter) sized(size math.Size) setter {
	if size != math.AsPlaced {
		s.level = level(size - math.DisplaySize)
	}
	return s
}

// part is a piece of an assembly.
type part = fonts.Part

func (s setter) glyph(g fonts.Glyph) Box {
	return Box{Width: s.points(g.Advance), Height: s.points(g.Top), Depth: -s.points(g.Bottom), Marks: []Mark{{Size: s.em(), Code: g.Code}}}
}
