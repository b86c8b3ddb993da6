package match

import (
	"maps"
	"slices"
	"strings"
)

// indents says what lines are indented with in the file, by what they were given
// with.
type indents map[string]string

// findIndented looks for whole lines that are the same but for what they are
// indented with, inner white space and typography. Every indentation of the target
// must stand for one of the file, and be nested as there: otherwise the text means
// something else than the file says, which nobody should guess at.
func findIndented(f *Found, text string) bool {
	if blank(f.target) {
		return false
	}
	folds := foldLines(text)
	key := foldLines(f.target).text
	f.Places = nil
	for from := 0; ; {
		i := strings.Index(folds.text[from:], key)
		if i < 0 {
			break
		}
		from += i
		f.Places = append(f.Places, f.lines(text, folds, from, from+len(key)))
		from += len(key) - 1 // the line end is also where the next line begins
	}
	return len(f.Places) > 0 && f.indent(text, nil)
}

// lines gives the place of whole lines that stand between two line ends of a text
// that foldLines folded.
func (f *Found) lines(text string, folds folded, from, to int) Place {
	p := Place{From: folds.end(from + 1), To: folds.end(to - 1)}
	if strings.HasSuffix(f.target, "\n") {
		p.To = folds.end(to)
	}
	return f.ended(text, p)
}

// indent works out how each place is indented, by the lines that equal is nil for or
// says yes to. It is false when one is indented otherwise than the target.
func (f *Found) indent(text string, equal func(place, line int) bool) bool {
	given := strings.Split(f.target, "\n")
	f.indents = make([]indents, len(f.Places))
	for i := range f.Places {
		p := &f.Places[i]
		there := strings.Split(text[p.From:p.To], "\n")
		same := func(line int) bool { return equal == nil || equal(i, line) }
		m, ok := indentation(given, there, 0, same)
		if first := indentOf(there[0]); !ok && indentOf(given[0]) == "" && first != "" {
			// The text was copied from where its first line begins, not from where that
			// is indented.
			if m, ok = indentation(given, there, 1, same); ok {
				p.From += len(first)
			}
		}
		if !ok {
			return false
		}
		f.indents[i] = m
	}
	return true
}

// indentation compares what lines are indented with, from the line first on.
func indentation(given, there []string, first int, same func(line int) bool) (indents, bool) {
	m := indents{}
	for i := first; i < min(len(given), len(there)); i++ {
		if blank(given[i]) || !same(i) {
			continue
		}
		from, to := indentOf(given[i]), indentOf(there[i])
		if known, ok := m[from]; ok && known != to {
			return nil, false
		}
		m[from] = to
	}
	for a, there := range m {
		for b, deeper := range m {
			if inner(a, b) && !inner(there, deeper) {
				return nil, false
			}
		}
	}
	return m, true
}

// inner tells whether what is indented with b lies within what is indented with a.
func inner(a, b string) bool { return len(a) < len(b) && strings.HasPrefix(b, a) }

// apply indents a line of the replacement as the file would.
func (m indents) apply(line string) string {
	given := indentOf(line)
	if to, ok := m[given]; ok {
		return to + line[len(given):]
	}
	outer, deeper := "", ""
	isOuter, isDeeper := false, false
	for _, known := range slices.Sorted(maps.Keys(m)) {
		if inner(known, given) {
			outer, isOuter = known, true // the longest comes last
		}
		if inner(given, known) && !isDeeper {
			deeper, isDeeper = known, true
		}
	}
	switch {
	case len(m) == 0 || blank(line):
		return line
	case isOuter:
		return m[outer] + m.convert(given[len(outer):]) + line[len(given):]
	case isDeeper:
		return strings.TrimSuffix(m[deeper], m.convert(deeper[len(given):])) + line[len(given):]
	}
	return line
}

// convert writes white space of the replacement as the file does.
func (m indents) convert(s string) string {
	unit, to := m.unit()
	if unit == "" {
		return s
	}
	n := 0
	for strings.HasPrefix(s[n*len(unit):], unit) {
		n++
	}
	return strings.Repeat(to, n) + s[n*len(unit):]
}

// unit gives the smallest step of indentation that is known, as given and as the
// file has it; "" where none is.
func (m indents) unit() (given, there string) {
	for a := range m {
		for b := range m {
			if step := len(b) - len(a); inner(a, b) && (given == "" || step < len(given)) {
				given, there = b[len(a):], m[b][len(m[a]):]
			}
		}
	}
	if given != "" {
		return given, there
	}
	for a, b := range m {
		// One level alone: so many spaces for a tab, or the other way round.
		switch {
		case allOf(a, ' ') && allOf(b, '\t') && len(a)%len(b) == 0:
			return a[:len(a)/len(b)], "\t"
		case allOf(a, '\t') && allOf(b, ' ') && len(b)%len(a) == 0:
			return "\t", b[:len(b)/len(a)]
		}
	}
	return "", ""
}

func allOf(s string, c rune) bool {
	return s != "" && strings.Trim(s, string(c)) == ""
}
