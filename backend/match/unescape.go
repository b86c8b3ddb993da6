package match

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// escapes is a set of escapes by their letter: n for \n, " for \", \ for \\, u for
// \u2019.
type escapes map[byte]bool

// meant is what an escape stands for, without \u.
var meant = map[byte]string{
	'n': "\n", 't': "\t", 'r': "\r", '"': `"`, '\'': "'", '`': "`", '\\': `\`,
}

// findUnescaped looks for what stands there when escapes that were written are
// meant as such.
func findUnescaped(f *Found, text string) bool {
	found := escapes{}
	target := unescape(f.target, func(c byte) bool { found[c] = true; return true })
	if len(found) == 0 {
		return false
	}
	g := Found{target: toLF(target)}
	if !g.findFolded(text, foldTrailing) {
		return false
	}
	f.given, f.target, f.Places, f.undo = f.target, g.target, g.Places, found
	return true
}

// unescape puts what they stand for in the place of the escapes that undo says yes
// to. An escaped backslash begins no other escape.
func unescape(s string, undo func(byte) bool) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		c := s[i+1]
		text, known := meant[c]
		n := 2
		if c == 'u' {
			text, n = escapedRune(s[i:])
			known = n > 0
		}
		if !known || !undo(c) {
			b.WriteString(s[i : i+2])
			i += 2
			continue
		}
		b.WriteString(text)
		i += n
	}
	return b.String()
}

// escapedRune reads the \u2019 at the start of s, or a pair of them that is one
// character, and gives its length; 0 is none.
func escapedRune(s string) (string, int) {
	high, ok := fourDigits(s)
	switch {
	case !ok:
		return "", 0
	case !utf16.IsSurrogate(high):
		return string(high), 6
	}
	low, ok := fourDigits(s[6:])
	if r := utf16.DecodeRune(high, low); ok && r != '\ufffd' {
		return string(r), 12
	}
	return "", 0
}

func fourDigits(s string) (rune, bool) {
	if len(s) < 6 || s[:2] != `\u` {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}

// unescaped undoes in a replacement what was undone in the target. Where it also
// holds one of those characters as such, which the target didn't, it was written with
// care, and stays.
func (f Found) unescaped(replacement string) string {
	for c := range f.undo {
		if text := meant[c]; c != '\\' && text != "" && holdsPlain(replacement, c) && !holdsPlain(f.given, c) {
			return replacement
		}
	}
	if len(f.undo) == 0 {
		return replacement
	}
	return toLF(unescape(replacement, func(c byte) bool { return f.undo[c] }))
}

// holdsPlain tells whether s holds what an escape stands for without the escape.
func holdsPlain(s string, c byte) bool {
	s = strings.ReplaceAll(s, `\\`, "")
	return strings.Contains(strings.ReplaceAll(s, `\`+string(c), ""), meant[c])
}
