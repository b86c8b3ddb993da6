// Package html writes a document as HTML for the preview.
//
// Only tags of this package come out and all text is escaped, so what a
// document says can neither run nor style anything: no scripts, no inline
// styles, no HTML of its own. Links lead to http, https, mailto, an anchor or
// a relative path; others lose their target. Nothing is loaded from the
// network: a picture has the address that Options.PictureURL gives it, or its
// text in its place. Blocks carry the source line they begin at as data-line.
package html

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/util"

	"redline/backend/export/code"
	"redline/backend/export/document"
)

// Options says how pictures are shown.
type Options struct {
	// PictureURL gives the address of a picture that the text refers to by ref,
	// and whether there is one. With nil no picture is shown.
	PictureURL func(ref string) (url string, ok bool)
}

// Write writes the document's body, without <html> or <head>. It fails only
// when w does.
func Write(w io.Writer, d *document.Document, opts Options) error {
	out := &writer{Writer: bufio.NewWriter(w), opts: opts, marks: map[int]int{}}
	out.blocks(d.Blocks)
	out.notes(d.Notes)
	return out.Flush()
}

type writer struct {
	*bufio.Writer
	opts  Options
	marks map[int]int // how often each footnote was referred to
}

// put writes markup as it stands.
func (w *writer) put(parts ...string) {
	for _, part := range parts {
		w.WriteString(part)
	}
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// text writes text.
func (w *writer) text(s string) { escaper.WriteString(w, s) }

// attribute writes an attribute with its escaped value.
func (w *writer) attribute(name, value string) {
	w.put(" ", name, `="`)
	w.text(value)
	w.put(`"`)
}

// open writes a start tag that carries the block's source line.
func (w *writer) open(tag string, at document.Lines) {
	w.put("<", tag)
	w.line(at)
	w.put(">")
}

func (w *writer) line(at document.Lines) {
	if at.First > 0 {
		w.attribute("data-line", strconv.Itoa(at.First))
	}
}

func (w *writer) blocks(blocks []document.Block) {
	for _, block := range blocks {
		w.block(block)
	}
}

func (w *writer) block(block document.Block) {
	switch b := block.(type) {
	case document.Heading:
		w.heading(b)
	case document.Paragraph:
		w.paragraph(b)
	case document.List:
		w.list(b)
	case document.Quote:
		w.open("blockquote", b.Lines)
		w.put("\n")
		w.blocks(b.Blocks)
		w.put("</blockquote>\n")
	case document.Alert:
		w.alert(b)
	case document.Code:
		w.code(b)
	case document.Diagram:
		w.source("mermaid", b.Text, b.Lines)
	case document.Formula:
		w.source("math", b.TeX, b.Lines)
	case document.Table:
		w.table(b)
	case document.Rule:
		w.put("<hr")
		w.line(b.Lines)
		w.put(" />\n")
	case document.Definitions:
		w.definitions(b)
	}
}

func (w *writer) heading(b document.Heading) {
	tag := "h" + strconv.Itoa(b.Level)
	w.put("<", tag)
	if b.Anchor != "" {
		w.attribute("id", anchorID(b.Anchor))
	}
	w.line(b.Lines)
	w.put(">")
	w.inlines(b.Content)
	w.put("</", tag, ">\n")
}

// anchorID keeps a heading's name apart from the names that scripts see, such
// as document.body. A link to #anchor is written as it stands: who shows the
// page leads it to the element of that id, as GitHub does.
func anchorID(anchor string) string { return "user-content-" + anchor }

func (w *writer) paragraph(b document.Paragraph) {
	if b.Tight {
		w.inlines(b.Content)
		w.put("\n")
		return
	}
	w.open("p", b.Lines)
	w.inlines(b.Content)
	w.put("</p>\n")
}

func (w *writer) list(b document.List) {
	tag := "ul"
	if b.Ordered {
		tag = "ol"
	}
	w.put("<", tag)
	if b.Ordered && b.Start != 1 {
		w.attribute("start", strconv.Itoa(b.Start))
	}
	w.line(b.Lines)
	w.put(">\n")
	for _, item := range b.Items {
		w.item(item)
	}
	w.put("</", tag, ">\n")
}

func (w *writer) item(item document.Item) {
	w.put("<li")
	if item.Task != document.NoTask {
		w.attribute("class", "task")
	}
	w.line(item.Lines)
	w.put(">")
	if len(item.Blocks) > 0 {
		if p, ok := item.Blocks[0].(document.Paragraph); !ok || !p.Tight {
			w.put("\n")
		}
	}
	box := map[document.Task]string{
		document.TaskOpen: `<input disabled="" type="checkbox" /> `,
		document.TaskDone: `<input checked="" disabled="" type="checkbox" /> `}[item.Task]
	blocks := item.Blocks
	if len(blocks) > 0 && box != "" {
		if p, ok := blocks[0].(document.Paragraph); ok && !p.Tight {
			w.open("p", p.Lines)
			w.put(box)
			w.inlines(p.Content)
			w.put("</p>\n")
			box, blocks = "", blocks[1:]
		}
	}
	w.put(box)
	w.blocks(blocks)
	w.put("</li>\n")
}

func (w *writer) alert(b document.Alert) {
	w.put("<div")
	w.attribute("class", "alert alert-"+string(b.Kind))
	w.line(b.Lines)
	w.put(">\n<p class=\"alert-title\">", b.Kind.Title(), "</p>\n")
	w.blocks(b.Blocks)
	w.put("</div>\n")
}

func (w *writer) code(b document.Code) {
	w.open("pre", b.Lines)
	w.put("<code")
	if b.Language != "" {
		w.attribute("class", "language-"+b.Language)
	}
	w.put(">")
	if b.Text != "" {
		for _, line := range code.Lines(b.Language, b.Text) {
			for _, token := range line {
				w.token(token)
			}
			w.put("\n")
		}
	}
	w.put("</code></pre>\n")
}

func (w *writer) token(token code.Token) {
	if token.Kind == code.Plain {
		w.text(token.Text)
		return
	}
	w.put(`<span class="code-`, string(token.Kind), `">`)
	w.text(token.Text)
	w.put("</span>")
}

// source writes maths or a diagram as its text; the preview draws it.
func (w *writer) source(kind, text string, at document.Lines) {
	w.put("<pre")
	w.attribute("class", kind)
	w.line(at)
	w.put("><code class=\"language-", kind, "\">")
	w.text(text)
	w.put("\n</code></pre>\n")
}

func (w *writer) table(b document.Table) {
	w.open("table", b.Lines)
	w.put("\n<thead>\n")
	w.row(b, b.Header, "th")
	w.put("</thead>\n")
	if len(b.Rows) > 0 {
		w.put("<tbody>\n")
		for _, row := range b.Rows {
			w.row(b, row, "td")
		}
		w.put("</tbody>\n")
	}
	w.put("</table>\n")
}

func (w *writer) row(table document.Table, row document.Row, tag string) {
	w.open("tr", row.Lines)
	w.put("\n")
	for i, cell := range row.Cells {
		w.put("<", tag)
		if align := map[document.Align]string{document.AlignLeft: "left", document.AlignCenter: "center",
			document.AlignRight: "right"}[table.Align[i]]; align != "" {
			w.attribute("align", align)
		}
		w.put(">")
		w.inlines(cell)
		w.put("</", tag, ">\n")
	}
	w.put("</tr>\n")
}

func (w *writer) definitions(b document.Definitions) {
	w.open("dl", b.Lines)
	w.put("\n")
	for _, item := range b.Items {
		for _, term := range item.Terms {
			w.put("<dt>")
			w.inlines(term)
			w.put("</dt>\n")
		}
		for _, detail := range item.Details {
			w.put("<dd>")
			w.blocks(detail.Blocks)
			w.put("</dd>\n")
		}
	}
	w.put("</dl>\n")
}

func (w *writer) notes(notes []document.Note) {
	if len(notes) == 0 {
		return
	}
	w.put("<section class=\"footnotes\">\n<hr />\n<ol>\n")
	for _, note := range notes {
		number := strconv.Itoa(note.Number)
		w.put(`<li id="fn-`, number, "\">\n")
		w.blocks(note.Blocks)
		w.put(`<a href="#fnref-`, number, `" class="footnote-back">↩</a>`, "\n</li>\n")
	}
	w.put("</ol>\n</section>\n")
}

func (w *writer) inlines(content []document.Inline) {
	for _, one := range content {
		w.inline(one)
	}
}

func (w *writer) wrapped(tag string, content []document.Inline) {
	w.put("<", tag, ">")
	w.inlines(content)
	w.put("</", tag, ">")
}

func (w *writer) inline(inline document.Inline) {
	switch n := inline.(type) {
	case document.Text:
		w.text(n.Value)
	case document.Emphasis:
		w.wrapped("em", n.Content)
	case document.Strong:
		w.wrapped("strong", n.Content)
	case document.Strike:
		w.wrapped("del", n.Content)
	case document.CodeSpan:
		w.put("<code>")
		w.text(n.Text)
		w.put("</code>")
	case document.Link:
		w.link(n)
	case document.Image:
		w.image(n)
	case document.LineBreak:
		w.put("<br />\n")
	case document.SoftBreak:
		w.put("\n")
	case document.NoteMark:
		w.noteMark(n)
	case document.Equation:
		w.equation(n)
	}
}

func (w *writer) link(n document.Link) {
	w.put("<a")
	if document.Safe(n.URL) {
		w.attribute("href", string(util.URLEscape([]byte(n.URL), false)))
	}
	if n.Title != "" {
		w.attribute("title", n.Title)
	}
	w.put(">")
	w.inlines(n.Content)
	w.put("</a>")
}

func (w *writer) image(n document.Image) {
	address, ok := "", false
	if w.opts.PictureURL != nil && !n.Refused {
		address, ok = w.opts.PictureURL(n.Ref)
	}
	if !ok {
		w.put(`<span class="picture-missing">[image: `)
		w.text(n.Alt)
		w.put("]</span>")
		return
	}
	w.put("<img")
	w.attribute("src", address)
	w.attribute("alt", n.Alt)
	if n.Title != "" {
		w.attribute("title", n.Title)
	}
	if n.Width > 0 {
		w.attribute("width", strconv.Itoa(n.Width))
	}
	w.put(" />")
}

func (w *writer) noteMark(n document.NoteMark) {
	number := strconv.Itoa(n.Number)
	w.put("<sup")
	if w.marks[n.Number]++; w.marks[n.Number] == 1 {
		w.attribute("id", "fnref-"+number)
	}
	w.put(`><a href="#fn-`, number, `" class="footnote-ref">`, number, "</a></sup>")
}

func (w *writer) equation(n document.Equation) {
	class := "math-inline"
	if n.Display {
		class = "math-display"
	}
	w.put(`<code class="`, class, `">`)
	w.text(n.TeX)
	w.put("</code>")
}
