package math

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// parser reads one formula.
type parser struct {
	*Reader
	lexer
	context
	font  Font
	depth int
	flat  int // braces open beyond maxDepth
	added int // tokens that macros added to this formula
	tag   Row // number of the row being read
}

// context says which marks end what is being read.
type context struct {
	brace   bool   // a closing brace
	bracket bool   // a closing bracket
	grid    bool   // an ampersand and the end of a row
	fence   bool   // \right and \middle
	env     bool   // \end
	until   string // a dollar or \) after maths in words
	diagram bool   // @ begins an arrow
}

// next gives the next token, with macros replaced by what they stand for.
func (p *parser) next() token {
	for {
		t := p.raw()
		m, ok := p.macros[t.text]
		if t.kind != command || !ok {
			return t
		}
		if !p.expand(m) {
			return t
		}
	}
}

// skipBlanks gives the next token that isn't blank.
func (p *parser) skipBlanks() token {
	for {
		if t := p.next(); t.kind != blank {
			return t
		}
	}
}

// formula reads everything; several rows or columns become a grid.
func (p *parser) formula() Row {
	p.context = context{grid: true}
	g := p.cells()
	if len(g.Rows) == 0 && g.Tags == nil {
		return nil
	}
	if len(g.Rows) == 1 && len(g.Rows[0]) == 1 && g.Tags == nil {
		return g.Rows[0][0]
	}
	g.Kind = Aligned
	alternate(&g)
	return Row{g}
}

// row reads up to what ends it, which is left to be read.
func (p *parser) row() Row {
	p.depth++
	font := p.font
	var out Row
	for {
		t := p.next()
		if t.kind == end {
			break
		}
		if t.kind == blank {
			continue
		}
		if p.ends(t) {
			p.push(t)
			break
		}
		if t.kind == command && p.depth >= maxDepth && divides(t.text) {
			continue
		}
		if over, ok := infixes[t.text]; ok && t.kind == command {
			rest := p.row()
			over.Num, over.Den = out, rest
			out = Row{over}
			break
		}
		if size, ok := sizes[t.text]; ok && t.kind == command {
			if rest := p.row(); len(rest) > 0 {
				out = append(out, Sized{size, rest})
			}
			break
		}
		out = p.add(out, t)
	}
	p.font = font
	p.depth--
	return out
}

// divides tells what makes the rest of a group a part of its own.
func divides(name string) bool {
	_, infix := infixes[name]
	_, size := sizes[name]
	return infix || size
}

