package pdftext

import (
	"strings"

	"redline/backend/pdftext/pdffile"
)

// font turns the codes of strings into text and widths.
type font struct {
	vertical bool // lines run from top to bottom
	simple   bool // a code is a byte

	text   [256]string  // of a simple font
	widths [256]float64 // of a simple font, in units of the size
	wide   *composite   // of the others
}

// glyph is one code of a string.
type glyph struct {
	text    string
	width   float64 // in units of the font's size
	isSpace bool    // the code that word spacing is added to
}

// next takes the first code off a string.
func (f *font) next(s []byte) (g glyph, n int) {
	if f.simple {
		return glyph{f.text[s[0]], f.widths[s[0]], s[0] == ' '}, 1
	}
	return f.wide.next(s)
}

// loadFont reads a font's dictionary. Any dictionary gives a font.
func loadFont(f *pdffile.File, d pdffile.Dict) *font {
	if f.Name(d["Subtype"]) == "Type0" {
		return loadComposite(f, d)
	}
	made := &font{simple: true}
	made.loadWidths(f, d)
	made.loadText(f, d)
	return made
}

func (made *font) loadWidths(f *pdffile.File, d pdffile.Dict) {
	unit := 0.001
	if f.Name(d["Subtype"]) == "Type3" {
		if m := f.Array(d["FontMatrix"]); len(m) >= 4 {
			unit = f.Number(m[0])
		}
	}
	descriptor := f.Dict(d["FontDescriptor"])
	widths := f.Array(d["Widths"])
	name := fontName(f, d)
	for c := range 256 {
		switch {
		case widths != nil:
			made.widths[c] = f.Number(descriptor["MissingWidth"]) * unit
		default:
			made.widths[c] = usualWidth(name, c)
		}
	}
	first, _ := pdffile.Int(f.Get(d["FirstChar"]))
	for i, w := range widths[:min(len(widths), 256)] {
		if c := first + i; c >= 0 && c < 256 {
			made.widths[c] = f.Number(w) * unit
		}
	}
}

// fontName is the font's name without the tag of a subset.
func fontName(f *pdffile.File, d pdffile.Dict) string {
	name := string(f.Name(d["BaseFont"]))
	if i := strings.IndexByte(name, '+'); i == 6 {
		name = name[7:]
	}
	return name
}

// loadText finds what each code stands for: by the font's own map first, then by
// its encoding, then by what stands in the font itself.
func (made *font) loadText(f *pdffile.File, d pdffile.Dict) {
	descriptor := f.Dict(d["FontDescriptor"])
	flags, _ := pdffile.Int(f.Get(descriptor["Flags"]))
	symbolic := flags&4 != 0
	e, named := encoding{}, false
	chosen := f.Get(d["Encoding"])
	var differences pdffile.Array
	switch v := chosen.(type) {
	case pdffile.Name:
		e, named = base(v)
	case pdffile.Dict:
		e, named = base(f.Name(v["BaseEncoding"]))
		differences = f.Array(v["Differences"])
	}
	if !named {
		var own bool
		if e, own = programEncoding(f, descriptor, symbolic); !own {
			e = builtIn(fontName(f, d))
		}
	}
	differ(f, &e, differences, fontName(f, d), f.Name(d["Subtype"]) == "Type3")
	made.text = e
	if s := f.Stream(d["ToUnicode"]); s != nil {
		m := readCMap(f, s)
		for c := range 256 {
			if text, ok := m.text(uint32(c)); ok {
				made.text[c] = text
			}
		}
	}
	for c := range made.text {
		made.text[c] = readable(made.text[c])
	}
}

// differ applies an encoding's differences. The names of a font whose glyphs are
// drawings (drawn) are anybody's: unless most are known, they say nothing and the codes
// are taken. In any font, names that are numbers are codes when hardly a name is known.
func differ(f *pdffile.File, e *encoding, differences pdffile.Array, font string, drawn bool) {
	names := map[int]string{}
	known, c := 0, 0
	for _, o := range differences {
		switch v := f.Get(o).(type) {
		case float64:
			c = int(max(0, min(v, 256)))
		case pdffile.Name:
			if c < 256 {
				names[c] = string(v)
				if e[c] = glyphText(string(v)); e[c] == "" && strings.Contains(font, "Dingbats") {
					e[c] = glyphText(dingbatMark + strings.TrimPrefix(string(v), "a"))
				}
				if e[c] != "" {
					known++
				}
			}
			c++
		}
	}
	few := known <= len(names)/10
	if !few && (!drawn || known > len(names)/2) {
		return
	}
	for c, name := range names {
		text := coded(name)
		switch {
		case text != "":
			e[c] = text
		case drawn:
			e[c] = winAnsi[c]
		}
	}
}

// usualWidth is about what a character is wide in the fonts that a file needn't bring
// along (Helvetica, Times, Courier and their kin), for spaces between words.
func usualWidth(name string, c int) float64 {
	switch {
	case strings.Contains(name, "Cour") || strings.Contains(name, "Mono"):
		return 0.6
	case c < 0x20 || c > 0x7e:
		return 0.55
	case strings.Contains(name, "Times") || strings.Contains(name, "Serif"):
		return float64(times[c-0x20]) / 1000
	}
	return float64(helvetica[c-0x20]) / 1000
}

// The widths of ASCII from the space on, in thousandths of the size.
var (
	helvetica = [95]int{278, 278, 355, 556, 556, 889, 667, 222, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
		1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
		222, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584}
	times = [95]int{250, 333, 408, 500, 500, 833, 778, 333, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
		921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
		333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541}
)
