package match

import (
	"strings"

	"redline/backend/diff"
)

// Replace puts the replacement in every place and gives the whole text. Lines that
// the replacement takes over from the target stay as the file has them; others get
// the file's line ends and, where it was found in spite of them, its quotes and
// indentation.
func (f Found) Replace(replacement string) string {
	if strings.Contains(f.text, "\n") {
		replacement = toLF(replacement)
	}
	replacement = f.unescaped(replacement)
	if toLF(replacement) == f.target {
		return f.text
	}
	a := align(f.target, replacement)
	simple := f.Step == Exact && !strings.Contains(f.target+replacement, "\n") // as so often, and in many places
	var b strings.Builder
	from := 0
	for i, p := range f.Places {
		b.WriteString(f.text[from:p.From])
		from = p.To
		if simple {
			b.WriteString(replacement)
			continue
		}
		if p.openEnd { // at the end of the file: the last place
			a = align(cutLineEnd(f.target), cutLineEnd(replacement))
		}
		w := writer{alignment: &a, text: f.text, place: p}
		if f.Step != Exact && f.Step != LineEnds && f.Step != Trailing {
			w.style = styleOf(f.text[p.From:p.To], f.target)
		}
		if f.indents != nil {
			w.indents = f.indents[i]
		}
		w.write(&b)
	}
	b.WriteString(f.text[from:])
	return b.String()
}

func cutLineEnd(s string) string { return strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r") }

// alignment is a target and its replacement, line by line. The last line of each
// ends with nothing.
type alignment struct {
	target, replacement []string
	// stands says which line of the target each line of the replacement stands for,
	// -1 for a further one; same that it is the very line; after how many lines of the
	// target stand before it.
	stands []int
	same   []bool
	after  []int
}

func align(target, replacement string) alignment {
	a := alignment{target: strings.Split(target, "\n"), replacement: strings.Split(replacement, "\n")}
	next := 0
	keep := func(until int) {
		for ; len(a.stands) < until; next++ {
			a.add(next, true, next)
		}
	}
	for _, h := range diff.Compare([]byte(target+"\n"), []byte(replacement+"\n")).Hunks {
		keep(h.NewStart - 1)
		for k := range h.NewLines {
			if k < h.OldLines {
				a.add(next+k, false, next+k)
			} else {
				a.add(-1, false, next+h.OldLines)
			}
		}
		next += h.OldLines
	}
	keep(len(a.replacement))
	return a
}

func (a *alignment) add(stands int, same bool, after int) {
	a.stands = append(a.stands, stands)
	a.same = append(a.same, same)
	a.after = append(a.after, after)
}

// writer writes the replacement into one place.
type writer struct {
	*alignment
	text    string
	place   Place
	indents indents
	style   style
}

func (w writer) write(b *strings.Builder) {
	region := w.text[w.place.From:w.place.To]
	lines, ends := splitLines(region)
	aligned := len(lines) == len(w.target)
	for i, line := range w.replacement {
		k := w.stands[i]
		switch {
		case aligned && w.same[i]:
			line = lines[k]
		case aligned && k >= 0:
			line = w.style.write(w.indents.apply(line), lines[k], w.indents.apply(w.target[k]))
		default:
			line = w.style.quote("", w.indents.apply(line))
		}
		b.WriteString(line)
		if i+1 == len(w.replacement) {
			break
		}
		if k < 0 {
			k = max(0, w.after[i]-1)
		}
		if k < len(ends) {
			b.WriteString(ends[k])
		} else {
			b.WriteString(w.lineEnd())
		}
	}
}

// splitLines gives the lines of a text and the line ends between them.
func splitLines(s string) (lines, ends []string) {
	lines = strings.Split(s, "\n")
	for i, line := range lines[:len(lines)-1] {
		end := "\n"
		if rest, ok := strings.CutSuffix(line, "\r"); ok {
			lines[i], end = rest, "\r\n"
		}
		ends = append(ends, end)
	}
	return lines, ends
}

// lineEnd gives the line end of a place that spans none: that of its line or, at the
// end of the file, of the line before.
func (w writer) lineEnd() string {
	at := strings.IndexByte(w.text[w.place.To:], '\n')
	if at >= 0 {
		at += w.place.To
	} else {
		at = strings.LastIndexByte(w.text[:w.place.From], '\n')
	}
	if at > 0 && w.text[at-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
