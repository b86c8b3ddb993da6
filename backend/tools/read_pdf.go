package tools

import (
	"bytes"
	"context"
	"fmt"

	"redline/backend/pdftext"
	"redline/backend/workspace"
)

// pdfHead is where in a file the mark of a PDF may stand: others write before it.
const pdfHead = 1024

func isPDF(content []byte) bool {
	return bytes.Contains(content[:min(len(content), pdfHead)], []byte("%PDF-"))
}

// pdfText shows the text of a PDF with numbered lines, each page under its number
// (FS-72).
func pdfText(ctx context.Context, p workspace.Path, content []byte, start, end int) (readFileResult, error) {
	if len(content) > pdftext.MaxBytes {
		return readFileResult{}, fmt.Errorf("%s is a PDF of %d bytes; text is read from those of up to %d MiB", p, len(content), pdftext.MaxBytes>>20)
	}
	doc, err := pdftext.Read(ctx, content)
	if err != nil {
		return readFileResult{}, fmt.Errorf("the text of %s can't be read: %w", p, err)
	}
	text, _ := doc.Text()
	r := window(p, workspace.Text{Content: text}, start, end)
	r.Encoding, r.LineEnding, r.Pages = "", "", &doc.Count
	r.Note = join(r.Note, "this is the text of a PDF, which can be read and not edited")
	return r, nil
}
