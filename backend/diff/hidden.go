package diff

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Notice is something that a change does and that a diff doesn't show well.
type Notice struct {
	Text string
}

// Hidden lists what a change does invisibly: invisible and direction-changing
// characters in the lines that it writes, white space at their ends, and changed
// line endings, final newline or byte order mark. A character that stood in the
// same place of the file before isn't news; one that was moved is.
func Hidden(before, after []byte) []Notice {
	var bidi, invisible, trailing int
	for _, h := range Compare(before, after).Hunks {
		olds := bytes.SplitAfter(before[h.Old.From:h.Old.To], []byte("\n"))
		for i, is := range bytes.SplitAfter(after[h.New.From:h.New.To], []byte("\n")) {
			var was []byte // the line across from it
			if i < len(olds) {
				was = olds[i]
			}
			bidi += max(0, count(is, isBidi)-count(was, isBidi))
			invisible += max(0, count(inner(is), isInvisible)-count(inner(was), isInvisible))
			trailing += max(0, blankEnd(is)-blankEnd(was))
		}
	}
	var n []Notice
	if bidi > 0 {
		n = append(n, Notice{"adds " + counted(bidi, "one character that changes the direction of text", "%d characters that change the direction of text")})
	}
	if invisible > 0 {
		n = append(n, Notice{"adds " + counted(invisible, "one character that can't be seen", "%d characters that can't be seen")})
	}
	if trailing > 0 && len(before) > 0 {
		n = append(n, Notice{counted(trailing, "one line ends in white space", "%d lines end in white space")})
	}
	if len(before) == 0 || len(after) == 0 {
		return n
	}
	if a, b := endings(before), endings(after); a != b && a != "" && b != "" {
		n = append(n, Notice{fmt.Sprintf("line endings change from %s to %s", a, b)})
	}
	a, b := bytes.HasSuffix(before, []byte("\n")), bytes.HasSuffix(after, []byte("\n"))
	switch {
	case a && !b:
		n = append(n, Notice{"the last line loses its line ending"})
	case b && !a:
		n = append(n, Notice{"the last line gets a line ending"})
	}
	mark := []byte("\xef\xbb\xbf")
	if a, b := bytes.HasPrefix(before, mark), bytes.HasPrefix(after, mark); a != b {
		n = append(n, Notice{map[bool]string{true: "a byte order mark is added", false: "the byte order mark is taken away"}[b]})
	}
	return n
}

func counted(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(more, n)
}

// inner is a text without its byte order mark, which has a notice of its own.
func inner(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) }

// blankEnd is 1 for a line that ends in spaces or tabs.
func blankEnd(line []byte) int {
	line = bytes.TrimRight(line, "\r\n")
	if len(bytes.TrimRight(line, " \t")) < len(line) {
		return 1
	}
	return 0
}

func count(text []byte, is func(rune) bool) int {
	n := 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if is(r) {
			n++
		}
		i += size
	}
	return n
}

func isBidi(r rune) bool {
	return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == 0x061C || r == 0x200E || r == 0x200F
}

func isInvisible(r rune) bool {
	return r >= 0x200B && r <= 0x200D || r == 0x2060 || r == 0xFEFF || r == 0x00AD || r >= 0xE0000 && r <= 0xE007F
}

func endings(text []byte) string {
	crlf := bytes.Count(text, []byte("\r\n"))
	lf := bytes.Count(text, []byte("\n")) - crlf
	switch {
	case crlf > 0 && lf > 0:
		return "mixed"
	case crlf > 0:
		return "CRLF"
	case lf > 0:
		return "LF"
	}
	return ""
}
