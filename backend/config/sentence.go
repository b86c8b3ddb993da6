package config

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// openers are the words that Redline's own messages begin with. Whatever else stands
// at the start of one is a file's name, and is left as it is written.
var openers = strings.Fields("a an another answer at both bypass cell cells check could find folder give how it its line list listen lock make neither no not nothing once only open output picture pictures read reveal save snippet some source start stopped target_content that the there this too turn turns what while write")

// pointing are those openers that a verb may follow. After any other, a verb shows
// that it is a file's name: "list was changed".
var pointing = strings.Fields("bypass how it its nothing output snippet some source target_content that there this what")

var verbs = strings.Fields("is was can't could does doesn't has changed")

// Sentence makes a message a sentence: it begins with a capital and ends with a full
// stop.
func Sentence(s string) string {
	if s == "" {
		return s
	}
	first, rest, _ := strings.Cut(s, " ")
	second, _, _ := strings.Cut(rest, " ")
	name := slices.Contains(verbs, second) && !slices.Contains(pointing, first)
	if slices.Contains(openers, first) && !name {
		r, n := utf8.DecodeRuneInString(s)
		s = string(unicode.ToUpper(r)) + s[n:]
	}
	if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "!") && !strings.HasSuffix(s, "?") {
		s += "."
	}
	return s
}