// ends tells whether a token ends what is being read.
func (p *parser) ends(t token) bool {
	switch {
	case t.kind == char:
		switch t.text {
		case "}":
			return p.brace && p.flat == 0
		case "]":
			return p.bracket
		case "&":
			return p.grid
		case "@":
			return p.diagram
		}
		return t.text == p.until && p.until != ""
	case t.text == `\` || t.text == "cr" || t.text == "newline":
		return p.grid
	case t.text == "right" || t.text == "middle":
		return p.fence
	case t.text == "end":
		return p.env
	case t.text == ")":
		return p.until == ")"
	}
	return false
}

// add reads the node that a token begins, with its scripts.
func (p *parser) add(out Row, t token) Row {
	if t.kind == char && strings.ContainsAny(t.text, "^_'’") && len(t.text) <= len("’") {
		p.push(t)
		return append(out, p.scripts(Row{}))
	}
	n := p.atom(t)
	if n == nil || t.command("tag") {
		return out
	}
	if _, ok := n.(Space); ok {
		return append(out, n)
	}
	return append(out, p.scripts(n))
}

// atom reads what a token begins; nil when that is nothing.
func (p *parser) atom(t token) Node {
	if t.kind == command {
		return p.command(t.text)
	}
	switch t.text {
	case "{":
		if p.depth >= maxDepth {
			p.flat++
			return nil
		}
		return p.group()
	case "}":
		p.flat = max(0, p.flat-1)
		return nil
	case "$", "&":
		return nil
	case "~":
		return Space{spaces[" "]}
	}
	if '0' <= t.text[0] && t.text[0] <= '9' {
		return p.number(t.text)
	}
	return p.character(t.text)
}

// within reads with a context of its own.
func (p *parser) within(c context, read func()) {
	outer, font := p.context, p.font
	p.context = c
	read()
	p.context, p.font = outer, font
}

// group reads what stands between braces; the opening one was read.
func (p *parser) group() Row {
	out := Row{}
	p.within(context{brace: true}, func() {
		if body := p.row(); body != nil {
			out = body
		}
		p.next()
	})
	return out
}

func (p *parser) character(text string) Node {
	s, ok := symbols().characters[text]
	if !ok {
		first, size := utf8.DecodeRuneInString(text)
		if size < len(text) { // marks that stand in the text
			s, ok = symbols().characters[text[:size]]
			s.Text = text
		}
		if !ok {
			s = Symbol{Text: text}
			if !unicode.IsLetter(first) && first < 0x80 {
				s.Font = Upright
			}
		}
	}
	return p.dressed(s)
}

// dressed gives a symbol in the alphabet that holds.
func (p *parser) dressed(s Symbol) Symbol {
	if s.Name {
		s.Font = Upright
	} else if s.Class == Ord || p.font == BoldItalic {
		s.Font = p.font
	}
	return s
}

// number reads digits, with points and commas between them, as one symbol.
func (p *parser) number(text string) Node {
	for len(text) < maxNumber {
		t := p.next()
		if t.kind == char && '0' <= t.text[0] && t.text[0] <= '9' {
			text += t.text
			continue
		}
		if t.is(".") {
			if after := p.next(); after.kind == char && '0' <= after.text[0] && after.text[0] <= '9' {
				text += "." + after.text
				continue
			} else {
				p.push(after)
			}
		}
		p.push(t)
		break
	}
	return Symbol{Text: text, Font: p.font}
}

// maxNumber is how many bytes of digits are one symbol.
const maxNumber = 400

// argument reads a group or one token.
func (p *parser) argument() Row {
	if p.depth >= maxDepth {
		return nil
	}
	t := p.skipBlanks()
	switch {
	case t.kind == end:
		return nil
	case p.ends(t):
		p.push(t)
		return nil
	case t.is("{"):
		return p.group()
	case t.kind == char && '0' <= t.text[0] && t.text[0] <= '9':
		return Row{Symbol{Text: t.text, Font: p.font}}
	case t.is("^") || t.is("_"):
		p.push(t)
		return nil
	}
	p.depth++
	n := p.atom(t)
	p.depth--
	switch n := n.(type) {
	case nil:
		return nil
	case Row:
		return n
	}
	return Row{n}
}

// set reads an argument in an alphabet.
func (p *parser) set(font Font) Row {
	outer := p.font
	p.font = font
	body := p.argument()
	p.font = outer
	return body
}

// optional reads an argument in brackets.
func (p *parser) optional() (Row, bool) {
	t := p.skipBlanks()
	if !t.is("[") || p.depth >= maxDepth {
		p.push(t)
		return nil, false
	}
	var body Row
	p.within(context{bracket: true, brace: p.brace, grid: p.grid, fence: p.fence, env: p.env}, func() {
		body = p.row()
		if t := p.next(); !t.is("]") {
			p.push(t)
		}
	})
	if body == nil {
		body = Row{}
	}
	return body, true
}

// written reads a group as it was written: a name, a length, a colour.
func (p *parser) written() string {
	t := p.skipBlanks()
	if !t.is("{") {
		return t.source()
	}
	return strings.TrimSpace(p.upTo("}"))
}

// bracketed reads what stands in brackets as it was written.
func (p *parser) bracketed() string {
	t := p.skipBlanks()
	if !t.is("[") {
		p.push(t)
		return ""
	}
	return p.upTo("]")
}

// maxWritten is how many bytes of a name are kept.
const maxWritten = 1000

func (p *parser) upTo(close string) string {
	var out strings.Builder
	for depth := 0; ; {
		t := p.next()
		switch {
		case t.kind == end:
			return out.String()
		case depth == 0 && t.is(close):
			return out.String()
		case t.is("{"):
			depth++
		case t.is("}"):
			depth = max(0, depth-1)
		}
		if out.Len() < maxWritten {
			out.WriteString(t.source())
		}
	}
}

// scripts reads what stands above and below a base.
func (p *parser) scripts(base Node) Node {
	s := Script{Base: base, Limits: limitsOf(base)}
	primes := ""
	for {
		t := p.skipBlanks()
		switch {
		case t.is("^") && s.Sup == nil:
			s.Sup = p.script()
		case t.is("_") && s.Sub == nil:
			s.Sub = p.script()
		case (t.is("'") || t.is("’")) && len(primes) < maxPrimes:
			primes += "′"
		case t.command("limits"):
			s.Limits = Always
		case t.command("nolimits"):
			s.Limits = Beside
		case t.command("displaylimits"):
			s.Limits = WhenDisplayed
		default:
			p.push(t)
			if primes != "" {
				s.Sup = append(Row{Symbol{Text: primes, Font: Upright}}, s.Sup...)
			}
			if s.Sub == nil && s.Sup == nil {
				return withLimits(base, s.Limits)
			}
			return s
		}
	}
}

const maxPrimes = 30

// script reads one script, which is there even when it is empty.
func (p *parser) script() Row {
	if body := p.argument(); body != nil {
		return body
	}
	return Row{}
}

func withLimits(n Node, limits Limits) Node {
	if s, ok := n.(Symbol); ok {
		s.Limits = limits
		return s
	}
	return n
}

// limitsOf says where scripts of a base stand when nothing says otherwise.
func limitsOf(n Node) Limits {
	switch n := n.(type) {
	case Symbol:
		return n.Limits
	case Classed:
		if n.Class == Op {
			return WhenDisplayed
		}
	case Accent:
		if n.Wide && strings.ContainsRune("⏞⏟⎴⎵⏠⏡⏜⏝", n.Mark) {
			return Always
		}
	}
	return Beside
}
