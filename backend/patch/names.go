package patch

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// noFile is the name of a file that isn't there.
const noFile = "/dev/null"

// side is the name on a --- or +++ line.
type side struct {
	name  string
	none  bool // it is noFile
	epoch bool // its date is the beginning of time
}

var (
	stamp   = regexp.MustCompile(`\s+(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?(?: [+-]\d{4})?)\s*$`)
	layouts = []string{"2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05"}
)

func parseSide(text string) side {
	var s side
	if m := stamp.FindStringSubmatchIndex(text); m != nil {
		s.epoch = isEpoch(text[m[2]:m[3]])
		text = text[:m[0]]
	}
	if !strings.HasPrefix(text, `"`) {
		text, _, _ = strings.Cut(text, "\t")
	}
	s.name = unquoteName(strings.TrimRight(text, " "))
	s.none = s.name == noFile
	return s
}

func isEpoch(date string) bool {
	for _, layout := range layouts {
		if t, err := time.Parse(layout, date); err == nil {
			return t.Unix() == 0
		}
	}
	return false
}

// stripPrefixes takes off the a/ and b/ that git puts before names: only where each
// side that names a file has its own.
func stripPrefixes(before, after *side) {
	for _, pair := range [][2]string{{"a/", "b/"}, {"i/", "w/"}, {"c/", "i/"}, {"c/", "w/"}, {"o/", "w/"}} {
		if (before.none || strings.HasPrefix(before.name, pair[0])) && (after.none || strings.HasPrefix(after.name, pair[1])) {
			before.name, after.name = strings.TrimPrefix(before.name, pair[0]), strings.TrimPrefix(after.name, pair[1])
			return
		}
	}
}

// gitHeader begins a file by what "diff --git" says, as far as the names in it can be
// told apart: quoted, or the same twice.
func (r *reader) gitHeader(line string) *File {
	f := &File{Line: r.number()}
	rest := strings.TrimPrefix(line, "diff --git ")
	before, after, ok := strings.Cut(rest, " ")
	if first, err := strconv.QuotedPrefix(rest); err == nil {
		before, after, ok = first, strings.TrimPrefix(rest[len(first):], " "), true
	} else if half := len(rest) / 2; len(rest)%2 == 1 && rest[half] == ' ' {
		before, after = rest[:half], rest[half+1:]
	}
	if !ok {
		return f
	}
	a, b := side{name: unquoteName(before)}, side{name: unquoteName(after)}
	stripPrefixes(&a, &b)
	if a.name == b.name {
		f.Path = a.name
	}
	return f
}

// unquoteName reads a name that git quoted as C does: octal bytes and all.
func unquoteName(s string) string {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return s
	}
	var b strings.Builder
	for body := s[1 : len(s)-1]; body != ""; {
		r, multibyte, rest, err := strconv.UnquoteChar(body, '"')
		if err != nil {
			return s
		}
		if r < 0x100 && !multibyte {
			b.WriteByte(byte(r))
		} else {
			b.WriteRune(r)
		}
		body = rest
	}
	return b.String()
}
