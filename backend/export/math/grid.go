package math

import "strings"

// environments are the grids by name.
var environments = map[string]Grid{
	"matrix": {}, "pmatrix": {Open: "(", Close: ")"}, "bmatrix": {Open: "[", Close: "]"}, "Bmatrix": {Open: "{", Close: "}"},
	"vmatrix": {Open: "|", Close: "|"}, "Vmatrix": {Open: "‖", Close: "‖"}, "smallmatrix": {Small: true}, "array": {}, "darray": {}, "tabular": {},
	"subarray": {Kind: Substack, Small: true}, "CD": {},
	"cases": {Kind: Cases, Open: "{"}, "dcases": {Kind: Cases, Open: "{"}, "rcases": {Kind: Cases, Close: "}"}, "drcases": {Kind: Cases, Close: "}"},
	"aligned": {Kind: Aligned}, "align": {Kind: Aligned}, "alignedat": {Kind: Aligned}, "alignat": {Kind: Aligned}, "split": {Kind: Aligned},
	"eqnarray": {Kind: Aligned}, "flalign": {Kind: Aligned}, "gathered": {Kind: Aligned}, "gather": {Kind: Aligned}, "multline": {Kind: Aligned},
	"equation": {Kind: Aligned}, "displaymath": {Kind: Aligned}, "math": {Kind: Aligned}, "subequations": {Kind: Aligned},
}

// maxCells bounds a grid: with so many rows that there would be more, the last
// columns are one.
const maxCells = 1 << 13

// environment reads from after \begin up to \end.
func (p *parser) environment() Node {
	written := p.written()
	name := strings.TrimSuffix(written, "*")
	g, ok := environments[name]
	if !ok {
		p.unknown(`\begin{` + written + `}`)
		return Unknown{`\begin{` + written + `}`}
	}
	if p.depth >= maxDepth {
		return Row{}
	}
	columns := p.columns(name, written)
	var body Grid
	p.within(context{grid: true, env: true, brace: p.brace, diagram: name == "CD"}, func() {
		outer := p.tag
		p.tag = nil
		body = p.cells()
		p.tag = outer
		if t := p.next(); t.command("end") {
			p.written()
		} else {
			p.push(t)
		}
	})
	g.Rows, g.Tags, g.Lines = body.Rows, body.Tags, body.Lines
	p.shape(&g, name, columns)
	if g.Kind == Aligned && len(g.Rows) == 1 && len(g.Columns) == 1 && g.Tags == nil {
		return g.Rows[0][0]
	}
	return g
}

// columns reads what follows the name of an environment.
func (p *parser) columns(name, written string) string {
	switch name {
	case "array", "darray", "subarray", "tabular":
		p.bracketed()
		return p.written()
	case "alignedat", "alignat":
		p.bracketed()
		p.written()
	case "aligned", "gathered", "split":
		p.bracketed()
	case "matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix":
		if strings.HasSuffix(written, "*") {
			return strings.Repeat(p.bracketed(), maxColumns)
		}
	}
	return ""
}

// shape gives a grid its columns.
func (p *parser) shape(g *Grid, name, written string) {
	if g.Kind == Aligned {
		switch name {
		case "gather", "gathered", "multline":
			g.Columns = make([]Align, g.widest())
			return
		}
		alternate(g)
		return
	}
	wide := g.widest()
	g.Columns = make([]Align, wide)
	if g.Kind == Cases {
		for i := range g.Columns {
			g.Columns[i] = Left
		}
	}
	at := 0
	for _, c := range repeated(written) {
		switch c {
		case 'l', 'c', 'r':
			if at < wide {
				g.Columns[at] = map[rune]Align{'l': Left, 'c': Center, 'r': Right}[c]
			}
			at++
		case '|', ':':
			if at <= wide {
				g.Rules = append(g.Rules, at)
			}
		}
	}
}

// repeated writes out *{3}{c} within a list of columns.
func repeated(written string) string {
	for range 4 {
		before, after, ok := strings.Cut(written, "*{")
		if !ok {
			return written
		}
		count, rest, _ := strings.Cut(after, "}")
		rest = strings.TrimPrefix(rest, "{")
		depth, end := 0, len(rest)
		for i, c := range rest {
			if c == '{' {
				depth++
			} else if c == '}' {
				if depth--; depth < 0 {
					end = i
					break
				}
			}
		}
		n := 0
		for _, c := range count {
			if '0' <= c && c <= '9' {
				n = min(n*10+int(c-'0'), maxColumns)
			}
		}
		body := rest[:end]
		if len(body) > maxWritten/maxColumns {
			return before
		}
		written = before + strings.Repeat(body, n) + strings.TrimPrefix(rest[end:], "}")
	}
	return written
}

