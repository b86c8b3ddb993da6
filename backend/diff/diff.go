// Package diff compares two contents line by line and makes a third from what was
// chosen of their differences.
//
// It works on bytes and never decodes them: what isn't part of a chosen change is
// spliced from the old content as it stands, line endings and stray bytes
// included. Accepting every hunk gives the new content exactly, rejecting every
// hunk the old.
package diff

import (
	"bytes"

	"znkr.io/diff"
	"znkr.io/diff/textdiff"
)

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
}

// Compare finds the difference of two contents. Equal contents have no hunks.
func Compare(before, after []byte) *Diff {
	d := &Diff{Before: before, After: after}
	var at position
	open := false
	for _, e := range textdiff.Edits(before, after, textdiff.IndentHeuristic()) {
		if e.Op == diff.Match {
			at.old, at.new, open = at.old+len(e.Line), at.new+len(e.Line), false
			at.oldLine, at.newLine = at.oldLine+1, at.newLine+1
			continue
		}
		if !open {
			d.Hunks = append(d.Hunks, at.hunk(len(d.Hunks)))
			open = true
		}
		h := &d.Hunks[len(d.Hunks)-1]
		if e.Op == diff.Delete {
			at.old, at.oldLine = at.old+len(e.Line), at.oldLine+1
			h.OldLines, h.Old.To = h.OldLines+1, at.old
			d.Removed++
		} else {
			at.new, at.newLine = at.new+len(e.Line), at.newLine+1
			h.NewLines, h.New.To = h.NewLines+1, at.new
			d.Added++
		}
	}
	return d
}

// position is a place in both contents.
type position struct{ old, new, oldLine, newLine int }

func (p position) hunk(index int) Hunk {
	return Hunk{
		Index: index, OldStart: p.oldLine + 1, NewStart: p.newLine + 1,
		Old: Range{p.old, p.old}, New: Range{p.new, p.new},
	}
}

// Choice is what becomes of one hunk.
type Choice struct {
	take bool
	own  []byte
	mine bool
}

// Accept takes the new lines.
func Accept() Choice { return Choice{take: true} }

// Reject leaves the old lines.
func Reject() Choice { return Choice{} }

// Replace puts other lines in their place.
func Replace(text []byte) Choice { return Choice{mine: true, own: text} }

// Apply gives the old content with the chosen changes.
func (d *Diff) Apply(choose func(Hunk) Choice) []byte {
	var out bytes.Buffer
	from := 0
	for _, h := range d.Hunks {
		out.Write(d.Before[from:h.Old.From])
		switch c := choose(h); {
		case c.mine:
			out.Write(c.own)
		case c.take:
			out.Write(d.After[h.New.From:h.New.To])
		default:
			out.Write(d.Before[h.Old.From:h.Old.To])
		}
		from = h.Old.To
	}
	out.Write(d.Before[from:])
	return out.Bytes()
}
