package math

import "strings"

// infixes divide the group that they stand in.
var infixes = map[string]Fraction{"over": {}, "atop": {NoBar: true}, "choose": {NoBar: true, Open: "(", Close: ")"},
	"brace": {NoBar: true, Open: "{", Close: "}"}, "brack": {NoBar: true, Open: "[", Close: "]"}}

// sizes hold for the rest of the group.
var sizes = map[string]Size{"displaystyle": DisplaySize, "textstyle": TextSize, "scriptstyle": ScriptSize, "scriptscriptstyle": ScriptScriptSize}

// fractions are the commands with a numerator and a denominator.
var fractions = map[string]Fraction{"frac": {}, "dfrac": {Size: DisplaySize}, "tfrac": {Size: TextSize}, "cfrac": {Size: DisplaySize},
	"binom": {NoBar: true, Open: "(", Close: ")"}, "dbinom": {NoBar: true, Open: "(", Close: ")", Size: DisplaySize},
	"tbinom": {NoBar: true, Open: "(", Close: ")", Size: TextSize}}

var classes = map[string]Class{"mathord": Ord, "mathop": Op, "mathbin": Bin, "mathrel": Rel, "mathopen": Open, "mathclose": Close, "mathpunct": Punct, "mathinner": Inner}

// steps are the heights of delimiters by the beginning of their command.
var steps = map[string]int{"big": 1, "Big": 2, "bigg": 3, "Bigg": 4}

// ignored are commands that change nothing that is shown here: sizes, breaks,
// colours by name.
var ignored = words(`relax strut mathstrut allowbreak nobreak noindent displaybreak pagebreak hfill hfil hfilneg notag nonumber nonscript protect
	tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge Tiny sixptsize hline hdashline centering null global long limits nolimits displaylimits
	blue red green orange purple gray grey pink teal gold maroon blueA blueB blueC blueD blueE kaBlue kaGreen vcenter mathpalette ensuremath
	mathsurround par begingroup endgroup bgroup egroup ( ) [ ] / - @ \ cr newline`)

// skipped are commands that are left out with as many arguments.
var skipped = map[string]int{"label": 1, "color": 1, "message": 1, "errmessage": 1, "cline": 1, "definecolor": 3, "pagecolor": 1, "hypertarget": 1, "ref": 0}

// transparent are commands of which the last argument is shown, after as many
// that are not.
var transparent = map[string]int{"textcolor": 1, "href": 1, "htmlClass": 1, "htmlId": 1, "htmlStyle": 1, "htmlData": 1, "class": 1, "style": 1, "raisebox": 1}

// marks are the words that a command stands for.
var marks = map[string]string{"KaTeX": "KaTeX", "LaTeX": "LaTeX", "TeX": "TeX", "lq": "‘", "rq": "’"}

func words(list string) map[string]bool {
	out := map[string]bool{}
	for name := range strings.FieldsSeq(list) {
		out[name] = true
	}
	return out
}

// command reads what a command stands for; nil when that is nothing.
func (p *parser) command(name string) Node {
	if mu, ok := spaces[name]; ok {
		return Space{mu}
	}
	if font, ok := fonts[name]; ok {
		return Row(p.set(font))
	}
	if font, ok := switches[name]; ok {
		p.font = font
		return nil
	}
	if font, ok := texts[name]; ok {
		return p.words(font)
	}
	if f, ok := fractions[name]; ok {
		return p.fraction(name, f)
	}
	if a, ok := accents[name]; ok {
		a.Base = p.argument()
		return a
	}
	if mark, ok := arrows[name]; ok {
		below, _ := p.optional()
		return Arrow{Mark: mark, Above: p.argument(), Below: below}
	}
	if class, ok := classes[name]; ok {
		return Classed{p.argument(), class}
	}
	if n := p.structure(name); n != nil {
		return n
	}
	return p.rest(name)
}

