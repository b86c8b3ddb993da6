package pdftext

import (
	"math"
	"slices"
	"strings"
)

// line is what stands on one baseline of a block, from left to right.
type line struct {
	spans     []span
	u0, u1, v float64
	em        float64
}

// block is lines that follow one another: a paragraph, a column, a table.
type block struct {
	lines     []*line
	u0, u1    float64
	top, foot float64
	frame     int
}

// maxOrdered is how many blocks are compared with one another; a page with more keeps
// the order in which it was drawn.
const maxOrdered = 1500

// text gives the page's text in reading order.
func (p *layout) text() string {
	p.finish()
	blocks := p.blocks()
	frames := map[int]int{} // how much stands in each direction
	for _, b := range blocks {
		frames[b.frame] += b.size()
	}
	slices.SortStableFunc(blocks, func(a, b *block) int {
		if a.frame == b.frame {
			return 0
		}
		return frames[b.frame]*1000 - frames[a.frame]*1000 + a.frame - b.frame
	})
	var out strings.Builder
	for len(blocks) > 0 {
		n := 1
		for n < len(blocks) && blocks[n].frame == blocks[0].frame {
			n++
		}
		for _, b := range order(blocks[:n]) {
			if out.Len() > 0 {
				out.WriteByte('\n')
			}
			b.write(&out)
		}
		blocks = blocks[n:]
	}
	return out.String()
}

func (b *block) size() (n int) {
	for _, l := range b.lines {
		n += len(l.spans)
	}
	return n
}

// blocks puts spans together in the order in which they were drawn.
func (p *layout) blocks() (blocks []*block) {
	var b *block
	rows := map[row][]*line{} // lines by where they stand, for what is added to one later
	of := map[*line]*block{}
	for _, s := range p.spans {
		if b != nil && b.frame == s.frame && b.last().takes(s) {
			b.last().put(s)
			b.grow(s)
			continue
		}
		if l := beside(rows, s); l != nil {
			l.put(s)
			of[l].grow(s)
			continue
		}
		l := &line{u0: s.u0, u1: s.u1, v: s.v, em: s.em, spans: []span{s}}
		if b == nil || b.frame != s.frame || !b.continues(s) {
			b = &block{frame: s.frame, u0: s.u0, u1: s.u1, top: s.v - s.em, foot: s.v}
			blocks = append(blocks, b)
		}
		b.lines = append(b.lines, l)
		b.grow(s)
		of[l] = b
		key := rowOf(s)
		if len(rows[key]) < maxTouched {
			rows[key] = append(rows[key], l)
		}
	}
	return blocks
}

// row is a strip of the page in a frame, as high as a few points.
type row struct{ frame, v int }

const rowHeight = 4

func rowOf(s span) row { return row{s.frame, int(math.Floor(s.v / rowHeight))} }

// beside finds a line that a span touches: one word of it that was drawn later.
func beside(rows map[row][]*line, s span) *line {
	at := rowOf(s)
	for _, v := range []int{at.v, at.v - 1, at.v + 1} {
		for _, l := range rows[row{at.frame, v}] {
			if math.Abs(l.v-s.v) < 0.2*min(l.em, s.em) && l.touches(s) {
				return l
			}
		}
	}
	return nil
}

func (b *block) last() *line { return b.lines[len(b.lines)-1] }

// maxTouched is how many lines of a strip, and spans of a line, are looked at for one that
// a word touches.
const maxTouched = 16

// touches tells whether a span stands right beside another of the line.
func (l *line) touches(s span) bool {
	near := overlap * min(l.em, s.em)
	for _, t := range l.spans[max(0, len(l.spans)-maxTouched):] {
		if math.Abs(s.u0-t.u1) < near || math.Abs(t.u0-s.u1) < near {
			return true
		}
	}
	return false
}

// takes tells whether a span goes on with a line.
func (l *line) takes(s span) bool {
	em := max(l.em, s.em)
	if math.Abs(l.v-s.v) > sameLine*em {
		return false
	}
	return s.u0 > l.u1-overlap*em || s.u1 < l.u0+overlap*em
}

func (l *line) put(s span) {
	if s.em > l.em { // the larger text is what the line stands on
		l.em, l.v = s.em, s.v
	}
	l.spans = append(l.spans, s)
	l.u0, l.u1 = min(l.u0, s.u0), max(l.u1, s.u1)
}

func (b *block) grow(s span) {
	b.u0, b.u1 = min(b.u0, s.u0), max(b.u1, s.u1)
	b.top, b.foot = min(b.top, s.v-s.em), max(b.foot, s.v)
}

// continues tells whether a span begins the next line of a block.
func (b *block) continues(s span) bool {
	down := s.v - b.last().v
	em := max(b.last().em, s.em)
	return down > 0 && down < lineGap*em && s.u0 < b.u1 && s.u1 > b.u0
}

// order sorts blocks of one direction: what stands above comes first, what stands beside
// goes from left to right, and where neither holds, as they were drawn.
func order(blocks []*block) []*block {
	n := len(blocks)
	if n < 2 || n > maxOrdered {
		return blocks
	}
	waits := make([]int, n) // how many must come before
	for i := range blocks {
		for j := range blocks {
			if i != j && before(blocks[j], blocks[i]) {
				waits[i]++
			}
		}
	}
	sorted := make([]*block, 0, n)
	done := make([]bool, n)
	for len(sorted) < n {
		next := -1
		for i := range blocks {
			if !done[i] && (next < 0 || waits[i] < waits[next]) {
				next = i
				if waits[i] == 0 {
					break
				}
			}
		}
		done[next] = true
		sorted = append(sorted, blocks[next])
		for i := range blocks {
			if !done[i] && before(blocks[next], blocks[i]) {
				waits[i]--
			}
		}
	}
	return sorted
}

func before(a, b *block) bool {
	wide := min(a.u1, b.u1) - max(a.u0, b.u0)
	high := min(a.foot, b.foot) - max(a.top, b.top)
	switch {
	case wide > 0 && high < wide/4 && wide > 0.1*min(a.u1-a.u0, b.u1-b.u0):
		return a.foot+a.top < b.foot+b.top
	case high > 0:
		return a.u0+a.u1 < b.u0+b.u1
	}
	return false
}

// write gives a block's lines, with an empty line where the page has one.
func (b *block) write(out *strings.Builder) {
	for i, l := range b.lines {
		if i > 0 && l.v-b.lines[i-1].v > blankGap*max(l.em, b.lines[i-1].em) {
			out.WriteByte('\n')
		}
		text := l.text()
		if joined, ok := strings.CutSuffix(text, "\u00ad"); ok && i+1 < len(b.lines) { // a hyphen that is only there for the line's end
			out.WriteString(joined)
			continue
		}
		out.WriteString(text)
		out.WriteByte('\n')
	}
}

func (l *line) text() string {
	slices.SortStableFunc(l.spans, func(a, b span) int {
		switch {
		case a.u0 < b.u0:
			return -1
		case a.u0 > b.u0:
			return 1
		}
		return 0
	})
	var out strings.Builder
	right := false
	for i, s := range l.spans {
		if i > 0 {
			switch gap, em := s.u0-l.spans[i-1].u1, min(s.em, l.spans[i-1].em); {
			case gap > columnGap*em:
				out.WriteString("  ")
			case gap > spaceGap*em, s.spaceBefore, l.spans[i-1].spaceBehind:
				out.WriteByte(' ')
			}
		}
		out.Write(s.text)
		right = right || s.rightToLeft
	}
	if right {
		return logical(out.String())
	}
	return out.String()
}
