package layout

import (
	"redline/backend/export/fonts"
	"redline/backend/export/math"
)

// Options says how maths is set. Measure gives the width in points of words in
// the face of the text around.
type Options struct {
	Size    float64 // of the text, in points
	Display bool
	Measure func(text string, font math.Font, size float64) float64
}

func newSetter(opts Options) (setter, error) {
	table, err := fonts.OpenMath()
	s := setter{table: table, measure: opts.Measure, size: opts.Size, level: text}
	if opts.Display {
		s.level = display
	}
	return s, err
}

// Formula sets a whole formula.
func Formula(row math.Row, opts Options) (Box, error) {
	s, err := newSetter(opts)
	if err != nil {
		return Box{}, err
	}
	box := s.row(row)
	box.Text = math.Linear(row)
	return box, nil
}

// Pieces sets a formula in the parts that lines may break between: after its
// relations, and after its sums where a part is wider than width. The space
// between two parts is at the end of the first.
func Pieces(row math.Row, opts Options, width float64) ([]Box, error) {
	s, err := newSetter(opts)
	if err != nil {
		return nil, err
	}
	placed := s.placed(s.atoms(row))
	var out []Box
	for _, part := range split(placed, math.Rel) {
		if total(part) <= width {
			out = append(out, joined(part))
			continue
		}
		for _, smaller := range split(part, math.Bin) {
			out = append(out, joined(smaller))
		}
	}
	return out, nil
}

// split divides a row after the atoms of a class outside brackets.
func split(placed []placedAtom, class math.Class) (out [][]placedAtom) {
	depth, start := 0, 0
	for i, p := range placed {
		switch {
		case p.space:
		case p.class == math.Open:
			depth++
		case p.class == math.Close:
			depth = max(0, depth-1)
		case p.class == class && depth == 0 && i+1 < len(placed):
			out = append(out, placed[start:i+1])
			start = i + 1
		}
	}
	if start < len(placed) {
		out = append(out, placed[start:])
	}
	return out
}

func total(part []placedAtom) (width float64) {
	for _, p := range part {
		width += p.before + p.box.Width
	}
	return width
}

func joined(part []placedAtom) Box {
	var out Box
	var nodes math.Row
	x := 0.0
	for _, p := range part {
		x += p.before
		out.add(p.box, x, 0)
		x += p.box.Width
		nodes = append(nodes, p.node)
	}
	out.Width = x
	out.Text = math.Linear(nodes)
	return out
}
