package pdftext

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// accents are the marks whose names stand behind a letter's: Aacute is A and acute.
var accents = map[string]rune{
	"acute": 0x301, "grave": 0x300, "circumflex": 0x302, "dieresis": 0x308, "tilde": 0x303, "caron": 0x30c, "breve": 0x306, "macron": 0x304, "ring": 0x30a,
	"cedilla": 0x327, "ogonek": 0x328, "dotaccent": 0x307, "hungarumlaut": 0x30b, "commaaccent": 0x327, "dotbelow": 0x323, "hookabove": 0x309, "horn": 0x31b,
}

// glyphs are names and what they show, in pairs. Letters by themselves, letters with an
// accent and numbered names are not in it.
const glyphs = `space   exclam ! quotedbl " numbersign # dollar $ percent % ampersand & quotesingle ' parenleft ( parenright ) asterisk * plus + comma , hyphen - minus − period . slash /
zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 colon : semicolon ; less < equal = greater > question ? at @
bracketleft [ backslash \ bracketright ] asciicircum ^ underscore _ grave ` + "`" + ` quoteleft ‘ quoteright ’ braceleft { bar | braceright } asciitilde ~
exclamdown ¡ cent ¢ sterling £ currency ¤ yen ¥ brokenbar ¦ section § dieresis ¨ copyright © ordfeminine ª guillemotleft « logicalnot ¬ registered ® macron ¯ degree ° plusminus ±
twosuperior ² threesuperior ³ acute ´ mu µ paragraph ¶ periodcentered · middot · cedilla ¸ onesuperior ¹ ordmasculine º guillemotright » onequarter ¼ onehalf ½ threequarters ¾ questiondown ¿
AE Æ ae æ Eth Ð eth ð multiply × divide ÷ Oslash Ø oslash ø Thorn Þ thorn þ germandbls ß Dcroat Đ dcroat đ Dslash Đ dmacron đ Hbar Ħ hbar ħ dotlessi ı dotlessj ȷ IJ Ĳ ij ĳ kgreenlandic ĸ
Ldot Ŀ ldot ŀ Lslash Ł lslash ł napostrophe ŉ Eng Ŋ eng ŋ OE Œ oe œ Tbar Ŧ tbar ŧ longs ſ florin ƒ circumflex ˆ caron ˇ breve ˘ dotaccent ˙ ring ˚ ogonek ˛ tilde ˜ hungarumlaut ˝
Scommaaccent Ș scommaaccent ș Tcommaaccent Ț tcommaaccent ț schwa ə
endash – emdash — afii00208 ― quotesinglbase ‚ quotedblleft “ quotedblright ” quotedblbase „ dagger † daggerdbl ‡ bullet • ellipsis … perthousand ‰ minute ′ second ″
guilsinglleft ‹ guilsinglright › fraction ⁄ Euro € euro € franc ₣ lira ₤ peseta ₧ trademark ™ servicemark ℠ estimated ℮ numero № afii61352 № afii61289 ℓ
fi fi fl fl ff ff ffi ffi ffl ffl f_f ff f_i fi f_l fl f_f_i ffi f_f_l ffl f_t ft t_t tt T_h Th st st s_t st
Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω
alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ nu ν xi ξ omicron ο pi π rho ρ sigma σ sigma1 ς sigmafinal ς tau τ upsilon υ phi φ chi χ psi ψ omega ω
theta1 ϑ phi1 ϕ omega1 ϖ Upsilon1 ϒ epsilon1 ϵ rho1 ϱ kappa1 ϰ Alphatonos Ά Epsilontonos Έ Etatonos Ή Iotatonos Ί Omicrontonos Ό Upsilontonos Ύ Omegatonos Ώ
alphatonos ά epsilontonos έ etatonos ή iotatonos ί omicrontonos ό upsilontonos ύ omegatonos ώ iotadieresis ϊ upsilondieresis ϋ iotadieresistonos ΐ upsilondieresistonos ΰ tonos ΄ dieresistonos ΅
afii10017 А afii10018 Б afii10019 В afii10020 Г afii10021 Д afii10022 Е afii10023 Ё afii10050 Ґ afii10051 Ђ afii10052 Ѓ afii10053 Є afii10054 Ѕ afii10055 І afii10056 Ї afii10057 Ј afii10058 Љ afii10059 Њ afii10060 Ћ afii10061 Ќ afii10062 Ў afii10145 Џ
afii10098 ґ afii10099 ђ afii10100 ѓ afii10101 є afii10102 ѕ afii10103 і afii10104 ї afii10105 ј afii10106 љ afii10107 њ afii10108 ћ afii10109 ќ afii10110 ў afii10193 џ afii10065 а afii10066 б afii10067 в afii10068 г afii10069 д afii10070 е afii10071 ё
universal ∀ existential ∃ suchthat ∋ asteriskmath ∗ congruent ≅ therefore ∴ because ∵ perpendicular ⊥ radicalex ‾ similar ∼ lessequal ≤ greaterequal ≥ infinity ∞ proportional ∝ partialdiff ∂
notequal ≠ equivalence ≡ approxequal ≈ aleph ℵ Ifraktur ℑ Rfraktur ℜ weierstrass ℘ circlemultiply ⊗ circleplus ⊕ emptyset ∅ intersection ∩ union ∪ propersuperset ⊃ reflexsuperset ⊇ notsubset ⊄
propersubset ⊂ reflexsubset ⊆ element ∈ notelement ∉ angle ∠ gradient ∇ nabla ∇ product ∏ radical √ dotmath ⋅ logicaland ∧ logicalor ∨ lozenge ◊ angleleft ⟨ angleright ⟩ summation ∑ integral ∫ integraltp ⌠ integralbt ⌡
arrowleft ← arrowup ↑ arrowright → arrowdown ↓ arrowboth ↔ arrowupdn ↕ arrowdblleft ⇐ arrowdblup ⇑ arrowdblright ⇒ arrowdbldown ⇓ arrowdblboth ⇔ carriagereturn ↵ mapsto ↦ arrownortheast ↗ arrowsoutheast ↘
spade ♠ club ♣ heart ♥ diamond ♦ spadesuit ♠ clubsuit ♣ heartsuit ♥ diamondsuit ♦ H18533 ■ filledbox ■ H22073 □ circle ○ openbullet ◦ triagup ▲ triagdn ▼ star ⋆ checkmark ✓ female ♀ male ♂ musicalnote ♪
minusplus ∓ circleminus ⊖ circledivide ⊘ circledot ⊙ lessmuch ≪ greatermuch ≫ precedes ≺ follows ≻ precedesequal ⪯ followsequal ⪰ similarequal ≃ negationslash ̸ prime ′ owner ∋ triangle △ triangleinv ▽
logicalnot1 ¬ latticetop ⊤ turnstileleft ⊢ turnstileright ⊣ floorleft ⌊ floorright ⌋ ceilingleft ⌈ ceilingright ⌉ bardbl ‖ wreathproduct ≀ unionmulti ⊎ intersectionsq ⊓ unionsq ⊔ subsetsqequal ⊑ supersetsqequal ⊒ coproduct ∐ backslashbig \ slashbig /
summationtext ∑ summationdisplay ∑ producttext ∏ productdisplay ∏ integraltext ∫ integraldisplay ∫ uniontext ⋃ uniondisplay ⋃ intersectiontext ⋂ intersectiondisplay ⋂ logicalandtext ⋀ logicalortext ⋁ radicalbig √ radicalBig √ radicalbigg √ radicalBigg √
parenleftbig ( parenrightbig ) parenleftBig ( parenrightBig ) parenleftbigg ( parenrightbigg ) parenleftBigg ( parenrightBigg ) bracketleftbig [ bracketrightbig ] bracketleftBig [ bracketrightBig ] bracketleftbigg [ bracketrightbigg ] bracketleftBigg [ bracketrightBigg ]
braceleftbig { bracerightbig } braceleftBig { bracerightBig } braceleftbigg { bracerightbigg } braceleftBigg { bracerightBigg } vector ⃗ lscript ℓ dotlessi1 ı hyphenminus - nbspace   nonbreakingspace   visiblespace ␣ quotedbl1 "`

