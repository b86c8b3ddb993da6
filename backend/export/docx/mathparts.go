package docx

import (
	"strings"

	"redline/backend/export/math"
)

// nary writes a sum, an integral and the like with what it acts on.
func (o *omml) nary(n math.Symbol, s math.Script, body math.Row) {
	place := "subSup"
	limits := n.Limits
	if s.Base != nil {
		limits = s.Limits
	}
	if limits == math.Always || limits == math.WhenDisplayed && o.display {
		place = "undOvr"
	}
	o.put(`<m:nary><m:naryPr><m:chr m:val="`, escape(n.Text), `"/><m:limLoc m:val="`, place, `"/>`)
	if s.Sub == nil {
		o.put(`<m:subHide m:val="1"/>`)
	}
	if s.Sup == nil {
		o.put(`<m:supHide m:val="1"/>`)
	}
	o.put("</m:naryPr>")
	o.optional("sub", s.Sub)
	o.optional("sup", s.Sup)
	o.in("e", body)
	o.put("</m:nary>")
}

// optional writes an element that is empty when there is nothing to hold.
func (o *omml) optional(element string, body math.Row) {
	if body == nil {
		o.put("<m:" + element + "/>")
		return
	}
	o.in(element, body)
}

func (o *omml) fraction(n math.Fraction) {
	if n.Open != "" || n.Close != "" {
		o.delimited(n.Open, n.Close, "")
		o.put("<m:e>")
	}
	o.put("<m:f>")
	if n.NoBar {
		o.put(`<m:fPr><m:type m:val="noBar"/></m:fPr>`)
	}
	o.in("num", n.Num)
	o.in("den", n.Den)
	o.put("</m:f>")
	if n.Open != "" || n.Close != "" {
		o.put("</m:e></m:d>")
	}
}

// delimited begins m:d.
func (o *omml) delimited(open, close, middle string) {
	o.put(`<m:d><m:dPr><m:begChr m:val="`, escape(open), `"/>`)
	if middle != "" {
		o.put(`<m:sepChr m:val="`, escape(middle), `"/>`)
	}
	o.put(`<m:endChr m:val="`, escape(close), `"/></m:dPr>`)
}

// fenced writes delimiters that grow. Office Math has one separator; others
// stand in the text.
func (o *omml) fenced(n math.Fenced) {
	same := true
	for _, middle := range n.Middle {
		same = same && middle == n.Middle[0] && middle != ""
	}
	if !same {
		o.delimited(n.Open, n.Close, "")
		o.put("<m:e>")
		for i, part := range n.Parts {
			if i > 0 {
				o.text(n.Middle[i-1], looks[math.Upright])
			}
			o.nodes(part)
		}
		o.put("</m:e></m:d>")
		return
	}
	middle := ""
	if len(n.Middle) > 0 {
		middle = n.Middle[0]
	}
	o.delimited(n.Open, n.Close, middle)
	for _, part := range n.Parts {
		o.in("e", part)
	}
	o.put("</m:d>")
}

func (o *omml) radical(n math.Radical) {
	if n.Degree == nil {
		o.put(`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>`)
	} else {
		o.put("<m:rad>")
		o.in("deg", n.Degree)
	}
	o.in("e", n.Body)
	o.put("</m:rad>")
}

func (o *omml) script(n math.Script) {
	if n.Limits == math.Always || n.Limits == math.WhenDisplayed && o.display {
		o.limits(func() { o.node(n.Base) }, n.Sub, n.Sup)
		return
	}
	element := map[[2]bool]string{{true, false}: "sSub", {false, true}: "sSup", {true, true}: "sSubSup"}[[2]bool{n.Sub != nil, n.Sup != nil}]
	o.put("<m:" + element + ">")
	o.in("e", math.Row{n.Base})
	if n.Sub != nil {
		o.in("sub", n.Sub)
	}
	if n.Sup != nil {
		o.in("sup", n.Sup)
	}
	o.put("</m:" + element + ">")
}

// limits writes a base with something small below and above it.
func (o *omml) limits(base func(), below, above math.Row) {
	if len(above) > 0 {
		o.put("<m:limUpp><m:e>")
	}
	if len(below) > 0 {
		o.put("<m:limLow><m:e>")
	}
	base()
	if len(below) > 0 {
		o.put("</m:e>")
		o.in("lim", below)
		o.put("</m:limLow>")
	}
	if len(above) > 0 {
		o.put("</m:e>")
		o.in("lim", above)
		o.put("</m:limUpp>")
	}
}

