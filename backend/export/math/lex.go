package math

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a character, a blank, or a command by its name.
type token struct {
	kind kind
	text string
}

type kind uint8

const (
	end kind = iota
	char
	blank
	command
)

func (t token) is(text string) bool      { return t.kind == char && t.text == text }
func (t token) command(name string) bool { return t.kind == command && t.text == name }

// source is the token as it was written.
func (t token) source() string {
	switch t.kind {
	case command:
		return `\` + t.text
	case blank:
		return " "
	}
	return t.text
}

// lexer gives tokens, those that macros stand for first.
type lexer struct {
	rest   string
	pushed []token // in reverse
}

func (l *lexer) push(tokens ...token) {
	for i := len(tokens) - 1; i >= 0; i-- {
		l.pushed = append(l.pushed, tokens[i])
	}
}

// raw gives the next token without looking at macros.
func (l *lexer) raw() token {
	if n := len(l.pushed); n > 0 {
		t := l.pushed[n-1]
		l.pushed = l.pushed[:n-1]
		return t
	}
	if l.rest == "" {
		return token{}
	}
	r, size := utf8.DecodeRuneInString(l.rest)
	switch {
	case r == '%':
		_, l.rest, _ = strings.Cut(l.rest, "\n")
		return l.raw2()
	case unicode.IsSpace(r):
		l.rest = strings.TrimLeftFunc(l.rest, unicode.IsSpace)
		return token{blank, " "}
	case r == '\\':
		return l.command()
	}
	text := l.rest[:size]
	l.rest = l.rest[size:]
	for { // marks belong to the character before them
		mark, more := utf8.DecodeRuneInString(l.rest)
		if more == 0 || !unicode.Is(unicode.Mn, mark) || len(text) > maxCharacter {
			return token{char, text}
		}
		text, l.rest = text+l.rest[:more], l.rest[more:]
	}
}

// maxCharacter is how many bytes a character with its marks may have.
const maxCharacter = 32

// raw2 goes on after a comment; comments follow each other without recursion.
func (l *lexer) raw2() token {
	for strings.HasPrefix(strings.TrimLeftFunc(l.rest, unicode.IsSpace), "%") {
		_, after, _ := strings.Cut(l.rest, "%")
		_, l.rest, _ = strings.Cut(after, "\n")
	}
	return l.raw()
}

// command reads a name after a backslash: letters, or one other character.
func (l *lexer) command() token {
	rest := l.rest[1:]
	length := 0
	for length < len(rest) && isLetter(rest[length]) {
		length++
	}
	if length > 0 {
		l.rest = strings.TrimLeftFunc(rest[length:], unicode.IsSpace)
		return token{command, rest[:length]}
	}
	if rest == "" {
		l.rest = ""
		return token{char, `\`}
	}
	r, size := utf8.DecodeRuneInString(rest)
	l.rest = rest[size:]
	if unicode.IsSpace(r) {
		return token{command, " "}
	}
	return token{command, rest[:size]}
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '@' }
