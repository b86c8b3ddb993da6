// Package export turns Markdown into PDF, Word and HTML.
//
// One parse serves all three, so that what the preview shows is what is
// printed. Convert touches no file and asks no clock: pictures come from the
// caller and the result goes to a writer, so the caller's own rules on reading
// and writing hold. The same Markdown with the same options gives the same
// bytes. Any bytes give a document or an error, never a panic.
package export

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"redline/backend/export/document"
	"redline/backend/export/docx"
	"redline/backend/export/html"
	"redline/backend/export/pdf"
)

// Format is what Markdown is turned into.
type Format string

// The formats.
const (
	PDF  Format = "pdf"
	DOCX Format = "docx"
	HTML Format = "html"
)

// Options says how a document is made. The zero value is an A4 document
// without pictures.
type Options struct {
	PageSize document.PageSize
	Time     time.Time // written into PDF and Word files; zero leaves a fixed date
	// Picture reads the picture that the text refers to by ref; see
	// document.LocalPath for where that is. HTML doesn't ask it.
	Picture func(ref string) ([]byte, error)
	// PictureURL gives the address that HTML shows a picture from.
	PictureURL func(ref string) (url string, ok bool)
	Progress   func(page int) // called when a page of a PDF is set; may be nil
}

// Result is what was made.
type Result struct {
	Meta     document.Meta
	Pages    int      // of a PDF; 0 for others
	Bytes    int      // written
	Warnings []string // what is not shown as written: pictures, characters without a glyph
}

// Convert writes src to w in a format. When it fails, or ctx is cancelled,
// nothing was written to w, unless w itself failed.
func Convert(ctx context.Context, w io.Writer, src []byte, format Format, opts Options) (Result, error) {
	parsing := document.Options{Picture: opts.Picture}
	if format == HTML {
		parsing.Picture = nil
	}
	d, err := document.Parse(src, parsing)
	if err != nil {
		return Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	result := Result{Meta: d.Meta, Warnings: slices.Clone(d.Warnings)}
	if format != HTML { // the page draws maths itself
		result.Warnings = append(result.Warnings, d.Unread...)
	}
	var out bytes.Buffer
	switch format {
	case PDF:
		printed, err := pdf.Write(ctx, &out, d, pdf.Options{PageSize: opts.PageSize, Time: opts.Time, Progress: opts.Progress})
		if err != nil {
			return Result{}, err
		}
		result.Pages = printed.Pages
		result.Warnings = append(result.Warnings, printed.Warnings...)
	case DOCX:
		err = docx.Write(ctx, &out, d, docx.Options{PageSize: opts.PageSize, Time: opts.Time})
	case HTML:
		err = html.Write(&out, d, html.Options{PictureURL: opts.PictureURL})
	default:
		err = fmt.Errorf("no such format %q: pdf, docx and html are there", string(format))
	}
	if err != nil {
		return Result{}, err
	}
	result.Bytes = out.Len()
	if _, err := out.WriteTo(w); err != nil {
		return Result{}, err
	}
	return result, nil
}

// usesLetter are the countries that print on Letter, by ISO 3166 code.
var usesLetter = []string{"BZ", "CA", "CL", "CO", "CR", "DO", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"}

// PageSizeFor gives the page size where none was chosen: Letter when LC_ALL,
// LC_PAPER or LANG, the first of them that is set, names a country that uses
// it, and A4 otherwise (FS-70). env looks a variable up, as os.Getenv does.
func PageSizeFor(env func(name string) string) document.PageSize {
	for _, name := range []string{"LC_ALL", "LC_PAPER", "LANG"} {
		value := env(name)
		if value == "" {
			continue
		}
		value, _, _ = strings.Cut(value, ".")
		value, _, _ = strings.Cut(value, "@")
		if _, country, ok := strings.Cut(value, "_"); ok && slices.Contains(usesLetter, strings.ToUpper(country)) {
			return document.Letter
		}
		return document.A4
	}
	return document.A4
}