// combining are the arrows that Office Math draws as accents.
var combining = map[rune]rune{'→': '\u20d7', '←': '\u20d6', '↔': '\u20e1', '⇀': '\u20d1', '↼': '\u20d0'}

func (o *omml) accent(n math.Accent) {
	mark, position := n.Mark, "top"
	if n.Under {
		position = "bot"
	}
	if arrow, ok := combining[mark]; ok && !n.Under {
		mark = arrow
	}
	if mark >= 0x2300 || n.Under || strings.ContainsRune("⇒⇐", mark) {
		vertical := map[bool]string{false: "bot", true: "top"}[n.Under]
		o.put(`<m:groupChr><m:groupChrPr><m:chr m:val="`, string(mark), `"/><m:pos m:val="`, position, `"/><m:vertJc m:val="`, vertical, `"/></m:groupChrPr>`)
		o.in("e", n.Base)
		o.put("</m:groupChr>")
		return
	}
	o.put(`<m:acc><m:accPr><m:chr m:val="`, string(mark), `"/></m:accPr>`)
	o.in("e", n.Base)
	o.put("</m:acc>")
}

func (o *omml) phantom(n math.Phantom) {
	o.put(`<m:phant><m:phantPr>`)
	if !n.Shown {
		o.put(`<m:show m:val="0"/>`)
	}
	if !n.Width {
		o.put(`<m:zeroWid m:val="1"/>`)
	}
	if !n.Height {
		o.put(`<m:zeroAsc m:val="1"/><m:zeroDesc m:val="1"/>`)
	}
	o.put("</m:phantPr>")
	o.in("e", n.Body)
	o.put("</m:phant>")
}

func (o *omml) boxed(n math.Boxed) {
	o.put("<m:borderBox><m:borderBoxPr>")
	if !n.Frame {
		o.put(`<m:hideTop m:val="1"/><m:hideBot m:val="1"/><m:hideLeft m:val="1"/><m:hideRight m:val="1"/>`)
	}
	if n.Level {
		o.put(`<m:strikeH m:val="1"/>`)
	}
	if n.Up {
		o.put(`<m:strikeBLTR m:val="1"/>`)
	}
	if n.Down {
		o.put(`<m:strikeTLBR m:val="1"/>`)
	}
	o.put("</m:borderBoxPr>")
	o.in("e", n.Body)
	o.put("</m:borderBox>")
}

// grid writes a matrix, or a stack of lines where there is one column.
func (o *omml) grid(n math.Grid) {
	if len(n.Rows) == 0 {
		return
	}
	if n.Open != "" || n.Close != "" {
		o.delimited(n.Open, n.Close, "")
		o.put("<m:e>")
		defer o.put("</m:e></m:d>")
	}
	columns := n.Columns
	if n.Tags != nil {
		columns = append(columns[:len(columns):len(columns)], math.Left)
	}
	if len(columns) == 1 && n.Kind != math.Matrix {
		o.put("<m:eqArr>")
		for _, row := range n.Rows {
			o.in("e", row[0])
		}
		o.put("</m:eqArr>")
		return
	}
	o.put("<m:m><m:mPr>")
	if n.Kind == math.Aligned {
		o.put(`<m:rSpRule m:val="1"/><m:cGpRule m:val="3"/><m:cGp m:val="0"/>`)
	}
	o.put("<m:mcs>")
	for _, align := range columns {
		jc := map[math.Align]string{math.Left: "left", math.Center: "center", math.Right: "right"}[align]
		o.put(`<m:mc><m:mcPr><m:count m:val="1"/><m:mcJc m:val="`, jc, `"/></m:mcPr></m:mc>`)
	}
	o.put("</m:mcs></m:mPr>")
	for i, row := range n.Rows {
		o.put("<m:mr>")
		for column, cell := range row {
			if n.Kind == math.Aligned && column > 0 && column%2 == 0 && len(cell) > 0 {
				cell = append(math.Row{math.Space{Mu: 18}}, cell...) // between pairs of columns
			}
			if len(cell) > 0 && n.Kind == math.Aligned && math.ClassOf(cell[0]) == math.Rel {
				cell = append(math.Row{math.Text{Value: "\u200b"}}, cell...) // a relation has two sides
			}
			o.in("e", cell)
		}
		if n.Tags != nil {
			o.in("e", append(math.Row{math.Space{Mu: 36}}, n.Tags[i]...))
		}
		o.put("</m:mr>")
	}
	o.put("</m:m>")
}
