// Package diff compares two contents line by line and makes a third from what was
// chosen of their differences.
//
// It works on bytes and never decodes them: what isn't part of a chosen change is
// spliced from the old content as it stands, line endings and stray bytes
// included. Accepting every hunk gives the new content exactly, rejecting every
// hunk the old.
package diff

// Kind says which side a line stands on.
type Kind int

// The kinds of line.
const (
	Keep Kind = iota // on both sides
	Delete
	Insert
)

// Range is a half-open range of bytes.
type Range struct{ From, To int }

// Hunk is one change: a run of old lines that a run of new lines replaces, with no
// unchanged line between.
type Hunk struct {
	Index              int
	OldStart, OldLines int // 1-based; with OldLines 0 the line that it would stand before
	NewStart, NewLines int
	Old, New           Range // the lines' bytes in Before and After
}

// Diff is the difference of two contents.
type Diff struct {
	Before, After  []byte
	Hunks          []Hunk
	Added, Removed int // lines
	// Coarse tells that the sides have so little in order that the fewest changes
	// were not looked for to the end: the diff is right, but more lines may seem
	// changed than need be.
	Coarse bool
}

// Compare finds the difference of two contents. Equal contents have no hunks.
//
// Lines that occur once on each side hold it in place, and what lies between them
// is compared with the fewest changes. It takes a fraction of a second for 50,000
// lines whatever they are; where there is too much to look through for the fewest
// changes, Coarse is set.
func Compare(before, after []byte) *Diff {
	olds, news := splitLines(before), splitLines(after)
	x, y, n := numbered(olds, news)
	m := match(x, y, n)
	d := &Diff{Before: before, After: after, Coarse: m.coarse}
	old, now := cursor{lines: olds}, cursor{lines: news}
	for i, c := range slid(m.changes(), x, y, readable(olds, news)) {
		d.Hunks = append(d.Hunks, Hunk{
			Index: i, OldStart: c.a0 + 1, OldLines: c.a1 - c.a0, NewStart: c.b0 + 1, NewLines: c.b1 - c.b0,
			Old: Range{old.to(c.a0), old.to(c.a1)}, New: Range{now.to(c.b0), now.to(c.b1)},
		})
		d.Removed, d.Added = d.Removed+c.a1-c.a0, d.Added+c.b1-c.b0
	}
	return d
}

// cursor goes forward through lines and knows at which byte it is.
type cursor struct {
	lines    [][]byte
	line, at int
}

func (c *cursor) to(line int) int {
	for ; c.line < line; c.line++ {
		c.at += len(c.lines[c.line])
	}
	return c.at
}
