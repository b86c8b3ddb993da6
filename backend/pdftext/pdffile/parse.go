package pdffile

import (
	"bytes"
)

// maxDepth is how deep arrays and dictionaries may stand in each other; what is deeper
// is nil. Real files stay below ten.
const maxDepth = 64

// maxMade is how many values one object may hold, itself and those in it; further ones
// are left out. It bounds what a file of nothing but brackets takes.
const maxMade = 1 << 20

// parser reads objects off a lexer.
type parser struct {
	Lexer
	decrypt func(s []byte) []byte // of strings; nil leaves them
	made    int                   // values read so far
}

// object reads one object. ok is false at the end of the input and where a keyword or a
// closing bracket stands instead of an object; that token is read.
func (p *parser) object() (o Object, ok bool) { return p.objectOf(p.Next(), 0) }

func (p *parser) objectOf(t Token, depth int) (o Object, ok bool) {
	p.made++
	switch t.Kind {
	case Number:
		return p.numberOrRef(t), true
	case NameToken:
		return Name(t.Text), true
	case Text:
		if p.decrypt != nil {
			return String(p.decrypt(t.Text)), true
		}
		return String(t.Text), true
	case ArrayOpen:
		return p.array(depth + 1), true
	case DictOpen:
		return p.dict(depth + 1), true
	case Keyword:
		switch string(t.Text) {
		case "true":
			return true, true
		case "false":
			return false, true
		case "null":
			return nil, true
		}
	}
	return nil, false
}

// numberOrRef looks whether a number begins a reference: 12 0 R.
func (p *parser) numberOrRef(t Token) Object {
	if !t.Whole || t.Number < 0 || t.Number > maxObjects {
		return t.Number
	}
	back := p.Pos
	g := p.Next()
	if g.Kind == Number && g.Whole && g.Number >= 0 && g.Number <= 65535 {
		if r := p.Next(); r.Kind == Keyword && string(r.Text) == "R" {
			return Ref{int(t.Number), int(g.Number)}
		}
	}
	p.Pos = back
	return t.Number
}

func (p *parser) array(depth int) Object {
	var a Array
	left := 0 // brackets that are open and left out
	for {
		t := p.Next()
		if t.Kind == End || t.Kind == ArrayClose && left == 0 {
			return a
		}
		if p.unclosed(t) {
			return a
		}
		if depth > maxDepth || p.made > maxMade {
			left += nesting(t.Kind)
			continue
		}
		if o, ok := p.objectOf(t, depth); ok {
			a = append(a, o)
		}
	}
}

func (p *parser) dict(depth int) Object {
	d := Dict{}
	left := 0
	for {
		t := p.Next()
		switch {
		case t.Kind == End || t.Kind == DictClose && left == 0 || p.unclosed(t):
			return d
		case depth > maxDepth || p.made > maxMade:
			left += nesting(t.Kind)
			continue
		case t.Kind != NameToken:
			continue
		}
		key := Name(t.Text)
		value := p.Next()
		if value.Kind == DictClose || value.Kind == End {
			return d
		}
		if o, ok := p.objectOf(value, depth); ok {
			d[key] = o
		}
	}
}

// nesting tells how many brackets a token opens.
func nesting(k Kind) int {
	switch k {
	case ArrayOpen, DictOpen:
		return 1
	case ArrayClose, DictClose:
		return -1
	}
	return 0
}

// unclosed tells whether a token can only stand behind the object that is being read,
// whose closing bracket is missing, and goes back before it.
func (p *parser) unclosed(t Token) bool {
	if t.Kind != Keyword {
		return false
	}
	switch string(t.Text) {
	case "endobj", "stream", "obj", "xref", "trailer":
		p.Pos -= len(t.Text)
		return true
	}
	return false
}

// header reads "12 0 obj" at pos.
func header(data []byte, pos int) (id Ref, after int, ok bool) {
	if pos < 0 || pos >= len(data) {
		return id, 0, false
	}
	l := Lexer{Data: data, Pos: pos}
	n, g, word := l.Next(), l.Next(), l.Next()
	if n.Kind != Number || !n.Whole || n.Number < 0 || n.Number > maxObjects || g.Kind != Number || !g.Whole ||
		word.Kind != Keyword || !bytes.HasPrefix(word.Text, []byte("obj")) {
		return id, 0, false
	}
	return Ref{int(n.Number), int(g.Number)}, l.Pos - len(word.Text) + len("obj"), true
}

// streamAfter gives the bytes of a stream whose dictionary ends at pos. length is what
// the dictionary says, or -1; where no endstream follows it, the next one in the file
// ends the stream.
func streamAfter(data []byte, pos, length int) (raw []byte, ok bool) {
	l := Lexer{Data: data, Pos: pos}
	l.skipSpace()
	rest := data[l.Pos:]
	if !bytes.HasPrefix(rest, []byte("stream")) {
		return nil, false
	}
	rest = rest[len("stream"):]
	switch {
	case bytes.HasPrefix(rest, []byte("\r\n")):
		rest = rest[2:]
	case bytes.HasPrefix(rest, []byte("\n")), bytes.HasPrefix(rest, []byte("\r")):
		rest = rest[1:]
	}
	if length >= 0 && length <= len(rest) {
		after := Lexer{Data: rest, Pos: length}
		if t := after.Next(); t.Kind == Keyword && (bytes.HasPrefix(t.Text, []byte("endstream")) || bytes.HasPrefix(t.Text, []byte("endobj"))) {
			return rest[:length], true
		}
	}
	end := bytes.Index(rest, []byte("endstream"))
	if end < 0 {
		if end = bytes.Index(rest, []byte("endobj")); end < 0 {
			return rest, true
		}
	}
	rest = bytes.TrimSuffix(rest[:end], []byte("\n"))
	return bytes.TrimSuffix(rest, []byte("\r")), true
}
