package math

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func letter(s string) Symbol { return Symbol{Text: s} }

func TestRead(t *testing.T) {
	sum := Symbol{Text: "∑", Class: Op, Big: true, Limits: WhenDisplayed}
	for _, c := range []struct {
		tex  string
		want Row
	}{
		{"", nil},
		{`\frac{a}b`, Row{Fraction{Num: Row{letter("a")}, Den: Row{letter("b")}}}},
		{`\frac12`, Row{Fraction{Num: Row{letter("1")}, Den: Row{letter("2")}}}},
		{`a \over b`, Row{Fraction{Num: Row{letter("a")}, Den: Row{letter("b")}}}},
		{`\sqrt[3]{x}`, Row{Radical{Degree: Row{letter("3")}, Body: Row{letter("x")}}}},
		{`x_i^2`, Row{Script{Base: letter("x"), Sub: Row{letter("i")}, Sup: Row{letter("2")}}}},
		{`f''`, Row{Script{Base: letter("f"), Sup: Row{Symbol{Text: "′′", Font: Upright}}}}},
		{`\sum_k`, Row{Script{Base: sum, Sub: Row{letter("k")}, Limits: WhenDisplayed}}},
		{`\sum\limits_k`, Row{Script{Base: sum, Sub: Row{letter("k")}, Limits: Always}}},
		{`12.5x`, Row{letter("12.5"), letter("x")}},
		{`\mathbb R`, Row{Row{Symbol{Text: "R", Font: DoubleStruck}}}},
		{`\text{if $x$ is odd}`, Row{Row{Text{"if ", Upright}, Row{letter("x")}, Text{" is odd", Upright}}}},
		{`\left(x\middle|y\right.`, Row{Fenced{Open: "(", Middle: []string{"|"}, Parts: []Row{{letter("x")}, {letter("y")}}}}},
		{`\not\in`, Row{Symbol{Text: "∉", Class: Rel}}},
		{`\operatorname{rank}`, Row{Symbol{Text: "rank", Class: Op, Name: true, Font: Upright}}},
		{`\newcommand{\half}[1][x]{\frac{#1}2}\half \half[y]`, Row{
			Fraction{Num: Row{letter("x")}, Den: Row{letter("2")}}, Fraction{Num: Row{letter("y")}, Den: Row{letter("2")}}}},
		{`\vec{a} % a comment`, Row{Accent{Base: Row{letter("a")}, Mark: '\u20d7'}}},
		{`\color{red}x`, Row{letter("x")}},
	} {
		if got := new(Reader).Read(c.tex); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s\n got %#v\nwant %#v", c.tex, got, c.want)
		}
	}
}

func TestGrids(t *testing.T) {
	for _, c := range []struct {
		tex           string
		kind          Kind
		rows, columns int
		open, close   string
	}{
		{`\begin{pmatrix}a&b\\c&d\\\end{pmatrix}`, Matrix, 2, 2, "(", ")"},
		{`\begin{cases}1&x\\2&y\end{cases}`, Cases, 2, 2, "{", ""},
		{`\begin{align*}a&=b&c&=d\\e&=f\end{align*}`, Aligned, 2, 4, "", ""},
		{`\begin{array}{l|*{2}{c}}a&b&c\\\hline d&e\end{array}`, Matrix, 2, 3, "", ""},
		{`a&=b\\&=c`, Aligned, 2, 2, "", ""},
		{`\begin{CD}A @>f>> B\\ @VVV @VVgV\\ C @= D\end{CD}`, Matrix, 3, 3, "", ""},
		{`a \tag{1}`, Aligned, 1, 1, "", ""},
		{`\substack{a\\b}`, Substack, 2, 1, "", ""},
	} {
		row := new(Reader).Read(c.tex)
		g, ok := row[0].(Grid)
		if !ok || g.Kind != c.kind || len(g.Rows) != c.rows || len(g.Columns) != c.columns || g.Open != c.open || g.Close != c.close {
			t.Errorf("%s: %#v", c.tex, row)
		}
		for _, cells := range g.Rows {
			if len(cells) != c.columns {
				t.Errorf("%s: a row has %d cells", c.tex, len(cells))
			}
		}
	}
	array := new(Reader).Read(`\begin{array}{l|*{2}{c}}a&b&c\\\hline d&e\end{array}`)[0].(Grid)
	if !slices.Equal(array.Columns, []Align{Left, Center, Center}) || !slices.Equal(array.Rules, []int{1}) || !slices.Equal(array.Lines, []int{1}) {
		t.Errorf("columns %v, rules before %v, above %v", array.Columns, array.Rules, array.Lines)
	}
}

func TestMacrosHoldForTheDocument(t *testing.T) {
	var r Reader
	r.Read(`\def\R{\mathbb{R}}\DeclareMathOperator{\tr}{tr}`)
	got := r.Read(`\tr\R`)
	want := Row{Symbol{Text: "tr", Class: Op, Name: true, Font: Upright}, Row{Symbol{Text: "R", Font: DoubleStruck}}}
	if !reflect.DeepEqual(got, want) || r.Unknown != nil {
		t.Errorf("%#v, unknown %v", got, r.Unknown)
	}
}

