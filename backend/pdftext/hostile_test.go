package pdftext

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"redline/backend/pdftext/pdffile"
)

// Files that the empty password opens are read in every cipher of the format, those that
// need one are refused (the files are made by qpdf).
func TestEncrypted(t *testing.T) {
	names, err := filepath.Glob("testdata/*.pdf")
	if err != nil || len(names) < 9 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(filepath.Base(name), "locked") {
			if _, err := Read(t.Context(), content); !errors.Is(err, pdffile.ErrPassword) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if got := textOf(t, content); got != "For your eyes: café & (more)" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A part of a file gives the pages that are whole, or says that it is damaged.
func TestCutShort(t *testing.T) {
	content := onePage("BT /F1 12 Tf 72 700 Td (words) Tj ET", helveticaFont)
	read := 0
	for n := range content {
		doc, err := Read(t.Context(), content[:n])
		switch {
		case err == nil && len(doc.Pages) == 1:
			read++
		case err == nil || strings.Contains(err.Error(), "defect"):
			t.Fatalf("%d bytes of %d: %v", n, len(content), err)
		}
	}
	if read == 0 {
		t.Error("no part of the file could be read")
	}
}

func deflated(size int) string {
	var b bytes.Buffer
	w, _ := zlib.NewWriterLevel(&b, zlib.BestCompression)
	line := []byte("BT /F1 9 Tf (x) Tj ET\n")
	for n := 0; n < size; n += len(line) {
		_, _ = w.Write(line)
	}
	_ = w.Close()
	return b.String()
}

// Small files that ask for all memory or all time get neither.
func TestBombs(t *testing.T) {
	packed := deflated(96 << 20)
	kids := func(n int, ref string) string { return "[" + long(ref+" ", n) + "]" }
	for name, content := range map[string][]byte{
		"a page of 96 MB":   file("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Contents 4 0 R>>", stream("/Filter/FlateDecode", packed)),
		"the same page":     file("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1000000000/Kids"+kids(200_000, "3 0 R")+">>", "<</Type/Page>>"),
		"pages in a circle": file("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>", "<</Type/Pages/Kids[2 0 R 4 0 R]>>", "<</Type/Page>>"),
		"forms in forms":    formsInForms(10),
		"brackets":          file("<</Type/Catalog/Pages 2 0 R/X "+long("[", 1<<20)+">>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page>>"),
		"a wide list":       file("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/X"+kids(1<<21, "1")+">>", "<</Type/Page>>"),
		"a wide map": onePage("BT /F1 9 Tf <0001> Tj ET", "/Font<</F1<</Subtype/Type0/Encoding/Identity-H/ToUnicode 5 0 R/DescendantFonts[<</W[0 1000000000 500]>>]>>>>",
			stream("", "1 beginbfrange <00000000> <FFFFFFFF> ["+long("<41>", 1<<19)+"] endbfrange")),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		doc, err := Read(t.Context(), content)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if text, _ := doc.Text(); len(text) > maxText+1<<20 || len(doc.Pages) == 0 && doc.Missing == "" {
			t.Errorf("%s: %d bytes on %d pages, missing %q", name, len(text), len(doc.Pages), doc.Missing)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<30 {
			t.Errorf("%s: %d MB were allocated", name, taken>>20)
		}
	}
}

// formsInForms draws a form that draws the next one ten times, and so on.
func formsInForms(n int) []byte {
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>", stream("", "/X Do")}
	for i := range n {
		content := long("/X Do ", 3)
		if i == n-1 {
			content = "BT /F1 9 Tf (x) Tj ET"
		}
		objects = append(objects, stream(fmt.Sprintf("/Subtype/Form/Resources<<%s/XObject<</X %d 0 R>>>>", helveticaFont, 6+i), content))
	}
	return file(objects...)
}

// Both ends of a page's limits are told.
func TestTooMuch(t *testing.T) {
	var b strings.Builder
	for i := range maxSpans + 10 {
		fmt.Fprintf(&b, "BT /F1 1 Tf %d %d Td (x) Tj ET ", i%600*10, i/600*10)
	}
	doc, err := Read(t.Context(), onePage(b.String(), helveticaFont))
	if err != nil || !strings.Contains(doc.Missing, "page 1 holds more than is read") {
		t.Errorf("%v, %+v", err, doc.Missing)
	}
	if text, _ := doc.Text(); !strings.HasSuffix(text, "(page 1 holds more than is read of a page)\n") {
		t.Errorf("it ends with %q", text[len(text)-100:])
	}
}
