// Package pdf typesets a document as a PDF.
//
// The page is A4 or Letter with margins of 25 mm, set in the embedded
// typefaces; text is in the file as text, headings are its outline, links can
// be followed. The same document with the same options gives the same bytes.
// A character that no embedded face has prints as U+FFFD and is named in
// Result.Warnings. Nothing is written to w when an error is returned.
package pdf

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"redline/backend/export/document"
)

// Options says how a document is printed.
type Options struct {
	PageSize document.PageSize
	Time     time.Time      // when it was made; the zero time leaves a fixed date
	Progress func(page int) // called when a page is done, with its number from 1; may be nil
}

// Result is what was printed.
type Result struct {
	Pages    int
	Warnings []string // beyond the document's own
}

// Write prints d to w. It stops between blocks when ctx is cancelled. A fault
// of the layout is an error, never a panic.
func Write(ctx context.Context, w io.Writer, d *document.Document, opts Options) (result Result, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the PDF could not be typeset: %v", fault)
		}
	}()
	out, err := newPainter(d, opts)
	if err != nil {
		return Result{}, err
	}
	b := newBook(out, opts)
	if err := b.print(ctx, d); err != nil {
		return Result{}, err
	}
	out.numberPages()
	var file bytes.Buffer
	if err := out.pdf.Output(&file); err != nil {
		return Result{}, fmt.Errorf("write the PDF: %w", err)
	}
	if _, err := file.WriteTo(w); err != nil {
		return Result{}, err
	}
	return Result{Pages: out.pdf.PageCount(), Warnings: out.type_.warnings()}, nil
}
