package diff

import "bytes"

// changes gives the stretches that differ, in order, with at least one part that
// stays between any two.
func (m *matcher) changes() []box {
	var out []box
	for i, j := 0, 0; i < len(m.a) || j < len(m.b); {
		x := box{i, i, j, j}
		for ; x.a1 < len(m.a) && m.del[x.a1]; x.a1++ {
		}
		for ; x.b1 < len(m.b) && m.ins[x.b1]; x.b1++ {
		}
		if x.a0 < x.a1 || x.b0 < x.b1 {
			out = append(out, x)
		}
		i, j = x.a1+1, x.b1+1
	}
	return out
}

// slid moves changes that one side alone has to where people expect them. Lines
// that are put in or taken out can often be said to stand a little higher or lower,
// when what goes before them ends as they end. A change that reaches another this
// way becomes one with it; place says by how many lines any other is moved, of those
// that it can be moved up and down.
func slid(changes []box, x, y []int32, place func(c box, up, down int) int) []box {
	var out []box
	for i := 0; i < len(changes); i++ {
		c := changes[i]
		up, down := 0, 0
		for c.pure() {
			floor, ceiling := box{}, box{a0: len(x), b0: len(y)}
			if len(out) > 0 {
				floor = out[len(out)-1]
			}
			if i+1 < len(changes) {
				ceiling = changes[i+1]
			}
			up, down = c.room(floor, ceiling, x, y)
			if len(out) > 0 && c.a0-up == floor.a1 {
				c, out = across(floor, c.moved(-up), x, y), out[:len(out)-1]
				continue
			}
			if i+1 < len(changes) && c.a1+down == ceiling.a0 {
				c, i = across(c.moved(down), ceiling, x, y), i+1
				continue
			}
			break
		}
		if c.pure() && up+down > 0 {
			c = c.moved(place(c, up, down))
		}
		if c.a0 < c.a1 || c.b0 < c.b1 {
			out = append(out, c)
		}
	}
	return out
}

func (x box) pure() bool { return x.a0 == x.a1 || x.b0 == x.b1 }

func (x box) moved(n int) box { return box{x.a0 + n, x.a1 + n, x.b0 + n, x.b1 + n} }

// across is two neighbouring changes as one, without what its sides then have in
// common at its beginning and end.
func across(x, y box, a, b []int32) box { return trimmed(box{x.a0, y.a1, x.b0, y.b1}, a, b) }

// room is how many lines up and down a change that one side alone has can be moved
// between two others.
func (x box) room(floor, ceiling box, a, b []int32) (up, down int) {
	side, from, to := a, x.a0, x.a1
	if from == to {
		side, from, to = b, x.b0, x.b1
	}
	for x.a0-up > floor.a1 && side[from-1-up] == side[to-1-up] {
		up++
	}
	for x.a1+down < ceiling.a0 && side[from+down] == side[to+down] {
		down++
	}
	return up, down
}

// maxSlide is how many lines up or down a place is looked for.
const maxSlide = 200

// readable places changes where their edges fall between paragraphs and on the
// least indented lines; of equally good places at the lowest.
func readable(a, b [][]byte) func(x box, up, down int) int {
	return func(x box, up, down int) int {
		side, from, to := a, x.a0, x.a1
		if from == to {
			side, from, to = b, x.b0, x.b1
		}
		best, cost := 0, -1
		for n := -min(up, maxSlide); n <= min(down, maxSlide); n++ {
			if c := edge(side, from+n) + edge(side, to+n); cost < 0 || c <= cost {
				best, cost = n, c
			}
		}
		return best
	}
}

func lowest(_ box, _, down int) int { return down }

// What an edge of a change costs. The figures were set by the examples of the
// test: the indentation decides first, blank lines between equally deep places.
const (
	costIndent   = 4  // a column of indentation of the line below the edge
	costNoBlank  = 12 // the line above isn't blank
	costBlank    = 8  // the line below is blank: it belongs to what stands above
	costClosing  = 20 // the line below is less indented than the one above: it closes something
	costLast     = 10 // the edge is the end of the file
	maxIndent    = 60
	maxBlankSeen = 20 // blank lines that are passed over in search of the next line
)

// edge is how ill a change begins or ends between line at-1 and line at.
func edge(lines [][]byte, at int) int {
	if at == len(lines) {
		return costLast
	}
	cost := 0
	if blank(lines[at]) {
		cost += costBlank
	}
	below := indentFrom(lines[at:min(len(lines), at+maxBlankSeen)])
	cost += costIndent * below
	if at > 0 && !blank(lines[at-1]) {
		cost += costNoBlank
		if indentFrom(lines[at-1:at]) > below {
			cost += costClosing
		}
	}
	return cost
}

// indentFrom is the indentation, in columns, of the first line that isn't blank.
func indentFrom(lines [][]byte) int {
	for _, line := range lines {
		if blank(line) {
			continue
		}
		n := 0
		for _, c := range line {
			switch {
			case n >= maxIndent:
				return maxIndent
			case c == ' ':
				n++
			case c == '\t':
				n += 4
			default:
				return n
			}
		}
	}
	return 0
}

func blank(line []byte) bool { return len(bytes.TrimLeft(line, " \t\r\n")) == 0 }
