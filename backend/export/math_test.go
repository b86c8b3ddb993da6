package export_test

import (
	"encoding/hex"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"redline/backend/export"
)

// equations gives the Office Math of a text, without the properties of runs.
func equations(t *testing.T, src string) string {
	t.Helper()
	out, _ := convert(t, src, export.DOCX, export.Options{})
	document := unzip(t, out)["word/document.xml"]
	for decoder := xml.NewDecoder(strings.NewReader(document)); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("the document isn't XML: %v", err)
		}
	}
	_, rest, found := strings.Cut(document, "<m:oMath>")
	if !found {
		t.Fatalf("no equation in %s", document)
	}
	math, _, _ := strings.Cut(rest, "</m:oMath>")
	return math
}

func TestMathsIsWrittenAsWordEditsIt(t *testing.T) {
	for tex, want := range map[string][]string{
		`\frac{a}{b}`:                            {"<m:f><m:num>", "<m:den>"},
		`\sqrt[3]{x}`:                            {"<m:rad><m:deg>"},
		`\sqrt{x}`:                               {`<m:degHide m:val="1"/>`, "<m:deg/>"},
		`x_i^2`:                                  {"<m:sSubSup><m:e>", "<m:sub>", "<m:sup>"},
		`{}_1^2 X`:                               {"<m:sPre><m:sub>"},
		`\sum_{i=1}^n i = 5`:                     {`<m:chr m:val="∑"/><m:limLoc m:val="undOvr"/>`, "</m:nary><m:r>"},
		`\int f(x)\,dx = 1`:                      {`<m:chr m:val="∫"/>`, `<m:subHide m:val="1"/><m:supHide m:val="1"/>`},
		`\left(\frac12\middle|x\right]`:          {`<m:begChr m:val="("/><m:sepChr m:val="|"/><m:endChr m:val="]"/>`},
		`\vec{v}`:                                {"<m:acc><m:accPr><m:chr m:val=\"\u20d7\"/>"},
		`\overline{x}`:                           {`<m:bar><m:barPr><m:pos m:val="top"/>`},
		`\underbrace{x}_n`:                       {"<m:limLow><m:e><m:groupChr>", `<m:chr m:val="⏟"/><m:pos m:val="bot"/>`},
		`\lim_{x\to0} f`:                         {"<m:func><m:fName><m:limLow>"},
		`\sin x`:                                 {"<m:func><m:fName><m:r>", `<m:sty m:val="p"/>`},
		`\begin{pmatrix}a&b\\c&d\end{pmatrix}`:   {`<m:begChr m:val="("/>`, "<m:m><m:mPr><m:mcs>", "<m:mr><m:e>"},
		`\begin{gather}a\\b\end{gather}`:         {"<m:eqArr><m:e>"},
		`\begin{cases}a&b\\c&d\end{cases}`:       {`<m:begChr m:val="{"/><m:endChr m:val=""/>`, `<m:mcJc m:val="left"/>`},
		`\binom nk`:                              {`<m:type m:val="noBar"/>`},
		`\boxed{x}`:                              {"<m:borderBox>"},
		`\phantom{x}`:                            {`<m:phant><m:phantPr><m:show m:val="0"/>`},
		`\mathbb{R}`:                             {`<m:scr m:val="double-struck"/>`, "ℝ"},
		`\text{a <b`:                             {"<m:nor/>", "a &lt;b"},
		`\nosuch{x}`:                             {`\nosuch`},
		`\begin{aligned}a&=b\\c&=d\end{aligned}`: {`<m:mcJc m:val="right"/>`, `<m:mcJc m:val="left"/>`},
	} {
		got := equations(t, "$$\n"+tex+"\n$$\n")
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%s: no %s in\n%s", tex, part, got)
			}
		}
	}
}

func TestMathsStandsWhereverTextStands(t *testing.T) {
	src := "# Of $x$\n\n- item $x$\n\n| a |\n| --- |\n| $x$ |\n\n> $x$ and $$y$$ and[^1]\n\n[^1]: Note $x$.\n"
	out, _ := convert(t, src, export.DOCX, export.Options{})
	parts := unzip(t, out)
	if n := strings.Count(parts["word/document.xml"], "<m:oMath>"); n != 5 {
		t.Errorf("%d equations in the text, want 5", n)
	}
	if n := strings.Count(parts["word/footnotes.xml"], "<m:oMath>"); n != 1 {
		t.Errorf("%d equations in the footnote, want 1", n)
	}
}

func TestUnknownMathsIsAWarningWhereItIsSet(t *testing.T) {
	for format, want := range map[export.Format]int{export.PDF: 1, export.DOCX: 1, export.HTML: 0} {
		_, result := convert(t, `$\nosuch$ and $\nosuch x$`, format, export.Options{})
		if len(result.Warnings) != want || want > 0 && !strings.Contains(result.Warnings[0], `\nosuch`) {
			t.Errorf("%s: warnings %q, want %d that names the command", format, result.Warnings, want)
		}
	}
}

func TestMathsInPDFReadsAsALine(t *testing.T) {
	out, _ := convert(t, "See $\\frac{a+b}{2}$.\n\n$$\\sum_{k=1}^n k$$\n", export.PDF, export.Options{})
	text := spoken(t, out)
	for _, want := range []string{"(a + b)/2", "∑_(k = 1)^n k"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
}

var actualText = regexp.MustCompile(`/ActualText <FEFF([0-9A-F]*)>`)

// spoken gives what a PDF says that its maths reads as, a formula a line.
func spoken(t *testing.T, data []byte) string {
	t.Helper()
	var out strings.Builder
	for _, content := range streams(data) {
		for _, text := range actualText.FindAllSubmatch(content, -1) {
			units, err := hex.DecodeString(string(text[1]))
			if err != nil {
				t.Fatal(err)
			}
			var codes []uint16
			for i := 0; i+1 < len(units); i += 2 {
				codes = append(codes, uint16(units[i])<<8|uint16(units[i+1]))
			}
			out.WriteString(string(utf16.Decode(codes)) + "\n")
		}
	}
	return out.String()
}
