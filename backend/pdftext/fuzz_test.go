package pdftext

import (
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"redline/backend/pdftext/pdffile"
)

// Whatever the bytes are, there is text or an error, soon, and the text is UTF-8 in which
// every page is headed.
func FuzzRead(f *testing.F) {
	f.Add(onePage("BT /F1 12 Tf 72 700 Td [(two) -300 (words)] TJ ET", helveticaFont))
	f.Add(onePage("BT /F1 12 Tf <0001> Tj ET", "/Font<</F1<</Subtype/Type0/Encoding/Identity-H/ToUnicode 5 0 R/DescendantFonts[<</W[3[250 250] 10 20 600]>>]>>>>",
		stream("", "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0300> endbfrange endcmap")))
	f.Add(onePage("/X Do", "/XObject<</X 5 0 R>>", stream("/Subtype/Form/Resources<</XObject<</X 5 0 R>>>>", "BT (x) Tj ET /X Do /X Do")))
	f.Add(onePage("BI ID EI BT /F1 12 Tf (a) Tj ET", "/Font<</F1<</Subtype/Type1/Encoding<</Differences[65/a/b/c]>>/FontDescriptor<</FontFile 5 0 R/FontFile2 5 0 R>>>>>>", stream("", "/Encoding dup 1 /A put")))
	f.Add([]byte("%PDF-1.1\n1 0 obj<</Type/Page/Contents 1 0 R/Length 1 0 R>>stream\nBT(x)Tj\nendstream trailer<</Root<</Pages 1 0 R>>>>"))
	f.Add([]byte("%PDF-1.5\n1 0 obj<</Type/ObjStm/N 2/First 8>>stream\n2 0 3 9 <</Kids[3 0 R]>><</Type/Page>>\nendstream endobj"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) > 1<<16 {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		doc, err := Read(ctx, content)
		if err != nil {
			if strings.Contains(err.Error(), "defect") {
				t.Error(err)
			}
			if doc != nil {
				t.Errorf("text beside the error %v", err)
			}
			return
		}
		text, starts := doc.Text()
		if !utf8.ValidString(text) {
			t.Errorf("%q is not UTF-8", text)
		}
		lines := strings.Split(text, "\n")
		for i, n := range starts {
			if !strings.HasPrefix(lines[n-1], "--- Page ") {
				t.Errorf("page %d does not begin on line %d", i+1, n)
			}
		}
		if len(doc.Pages) > doc.Count || doc.Missing == "" && len(doc.Pages) != doc.Count {
			t.Errorf("%d of %d pages, missing %q", len(doc.Pages), doc.Count, doc.Missing)
		}
	})
}

// A map of characters is read whatever stands in it.
func FuzzCMap(f *testing.F) {
	f.Add("1 begincodespacerange <00> <80> endcodespacerange 1 beginbfchar <01> <0041> endbfchar", []byte{1, 2, 200})
	f.Add("1 beginbfrange <0000> <FFFF> [<0041> <0042>] <01> /A endbfrange 1 begincidrange <00> <ff> 7 endcidrange", []byte{0, 1, 2})
	f.Fuzz(func(t *testing.T, source string, codes []byte) {
		file, err := pdffile.Open(t.Context(), file("<</Type/Catalog/Pages<<>>>>", stream("", source)))
		if err != nil {
			return // the source ended its own stream
		}
		m := readCMap(file, file.Stream(pdffile.Ref{Number: 2}))
		for len(codes) > 0 {
			code, n := m.next(codes)
			if n < 1 || n > len(codes) {
				t.Fatalf("a code of %d bytes of %d", n, len(codes))
			}
			m.text(code)
			m.cid(code)
			codes = codes[n:]
		}
	})
}
