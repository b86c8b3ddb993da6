package docx

import (
	"strconv"

	"redline/backend/export/code"
	"redline/backend/export/document"
)

// place is where a block stands: within what, and how far in.
type place struct {
	indent int    // of the text, in twentieths of a point
	level  int    // of lists around it
	quote  int    // of quotes around it
	alert  string // the style of the alert around it
	style  string // of plain paragraphs; empty for the usual one
}

const (
	listIndent  = 360 // twentieths of a point
	quoteIndent = 360
	maxIndent   = 5760 // what deep nesting leaves of a line
)

func (p place) in(by int) place {
	p.indent = min(p.indent+by, maxIndent)
	return p
}

// format is what a paragraph has beside its text, in the order of the schema.
type format struct {
	style         string
	keepNext      bool
	number, level int // of a list; number 0 for none
	hanging       int
	indent        int
	before, after int // spacing; -1 for the style's
	jc            string
	ruled         bool // a line below
}

func plainFormat(style string, p place) format {
	return format{style: style, indent: p.indent, before: -1, after: -1}
}

func (f format) xml() string {
	out := ""
	if f.style != "" {
		out += `<w:pStyle w:val="` + f.style + `"/>`
	}
	if f.keepNext {
		out += "<w:keepNext/>"
	}
	if f.number > 0 {
		out += `<w:numPr><w:ilvl w:val="` + strconv.Itoa(f.level) + `"/><w:numId w:val="` + strconv.Itoa(f.number) + `"/></w:numPr>`
	}
	if f.ruled {
		out += `<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="D3CFC7"/></w:pBdr>`
	}
	if f.before >= 0 || f.after >= 0 {
		out += "<w:spacing"
		if f.before >= 0 {
			out += ` w:before="` + strconv.Itoa(f.before) + `"`
		}
		if f.after >= 0 {
			out += ` w:after="` + strconv.Itoa(f.after) + `"`
		}
		out += "/>"
	}
	if f.indent > 0 || f.hanging > 0 {
		out += `<w:ind w:left="` + strconv.Itoa(f.indent) + `"`
		if f.hanging > 0 {
			out += ` w:hanging="` + strconv.Itoa(f.hanging) + `"`
		}
		out += "/>"
	}
	if f.jc != "" {
		out += `<w:jc w:val="` + f.jc + `"/>`
	}
	if out == "" {
		return ""
	}
	return "<w:pPr>" + out + "</w:pPr>"
}

// paragraph writes one paragraph around what body writes.
func (s *story) paragraph(f format, body func()) {
	s.put("<w:p>", f.xml(), s.lead)
	s.lead, s.panel = "", false
	if body != nil {
		body()
	}
	s.put("</w:p>")
}

func (s *story) blocks(blocks []document.Block, p place) {
	for _, block := range blocks {
		s.block(block, p)
	}
}

func (s *story) block(block document.Block, p place) {
	switch n := block.(type) {
	case document.Heading:
		s.heading(n, p)
	case document.Paragraph:
		f := plainFormat(p.textStyle(), p)
		if n.Tight && p.level > 0 {
			f.after = tightAfter
		}
		s.paragraph(f, func() { s.inlines(n.Content, look{}) })
	case document.List:
		s.list(n, p)
	case document.Quote:
		inner := p.in(quoteIndent)
		inner.quote++
		s.blocks(n.Blocks, inner)
	case document.Alert:
		s.alert(n, p)
	case document.Code:
		s.code(n.Language, n.Text, p)
	case document.Diagram:
		s.diagram(n, p)
	case document.Formula:
		s.formula(n, p)
	case document.Table:
		s.table(n, p)
	case document.Rule:
		f := plainFormat("HorizontalRule", p)
		f.ruled = true
		s.paragraph(f, nil)
	case document.Definitions:
		s.definitions(n, p)
	}
}

// textStyle is the style of running text at a place.
func (p place) textStyle() string {
	switch {
	case p.style != "":
		return p.style
	case p.alert != "":
		return p.alert
	case p.quote > 0:
		return "Quote"
	case p.level > 0:
		return "ListParagraph"
	}
	return ""
}

func (s *story) heading(n document.Heading, p place) {
	s.paragraph(plainFormat("Heading"+strconv.Itoa(min(max(n.Level, 1), 6)), p), func() {
		if n.Anchor == "" {
			s.inlines(n.Content, look{})
			return
		}
		id := s.nextID()
		s.put(`<w:bookmarkStart w:id="`, id, `"`, attribute("w:name", s.bookmark(n.Anchor)), "/>")
		s.inlines(n.Content, look{})
		s.put(`<w:bookmarkEnd w:id="`, id, `"/>`)
	})
}

