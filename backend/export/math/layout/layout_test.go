package layout

import (
	gomath "math"
	"reflect"
	"testing"
	"unicode/utf8"

	"redline/backend/export/math"
)

func options(display bool) Options {
	return Options{Size: 10, Display: display, Measure: func(text string, _ math.Font, size float64) float64 {
		return float64(utf8.RuneCountInString(text)) * size / 2
	}}
}

func set(t *testing.T, tex string, display bool) Box {
	t.Helper()
	box, err := Formula(new(math.Reader).Read(tex), options(display))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range append(box.Marks, Mark{X: box.Width, Y: box.Height}) {
		if gomath.IsNaN(m.X+m.Y+m.Width+m.Height) || gomath.IsInf(m.X+m.Y+m.Width+m.Height, 0) {
			t.Fatalf("%s: a mark stands nowhere: %+v", tex, m)
		}
	}
	return box
}

// Lengths are those that the font's table asks for, at 10 points.
func TestFractionsStandOnTheAxis(t *testing.T) {
	box := set(t, `\frac{1}{2}`, true)
	var rule *Mark
	for i, m := range box.Marks {
		if m.Code == 0 {
			rule = &box.Marks[i]
		}
	}
	if rule == nil || gomath.Abs(rule.Y+rule.Height/2-2.58) > 1e-9 || gomath.Abs(rule.Height-0.68) > 1e-9 {
		t.Fatalf("the rule is %+v, want one 0.68 thick around 2.58", rule)
	}
	if box.Marks[0].Y < 6.4 || box.Marks[1].Y > -6.4 {
		t.Errorf("numerator at %g and denominator at %g, want at least 6.4 off", box.Marks[0].Y, box.Marks[1].Y)
	}
}

func TestScriptsAreSmallerAndApart(t *testing.T) {
	box := set(t, `x_i^2`, false)
	base, sup, sub := box.Marks[0], box.Marks[1], box.Marks[2]
	if base.Size != 10 || sup.Size != 7 || sub.Size != 7 {
		t.Errorf("sizes %g %g %g, want 10 7 7", base.Size, sup.Size, sub.Size)
	}
	if sup.Y < 3.6 || sub.Y > -2.1 || sup.X < base.X+4 {
		t.Errorf("superscript at %g, %g, subscript at %g", sup.X, sup.Y, sub.Y)
	}
}

func TestLimitsStandAboveAndBelowOnlyWhenDisplayed(t *testing.T) {
	displayed, inline := set(t, `\sum_{i}^{n}`, true), set(t, `\sum_{i}^{n}`, false)
	if displayed.Height <= inline.Height+3 || displayed.Width >= inline.Width+6 {
		t.Errorf("displayed %g high and %g wide, inline %g and %g", displayed.Height, displayed.Width, inline.Height, inline.Width)
	}
}

func TestDelimitersGrowWithWhatTheyHold(t *testing.T) {
	last := 0.0
	for _, tex := range []string{`\left(x\right)`, `\left(\frac ab\right)`, `\left(\begin{matrix}1\\2\\3\\4\\5\\6\\7\\8\end{matrix}\right)`} {
		box := set(t, tex, true)
		inner := 0.0
		for _, m := range box.Marks {
			inner = max(inner, m.Y)
		}
		if tall := box.Height + box.Depth; tall <= last {
			t.Errorf("%s is %g tall, no more than the one before", tex, tall)
		} else {
			last = tall
		}
		if middle := (box.Height - box.Depth) / 2; gomath.Abs(middle-2.58) > 0.8 {
			t.Errorf("%s is centred on %g, want the axis at 2.58", tex, middle)
		}
	}
	if last < 90 {
		t.Errorf("brackets around eight rows are %g tall, want at least 90", last)
	}
}

func TestBinaryOperatorsWithNothingToBindAreSigns(t *testing.T) {
	if sign, sum := set(t, `{-}x`, false).Width, set(t, `-x`, false).Width; gomath.Abs(sign-sum) > 1e-9 {
		t.Errorf("-x is %g wide, want %g", sum, sign)
	}
	if tight, apart := set(t, `a{+}b`, false).Width, set(t, `a+b`, false).Width; apart < tight+4 {
		t.Errorf("a+b is %g wide, want more than %g", apart, tight+4)
	}
}

func TestPiecesBreakAfterRelations(t *testing.T) {
	row := new(math.Reader).Read(`a+b=c+d\le(e=f)`)
	for width, want := range map[float64][]string{
		1000: {"a + b = ", "c + d ≤ ", "(e = f)"},
		30:   {"a + ", "b = ", "c + ", "d ≤ ", "(e = f)"},
	} {
		pieces, err := Pieces(row, options(false), width)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		total := 0.0
		for _, p := range pieces {
			got = append(got, p.Text)
			total += p.Width
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("within %g: %q, want %q", width, got, want)
		}
		if whole, _ := Formula(row, options(false)); gomath.Abs(total-whole.Width) > 1e-6 {
			t.Errorf("the pieces are %g wide together, the whole %g", total, whole.Width)
		}
	}
}

func TestEveryNodeIsSet(t *testing.T) {
	for _, tex := range []string{`x`, `\text{a}`, `\frac ab`, `\displaystyle x`, `\sqrt x`, `x^2`, `\left(x\right)`, `\big(`, `\hat x`, `\overline x`,
		`\xrightarrow{x}`, `\overset ab`, `\mathrel x`, `\begin{matrix}x\end{matrix}`, `\boxed x`, `\cancel x`, `\nosuch`, `\rlap x`, `\underbrace x`, `\not x`, `試`} {
		if box := set(t, tex, true); len(box.Marks) == 0 {
			t.Errorf("%s: nothing is set", tex)
		}
	}
}

func FuzzFormula(f *testing.F) {
	for _, tex := range []string{`\frac{a}{b}`, `\left(\sqrt[3]x\right.`, `\begin{cases}a&b\\c\end{cases}`, `\overbrace{x}^y\xleftarrow[a]{b}`, `\int_0^1\sum'`} {
		f.Add(tex)
	}
	f.Fuzz(func(t *testing.T, tex string) {
		if len(tex) < 2000 {
			first, second := set(t, tex, true), set(t, tex, true)
			if !reflect.DeepEqual(first, second) {
				t.Error("the same formula is set in two ways")
			}
		}
	})
}
