package diff

import "fmt"

// Summary words the findings for a reader, one sentence a kind.
func (f Findings) Summary() []string {
	var lines []string
	for _, k := range []struct {
		kind      FindingKind
		one, many string
	}{
		{Bidi, "adds one character that changes the direction of text", "adds %d characters that change the direction of text"},
		{Invisible, "adds one character that can't be seen", "adds %d characters that can't be seen"},
		{Control, "adds one control character", "adds %d control characters"},
		{Homoglyph, "adds one word with a letter that only looks like a Latin one", "adds %d words with letters that only look like Latin ones"},
		{LookAlike, "one place has signs or spaces that look like others", "%d places have signs or spaces that look like others"},
		{Trailing, "one line ends in white space", "%d lines end in white space"},
		{LongLine, "one line runs far beyond the edge", "%d lines run far beyond the edge"},
	} {
		switch n := f.Counts[k.kind]; n {
		case 0:
		case 1:
			lines = append(lines, k.one)
		default:
			lines = append(lines, fmt.Sprintf(k.many, n))
		}
	}
	for _, found := range f.List {
		if found.Line == 0 {
			lines = append(lines, found.Text)
		}
	}
	return lines
}