// tightAfter is the space below a paragraph of a tight list.
const tightAfter = 40

func (s *story) list(n document.List, p place) {
	inner := p.in(listIndent)
	inner.level++
	number := bulletNumber
	level := min(p.level, maxLevel)
	if n.Ordered {
		number = s.numbering.ordered(n.Start, level)
	}
	for _, item := range n.Items {
		f := plainFormat(inner.textStyle(), inner)
		f.number, f.level, f.hanging = number, level, listIndent
		if n.Tight {
			f.after = tightAfter
		}
		if item.Task != document.NoTask {
			f.number = 0
		}
		s.item(item, f, inner)
	}
}

// item begins with a paragraph that has the marker, empty when something else
// than a paragraph comes first.
func (s *story) item(item document.Item, f format, p place) {
	blocks := item.Blocks
	var first []document.Inline
	if len(blocks) > 0 {
		if paragraph, ok := blocks[0].(document.Paragraph); ok {
			first, blocks = paragraph.Content, blocks[1:]
		}
	}
	s.paragraph(f, func() {
		switch item.Task {
		case document.TaskOpen:
			s.put(tickOpen)
		case document.TaskDone:
			s.put(tickDone)
		}
		s.inlines(first, look{})
	})
	s.blocks(blocks, p)
}

const (
	tickOpen = `<w:r><w:rPr><w:rStyle w:val="TaskMark"/></w:rPr><w:t>☐</w:t><w:tab/></w:r>`
	tickDone = `<w:r><w:rPr><w:rStyle w:val="TaskMark"/></w:rPr><w:t>☒</w:t><w:tab/></w:r>`
)

func (s *story) alert(n document.Alert, p place) {
	inner := p.in(alertEdge)
	inner.alert = "Alert" + n.Kind.Title()
	f := plainFormat(inner.alert, inner)
	f.keepNext, f.before, f.after = true, 240, 20
	s.paragraph(f, func() { s.run(n.Kind.Title(), look{style: "AlertTitle"}) })
	s.blocks(n.Blocks, inner)
}

const (
	alertEdge = 220 // from the bar to the text, in twentieths of a point
	codeEdge  = 130 // from the panel's edge to the text, in twentieths of a point
	keptLines = 24  // a block of so few lines stays on one page
)

// code writes a paragraph for each line, so that lines stay lines in whatever
// reads the file.
func (s *story) code(language, text string, p place) {
	style := "Code"
	if p.quote > 0 || p.alert != "" {
		style = "QuoteCode"
	}
	if s.panel { // Word draws one panel around neighbours
		s.paragraph(format{style: "Gap", before: -1, after: -1}, nil)
	}
	lines := code.Lines(language, text)
	for i, tokens := range lines {
		f := plainFormat(style, p)
		if f.indent > 0 {
			f.indent += codeEdge
		}
		f.keepNext = i < len(lines)-1 && (len(lines) <= keptLines || i == 0 || i == len(lines)-2)
		if i == 0 {
			f.before = 200
		}
		if i == len(lines)-1 {
			f.after = 320
		}
		s.paragraph(f, func() {
			for _, token := range tokens {
				s.run(token.Text, look{style: tokenStyle(token.Kind)})
			}
		})
	}
	s.panel = true
}

func (s *story) diagram(n document.Diagram, p place) {
	s.code("", n.Text, p)
	s.paragraph(plainFormat("Caption", p), func() {
		s.run("The diagram is drawn when the document is exported from the desktop app.", look{})
	})
}

func (s *story) definitions(n document.Definitions, p place) {
	for _, item := range n.Items {
		for _, term := range item.Terms {
			f := plainFormat("DefinitionTerm", p)
			s.paragraph(f, func() { s.inlines(term, look{}) })
		}
		inner := p.in(listIndent)
		if p.quote == 0 && p.alert == "" {
			inner.style = "Definition"
		}
		for _, detail := range item.Details {
			s.blocks(detail.Blocks, inner)
		}
	}
}

// footnotes writes the notes; each begins with its number.
func (s *story) footnotes(notes []document.Note) {
	for _, note := range notes {
		s.put(`<w:footnote w:id="`, strconv.Itoa(note.Number), `">`)
		s.lead = `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>`
		blocks := note.Blocks
		if len(blocks) > 0 {
			if first, ok := blocks[0].(document.Paragraph); ok {
				s.paragraph(format{style: "FootnoteText", before: -1, after: -1}, func() { s.inlines(first.Content, look{}) })
				blocks = blocks[1:]
			}
		}
		if s.lead != "" {
			s.paragraph(format{style: "FootnoteText", before: -1, after: -1}, nil)
		}
		s.blocks(blocks, place{style: "FootnoteText"})
		s.put("</w:footnote>")
	}
}
