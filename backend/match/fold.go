package match

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// folded is a text from which one kind of difference is gone, and where each byte
// of it came from.
type folded struct {
	text  string
	parts []part
}

// part is a run of the folded text: n bytes from at on stand for the width bytes of
// the original from from on. Where both are equal each stands for one; otherwise n
// is 1. A text has less than 2 GiB.
type part struct{ at, n, from, width int32 }

// start gives where byte i of the folded text begins in the original.
func (f folded) start(i int) int {
	p := f.part(i)
	if p.n == p.width {
		return int(p.from) + i - int(p.at)
	}
	return int(p.from)
}

// end gives where what stands before byte i of the folded text ends in the original.
func (f folded) end(i int) int {
	if i == 0 {
		return 0
	}
	p := f.part(i - 1)
	if p.n == p.width {
		return int(p.from) + i - int(p.at)
	}
	return int(p.from + p.width)
}

// part gives the run that byte i is in.
func (f folded) part(i int) part {
	k := sort.Search(len(f.parts), func(k int) bool { return int(f.parts[k].at) > i })
	if k == 0 {
		return part{}
	}
	return f.parts[k-1]
}

// places looks for a folded target and gives its places in the original.
func (f folded) places(target string) []Place {
	all := occurrences(f.text, target)
	for i, p := range all {
		all[i] = Place{From: f.start(p.From), To: f.end(p.To)}
	}
	return all
}

// folder writes a folded text.
type folder struct {
	original string
	b        strings.Builder
	parts    []part
}

func newFolder(s string) *folder {
	w := &folder{original: s}
	w.b.Grow(len(s) + 2)
	return w
}

// keep copies the original from from to to.
func (w *folder) keep(from, to int) {
	if from == to {
		return
	}
	at, n := w.b.Len(), to-from
	if k := len(w.parts) - 1; k >= 0 {
		last := &w.parts[k]
		if last.n == last.width && int(last.from+last.width) == from && int(last.at+last.n) == at {
			last.n, last.width = last.n+int32(n), last.width+int32(n)
			w.b.WriteString(w.original[from:to])
			return
		}
	}
	w.parts = append(w.parts, part{int32(at), int32(n), int32(from), int32(n)})
	w.b.WriteString(w.original[from:to])
}

// put writes one byte in the place of the original from from to to.
func (w *folder) put(c byte, from, to int) {
	if to-from == 1 && w.original[from] == c {
		w.keep(from, to)
		return
	}
	w.parts = append(w.parts, part{int32(w.b.Len()), 1, int32(from), int32(to - from)})
	w.b.WriteByte(c)
}

func (w *folder) folded() folded { return folded{w.b.String(), w.parts} }

// foldLineEnds makes every CRLF an LF.
func foldLineEnds(s string) folded {
	w := newFolder(s)
	from := 0
	for {
		i := strings.Index(s[from:], "\r\n")
		if i < 0 {
			break
		}
		w.keep(from, from+i)
		w.put('\n', from+i, from+i+2)
		from += i + 2
	}
	w.keep(from, len(s))
	return w.folded()
}

func toLF(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// foldTrailing takes the blanks off the end of every line, and ends the last line.
func foldTrailing(s string) folded {
	w := newFolder(s)
	eachLine(s, func(from, to int) {
		w.keep(from, from+len(strings.TrimRight(s[from:to], blanks)))
		endLine(w, to)
	})
	return w.folded()
}

// foldTypography also makes quotes and dashes plain.
func foldTypography(s string) folded {
	w := newFolder(s)
	eachLine(s, func(from, to int) {
		foldRunes(w, from, from+len(strings.TrimRight(s[from:to], blanks)))
		endLine(w, to)
	})
	return w.folded()
}

// foldInner also makes white space inside a line one space; what a line is indented
// with stays.
func foldInner(s string) folded {
	w := newFolder(s)
	eachLine(s, func(from, to int) {
		text := from + len(indentOf(s[from:to]))
		w.keep(from, text)
		foldWords(w, text, to)
		endLine(w, to)
	})
	return w.folded()
}

// foldWrapped makes all white space one space, line ends included, but two of these
// for the end of a paragraph.
func foldWrapped(s string) folded {
	w := newFolder(s)
	for i := 0; i < len(s); {
		j, breaks := i, 0
		for j < len(s) {
			r, n := utf8.DecodeRuneInString(s[j:])
			if !unicode.IsSpace(r) || r == '\r' {
				break
			}
			if r == '\n' {
				breaks++
			}
			j += n
		}
		switch {
		case j == i:
			_, n := utf8.DecodeRuneInString(s[i:])
			foldRunes(w, i, i+n)
			j = i + n
		case breaks > 1:
			w.put('\n', i, j)
		default:
			w.put(' ', i, j)
		}
		i = j
	}
	return w.folded()
}

// foldLines also takes away what lines are indented with. It begins with a line
// end, so that a whole line stands between two of them.
func foldLines(s string) folded {
	w := newFolder(s)
	w.put('\n', 0, 0)
	eachLine(s, func(from, to int) {
		foldWords(w, to-len(strings.TrimLeftFunc(s[from:to], unicode.IsSpace)), to)
		endLine(w, to)
	})
	return w.folded()
}

// blanks are what stands unseen at the end of a line.
const blanks = " \t"

// eachLine gives the lines of a text without their line ends. A text that ends with
// one has no further line after it.
func eachLine(s string, line func(from, to int)) {
	for from := 0; from < len(s); {
		to := strings.IndexByte(s[from:], '\n')
		if to < 0 {
			line(from, len(s))
			return
		}
		line(from, from+to)
		from += to + 1
	}
}

// endLine writes the line end that stands at to, or one of no width at the end of a
// text without.
func endLine(w *folder, to int) {
	if to < len(w.original) {
		w.keep(to, to+1)
		return
	}
	w.put('\n', to, to)
}

// foldWords writes from..to with one space for each white space, and none at the
// ends.
func foldWords(w *folder, from, to int) {
	s := w.original
	to = from + len(strings.TrimRightFunc(s[from:to], unicode.IsSpace))
	for i := from; i < to; {
		j := i + strings.IndexFunc(s[i:to], unicode.IsSpace)
		if j < i {
			j = to
		}
		foldRunes(w, i, j)
		end := to - len(strings.TrimLeftFunc(s[j:to], unicode.IsSpace))
		if end > j {
			w.put(' ', j, end)
		}
		i = max(end, j)
	}
}

// foldRunes writes from..to with plain quotes and dashes.
func foldRunes(w *folder, from, to int) {
	s := w.original
	kept := from
	for i := from; i < to; {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:to])
		if c := plain(r); c != 0 {
			w.keep(kept, i)
			w.put(c, i, i+n)
			kept = i + n
		}
		i += n
	}
	w.keep(kept, to)
}

// plain gives the quote or dash of a keyboard that is written for a typographic
// one, 0 for what is none. Guillemets are quotes of their own.
func plain(r rune) byte {
	switch r {
	case '‘', '’', '‚', '‛', '′':
		return '\''
	case '“', '”', '„', '‟', '″':
		return '"'
	case '‐', '‑', '‒', '–', '—', '―', '−':
		return '-'
	}
	return 0
}

// indentOf gives what a line is indented with; a blank line is not indented.
func indentOf(line string) string {
	n := len(line) - len(strings.TrimLeft(line, blanks))
	if n == len(line) {
		return ""
	}
	return line[:n]
}
