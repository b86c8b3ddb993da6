// Package docx writes a document as a Word document (Office Open XML).
//
// It uses Word's own means, so that the navigation pane, a table of contents
// and a template's restyling work: heading styles with bookmarks, numbered
// lists, footnotes, styles for code, quotes and alerts. Every part is
// well-formed XML whatever the text holds. The same document with the same
// options gives the same bytes. Nothing is loaded from the network when the
// file is opened: only links that a reader follows point out of it.
package docx

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"redline/backend/export/document"
)

// Options says how a document is laid out.
type Options struct {
	PageSize document.PageSize
	Time     time.Time // when it was made; the zero time leaves a fixed date
}

// before is the date of a file that has none; the archive knows none before 1980.
var before = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// Write writes d to w. It stops between blocks when ctx is cancelled. Nothing
// is written to w when an error is returned, unless w itself failed.
func Write(ctx context.Context, w io.Writer, d *document.Document, opts Options) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the Word document could not be written: %v", fault)
		}
	}()
	made := opts.Time.UTC().Truncate(2 * time.Second) // as finely as the archive keeps it
	if opts.Time.IsZero() || made.Year() < 1980 {
		made = before
	}
	b := newBuilder(opts.PageSize)
	main := b.story("word/document.xml")
	notes := b.story("word/footnotes.xml")
	for _, block := range d.Blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		main.block(block, place{})
	}
	notes.footnotes(d.Notes)
	file, err := b.archive(d, main, notes, made)
	if err != nil {
		return err
	}
	_, err = file.WriteTo(w)
	return err
}

// archive packs the parts in a fixed order.
func (b *builder) archive(d *document.Document, main, notes *story, made time.Time) (*bytes.Buffer, error) {
	parts := []part{
		{"[Content_Types].xml", contentTypes(b.media)},
		{"_rels/.rels", packageRelations},
		{"docProps/core.xml", coreProperties(d, made)},
		{"docProps/app.xml", appProperties},
		{"word/document.xml", main.document(b.page)},
		{"word/_rels/document.xml.rels", main.relations(mainRelations)},
		{"word/styles.xml", styles(d.Meta.Language)},
		{"word/numbering.xml", b.numbering.xml()},
		{"word/settings.xml", settings},
		{"word/footnotes.xml", notes.notes()},
		{"word/_rels/footnotes.xml.rels", notes.relations("")},
		{"word/footer1.xml", footer},
	}
	for _, picture := range b.media {
		parts = append(parts, part{"word/" + picture.name, string(picture.data)})
	}
	var file bytes.Buffer
	packed := zip.NewWriter(&file)
	for _, one := range parts {
		entry, err := packed.CreateHeader(&zip.FileHeader{Name: one.name, Method: zip.Deflate, Modified: made})
		if err != nil {
			return nil, err
		}
		if _, err := io.WriteString(entry, one.content); err != nil {
			return nil, err
		}
	}
	return &file, packed.Close()
}

type part struct{ name, content string }
