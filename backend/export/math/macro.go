package math

// expand puts what a macro stands for before what is yet to be read. It gives
// false when macros have grown too far.
func (p *parser) expand(m macro) bool {
	if p.added > maxGrowth || p.total > maxTotal {
		return false
	}
	var args [9][]token
	first := 0
	if m.optional != nil {
		args[0] = m.optional
		if t := p.rawAfterBlanks(); t.is("[") {
			args[0] = p.balanced("]")
		} else {
			p.push(t)
		}
		first = 1
	}
	for i := first; i < m.params; i++ {
		t := p.rawAfterBlanks()
		switch {
		case t.is("{"):
			args[i] = p.balanced("}")
		case t.is("}") || t.kind == end:
			p.push(t)
		default:
			args[i] = []token{t}
		}
	}
	var out []token
	for i := 0; i < len(m.body) && len(out) <= maxGrowth; i++ {
		t := m.body[i]
		if t.is("#") && i+1 < len(m.body) && m.body[i+1].kind == char {
			if n := int(m.body[i+1].text[0]) - '1'; n >= 0 && n < m.params {
				out = append(out, args[n]...)
				i++
				continue
			}
		}
		out = append(out, t)
	}
	p.added += len(out) + 1
	p.total += len(out) + 1
	p.push(out...)
	return true
}

func (p *parser) rawAfterBlanks() token {
	for {
		if t := p.raw(); t.kind != blank {
			return t
		}
	}
}

// balanced reads tokens up to a closing mark outside braces.
func (p *parser) balanced(close string) []token {
	out := []token{}
	for depth := 0; ; {
		t := p.raw()
		switch {
		case t.kind == end, depth == 0 && t.is(close):
			return out
		case t.is("{"):
			depth++
		case t.is("}"):
			depth--
		}
		out = append(out, t)
	}
}

// newCommand reads \newcommand{\name}[params][optional]{body}.
func (p *parser) newCommand() {
	if t := p.raw(); !t.is("*") {
		p.push(t)
	}
	name := p.rawAfterBlanks()
	if name.is("{") {
		inner := p.balanced("}")
		if len(inner) == 0 {
			return
		}
		name = inner[0]
	}
	var m macro
	if t := p.rawAfterBlanks(); t.is("[") {
		if n := p.balanced("]"); len(n) == 1 && n[0].kind == char {
			m.params = min(max(int(n[0].text[0])-'0', 0), 9)
		}
		if t := p.rawAfterBlanks(); t.is("[") {
			m.optional = p.balanced("]")
			m.params = max(m.params, 1)
		} else {
			p.push(t)
		}
	} else {
		p.push(t)
	}
	if t := p.rawAfterBlanks(); t.is("{") {
		m.body = p.balanced("}")
	} else {
		m.body = []token{t}
	}
	if name.kind == command {
		p.define(name.text, m)
	}
}

// def reads \def\name#1#2{body}. Parameters with text between them aren't read.
func (p *parser) def() {
	name := p.rawAfterBlanks()
	var m macro
	for {
		t := p.raw()
		switch {
		case t.kind == end:
			return
		case t.is("#"):
			p.raw()
			m.params = min(m.params+1, 9)
		case t.is("{"):
			m.body = p.balanced("}")
			if name.kind == command {
				p.define(name.text, m)
			}
			return
		}
	}
}

// let reads \let\name=\other.
func (p *parser) let() {
	name := p.rawAfterBlanks()
	to := p.rawAfterBlanks()
	if to.is("=") {
		to = p.rawAfterBlanks()
	}
	if name.kind != command {
		return
	}
	if m, ok := p.macros[to.text]; ok && to.kind == command {
		p.define(name.text, m)
	} else if name != to {
		p.define(name.text, macro{body: []token{to}})
	}
}

// declareOperator reads \DeclareMathOperator{\name}{text}.
func (p *parser) declareOperator() {
	operator := []token{{command, "operatorname"}}
	t := p.raw()
	if t.is("*") {
		operator = append(operator, t)
	} else {
		p.push(t)
	}
	name := p.rawAfterBlanks()
	if name.is("{") {
		if inner := p.balanced("}"); len(inner) > 0 {
			name = inner[0]
		}
	}
	body := p.rawAfterBlanks()
	inner := []token{body}
	if body.is("{") {
		inner = p.balanced("}")
	}
	if name.kind == command {
		operator = append(append(append(operator, token{char, "{"}), inner...), token{char, "}"})
		p.define(name.text, macro{body: operator})
	}
}
