package diff

import "math"

// maxSteps is how many changes are searched through from each end of a stretch
// before the best place so far is taken for its middle. It bounds the work at
// about maxSteps times the length, some tenths of a second for 50,000 lines with
// nothing in order.
const maxSteps = 512

// fewest compares a stretch with as few changes as there can be (Myers, in linear
// space), after leaving out what only one side has. A search for the very fewest
// alone gives up, and is false, where they would take more than maxSteps.
func (m *matcher) fewest(x box, exact bool) bool {
	atA, atB := m.shared(x)
	a, b := pick(m.a, atA), pick(m.b, atB)
	if size := 2*(len(a)+len(b)) + 3; len(m.forward) < size {
		m.forward, m.reverse = make([]int32, size), make([]int32, size)
	}
	f := fewest{matcher: m, exact: exact, a: a, b: b, atA: atA, atB: atB, zero: len(a) + len(b) + 1}
	return f.compare(box{0, len(a), 0, len(b)})
}

// shared gives where the parts of a stretch are that both sides have, and marks
// the others.
func (m *matcher) shared(x box) (atA, atB []int32) {
	m.count(x)
	for i := x.a0; i < x.a1; i++ {
		if m.seen[m.a[i]].inB > 0 {
			atA = append(atA, int32(i))
		} else {
			m.del[i] = true
		}
	}
	for i := x.b0; i < x.b1; i++ {
		if m.seen[m.b[i]].inA > 0 {
			atB = append(atB, int32(i))
		} else {
			m.ins[i] = true
		}
	}
	m.forget(x)
	return atA, atB
}

func pick(from, at []int32) []int32 {
	out := make([]int32, len(at))
	for i, j := range at {
		out[i] = from[j]
	}
	return out
}

// fewest is one search. Diagonal k holds the places with i-j = k; forward and
// reverse keep, at zero+k, how far along a the search came on it.
type fewest struct {
	*matcher
	exact    bool
	a, b     []int32
	atA, atB []int32 // where a and b stand in the matcher's sequences
	zero     int
}

func (f *fewest) compare(x box) bool {
	x = trimmed(x, f.a, f.b)
	if x.a0 == x.a1 || x.b0 == x.b1 {
		for i := x.a0; i < x.a1; i++ {
			f.del[f.atA[i]] = true
		}
		for i := x.b0; i < x.b1; i++ {
			f.ins[f.atB[i]] = true
		}
		return true
	}
	i, j, best := f.middle(x)
	if !best && f.exact {
		return false
	}
	f.coarse = f.coarse || !best
	return f.compare(box{x.a0, i, x.b0, j}) && f.compare(box{i, x.a1, j, x.b1})
}

// middle gives a place on a shortest path through a stretch that has neither a
// common beginning nor a common end, or, after maxSteps, the place that came
// furthest; it tells which.
func (f *fewest) middle(x box) (i, j int, best bool) {
	low, high := x.a0-x.b1, x.a1-x.b0 // the diagonals of the stretch
	head, foot := x.a0-x.b0, x.a1-x.b1
	forward, reverse := sweep{head, head, f.forward, f.zero}, sweep{foot, foot, f.reverse, f.zero}
	f.forward[f.zero+head], f.reverse[f.zero+foot] = int32(x.a0), int32(x.a1)
	odd := (head-foot)%2 != 0
	for step := 1; ; step++ {
		forward.widen(low, high, math.MinInt32)
		for k := forward.from; k <= forward.to; k += 2 {
			i := f.ahead(x, k)
			if odd && reverse.holds(k) && i >= int(f.reverse[f.zero+k]) {
				return i, i - k, true
			}
		}
		reverse.widen(low, high, math.MaxInt32)
		for k := reverse.from; k <= reverse.to; k += 2 {
			i := f.back(x, k)
			if !odd && forward.holds(k) && i <= int(f.forward[f.zero+k]) {
				return i, i - k, true
			}
		}
		if step >= maxSteps {
			i, j = f.furthest(x, forward, reverse)
			return i, j, false
		}
	}
}

// ahead goes one step further on diagonal k from the head of the stretch.
func (f *fewest) ahead(x box, k int) int {
	v := f.forward[f.zero+k-1 : f.zero+k+2]
	i := max(int(v[0])+1, int(v[2]))
	for j := i - k; i < x.a1 && j < x.b1 && f.a[i] == f.b[j]; i, j = i+1, j+1 {
	}
	v[1] = int32(i)
	return i
}

// back goes one step further on diagonal k from the foot of the stretch.
func (f *fewest) back(x box, k int) int {
	v := f.reverse[f.zero+k-1 : f.zero+k+2]
	i := min(int(v[0]), int(v[2])-1)
	for j := i - k; i > x.a0 && j > x.b0 && f.a[i-1] == f.b[j-1]; i, j = i-1, j-1 {
	}
	v[1] = int32(i)
	return i
}

// furthest gives the place of either search that lies furthest from where it
// began.
func (f *fewest) furthest(x box, forward, reverse sweep) (i, j int) {
	i, j = x.a1, x.b0
	best := -1
	for k := forward.from; k <= forward.to; k += 2 {
		at := int(f.forward[f.zero+k])
		if n := at - x.a0 + at - k - x.b0; n > best && inside(x, at, at-k) {
			best, i, j = n, at, at-k
		}
	}
	for k := reverse.from; k <= reverse.to; k += 2 {
		at := int(f.reverse[f.zero+k])
		if n := x.a1 - at + x.b1 - (at - k); n > best && inside(x, at, at-k) {
			best, i, j = n, at, at-k
		}
	}
	return i, j
}

func inside(x box, i, j int) bool { return i >= x.a0 && i <= x.a1 && j >= x.b0 && j <= x.b1 }

// sweep is the range of diagonals that a search has reached, every second one of
// which it looks at in a step.
type sweep struct {
	from, to int
	reached  []int32
	zero     int
}

func (s *sweep) holds(k int) bool { return s.from <= k && k <= s.to }

// widen adds a diagonal at each end, or takes one away where the stretch ends;
// beyond is what a diagonal holds that was never reached.
func (s *sweep) widen(low, high int, beyond int32) {
	if s.from > low {
		s.from--
		s.reached[s.zero+s.from-1] = beyond
	} else {
		s.from++
	}
	if s.to < high {
		s.to++
		s.reached[s.zero+s.to+1] = beyond
	} else {
		s.to--
	}
}
