package pdf

import "redline/backend/export/fonts"

// line is words set beside each other.
type line struct {
	pieces []placed
	width  float64
	height float64 // of the tallest box above the baseline; 0 for text alone
	depth  float64 // of the deepest box below it
}

type placed struct {
	piece
	x float64
}

// slack is what sums of widths may be off by, in points.
const slack = 0.01

// breakLines fills lines of a width. A word that is wider than a line is
// broken where the line is full.
func (b *book) breakLines(words []word, width float64) []line {
	var lines []line
	var current line
	end := func() {
		lines = append(lines, current)
		current = line{}
	}
	for i := range words {
		one := &words[i]
		blank := 0.0
		if one.blank != nil && len(current.pieces) > 0 {
			blank = one.blank.width
		}
		if len(current.pieces) > 0 && current.width+blank+one.width > width+slack {
			end()
			blank = 0
		}
		if blank > 0 {
			current.add(*one.blank)
		}
		if one.width <= width+slack {
			for _, p := range one.pieces {
				current.add(p)
			}
		} else {
			b.breakWord(one.pieces, width, &current, end)
		}
		if one.ends {
			end()
		}
	}
	if len(current.pieces) > 0 {
		end()
	}
	return lines
}

func (b *book) breakWord(pieces []piece, width float64, current *line, end func()) {
	for _, p := range pieces {
		for p.width > 0 {
			room := width - current.width
			if p.width <= room || p.box != nil {
				current.add(p)
				break
			}
			head, tail := b.split(p, room, len(current.pieces) == 0)
			if head.text != "" {
				current.add(head)
			}
			end()
			p = tail
		}
	}
}

// split divides a piece so that its head is at most as wide as room; when it
// must, it takes one character all the same.
func (b *book) split(p piece, room float64, must bool) (head, tail piece) {
	units, last, cut := 0, rune(-1), 0
	for at, r := range p.text {
		advance, _ := p.face.Advance(r)
		units += advance
		if last >= 0 {
			units += p.face.Kern(last, r)
		}
		last = r
		if float64(units)*p.size/1000 > room && !(must && at == 0) {
			break
		}
		cut = at + len(string(r))
	}
	head, tail = p, p
	head.text, tail.text = p.text[:cut], p.text[cut:]
	head.width, tail.width = float64(0), float64(0)
	if head.text != "" {
		head = b.type_.measure(head)
	}
	if tail.text != "" {
		tail.width = p.width - head.width
	}
	return head, tail
}

// add sets a piece at the line's end, joining it to one of the same look.
func (l *line) add(p piece) {
	if n := len(l.pieces); n > 0 && p.box == nil {
		last := &l.pieces[n-1]
		if last.box == nil && last.face == p.face && last.style == p.style {
			last.text += p.text
			kern := joint(last.face, last.text[:len(last.text)-len(p.text)], p.text) * p.size / 1000
			last.width += p.width + kern
			l.width += p.width + kern
			return
		}
	}
	l.pieces = append(l.pieces, placed{p, l.width})
	l.width += p.width
	if p.box != nil {
		l.height, l.depth = max(l.height, p.box.height), max(l.depth, p.box.depth)
	}
}

// joint is the kerning between two texts.
func joint(face *fonts.Face, before, after string) float64 {
	last, first := rune(-1), rune(-1)
	for _, r := range after {
		first = r
		break
	}
	if before != "" {
		last = lastRune(before)
	}
	return float64(face.Kern(last, first))
}
