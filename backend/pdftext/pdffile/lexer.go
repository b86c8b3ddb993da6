package pdffile

import (
	"math"
)

// Kind is what a token is.
type Kind uint8

// The kinds of tokens.
const (
	End        Kind = iota
	Number          // Token.Number
	NameToken       // Token.Text, without the slash, escapes decoded
	Text            // a string: Token.Text, escapes or hexadecimal digits decoded
	Keyword         // Token.Text
	ArrayOpen       // [
	ArrayClose      // ]
	DictOpen        // <<
	DictClose       // >>
)

// Token is one token. Its text may share memory with the input, and is never written.
type Token struct {
	Kind   Kind
	Number float64
	Whole  bool // the number was written without a point
	Text   []byte
}

// Lexer splits a file or a content stream into tokens. Every token takes at least one
// byte, so a loop until End ends.
type Lexer struct {
	Data []byte
	Pos  int // of the next byte to be read
}

const (
	regular = iota
	space
	delimiter
)

// class tells what a byte is to the format.
var class = func() (c [256]uint8) {
	for _, b := range "\x00\t\n\f\r " {
		c[b] = space
	}
	for _, b := range "()<>[]{}/%" {
		c[b] = delimiter
	}
	return c
}()

// Next reads the next token. Braces, which only calculator functions use, are keywords.
func (l *Lexer) Next() Token {
	l.skipSpace()
	if l.Pos >= len(l.Data) {
		return Token{Kind: End}
	}
	c := l.Data[l.Pos]
	switch {
	case c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.':
		return l.number()
	case class[c] == regular:
		return Token{Kind: Keyword, Text: l.word()}
	}
	l.Pos++
	switch c {
	case '/':
		return Token{Kind: NameToken, Text: unescapeName(l.word())}
	case '(':
		return Token{Kind: Text, Text: l.literal()}
	case '[':
		return Token{Kind: ArrayOpen}
	case ']':
		return Token{Kind: ArrayClose}
	case '<':
		if l.peek() == '<' {
			l.Pos++
			return Token{Kind: DictOpen}
		}
		return Token{Kind: Text, Text: l.hex()}
	case '>':
		if l.peek() == '>' {
			l.Pos++
			return Token{Kind: DictClose}
		}
	}
	return Token{Kind: Keyword, Text: l.Data[l.Pos-1 : l.Pos]}
}

func (l *Lexer) peek() byte {
	if l.Pos < len(l.Data) {
		return l.Data[l.Pos]
	}
	return 0
}

// skipSpace passes over white space and comments.
func (l *Lexer) skipSpace() {
	for l.Pos < len(l.Data) {
		c := l.Data[l.Pos]
		switch {
		case class[c] == space:
			l.Pos++
		case c == '%':
			for l.Pos < len(l.Data) && l.Data[l.Pos] != '\n' && l.Data[l.Pos] != '\r' {
				l.Pos++
			}
		default:
			return
		}
	}
}

// word reads regular bytes.
func (l *Lexer) word() []byte {
	from := l.Pos
	for l.Pos < len(l.Data) && class[l.Data[l.Pos]] == regular {
		l.Pos++
	}
	return l.Data[from:l.Pos]
}

// number reads a number as leniently as viewers do: signs in its middle end it, and
// letters make the whole a keyword.
func (l *Lexer) number() Token {
	from := l.Pos
	word := l.word()
	digits, whole, sign, value, unit := 0, true, 1.0, 0.0, 1.0
	for i, c := range word {
		switch {
		case c >= '0' && c <= '9':
			digits++
			if whole {
				value = value*10 + float64(c-'0')
			} else if unit > 1e-15 {
				unit /= 10
				value += float64(c-'0') * unit
			}
		case c == '.' && whole:
			whole = false
		case c == '-' && digits == 0:
			sign = -1
		case c == '+' && i == 0:
		case (c == '-' || c == '.') && digits > 0: // 12-34 and 1.2.3 are read as 12 and 1.2
			return Token{Kind: Number, Number: finite(sign * value), Whole: whole}
		default:
			if digits > 0 && (c < '0' || c > '9') { // 0Tc: a number that ran into an operator
				l.Pos = from + i
				return Token{Kind: Number, Number: finite(sign * value), Whole: whole}
			}
			return Token{Kind: Keyword, Text: word}
		}
	}
	return Token{Kind: Number, Number: finite(sign * value), Whole: whole && digits > 0}
}

func finite(f float64) float64 {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return 0
	}
	return f
}

func unescapeName(word []byte) []byte {
	for i, c := range word {
		if c != '#' {
			continue
		}
		out := append([]byte(nil), word[:i]...)
		for ; i < len(word); i++ {
			if word[i] == '#' && i+2 < len(word) && hexDigit(word[i+1]) >= 0 && hexDigit(word[i+2]) >= 0 {
				out = append(out, byte(hexDigit(word[i+1])<<4|hexDigit(word[i+2])))
				i += 2
				continue
			}
			out = append(out, word[i])
		}
		return out
	}
	return word
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// literal reads a string in parentheses, whose opening one was read. One that is
// never closed ends with the input.
func (l *Lexer) literal() []byte {
	from, depth := l.Pos, 1
	for i := l.Pos; i < len(l.Data); i++ {
		switch l.Data[i] {
		case '\\', '\r':
			return l.escapedLiteral(from)
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				l.Pos = i + 1
				return l.Data[from:i]
			}
		}
	}
	l.Pos = len(l.Data)
	return l.Data[from:]
}

// escapedLiteral is literal for a string that isn't its own bytes.
func (l *Lexer) escapedLiteral(from int) []byte {
	var out []byte
	depth := 1
	for l.Pos = from; l.Pos < len(l.Data); {
		c := l.Data[l.Pos]
		l.Pos++
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return out
			}
		case '\r':
			if l.peek() == '\n' {
				l.Pos++
			}
			c = '\n'
		case '\\':
			out = l.escape(out)
			continue
		}
		out = append(out, c)
	}
	return out
}

// escape appends what an escape stands for; its backslash was read.
func (l *Lexer) escape(out []byte) []byte {
	if l.Pos >= len(l.Data) {
		return out
	}
	c := l.Data[l.Pos]
	l.Pos++
	switch c {
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case '\n':
		return out
	case '\r':
		if l.peek() == '\n' {
			l.Pos++
		}
		return out
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := int(c - '0')
		for range 2 {
			if d := l.peek(); d < '0' || d > '7' {
				break
			}
			n = n<<3 | int(l.peek()-'0')
			l.Pos++
		}
		c = byte(n)
	}
	return append(out, c)
}

// hex reads a string of hexadecimal digits, whose opening bracket was read.
func (l *Lexer) hex() []byte {
	var out []byte
	half := -1
	for l.Pos < len(l.Data) {
		c := l.Data[l.Pos]
		l.Pos++
		if c == '>' {
			break
		}
		d := hexDigit(c)
		switch {
		case d < 0: // white space, and what doesn't belong there
		case half < 0:
			half = d
		default:
			out = append(out, byte(half<<4|d))
			half = -1
		}
	}
	if half >= 0 {
		out = append(out, byte(half<<4))
	}
	return out
}
