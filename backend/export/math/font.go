package math

import "strings"

// Font is an alphabet.
type Font uint8

// The alphabets. Italic sets letters as variables are set: Latin and small Greek
// ones sloped, the rest upright.
const (
	Italic Font = iota
	Upright
	Bold
	BoldItalic
	DoubleStruck
	Calligraphic
	Fraktur
	Sans
	SansBold
	SansItalic
	Mono
)

// alphabet is where Unicode has an alphabet's letters: the first of capitals,
// small letters and digits, and of Greek; 0 for none.
type alphabet struct{ upper, lower, digit, greekUpper, greekLower rune }

var alphabets = map[Font]alphabet{
	Italic:       {0x1d434, 0x1d44e, 0, 0, 0x1d6fc},
	Bold:         {0x1d400, 0x1d41a, 0x1d7ce, 0x1d6a8, 0x1d6c2},
	BoldItalic:   {0x1d468, 0x1d482, 0x1d7ce, 0x1d71c, 0x1d736},
	DoubleStruck: {0x1d538, 0x1d552, 0x1d7d8, 0, 0},
	Calligraphic: {0x1d49c, 0x1d4b6, 0, 0, 0},
	Fraktur:      {0x1d504, 0x1d51e, 0, 0, 0},
	Sans:         {0x1d5a0, 0x1d5ba, 0x1d7e2, 0, 0},
	SansBold:     {0x1d5d4, 0x1d5ee, 0x1d7ec, 0x1d756, 0x1d770},
	SansItalic:   {0x1d608, 0x1d622, 0x1d7e2, 0, 0},
	Mono:         {0x1d670, 0x1d68a, 0x1d7f6, 0, 0},
}

// elsewhere are letters that Unicode had before it had the alphabets.
var elsewhere = map[rune]rune{
	0x1d455: 'ℎ', 0x1d49d: 'ℬ', 0x1d4a0: 'ℰ', 0x1d4a1: 'ℱ', 0x1d4a3: 'ℋ', 0x1d4a4: 'ℐ', 0x1d4a7: 'ℒ', 0x1d4a8: 'ℳ', 0x1d4ad: 'ℛ',
	0x1d4ba: 'ℯ', 0x1d4bc: 'ℊ', 0x1d4c4: 'ℴ', 0x1d506: 'ℭ', 0x1d50b: 'ℌ', 0x1d50c: 'ℑ', 0x1d515: 'ℜ', 0x1d51d: 'ℨ',
	0x1d53a: 'ℂ', 0x1d53f: 'ℍ', 0x1d545: 'ℕ', 0x1d547: 'ℙ', 0x1d548: 'ℚ', 0x1d549: 'ℝ', 0x1d551: 'ℤ',
}

// variants are the Greek letters that stand behind omega, in Unicode's order.
const variants = "∂ϵϑϰϕϱϖ"

// In gives a character in the alphabet, or the character itself where the
// alphabet has none.
func (f Font) In(r rune) rune {
	a := alphabets[f]
	switch {
	case f == Italic && (r == 'ı' || r == 'ȷ'):
		return 0x1d6a4 + r&1 ^ 1
	case 'A' <= r && r <= 'Z' && a.upper > 0:
		return moved(a.upper + r - 'A')
	case 'a' <= r && r <= 'z' && a.lower > 0:
		return moved(a.lower + r - 'a')
	case '0' <= r && r <= '9' && a.digit > 0:
		return a.digit + r - '0'
	case 'Α' <= r && r <= 'Ω' && a.greekUpper > 0:
		return a.greekUpper + r - 'Α'
	case 'α' <= r && r <= 'ω' && a.greekLower > 0:
		return a.greekLower + r - 'α'
	case a.greekLower > 0:
		if at := strings.IndexRune(variants, r); at >= 0 && (r != '∂' || f != Italic) {
			return a.greekLower + 25 + rune(len([]rune(variants[:at])))
		}
	}
	return r
}

func moved(r rune) rune {
	if to, ok := elsewhere[r]; ok {
		return to
	}
	return r
}

// Set gives a text in the alphabet.
func (f Font) Set(text string) string { return strings.Map(f.In, text) }

// fonts are the commands that set their argument in an alphabet.
var fonts = map[string]Font{
	"mathrm": Upright, "mathnormal": Italic, "mathit": Italic, "mathbf": Bold, "mathbb": DoubleStruck, "Bbb": DoubleStruck, "mathcal": Calligraphic,
	"mathscr": Calligraphic, "mathfrak": Fraktur, "frak": Fraktur, "mathsf": Sans, "mathtt": Mono, "bold": Bold, "boldsymbol": BoldItalic,
	"bm": BoldItalic, "pmb": BoldItalic, "symbf": Bold, "symbfit": BoldItalic, "symup": Upright, "symit": Italic, "symsf": Sans, "symtt": Mono,
	"mathsfit": SansItalic, "mathup": Upright,
}

// switches are the commands that set the rest of a group in an alphabet.
var switches = map[string]Font{"rm": Upright, "it": Italic, "bf": Bold, "sf": Sans, "tt": Mono, "cal": Calligraphic, "mit": Italic, "bfseries": Bold,
	"itshape": Italic, "ttfamily": Mono, "sffamily": Sans, "rmfamily": Upright, "boldmath": BoldItalic}

// texts are the commands whose argument is words.
var texts = map[string]Font{
	"text": Upright, "textrm": Upright, "textnormal": Upright, "textup": Upright, "textmd": Upright, "mbox": Upright, "hbox": Upright,
	"textbf": Bold, "textit": Italic, "textsf": Sans, "texttt": Mono, "emph": Italic, "textsl": Italic, "sout": Upright, "intertext": Upright,
}
