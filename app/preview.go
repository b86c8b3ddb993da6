package app

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"redline/backend"
	"redline/backend/checkpoints"
	"redline/backend/export/document"
	"redline/backend/export/html"
	"redline/backend/workspace"
)

// Preview is the area of Markdown as it will print: the export's own parse, as
// HTML.
type Preview struct{ app *App }

// Render gives a Markdown file as a page: now, as of a turn, or as a waiting edit
// proposes it.
func (v *Preview) Render(r PreviewRequest) (PreviewPage, error) {
	p, err := v.app.open()
	if err != nil {
		return PreviewPage{}, err
	}
	at, err := p.Workspace.Resolve(r.Path)
	if err != nil {
		return PreviewPage{}, AsError(err)
	}
	r.Path = at.String()
	page := PreviewPage{Path: r.Path, Changed: []LineRange{}}
	source, err := previewSource(p, r, &page)
	if err != nil {
		return PreviewPage{}, AsError(err)
	}
	doc, err := document.Parse(source, document.Options{Picture: pictures(p, r.Path)})
	if err != nil {
		return PreviewPage{}, AsError(fmt.Errorf("%s can't be previewed: %w", r.Path, err))
	}
	if page.HTML, err = htmlOf(doc, r.Path); err != nil {
		return PreviewPage{}, AsError(err)
	}
	page.Outline, page.Title = outline(doc), doc.Meta.Title
	if page.Title == "" && len(page.Outline) > 0 {
		page.Title = page.Outline[0].Text
	}
	page.Words = len(bytes.Fields(source))
	page.Warnings = list(doc.Warnings)
	page.LastTurn = lastTurn(p, at.Real())
	return page, nil
}

// previewSource gives the Markdown that is asked for, and notes in page what a
// waiting edit changes in it.
func previewSource(p *backend.Project, r PreviewRequest, page *PreviewPage) ([]byte, error) {
	for _, w := range p.Gate.Waiting() {
		if w.Path != r.Path || !w.Text() || r.Turn > 0 || r.Edit != "" && r.Edit != w.ID {
			continue
		}
		page.Changes = len(w.Diff.Hunks)
		for _, h := range w.Diff.Hunks {
			page.Changed = append(page.Changed, LineRange{From: h.NewStart, To: h.NewStart + max(h.NewLines, 1) - 1})
		}
		return textOf(r.Path, w.After)
	}
	f, err := p.FileAt(r.Turn, r.Path)
	if err == nil && !f.Exists {
		err = fs.ErrNotExist
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &Error{Code: CodeNotFound, Message: r.Path + " is not there.", Path: r.Path}
	}
	if err != nil {
		return nil, err
	}
	return textOf(r.Path, f.Bytes)
}

func textOf(name string, b []byte) ([]byte, error) {
	t, err := workspace.Decode(b)
	if err != nil {
		return nil, &Error{Code: CodeBadRequest, Message: name + " is not text, so it can't be previewed.", Path: name}
	}
	return []byte(t.Content), nil
}

// PreviewHTML gives the preview of a file as a script sees it.
func PreviewHTML(p *backend.Project, name string) (string, error) {
	page := PreviewPage{}
	source, err := previewSource(p, PreviewRequest{Path: name}, &page)
	if err != nil {
		return "", err
	}
	doc, err := document.Parse(source, document.Options{})
	if err != nil {
		return "", err
	}
	return htmlOf(doc, name)
}

func htmlOf(doc *document.Document, name string) (string, error) {
	var b strings.Builder
	err := html.Write(&b, doc, html.Options{PictureURL: func(ref string) (string, bool) {
		local := document.LocalPath(ref, path.Dir(name))
		if local == "" {
			return "", false
		}
		return "/content/file?" + url.Values{"path": {local}}.Encode(), true
	}})
	return b.String(), err
}

// pictures reads what a file's text refers to, through the sandbox.
func pictures(p *backend.Project, name string) func(ref string) ([]byte, error) {
	return func(ref string) ([]byte, error) { return p.Picture(path.Dir(name), ref) }
}

func outline(doc *document.Document) []OutlineItem {
	items := []OutlineItem{}
	for _, b := range doc.Blocks {
		if h, ok := b.(document.Heading); ok {
			items = append(items, OutlineItem{Level: h.Level, Text: document.PlainText(h.Content), Anchor: h.Anchor, Line: h.First})
		}
	}
	return items
}

func lastTurn(p *backend.Project, name string) int {
	last := 0
	for _, t := range p.Store.Turns() {
		for _, f := range t.Files {
			if f.Path == name && t.State == checkpoints.Kept {
				last = t.Number
			}
		}
	}
	return last
}
