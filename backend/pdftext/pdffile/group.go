package pdffile

// group is an object stream, unpacked.
type group struct {
	data    []byte
	numbers []int // of the objects in it
	offsets []int // where in data they begin
}

// fromGroup reads an object that stands in a stream.
func (f *File) fromGroup(number int, at place) Object {
	g := f.group(int(at.group))
	if g == nil {
		return nil
	}
	i := int(at.number)
	if i >= len(g.numbers) || g.numbers[i] != number {
		for i = range g.numbers {
			if g.numbers[i] == number {
				break
			}
		}
		if i >= len(g.numbers) || g.numbers[i] != number {
			return nil
		}
	}
	p := parser{Lexer: Lexer{Data: g.data, Pos: g.offsets[i]}}
	o, _ := p.object()
	f.kept += p.made
	return o
}

// group unpacks an object stream, and keeps it: its neighbours are asked for next.
func (f *File) group(number int) *group {
	if g, ok := f.groups[number]; ok {
		return g
	}
	at, ok := f.places[number]
	if !ok || at.group != 0 { // a stream in a stream is against the format, and endless
		return nil
	}
	o, _ := f.readAt(number, at)
	s, ok := o.(*Stream)
	if !ok {
		return nil
	}
	g := f.readGroup(s)
	if f.groupSize+len(g.data) > maxGroups {
		f.groups, f.groupSize = map[int]*group{}, 0
	}
	f.groups[number] = g
	f.groupSize += len(g.data)
	return g
}

func (f *File) readGroup(s *Stream) *group {
	g := &group{data: f.Decode(s)}
	first, _ := Int(f.Get(s.Dict["First"]))
	count, _ := Int(f.Get(s.Dict["N"]))
	l := Lexer{Data: g.data[:max(0, min(first, len(g.data)))]}
	for range count {
		id, offset := l.Next(), l.Next()
		n, ok1 := Int(id.Number)
		at, ok2 := Int(offset.Number)
		if id.Kind != Number || offset.Kind != Number || !ok1 || !ok2 || n < 0 || at < 0 {
			break
		}
		g.numbers = append(g.numbers, n)
		g.offsets = append(g.offsets, min(first+at, len(g.data)))
	}
	return g
}
