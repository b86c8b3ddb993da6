package export_test

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"html"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"redline/backend/export/document"
	"redline/backend/export/docx"
	exporthtml "redline/backend/export/html"
	"redline/backend/export/math"
	"redline/backend/export/pdf"
)

// mark is a word that a writer loses only with what holds it.
const mark = "marker"

var marked = []document.Inline{document.Text{Value: mark}}

// sampleBlock fills one block so that mark, or the text that it gives, shows.
func sampleBlock(t *testing.T, block document.Block) (document.Block, string) {
	inner := []document.Block{document.Paragraph{Content: marked}}
	switch block.(type) {
	case document.Heading:
		return document.Heading{Level: 2, Anchor: "a", Content: marked}, mark
	case document.Paragraph:
		return inner[0], mark
	case document.List:
		return document.List{Items: []document.Item{{Blocks: inner}}}, mark
	case document.Quote:
		return document.Quote{Blocks: inner}, mark
	case document.Alert:
		return document.Alert{Kind: "tip", Blocks: inner}, mark
	case document.Code:
		return document.Code{Text: mark}, mark
	case document.Diagram:
		return document.Diagram{Text: mark}, mark
	case document.Formula:
		return document.Formula{TeX: mark, Math: maths}, mark
	case document.Table:
		return document.Table{Align: []document.Align{0}, Header: document.Row{Cells: [][]document.Inline{nil}},
			Rows: []document.Row{{Cells: [][]document.Inline{marked}}}}, mark
	case document.Rule:
		return document.Rule{}, ""
	case document.Definitions:
		return document.Definitions{Items: []document.Definition{{Terms: [][]document.Inline{marked}}}}, mark
	}
	t.Fatalf("no sample for %T: add one, and see that each writer has it", block)
	return nil, ""
}

func sampleInline(t *testing.T, inline document.Inline) (document.Inline, string) {
	switch inline.(type) {
	case document.Text:
		return marked[0], mark
	case document.Emphasis:
		return document.Emphasis{Content: marked}, mark
	case document.Strong:
		return document.Strong{Content: marked}, mark
	case document.Strike:
		return document.Strike{Content: marked}, mark
	case document.CodeSpan:
		return document.CodeSpan{Text: mark}, mark
	case document.Link:
		return document.Link{URL: "https://example.org", Content: marked}, mark
	case document.Image:
		return document.Image{Ref: "x.png", Alt: mark}, mark
	case document.LineBreak, document.SoftBreak:
		return inline, ""
	case document.NoteMark:
		return document.NoteMark{Number: 1}, "1"
	case document.Equation:
		return document.Equation{TeX: mark, Math: maths}, mark
	}
	t.Fatalf("no sample for %T: add one, and see that each writer has it", inline)
	return nil, ""
}

// maths is read as the document would have it read.
var maths = new(math.Reader).Read(`\text{` + mark + `}`)

// writers write a document and give back the text that a reader sees.
var writers = map[string]func(t *testing.T, d *document.Document) string{
	"html": func(t *testing.T, d *document.Document) string {
		var out bytes.Buffer
		if err := exporthtml.Write(&out, d, exporthtml.Options{}); err != nil {
			t.Fatal(err)
		}
		return visible(out.String())
	},
	"docx": func(t *testing.T, d *document.Document) string {
		var out bytes.Buffer
		if err := docx.Write(context.Background(), &out, d, docx.Options{}); err != nil {
			t.Fatal(err)
		}
		parts := unzip(t, out.Bytes())
		text := noteReference.ReplaceAllString(parts["word/document.xml"], "$1")
		return visible(text) + visible(parts["word/footnotes.xml"])
	},
	"pdf": func(t *testing.T, d *document.Document) string {
		var out bytes.Buffer
		if _, err := pdf.Write(context.Background(), &out, d, pdf.Options{}); err != nil {
			t.Fatal(err)
		}
		return pdfText(t, out.Bytes())
	},
}

