package docx

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"redline/backend/export/document"
)

// maxColumns is how many columns Word opens; a wider table is set in parts.
const maxColumns = 60

func (s *story) table(n document.Table, p place) {
	columns := len(n.Align)
	for from := 0; from < columns; from += maxColumns {
		s.tablePart(n, from, min(columns, from+maxColumns), p)
	}
}

func (s *story) tablePart(n document.Table, from, to int, p place) {
	widths := s.columnWidths(n, from, to, p)
	s.put(`<w:tbl><w:tblPr><w:tblStyle w:val="RedlineTable"/><w:tblW w:w="`, strconv.Itoa(total(widths)), `" w:type="dxa"/>`)
	if p.indent > 0 {
		s.put(`<w:tblInd w:w="`, strconv.Itoa(p.indent), `" w:type="dxa"/>`)
	}
	s.put(`<w:tblLook w:val="0420" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/></w:tblPr><w:tblGrid>`)
	for _, width := range widths {
		s.put(`<w:gridCol w:w="`, strconv.Itoa(width), `"/>`)
	}
	s.put("</w:tblGrid>")
	s.row(n, n.Header, from, to, widths, true)
	for _, row := range n.Rows {
		s.row(n, row, from, to, widths, false)
	}
	s.put("</w:tbl>")
	s.paragraph(format{style: "Gap", before: -1, after: -1}, nil) // two tables must not touch, and a cell or page ends with a paragraph
}

func (s *story) row(n document.Table, row document.Row, from, to int, widths []int, header bool) {
	s.put("<w:tr><w:trPr><w:cantSplit/>")
	if header {
		s.put("<w:tblHeader/>")
	}
	s.put("</w:trPr>")
	for i := from; i < to; i++ {
		s.put(`<w:tc><w:tcPr><w:tcW w:w="`, strconv.Itoa(widths[i-from]), `" w:type="dxa"/></w:tcPr>`)
		f := format{style: "TableText", before: -1, after: -1, jc: map[document.Align]string{
			document.AlignLeft: "left", document.AlignCenter: "center", document.AlignRight: "right"}[n.Align[i]]}
		f.keepNext = header
		s.paragraph(f, func() { s.inlines(row.Cells[i], look{}) })
		s.put("</w:tc>")
	}
	s.put("</w:tr>")
}

func total(widths []int) (sum int) {
	for _, w := range widths {
		sum += w
	}
	return sum
}

const (
	perBold      = 132
	shortCell    = 14  // characters; such a cell should not wrap
	perCharacter = 118 // twentieths of a point that a character takes in a wide serif, about
	cellEdges    = 260
)

// columnWidths guesses what each column needs from the number of characters;
// Word fits them once more when it lays the table out.
func (s *story) columnWidths(n document.Table, from, to int, p place) []int {
	width := int(s.textWidth()*20) - p.indent
	least, most := make([]int, to-from), make([]int, to-from)
	for r, row := range append([]document.Row{n.Header}, n.Rows...) {
		per := perCharacter
		if r == 0 {
			per = perBold
		}
		for i, cell := range row.Cells[from:to] {
			text := document.PlainText(cell)
			longest, all := 0, utf8.RuneCountInString(text)
			for word := range strings.FieldsSeq(text) {
				longest = max(longest, utf8.RuneCountInString(word))
			}
			if all <= shortCell {
				longest = all
			}
			least[i] = max(least[i], min(longest*per, width/3)+cellEdges)
			most[i] = max(most[i], all*per+cellEdges)
		}
	}
	if total(most) <= width {
		return most
	}
	spare, lack := width-total(least), total(most)-total(least)
	for i := range least {
		if spare > 0 && lack > 0 {
			least[i] += int(int64(spare) * int64(most[i]-least[i]) / int64(lack))
		} else if spare <= 0 {
			least[i] = max(1, width/len(least))
		}
	}
	return least
}
