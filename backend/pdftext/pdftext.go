// Package pdftext reads the text of a PDF as a person reads its pages (FS-72).
//
// Text comes page by page, blocks from top to bottom and columns from left to right,
// one line of the page a line. Words are told apart by their distance. Ligatures are
// the letters that they are made of, accents that are drawn over letters are put
// together with them, and Arabic and Hebrew read from the right. A word that is
// divided at the end of a line stays divided, since nothing tells whether its hyphen
// belongs to it; a soft hyphen is taken out. Text that is hidden or turned is read
// too; what only a picture shows is not.
//
// Any bytes give text or an error, never a panic. Memory is bounded by the file's
// size and by the limits of this package and of pdffile, and reading ends after
// MaxTime with what was read until then.
package pdftext

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"redline/backend/pdftext/pdffile"
)

const (
	// MaxBytes is the largest file that is read (FS-72).
	MaxBytes = 32 << 20
	// MaxTime is how long reading takes at most (FS-72).
	MaxTime = 20 * time.Second

	maxText  = 32 << 20 // bytes of text of one file
	maxPages = 100_000
	maxFonts = 4096 // that are kept loaded
)

// Document is a PDF's text.
type Document struct {
	Pages []Page
	// Missing says why the last pages are not in Pages, or have no text; "" when all
	// were read.
	Missing string
	Count   int // pages that the file has, also those that are missing
}

// Page is the text of one page.
type Page struct {
	Text string // "" where there is none
	// Unreadable is set where the page has text whose fonts don't tell which characters
	// they show.
	Unreadable bool
}

// errTime is the cause of a context that ended by MaxTime.
var errTime = errors.New("it took longer than 20 seconds to read")

// Read reads a file's text. Errors are those of pdffile.Open, one that says that there
// are no pages, and the context's.
func Read(ctx context.Context, content []byte) (doc *Document, err error) {
	limited, cancel := context.WithTimeoutCause(ctx, MaxTime, errTime)
	defer cancel()
	err = pdffile.Guard(func() error {
		doc, err = read(limited, content)
		return err
	})
	if ctx.Err() != nil { // the caller's own end, not the limit
		return nil, context.Cause(ctx)
	}
	return doc, err
}

// document is what is shared by the pages of a file.
type document struct {
	ctx   context.Context
	file  *pdffile.File
	fonts map[pdffile.Ref]*font
	plain *font // where none is set
}

func read(ctx context.Context, content []byte) (*Document, error) {
	file, err := pdffile.Open(ctx, content)
	if err != nil {
		return nil, err
	}
	d := &document{ctx: ctx, file: file, fonts: map[pdffile.Ref]*font{}}
	pages := d.pages()
	if len(pages) == 0 {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, errNoPages
	}
	doc := &Document{Count: len(pages)}
	size := 0
	for i, p := range pages {
		text, full := d.read(p)
		size += len(text.Text)
		switch {
		case ctx.Err() != nil:
			doc.Missing = fmt.Sprintf("%v: pages %d to %d of %d are missing", context.Cause(ctx), i+1, len(pages), len(pages))
		case size > maxText:
			doc.Missing = fmt.Sprintf("it has more than %d MiB of text: pages %d to %d of %d are missing", maxText>>20, i+1, len(pages), len(pages))
		case full && doc.Missing == "":
			doc.Missing = fmt.Sprintf("page %d holds more than is read of a page", i+1)
		}
		if ctx.Err() != nil || size > maxText {
			return doc, nil
		}
		doc.Pages = append(doc.Pages, text)
	}
	return doc, nil
}

var errNoPages = errors.New("it has no pages that can be found: it is damaged, or only a part of a file")

// fontOf loads a font once.
func (d *document) fontOf(o pdffile.Object) *font {
	ref, shared := o.(pdffile.Ref)
	if shared && d.fonts[ref] != nil {
		return d.fonts[ref]
	}
	dict := d.file.Dict(o)
	if dict == nil {
		if d.plain == nil {
			d.plain = loadFont(d.file, pdffile.Dict{})
		}
		return d.plain
	}
	f := loadFont(d.file, dict)
	if shared {
		if len(d.fonts) >= maxFonts {
			clear(d.fonts)
		}
		d.fonts[ref] = f
	}
	return f
}

// read gives a page's text; full where more stands there than is kept.
func (d *document) read(p page) (text Page, full bool) {
	r := &reader{document: d, page: &layout{}, forms: map[*pdffile.Stream]bool{}}
	r.state = state{ctm: unit, scale: 1}
	r.tm, r.line = unit, unit
	r.run(d.content(p.contents), p.resources)
	r.notes(p.notes)
	text.Text = strings.TrimRight(r.page.text(), "\n")
	text.Unreadable = r.page.unknown > r.page.glyphs
	return text, r.page.full
}

// content joins the streams of a page: they are one text, cut anywhere between tokens.
func (d *document) content(o pdffile.Object) []byte {
	if s := d.file.Stream(o); s != nil {
		return d.file.Decode(s)
	}
	var all []byte
	for _, part := range d.file.Array(o) {
		if s := d.file.Stream(part); s != nil && len(all) < maxContent {
			all = append(append(all, d.file.Decode(s)...), '\n')
		}
	}
	return all
}

// maxContent is how much of a page's content is read, unpacked, before its last stream.
const maxContent = 64 << 20

// Text gives the whole text, each page headed by its number, and the line on which each
// page begins, from 1. A page without text says that it may be a scan (FS-72).
func (doc *Document) Text() (text string, starts []int) {
	var b strings.Builder
	line := 1
	write := func(s string) {
		b.WriteString(s)
		line += strings.Count(s, "\n")
	}
	for i, page := range doc.Pages {
		if i > 0 {
			write("\n")
		}
		starts = append(starts, line)
		write(fmt.Sprintf("--- Page %d ---\n", i+1))
		if page.Text != "" {
			write(page.Text + "\n")
		}
		switch {
		case page.Unreadable:
			write("(text on this page can't be read: its fonts don't tell which characters they show)\n")
		case page.Text == "":
			write("(there is no text on this page: it may be a scan, or a picture)\n")
		}
	}
	if doc.Missing != "" {
		write(fmt.Sprintf("\n(%s)\n", doc.Missing))
	}
	return b.String(), starts
}
