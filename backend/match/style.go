package match

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// style is how changed lines write their quotes: as the place does where the target
// writes them otherwise. The zero value leaves them as they are given.
type style struct{ double, single quotes }

// quotes is what becomes of one kind of quote: with plain the one of a keyboard,
// with open set these two.
type quotes struct {
	plain       bool
	open, close string
}

func styleOf(region, target string) style {
	return style{quotesOf(region, target, '"'), quotesOf(region, target, '\'')}
}

func quotesOf(region, target string, c byte) quotes {
	switch there, given := written(region, c), written(target, c); {
	case there == onlyPlain && given == onlyTypographic:
		return quotes{plain: true}
	case there == onlyTypographic && given == onlyPlain:
		return pairIn(region, c)
	}
	return quotes{}
}

// pairIn gives the typographic quotes that a text uses, with what closes or opens
// the one that it has.
func pairIn(region string, c byte) quotes {
	low, high := quotes{open: "„", close: "“"}, quotes{open: "“", close: "”"}
	if c == '\'' {
		low, high = quotes{open: "‚", close: "‘"}, quotes{open: "‘", close: "’"}
	}
	switch {
	case strings.Contains(region, low.open):
		return low
	case strings.ContainsAny(region, high.open+high.close):
		return high
	}
	return quotes{} // primes: they don't come in pairs
}

// How a kind of quote is written in a text.
const (
	onlyPlain       = 1
	onlyTypographic = 2
)

// written tells how, as a sum of these; 0 is not at all.
func written(s string, c byte) (how int) {
	for _, r := range s {
		switch {
		case r == rune(c):
			how |= onlyPlain
		case plain(r) == c:
			how |= onlyTypographic
		}
	}
	return how
}

// write gives a line of the replacement. there and target are the line of the file
// that it stands for and the one that the target has for that: where both are the
// same but for typography, what the replacement shares with the target is written
// as the file has it.
func (s style) write(line, there, target string) string {
	there, target = strings.TrimRight(there, blanks), strings.TrimRight(target, blanks)
	if !alike(there, target) {
		return s.quote("", line)
	}
	from, thereFrom := common(line, target, there)
	to, thereTo := commonEnd(line[from:], target[from:], there[thereFrom:])
	return there[:thereFrom] + s.quote(line[:from], line[from:len(line)-to]) + there[len(there)-thereTo:]
}

// alike tells whether two lines differ in typography only, character by character.
func alike(there, target string) bool {
	for there != "" && target != "" {
		a, n := utf8.DecodeRuneInString(there)
		b, m := utf8.DecodeRuneInString(target)
		if there[:n] != target[:m] && base(a) != base(b) {
			return false
		}
		there, target = there[n:], target[m:]
	}
	return there == target
}

func base(r rune) rune {
	if c := plain(r); c != 0 {
		return rune(c)
	}
	return r
}

// common gives how many bytes a line begins with that its target begins with too,
// and how many these are in the file.
func common(line, target, there string) (n, inFile int) {
	for n < len(line) && n < len(target) {
		_, k := utf8.DecodeRuneInString(target[n:])
		if !strings.HasPrefix(line[n:], target[n:n+k]) {
			break
		}
		_, m := utf8.DecodeRuneInString(there[inFile:])
		n, inFile = n+k, inFile+m
	}
	return n, inFile
}

// commonEnd is common for the ends.
func commonEnd(line, target, there string) (n, inFile int) {
	for n < len(line) && n < len(target) {
		_, k := utf8.DecodeLastRuneInString(target[:len(target)-n])
		if !strings.HasSuffix(line[:len(line)-n], target[len(target)-n-k:len(target)-n]) {
			break
		}
		_, m := utf8.DecodeLastRuneInString(there[:len(there)-inFile])
		n, inFile = n+k, inFile+m
	}
	return n, inFile
}

// quote writes the quotes of s, which stands after before.
func (s style) quote(before, text string) string {
	if s == (style{}) {
		return text
	}
	var b strings.Builder
	last, _ := utf8.DecodeLastRuneInString(before)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		q := s.double
		if base(r) == '\'' {
			q = s.single
		}
		switch {
		case base(r) != '"' && base(r) != '\'', q == quotes{}:
			b.WriteString(text[i : i+n])
		case q.plain:
			b.WriteRune(base(r))
		case r == base(r) && opens(last):
			b.WriteString(q.open)
		case r == base(r):
			b.WriteString(q.close)
		default:
			b.WriteRune(r)
		}
		last, i = r, i+n
	}
	return b.String()
}

// opens tells whether a quote after this character begins something.
func opens(before rune) bool {
	return before == utf8.RuneError || unicode.IsSpace(before) || strings.ContainsRune("([{<-–—/\"'“‘„‚", before)
}
