package docx

import (
	"slices"
	"strings"

	"redline/backend/export/document"
	"redline/backend/export/math"
)

// formula writes displayed maths as an equation that Word edits.
func (s *story) formula(n document.Formula, p place) {
	s.paragraph(plainFormat("Formula", p), func() { s.displayed(n.Math) })
}

func (s *story) displayed(body math.Row) {
	s.put(`<m:oMathPara><m:oMathParaPr><m:jc m:val="center"/></m:oMathParaPr>`)
	s.oMath(body, true)
	s.put("</m:oMathPara>")
}

// equation writes maths within a line.
func (s *story) equation(n document.Equation) {
	if !n.Display {
		s.oMath(n.Math, false)
		return
	}
	s.put("<w:r><w:br/></w:r>")
	s.displayed(n.Math)
	s.put("<w:r><w:br/></w:r>")
}

func (s *story) oMath(body math.Row, display bool) {
	o := &omml{display: display}
	o.nodes(body)
	o.flush()
	s.put("<m:oMath>", o.String(), "</m:oMath>")
}

// omml writes Office Math.
type omml struct {
	strings.Builder
	display bool
	run     strings.Builder // text that waits for more of the same look
	look    string
}

// text adds to the run, whose properties are those of m:r.
func (o *omml) text(value, look string) {
	if value == "" {
		return
	}
	if look != o.look {
		o.flush()
		o.look = look
	}
	o.run.WriteString(value)
}

const mathFont = `<w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/>`

func (o *omml) flush() {
	if o.run.Len() == 0 {
		return
	}
	o.WriteString("<m:r>" + o.look + `<m:t xml:space="preserve">` + escape(o.run.String()) + "</m:t></m:r>")
	o.run.Reset()
}

// put writes markup after what waits.
func (o *omml) put(parts ...string) {
	o.flush()
	for _, part := range parts {
		o.WriteString(part)
	}
}

// in writes a row within an element. What is empty holds a character without
// width, since Word draws a box where there is nothing.
func (o *omml) in(element string, body math.Row) {
	o.put("<m:" + element + ">")
	from := o.Len()
	o.nodes(body)
	o.flush()
	if o.Len() == from {
		o.text("\u200b", looks[math.Upright])
		o.flush()
	}
	o.put("</m:" + element + ">")
}

// looks are the properties of runs by alphabet; alphabets that Unicode has are
// in the text as well, for readers that know only that.
var looks = map[math.Font]string{
	math.Italic:       mathLook("", "", ""),
	math.Upright:      mathLook("", "p", ""),
	math.Bold:         mathLook("", "b", "<w:b/>"),
	math.BoldItalic:   mathLook("", "bi", "<w:b/><w:i/>"),
	math.DoubleStruck: mathLook("double-struck", "p", ""),
	math.Calligraphic: mathLook("script", "p", ""),
	math.Fraktur:      mathLook("fraktur", "p", ""),
	math.Sans:         mathLook("sans-serif", "p", ""),
	math.SansBold:     mathLook("sans-serif", "b", "<w:b/>"),
	math.SansItalic:   mathLook("sans-serif", "i", "<w:i/>"),
	math.Mono:         mathLook("monospace", "p", ""),
}

func mathLook(script, style, run string) string {
	inner := ""
	if script != "" {
		inner += `<m:scr m:val="` + script + `"/>`
	}
	if style != "" {
		inner += `<m:sty m:val="` + style + `"/>`
	}
	if inner != "" {
		inner = "<m:rPr>" + inner + "</m:rPr>"
	}
	return inner + "<w:rPr>" + mathFont + run + "</w:rPr>"
}

// wordLook is that of words, which keep their blanks and stand upright.
func wordLook(font math.Font) string {
	run := map[math.Font]string{math.Bold: "<w:b/>", math.Italic: "<w:i/>", math.BoldItalic: "<w:b/><w:i/>"}[font]
	face := mathFont
	if font == math.Mono {
		face = `<w:rFonts w:ascii="` + codeFont + `" w:hAnsi="` + codeFont + `"/>`
	}
	return "<m:rPr><m:nor/></m:rPr><w:rPr>" + face + run + "</w:rPr>"
}

