package search

import (
	"strings"
	"unicode/utf8"
)

// class is a bracket expression of a pattern.
type class struct {
	negated bool
	ranges  []runeRange
}

type runeRange struct{ lo, hi rune }

// has tells whether the class stands for r.
func (c *class) has(r rune, fold bool) bool {
	in := c.holds(r)
	if fold && !in {
		in = c.holds(flip(r))
	}
	return in != c.negated
}

func (c *class) holds(r rune) bool {
	for _, x := range c.ranges {
		if x.lo <= r && r <= x.hi {
			return true
		}
	}
	return false
}

// flip gives an ASCII letter in its other case.
func flip(r rune) rune {
	if 'a' <= r|0x20 && r|0x20 <= 'z' {
		return r ^ 0x20
	}
	return r
}

// parseClass reads the bracket expression that s begins with, as git's wildmatch
// does: "!" or "^" first negates, "]" first is one of its characters, and so is "-"
// at either end. It gives its length, and fails where there is no end.
func parseClass(s string, runes bool) (c class, length int, ok bool) {
	i := 1
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		c.negated = true
		i++
	}
	var last rune // the character before, which a range may begin with; 0 is none
	for first := true; ; first = false {
		switch {
		case i >= len(s):
			return class{}, 0, false
		case s[i] == ']' && !first:
			return c, i + 1, true
		case s[i] == '[' && i+1 < len(s) && s[i+1] == ':':
			n, named := c.addNamed(s[i:])
			if n == 0 {
				return class{}, 0, false
			}
			i += n
			if last = 0; !named {
				last = '['
			}
		case s[i] == '-' && last != 0 && i+1 < len(s) && s[i+1] != ']':
			hi, n := unescaped(s[i+1:], runes)
			if n == 0 {
				return class{}, 0, false
			}
			c.ranges = append(c.ranges, runeRange{last, hi})
			i += 1 + n
			last = 0
		default:
			r, n := unescaped(s[i:], runes)
			if n == 0 {
				return class{}, 0, false
			}
			c.ranges = append(c.ranges, runeRange{r, r})
			i += n
			last = r
		}
	}
}

// unescaped reads one unit, or the one behind a backslash.
func unescaped(s string, runes bool) (r rune, n int) {
	escape := 0
	if s[0] == '\\' {
		escape = 1
	}
	switch s = s[escape:]; {
	case s == "":
		return 0, 0
	case !runes || s[0] < utf8.RuneSelf:
		return rune(s[0]), escape + 1
	}
	r, n = utf8.DecodeRuneInString(s)
	return r, escape + n
}

var namedClasses = map[string][]runeRange{
	"alnum":  {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}},
	"alpha":  {{'A', 'Z'}, {'a', 'z'}},
	"blank":  {{' ', ' '}, {'\t', '\t'}},
	"cntrl":  {{0, 31}, {127, 127}},
	"digit":  {{'0', '9'}},
	"graph":  {{33, 126}},
	"lower":  {{'a', 'z'}},
	"print":  {{32, 126}},
	"punct":  {{33, 47}, {58, 64}, {91, 96}, {123, 126}},
	"space":  {{'\t', '\r'}, {' ', ' '}},
	"upper":  {{'A', 'Z'}},
	"xdigit": {{'0', '9'}, {'A', 'F'}, {'a', 'f'}},
}

// addNamed reads "[:alpha:]" at the start of s and gives its length. What has no
// ":]" is a plain "["; an unknown name is an error, told by 0.
func (c *class) addNamed(s string) (length int, named bool) {
	end := strings.IndexByte(s[2:], ']')
	if end < 0 {
		return 0, false
	}
	name, closed := strings.CutSuffix(s[2:2+end], ":")
	if !closed {
		c.ranges = append(c.ranges, runeRange{'[', '['})
		return 1, false
	}
	ranges, known := namedClasses[name]
	if !known {
		return 0, false
	}
	c.ranges = append(c.ranges, ranges...)
	return 2 + end + 1, true
}
