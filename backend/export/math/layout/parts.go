package layout

import (
	"strings"

	"redline/backend/export/math"
)

// fraction sets one row above another.
func (s setter) fraction(n math.Fraction) Box {
	s = s.sized(n.Size)
	num, den := s.inner().row(n.Num), s.inner().cramp().row(n.Den)
	thickness, axis := s.of("FractionRuleThickness"), s.axis()
	width := max(num.Width, den.Width)
	var up, down float64
	if n.NoBar {
		up, down = s.choose("StackTopDisplayStyleShiftUp", "StackTopShiftUp"), s.choose("StackBottomDisplayStyleShiftDown", "StackBottomShiftDown")
		if lack := s.choose("StackDisplayStyleGapMin", "StackGapMin") - (up - num.Depth - (den.Height - down)); lack > 0 {
			up, down = up+lack/2, down+lack/2
		}
	} else {
		up = s.choose("FractionNumeratorDisplayStyleShiftUp", "FractionNumeratorShiftUp")
		down = s.choose("FractionDenominatorDisplayStyleShiftDown", "FractionDenominatorShiftDown")
		up = max(up, axis+thickness/2+s.choose("FractionNumDisplayStyleGapMin", "FractionNumeratorGapMin")+num.Depth)
		down = max(down, den.Height+s.choose("FractionDenomDisplayStyleGapMin", "FractionDenominatorGapMin")-axis+thickness/2)
		width += s.em() * 0.12
	}
	var out Box
	out.add(num, (width-num.Width)/2, up)
	out.add(den, (width-den.Width)/2, -down)
	if !n.NoBar {
		out.rule(0, axis-thickness/2, width, thickness)
	}
	out.Width = width
	if n.Open != "" || n.Close != "" {
		return s.between(n.Open, n.Close, out)
	}
	side := s.em() * 0.08
	var apart Box
	apart.add(out, side, 0)
	apart.Width = out.Width + 2*side
	return apart
}

// between sets delimiters around a box.
func (s setter) between(open, close string, inner Box) Box {
	height := s.tall(inner)
	var out Box
	for _, box := range []Box{s.centred(open, height), inner, s.centred(close, height)} {
		out.add(box, out.Width, 0)
	}
	return out
}

// tall is how high delimiters around a box must be.
func (s setter) tall(inner Box) float64 {
	far := max(inner.Height-s.axis(), inner.Depth+s.axis())
	return max(2*far*0.901, 2*far-s.em()*0.5)
}

func (s setter) fenced(n math.Fenced) Box {
	parts := make([]Box, len(n.Parts))
	height := 0.0
	for i, part := range n.Parts {
		parts[i] = s.row(part)
		height = max(height, s.tall(parts[i]))
	}
	var out Box
	put := func(box Box) { out.add(box, out.Width, 0) }
	if n.Open == "" {
		out.Width = s.em() * 0.08
	}
	put(s.centred(n.Open, height))
	for i, part := range parts {
		if i > 0 && i <= len(n.Middle) {
			out.Width += s.em() * 0.1
			put(s.centred(n.Middle[i-1], height))
			out.Width += s.em() * 0.1
		}
		put(part)
	}
	put(s.centred(n.Close, height))
	if n.Close == "" {
		out.Width += s.em() * 0.08
	}
	return out
}

// radical sets a root with its sign, its rule and its degree.
func (s setter) radical(n math.Radical) Box {
	body := s.cramp().row(n.Body)
	if len(body.Marks) == 0 {
		body.Height = s.em() * 0.5
	}
	thickness, gap := s.of("RadicalRuleThickness"), s.choose("RadicalDisplayStyleVerticalGap", "RadicalVerticalGap")
	sign := s.stretched('√', body.Height+body.Depth+gap+thickness, false)
	tall := sign.Height + sign.Depth
	gap = max(gap, (gap+tall-thickness-body.Height-body.Depth)/2)
	top := body.Height + gap + thickness
	sign = sign.moved(top - sign.Height)
	var out Box
	x := 0.0
	if n.Degree != nil {
		d := s
		d.level = scriptScript
		degree := d.row(n.Degree)
		raise := float64(s.table.Constants["RadicalDegreeBottomRaisePercent"])/100*tall - sign.Depth
		before := s.of("RadicalKernBeforeDegree")
		out.add(degree, before, raise+degree.Depth)
		x = max(0, before+degree.Width+s.of("RadicalKernAfterDegree"))
	}
	out.add(sign, x, 0)
	x += sign.Width
	out.add(body, x, 0)
	out.rule(x-thickness/4, top-thickness, body.Width+thickness/4, thickness)
	out.Height = max(out.Height, top+s.of("RadicalExtraAscender"))
	out.Width = x + body.Width + s.em()*0.04
	return out
}

