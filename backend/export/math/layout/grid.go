package layout

import "redline/backend/export/math"

// grid sets rows and columns, centred on the axis.
func (s setter) grid(n math.Grid) Box {
	inner := s
	switch {
	case n.Small:
		inner.level = max(s.level, script)
	case n.Kind == math.Aligned:
		inner.level = min(s.level, display)
	default:
		inner.level = max(s.level, text)
	}
	em := inner.em()
	cells := make([][]Box, len(n.Rows))
	columns := n.Columns
	if n.Tags != nil {
		columns = append(columns[:len(columns):len(columns)], math.Left)
	}
	widths := make([]float64, len(columns))
	for i, row := range n.Rows {
		cells[i] = make([]Box, len(columns))
		for j, cell := range row {
			cells[i][j] = inner.cell(n.Kind, j, cell)
			widths[j] = max(widths[j], cells[i][j].Width)
		}
		if n.Tags != nil {
			cells[i][len(columns)-1] = inner.row(n.Tags[i])
			widths[len(columns)-1] = max(widths[len(columns)-1], cells[i][len(columns)-1].Width)
		}
	}
	starts, width := starts(n, widths, em)
	var out Box
	y, last := 0.0, 0.0
	lines := map[int]bool{}
	for _, at := range n.Lines {
		lines[at] = true
	}
	var rules []float64
	for i, row := range cells {
		height, depth := em*0.84, em*0.36
		if n.Kind == math.Substack {
			height, depth = em*0.7, em*0.25
		}
		for _, cell := range row {
			height, depth = max(height, cell.Height), max(depth, cell.Depth)
		}
		if i > 0 {
			y -= last + height + rowGap(n.Kind, em)
		} else {
			y -= height
		}
		if lines[i] {
			rules = append(rules, y+height+rowGap(n.Kind, em)/2)
		}
		for j, cell := range row {
			x := starts[j]
			switch columns[j] {
			case math.Center:
				x += (widths[j] - cell.Width) / 2
			case math.Right:
				x += widths[j] - cell.Width
			}
			out.add(cell, x, y)
		}
		last = depth
	}
	if lines[len(cells)] {
		rules = append(rules, y-last-rowGap(n.Kind, em)/2)
	}
	tall := -y + last
	out.Height, out.Depth, out.Width = 0, tall, width
	thickness := em * 0.05
	for _, at := range rules {
		out.rule(0, at, width, thickness)
	}
	for _, column := range n.Rules {
		x := 0.0
		if column >= len(widths) {
			x = width - thickness
		} else if column > 0 {
			x = starts[column] - em*0.5
		}
		out.rule(x, -tall, thickness, tall)
	}
	out = out.moved(tall/2 + s.axis())
	if n.Open == "" && n.Close == "" {
		return out
	}
	return s.between(n.Open, n.Close, padded(out, em*0.12))
}

func padded(b Box, side float64) Box {
	var out Box
	out.add(b, side, 0)
	out.Width = b.Width + 2*side
	return out
}

// cell sets a cell; the right one of a pair begins as if something stood before it.
func (s setter) cell(kind math.Kind, column int, cell math.Row) Box {
	if kind == math.Aligned && column%2 == 1 {
		return s.row(append(math.Row{math.Row{}}, cell...))
	}
	return s.row(cell)
}

func rowGap(kind math.Kind, em float64) float64 {
	switch kind {
	case math.Aligned:
		return em * 0.35
	case math.Substack:
		return 0
	case math.Cases:
		return em * 0.24
	}
	return em * 0.12
}

// starts gives where each column begins, and the width of all.
func starts(n math.Grid, widths []float64, em float64) ([]float64, float64) {
	out := make([]float64, len(widths))
	x := 0.0
	for i, width := range widths {
		switch {
		case i == 0:
		case n.Tags != nil && i == len(widths)-1:
			x += 2 * em
		case n.Kind == math.Aligned:
			if i%2 == 0 {
				x += 1.5 * em
			}
		case n.Small:
			x += em * 0.6
		default:
			x += em
		}
		out[i] = x
		x += width
	}
	return out, x
}
