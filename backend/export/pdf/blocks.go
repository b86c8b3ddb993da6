package pdf

import (
	"strconv"

	"redline/backend/export/document"
)

func (b *book) heading(n document.Heading, f frame) {
	h := headings[min(max(n.Level, 1), len(headings))-1]
	lines := b.breakLines(b.words(n.Content, h.style, f.width), f.width)
	if len(lines) == 0 {
		return
	}
	b.want(h.above)
	rows := b.textRows(lines, f.x, h.lead, h.size)
	text, anchor := document.PlainText(n.Content), n.Anchor
	draw := rows[0].draw
	rows[0].draw = func(p *painter, y float64) {
		p.arrive(anchor, max(0, y-6))
		p.bookmark(text, n.Level, y)
		draw(p, y)
	}
	for _, r := range rows {
		r.keep = true
	}
	b.add(rows...)
	b.want(h.below)
}

func (b *book) paragraph(n document.Paragraph, f frame) {
	lines := b.breakLines(b.words(n.Content, b.text, f.width), f.width)
	space := paraSpace
	if n.Tight {
		space = 0
	}
	b.want(space)
	b.add(b.textRows(lines, f.x, b.lead, b.text.size)...)
	b.want(space)
}

func (b *book) rule(f frame) {
	b.want(blockSpace)
	b.add(&row{height: 8, draw: func(p *painter, y float64) {
		p.stroke(rule, 0.75, f.x, y+4, f.x+f.width, y+4)
	}})
	b.want(blockSpace)
}

const (
	quoteIndent = 16
	quoteBar    = 2.25
)

func (b *book) quote(n document.Quote, f frame) {
	outer := b.text
	b.text.colour = ink2
	bar := &border{func(p *painter, top, bottom float64) { p.fill(rule, f.x, top+1, quoteBar, bottom-top-2, quoteBar/2) }}
	b.want(blockSpace)
	b.within(bar, func() { b.blocks(n.Blocks, f.inset(quoteIndent)) })
	b.text = outer
	b.space = 0
	b.want(blockSpace)
}

// panelPad is the room between a panel's edge and what stands in it.
const panelPad = 9

// panel lays out what stands on a tinted ground; the ground is drawn again on
// each page.
func (b *book) panel(ground colour, bar *colour, f frame, lay func(f frame)) {
	panel := &border{func(p *painter, top, bottom float64) {
		p.fill(ground, f.x, top-panelPad, f.width, bottom-top+2*panelPad, 3)
		if bar != nil {
			p.fill(*bar, f.x, top-panelPad, quoteBar, bottom-top+2*panelPad, quoteBar/2)
		}
	}}
	b.want(blockSpace)
	b.space += panelPad
	b.within(panel, func() { lay(f.inset(12)) })
	b.space = 0
	b.want(blockSpace + panelPad)
}

func (b *book) alert(n document.Alert, f frame) {
	look := alerts[n.Kind]
	b.panel(look.wash, &look.mark, f, func(f frame) {
		f.width -= 12
		s := style{size: b.text.size, bold: true, colour: look.mark}
		rows := b.textRows(b.breakLines(b.words([]document.Inline{document.Text{Value: n.Kind.Title()}}, s, f.width), f.width), f.x, b.lead, s.size)
		rows[len(rows)-1].keep = true
		b.add(rows...)
		b.want(2)
		inner := n.Blocks
		if len(inner) > 0 {
			if first, ok := inner[0].(document.Paragraph); ok {
				b.add(b.textRows(b.breakLines(b.words(first.Content, b.text, f.width), f.width), f.x, b.lead, b.text.size)...)
				b.want(paraSpace)
				inner = inner[1:]
			}
		}
		b.blocks(inner, f)
	})
}

func (b *book) diagram(n document.Diagram, f frame) {
	b.code("", n.Text, f)
	b.caption("The diagram is drawn when the document is exported from the desktop app.", f)
}

// caption is a small line right below what it speaks of.
func (b *book) caption(text string, f frame) {
	s := style{size: noteSize, italic: true, colour: ink3}
	b.space = panelPad + 5
	b.add(b.textRows(b.breakLines(b.words([]document.Inline{document.Text{Value: text}}, s, f.width), f.width), f.x, noteLead, s.size)...)
	b.want(blockSpace)
}

// markerGap is the room between a list's marker and its text.
const markerGap = 6.5

var bullets = []string{"•", "–", "▪"}