// script sets a base with scripts beside it, or above and below.
func (s setter) script(n math.Script) Box {
	base := s.atom(n.Base)
	lean := base.italic
	if symbol, ok := inside(n.Base).(math.Symbol); ok && symbol.Big {
		_, lean = s.symbol(symbol)
	}
	if n.Limits == math.Always || n.Limits == math.WhenDisplayed && s.level == display {
		return s.limits(base.box, lean, n.Sub, n.Sup)
	}
	var sub, sup Box
	up, down := 0.0, 0.0
	single := isGlyph(n.Base)
	if n.Sup != nil {
		sup = s.superscript(n.Sup)
		up = s.of("SuperscriptShiftUp")
		if s.cramped {
			up = s.of("SuperscriptShiftUpCramped")
		}
		if !single {
			up = max(up, base.box.Height-s.of("SuperscriptBaselineDropMax"))
		}
		up = max(up, sup.Depth+s.of("SuperscriptBottomMin"))
	}
	if n.Sub != nil {
		sub = s.down().row(n.Sub)
		down = max(s.of("SubscriptShiftDown"), sub.Height-s.of("SubscriptTopMax"))
		if !single {
			down = max(down, base.box.Depth+s.of("SubscriptBaselineDropMin"))
		}
	}
	if n.Sub != nil && n.Sup != nil {
		if lack := s.of("SubSuperscriptGapMin") - (up - sup.Depth - (sub.Height - down)); lack > 0 {
			down += lack
			if more := s.of("SuperscriptBottomMaxWithSubscript") - (up - sup.Depth); more > 0 {
				more = min(more, lack)
				up, down = up+more, down-more
			}
		}
	}
	out := base.box
	out.Marks = append([]Mark(nil), out.Marks...)
	right := out.Width
	big := lean > 0 && base.italic == 0
	if n.Sup != nil {
		x := base.box.Width + s.cutIn(base.box, 0, up-sup.Depth)
		if !big {
			x += lean
		}
		out.add(sup, x, up)
		right = max(right, x+sup.Width)
	}
	if n.Sub != nil {
		x := base.box.Width + s.cutIn(base.box, 2, sub.Height-down)
		if big {
			x = base.box.Width - lean
		}
		out.add(sub, x, -down)
		right = max(right, x+sub.Width)
	}
	out.Width = right + s.of("SpaceAfterScript")
	return out
}

// superscript sets what stands above at the right. The font's primes are drawn
// raised, for the size of the text; they come down by what scripts go up.
func (s setter) superscript(row math.Row) Box {
	if len(row) > 0 {
		if symbol, ok := row[0].(math.Symbol); ok && strings.HasPrefix(symbol.Text, "′") {
			shift := s.of("SuperscriptShiftUp")
			if s.cramped {
				shift = s.of("SuperscriptShiftUpCramped")
			}
			primes, _ := s.symbol(symbol)
			out := primes.moved(-shift)
			out.Depth = 0
			out.add(s.upper().row(row[1:]), primes.Width, 0)
			return out
		}
	}
	return s.upper().row(row)
}

// upper is the level of a superscript.
func (s setter) upper() setter {
	cramped := s.cramped
	s = s.up()
	s.cramped = cramped
	return s
}

// inside is the one node that rows around it hold.
func inside(n math.Node) math.Node {
	for {
		row, ok := n.(math.Row)
		if !ok || len(row) != 1 {
			return n
		}
		n = row[0]
	}
}

// isGlyph tells whether scripts stand at a letter's height.
func isGlyph(n math.Node) bool {
	s, ok := inside(n).(math.Symbol)
	return ok && !s.Big
}

// cutIn is how the corner of a lone glyph moves a script.
func (s setter) cutIn(base Box, corner int, height float64) float64 {
	if len(base.Marks) != 1 || base.Marks[0].Code == 0 {
		return 0
	}
	return s.points(s.table.Kern(base.Marks[0].Code, corner, s.units(height)))
}

// limits sets something small above and below a base.
func (s setter) limits(base Box, lean float64, below, above math.Row) Box {
	upper, lower := s.upper().row(above), s.down().row(below)
	width := max(base.Width, upper.Width, lower.Width)
	var out Box
	out.add(base, (width-base.Width)/2, 0)
	if above != nil {
		rise := base.Height + max(s.of("UpperLimitGapMin")+upper.Depth, s.of("UpperLimitBaselineRiseMin"))
		out.add(upper, (width-upper.Width)/2+lean/2, rise)
	}
	if below != nil {
		drop := base.Depth + max(s.of("LowerLimitGapMin")+lower.Height, s.of("LowerLimitBaselineDropMin"))
		out.add(lower, (width-lower.Width)/2-lean/2, -drop)
	}
	out.Width = width
	return out
}