func TestUnknownCommandsAreKeptAndNamedOnce(t *testing.T) {
	var r Reader
	got := r.Read(`\nosuch{x}\nosuch`)
	want := Row{Unknown{`\nosuch`}, Row{letter("x")}, Unknown{`\nosuch`}}
	if !reflect.DeepEqual(got, want) || !slices.Equal(r.Unknown, []string{`\nosuch`}) {
		t.Errorf("%#v, unknown %v", got, r.Unknown)
	}
}

func TestHostileMathsIsBounded(t *testing.T) {
	for name, tex := range map[string]string{
		"macros that double":      `\def\a{xx}` + strings.Repeat(`\let\b=\a\def\a{\b\b}`, 50) + `\a`,
		"a macro of itself":       `\def\a{\a\a x}\a`,
		"braces":                  strings.Repeat("{", 20000),
		"closing braces":          strings.Repeat("}", 20000),
		"fractions":               strings.Repeat(`\frac`, 10000),
		"fences":                  strings.Repeat(`\left(`, 10000),
		"environments":            strings.Repeat(`\begin{matrix}`, 4000),
		"scripts":                 strings.Repeat("x^", 30000),
		"divisions":               strings.Repeat(`\over`, 10000),
		"sizes":                   strings.Repeat(`\displaystyle`, 5000),
		"words":                   strings.Repeat(`\text`, 10000),
		"words in words":          strings.Repeat(`\text{$`, 9000),
		"arrows of diagrams":      `\begin{CD}` + strings.Repeat(`@>@`, 10000),
		"rows":                    strings.Repeat(`&`, 200) + strings.Repeat(`\\`, 20000),
		"comments":                strings.Repeat("%\n", 30000),
		"marks":                   "a" + strings.Repeat("\u0301", 20000),
		"optional arguments":      strings.Repeat(`\sqrt[`, 10000),
		"a formula of 1 MB":       strings.Repeat("x", 1<<20),
		"bytes that are no text":  "\xff\xfe\\\xff",
		"a backslash at the end":  `x\`,
		"a repeated column":       `\begin{array}{*{999}{*{999}{*{999}{c}}}}x\end{array}`,
		"an argument that is not": `\sqrt`,
	} {
		t.Run(name, func(t *testing.T) {
			if count, depth := measure(new(Reader).Read(tex)); count > 400000 || depth > 4*maxDepth {
				t.Errorf("%d nodes, %d deep", count, depth)
			}
		})
	}
}

// measure counts the nodes of a tree and how deep they nest, by reflection, so
// that it knows every type.
func measure(n Node) (count, depth int) {
	var walk func(v reflect.Value, at int)
	walk = func(v reflect.Value, at int) {
		switch v.Kind() {
		case reflect.Interface:
			if !v.IsNil() {
				count++
				depth = max(depth, at)
				walk(v.Elem(), at+1)
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i), at)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i), at)
			}
		}
	}
	walk(reflect.ValueOf(n), 0)
	return count, depth
}

func TestAlphabets(t *testing.T) {
	for _, c := range []struct {
		font Font
		in   string
		want string
	}{
		{Italic, "xhΩα1", "𝑥ℎΩ𝛼1"}, {Bold, "Ax1Ωα", "𝐀𝐱𝟏𝛀𝛂"}, {DoubleStruck, "RNA1", "ℝℕ𝔸𝟙"}, {Calligraphic, "LA", "ℒ𝒜"}, {Fraktur, "CG", "ℭ𝔊"},
		{Mono, "a0", "𝚊𝟶"}, {Italic, "ıϕ∂", "𝚤𝜙∂"}, {BoldItalic, "βϖ∂", "𝜷𝝕𝝏"},
	} {
		if got := c.font.Set(c.in); got != c.want {
			t.Errorf("%d %s: %s, want %s", c.font, c.in, got, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, tex := range []string{`\frac{a}{b}`, `\left[\begin{array}{c|r}1&2\\3\end{array}\right)`, `\newcommand\x[2][a]{#1#2}\x{\x b}c`,
		`\text{a $b$ \'e}`, `\begin{CD}A@>f>>B\end{CD}`, `\sqrt[`, `x''_{\underbrace{y}_z}`, `\genfrac(]{0pt}2ab`, `\hspace{1em}\kern-2mu`, `\verb|x`} {
		f.Add(tex)
	}
	f.Fuzz(func(t *testing.T, tex string) {
		var r Reader
		first := r.Read(tex)
		if _, depth := measure(first); depth > 4*maxDepth {
			t.Fatalf("%d deep", depth)
		}
		if again := new(Reader).Read(tex); !reflect.DeepEqual(first, again) {
			t.Fatal("the same formula gives two trees")
		}
	})
}
