package diff

import "bytes"

// Line is one line of a diff as it is shown.
type Line struct {
	Kind     Kind
	Old, New int    // 1-based line numbers, 0 on the side where it isn't
	Text     []byte // with its line ending
	Offset   int    // where it begins in Before, or, for Insert, in After
	Marks    []Span // the words that differ from its counterpart
}

// Span is a half-open range of bytes in a line.
type Span struct{ From, To int }

// Block is a run of neighbouring lines: one or more hunks with unchanged lines
// around them.
type Block struct {
	Hunk    int // the index of the first hunk in it
	Skipped int // unchanged lines left out before it
	Lines   []Line
}

// Lines gives the hunks with up to context unchanged lines around each. Hunks
// whose surroundings touch share a block; with context 0 none do.
func (d *Diff) Lines(context int) []Block {
	old := lineStarts(d.Before)
	var blocks []Block
	shown := 0 // old lines already in a block or passed over
	budget := maxMarkedTotal
	for i := 0; i < len(d.Hunks); {
		b := Block{Hunk: i}
		first := max(d.Hunks[i].OldStart-1-context, shown)
		b.Skipped = first - shown
		at := first
		for {
			h := d.Hunks[i]
			b.keep(d, old, at, h.OldStart-1, h.NewStart-h.OldStart)
			budget = b.change(d, h, budget)
			at = h.OldStart - 1 + h.OldLines
			i++
			if context == 0 || i == len(d.Hunks) || d.Hunks[i].OldStart-1-at > 2*context {
				break
			}
		}
		last := d.Hunks[i-1]
		end := min(at+context, len(old))
		b.keep(d, old, at, end, last.NewStart+last.NewLines-last.OldStart-last.OldLines)
		shown = end
		blocks = append(blocks, b)
	}
	return blocks
}

// keep adds the unchanged old lines from..to, counted from 0; shift is how much
// higher their new numbers are.
func (b *Block) keep(d *Diff, starts []int, from, to, shift int) {
	for i := from; i < to; i++ {
		b.Lines = append(b.Lines, Line{Kind: Keep, Old: i + 1, New: i + 1 + shift, Offset: starts[i], Text: lineAt(d.Before, starts[i])})
	}
}

// change adds the lines of a hunk, with the words that differ marked in lines that
// stand across from each other. It takes their length off the budget and gives what
// is left.
func (b *Block) change(d *Diff, h Hunk, budget int) int {
	olds := linesOf(d.Before, h.Old, Delete, h.OldStart)
	news := linesOf(d.After, h.New, Insert, h.NewStart)
	for i := range min(len(olds), len(news), maxMarkedLines) {
		size := len(olds[i].Text) + len(news[i].Text)
		if size > budget {
			break
		}
		budget -= size
		olds[i].Marks, news[i].Marks = words(olds[i].Text, news[i].Text)
	}
	b.Lines = append(append(b.Lines, olds...), news...)
	return budget
}

func linesOf(text []byte, r Range, kind Kind, number int) []Line {
	var lines []Line
	for at := r.From; at < r.To; number++ {
		l := Line{Kind: kind, Offset: at, Text: lineAt(text[:r.To], at)}
		if kind == Delete {
			l.Old = number
		} else {
			l.New = number
		}
		lines = append(lines, l)
		at += len(l.Text)
	}
	return lines
}

// lineAt gives the line that begins at a byte, with its ending.
func lineAt(text []byte, at int) []byte {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return text[at : at+i+1]
	}
	return text[at:]
}

func lineStarts(text []byte) []int {
	var starts []int
	for at := 0; at < len(text); at += len(lineAt(text, at)) {
		starts = append(starts, at)
	}
	return starts
}
