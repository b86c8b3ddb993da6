package search

import "unicode/utf8"

// wildcard is a compiled pattern of git's wildmatch: "?" and "[...]" stand for one
// unit, "*" for any number of them, neither for "/"; "**/" for any number of
// folders, and "/**" at the end for whatever is below. "**" elsewhere is "*".
type wildcard struct {
	tokens []token
	// runes makes one unit a character; else it is a byte, as git has it.
	runes bool
	fold  bool // ASCII letters match in either case
}

type tokenKind uint8

const (
	literalToken tokenKind = iota
	oneToken               // ?
	classToken
	starToken
	deepToken // ** where it crosses folders
	dirsToken // **/
)

type token struct {
	kind  tokenKind
	text  string // of a literal
	class class
}

// compileWild reads a pattern. It fails where the pattern can match nothing: a
// class without its end, or a backslash with nothing behind it.
func compileWild(pattern string, runes, fold bool) (wildcard, bool) {
	w := wildcard{runes: runes, fold: fold}
	var text []byte
	flush := func() {
		if len(text) > 0 {
			w.tokens = append(w.tokens, token{kind: literalToken, text: string(text)})
			text = nil
		}
	}
	for i := 0; i < len(pattern); {
		switch c := pattern[i]; c {
		case '\\':
			if i+1 == len(pattern) {
				return wildcard{}, false
			}
			text = append(text, pattern[i+1])
			i += 2
		case '?':
			flush()
			w.tokens = append(w.tokens, token{kind: oneToken})
			i++
		case '*':
			flush()
			t, n := star(pattern, i)
			w.tokens = append(w.tokens, t)
			i += n
		case '[':
			flush()
			set, n, ok := parseClass(pattern[i:], runes)
			if !ok {
				return wildcard{}, false
			}
			w.tokens = append(w.tokens, token{kind: classToken, class: set})
			i += n
		default:
			text = append(text, c)
			i++
		}
	}
	flush()
	return w, true
}

// star reads the asterisks at i and gives how many bytes they and what belongs to
// them take.
func star(pattern string, i int) (token, int) {
	end := i
	for end < len(pattern) && pattern[end] == '*' {
		end++
	}
	alone := i == 0 || pattern[i-1] == '/'
	rest := pattern[end:]
	switch {
	case end-i == 1 || !alone:
		return token{kind: starToken}, end - i
	case rest == "" || len(rest) > 1 && rest[:2] == `\/`:
		return token{kind: deepToken}, end - i
	case rest[0] == '/':
		return token{kind: dirsToken}, end - i + 1
	}
	return token{kind: starToken}, end - i
}

// match tells whether the pattern is the whole of text.
func (w *wildcard) match(text string) bool {
	// Of several "*" only the last needs to be tried at other lengths: what is
	// between two of them may as well begin where it first can. "**" is a level
	// above, since "*" doesn't cross a "/".
	none := len(w.tokens)
	star, deep := none, none // the tokens to go back to
	starAt, deepAt := 0, 0   // and where what follows them was tried
	at, i := 0, 0
	for {
		if i == len(w.tokens) && at == len(text) {
			return true
		}
		if i < len(w.tokens) {
			switch w.tokens[i].kind {
			case starToken:
				star, starAt = i, at
				i++
				continue
			case deepToken, dirsToken:
				deep, deepAt, star = i, at, none
				i++
				continue
			}
			if n := w.one(&w.tokens[i], text[at:]); n > 0 {
				at += n
				i++
				continue
			}
		}
		if star < none && starAt < len(text) && text[starAt] != '/' {
			starAt += w.unit(text[starAt:])
			at, i = starAt, star+1
			continue
		}
		if deep == none || !w.deeper(deep, text, &deepAt) {
			return false
		}
		at, i, star = deepAt, deep+1, none
	}
}

// deeper moves on where what follows a "**" is tried.
func (w *wildcard) deeper(deep int, text string, at *int) bool {
	if w.tokens[deep].kind == deepToken {
		*at++
		return *at <= len(text)
	}
	for *at < len(text) {
		*at++
		if text[*at-1] == '/' {
			return true
		}
	}
	return false
}

// one gives how many bytes of text a token for one unit or a literal matches, 0
// when it doesn't.
func (w *wildcard) one(t *token, text string) int {
	if t.kind == literalToken {
		if !w.hasPrefix(text, t.text) {
			return 0
		}
		return len(t.text)
	}
	if text == "" || text[0] == '/' {
		return 0
	}
	n := w.unit(text)
	if t.kind == classToken {
		r := rune(text[0])
		if n > 1 {
			r, _ = utf8.DecodeRuneInString(text)
		}
		if !t.class.has(r, w.fold) {
			return 0
		}
	}
	return n
}

func (w *wildcard) unit(text string) int {
	if !w.runes || text[0] < utf8.RuneSelf {
		return 1
	}
	_, n := utf8.DecodeRuneInString(text)
	return n
}

func (w *wildcard) hasPrefix(text, prefix string) bool {
	return len(text) >= len(prefix) && equal(text[:len(prefix)], prefix, w.fold)
}

// equal compares two strings, ASCII letters in either case when fold is set.
func equal(a, b string, fold bool) bool {
	if !fold || len(a) != len(b) {
		return a == b
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
