package math

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ligatures are what words are written with on a keyboard, the longer first.
var ligatures = strings.NewReplacer("---", "—", "--", "–", "``", "“", "''", "”", "`", "‘", "'", "’", "!`", "¡", "?`", "¿")

// words reads a group of words, which may hold maths between dollars.
func (p *parser) words(font Font) Node {
	p.depth++
	defer func() { p.depth-- }()
	t := p.skipBlanks()
	if !t.is("{") || p.depth >= maxDepth {
		if t.kind == command && p.depth < maxDepth {
			if n := p.atom(t); n != nil {
				return n
			}
			return Row{}
		}
		if t.kind != char || p.ends(t) || t.is("{") || t.is("}") {
			p.push(t)
			return Row{}
		}
		return Text{t.text, font}
	}
	out := p.wordsUntilBrace(font)
	if len(out) == 1 {
		return out[0]
	}
	return out
}

// wordsUntilBrace reads words in one alphabet and what stands between them.
func (p *parser) wordsUntilBrace(font Font) Row {
	var out Row
	var run strings.Builder
	flush := func() {
		if run.Len() > 0 {
			value := run.String()
			if font != Mono {
				value = ligatures.Replace(value)
			}
			out = append(out, Text{norm.NFC.String(value), font})
			run.Reset()
		}
	}
	for depth := 0; ; {
		t := p.next()
		switch {
		case t.kind == end:
			flush()
			return out
		case t.is("}") && depth == 0:
			flush()
			return out
		case t.is("}"):
			depth--
		case t.is("{"):
			depth++
		case t.is("~"):
			run.WriteByte(' ')
		case t.is("$"), t.command("("):
			flush()
			if body := p.inWords(t); len(body) > 0 {
				out = append(out, body)
			}
		case t.kind != command:
			run.WriteString(t.text)
		default:
			if to, ok := switches[t.text]; ok {
				flush()
				font = to
			} else if text, ok := p.wordCommand(t.text); ok {
				run.WriteString(text)
			} else {
				flush()
				if n := p.inWord(t, font); n != nil {
					out = append(out, n)
				}
			}
		}
	}
}

// inWords reads maths within words.
func (p *parser) inWords(open token) Row {
	until := "$"
	if open.kind == command {
		until = ")"
	}
	var body Row
	p.within(context{until: until, brace: true}, func() {
		p.font = Italic
		body = p.row()
		if t := p.next(); t.is("}") {
			p.push(t)
		}
	})
	return body
}

// inWord reads a command within words that isn't a character.
func (p *parser) inWord(t token, font Font) Node {
	if to, ok := texts[t.text]; ok {
		if to == Upright {
			to = font
		}
		return p.words(to)
	}
	return p.atom(t)
}

// wordCommand gives the characters that a command stands for within words.
func (p *parser) wordCommand(name string) (string, bool) {
	if mu, ok := spaces[name]; ok {
		if mu <= 0 {
			return "", true
		}
		return " ", true
	}
	if mark, ok := textMarks[name]; ok {
		letter := ""
		t := p.skipBlanks()
		if t.is("{") {
			letter = p.upTo("}")
		} else if t.kind == char && !t.is("}") {
			letter = t.text
		} else {
			p.push(t)
		}
		letter = map[string]string{`\i`: "i", `\j`: "j"}[letter] + strings.TrimLeft(letter, `\`)[min(len(strings.TrimLeft(letter, `\`)), skipDotless(letter)):]
		if letter == "" {
			letter = " "
		}
		_, size := utf8.DecodeRuneInString(letter)
		return letter[:size] + string(mark) + letter[size:], true
	}
	if s, ok := symbols().commands[name]; ok && s.Class == Ord && !s.Name {
		return s.Text, true
	}
	switch name {
	case `\`, "newline", "par":
		return " ", true
	case "dag", "ddag", "dots", "ldots":
		return symbols().commands[name].Text, true
	}
	return "", ignored[name]
}

// skipDotless is how much of an accented letter its command takes.
func skipDotless(letter string) int {
	if letter == `\i` || letter == `\j` {
		return 1
	}
	return 0
}

// gap reads a length, in braces or not.
func (p *parser) gap() Node {
	t := p.skipBlanks()
	if t.is("*") {
		t = p.skipBlanks()
	}
	if t.is("{") {
		return Space{eighteenths(p.upTo("}"))}
	}
	var out strings.Builder
	for t.kind == char && out.Len() < 20 && strings.ContainsAny(t.text, "+-.0123456789") {
		out.WriteString(t.text)
		t = p.skipBlanks()
	}
	for unit := 0; unit < 2 && t.kind == char && isLetter(t.text[0]); unit++ {
		out.WriteString(t.text)
		t = p.next()
	}
	p.push(t)
	return Space{eighteenths(out.String())}
}

// units are lengths in eighteenths of a quad, at ten points to a quad.
var units = map[string]float64{"mu": 1, "em": 18, "ex": 7.75, "pt": 1.8, "bp": 1.807, "pc": 21.6, "cm": 51.2, "mm": 5.12, "in": 130, "px": 1.35, "sp": 0}

// maxGap is the widest gap, in eighteenths of a quad.
const maxGap = 720

func eighteenths(length string) float64 {
	length = strings.ReplaceAll(strings.TrimSpace(length), " ", "")
	number := strings.TrimRight(length, "abcdefghijklmnopqrstuvwxyz")
	value, err := strconv.ParseFloat(number, 64)
	if err != nil || value != value {
		return 0
	}
	return min(max(value*units[length[len(number):]], -maxGap), maxGap)
}
