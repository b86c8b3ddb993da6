package layout

import (
	"redline/backend/export/math"
)

// atom is one thing of a row with what decides the space around it.
type atom struct {
	box    Box
	class  math.Class
	space  bool    // a gap, before and after which nothing is added
	italic float64 // how far it leans out at the right
	node   math.Node
}

// gaps are what stands between classes, in eighteenths of an em; negative ones
// are left out in scripts. Rows and columns are the classes in their order.
var gaps = [8][8]float64{
	//       Ord Op  Bin Rel Open Close Punct Inner
	math.Ord:   {0, 3, -4, -5, 0, 0, 0, -3},
	math.Op:    {3, 3, 0, -5, 0, 0, 0, -3},
	math.Bin:   {-4, -4, 0, 0, -4, 0, 0, -4},
	math.Rel:   {-5, -5, 0, 0, -5, 0, 0, -5},
	math.Open:  {0, 0, 0, 0, 0, 0, 0, 0},
	math.Close: {0, 3, -4, -5, 0, 0, 0, -3},
	math.Punct: {-3, -3, 0, -3, -3, -3, -3, -3},
	math.Inner: {-3, 3, -4, -5, -3, 0, -3, -3},
}

func (s setter) gap(before, after math.Class) float64 {
	mu := gaps[before][after]
	if mu < 0 {
		if s.level >= script {
			return 0
		}
		mu = -mu
	}
	return mu * s.em() / 18
}

// row sets nodes beside each other.
func (s setter) row(row math.Row) Box {
	var out Box
	x := 0.0
	for _, p := range s.placed(s.atoms(row)) {
		x += p.before
		out.add(p.box, x, 0)
		x += p.box.Width
	}
	out.Width = x
	return out
}

type placedAtom struct {
	atom
	before float64 // space
}

// placed finds the space before each atom. A binary operator with nothing to
// bind is ordinary.
func (s setter) placed(atoms []atom) []placedAtom {
	out := make([]placedAtom, 0, len(atoms))
	last := -1
	for i := range atoms {
		a := &atoms[i]
		if a.space {
			continue
		}
		if a.class == math.Bin && (last < 0 || bindsNothingAfter(atoms[last].class)) {
			a.class = math.Ord
		}
		if last >= 0 && atoms[last].class == math.Bin && bindsNothingBefore(a.class) {
			atoms[last].class = math.Ord
		}
		last = i
	}
	if last >= 0 && atoms[last].class == math.Bin {
		atoms[last].class = math.Ord
	}
	last = -1
	for i, a := range atoms {
		p := placedAtom{atom: a}
		if !a.space {
			if last >= 0 {
				p.before = s.gap(atoms[last].class, a.class)
			}
			last = i
		}
		if i > 0 && !a.space && atoms[i-1].italic > 0 && a.class != math.Ord {
			p.before += atoms[i-1].italic // a letter that leans doesn't touch what stands upright
		}
		out = append(out, p)
	}
	return out
}

func bindsNothingAfter(c math.Class) bool {
	return c == math.Bin || c == math.Op || c == math.Rel || c == math.Open || c == math.Punct
}

func bindsNothingBefore(c math.Class) bool {
	return c == math.Rel || c == math.Close || c == math.Punct
}

// atoms sets each node of a row.
func (s setter) atoms(row math.Row) []atom {
	var out []atom
	for _, node := range row {
		switch n := node.(type) {
		case math.Sized:
			out = append(out, s.sized(n.Size).atoms(n.Body)...)
		case math.Space:
			out = append(out, atom{box: Box{Width: n.Mu * s.em() / 18}, space: true, node: n})
		default:
			out = append(out, s.atom(node))
		}
	}
	return out
}

// atom sets one node.
func (s setter) atom(node math.Node) atom {
	a := atom{node: node, class: math.ClassOf(node)}
	switch n := node.(type) {
	case math.Row:
		a.box = s.row(n)
	case math.Symbol:
		a.box, a.italic = s.symbol(n)
		if n.Class == math.Op && n.Big {
			a.italic = 0
		}
	case math.Text:
		a.box = s.words(n.Value, n.Font)
	case math.Unknown:
		a.box = s.words(n.Source, math.Mono)
	case math.Delimiter:
		a.box = s.centred(n.Text, s.size*[]float64{0, 1.2, 1.8, 2.4, 3}[n.Step])
	case math.Fraction:
		a.box = s.fraction(n)
	case math.Sized:
		a.box = s.sized(n.Size).row(n.Body)
	case math.Radical:
		a.box = s.radical(n)
	case math.Script:
		a.box = s.script(n)
	case math.Fenced:
		a.box = s.fenced(n)
	case math.Accent:
		a.box = s.accent(n)
	case math.Line:
		a.box = s.line(n)
	case math.Arrow:
		a.box = s.arrow(n)
	case math.Stack:
		a.box = s.limits(s.row(n.Base), 0, n.Below, n.Above)
	case math.Classed:
		a.box = s.row(n.Body)
	case math.Grid:
		a.box = s.grid(n)
	case math.Space:
		a.box = Box{Width: n.Mu * s.em() / 18}
	case math.Phantom:
		a.box = s.phantom(n)
	case math.Boxed:
		a.box = s.boxed(n)
	}
	return a
}
