package pdf

import (
	"strings"
	"unicode/utf8"

	"redline/backend/export/code"
)

const (
	tabWidth  = 4   // columns
	wrapMark  = "↪" // stands before what a long line continues with
	wrapShift = 12.0
)

// code sets program text on a panel. A line too long for it goes on below,
// behind a mark.
func (b *book) code(language, text string, f frame) {
	b.panel(sunk, nil, f, func(f frame) {
		f.width -= 12
		lines := code.Lines(language, text)
		for i, tokens := range lines {
			rows := b.codeLine(tokens, f)
			if i == 0 && len(lines) > 1 || i == len(lines)-2 {
				rows[len(rows)-1].keep = true
			}
			b.add(rows...)
		}
	})
}

func (b *book) codeLine(tokens []code.Token, f frame) []*row {
	var pieces []piece
	column := 0
	for _, token := range tokens {
		var text string
		text, column = expandTabs(token.Text, column)
		pieces = append(pieces, b.type_.shape(coloured(token.Kind), text)...)
	}
	var rows []*row
	current, x := line{}, f.x
	end := func() {
		l, at, continued := current, x, len(rows) > 0
		rows = append(rows, &row{height: codeLead, draw: func(p *painter, y float64) {
			baseline := y + codeLead*0.5 + codeSize*0.33
			if continued {
				s := style{size: codeSize, mono: true, colour: ink4}
				p.piece(b.type_.shape(s, wrapMark)[0], f.x, baseline)
			}
			p.line(l, at, baseline)
		}})
		current, x = line{}, f.x+wrapShift
	}
	for _, p := range pieces {
		for p.text != "" {
			room := f.width - (x - f.x) - current.width
			if p.width <= room+0.01 {
				current.add(p)
				break
			}
			head, tail := b.split(p, room, len(current.pieces) == 0)
			head, tail = b.atBlank(head, tail)
			if head.text != "" {
				current.add(head)
			}
			end()
			p = tail
		}
	}
	end()
	return rows
}

// atBlank moves a split back to the last blank when one is near.
func (b *book) atBlank(head, tail piece) (piece, piece) {
	at := strings.LastIndexAny(head.text, " ,;")
	if at < len(head.text)*2/3 || at < 0 {
		return head, tail
	}
	whole := head.text + tail.text
	head.text, tail.text = whole[:at+1], whole[at+1:]
	return b.type_.measure(head), b.type_.measure(tail)
}

func expandTabs(text string, column int) (string, int) {
	if !strings.ContainsRune(text, '\t') {
		return text, column + utf8.RuneCountInString(text)
	}
	var out strings.Builder
	for _, r := range text {
		if r != '\t' {
			out.WriteRune(r)
			column++
			continue
		}
		for ok := true; ok; ok = column%tabWidth != 0 {
			out.WriteByte(' ')
			column++
		}
	}
	return out.String(), column
}
