package pdftext

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"redline/backend/pdftext/pdffile"
)

// What is shown comes out as it is read, however its operators place it.
func TestText(t *testing.T) {
	for name, tc := range map[string]struct{ content, want string }{
		"a string":            {"BT /F1 12 Tf 72 700 Td (Plain words) Tj ET", "Plain words"},
		"hexadecimal":         {"BT /F1 12 Tf 72 700 Td <48 65 6C6C6F> Tj ET", "Hello"},
		"escapes":             {`BT /F1 12 Tf 72 700 Td (a\(b\)\\c \351\` + "\n" + `d) Tj ET`, `a(b)\c éd`},
		"kerning is no space": {"BT /F1 12 Tf 72 700 Td [(A) 70 (V) 80 (A) -20 (T)] TJ ET", "AVAT"},
		"a space by distance": {"BT /F1 12 Tf 72 700 Td [(two) -300 (words)] TJ ET", "two words"},
		"words placed":        {"BT /F1 12 Tf 72 700 Td (two) Tj 24 0 Td (words) Tj ET", "two words"},
		"lines":               {"BT /F1 12 Tf 14 TL 72 700 Td (one) Tj T* (two) Tj (three) ' 1 2 (four) \" ET", "one\ntwo\nthree\nfour"},
		"a paragraph":         {"BT /F1 12 Tf 72 700 Td (one) Tj 0 -14 Td (two) Tj 0 -24 Td (three) Tj ET", "one\ntwo\n\nthree"},
		"superscript":         {"BT /F1 12 Tf 72 700 Td (x) Tj /F1 8 Tf 5 Ts (2) Tj 0 Ts /F1 12 Tf (+1) Tj ET", "x2+1"},
		"letters apart":       {"BT /F1 12 Tf 5 Tc 72 700 Td (spaced out) Tj ET", "spaced out"},
		"bold by drawing twice": {"BT /F1 12 Tf 72 700 Td (bold) Tj ET BT /F1 12 Tf 72.4 700 Td (bold) Tj ET",
			"bold"},
		"bold letter by letter":        {"BT /F1 12 Tf 1 0 0 1 72 700 Tm (b) Tj 1 0 0 1 72.3 700 Tm (b) Tj 1 0 0 1 78.7 700 Tm (e) Tj ET", "be"},
		"an accent over a letter":      {"BT /F1 12 Tf 72 700 Td [(\xa8) 333 (uber)] TJ ET", "über"},
		"a header drawn last":          {"BT /F1 12 Tf 72 700 Td (body) Tj ET BT /F1 12 Tf 72 760 Td (header) Tj ET", "header\n\nbody"},
		"a word drawn last":            {"BT /F1 12 Tf 72 700 Td (a ) Tj ET BT /F1 12 Tf 106 700 Td (c) Tj ET BT /F1 12 Tf 72 600 Td (d) Tj ET BT /F1 12 Tf 82 700 Td (bbb ) Tj ET", "a bbb c\n\nd"},
		"cells":                        {"BT /F1 12 Tf 72 700 Td (name) Tj 200 0 Td (age) Tj -200 -14 Td (Ann) Tj 200 0 Td (7) Tj ET", "name  age\nAnn  7"},
		"turned":                       {"BT /F1 12 Tf 0 1 -1 0 300 300 Tm (up) Tj ET BT /F1 12 Tf 72 700 Td (level words) Tj ET BT /F1 12 Tf 72 600 Td (more) Tj ET", "level words\n\nmore\n\nup"},
		"mirrored pages":               {"q 1 0 0 -1 0 792 cm BT /F1 12 Tf 1 0 0 -1 72 92 Tm (first) Tj ET BT /F1 12 Tf 1 0 0 -1 72 106 Tm (second) Tj ET Q", "first\nsecond"},
		"another text":                 {"BT /F1 12 Tf 72 700 Td /Span <</ActualText (fi)>> BDC (XY) Tj EMC (ne) Tj ET", "fine"},
		"an operator in a list":        {"BT /F1 12 Tf 72 700 Td [(a) 0 Tc -300 (b)] TJ ET", "a b"},
		"a picture in between":         {"BI /W 2 /H 2 ID \x00EI(no) Tj\xff\nEI Q BT /F1 12 Tf 72 700 Td (yes) Tj ET", "yes"},
		"q without Q":                  {"q q q BT /F1 12 Tf 72 700 Td (still) Tj ET", "still"},
		"no font":                      {"BT 72 700 Td (none) Tj ET BT /F9 10 Tf 72 680 Td (unknown) Tj ET", "unknown"},
		"numbers run into operators":   {"BT /F1 12Tf 72 700Td (tight)Tj ET", "tight"},
		"a hyphen ends a line":         {"BT /F1 12 Tf 72 700 Td (syl-) Tj 0 -14 Td (lable) Tj ET", "syl-\nlable"},
		"what is off is left":          {"BT /F1 12 Tf 99999999999 700 Td (far) Tj ET BT /F1 12 Tf 72 700 Td (near) Tj ET", "near"},
		"columns":                      {columns(72, 330), "left 1\nleft 2\nleft 3\n\nright 1\nright 2\nright 3"},
		"columns, the right one first": {columns(330, 72), "right 1\nright 2\nright 3\n\nleft 1\nleft 2\nleft 3"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := textOf(t, onePage(tc.content, helveticaFont)); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// columns draws two columns of three lines, the one at x first.
func columns(left, right int) string {
	var b strings.Builder
	for _, c := range []struct {
		name string
		x    int
	}{{"left", left}, {"right", right}} {
		b.WriteString("BT /F1 12 Tf 14 TL " + strconv.Itoa(c.x) + " 700 Td ")
		for i := range 3 {
			b.WriteString("(" + c.name + " " + strconv.Itoa(i+1) + ") Tj T* ")
		}
		b.WriteString("ET ")
	}
	return b.String()
}

// A font tells what its codes are in many ways; each is understood.
func TestFonts(t *testing.T) {
	const show = "BT /F1 12 Tf 72 700 Td "
	toUnicode := func(body string) string {
		return stream("", "/CIDInit /ProcSet findresource begin begincmap\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n"+body+"\nendcmap")
	}
	composite := func(more string) string {
		return "/Font<</F1<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H" + more + "/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 500/W[3[250 250] 10 20 600]>>]>>>>"
	}
	simple := func(more string) string {
		return "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Own" + more + ">>>>"
	}
	for name, tc := range map[string]struct {
		content, font string
		more          []string
		want          string
	}{
		"WinAnsi":                  {"(\x80\x93\xe9\xfc)", simple("/Encoding/WinAnsiEncoding"), nil, "€“éü"},
		"MacRoman":                 {"(\x8e\xd2\xca\xde)", simple("/Encoding/MacRomanEncoding"), nil, "é“ fi"},
		"Standard":                 {"(\x27\xae\xb1\xd0\xfb)", simple(""), nil, "’fi–—ß"},
		"Symbol":                   {"(abc\xa3\xe5)", "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Symbol>>>>", nil, "αβχ≤∑"},
		"Dingbats":                 {"(\x214\xac\xd5)", "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>>>", nil, "✁✔①→"},
		"Dingbat names":            {"(AB)", "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats/Encoding<</Differences[65/a20/a120]>>>>>>", nil, "✔①"},
		"differences":              {"(abcdefg)", simple("/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[97/Aacute/ffi/afii10025 100/uni20AC/one.oldstyle/f_l/u1F600]>>"), nil, "ÁffiЗ€1fl😀"},
		"numbered names are codes": {"(\x01\x02)", simple("/Encoding<</Differences[1/C72/C105]>>"), nil, "Hi"},
		"a drawn font":             {"(ab)", "/Font<</F1<</Type/Font/Subtype/Type3/FontMatrix[.01 0 0 .01 0 0]/FirstChar 97/Widths[50 50]/Encoding<</Differences[97/box/blob]>>/CharProcs<<>>>>>>", nil, "ab"},
		"the font's own":           {"(\x01\x02)", simple("/FontDescriptor 5 0 R"), []string{"<</FontFile 6 0 R>>", stream("", "%!PS\n/Encoding 256 array\ndup 1 /Omega put\ndup 2 /alpha put\nreadonly def\n")}, "Ωα"},
		"ToUnicode first":          {"(ab)", simple("/Encoding/WinAnsiEncoding/ToUnicode 5 0 R"), []string{toUnicode("1 beginbfchar <61> <03A9> endbfchar")}, "Ωb"},

		"single codes":       {"<00010002>", composite("/ToUnicode 5 0 R"), []string{toUnicode("2 beginbfchar <0001> <0041> <0002> <D83DDE00> endbfchar")}, "A😀"},
		"ranges":             {"<01000101>", composite("/ToUnicode 5 0 R"), []string{toUnicode("1 beginbfrange <0100> <01FF> <0391> endbfrange")}, "ΑΒ"},
		"a wide range":       {"<01F5>", composite("/ToUnicode 5 0 R"), []string{toUnicode("1 beginbfrange <0000> <FFFF> <0300> endbfrange")}, "ӵ"},
		"a list of texts":    {"<00050006>", composite("/ToUnicode 5 0 R"), []string{toUnicode("1 beginbfrange <0005> <0006> [<00660069> <0041>] endbfrange")}, "fiA"},
		"a soft hyphen":      {"<00010005> Tj 0 -14 Td <0001>", composite("/ToUnicode 5 0 R"), []string{toUnicode("2 beginbfchar <0005> <00AD> <0001> <0041> endbfchar")}, "AA"},
		"a ligature":         {"<0005>", composite("/ToUnicode 5 0 R"), []string{toUnicode("1 beginbfchar <0005> <FB03> endbfchar")}, "ffi"},
		"a hand-made space":  {"<00010003><0001>", composite("/ToUnicode 5 0 R"), []string{toUnicode("2 beginbfchar <0001> <0041> <0003> <0020> endbfchar")}, "A A"},
		"UTF-16 codes":       {"<00410416D83DDE00>", strings.Replace(composite(""), "Identity-H", "UniGB-UTF16-H", 1), nil, "AЖ😀"},
		"Shift JIS":          {"<93FA967B41>", strings.Replace(composite(""), "Identity-H", "90ms-RKSJ-H", 1), nil, "日本A"},
		"JIS":                {"<467C4B5C>", strings.Replace(composite(""), "Identity-H", "H", 1), nil, "日本"},
		"GBK":                {"<D6D0B9FA>", strings.Replace(composite(""), "Identity-H", "GBK-EUC-H", 1), nil, "中国"},
		"Big5":               {"<A4A4B0EA>", strings.Replace(composite(""), "Identity-H", "ETen-B5-H", 1), nil, "中國"},
		"Korean":             {"<C7D1B1DB>", strings.Replace(composite(""), "Identity-H", "KSCms-UHC-H", 1), nil, "한글"},
		"from right to left": {"<000100020003>", composite("/ToUnicode 5 0 R"), []string{toUnicode("3 beginbfchar <0001> <05DD> <0002> <05D5> <0003> <05DC05E9> endbfchar")}, "לשום"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := textOf(t, onePage(show+tc.content+" Tj ET", tc.font, tc.more...)); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// Text whose characters nobody can know is told, and so is a page without text (FS-72).
func TestWhatHasNoText(t *testing.T) {
	hidden := onePage("BT /F1 12 Tf 72 700 Td <0001000200030004> Tj ET",
		"/Font<</F1<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[<</Subtype/CIDFontType2>>]>>>>")
	for name, tc := range map[string]struct {
		content []byte
		want    string
	}{
		"nothing":    {onePage("", ""), "--- Page 1 ---\n(there is no text on this page: it may be a scan, or a picture)\n"},
		"no codes":   {hidden, "--- Page 1 ---\n(text on this page can't be read: its fonts don't tell which characters they show)\n"},
		"no content": {file("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page>>"), "may be a scan"},
	} {
		doc, err := Read(t.Context(), tc.content)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if text, starts := doc.Text(); !strings.Contains(text, tc.want) || len(starts) != 1 || starts[0] != 1 {
			t.Errorf("%s: %q, %v", name, text, starts)
		}
	}
}

// Forms, what was filled into fields, and inherited resources are part of the page.
func TestParts(t *testing.T) {
	form := stream("/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<<"+helveticaFont+"/XObject<</X 5 0 R>>>>", "BT /F1 12 Tf 0 0 Td (form) Tj ET /X Do")
	if got := textOf(t, onePage("q 1 0 0 1 72 700 cm /X Do Q q 1 0 0 1 72 600 cm /X Do Q", "/XObject<</X 5 0 R>>", form)); got != "form\n\nform" {
		t.Errorf("forms: %q", got)
	}
	filled := file("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/Resources<<"+helveticaFont+">>>>",
		"<</Type/Page/Parent 2 0 R/Contents[4 0 R 4 0 R]/Annots[<</Subtype/Widget/Rect[72 650 172 670]/AP<</N 5 0 R>>>> <</Subtype/Widget/F 2/Rect[0 0 9 9]/AP<</N 5 0 R>>>> <</Subtype/Widget/Rect[72 600 172 620]/AS/On/AP<</N<</On 5 0 R>>>>>>]>>",
		stream("", "BT /F1 12 Tf 72 700 Td (Name:) Tj ET"),
		stream("/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<<"+helveticaFont+">>", "BT /F1 12 Tf 2 4 Td (Ann) Tj ET"))
	if got := textOf(t, filled); got != "Name:\n\nAnn\n\nAnn" {
		t.Errorf("fields: %q", got)
	}
}

// What is no PDF, needs a password or has no pages is refused by what it is.
func TestRefused(t *testing.T) {
	for name, tc := range map[string]struct {
		content []byte
		want    error
	}{
		"nothing": {nil, pdffile.ErrNotPDF},
		"text":    {[]byte("just words"), pdffile.ErrNotPDF},
		"head":    {[]byte("%PDF-1.7\n"), pdffile.ErrDamaged},
		"locked":  {file("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>"), errNoPages},
	} {
		if doc, err := Read(t.Context(), tc.content); !errors.Is(err, tc.want) || doc != nil {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("stopped by you")
	cancel(gone)
	if _, err := Read(ctx, onePage("", "")); !errors.Is(err, gone) {
		t.Errorf("stopped: %v", err)
	}
}
