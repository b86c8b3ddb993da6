package diff

import "bytes"

// Line is one line of a diff as it is shown.
type Line struct {
	Kind     Kind
	Old, New int    // 1-based line numbers, 0 on the side where it isn't
	Pair     int    // of a changed line: the number of its counterpart on the other side, 0 for none
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
//
// Within a hunk the lines that are most alike are each other's counterparts, in
// order, and their differing words are marked. Both are bounded: of very many or
// very long changed lines the later ones pair by position and are unmarked.
func (d *Diff) Lines(context int) []Block {
	blocks := d.blocks(context)
	m := marker{pairer{maxPairWork}, maxMarkedTotal}
	for _, b := range blocks {
		for i := 0; i < len(b.Lines); i++ {
			from := i
			for i < len(b.Lines) && b.Lines[i].Kind == Delete {
				i++
			}
			middle := i
			for i < len(b.Lines) && b.Lines[i].Kind == Insert {
				i++
			}
			m.mark(b.Lines[from:middle], b.Lines[middle:i])
		}
	}
	return blocks
}

// blocks gives the blocks without pairs and marks.
func (d *Diff) blocks(context int) []Block {
	old := lineStarts(d.Before)
	var blocks []Block
	shown := 0 // old lines already in a block or passed over
	for i := 0; i < len(d.Hunks); {
		b := Block{Hunk: i}
		first := max(d.Hunks[i].OldStart-1-context, shown)
		b.Skipped = first - shown
		at := first
		for {
			h := d.Hunks[i]
			b.keep(d, old, at, h.OldStart-1, h.NewStart-h.OldStart)
			b.Lines = append(append(b.Lines, d.olds(h)...), d.news(h)...)
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

// marker pairs lines and marks their words, within the bounds of one diff.
type marker struct {
	pairer
	budget int // bytes of lines that may still be compared word by word
}

func (m *marker) mark(olds, news []Line) {
	if len(olds) == 0 || len(news) == 0 {
		return
	}
	for i, j := range m.pairs(texts(olds), texts(news)) {
		if j < 0 {
			continue
		}
		a, b := &olds[i], &news[j]
		a.Pair, b.Pair = b.New, a.Old
		if m.budget -= len(a.Text) + len(b.Text); m.budget >= 0 {
			a.Marks, b.Marks = words(a.Text, b.Text)
		}
	}
}

func texts(lines []Line) [][]byte {
	out := make([][]byte, len(lines))
	for i, l := range lines {
		out[i] = l.Text
	}
	return out
}

func (d *Diff) olds(h Hunk) []Line { return linesOf(d.Before, h.Old, Delete, h.OldStart) }

func (d *Diff) news(h Hunk) []Line { return linesOf(d.After, h.New, Insert, h.NewStart) }

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
