package pdftext

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// readable gives a glyph's text as text is written: ligatures and the shapes of Arabic
// letters as the letters they are, the private characters of symbol fonts as what they
// show, and nothing for control characters.
func readable(s string) string {
	if len(s) == 1 && s[0] >= ' ' && s[0] < 0x7f {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		switch {
		case c < ' ' || c >= 0x7f && c < 0xa0 || c == 0xfeff || c == utf8.RuneError:
			if c == '\t' || c == '\n' || c == '\r' {
				b.WriteByte(' ')
			}
		case c == 0xa0:
			b.WriteByte(' ')
		case c >= 0xf020 && c <= 0xf0ff:
			b.WriteString(symbol[c-0xf000])
		case c >= 0xfb00 && c <= 0xfb06, c >= 0xfb50 && c <= 0xfdff, c >= 0xfe70 && c <= 0xfefc:
			b.WriteString(norm.NFKC.String(string(c)))
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// textString reads a string of the format that is text: UTF-16, UTF-8 or nearly Latin 1.
func textString(b []byte) string {
	switch {
	case len(b) >= 2 && b[0] == 0xfe && b[1] == 0xff:
		var text []rune
		for b = b[2:]; len(b) > 0; b = b[min(len(b), maxMapText):] {
			text = append(text, utf16Text(b[:min(len(b), maxMapText)])...)
		}
		return readable(string(text))
	case len(b) >= 3 && string(b[:3]) == "\xef\xbb\xbf":
		return readable(strings.ToValidUTF8(string(b[3:]), ""))
	}
	var s strings.Builder
	for _, c := range b {
		s.WriteString(winAnsi[c])
	}
	return readable(s.String())
}
