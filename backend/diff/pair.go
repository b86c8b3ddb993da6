package diff

import (
	"bytes"
	"slices"
)

const (
	// minAlike is how much two lines must have in common, in thousandths, for one to
	// be taken for what became of the other.
	minAlike = 400
	// maxGrid is how many pairs of lines of one hunk are weighed against each other.
	// In a larger hunk the lines that differ in white space alone hold the others in
	// place; where that doesn't make it small enough, lines pair by their position.
	maxGrid = 1 << 16
	// maxPairWork is how many words one diff compares to find pairs: about a tenth
	// of a second. What is left then is paired by position.
	maxPairWork = 1 << 23
)

// pairer finds the counterparts of lines within hunks. One serves a whole diff, so
// that all its hunks share the bound.
type pairer struct{ work int }

// pairs gives for each old line the index of the new line that it became, or -1.
// The indexes rise.
func (p *pairer) pairs(olds, news [][]byte) []int {
	out := make([]int, len(olds))
	for i := range out {
		out[i] = -1
	}
	whole := box{0, len(olds), 0, len(news)}
	if len(olds)*len(news) <= maxGrid {
		p.weigh(out, olds, news, whole)
		return out
	}
	m := match(numbered(squeezed(olds), squeezed(news)))
	i, j := 0, 0
	for _, c := range append(m.changes(), box{len(olds), len(olds), len(news), len(news)}) {
		for ; i < c.a0; i, j = i+1, j+1 {
			out[i] = j
		}
		p.weigh(out, olds, news, c)
		i, j = c.a1, c.b1
	}
	return out
}

// weigh pairs the lines of one stretch so that they are as alike as can be.
func (p *pairer) weigh(out []int, olds, news [][]byte, x box) {
	olds, news = olds[x.a0:x.a1], news[x.b0:x.b1]
	a, b, ok := p.afford(olds, news)
	if !ok {
		byPosition(out, x)
		return
	}
	g := weights(a, b)
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch most, s := g.at(i, j), g.alike[i*len(b)+j]; {
		case s > 0 && most == g.at(i+1, j+1)+s:
			out[x.a0+i] = x.b0 + j
			i, j = i+1, j+1
		case most == g.at(i+1, j):
			i++
		default:
			j++
		}
	}
}

// afford gives the words of the lines, unless there are too many to compare.
func (p *pairer) afford(olds, news [][]byte) (a, b []bag, ok bool) {
	size := length(olds) + length(news)
	if len(olds)*len(news) > maxGrid || size > p.work {
		return nil, nil, false
	}
	p.work -= size
	a, b = bags(olds, news)
	if work := len(b)*wordCount(a) + len(a)*wordCount(b); work <= p.work {
		p.work -= work
		return a, b, true
	}
	return nil, nil, false
}

func byPosition(out []int, x box) {
	for i := 0; i < min(x.a1-x.a0, x.b1-x.b0); i++ {
		out[x.a0+i] = x.b0 + i
	}
}

func wordCount(bags []bag) (n int) {
	for _, b := range bags {
		n += len(b.words)
	}
	return n
}

// grid holds how alike each two lines are, and the most that the lines from i and
// j on can be alike when paired in order.
type grid struct {
	wide        int
	alike, most []int32
}

func weights(a, b []bag) grid {
	g := grid{len(b), make([]int32, len(a)*len(b)), make([]int32, (len(a)+1)*(len(b)+1))}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			most := max(g.at(i+1, j), g.at(i, j+1))
			if s := alike(a[i], b[j]); s >= minAlike {
				g.alike[i*g.wide+j] = s
				most = max(most, g.at(i+1, j+1)+s)
			}
			g.most[i*(g.wide+1)+j] = most
		}
	}
	return g
}

func (g grid) at(i, j int) int32 { return g.most[i*(g.wide+1)+j] }

// bag is the words of a line, sorted by number, and their bytes.
type bag struct {
	words []weighed
	bytes int
}

type weighed struct{ id, bytes int32 }

func bags(olds, news [][]byte) (a, b []bag) {
	var all [][][]byte
	count := 0
	for _, line := range slices.Concat(olds, news) {
		parts := slices.DeleteFunc(tokens(line), blank)
		all, count = append(all, parts), count+len(parts)
	}
	t := newNumbers(count)
	out := make([]bag, len(all))
	for i, parts := range all {
		for k, id := range t.all(parts) {
			out[i].words = append(out[i].words, weighed{id, int32(len(parts[k]))})
		}
		slices.SortFunc(out[i].words, func(x, y weighed) int { return int(x.id - y.id) })
		out[i].bytes = length(parts)
	}
	return out[:len(olds)], out[len(olds):]
}

// alike is how much two lines have in common, white space aside, in thousandths.
func alike(a, b bag) int32 {
	if a.bytes+b.bytes == 0 {
		return 1000
	}
	if 2000*min(a.bytes, b.bytes) < minAlike*(a.bytes+b.bytes) {
		return 0
	}
	same := 0
	for i, j := 0, 0; i < len(a.words) && j < len(b.words); {
		x, y := a.words[i], b.words[j]
		switch {
		case x.id < y.id:
			i++
		case x.id > y.id:
			j++
		default:
			same += int(x.bytes)
			i, j = i+1, j+1
		}
	}
	return int32(2000 * same / (a.bytes + b.bytes))
}

// squeezed gives the lines without their white space.
func squeezed(lines [][]byte) [][]byte {
	out := make([][]byte, len(lines))
	for i, line := range lines {
		out[i] = bytes.Join(bytes.Fields(line), nil)
	}
	return out
}
