package math

import "strings"

// Linear gives maths as one line of text that can be read, searched and copied:
// (a+b)/2, x^2, √(x).
func Linear(row Row) string {
	var out linear
	out.row(row)
	return out.String()
}

// linear is the text so far.
type linear struct{ strings.Builder }

func (l *linear) row(row Row) {
	for _, n := range row {
		l.node(n)
	}
}

// group writes a row in brackets when it is more than one symbol.
func (l *linear) group(row Row) {
	inner := Linear(row)
	if len(row) == 1 && !strings.ContainsAny(inner, " ^_/") || inner == "" {
		l.WriteString(inner)
		return
	}
	l.WriteString("(" + inner + ")")
}

func (l *linear) node(node Node) {
	switch n := node.(type) {
	case Row:
		l.row(n)
	case Symbol:
		l.symbol(n)
	case Text:
		l.WriteString(n.Value)
	case Unknown:
		l.WriteString(n.Source)
	case Delimiter:
		l.WriteString(n.Text)
	case Space:
		if n.Mu >= 5 {
			l.WriteByte(' ')
		}
	case Fraction:
		l.WriteString(n.Open)
		l.group(n.Num)
		l.WriteString(map[bool]string{false: "/", true: " "}[n.NoBar])
		l.group(n.Den)
		l.WriteString(n.Close)
	case Sized:
		l.row(n.Body)
	case Radical:
		if n.Degree != nil {
			l.WriteString("[" + Linear(n.Degree) + "]")
		}
		l.WriteString("√")
		l.group(n.Body)
	case Script:
		l.script(n)
	case Fenced:
		l.WriteString(n.Open)
		for i, part := range n.Parts {
			if i > 0 && i <= len(n.Middle) {
				l.WriteString(n.Middle[i-1])
			}
			l.row(part)
		}
		l.WriteString(n.Close)
	case Accent:
		l.row(n.Base)
		if n.Mark < 0x2190 && len(n.Base) == 1 {
			l.WriteRune(n.Mark)
		}
	case Line:
		l.row(n.Body)
	case Arrow:
		l.WriteString(" " + Linear(n.Below) + string(n.Mark) + Linear(n.Above) + " ")
	case Stack:
		l.row(n.Base)
		l.scripts("_", n.Below)
		l.scripts("^", n.Above)
	case Classed:
		l.row(n.Body)
	case Grid:
		l.grid(n)
	case Phantom:
		if n.Shown {
			l.row(n.Body)
		}
	case Boxed:
		l.row(n.Body)
	}
}

func (l *linear) symbol(n Symbol) {
	switch {
	case n.Name:
		if l.Len() > 0 && isLetter(l.String()[l.Len()-1]) {
			l.WriteByte(' ')
		}
		l.WriteString(n.Text + " ")
	case n.Class == Bin && l.signs():
		l.WriteString(n.Text)
	case n.Class == Rel || n.Class == Bin:
		l.WriteString(" " + n.Text + " ")
	case n.Class == Punct:
		l.WriteString(n.Text + " ")
	default:
		l.WriteString(n.Text)
	}
}

// signs tells whether a plus or minus here is the sign of what follows.
func (l *linear) signs() bool {
	before := strings.TrimRight(l.String(), " ")
	return before == "" || strings.ContainsAny(before[len(before)-1:], "([{=<>,;+/^_")
}

func (l *linear) script(n Script) {
	l.WriteString(strings.TrimRight(Linear(Row{n.Base}), " "))
	l.scripts("_", n.Sub)
	sup := n.Sup
	if len(sup) > 0 {
		if s, ok := sup[0].(Symbol); ok && strings.HasPrefix(s.Text, "′") {
			l.WriteString(s.Text)
			sup = sup[1:]
		}
	}
	l.scripts("^", sup)
	if s, ok := n.Base.(Symbol); ok && (s.Name || s.Big) {
		l.WriteByte(' ')
	}
}

func (l *linear) scripts(mark string, row Row) {
	if len(row) > 0 {
		l.WriteString(mark)
		l.group(row)
	}
}

func (l *linear) grid(n Grid) {
	l.WriteString(n.Open)
	for i, row := range n.Rows {
		if i > 0 {
			l.WriteString("; ")
		}
		for j, cell := range row {
			if j > 0 && (n.Kind != Aligned || j%2 == 0) {
				l.WriteString(" ")
			}
			l.row(cell)
		}
		if n.Tags != nil && n.Tags[i] != nil {
			l.WriteString(" " + Linear(n.Tags[i]))
		}
	}
	l.WriteString(n.Close)
}
