package config

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// openers are the words that Redline's own messages begin with. Whatever else stands
// at the start of one is a file's name, and is left as it is written.
var openers = strings.Fields("a an another at could find give it line list lock make no not nothing once open output picture save snippet some stopped target_content that the there this turn turns what while")

// Sentence makes a message a sentence: it begins with a capital and ends with a full
// stop.
func Sentence(s string) string {
	if s == "" {
		return s
	}
	if first, _, _ := strings.Cut(s, " "); slices.Contains(openers, first) {
		r, n := utf8.DecodeRuneInString(s)
		s = string(unicode.ToUpper(r)) + s[n:]
	}
	if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "!") && !strings.HasSuffix(s, "?") {
		s += "."
	}
	return s
}