// nodes writes a row; operators and functions take what they act on from it.
func (o *omml) nodes(row math.Row) {
	for i := 0; i < len(row); {
		i += o.leading(row[i:])
	}
}

// leading writes the first node of a row, with those after it that belong to it,
// and says how many it wrote.
func (o *omml) leading(row math.Row) int {
	node := row[0]
	if n := bars(row); n > 0 {
		o.delimited("|", "|", "")
		o.in("e", row[1:n-1])
		o.put("</m:d>")
		return n
	}
	script, _ := node.(math.Script)
	base := node
	if script.Base != nil {
		base = unwrapped(script.Base)
	}
	if symbol, ok := base.(math.Symbol); ok {
		if symbol.Big && len([]rune(symbol.Text)) == 1 {
			n := operand(row[1:], strings.ContainsAny(symbol.Text, "∫∬∭⨌∮∯∰"))
			o.nary(symbol, script, row[1:1+n])
			return 1 + n
		}
		if symbol.Name && symbol.Class == math.Op {
			if n := argument(row[1:], symbol.Limits != math.Beside); n > 0 {
				o.put("<m:func><m:fName>")
				o.node(node)
				o.put("</m:fName>")
				o.in("e", row[1:1+n])
				o.put("</m:func>")
				return 1 + n
			}
		}
	}
	if empty, ok := script.Base.(math.Row); ok && len(empty) == 0 && len(row) > 1 && isOrdinary(row[1]) {
		o.put("<m:sPre>")
		o.in("sub", script.Sub)
		o.in("sup", script.Sup)
		o.in("e", row[1:2])
		o.put("</m:sPre>")
		return 2
	}
	o.node(node)
	return 1
}

// bars counts the nodes from one vertical bar to the next, when a row begins
// with what is between two of them, as in |x|; 0 when it doesn't.
func bars(row math.Row) int {
	if !isBar(row[0]) {
		return 0
	}
	depth := 0
	for i, node := range row[1:] {
		switch class := math.ClassOf(node); {
		case isBar(node) && depth == 0 && i > 0:
			return i + 2
		case isBar(node):
			return 0
		case class == math.Open:
			depth++
		case class == math.Close:
			if depth--; depth < 0 {
				return 0
			}
		}
	}
	return 0
}

func isBar(n math.Node) bool {
	s, ok := n.(math.Symbol)
	return ok && s.Text == "|" && s.Class != math.Rel
}

func unwrapped(n math.Node) math.Node {
	for {
		row, ok := n.(math.Row)
		if !ok || len(row) != 1 {
			return n
		}
		n = row[0]
	}
}

// ommlNodes are written by one function each; node is a switch over the types.
func (o *omml) node(node math.Node) {
	switch n := node.(type) {
	case math.Row:
		o.nodes(n)
	case math.Symbol:
		o.symbol(n)
	case math.Text:
		o.text(n.Value, wordLook(n.Font))
	case math.Unknown:
		o.text(n.Source, wordLook(math.Upright))
	case math.Space:
		o.text(spaceOf(n.Mu), looks[math.Upright])
	case math.Delimiter:
		o.text(n.Text, looks[math.Upright])
	case math.Fraction:
		o.fraction(n)
	case math.Sized:
		o.nodes(n.Body)
	case math.Radical:
		o.radical(n)
	case math.Script:
		o.script(n)
	case math.Fenced:
		o.fenced(n)
	case math.Accent:
		o.accent(n)
	case math.Line:
		o.put(`<m:bar><m:barPr><m:pos m:val="`, map[bool]string{false: "top", true: "bot"}[n.Under], `"/></m:barPr>`)
		o.in("e", n.Body)
		o.put("</m:bar>")
	case math.Arrow:
		o.limits(func() { o.text(longArrow(n.Mark), looks[math.Upright]) }, n.Below, n.Above)
	case math.Stack:
		o.limits(func() { o.nodes(n.Base) }, n.Below, n.Above)
	case math.Classed:
		o.nodes(n.Body)
	case math.Grid:
		o.grid(n)
	case math.Phantom:
		o.phantom(n)
	case math.Boxed:
		o.boxed(n)
	}
}

