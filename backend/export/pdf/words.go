package pdf

import (
	"strings"

	"redline/backend/export/document"
)

// wording turns inlines into words.
type wording struct {
	*book
	limit float64 // the width that pictures are scaled to
	words []word
	blank *piece // a blank is due before the next word
	glue  bool   // the next piece belongs to the last word
	first bool   // nothing was set yet
}

// words gives the words of inlines in a base style.
func (b *book) words(content []document.Inline, base style, limit float64) []word {
	w := &wording{book: b, limit: limit, first: true}
	w.inlines(content, base)
	return w.words
}

func (w *wording) inlines(content []document.Inline, s style) {
	for _, one := range content {
		w.inline(one, s)
	}
}

func (w *wording) inline(inline document.Inline, s style) {
	switch n := inline.(type) {
	case document.Text:
		w.text(n.Value, s)
	case document.Emphasis:
		s.italic = true
		w.inlines(n.Content, s)
	case document.Strong:
		s.bold = true
		w.inlines(n.Content, s)
	case document.Strike:
		s.strike = true
		w.inlines(n.Content, s)
	case document.CodeSpan:
		w.span(n.Text, s)
	case document.Link:
		if document.Safe(n.URL) {
			s.link, s.colour = n.URL, blue
		}
		w.inlines(n.Content, s)
	case document.Image:
		w.image(n, s)
	case document.LineBreak:
		w.endLine()
	case document.SoftBreak:
		w.space(s)
	case document.NoteMark:
		w.noteMark(n, s)
	case document.Equation:
		w.equation(n, s)
	}
}

// span is code within a line, on a wash of its own.
func (w *wording) span(text string, s style) {
	s.mono, s.title, s.size = true, false, s.size*spanScale
	w.text(strings.Trim(text, " "), s)
}

func (w *wording) noteMark(n document.NoteMark, s style) {
	s.raise, s.size, s.colour = s.size*0.34, s.size*0.66, blue
	number := itoa(n.Number)
	s.link = noteAnchor(n.Number)
	gap := s
	gap.size, gap.raise, gap.link = s.size*0.3, 0, ""
	if w.glue {
		w.attach(w.type_.shape(gap, " ")) // apart from the word, also for who copies the text
	}
	w.attach(w.type_.shape(s, number))
}

// text splits a text at blanks and where it may break.
func (w *wording) text(text string, s style) {
	start, before := 0, rune(-1)
	runes := []rune(text)
	flush := func(end int) {
		if end > start {
			w.attach(w.type_.shape(s, string(runes[start:end])))
		}
		start = end
	}
	for i, r := range runes {
		if r == ' ' || r == '\t' || r == '\n' {
			flush(i)
			start = i + 1
			w.space(s)
		} else if i+1 < len(runes) && breaksAfter(before, r, runes[i+1]) {
			flush(i + 1)
			w.glue = false
		}
		before = r
	}
	flush(len(runes))
}

func (w *wording) space(s style) {
	if w.first {
		return
	}
	if w.blank == nil {
		s.raise = 0
		blank := w.type_.shape(s, " ")[0]
		w.blank = &blank
	}
	w.glue = false
}

func (w *wording) attach(pieces []piece) {
	if len(pieces) == 0 {
		return
	}
	if !w.glue {
		w.words = append(w.words, word{blank: w.blank})
		w.blank = nil
	}
	last := &w.words[len(w.words)-1]
	for _, p := range pieces {
		last.pieces = append(last.pieces, p)
		last.width += p.width
	}
	w.glue, w.first = true, false
}

func (w *wording) endLine() {
	if len(w.words) > 0 {
		w.words[len(w.words)-1].ends = true
	}
	w.blank, w.glue, w.first = nil, false, true
}

// image is a box in the line, or the picture's text.
func (w *wording) image(n document.Image, s style) {
	if n.Picture == nil {
		s.colour = ink3
		w.text("[image: "+n.Alt+"]", s)
		return
	}
	w.attach([]piece{w.picture(n, s)})
}

// maxPictureHeight leaves room for a line of text on the page.
const maxPictureHeight = 0.86

func (w *wording) picture(n document.Image, s style) piece {
	const pointsPerPixel = 72.0 / 96
	width, height := float64(n.Picture.Width)*pointsPerPixel, float64(n.Picture.Height)*pointsPerPixel
	if n.Width > 0 {
		height *= float64(n.Width) * pointsPerPixel / width
		width = float64(n.Width) * pointsPerPixel
	}
	scale := min(1, w.limit/width, w.textHeight()*maxPictureHeight/height)
	width, height = max(width*scale, 0.5), max(height*scale, 0.5)
	picture, link := n.Picture, s.link
	return piece{style: s, width: width, box: &box{width, height, 0, func(p *painter, x, bottom float64) {
		p.picture(picture, x, bottom-height, width, height)
		p.link(link, x, bottom-height, width, height)
	}}}
}
