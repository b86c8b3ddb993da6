package pdftext

import (
	"strings"
	"unicode/utf16"

	textenc "golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"redline/backend/pdftext/pdffile"
)

// composite is a font whose codes have several bytes (Type0).
type composite struct {
	codes     *cmap   // how strings are cut into codes, and which glyph is which
	unicode   *cmap   // the file's own map to text; nil when there is none
	legacy    charset // what the codes themselves are, where they are characters
	fromGlyph map[uint32]rune
	widths    map[uint32]float64
	usual     float64
	known     map[uint32]string // text of codes that were met
}

// charset is an encoding in which the codes of a string are characters.
type charset struct {
	decoder *textenc.Decoder
	utf16   bool
	raised  bool // two bytes below 0x80, which stand for those with the high bit (JIS)
	lead    func(b byte) bool
}

// maxKnown bounds what is remembered of a font's codes.
const maxKnown = 1 << 16

func loadComposite(f *pdffile.File, d pdffile.Dict) *font {
	c := &composite{codes: &cmap{}, usual: 1, widths: map[uint32]float64{}, known: map[uint32]string{}}
	made := &font{wide: c}
	switch e := f.Get(d["Encoding"]).(type) {
	case pdffile.Name:
		c.legacy = charsetOf(string(e))
		made.vertical = strings.HasSuffix(string(e), "-V") || e == "V"
	case *pdffile.Stream:
		c.codes = readCMap(f, e)
		mode, _ := pdffile.Int(f.Get(e.Dict["WMode"]))
		made.vertical = mode == 1
	}
	if s := f.Stream(d["ToUnicode"]); s != nil {
		c.unicode = readCMap(f, s)
	} else if f.Name(d["ToUnicode"]) == "Identity-H" || f.Name(d["ToUnicode"]) == "Identity-V" {
		c.legacy = charset{utf16: true}
	}
	descendants := f.Array(d["DescendantFonts"])
	if len(descendants) == 0 {
		return made
	}
	below := f.Dict(descendants[0])
	if w, ok := f.Get(below["DW"]).(float64); ok {
		c.usual = w / 1000
	}
	c.loadWidths(f, f.Array(below["W"]))
	if c.unicode == nil && c.legacy.decoder == nil && !c.legacy.utf16 {
		c.fromGlyph = programGlyphs(f, below)
	}
	return made
}

// loadWidths reads 7 [500 600] and 7 9 500.
func (c *composite) loadWidths(f *pdffile.File, w pdffile.Array) {
	for i := 0; i+1 < len(w); {
		first, ok := pdffile.Int(f.Get(w[i]))
		if !ok || first < 0 {
			i++
			continue
		}
		switch second := f.Get(w[i+1]).(type) {
		case pdffile.Array:
			for j, width := range second[:min(len(second), maxKnown)] {
				c.widths[uint32(first+j)] = f.Number(width) / 1000
			}
			i += 2
		case float64:
			if i+2 >= len(w) {
				return
			}
			width := f.Number(w[i+2]) / 1000
			for cid := first; cid <= min(int(second), first+maxKnown) && len(c.widths) < maxKnown; cid++ {
				c.widths[uint32(cid)] = width
			}
			i += 3
		default:
			i++
		}
	}
}

func (c *composite) next(s []byte) (g glyph, n int) {
	var code uint32
	switch {
	case c.legacy.utf16:
		code, n = number(s[:min(2, len(s))]), min(2, len(s))
		if len(s) >= 4 && utf16.IsSurrogate(rune(code)) {
			code, n = number(s[:4]), 4
		}
	case c.legacy.lead != nil:
		n = 1
		if len(s) > 1 && c.legacy.lead(s[0]) {
			n = 2
		}
		code = number(s[:n])
	default:
		code, n = c.codes.next(s)
	}
	cid := c.codes.cid(code)
	width, ok := c.widths[cid]
	if !ok {
		width = c.usual
		if c.legacy.lead != nil && n == 1 {
			width /= 2
		}
	}
	text, ok := c.known[code]
	if !ok {
		text = readable(c.textOf(code, cid, s[:n]))
		if len(c.known) < maxKnown {
			c.known[code] = text
		}
	}
	return glyph{text, width, n == 1 && code == ' '}, n
}

func (c *composite) textOf(code, cid uint32, s []byte) string {
	if c.unicode != nil {
		text, _ := c.unicode.text(code)
		return text
	}
	if c.fromGlyph != nil {
		if r, ok := c.fromGlyph[cid]; ok {
			return string(r)
		}
		return ""
	}
	return c.legacy.text(s)
}

func (c charset) text(s []byte) string {
	switch {
	case c.utf16:
		return string(utf16Text(s))
	case c.decoder == nil:
		return ""
	case c.raised:
		raised := make([]byte, len(s))
		for i, b := range s {
			raised[i] = b | 0x80
		}
		s = raised
	}
	out, err := c.decoder.Bytes(s)
	if err != nil {
		return ""
	}
	return string(out)
}

// charsetOf reads the name of one of the format's own maps; the zero charset is one
// whose codes are glyph numbers.
func charsetOf(name string) charset {
	high := func(b byte) bool { return b > 0x80 }
	with := func(e textenc.Encoding) charset { return charset{decoder: e.NewDecoder(), lead: high} }
	switch {
	case strings.Contains(name, "UCS2") || strings.Contains(name, "UTF16"):
		return charset{utf16: true}
	case strings.Contains(name, "RKSJ"):
		c := with(japanese.ShiftJIS)
		c.lead = func(b byte) bool { return b > 0x80 && b < 0xa0 || b >= 0xe0 }
		return c
	case strings.HasPrefix(name, "KSC"):
		return with(korean.EUCKR)
	case strings.HasPrefix(name, "GBK2K"):
		return with(simplifiedchinese.GB18030)
	case strings.HasPrefix(name, "GB"):
		return with(simplifiedchinese.GBK)
	case strings.Contains(name, "B5"), strings.HasPrefix(name, "HKscs"):
		return with(traditionalchinese.Big5)
	case name == "EUC-H" || name == "EUC-V":
		return with(japanese.EUCJP)
	case name == "H" || name == "V" || strings.HasPrefix(name, "Ext-") || strings.HasPrefix(name, "Add-") || strings.HasPrefix(name, "78-"):
		return charset{decoder: japanese.EUCJP.NewDecoder(), raised: true}
	}
	return charset{}
}