// noteReference is what Word shows a footnote's number for.
var noteReference = regexp.MustCompile(`<w:footnoteReference w:id="(\d+)"/>`)

var tag = regexp.MustCompile(`<[^>]*>`)

func visible(markup string) string { return html.UnescapeString(tag.ReplaceAllString(markup, "")) }

func TestEveryWriterShowsEveryType(t *testing.T) {
	notes := []document.Note{{Number: 1, Blocks: []document.Block{document.Paragraph{Content: []document.Inline{document.Text{Value: "the note"}}}}}}
	for name, write := range writers {
		for _, block := range document.Blocks {
			full, want := sampleBlock(t, block)
			if got := write(t, &document.Document{Blocks: []document.Block{full}}); !strings.Contains(got, want) {
				t.Errorf("%s loses %T: %q", name, block, got)
			}
		}
		for _, inline := range document.Inlines {
			full, want := sampleInline(t, inline)
			blocks := []document.Block{document.Paragraph{Content: []document.Inline{document.Text{Value: "before "}, full, document.Text{Value: " after"}}}}
			got := write(t, &document.Document{Blocks: blocks, Notes: notes})
			for _, part := range []string{"before", want, "after", "the note"} {
				if !strings.Contains(got, part) {
					t.Errorf("%s loses %q beside %T: %q", name, part, inline, got)
				}
			}
		}
	}
}

// The lists of types are compared with the source, so that a new type can't be
// left out of them and with it out of the test above.
func TestTheListsOfTypesAreWhole(t *testing.T) {
	names, err := filepath.Glob("document/*.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string][]string{}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range file.Decls {
			method, ok := one.(*ast.FuncDecl)
			if !ok || method.Recv == nil || method.Name.Name != "block" && method.Name.Name != "inline" {
				continue
			}
			if receiver, ok := method.Recv.List[0].Type.(*ast.Ident); ok && ast.IsExported(receiver.Name) {
				declared[method.Name.Name] = append(declared[method.Name.Name], receiver.Name)
			}
		}
	}
	if len(declared["block"]) != len(document.Blocks) || len(declared["inline"]) != len(document.Inlines) {
		slices.Sort(declared["block"])
		t.Errorf("Blocks and Inlines hold %d and %d types, the source declares %v and %v",
			len(document.Blocks), len(document.Inlines), declared["block"], declared["inline"])
	}
}

func unzip(t *testing.T, data []byte) map[string]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, file := range archive.File {
		reader, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(reader)
		if err != nil {
			t.Fatal(err)
		}
		parts[file.Name] = string(content)
	}
	return parts
}

var (
	stream = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)
	shown  = regexp.MustCompile(`(?s)Td \(((?:\\.|[^\\)])*)\) Tj`)
)

// streams unpacks those of a PDF's streams that are packed.
func streams(data []byte) (all [][]byte) {
	for _, found := range stream.FindAllSubmatch(data, -1) {
		reader, err := zlib.NewReader(bytes.NewReader(found[1]))
		if err != nil {
			continue
		}
		if content, err := io.ReadAll(reader); err == nil {
			all = append(all, content)
		}
	}
	return all
}

// pdfText reads the text of a PDF as its writer set it: one piece a line.
// The codes of its fonts are UTF-16.
func pdfText(t *testing.T, data []byte) string {
	t.Helper()
	var out strings.Builder
	for _, content := range streams(data) {
		for _, piece := range shown.FindAllSubmatch(content, -1) {
			raw := regexp.MustCompile(`(?s)\\(.)`).ReplaceAllFunc(piece[1], func(m []byte) []byte {
				if m[1] == 'r' {
					return []byte{'\r'}
				}
				return m[1:]
			})
			var codes []uint16
			for i := 0; i+1 < len(raw); i += 2 {
				codes = append(codes, uint16(raw[i])<<8|uint16(raw[i+1]))
			}
			out.WriteString(string(utf16.Decode(codes)))
		}
	}
	return out.String()
}
