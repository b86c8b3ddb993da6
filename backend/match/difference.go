package match

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// firstDifference shows where two texts first differ, what isn't seen spelled out.
func firstDifference(there, given string) string {
	at, _ := common(there, given, given)
	if at == len(there) && at == len(given) {
		return ""
	}
	s := fmt.Sprintf("the file has `%s`, the text `%s`.", excerpt(spelled(there, at)), excerpt(spelled(given, at)))
	switch {
	case norm.NFC.String(there) == norm.NFC.String(given):
		s += " They look the same: their letters are composed otherwise (Unicode NFC and NFD)."
	case strings.Contains(s, "⟨"):
		s += " What stands in ⟨⟩ is one character that isn't seen."
	}
	return s
}

// spelled gives a text with the characters that aren't seen spelled out, and where
// byte at has come to.
func spelled(s string, at int) (string, int) {
	var b strings.Builder
	to := 0
	for i := 0; i < len(s); {
		if i <= at {
			to = b.Len()
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if name := nameOf(r, n); name != "" {
			fmt.Fprintf(&b, "⟨%s⟩", name)
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	if at >= len(s) {
		to = b.Len()
	}
	return b.String(), to
}

// names of characters that look like others or like nothing.
var names = map[rune]string{
	'\t': "tab", '\n': "line end", '\r': "U+000D carriage return", '\f': "U+000C form feed", '\v': "U+000B vertical tab",
	0x00a0: "U+00A0 no-break space", 0x00ad: "U+00AD soft hyphen", 0x2007: "U+2007 figure space", 0x2009: "U+2009 thin space",
	0x200b: "U+200B zero-width space", 0x200c: "U+200C zero-width non-joiner", 0x200d: "U+200D zero-width joiner",
	0x200e: "U+200E left-to-right mark", 0x200f: "U+200F right-to-left mark", 0x202f: "U+202F narrow no-break space",
	0x2060: "U+2060 word joiner", 0x3000: "U+3000 ideographic space", 0xfeff: "U+FEFF byte order mark",
}

// nameOf names a character of n bytes that isn't seen, "" for one that is.
func nameOf(r rune, n int) string {
	switch name, known := names[r]; {
	case known:
		return name
	case r == utf8.RuneError && n == 1:
		return "a byte that is no UTF-8"
	case unicode.IsSpace(r) && r != ' ', unseen(r), unicode.Is(unicode.Mn, r):
		return fmt.Sprintf("U+%04X", r)
	}
	return ""
}

// unseen tells whether a character leaves nothing on the page, white space aside.
func unseen(r rune) bool {
	return unicode.IsControl(r) && !unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)
}

// excerpt cuts a long line around byte at.
func excerpt(s string, at int) string {
	if utf8.RuneCountInString(s) <= maxShown {
		return strings.ToValidUTF8(s, "\ufffd")
	}
	from, to := max(0, at-maxShown/2), min(len(s), at+maxShown/2)
	for from > 0 && !utf8.RuneStart(s[from]) {
		from--
	}
	for to < len(s) && !utf8.RuneStart(s[to]) {
		to++
	}
	cut := strings.ToValidUTF8(s[from:to], "\ufffd")
	if from > 0 {
		cut = "…" + cut
	}
	if to < len(s) {
		cut += "…"
	}
	return cut
}