func (o *omml) symbol(n math.Symbol) {
	font := n.Font
	r := []rune(n.Text)
	if n.Class != math.Ord && font == math.Italic {
		font = math.Upright
	} else if len(r) == 1 && font == math.Italic && font.In(r[0]) == r[0] {
		font = math.Upright
	}
	text := n.Text
	switch font {
	case math.DoubleStruck, math.Calligraphic, math.Fraktur, math.Sans, math.SansBold, math.SansItalic, math.Mono:
		text = font.Set(text)
	}
	o.text(text, looks[font])
}

// gaps are Unicode's spaces by their width in eighteenths of a quad.
var gaps = []struct {
	mu   float64
	text string
}{{18, "\u2003"}, {9, "\u2002"}, {6, "\u00a0"}, {5, "\u2004"}, {4, "\u205f"}, {3, "\u2009"}, {1, "\u200a"}}

// spaceOf writes a gap with Unicode's spaces; one that is negative is none.
func spaceOf(mu float64) string {
	var out strings.Builder
	for _, gap := range gaps {
		for mu >= gap.mu-0.1 {
			out.WriteString(gap.text)
			mu -= gap.mu
		}
	}
	return out.String()
}

func longArrow(mark rune) string {
	if long, ok := map[rune]string{'→': "⟶", '←': "⟵", '↔': "⟷", '⇒': "⟹", '⇐': "⟸", '⇔': "⟺", '↦': "⟼"}[mark]; ok {
		return long
	}
	return string(mark)
}

// operand counts the nodes that a big operator acts on: up to a relation, a sum
// or a mark that divides, an integral up to its differential.
func operand(row math.Row, integral bool) int {
	depth := 0
	for i, node := range row {
		class := math.ClassOf(node)
		switch {
		case class == math.Open:
			depth++
		case class == math.Close:
			if depth--; depth < 0 && !marksEnd(node) {
				return i
			}
		case depth > 0:
		case class == math.Rel, class == math.Punct:
			return i
		case class == math.Bin && i > 0 && (!integral || !differentialAfter(row[i:])) && isSum(node):
			return i
		case integral && isDifferential(node) && i+1 < len(row) && isOrdinary(row[i+1]):
			return i + 2
		}
		if _, ok := node.(math.Grid); ok && i > 0 {
			return i
		}
	}
	return len(row)
}

func marksEnd(n math.Node) bool {
	s, ok := n.(math.Symbol)
	return ok && (s.Text == "!" || s.Text == "?")
}

func isSum(n math.Node) bool {
	s, ok := n.(math.Symbol)
	return ok && strings.Contains("+−±∓", s.Text)
}

func isDifferential(n math.Node) bool {
	if row, ok := n.(math.Row); ok && len(row) == 1 {
		n = row[0]
	}
	s, ok := n.(math.Symbol)
	return ok && s.Text == "d" && s.Class == math.Ord
}

func differentialAfter(row math.Row) bool {
	for i, node := range row {
		if math.ClassOf(node) == math.Rel {
			return false
		}
		if isDifferential(node) && i+1 < len(row) {
			return true
		}
	}
	return false
}

// argument counts the nodes that a function is applied to: what stands in
// brackets, or a factor with the number before it.
func argument(row math.Row, limit bool) int {
	at := 0
	for at < len(row) {
		if _, ok := row[at].(math.Space); !ok {
			break
		}
		at++
	}
	if at == len(row) {
		return 0
	}
	if limit {
		if n := operand(row[at:], false); n > 0 {
			return at + n
		}
		return 0
	}
	if math.ClassOf(row[at]) == math.Open {
		return at + bracketed(row[at:])
	}
	if !isOrdinary(row[at]) {
		return 0
	}
	if s, ok := row[at].(math.Symbol); ok && '0' <= s.Text[0] && s.Text[0] <= '9' && at+1 < len(row) && isOrdinary(row[at+1]) {
		return at + 2
	}
	return at + 1
}

// bracketed counts the nodes up to the bracket that closes the first; 0 when
// there is none.
func bracketed(row math.Row) int {
	depth := 0
	for i, node := range row {
		switch math.ClassOf(node) {
		case math.Open:
			depth++
		case math.Close:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

func isOrdinary(n math.Node) bool {
	switch n := n.(type) {
	case math.Space, math.Unknown, math.Text:
		return false
	case math.Row:
		return len(n) > 0
	}
	return slices.Contains([]math.Class{math.Ord, math.Inner}, math.ClassOf(n))
}
