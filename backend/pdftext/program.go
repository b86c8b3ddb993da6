package pdftext

import (
	"bytes"
	"encoding/binary"

	"redline/backend/pdftext/pdffile"
)

// programEncoding reads what the font that stands in the file says its codes are. ok is
// false where it says nothing.
func programEncoding(f *pdffile.File, descriptor pdffile.Dict, symbolic bool) (e encoding, ok bool) {
	if s := f.Stream(descriptor["FontFile"]); s != nil {
		return type1Encoding(f.Decode(s))
	}
	if s := f.Stream(descriptor["FontFile2"]); s != nil && symbolic {
		return trueTypeEncoding(f.Decode(s))
	}
	return e, false
}

// type1Encoding reads "dup 65 /A put" in the clear part of a Type 1 font.
func type1Encoding(program []byte) (e encoding, ok bool) {
	at := bytes.Index(program, []byte("/Encoding"))
	if at < 0 {
		return e, false
	}
	l := pdffile.Lexer{Data: program[:min(len(program), at+64<<10)], Pos: at + len("/Encoding")}
	if t := l.Next(); t.Kind == pdffile.Keyword && string(t.Text) == "StandardEncoding" {
		return standard, true
	}
	for {
		switch t := l.Next(); {
		case t.Kind == pdffile.End, t.Kind == pdffile.Keyword && (string(t.Text) == "def" || string(t.Text) == "readonly" || string(t.Text) == "eexec"):
			return e, ok
		case t.Kind == pdffile.Keyword && string(t.Text) == "dup":
			code, name := l.Next(), l.Next()
			if code.Kind == pdffile.Number && name.Kind == pdffile.NameToken && code.Number >= 0 && code.Number < 256 {
				e[int(code.Number)] = glyphText(string(name.Text))
				ok = true
			}
		}
	}
}

// trueTypeEncoding goes from a code to a glyph by the map that symbolic fonts have, and
// from there to text by the one for Unicode.
func trueTypeEncoding(program []byte) (e encoding, ok bool) {
	maps := trueTypeMaps(program)
	var direct, unicode map[uint32]uint32
	for key, m := range maps {
		switch key {
		case [2]uint16{3, 0}:
			direct = m
		case [2]uint16{1, 0}:
			if direct == nil {
				direct = m
			}
		case [2]uint16{3, 1}, [2]uint16{0, 3}, [2]uint16{3, 10}:
			unicode = m
		}
	}
	if direct == nil || unicode == nil {
		return e, false
	}
	back := reverse(unicode)
	for c := range uint32(256) {
		glyph, known := direct[0xf000+c]
		if !known {
			glyph, known = direct[c]
		}
		if r, named := back[glyph]; known && named {
			e[c], ok = string(r), true
		}
	}
	return e, ok
}

// programGlyphs gives the text of glyphs by the map of the TrueType font of a composite
// one; nil where there is none.
func programGlyphs(f *pdffile.File, d pdffile.Dict) map[uint32]rune {
	s := f.Stream(f.Dict(d["FontDescriptor"])["FontFile2"])
	if s == nil {
		return nil
	}
	maps := trueTypeMaps(f.Decode(s))
	var back map[uint32]rune
	for _, key := range [][2]uint16{{3, 10}, {0, 4}, {3, 1}, {0, 3}, {0, 1}, {0, 0}} {
		if m := maps[key]; m != nil {
			back = reverse(m)
			break
		}
	}
	toGlyph := f.Stream(d["CIDToGIDMap"])
	if back == nil || toGlyph == nil {
		return back
	}
	byCID := map[uint32]rune{}
	table := f.Decode(toGlyph)
	for cid := 0; 2*cid+1 < len(table) && cid < maxKnown; cid++ {
		if r, ok := back[uint32(binary.BigEndian.Uint16(table[2*cid:]))]; ok {
			byCID[uint32(cid)] = r
		}
	}
	return byCID
}

// reverse gives each glyph its first character.
func reverse(m map[uint32]uint32) map[uint32]rune {
	back := make(map[uint32]rune, len(m))
	for r, glyph := range m {
		if old, ok := back[glyph]; glyph != 0 && (!ok || rune(r) < old) {
			back[glyph] = rune(r)
		}
	}
	return back
}

// trueTypeMaps reads the character maps of a font by platform and encoding, in formats
// 0, 4, 6 and 12.
func trueTypeMaps(program []byte) map[[2]uint16]map[uint32]uint32 {
	table := sfntTable(program, "cmap")
	if len(table) < 4 {
		return nil
	}
	maps := map[[2]uint16]map[uint32]uint32{}
	for i := range min(int(binary.BigEndian.Uint16(table[2:])), 32) {
		if 4+8*i+8 > len(table) {
			break
		}
		record := table[4+8*i:]
		at := int(binary.BigEndian.Uint32(record[4:]))
		if at >= len(table) {
			continue
		}
		key := [2]uint16{binary.BigEndian.Uint16(record), binary.BigEndian.Uint16(record[2:])}
		if m := glyphMap(table[at:]); len(m) > 0 {
			maps[key] = m
		}
	}
	return maps
}

func sfntTable(program []byte, name string) []byte {
	if len(program) < 12 {
		return nil
	}
	for i := range min(int(binary.BigEndian.Uint16(program[4:])), 64) {
		at := 12 + 16*i
		if at+16 > len(program) {
			return nil
		}
		record := program[at : at+16]
		from, size := int(binary.BigEndian.Uint32(record[8:])), int(binary.BigEndian.Uint32(record[12:]))
		if string(record[:4]) == name && from < len(program) {
			return program[from:min(len(program), from+size)]
		}
	}
	return nil
}

func glyphMap(b []byte) map[uint32]uint32 {
	m := map[uint32]uint32{}
	word := func(at int) int {
		if at < 0 || at+2 > len(b) {
			return 0
		}
		return int(binary.BigEndian.Uint16(b[at:]))
	}
	long := func(at int) uint32 { return uint32(word(at))<<16 | uint32(word(at+2)) }
	switch word(0) {
	case 0:
		for c := 0; c < 256 && 6+c < len(b); c++ {
			m[uint32(c)] = uint32(b[6+c])
		}
	case 4:
		segments, steps := word(6)/2, 0
		for i := range segments {
			end, start := word(14+2*i), word(16+2*segments+2*i)
			delta, offset := word(16+4*segments+2*i), word(16+6*segments+2*i)
			for c := start; c <= end && c < 0xffff && steps < maxKnown; c++ {
				steps++
				glyph := c
				if offset != 0 {
					if glyph = word(16 + 6*segments + 2*i + offset + 2*(c-start)); glyph == 0 {
						continue
					}
				}
				m[uint32(c)] = uint32(glyph+delta) & 0xffff
			}
		}
	case 6:
		first := word(6)
		for i := range word(8) {
			m[uint32(first+i)] = uint32(word(10 + 2*i))
		}
	case 12:
		for i := range min(int(long(12)), maxKnown) {
			start, end, glyph := long(16+12*i), long(20+12*i), long(24+12*i)
			for c := start; c <= end && c-start < maxKnown && len(m) < maxKnown; c++ {
				m[c] = glyph + c - start
			}
		}
	}
	return m
}
