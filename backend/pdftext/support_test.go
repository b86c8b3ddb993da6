package pdftext

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// file puts a PDF together: objects by number from 1, and a trailer that names the first
// as the catalog.
func file(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, at)
	return b.Bytes()
}

// stream writes a stream object.
func stream(dict, content string) string {
	return fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", dict, len(content), content)
}

// onePage is a file of a page with the given content, whose fonts are F1, Helvetica, and
// what resources add. Objects beyond are numbered from 5.
func onePage(content, resources string, more ...string) []byte {
	return file(append([]string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Count 1/Kids[3 0 R]>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<<" + resources + ">>>>",
		stream("", content),
	}, more...)...)
}

const helveticaFont = "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>"

// textOf reads a file's only page.
func textOf(t *testing.T, content []byte) string {
	t.Helper()
	doc, err := Read(t.Context(), content)
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Pages) != 1 || doc.Missing != "" {
		t.Fatalf("%d pages, missing %q", len(doc.Pages), doc.Missing)
	}
	return doc.Pages[0].Text
}

func long(s string, n int) string { return strings.Repeat(s, n) }