// accent sets a mark above or below a base.
func (s setter) accent(n math.Accent) Box {
	base := s.cramp().row(n.Base)
	if n.Mark >= 0x2190 && n.Mark < 0x2a00 {
		return s.stretchedOver(base, n.Mark, n.Under)
	}
	mark, ok := s.table.Glyph(n.Mark)
	if !ok {
		return base
	}
	if n.Wide {
		for _, v := range s.table.Variants(n.Mark, true) {
			if s.points(v.Length) <= base.Width*1.05 {
				mark = s.table.Coded(v.Code)
			}
		}
	}
	at := base.Width / 2
	if symbol, ok := inside(n.Base).(math.Symbol); ok && len([]rune(symbol.Text)) == 1 && len(base.Marks) == 1 && base.Marks[0].Code != 0 {
		at = s.points(s.table.Coded(base.Marks[0].Code).Attach)
	}
	out := base
	out.Marks = append([]Mark(nil), base.Marks...)
	box := s.glyph(mark)
	if n.Under {
		out.add(box, at-s.points(mark.Attach), -base.Depth)
	} else {
		out.add(box, at-s.points(mark.Attach), max(0, base.Height-s.of("AccentBaseHeight")))
	}
	out.Width = base.Width
	return out
}

// stretchedOver sets a brace or an arrow as wide as its base.
func (s setter) stretchedOver(base Box, mark rune, under bool) Box {
	small := s
	if mark < 0x2300 {
		small = s.up()
	}
	long := small.stretched(mark, max(base.Width, small.em()*0.6), true)
	width := max(base.Width, long.Width)
	var out Box
	out.add(base, (width-base.Width)/2, 0)
	gap := s.em() * 0.1
	if under {
		out.add(long, (width-long.Width)/2, -base.Depth-gap-long.Height)
	} else {
		out.add(long, (width-long.Width)/2, base.Height+gap+long.Depth)
	}
	out.Width = width
	return out
}

func (s setter) line(n math.Line) Box {
	if n.Under {
		out := s.row(n.Body)
		thickness := s.of("UnderbarRuleThickness")
		out.rule(0, -out.Depth-s.of("UnderbarVerticalGap")-thickness, out.Width, thickness)
		out.Depth += s.of("UnderbarExtraDescender")
		return out
	}
	out := s.cramp().row(n.Body)
	out.rule(0, out.Height+s.of("OverbarVerticalGap"), out.Width, s.of("OverbarRuleThickness"))
	out.Height += s.of("OverbarExtraAscender")
	return out
}

// arrow sets an arrow as long as what stands above and below it.
func (s setter) arrow(n math.Arrow) Box {
	above, below := s.upper().row(n.Above), s.down().row(n.Below)
	width := max(above.Width, below.Width, s.em()*1.2) + s.em()*0.7
	long := s.stretched(n.Mark, width, true)
	width = max(long.Width, width)
	var out Box
	out.add(long, (width-long.Width)/2, 0)
	if len(above.Marks) > 0 {
		out.add(above, (width-above.Width)/2, max(long.Height, s.axis())+s.em()*0.12+above.Depth)
	}
	if len(below.Marks) > 0 {
		out.add(below, (width-below.Width)/2, -max(long.Depth, -s.axis()*0.6)-s.em()*0.12-below.Height)
	}
	out.Width = width
	return out
}

func (s setter) phantom(n math.Phantom) Box {
	body := s.row(n.Body)
	out := Box{}
	if n.Shown {
		out.Marks = body.Marks
	}
	if n.Width {
		out.Width = body.Width
	}
	if n.Height {
		out.Height, out.Depth = body.Height, body.Depth
	}
	return out
}

// boxed frames or strikes out.
func (s setter) boxed(n math.Boxed) Box {
	body := s.row(n.Body)
	thickness := s.em() * 0.05
	if !n.Frame {
		out := body
		w, h := body.Width, body.Height+body.Depth
		stroke := func(y, rise float64) {
			out.Marks = append(out.Marks, Mark{Y: y, Width: w, Height: rise, Size: thickness, Stroke: true})
		}
		if n.Up {
			stroke(-body.Depth, h)
		}
		if n.Down {
			stroke(body.Height, -h)
		}
		if n.Level {
			stroke((body.Height-body.Depth)/2, 0)
		}
		return out
	}
	pad := s.em() * 0.3
	var out Box
	out.add(body, pad, 0)
	w, bottom, h := body.Width+2*pad, -body.Depth-pad, body.Height+body.Depth+2*pad
	out.rule(0, bottom, w, thickness)
	out.rule(0, bottom+h-thickness, w, thickness)
	out.rule(0, bottom, thickness, h)
	out.rule(w-thickness, bottom, thickness, h)
	out.Width = w
	return out
}
