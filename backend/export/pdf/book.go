package pdf

import (
	"context"
	"strconv"
	"unicode/utf8"

	"redline/backend/export/document"
)

// book lays out blocks one after another.
type book struct {
	out    *painter
	type_  *typesetter
	flow   *flow
	around []*border
	space  float64 // wanted above the next row
	tight  bool    // within a list without blank lines
	text   style
	lead   float64
	lists  int      // how deep bulleted lists nest
	marker *float64 // where the marker of an item that has no row yet has its baseline
}

// frame is where a block stands: from x, so wide.
type frame struct{ x, width float64 }

func (f frame) inset(by float64) frame {
	by = min(by, max(0, f.width-minWidth))
	return frame{f.x + by, f.width - by}
}

// minWidth is what nesting leaves of a line, in points.
const minWidth = 90

func newBook(out *painter, opts Options) *book {
	return &book{out: out, type_: out.type_, text: body, lead: bodyLead,
		flow: &flow{out: out, height: out.height, progress: opts.Progress}}
}

func (b *book) textHeight() float64 { return b.out.height }

func itoa(n int) string { return strconv.Itoa(n) }

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

func noteAnchor(number int) string { return "#\x00note-" + itoa(number) }

func (b *book) print(ctx context.Context, d *document.Document) error {
	b.learnAnchors(d.Blocks)
	for _, note := range d.Notes {
		b.out.anchor(noteAnchor(note.Number)[1:])
	}
	whole := frame{b.out.left, b.out.width}
	for _, block := range d.Blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.block(block, whole)
		if err := b.out.pdf.Error(); err != nil {
			return err
		}
	}
	b.notes(d.Notes, whole)
	b.flow.finish()
	if err := ctx.Err(); err != nil {
		return err
	}
	return b.out.pdf.Error()
}

// learnAnchors makes every heading's anchor known, so that links ahead work.
func (b *book) learnAnchors(blocks []document.Block) {
	for _, block := range blocks {
		switch n := block.(type) {
		case document.Heading:
			b.out.anchor(n.Anchor)
		case document.Quote:
			b.learnAnchors(n.Blocks)
		case document.Alert:
			b.learnAnchors(n.Blocks)
		case document.List:
			for _, item := range n.Items {
				b.learnAnchors(item.Blocks)
			}
		case document.Definitions:
			for _, item := range n.Items {
				for _, detail := range item.Details {
					b.learnAnchors(detail.Blocks)
				}
			}
		}
	}
}

func (b *book) blocks(blocks []document.Block, f frame) {
	for _, block := range blocks {
		b.block(block, f)
	}
}

func (b *book) block(block document.Block, f frame) {
	switch n := block.(type) {
	case document.Heading:
		b.heading(n, f)
	case document.Paragraph:
		b.paragraph(n, f)
	case document.List:
		b.list(n, f)
	case document.Quote:
		b.quote(n, f)
	case document.Alert:
		b.alert(n, f)
	case document.Code:
		b.code(n.Language, n.Text, f)
	case document.Diagram:
		b.diagram(n, f)
	case document.Formula:
		b.formula(n, f)
	case document.Table:
		b.table(n, f)
	case document.Rule:
		b.rule(f)
	case document.Definitions:
		b.definitions(n, f)
	}
}

// want asks for space above the next row; the largest wish counts.
func (b *book) want(space float64) { b.space = max(b.space, space) }

// add hands rows to the page with what they stand within.
func (b *book) add(rows ...*row) {
	for _, r := range rows {
		r.space = max(r.space, b.space)
		b.space = 0
		r.around = append([]*border(nil), b.around...)
		b.flow.add(r)
	}
}

// within lays out what a border is drawn around.
func (b *book) within(one *border, lay func()) {
	outer := b.around
	b.around = append(outer[:len(outer):len(outer)], one)
	lay()
	b.around = outer
}

// textRows makes rows of lines so that neither their first nor their last
// stands alone on a page.
func (b *book) textRows(lines []line, x, lead, size float64) []*row {
	rows := make([]*row, len(lines))
	for i, l := range lines {
		height := lead
		baseline := lead*0.5 + size*0.33
		if l.height > size {
			height = l.height + lead - baseline + 2
			baseline = l.height + 2
		}
		if below := height - baseline; l.depth > below-1 {
			height += l.depth - below + 1
		}
		if b.marker != nil {
			*b.marker, b.marker = baseline, nil
		}
		rows[i] = &row{height: height, keep: i == 0 && len(lines) > 1 || i == len(lines)-2,
			draw: func(p *painter, y float64) { p.line(l, x, y+baseline) }}
	}
	return rows
}
