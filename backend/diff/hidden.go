package diff

import (
	"fmt"
	"unicode"
)

// hiddenRune says of a character without a shape what it is, and "" of any other.
// Some of them are part of how a script or an emoji is written; between its
// neighbours such a one hides nothing.
func hiddenRune(r, before, after rune) (FindingKind, string) {
	name, known := shapeless[r]
	switch {
	case r == '\t':
		return "", ""
	case r < ' ' || r == 0x7F || r >= 0x80 && r < 0xA0:
		return Control, fmt.Sprintf("the control character U+%04X%s", r, steers[r])
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
		return Bidi, named(r, name)
	case r == 0x061C, r == 0x200E, r == 0x200F:
		return Bidi, named(r, name)
	case r == 0x200C || r == 0x200D:
		if joins(before) && joins(after) {
			return "", ""
		}
	case r == 0xFE0E || r == 0xFE0F:
		if before > 0xA8 || before >= '#' && before <= '9' {
			return "", ""
		}
	case r >= 0xFE00 && r <= 0xFE0D, r >= 0xE0100 && r <= 0xE01EF: // forms of a Han character
		if unicode.Is(unicode.Han, before) || unicode.Is(unicode.Mongolian, before) {
			return "", ""
		}
		return Invisible, named(r, "a variation selector")
	case r >= 0xE0000 && r <= 0xE007F: // also spell the flags of England, Scotland and Wales
		if before == 0x1F3F4 || before >= 0xE0000 && before <= 0xE007F && after != 0 {
			return "", ""
		}
		return Invisible, named(r, "a tag character")
	case !known && !unicode.Is(unicode.Cf, r):
		return "", ""
	case !known && r >= 0x0600 && r <= 0x08E2: // signs of Arabic and Syriac, which are seen
		return "", ""
	}
	if name == "" {
		name = "a format character"
	}
	return Invisible, named(r, name)
}

// joins tells of a character that a joiner is put beside for the sake of its shape.
func joins(r rune) bool {
	return r > 0x2190 && !unicode.IsLetter(r) || // emoji and what modifies them
		unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
			unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer)
}

func named(r rune, name string) string {
	if name == "" {
		return fmt.Sprintf("U+%04X", r)
	}
	return fmt.Sprintf("%s (U+%04X)", name, r)
}

// shapeless names the characters without a shape. Those that Unicode doesn't call
// format characters are here too: fillers, and blanks that are no spaces.
var shapeless = map[rune]string{
	0x00AD: "a soft hyphen",
	0x034F: "a combining grapheme joiner",
	0x061C: "an Arabic letter mark",
	0x115F: "a Hangul filler",
	0x1160: "a Hangul filler",
	0x180E: "a Mongolian vowel separator",
	0x200B: "a zero width space",
	0x200C: "a zero width non-joiner",
	0x200D: "a zero width joiner",
	0x200E: "a left-to-right mark",
	0x200F: "a right-to-left mark",
	0x2028: "a line separator",
	0x2029: "a paragraph separator",
	0x202A: "a left-to-right embedding",
	0x202B: "a right-to-left embedding",
	0x202C: "the end of an embedding",
	0x202D: "a left-to-right override",
	0x202E: "a right-to-left override",
	0x2060: "a word joiner",
	0x2061: "an invisible function application",
	0x2062: "an invisible times",
	0x2063: "an invisible separator",
	0x2064: "an invisible plus",
	0x2066: "a left-to-right isolate",
	0x2067: "a right-to-left isolate",
	0x2068: "a first strong isolate",
	0x2069: "the end of an isolate",
	0x2800: "a blank Braille pattern",
	0x3164: "a Hangul filler",
	0xFE0E: "a variation selector",
	0xFE0F: "a variation selector",
	0xFEFF: "a byte order mark within the text",
	0xFFA0: "a Hangul filler",
	0xFFF9: "an annotation mark",
	0xFFFA: "an annotation mark",
	0xFFFB: "an annotation mark",
}

// steers says what the control characters do that are used to hide something.
var steers = map[rune]string{
	0x00: ", NUL", 0x08: ", backspace", 0x0B: ", line tabulation", 0x0C: ", form feed",
	0x0D: ", a carriage return within the line", 0x1B: ", escape, which steers terminals", 0x7F: ", delete", 0x85: ", next line", 0x9B: ", which steers terminals",
}
