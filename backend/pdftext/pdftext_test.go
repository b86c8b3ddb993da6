package pdftext

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// file makes a PDF of one page for each content, without a table of its objects, so
// that they are found by looking for them.
func file(contents ...string) []byte {
	var b strings.Builder
	b.WriteString("%PDF-1.4\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n")
	kids := ""
	for i, content := range contents {
		page, stream := 10+2*i, 11+2*i
		kids += fmt.Sprintf("%d 0 R ", page)
		fmt.Fprintf(&b, "%d 0 obj <</Type /Page /Parent 2 0 R /Contents %d 0 R>> endobj\n", page, stream)
		fmt.Fprintf(&b, "%d 0 obj <</Length %d>> stream\n%s\nendstream endobj\n", stream, len(content), content)
	}
	fmt.Fprintf(&b, "2 0 obj <</Type /Pages /Kids [%s] /Count %d /Resources <</Font <</F 3 0 R>>>>>> endobj\n", kids, len(contents))
	b.WriteString("3 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>> endobj\n")
	b.WriteString("trailer <</Root 1 0 R>>\n")
	return []byte(b.String())
}

func TestRead(t *testing.T) {
	for _, tc := range []struct{ name, content, want string }{
		{"one line", "BT /F 12 Tf 72 700 Td (Hello, page) Tj ET", "Hello, page"},
		{"lines from top to bottom", "BT /F 12 Tf 72 687 Td (below) Tj 0 13 Td (above) Tj ET", "above\n\nbelow"},
		{"words by their distance", "BT /F 12 Tf 72 700 Td [(two) -600 (words)] TJ ET", "two words"},
		{"letters kerned", "BT /F 12 Tf 72 700 Td [(A) 70 (V) 60 (A)] TJ ET", "AVA"},
		{"letters beyond ASCII", "BT /F 12 Tf 72 700 Td (caf\\351) Tj ET", "café"},
		{"as hexadecimal", "BT /F 12 Tf 72 700 Td <48 69> Tj ET", "Hi"},
		{"nothing", "0 0 m 9 9 l S", ""},
	} {
		doc, err := Read(t.Context(), file(tc.content))
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if got := strings.TrimSpace(doc.Pages[0]); got != tc.want || doc.Count != 1 || doc.Missing != "" {
			t.Errorf("%s: %q, want %q; %d pages, missing %q", tc.name, got, tc.want, doc.Count, doc.Missing)
		}
	}
}

// Each page is headed by its number, and one without text says so (FS-72).
func TestText(t *testing.T) {
	doc, err := Read(t.Context(), file("BT /F 12 Tf 72 700 Td (first) Tj ET", ""))
	if err != nil {
		t.Fatal(err)
	}
	if want := "--- Page 1 ---\nfirst\n\n--- Page 2 ---\n(there is no text on this page: it may be a scan, or a picture)\n"; doc.Text() != want {
		t.Errorf("%q", doc.Text())
	}
}

func TestReadRefuses(t *testing.T) {
	for name, content := range map[string]string{"nothing": "", "no PDF": "hello", "only a head": "%PDF-1.4\n", "no pages": "%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj trailer <</Root 1 0 R>>"} {
		if doc, err := Read(t.Context(), []byte(content)); err == nil {
			t.Errorf("%s: %+v", name, doc)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, file("BT ET")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// FuzzRead finds bytes that make reading panic.
func FuzzRead(f *testing.F) {
	f.Add(file("BT /F 12 Tf 72 700 Td [(a) -600 (b)] TJ ET", "q 1 0 0 1 5 5 cm Q"))
	f.Add([]byte("%PDF-1.4\n1 0 obj <</Type /Catalog /Pages 1 0 R /Kids [1 0 R]>> endobj trailer <</Root 1 0 R>>"))
	f.Fuzz(func(t *testing.T, content []byte) {
		doc, err := Read(t.Context(), content)
		if err == nil && doc.Count < len(doc.Pages) {
			t.Errorf("%d pages of %d", len(doc.Pages), doc.Count)
		}
	})
}