func (b *book) list(n document.List, f frame) {
	marker := func(i int) string {
		if n.Ordered {
			return strconv.Itoa(n.Start+i) + "."
		}
		return bullets[b.lists%len(bullets)]
	}
	widest := 9.0
	if n.Ordered {
		for _, i := range []int{0, len(n.Items) - 1} {
			for _, p := range b.type_.shape(b.text, marker(i)) {
				widest = max(widest, p.width)
			}
		}
	}
	indent := widest + markerGap
	if n.Tight {
		b.want(map[bool]float64{true: 2, false: paraSpace}[b.tight])
	} else {
		b.want(paraSpace)
	}
	outer := b.tight
	for i, item := range n.Items {
		b.tight = n.Tight
		mark := marker(i)
		if !n.Ordered {
			b.lists++
		}
		b.item(item, mark, f, indent)
		if !n.Ordered {
			b.lists--
		}
		if n.Tight {
			b.want(2)
		} else {
			b.want(paraSpace)
		}
	}
	b.tight = outer
	if !b.tight {
		b.want(paraSpace)
	}
}

// item lays out one item with its marker in the margin before its first row.
func (b *book) item(item document.Item, mark string, f frame, indent float64) {
	inner := f.inset(indent)
	text, at := b.text, b.lead*0.5+b.text.size*0.33
	draw := func(p *painter, y float64) {
		baseline := y + at
		if item.Task != document.NoTask {
			p.tickBox(item.Task == document.TaskDone, inner.x-indent, baseline)
			return
		}
		text.colour = ink2
		for _, one := range b.type_.shape(text, mark) {
			p.piece(one, inner.x-markerGap-one.width, baseline)
		}
	}
	b.add(&row{keep: true, draw: draw})
	b.marker = &at
	b.blocks(withoutSpace(item.Blocks), inner)
	b.marker = nil
	if len(item.Blocks) == 0 {
		b.add(&row{height: b.lead})
	}
}

// withoutSpace makes an item's first paragraph stand beside its marker.
func withoutSpace(blocks []document.Block) []document.Block {
	if len(blocks) == 0 {
		return blocks
	}
	first, ok := blocks[0].(document.Paragraph)
	if !ok || first.Tight {
		return blocks
	}
	first.Tight = true
	return append([]document.Block{first}, blocks[1:]...)
}

// tickBox draws the box of a task.
func (p *painter) tickBox(done bool, x, baseline float64) {
	const side = 8.6
	y := baseline - side + 0.9
	p.pdf.SetLineWidth(0.8)
	if !done {
		p.pdf.SetDrawColor(0x8a, 0x85, 0x7c)
		p.pdf.RoundedRect(x+0.4, y, side, side, 1.6, "1234", "D")
		return
	}
	p.fill(ink, x, y-0.4, side+0.8, side+0.8, 1.9)
	p.pdf.SetDrawColor(255, 255, 255)
	p.pdf.SetLineWidth(1.25)
	p.pdf.SetLineCapStyle("round")
	p.pdf.SetLineJoinStyle("round")
	p.pdf.MoveTo(x+2.3, y+4.4)
	p.pdf.LineTo(x+4.1, y+6.3)
	p.pdf.LineTo(x+7.2, y+2.2)
	p.pdf.DrawPath("D")
	p.pdf.SetLineCapStyle("butt")
	p.pdf.SetLineJoinStyle("miter")
}

func (b *book) definitions(n document.Definitions, f frame) {
	for _, item := range n.Items {
		b.want(paraSpace)
		for _, term := range item.Terms {
			s := b.text
			s.bold = true
			rows := b.textRows(b.breakLines(b.words(term, s, f.width), f.width), f.x, b.lead, s.size)
			for _, r := range rows {
				r.keep = true
			}
			b.add(rows...)
		}
		for _, detail := range item.Details {
			b.space = 1
			b.blocks(withoutSpace(detail.Blocks), f.inset(18))
			b.want(paraSpace / 2)
		}
	}
	b.want(paraSpace)
}

// notes are set at the end, below a short rule.
func (b *book) notes(notes []document.Note, f frame) {
	if len(notes) == 0 {
		return
	}
	b.want(28)
	b.add(&row{height: 8, keep: true, draw: func(p *painter, y float64) { p.stroke(ink4, 0.6, f.x, y, f.x+72, y) }})
	b.text.size, b.lead = noteSize, noteLead
	for _, note := range notes {
		anchor, number := noteAnchor(note.Number)[1:], itoa(note.Number)+"."
		at := noteLead*0.5 + noteSize*0.33
		b.add(&row{keep: true, draw: func(p *painter, y float64) {
			p.arrive(anchor, max(0, y-6))
			for _, one := range b.type_.shape(b.text, number) {
				p.piece(one, f.x+14-one.width, y+at)
			}
		}})
		b.marker = &at
		b.blocks(withoutSpace(note.Blocks), f.inset(20))
		b.marker = nil
		b.space = 3
	}
}
