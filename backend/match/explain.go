package match

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of what Explain shows; more would bury the advice.
const (
	maxLinesShown = 6
	maxNamed      = 8   // line numbers
	maxShown      = 160 // characters of one line
)

// Explain says, for a model, why target was not found in text: where something like
// it stands, how that differs, and what to do. It looks at every byte of the text a
// few times, whatever the target.
func Explain(text, target string) string {
	text, target = toLF(text), toLF(target)
	switch {
	case text == "":
		return "The file is empty."
	case blank(target):
		return "It is white space alone, which is only found exactly as it is. Give the lines around it too."
	}
	if s := numbered(text, target); s != "" {
		return s
	}
	if all := foldHidden(text).places(foldHidden(target).text); len(all) > 0 {
		return alikeAt(text, target, all)
	}
	from, to, ok := nearest(text, target)
	if !ok {
		return "Nothing in the file is like it. Read the file again and copy the text from there."
	}
	n := lineAt(text, from)
	return fmt.Sprintf("%s:\n%s%s\nCopy the text from there.", nearestAre(n, lineAt(text, to)), shownLines(text, from, to), compared(text[from:to], target, n))
}

func nearestAre(from, to int) string {
	if from == to {
		return fmt.Sprintf("Nearest to it is line %d", from)
	}
	return fmt.Sprintf("Nearest to it are lines %d to %d", from, to)
}

var lineNumber = regexp.MustCompile(`(?m)^ *\d+(: ?|\t|→)`)

// numbered recognises a text that was copied together with the line numbers.
func numbered(text, target string) string {
	for line := range strings.SplitSeq(target, "\n") {
		if !blank(line) && !lineNumber.MatchString(line) {
			return ""
		}
	}
	f, ok := Find(text, lineNumber.ReplaceAllString(target, ""))
	if !ok {
		return ""
	}
	return fmt.Sprintf("It was given with the line numbers that are shown before each line, which are no part of the file. Without them it stands at %s.", NameLines(f.Lines()))
}

// foldHidden takes away what isn't seen, white space included, and small and
// capital letters.
func foldHidden(s string) folded {
	w := newFolder(s)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch c := plain(r); {
		case unicode.IsSpace(r), unseen(r):
		case c != 0:
			w.put(c, i, i+n)
		case 'A' <= r && r <= 'Z':
			w.put(byte(r)+'a'-'A', i, i+n)
		default:
			w.keep(i, i+n)
		}
		i += n
	}
	return w.folded()
}

// alikeAt tells of places that differ only in what isn't seen.
func alikeAt(text, target string, all []Place) string {
	first := all[0]
	lines := make([]int, len(all))
	for i, p := range all {
		lines[i] = lineAt(text, p.From)
	}
	from := strings.LastIndexByte(text[:first.From], '\n') + 1
	s := fmt.Sprintf("It stands at %s but for white space, characters that are not seen, or small and capital letters:\n%s", NameLines(lines), shownLines(text, from, first.To))
	if diff := firstDifference(text[first.From:first.To], strings.TrimSpace(target)); diff != "" {
		s += "The first difference: " + diff + "\n"
	}
	return s + "Copy the text from there."
}

// NameLines names lines for a message: "line 3" or "lines 3, 7 and 9"; of many, the
// first.
func NameLines(lines []int) string {
	lines = slices.Compact(slices.Clone(lines))
	if len(lines) == 1 {
		return fmt.Sprintf("line %d", lines[0])
	}
	names := make([]string, 0, maxNamed)
	for _, n := range lines[:min(len(lines), maxNamed)] {
		names = append(names, fmt.Sprint(n))
	}
	if more := len(lines) - len(names); more > 0 {
		return fmt.Sprintf("lines %s and %d more", strings.Join(names, ", "), more)
	}
	last := len(names) - 1
	return fmt.Sprintf("lines %s and %s", strings.Join(names[:last], ", "), names[last])
}

// lineAt gives the number of the line that byte at is on.
func lineAt(text string, at int) int { return strings.Count(text[:at], "\n") + 1 }

// shownLines gives the lines of from..to as read_file does.
func shownLines(text string, from, to int) string {
	var b strings.Builder
	n := lineAt(text, from)
	lines := strings.Split(text[from:to], "\n")
	for i, line := range lines {
		if i == maxLinesShown {
			fmt.Fprintf(&b, "      (%d more lines)\n", len(lines)-i)
			break
		}
		fmt.Fprintf(&b, "%4d: %s\n", n+i, excerpt(line, 0))
	}
	return b.String()
}

// compared says how many lines of a place are those of the target and shows the
// first that isn't.
func compared(there, target string, first int) string {
	a, b := strings.Split(there, "\n"), strings.Split(strings.TrimSuffix(target, "\n"), "\n")
	var differ []int
	why := ""
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		differ = append(differ, first+i)
		if why == "" {
			why = firstDifference(a[i], b[i])
		}
	}
	switch {
	case len(a) != len(b):
		return fmt.Sprintf("The file has %d lines from there, the text %d. %s", len(a), len(b), why)
	case len(b) == 1:
		return "The first difference: " + why
	}
	return fmt.Sprintf("Of %d lines, %d differ: %s. The first: %s", len(b), len(differ), strings.TrimPrefix(strings.TrimPrefix(NameLines(differ), "lines "), "line "), why)
}
