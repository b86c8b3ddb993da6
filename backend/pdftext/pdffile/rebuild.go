package pdffile

import (
	"bytes"
)

// rebuild finds the objects that stand in the file by themselves, whatever its tables
// say. Of two with one number the later holds, as in a file that was written to twice.
func (f *File) rebuild() {
	f.rebuilt = true
	f.forget()
	f.places = map[int]place{}
	old := f.Trailer
	f.Trailer = nil
	var groups []int
	for at := 0; at < len(f.data); {
		i := bytes.Index(f.data[at:], []byte("obj"))
		if i < 0 || f.ctx.Err() != nil || len(f.places) >= maxPlaces {
			break
		}
		word := at + i
		at = word + len("obj")
		from, ok := headerBefore(f.data, word)
		if !ok {
			continue
		}
		id, after, ok := header(f.data, from)
		if !ok {
			continue
		}
		f.places[id.Number] = place{offset: int32(from)}
		if kind := typeAt(f.data, after); kind == "ObjStm" {
			groups = append(groups, id.Number)
		} else if kind == "XRef" {
			f.takeTrailer(f.dictAt(after))
		}
	}
	f.findTrailers()
	if f.Trailer == nil {
		f.Trailer = old
	}
	f.addGroups(groups)
	f.findRoot()
	f.forget()
}

// headerBefore goes back over "12 0 " before the word obj.
func headerBefore(data []byte, word int) (from int, ok bool) {
	i := word
	for range 2 {
		end := i
		for i > 0 && class[data[i-1]] == space && end-i < 20 {
			i--
		}
		end = i
		for i > 0 && data[i-1] >= '0' && data[i-1] <= '9' && end-i < 10 {
			i--
		}
		if i == end {
			return 0, false
		}
	}
	return i, true
}

// typeAt looks at the beginning of an object for the types that matter here.
func typeAt(data []byte, at int) string {
	head := data[at:min(len(data), at+400)]
	if i := bytes.Index(head, []byte("stream")); i >= 0 {
		head = head[:i]
	}
	for _, kind := range []string{"ObjStm", "XRef"} {
		if bytes.Contains(head, []byte("/"+kind)) {
			return kind
		}
	}
	return ""
}

func (f *File) dictAt(at int) Dict {
	p := parser{Lexer: Lexer{Data: f.data, Pos: at}}
	o, _ := p.object()
	d, _ := o.(Dict)
	return d
}

// maxTrailers is how many trailers are looked at: a file has one each time that it was
// added to.
const maxTrailers = 1000

// findTrailers takes what the trailers say, the last one first.
func (f *File) findTrailers() {
	end := len(f.data)
	for range maxTrailers {
		at := bytes.LastIndex(f.data[:end], []byte("trailer"))
		if at < 0 {
			return
		}
		f.takeTrailer(f.dictAt(at + len("trailer")))
		end = at
	}
}

func (f *File) takeTrailer(d Dict) {
	if d["Root"] == nil && d["Encrypt"] == nil {
		return
	}
	if f.Trailer == nil {
		f.Trailer = Dict{}
	}
	for _, key := range []Name{"Root", "Encrypt", "ID"} {
		if f.Trailer[key] == nil && d[key] != nil {
			f.Trailer[key] = d[key]
		}
	}
}

// addGroups adds the objects inside of streams. Those that stand by themselves may be
// newer or older: nothing tells, and a file that has both keeps the latter for those
// that changed.
func (f *File) addGroups(numbers []int) {
	if f.Trailer["Encrypt"] != nil && f.cipher == nil {
		if f.startCipher() != nil {
			return
		}
	}
	for _, number := range numbers {
		g := f.group(number)
		if g == nil {
			continue
		}
		for i, id := range g.numbers {
			if _, known := f.places[id]; !known && id <= maxObjects && len(f.places) < maxPlaces {
				f.places[id] = place{group: int32(number), number: int32(i)}
			}
		}
	}
}

// findRoot looks for the catalog, or just the pages, where no trailer leads there.
func (f *File) findRoot() {
	if f.hasRoot() {
		return
	}
	var pages Object
	for number := range f.places {
		d, ok := f.object(Ref{Number: number}).(Dict)
		switch {
		case !ok:
		case d["Type"] == Name("Catalog") && f.Dict(d["Pages"]) != nil:
			f.setRoot(Ref{Number: number})
			return
		case d["Type"] == Name("Pages") && d["Parent"] == nil:
			pages = Ref{Number: number}
		}
	}
	if pages != nil {
		f.setRoot(Dict{"Pages": pages})
	}
}

func (f *File) setRoot(root Object) {
	if f.Trailer == nil {
		f.Trailer = Dict{}
	}
	f.Trailer["Root"] = root
}

// Numbers gives the numbers of all objects, in no order.
func (f *File) Numbers() []int {
	all := make([]int, 0, len(f.places))
	for n := range f.places {
		all = append(all, n)
	}
	return all
}
