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
// characters that it adds, and changed line endings, final newline or byte order
// mark.
func Hidden(before, after []byte) []Notice {
	var n []Notice
	if added := count(after, isBidi) - count(before, isBidi); added > 0 {
		n = append(n, Notice{fmt.Sprintf("adds %s that change the direction of text", characters(added))})
	}
	if added := count(after, isInvisible) - count(before, isInvisible); added > 0 {
		n = append(n, Notice{fmt.Sprintf("adds %s that can't be seen", characters(added))})
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

func characters(n int) string {
	if n == 1 {
		return "one character"
	}
	return fmt.Sprintf("%d characters", n)
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
