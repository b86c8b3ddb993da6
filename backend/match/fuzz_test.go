package match

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever the text and the target: no place overlaps another or leaves the text, no
// byte outside them changes, a CRLF is never cut in two, and replacing a text by
// itself changes nothing.
func FuzzFind(f *testing.F) {
	for _, s := range [][3]string{
		{"a\r\nb\nc", "a\nb", "x\ny\nz"}, {"“a” – b\n", "\"a\" - b", "\"c\" - b"}, {"x\n\ty\n\t\tz\n", "y\n  z\n", "y\n  w\n    v\n"},
		{"[\na\nb\nc\nd\ne\nf\ng\n]", "[\na\nb\nX\nd\ne\nf\ng\n]\n", ""}, {"one\ntwo  three", "one two three", "four"},
		{"p(\"\n\")\xff", `p(\"\n\")`, `q(\"\t\")`}, {"a  \nb\u00a0c\r", "a\nb c", "d\r\n"}, {"\r\r\n\r", "\r\n", "\n"},
		{"\x00\x00\x00", "\x00\x00", "x"}, {"a\u200b", "\u2060", ""},
	} {
		f.Add(s[0], s[1], s[2])
	}
	f.Fuzz(func(t *testing.T, text, target, replacement string) {
		if len(text) > 1<<16 {
			return
		}
		Explain(text, target)
		found, ok := Find(text, target)
		if !ok {
			if strings.Contains(text, target) && target != "" && !strings.Contains(text, "\r\n") {
				t.Fatal("it stands there, and was not found")
			}
			return
		}
		rest := found.Replace(replacement)
		from := 0
		for i, p := range found.Places {
			if p.From < from || p.To < p.From || p.To > len(text) {
				t.Fatalf("place %d is %v of %d bytes", i, p, len(text))
			}
			for _, at := range []int{p.From, p.To} {
				if at > 0 && at < len(text) && text[at-1:at+1] == "\r\n" {
					t.Fatalf("place %v cuts a CRLF in two", p)
				}
			}
			outside := text[from:p.From]
			at := strings.Index(rest, outside)
			if i == 0 && at != 0 || at < 0 {
				t.Fatalf("%q before place %d is gone: %q", outside, i, rest)
			}
			rest, from = rest[at+len(outside):], p.To
		}
		if !strings.HasSuffix(rest, text[from:]) {
			t.Fatalf("%q at the end is gone: %q", text[from:], rest)
		}
		if found.Step != Anchored && found.Replace(target) != text {
			t.Fatalf("by %q: replaced by itself it became %q", found.Step, found.Replace(target))
		}
		if utf8.ValidString(text) && utf8.ValidString(target) && utf8.ValidString(replacement) && !utf8.ValidString(found.Replace(replacement)) {
			t.Fatal("a character was cut in two")
		}
	})
}