// rest reads symbols and what is left out; anything else is unknown.
func (p *parser) rest(name string) Node {
	if s, ok := symbols().commands[name]; ok {
		return p.dressed(s)
	}
	if text, ok := marks[name]; ok {
		return Text{text, Upright}
	}
	if count, ok := skipped[name]; ok {
		for range count {
			p.written()
		}
		return nil
	}
	if count, ok := transparent[name]; ok {
		for range count {
			p.written()
		}
		if name == "raisebox" {
			return p.words(Upright)
		}
		return Row(p.argument())
	}
	if node, ok := p.sized(name); ok {
		return node
	}
	if ignored[name] || p.definition(name) {
		return nil
	}
	p.unknown(`\` + name)
	return Unknown{`\` + name}
}

// definition reads the definition of a macro.
func (p *parser) definition(name string) bool {
	switch name {
	case "newcommand", "renewcommand", "providecommand":
		p.newCommand()
	case "def", "gdef", "edef", "xdef":
		p.def()
	case "let", "futurelet":
		p.let()
	case "DeclareMathOperator":
		p.declareOperator()
	default:
		return false
	}
	return true
}

// sized reads \big( and the like.
func (p *parser) sized(name string) (Node, bool) {
	class, base := Ord, name
	switch name[len(name)-1] {
	case 'l':
		class, base = Open, name[:len(name)-1]
	case 'r':
		class, base = Close, name[:len(name)-1]
	case 'm':
		class, base = Rel, name[:len(name)-1]
	}
	step, ok := steps[base]
	if !ok {
		return nil, false
	}
	return Delimiter{Text: p.delimiter(), Step: step, Class: class}, true
}

// delimiter reads one delimiter; a full stop is none.
func (p *parser) delimiter() string {
	t := p.skipBlanks()
	if t.is("{") { // \big{(}
		inner := p.skipBlanks()
		if closing := p.skipBlanks(); !closing.is("}") {
			p.push(closing)
		}
		t = inner
	}
	if t.kind == command {
		if d, ok := delimiters[t.text]; ok {
			return d
		}
		if s, ok := symbols().commands[t.text]; ok {
			return s.Text
		}
	}
	switch {
	case t.is("<"):
		return "⟨"
	case t.is(">"):
		return "⟩"
	case t.is("."):
		return ""
	case t.kind == char && !p.ends(t):
		return t.text
	}
	p.push(t)
	return ""
}

// structure reads the commands that build something; nil when name is none of them.
func (p *parser) structure(name string) Node {
	switch name {
	case "sqrt":
		degree, _ := p.optional()
		return Radical{degree, p.argument()}
	case "left":
		return p.fenced()
	case "right", "middle":
		if d := p.delimiter(); d != "" {
			return Symbol{Text: d, Class: Close, Font: Upright}
		}
		return Row{}
	case "begin":
		return p.environment()
	case "end":
		p.written()
		return Row{}
	case "overline":
		return Line{Body: p.argument()}
	case "underline", "underbar":
		return Line{Body: p.argument(), Under: true}
	case "overset", "stackrel", "underset", "stackbin":
		return p.stack(name)
	case "operatorname", "operatornamewithlimits":
		return p.operator(name)
	case "not":
		return p.negated()
	case "substack":
		return p.substack()
	case "mathchoice":
		display := p.argument()
		for range 3 {
			p.argument()
		}
		return Row(display)
	case "bmod", "pmod", "pod", "mod":
		return p.modulo(name)
	case "genfrac":
		return p.genfrac()
	case "tag":
		p.tagged()
		return Row{}
	case "verb":
		return p.verbatim()
	}
	if n := p.boxes(name); n != nil {
		return n
	}
	return p.brackets(name)
}

// boxes reads frames, strokes, gaps and phantoms.
func (p *parser) boxes(name string) Node {
	switch name {
	case "boxed":
		return Boxed{Body: p.argument(), Frame: true}
	case "fbox":
		return Boxed{Body: Row{p.words(Upright)}, Frame: true}
	case "cancel":
		return Boxed{Body: p.argument(), Up: true}
	case "bcancel":
		return Boxed{Body: p.argument(), Down: true}
	case "xcancel":
		return Boxed{Body: p.argument(), Up: true, Down: true}
	case "colorbox":
		p.written()
		return p.words(Upright)
	case "fcolorbox":
		p.written()
		p.written()
		return Boxed{Body: Row{p.words(Upright)}, Frame: true}
	case "phantom":
		return Phantom{Body: p.argument(), Width: true, Height: true}
	case "hphantom":
		return Phantom{Body: p.argument(), Width: true}
	case "vphantom":
		return Phantom{Body: p.argument(), Height: true}
	case "smash":
		p.bracketed()
		return Phantom{Body: p.argument(), Width: true, Shown: true}
	case "llap", "rlap", "clap", "mathllap", "mathrlap", "mathclap":
		return Phantom{Body: p.argument(), Height: true, Shown: true}
	case "hspace", "mspace", "hskip", "mskip", "kern", "mkern":
		return p.gap()
	case "rule":
		p.bracketed()
		width := p.written()
		p.written()
		return Space{eighteenths(width)}
	}
	return nil
}

// brackets reads the notation of quantum states and sets.
func (p *parser) brackets(name string) Node {
	between := func(open, close string) Node { return Fenced{Open: open, Close: close, Parts: []Row{p.argument()}} }
	switch name {
	case "bra", "Bra":
		return between("⟨", "|")
	case "ket", "Ket":
		return between("|", "⟩")
	case "braket", "Braket":
		return between("⟨", "⟩")
	case "set", "Set":
		return between("{", "}")
	}
	return nil
}

func (p *parser) fraction(name string, f Fraction) Node {
	if name == "cfrac" {
		p.bracketed()
	}
	f.Num = p.argument()
	f.Den = p.argument()
	return f
}

func (p *parser) genfrac() Node {
	delimiter := func() string {
		text := p.written()
		if d, ok := delimiters[strings.TrimPrefix(text, `\`)]; ok && strings.HasPrefix(text, `\`) {
			return d
		}
		return strings.TrimPrefix(text, `\`)
	}
	f := Fraction{Open: delimiter(), Close: delimiter()}
	thick := p.written()
	f.NoBar = thick != "" && strings.Trim(thick, "0.ptemxcn ") == ""
	f.Size = map[string]Size{"0": DisplaySize, "1": TextSize, "2": ScriptSize, "3": ScriptScriptSize}[p.written()]
	f.Num = p.argument()
	f.Den = p.argument()
	return f
}

// fenced reads from after \left up to \right.
func (p *parser) fenced() Node {
	open := p.delimiter()
	if p.depth >= maxDepth {
		return Symbol{Text: open, Class: Open, Font: Upright}
	}
	f := Fenced{Open: open}
	c := p.context
	c.fence, c.bracket, c.until = true, false, ""
	p.within(c, func() {
		for {
			f.Parts = append(f.Parts, p.row())
			t := p.next()
			switch {
			case t.command("middle"):
				f.Middle = append(f.Middle, p.delimiter())
				continue
			case t.command("right"):
				f.Close = p.delimiter()
			default:
				p.push(t)
			}
			return
		}
	})
	return f
}

func (p *parser) stack(name string) Node {
	mark, base := p.argument(), p.argument()
	s := Stack{Base: base, Class: classOf(base)}
	switch name {
	case "stackrel":
		s.Class = Rel
	case "stackbin":
		s.Class = Bin
	}
	if name == "underset" {
		s.Below = mark
	} else {
		s.Above = mark
	}
	return s
}

// classOf is the class of a row that stands for a symbol.
func classOf(r Row) Class {
	if len(r) == 1 {
		switch n := r[0].(type) {
		case Symbol:
			return n.Class
		case Stack:
			return n.Class
		case Classed:
			return n.Class
		case Row:
			return classOf(n)
		}
	}
	return Ord
}

// operator reads the name of a function.
func (p *parser) operator(name string) Node {
	limits := Beside
	if name == "operatornamewithlimits" {
		limits = WhenDisplayed
	}
	if t := p.skipBlanks(); t.is("*") {
		limits = WhenDisplayed
	} else {
		p.push(t)
	}
	body := p.set(Upright)
	if text, ok := plain(body); ok {
		return Symbol{Text: text, Class: Op, Name: true, Font: Upright, Limits: limits}
	}
	if limits == Beside {
		return Classed{Row{body}, Ord}
	}
	return Classed{body, Op}
}

// plain gives the text of a row that is nothing else.
func plain(r Row) (string, bool) {
	var out strings.Builder
	for _, n := range r {
		switch n := n.(type) {
		case Symbol:
			out.WriteString(map[string]string{"−": "-", "∗": "*"}[n.Text])
			if n.Text != "−" && n.Text != "∗" {
				out.WriteString(n.Text)
			}
		case Text:
			out.WriteString(n.Value)
		case Space:
			if n.Mu > 2 {
				out.WriteByte(' ')
			}
		case Row:
			inner, ok := plain(n)
			if !ok {
				return "", false
			}
			out.WriteString(inner)
		default:
			return "", false
		}
	}
	return out.String(), out.Len() > 0
}

// negated strikes out the relation that follows.
func (p *parser) negated() Node {
	body := p.argument()
	if len(body) == 0 {
		return Symbol{Text: strike, Class: Rel}
	}
	if s, ok := body[0].(Symbol); ok {
		if to, known := negated[s.Text]; known {
			s.Text = to
		} else {
			s.Text += strike
		}
		body = append(Row{s}, body[1:]...)
		if len(body) == 1 {
			return s
		}
		return body
	}
	return Boxed{Body: body, Up: true}
}

func (p *parser) modulo(name string) Node {
	mod := Symbol{Text: "mod", Class: Op, Name: true, Font: Upright}
	switch name {
	case "bmod":
		mod.Class = Bin
		return mod
	case "mod":
		return Row{Space{12}, mod, Space{6}}
	}
	body := p.argument()
	inner := Row{Symbol{Text: "(", Class: Open}}
	if name == "pmod" {
		inner = append(inner, mod, Space{6})
	}
	inner = append(append(inner, body...), Symbol{Text: ")", Class: Close})
	return append(Row{Space{8}}, inner...)
}

// tagged notes the number of a row.
func (p *parser) tagged() {
	star := p.skipBlanks()
	if !star.is("*") {
		p.push(star)
	}
	body := p.words(Upright)
	p.tag = Row{body}
	if !star.is("*") {
		p.tag = Row{Text{"(", Upright}, body, Text{")", Upright}}
	}
}

// verbatim reads \verb|text|.
func (p *parser) verbatim() Node {
	open := p.raw()
	if open.is("*") {
		open = p.raw()
	}
	var out strings.Builder
	for {
		t := p.raw()
		if t.kind == end || t == open {
			return Text{out.String(), Mono}
		}
		out.WriteString(t.source())
	}
}