// glyphTable is glyphs as a map.
var glyphTable = sync.OnceValue(func() map[string]string {
	table := map[string]string{"sfthyphen": "\u00ad"}
	words := strings.Split(strings.ReplaceAll(glyphs, "\n", " "), " ")
	for i := 0; i+1 < len(words); i += 2 {
		if words[i+1] == "" { // the name of a space, whose text is a space: two words are empty
			table[words[i]] = " "
			i++
			continue
		}
		table[words[i]] = words[i+1]
	}
	for i := range rune(26) { // Russian letters follow the alphabet, but for Ё
		table["afii"+strconv.Itoa(10024+int(i))] = string('Ж' + i)
		table["afii"+strconv.Itoa(10072+int(i))] = string('ж' + i)
	}
	for first, numbers := range dingbatNames {
		for i, n := range strings.Fields(numbers) {
			table[dingbatMark+n] = dingbats[first+i]
		}
	}
	return table
})

// dingbatMark stands before the names of ZapfDingbats, a1 and so on, which mean
// something else in other fonts.
const dingbatMark = "ZapfDingbats a"

// glyphText gives what a glyph's name says that it shows; "" where it says nothing.
func glyphText(name string) string {
	if text, ok := glyphTable()[name]; ok {
		return text
	}
	if len(name) == 1 && (name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z') {
		return name
	}
	plain, _, varied := strings.Cut(name, ".") // a.alt, one.oldstyle
	if varied && plain != "" {
		return glyphText(plain)
	}
	if text := numbered(name); text != "" {
		return text
	}
	if len(name) > 1 {
		if mark, ok := accents[name[1:]]; ok {
			if text := norm.NFC.String(name[:1] + string(mark)); utf8.RuneCountInString(text) == 1 {
				return text
			}
		}
	}
	if parts := strings.Split(name, "_"); len(parts) > 1 && len(parts) <= 4 { // f_f_i
		var all string
		for _, p := range parts {
			all += glyphText(p)
		}
		return all
	}
	return ""
}

// numbered reads names that hold a character's number: uni20AC, u1F600.
func numbered(name string) string {
	hex, ok := strings.CutPrefix(name, "uni")
	if !ok {
		if hex, ok = strings.CutPrefix(name, "u"); !ok || len(hex) < 4 || len(hex) > 6 {
			return ""
		}
		return character(hex)
	}
	if len(hex) < 4 || len(hex)%4 != 0 || len(hex) > 16 {
		return ""
	}
	var all string
	for ; hex != ""; hex = hex[4:] {
		all += character(hex[:4])
	}
	return all
}

func character(hex string) string {
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || n < ' ' || !utf8.ValidRune(rune(n)) {
		return ""
	}
	return string(rune(n))
}

// coded reads the names of fonts that were cut down to numbers, such as C65, G41 or
// a101: the code that the glyph had before. It is the last resort.
func coded(name string) string {
	if len(name) < 2 {
		return ""
	}
	digits := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	n, err := strconv.Atoi(digits)
	if err != nil || len(name)-len(digits) > 2 || n < ' ' || n > 255 {
		return ""
	}
	return winAnsi[n]
}
