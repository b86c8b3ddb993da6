package pdffile

import (
	"bytes"
)

// readTables follows the cross-reference from the end of the file, newest first. It
// stops at the first thing that is wrong: what is missing then is found by rebuild.
func (f *File) readTables() {
	tail := f.data[max(0, len(f.data)-headerZone):]
	at := bytes.LastIndex(tail, []byte("startxref"))
	if at < 0 {
		return
	}
	l := Lexer{Data: tail, Pos: at + len("startxref")}
	start, ok := Int(l.Next().Number)
	if !ok {
		return
	}
	seen := map[int]bool{}
	for next := []int{start}; len(next) > 0; {
		at, next = next[0], next[1:]
		if at <= 0 || at >= len(f.data) || seen[at] || f.ctx.Err() != nil {
			continue
		}
		seen[at] = true
		trailer := f.readTable(at)
		if trailer == nil {
			return
		}
		if f.Trailer == nil {
			f.Trailer = trailer
		}
		for _, key := range []Name{"XRefStm", "Prev"} {
			if older, ok := Int(trailer[key]); ok {
				next = append(next, older)
			}
		}
	}
}

// readTable reads one section, a table or a stream, and gives its trailer.
func (f *File) readTable(at int) Dict {
	l := Lexer{Data: f.data, Pos: at}
	if t := l.Next(); t.Kind == Keyword && string(t.Text) == "xref" {
		return f.readPlainTable(l.Pos)
	}
	id, _, ok := header(f.data, at)
	if !ok {
		return nil
	}
	o, _ := f.readAt(id.Number, place{offset: int32(at)})
	s, ok := o.(*Stream)
	if !ok || s.Dict["Type"] != Name("XRef") {
		return nil
	}
	f.readXRefStream(s)
	return s.Dict
}

// readPlainTable reads the subsections behind the word xref.
func (f *File) readPlainTable(at int) Dict {
	p := parser{Lexer: Lexer{Data: f.data, Pos: at}}
	for {
		t := p.Next()
		if t.Kind == Keyword && string(t.Text) == "trailer" {
			o, _ := p.object()
			d, _ := o.(Dict)
			return d
		}
		n := p.Next()
		first, ok1 := Int(t.Number)
		count, ok2 := Int(n.Number)
		if t.Kind != Number || n.Kind != Number || !ok1 || !ok2 || first < 0 {
			return nil
		}
		for i := range count {
			offset, generation, state := p.Next(), p.Next(), p.Next()
			if offset.Kind != Number || generation.Kind != Number || state.Kind != Keyword {
				return nil
			}
			if string(state.Text) == "n" {
				f.add(first+i, int(offset.Number), place{offset: int32(offset.Number)})
			}
		}
	}
}

// add notes where an object stands, unless a newer section has said so. at is its
// offset, or the number of its stream.
func (f *File) add(number, at int, p place) {
	if number < 0 || number > maxObjects || at <= 0 || p.group == 0 && at >= len(f.data) || len(f.places) >= maxPlaces {
		return
	}
	if _, known := f.places[number]; !known {
		f.places[number] = p
	}
}

// readXRefStream reads the entries of a cross-reference stream.
func (f *File) readXRefStream(s *Stream) {
	var width [3]int
	for i, w := range f.Array(s.Dict["W"]) {
		if n, ok := Int(w); ok && i < 3 && n >= 0 && n <= 8 {
			width[i] = n
		}
	}
	size := width[0] + width[1] + width[2]
	if size == 0 {
		return
	}
	index := f.Array(s.Dict["Index"])
	if index == nil {
		index = Array{0.0, s.Dict["Size"]}
	}
	data := f.decode(s, true)
	for ; len(index) >= 2; index = index[2:] {
		first, ok1 := Int(index[0])
		count, ok2 := Int(index[1])
		if !ok1 || !ok2 || first < 0 {
			return
		}
		for i := range count {
			if len(data) < size {
				return
			}
			f.addEntry(first+i, data[:size], width)
			data = data[size:]
		}
	}
}

func (f *File) addEntry(number int, entry []byte, width [3]int) {
	kind, second, third := 1, 0, 0
	if width[0] > 0 {
		kind = bigEndian(entry[:width[0]])
	}
	second = bigEndian(entry[width[0] : width[0]+width[1]])
	third = bigEndian(entry[width[0]+width[1]:])
	switch kind {
	case 1:
		f.add(number, second, place{offset: int32(second)})
	case 2:
		if second <= maxObjects && third <= maxObjects {
			f.add(number, second, place{group: int32(second), number: int32(third)})
		}
	}
}

func bigEndian(b []byte) (n int) {
	for _, c := range b {
		n = n<<8 | int(c)
	}
	return n
}
