package fonts

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Math is the face that maths is set in. Its letters above U+FFFF, and glyphs
// that have no character, have codes of the private use area: see MathTable.
const Math Name = "math"

// Glyph is a glyph of the maths face. Lengths are in thousandths of an em.
type Glyph struct {
	Code        rune // to print it by
	Advance     int
	Top, Bottom int // of its ink above the baseline; Bottom is usually negative
	Italic      int // how far it leans out at the upper right
	Attach      int // where an accent stands above it
}

// Variant is a larger form of a glyph; Length is its height or its width.
type Variant struct {
	Code   rune
	Length int
}

// Part is a piece of a glyph that is built to any length. Start and End may
// overlap with its neighbours; Extends pieces are repeated.
type Part struct {
	Code               rune
	Start, End, Length int
	Extends            bool
}

// MathTable is what the maths face says about itself.
type MathTable struct {
	Constants map[string]int // by their names in OpenType's MATH table
	byChar    map[rune]Glyph
	byCode    map[rune]Glyph
	variants  map[stretch][]Variant
	parts     map[stretch][]Part
	kerns     map[corner]cutIn
}

type stretch struct {
	char rune
	wide bool
}

type corner struct {
	code rune
	at   int
}

type cutIn struct{ heights, kerns []int }

// Glyph gives the glyph of a character.
func (t *MathTable) Glyph(char rune) (Glyph, bool) {
	g, ok := t.byChar[char]
	return g, ok
}

// Coded gives the glyph with a code.
func (t *MathTable) Coded(code rune) Glyph { return t.byCode[code] }

// Variants gives the larger forms of a character, the smallest first.
func (t *MathTable) Variants(char rune, wide bool) []Variant { return t.variants[stretch{char, wide}] }

// Parts gives what a character is built of, from below or from the left.
func (t *MathTable) Parts(char rune, wide bool) []Part { return t.parts[stretch{char, wide}] }

// Kern is how much farther a script stands at a corner of a glyph, at a height.
// Corners are the upper right, upper left, lower right and lower left.
func (t *MathTable) Kern(code rune, at, height int) int {
	cut, ok := t.kerns[corner{code, at}]
	if !ok {
		return 0
	}
	for i, h := range cut.heights {
		if height < h {
			return cut.kerns[i]
		}
	}
	return cut.kerns[len(cut.kerns)-1]
}

// OpenMath gives the maths face's table. It fails only when the program was
// built without it.
var OpenMath = sync.OnceValues(func() (*MathTable, error) {
	data, err := unpack("math.table.gz")
	if err != nil {
		return nil, fmt.Errorf("open the table of the maths font: %w", err)
	}
	t := &MathTable{map[string]int{}, map[rune]Glyph{}, map[rune]Glyph{}, map[stretch][]Variant{}, map[stretch][]Part{}, map[corner]cutIn{}}
	for line := range bytes.Lines(data) {
		t.read(strings.Fields(string(line)))
	}
	return t, nil
})

// read reads one line; makemath.py tells what they hold.
func (t *MathTable) read(fields []string) {
	number := func(i int) int {
		n, _ := strconv.Atoi(fields[i])
		return n
	}
	switch fields[0] {
	case "C":
		t.Constants[fields[1]] = number(2)
	case "G":
		g := Glyph{rune(number(2)), number(3), number(4), number(5), number(6), number(7)}
		t.byCode[g.Code] = g
		if char := number(1); char > 0 {
			t.byChar[rune(char)] = g
		}
	case "K":
		heights, kerns, _ := strings.Cut(strings.Join(fields[3:], " "), "|")
		t.kerns[corner{rune(number(1)), number(2)}] = cutIn{numbers(heights), numbers(kerns)}
	case "V":
		key := stretch{rune(number(1)), fields[2] == "h"}
		for _, field := range fields[3:] {
			n := numbers(strings.ReplaceAll(field, ":", " "))
			t.variants[key] = append(t.variants[key], Variant{rune(n[0]), n[1]})
		}
	case "P":
		key := stretch{rune(number(1)), fields[2] == "h"}
		for _, field := range fields[3:] {
			n := numbers(strings.ReplaceAll(field, ":", " "))
			t.parts[key] = append(t.parts[key], Part{rune(n[0]), n[1], n[2], n[3], n[4] == 1})
		}
	}
}

func numbers(text string) (out []int) {
	for field := range strings.FieldsSeq(text) {
		n, _ := strconv.Atoi(field)
		out = append(out, n)
	}
	return out
}