// alternate aligns columns right and left in turns.
func alternate(g *Grid) {
	g.Columns = make([]Align, g.widest())
	for i := range g.Columns {
		g.Columns[i] = Right
		if i%2 == 1 {
			g.Columns[i] = Left
		}
	}
	if len(g.Columns) == 1 && len(g.Rows) > 1 {
		g.Columns[0] = Left
	}
}

// widest counts the columns, after joining those that there is no room for.
func (g *Grid) widest() int {
	most := min(maxColumns, max(1, maxCells/max(1, len(g.Rows))))
	widest := 1
	for i, row := range g.Rows {
		if len(row) > most {
			last := row[most-1]
			for _, cell := range row[most:] {
				last = append(last, cell...)
			}
			g.Rows[i] = append(row[:most-1:most-1], last)
		}
		widest = max(widest, len(g.Rows[i]))
	}
	for i := range g.Rows {
		for len(g.Rows[i]) < widest {
			g.Rows[i] = append(g.Rows[i], nil)
		}
	}
	return widest
}

// cells reads rows and columns up to what ends them.
func (p *parser) cells() Grid {
	var g Grid
	var row []Row
	var tags []Row
	tagged := false
	endRow := func() {
		g.Rows = append(g.Rows, row)
		tags = append(tags, p.tag)
		tagged = tagged || p.tag != nil
		row, p.tag = nil, nil
	}
	for {
		if len(row) == 0 {
			p.ruled(&g)
		}
		row = append(row, p.row())
		t := p.next()
		switch {
		case t.is("&"):
			continue
		case t.is("@") && p.diagram:
			arrow, across := p.diagramArrow()
			if !across && len(row) == 1 && len(row[0]) == 0 {
				row = nil // the first of a row of arrows
			}
			row = append(row, arrow)
			continue
		case t.kind == command && (t.text == `\` || t.text == "cr" || t.text == "newline"):
			p.rowGap()
			row = p.trimmed(row)
			endRow()
			continue
		}
		p.push(t)
		row = p.trimmed(row)
		if len(row) > 1 || len(row[0]) > 0 || p.tag != nil {
			endRow()
		}
		if tagged {
			g.Tags = tags
		}
		return g
	}
}

// ruled reads the horizontal rules above a row.
func (p *parser) ruled(g *Grid) {
	for {
		t := p.skipBlanks()
		if t.command("hline") || t.command("hdashline") {
			if n := len(g.Lines); n == 0 || g.Lines[n-1] != len(g.Rows) {
				g.Lines = append(g.Lines, len(g.Rows))
			}
			continue
		}
		p.push(t)
		return
	}
}

// rowGap skips the space that may be asked for right after the end of a row.
func (p *parser) rowGap() {
	t := p.next()
	if t.is("*") {
		t = p.next()
	}
	if !t.is("[") {
		p.push(t)
		return
	}
	p.upTo("]")
}

// substack reads lines set small below each other.
func (p *parser) substack() Node {
	if t := p.skipBlanks(); !t.is("{") || p.depth >= maxDepth {
		p.push(t)
		return Row(p.argument())
	}
	var g Grid
	p.within(context{grid: true, brace: true}, func() {
		g = p.cells()
		p.next()
	})
	g.Kind, g.Small, g.Tags = Substack, true, nil
	g.Columns = make([]Align, g.widest())
	if len(g.Rows) == 0 {
		return Row{}
	}
	return g
}

// trimmed is a row of a diagram without the empty cell behind its last arrow.
func (p *parser) trimmed(row []Row) []Row {
	if n := len(row); p.diagram && n > 1 && len(row[n-1]) == 0 {
		return row[:n-1]
	}
	return row
}

// diagramArrow reads an arrow of a commutative diagram, from after its @, and
// tells whether it leads across: it then has a column of its own.
func (p *parser) diagramArrow() (Row, bool) {
	t := p.next()
	mark, ok := map[string]rune{">": '→', "<": '←', "A": '↑', "V": '↓', "=": '=', "|": '‖', ".": 0}[t.text]
	switch {
	case t.kind != char || !ok:
		p.push(t)
		return nil, true
	case mark == 0:
		return nil, false
	case strings.Contains("=|", t.text):
		return Row{Symbol{Text: string(mark), Class: Rel}}, t.text == "="
	}
	first, second := p.label(t), p.label(t)
	if mark == '→' || mark == '←' {
		return Row{Arrow{Mark: mark, Above: first, Below: second}}, true
	}
	return append(append(first, Symbol{Text: string(mark), Class: Rel}), second...), false
}

// label reads up to the mark that an arrow began with.
func (p *parser) label(mark token) Row {
	var out Row
	for {
		t := p.next()
		switch {
		case t == mark || t.kind == end:
			return out
		case p.ends(t):
			p.push(t)
			return out
		case t.kind != blank:
			out = p.add(out, t)
		}
	}
}
