package pdftext

import (
	"strings"

	"golang.org/x/text/encoding/charmap"

	"redline/backend/pdftext/pdffile"
)

// encoding gives the text of each code of a simple font; "" where nothing is known.
type encoding [256]string

// ofCharmap makes an encoding of one that the Go project keeps.
func ofCharmap(m *charmap.Charmap) (e encoding) {
	for c := range 256 {
		if r := m.DecodeByte(byte(c)); r >= ' ' && r != '\uFFFD' && (r < 0x7f || r > 0x9f) {
			e[c] = string(r)
		}
	}
	return e
}

// ofRunes makes an encoding of runs of characters that follow one another.
func ofRunes(runs map[int]string) (e encoding) {
	for c, text := range runs {
		for _, r := range text {
			if r != '\uFFFD' { // a gap
				e[c] = string(r)
			}
			c++
		}
	}
	return e
}

// ascii is what the format's encodings share.
const ascii = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

var (
	winAnsi = func() encoding {
		e := ofCharmap(charmap.Windows1252)
		e[0xa0], e[0xad] = " ", "-"
		for _, c := range []int{0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d} {
			e[c] = "•" // as the format says of codes that are not used
		}
		return e
	}()

	macRoman = func() encoding {
		e := ofCharmap(charmap.Macintosh)
		e[0xca], e[0xdb] = " ", "¤"
		return e
	}()

	standard = func() encoding {
		e := ofRunes(map[int]string{
			0x20: ascii, 0xa1: "¡¢£⁄¥ƒ§¤'“«‹›", 0xb1: "–†‡·", 0xb6: "¶•‚„”»…‰", 0xbf: "¿", 0xc1: "`´ˆ˜¯˘˙¨", 0xca: "˚¸", 0xcd: "˝˛ˇ—",
			0xe1: "Æ", 0xe3: "ª", 0xe8: "ŁØŒº", 0xf1: "æ", 0xf5: "ı", 0xf8: "łøœß",
		})
		e[0x27], e[0x60], e[0xae], e[0xaf] = "’", "‘", "fi", "fl"
		return e
	}()

	symbol = ofRunes(map[int]string{
		0x20: " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
		0xa0: "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪",
		0xf1: "〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
	})

	dingbats = func() encoding {
		e := ofRunes(map[int]string{0x20: " ", 0xa8: "♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩", 0xd4: "➔→↔↕"})
		linear := func(from, to int, first rune) {
			for c := from; c <= to; c++ {
				e[c] = string(first + rune(c-from))
			}
		}
		linear(0x21, 0x7e, '✁')
		linear(0x80, 0x8d, '❨')
		linear(0xa1, 0xa7, '❡')
		linear(0xb6, 0xd3, '❶')
		linear(0xd8, 0xef, '➘')
		linear(0xf1, 0xfe, '➱')
		for c, text := range map[int]string{0x25: "☎", 0x2a: "☛", 0x2b: "☞", 0x48: "★", 0x6c: "●", 0x6e: "■", 0x73: "▲", 0x74: "▼", 0x75: "◆", 0x77: "◗"} {
			e[c] = text
		}
		return e
	}()
)

// dingbatNames are ZapfDingbats' names in the order of their codes, without the a before
// each number, from 0x21, from 0xa1 and from 0xf1.
var dingbatNames = map[int]string{
	0x21: "1 2 202 3 4 5 119 118 117 11 12 13 14 15 16 105 17 18 19 20 21 22 23 24 25 26 27 28 6 7 8 9 10 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 203 75 204 76 77 78 79 81 82 83 84 97 98 99 100",
	0xa1: "101 102 103 104 106 107 108 112 111 110 109 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 163 164 196 165 192 166 167 168 169 170 171 172 173 162 174 175 176 177 178 179 193 180 199 181 200 182",
	0xf1: "201 183 184 197 185 194 198 186 195 187 188 189 190 191",
}

// base gives an encoding by its name in the format, and whether it is one.
func base(name pdffile.Name) (encoding, bool) {
	switch name {
	case "WinAnsiEncoding":
		return winAnsi, true
	case "MacRomanEncoding":
		return macRoman, true
	case "StandardEncoding":
		return standard, true
	}
	return encoding{}, false
}

// builtIn gives the encoding of a font that is not in the file, by its name.
func builtIn(font string) encoding {
	switch {
	case strings.Contains(font, "Dingbats"):
		return dingbats
	case strings.HasPrefix(font, "Symbol"):
		return symbol
	}
	return standard
}
