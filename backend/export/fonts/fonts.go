// Package fonts holds the typefaces that exported documents are set in.
//
// Source Serif 4 for text, JetBrains Mono for code and faces of Noto for what
// those lack, all under the SIL Open Font License (see the licence files beside
// them; make.py tells how they are made). They cover Latin, Greek, with accents of
// all times, and Cyrillic.
// Faces are unpacked when first asked for and kept; nothing is read from disk,
// and what is returned must not be changed.
package fonts

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"sync"
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

//go:embed *.gz
var files embed.FS

// Name is the name of an embedded face.
type Name string

// The faces. Title is drawn for large sizes.
const (
	Serif           Name = "serif"
	SerifItalic     Name = "serif-italic"
	SerifBold       Name = "serif-bold"
	SerifBoldItalic Name = "serif-bold-italic"
	Title           Name = "serif-title"
	Mono            Name = "mono"
	MonoItalic      Name = "mono-italic"
	MonoBold        Name = "mono-bold"
	MonoBoldItalic  Name = "mono-bold-italic"
	Fill            Name = "fill"
	FillItalic      Name = "fill-italic"
	FillBold        Name = "fill-bold"
	Symbols1        Name = "symbols-1"
	Symbols2        Name = "symbols-2"
	Symbols3        Name = "symbols-3"
)

// Symbols are the faces that fill in for a character the others lack, in the
// order in which they are asked.
var Symbols = []Name{Symbols1, Symbols2, Symbols3}

// Missing is what stands for a character that no face has; every document can
// show it.
const Missing = '\ufffd'

// Face is one embedded typeface. It is safe for use by several goroutines.
type Face struct {
	Name Name
	Data []byte // a TrueType file

	mu       sync.Mutex
	font     *sfnt.Font
	buffer   sfnt.Buffer
	perEm    sfnt.Units
	advances map[rune]int
	kerns    map[[2]rune]int
}

var faces = struct {
	sync.Mutex
	open map[Name]*Face
}{open: map[Name]*Face{}}

// Open returns a face. It fails only when the program was built without it.
func Open(name Name) (*Face, error) {
	faces.Lock()
	defer faces.Unlock()
	if face, ok := faces.open[name]; ok {
		return face, nil
	}
	data, err := unpack(string(name) + ".ttf.gz")
	if err != nil {
		return nil, fmt.Errorf("open the embedded font %s: %w", name, err)
	}
	font, err := sfnt.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("read the embedded font %s: %w", name, err)
	}
	face := &Face{Name: name, Data: data, font: font, perEm: font.UnitsPerEm(), advances: map[rune]int{}, kerns: kernPairs(name)}
	faces.open[name] = face
	return face, nil
}

func unpack(name string) ([]byte, error) {
	packed, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(reader)
}

// kernPairs reads lines of two characters and an adjustment in thousandths of
// an em. A face without such a file has no kerning.
func kernPairs(name Name) map[[2]rune]int {
	data, err := unpack(string(name) + ".kern.gz")
	if err != nil {
		return nil
	}
	pairs := make(map[[2]rune]int, bytes.Count(data, []byte{'\n'}))
	for line := range bytes.Lines(data) {
		first, n := utf8.DecodeRune(line)
		second, m := utf8.DecodeRune(line[n:])
		value, sign := 0, 1
		for _, c := range line[n+m:] {
			switch {
			case c == '-':
				sign = -1
			case '0' <= c && c <= '9':
				value = value*10 + int(c-'0')
			}
		}
		pairs[[2]rune{first, second}] = sign * value
	}
	return pairs
}

// Advance returns the width of a character in thousandths of an em, and
// whether the face has it.
func (f *Face) Advance(r rune) (int, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if width, ok := f.advances[r]; ok {
		return width, width >= 0
	}
	width := -1
	if index, err := f.font.GlyphIndex(&f.buffer, r); err == nil && index != 0 {
		if advance, err := f.font.GlyphAdvance(&f.buffer, index, fixed.I(int(f.perEm)), 0); err == nil {
			width = (int(advance>>6)*1000 + int(f.perEm)/2) / int(f.perEm)
		}
	}
	f.advances[r] = width
	return width, width >= 0
}

// Kern returns how much nearer (negative) or farther the second character
// stands beside the first, in thousandths of an em.
func (f *Face) Kern(first, second rune) int { return f.kerns[[2]rune{first, second}] }
