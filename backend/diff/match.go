package diff

import "slices"

// matcher finds which parts of two sequences of numbers stay. What it leaves
// unmarked in del and ins are the parts that both have, in the same order.
//
// It anchors on parts that occur once on each side, so that blank lines and lone
// braces never decide what belongs together, and compares what lies between them
// again, down to where no such part is left. There the fewest changes are looked
// for (Myers).
type matcher struct {
	a, b     []int32
	del, ins []bool // what only a has, what only b has
	coarse   bool   // somewhere the fewest changes were not looked for to the end

	seen    []occurrence // by number; zero between uses
	forward []int32      // scratch of middle
	reverse []int32
}

// occurrence counts a number in a stretch of both sides: 0, 1, or 2 for more.
type occurrence struct {
	inA, inB uint8
	at       int32 // where b has it
}

func match(a, b []int32, numbers int) *matcher {
	m := newMatcher(a, b, numbers)
	m.compare(box{0, len(a), 0, len(b)}, 0)
	return m
}

func newMatcher(a, b []int32, numbers int) *matcher {
	return &matcher{a: a, b: b, del: make([]bool, len(a)), ins: make([]bool, len(b)), seen: make([]occurrence, numbers)}
}

// box is a stretch of both sides, half open.
type box struct{ a0, a1, b0, b1 int }

// maxDepth bounds how often a stretch is anchored again inside another; deeper
// ones are compared as they are.
const maxDepth = 40

func (m *matcher) compare(x box, depth int) {
	x = trimmed(x, m.a, m.b)
	if m.oneSided(x) {
		return
	}
	var anchors []anchor
	common := 0
	if depth < maxDepth {
		anchors, common = m.anchors(x)
	}
	switch {
	case len(anchors) == 0:
		m.fewest(x, false)
	case len(anchors)*sparse < common:
		m.compareBoth(x, anchors, depth)
	default:
		m.between(x, anchors, depth)
	}
}

// sparse is how many times as many parts as anchors both sides must share for the
// anchors to be doubted.
const sparse = 8

// compareBoth is for few anchors among much that both sides share, as when one
// line of a table moved from its head to its foot: anchored on that line the whole
// table would seem rewritten. The anchors lose if they keep less than half of what
// can be kept.
func (m *matcher) compareBoth(x box, anchors []anchor, depth int) {
	if !m.fewest(x, true) {
		m.clear(x)
		m.between(x, anchors, depth)
		return
	}
	kept := m.kept(x)
	del, ins := slices.Clone(m.del[x.a0:x.a1]), slices.Clone(m.ins[x.b0:x.b1])
	m.clear(x)
	m.between(x, anchors, depth)
	if 2*m.kept(x) < kept {
		copy(m.del[x.a0:x.a1], del)
		copy(m.ins[x.b0:x.b1], ins)
	}
}

func (m *matcher) clear(x box) {
	clear(m.del[x.a0:x.a1])
	clear(m.ins[x.b0:x.b1])
}

func (m *matcher) kept(x box) (n int) {
	for _, gone := range m.del[x.a0:x.a1] {
		if !gone {
			n++
		}
	}
	return n
}

// between compares what lies before, between and after the anchors.
func (m *matcher) between(x box, anchors []anchor, depth int) {
	at := x
	for _, c := range anchors {
		at.a1, at.b1 = c.a, c.b
		m.compare(at, depth+1)
		at.a0, at.b0 = c.a+1, c.b+1
	}
	at.a1, at.b1 = x.a1, x.b1
	m.compare(at, depth+1)
}

// trimmed takes off what a stretch has in common at its beginning and end.
func trimmed(x box, a, b []int32) box {
	for x.a0 < x.a1 && x.b0 < x.b1 && a[x.a0] == b[x.b0] {
		x.a0, x.b0 = x.a0+1, x.b0+1
	}
	for x.a0 < x.a1 && x.b0 < x.b1 && a[x.a1-1] == b[x.b1-1] {
		x.a1, x.b1 = x.a1-1, x.b1-1
	}
	return x
}

// oneSided marks a stretch that only one side has; it tells whether it was one.
func (m *matcher) oneSided(x box) bool {
	if x.a0 < x.a1 && x.b0 < x.b1 {
		return false
	}
	for i := x.a0; i < x.a1; i++ {
		m.del[i] = true
	}
	for i := x.b0; i < x.b1; i++ {
		m.ins[i] = true
	}
	return true
}

// anchor is a part that occurs once on each side.
type anchor struct{ a, b int }

// anchors gives the longest rising row of parts that occur once on each side of a
// stretch, and how many parts of its a side occur on both.
func (m *matcher) anchors(x box) (row []anchor, common int) {
	m.count(x)
	var once []anchor
	for i, id := range m.a[x.a0:x.a1] {
		o := m.seen[id]
		if o.inB > 0 {
			common++
		}
		if o.inA == 1 && o.inB == 1 {
			once = append(once, anchor{x.a0 + i, int(o.at)})
		}
	}
	m.forget(x)
	return rising(once), common
}

func (m *matcher) count(x box) {
	for _, id := range m.a[x.a0:x.a1] {
		o := &m.seen[id]
		o.inA = min(o.inA+1, 2)
	}
	for i, id := range m.b[x.b0:x.b1] {
		o := &m.seen[id]
		o.inB, o.at = min(o.inB+1, 2), int32(x.b0+i)
	}
}

func (m *matcher) forget(x box) {
	for _, id := range m.a[x.a0:x.a1] {
		m.seen[id] = occurrence{}
	}
	for _, id := range m.b[x.b0:x.b1] {
		m.seen[id] = occurrence{}
	}
}

// rising gives the longest part of a row, rising in a, that rises in b too: the
// piles of a game of patience.
func rising(row []anchor) []anchor {
	if slices.IsSortedFunc(row, func(p, q anchor) int { return p.b - q.b }) {
		return row
	}
	tops := []int32{} // the last of the best row of each length
	before := make([]int32, len(row))
	for i, c := range row {
		n, _ := slices.BinarySearchFunc(tops, c.b, func(top int32, b int) int { return row[top].b - b })
		before[i] = -1
		if n > 0 {
			before[i] = tops[n-1]
		}
		if n == len(tops) {
			tops = append(tops, 0)
		}
		tops[n] = int32(i)
	}
	if len(tops) == 0 {
		return nil
	}
	out := make([]anchor, len(tops))
	for i, at := len(out)-1, tops[len(tops)-1]; i >= 0; i, at = i-1, before[at] {
		out[i] = row[at]
	}
	return out
}
