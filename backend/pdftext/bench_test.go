package pdftext_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"redline/backend/export"
	"redline/backend/pdftext"
)

// book is a PDF of about 300 pages of text, code and tables, as Redline exports it.
var book = sync.OnceValues(func() ([]byte, error) {
	var s strings.Builder
	for chapter := range 118 {
		fmt.Fprintf(&s, "# Chapter %d\n\n", chapter+1)
		for p := range 14 {
			fmt.Fprintf(&s, "%s\n\n", strings.Repeat(fmt.Sprintf("The keeper of lamp %d wrote down *each* evening what the **sea** had brought. ", p), 6))
		}
		s.WriteString("| night | wind | ships |\n| --- | --- | ---: |\n")
		for row := range 20 {
			fmt.Fprintf(&s, "| %d | north by east | %d |\n", row, row*chapter)
		}
		s.WriteString("\n```go\nfunc light(n int) error {\n\treturn lamps[n].Burn()\n}\n```\n\n")
	}
	var b bytes.Buffer
	_, err := export.Convert(context.Background(), &b, []byte(s.String()), export.PDF, export.Options{})
	return b.Bytes(), err
})

// PDF text, 300 pages: at most twice pdftotext, which is measured on the same file.
func BenchmarkRead(b *testing.B) {
	content, err := book()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("redline", func(b *testing.B) {
		b.ReportAllocs()
		pages := 0
		for b.Loop() {
			doc, err := pdftext.Read(b.Context(), content)
			if err != nil {
				b.Fatal(err)
			}
			pages = doc.Count
		}
		b.ReportMetric(float64(pages), "pages")
	})
	b.Run("pdftotext", func(b *testing.B) {
		if _, err := exec.LookPath("pdftotext"); err != nil {
			b.Skip("pdftotext is not installed")
		}
		name := filepath.Join(b.TempDir(), "book.pdf")
		if err := os.WriteFile(name, content, 0o600); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := exec.Command("pdftotext", name, os.DevNull).Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
