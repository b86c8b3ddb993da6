package diff

import (
	"bytes"
	"slices"
)

// Origin says from where a stretch of a merged content comes.
type Origin int

// The origins of a stretch.
const (
	Unchanged Origin = iota // all three agree
	Ours                    // only ours changed it
	Theirs                  // only theirs changed it
	Both                    // both made the same change
	Conflict                // they made different changes; somebody has to choose
)

// Stretch is a run of whole lines of a merge. The ranges are bytes of Base, Ours
// and Theirs; those of all stretches follow each other without gaps.
type Stretch struct {
	Origin             Origin
	Line               int // 1-based: the line of Base that it begins with or stands before
	Base, Ours, Theirs Range
}

// Merge is what comes of two changes of one content. Conflicts are data: no marker
// is ever written into a text.
type Merge struct {
	Base, Ours, Theirs []byte
	Stretches          []Stretch
}

// Merge3 merges two changes of base.
//
// Changes that overlap, or touch so that no line stands between them that neither
// changed, are a conflict unless they are the same. So are changes of lines that
// could be matched in more than one way, where the result would depend on which.
// Of a conflict's lines, those at its beginning and end that both sides wrote alike
// are taken out of it.
func Merge3(base, ours, theirs []byte) *Merge {
	m := merger{base: splitLines(base), ours: splitLines(ours), theirs: splitLines(theirs)}
	x, y, z, n := m.numbered()
	a, b := changesOf(x, y, n), changesOf(x, z, n)
	for len(a) > 0 || len(b) > 0 {
		r, inA, inB := region(a, b)
		m.keep(r.From)
		lines := r.To - r.From
		ours, theirs := lines+grown(a[:inA]), lines+grown(b[:inB])
		switch {
		case inB == 0:
			m.add(Ours, lines, ours, theirs)
		case inA == 0:
			m.add(Theirs, lines, ours, theirs)
		default:
			m.settle(lines, ours, theirs)
		}
		a, b = a[inA:], b[inB:]
	}
	m.keep(len(m.base))
	return &Merge{Base: base, Ours: ours, Theirs: theirs, Stretches: m.out}
}

// region is the stretch of the base that the next changes of both sides cover as
// far as they can't be told apart, and how many those are.
func region(a, b []change) (r Range, inA, inB int) {
	take := func(c change) { r.To = max(r.To, c.wide.To) }
	joins := func(c change) bool { return c.wide.From < r.To && c.wide.To > r.From || c.core <= r.To }
	if len(b) == 0 || len(a) > 0 && before(a[0], b[0]) {
		r, inA = a[0].wide, 1
	} else {
		r, inB = b[0].wide, 1
	}
	for {
		switch {
		case inA < len(a) && joins(a[inA]):
			take(a[inA])
			inA++
		case inB < len(b) && joins(b[inB]):
			take(b[inB])
			inB++
		default:
			return r, inA, inB
		}
	}
}

func before(a, b change) bool {
	return a.wide.From < b.wide.From || a.wide.From == b.wide.From && a.wide.To <= b.wide.To
}

func grown(changes []change) (n int) {
	for _, c := range changes {
		n += c.grown
	}
	return n
}

// merger puts the stretches together; its own positions are lines.
type merger struct {
	base, ours, theirs [][]byte
	line               struct{ base, ours, theirs int }
	end                Stretch
	out                []Stretch
}

func (m *merger) numbered() (x, y, z []int32, n int) {
	t := newNumbers(len(m.base) + len(m.ours) + len(m.theirs))
	x, y, z = t.all(m.base), t.all(m.ours), t.all(m.theirs)
	return x, y, z, len(t.parts)
}

// keep adds what nobody changed, up to a line of the base.
func (m *merger) keep(to int) {
	n := to - m.line.base
	m.add(Unchanged, n, n, n)
}

// add adds a stretch of so many lines of each content.
func (m *merger) add(o Origin, base, ours, theirs int) {
	if base+ours+theirs == 0 {
		return
	}
	at, e := &m.line, m.end
	m.end = Stretch{
		Origin: o, Line: at.base + 1,
		Base:   Range{e.Base.To, e.Base.To + length(m.base[at.base:at.base+base])},
		Ours:   Range{e.Ours.To, e.Ours.To + length(m.ours[at.ours:at.ours+ours])},
		Theirs: Range{e.Theirs.To, e.Theirs.To + length(m.theirs[at.theirs:at.theirs+theirs])},
	}
	at.base, at.ours, at.theirs = at.base+base, at.ours+ours, at.theirs+theirs
	m.out = append(m.out, m.end)
}

// settle adds a stretch that both sides changed.
func (m *merger) settle(base, ours, theirs int) {
	old, a, b := m.base[m.line.base:][:base], m.ours[m.line.ours:][:ours], m.theirs[m.line.theirs:][:theirs]
	if slices.EqualFunc(a, b, bytes.Equal) {
		m.add(Both, base, ours, theirs)
		return
	}
	x, y, _ := numbered(a, b)
	c := trimmed(box{0, ours, 0, theirs}, x, y)
	// What all three begin or end with is no part of it either.
	head, foot := 0, 0
	for head < min(c.a0, base) && bytes.Equal(old[head], a[head]) {
		head++
	}
	for foot < min(ours-c.a1, base-head) && bytes.Equal(old[base-1-foot], a[ours-1-foot]) {
		foot++
	}
	m.add(Unchanged, head, head, head)
	m.add(Both, 0, c.a0-head, c.b0-head)
	m.add(Conflict, base-head-foot, c.a1-c.a0, c.b1-c.b0)
	m.add(Both, 0, ours-c.a1-foot, theirs-c.b1-foot)
	m.add(Unchanged, foot, foot, foot)
}

// Conflicts gives the stretches that somebody has to choose for, in order.
func (m *Merge) Conflicts() []Stretch {
	var out []Stretch
	for _, s := range m.Stretches {
		if s.Origin == Conflict {
			out = append(out, s)
		}
	}
	return out
}

// Apply gives the merged content; resolve gives what is put in place of a conflict,
// and may be nil where there is none.
func (m *Merge) Apply(resolve func(Stretch) []byte) []byte {
	var out bytes.Buffer
	for _, s := range m.Stretches {
		switch s.Origin {
		case Conflict:
			out.Write(resolve(s))
		case Theirs:
			out.Write(m.Theirs[s.Theirs.From:s.Theirs.To])
		default:
			out.Write(m.Ours[s.Ours.From:s.Ours.To])
		}
	}
	return out.Bytes()
}
