package pdf

import (
	"fmt"

	"redline/backend/export/document"
)

const (
	cellPad    = 6.0  // left and right of a cell's text
	rowPad     = 4.0  // above and below a row's
	minColumn  = 34.0 // points; a table with narrower columns is set in parts
	wordCap    = 0.34 // of the table's width: how much a long word may claim
	tallestRow = 0.5  // of the page: a taller row may be split
)

func (b *book) table(n document.Table, f frame) {
	columns := len(n.Align)
	most := max(1, int(f.width/minColumn))
	if columns <= most {
		b.part(n, 0, columns, f)
		return
	}
	for from := 0; from < columns; from += most {
		to := min(columns, from+most)
		b.want(blockSpace)
		s := style{size: noteSize, italic: true, colour: ink3}
		label := fmt.Sprintf("Columns %d to %d of %d", from+1, to, columns)
		rows := b.textRows(b.breakLines(b.words([]document.Inline{document.Text{Value: label}}, s, f.width), f.width), f.x, noteLead, s.size)
		rows[0].keep = true
		b.add(rows...)
		b.space = 2
		b.part(n, from, to, f)
	}
}

// grid is a part of a table being set.
type grid struct {
	*book
	frame
	widths []float64
	align  []document.Align
}

func (b *book) part(n document.Table, from, to int, f frame) {
	all := append([]document.Row{n.Header}, n.Rows...)
	g := &grid{book: b, frame: f, align: n.Align[from:to]}
	words := make([][][]word, len(all))
	for i, r := range all {
		s := style{size: tableSize, colour: b.text.colour, bold: i == 0}
		for _, cell := range r.Cells[from:to] {
			words[i] = append(words[i], b.words(cell, s, max(minColumn, f.width/3)))
		}
	}
	g.widths = columnWidths(words, f.width, to-from)
	head := g.row(words[0], rowRules{top: true, header: true}, nil)
	b.want(blockSpace)
	if len(all) == 1 {
		head[len(head)-1].keep = false
	}
	b.add(head...)
	for i := 1; i < len(all); i++ {
		rows := g.row(words[i], rowRules{last: i == len(all)-1}, head)
		b.add(rows...)
	}
	b.want(blockSpace)
}

// columnWidths gives each column what its text needs; when that is more than
// there is, each what its longest word needs and of the rest a share by how
// much more it has to say.
func columnWidths(rows [][][]word, width float64, columns int) []float64 {
	least, most := make([]float64, columns), make([]float64, columns)
	for _, cells := range rows {
		for i, words := range cells {
			longest, total, line := 0.0, 0.0, 0.0
			for _, one := range words {
				longest = max(longest, one.width)
				if one.blank != nil {
					line += one.blank.width
				}
				line += one.width
				total = max(total, line)
				if one.ends {
					line = 0
				}
			}
			least[i] = max(least[i], min(longest, width*wordCap)+2*cellPad)
			most[i] = max(most[i], total+2*cellPad)
		}
	}
	if sum(most) <= width {
		return most
	}
	if spare := width - sum(least); spare >= 0 {
		return share(least, most, spare)
	}
	return fair(least, width)
}

func sum(values []float64) (total float64) {
	for _, v := range values {
		total += v
	}
	return total
}

// share adds to each column by how much it lacks, no more than it lacks.
func share(least, most []float64, spare float64) []float64 {
	lack := 0.0
	for i := range least {
		lack += max(0, most[i]-least[i])
	}
	out := make([]float64, len(least))
	for i := range least {
		out[i] = least[i]
		if lack > 0 {
			out[i] += spare * max(0, most[i]-least[i]) / lack
		}
	}
	return out
}

// fair leaves narrow columns as they are and divides the rest evenly.
func fair(least []float64, width float64) []float64 {
	out := make([]float64, len(least))
	open, rest := len(least), width
	for changed := true; changed && open > 0; {
		changed = false
		even := rest / float64(open)
		for i, need := range least {
			if out[i] == 0 && need <= even {
				out[i], rest, open, changed = need, rest-need, open-1, true
				even = rest / float64(max(open, 1))
			}
		}
	}
	for i := range out {
		if out[i] == 0 {
			out[i] = rest / float64(open)
		}
	}
	return out
}

type rowRules struct{ top, header, last bool }

// row makes the rows of one table row: one for each line of its cells.
func (g *grid) row(cells [][]word, rules rowRules, head []*row) []*row {
	set := make([][]line, len(cells))
	count := 1
	for i, words := range cells {
		set[i] = g.breakLines(words, g.widths[i]-2*cellPad)
		count = max(count, len(set[i]))
	}
	rows := make([]*row, count)
	total := 0.0
	for i := range rows {
		rows[i] = g.lineOf(set, i, count, rules)
		rows[i].head = head
		total += rows[i].height
	}
	whole := total <= g.textHeight()*tallestRow
	for i := range rows {
		rows[i].keep = rules.header || whole && i < count-1
	}
	return rows
}

func (g *grid) lineOf(set [][]line, i, count int, rules rowRules) *row {
	height, above, below, baseline := tableLead, 0.0, 0.0, tableLead*0.5+tableSize*0.33
	for _, lines := range set {
		if i < len(lines) && lines[i].height > tableSize {
			height = max(height, lines[i].height+6)
			baseline = height - 4
		}
	}
	for _, lines := range set {
		if i < len(lines) && lines[i].depth > height-baseline {
			height = baseline + lines[i].depth + 1
		}
	}
	if i == 0 {
		above = rowPad
	}
	if i == count-1 {
		below = rowPad
	}
	end := i == count-1
	return &row{height: above + height + below, draw: func(p *painter, y float64) {
		right := g.x + sum(g.widths)
		if rules.top && i == 0 {
			p.stroke(ink, 0.9, g.x, y, right, y)
		}
		x := g.x
		for column, lines := range set {
			if i < len(lines) {
				p.line(lines[i], x+cellPad+g.offset(column, lines[i].width), y+above+baseline)
			}
			x += g.widths[column]
		}
		bottom := y + above + height + below
		switch {
		case !end:
		case rules.header:
			p.stroke(ink, 0.5, g.x, bottom, right, bottom)
		case rules.last:
			p.stroke(ink, 0.9, g.x, bottom, right, bottom)
		default:
			p.stroke(hairline, 0.5, g.x, bottom, right, bottom)
		}
	}}
}

// offset moves a line within its cell as its column is aligned.
func (g *grid) offset(column int, width float64) float64 {
	room := max(0, g.widths[column]-2*cellPad-width)
	switch g.align[column] {
	case document.AlignRight:
		return room
	case document.AlignCenter:
		return room / 2
	}
	return 0
}
