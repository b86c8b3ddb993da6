package docx

import (
	"strconv"
	"strings"

	"redline/backend/export/document"
)

// look is how runs are set.
type look struct {
	bold, italic, strike bool
	style                string // a character style
	link                 bool
}

func (l look) properties() string {
	var out strings.Builder
	switch {
	case l.style != "":
		out.WriteString(`<w:rStyle w:val="` + l.style + `"/>`)
	case l.link:
		out.WriteString(`<w:rStyle w:val="Hyperlink"/>`)
	}
	if l.bold {
		out.WriteString("<w:b/><w:bCs/>")
	}
	if l.italic {
		out.WriteString("<w:i/><w:iCs/>")
	}
	if l.strike {
		out.WriteString("<w:strike/>")
	}
	if out.Len() == 0 {
		return ""
	}
	return "<w:rPr>" + out.String() + "</w:rPr>"
}

// run writes text, with tabs as Word's own.
func (s *story) run(text string, l look) {
	if text == "" {
		return
	}
	s.put("<w:r>", l.properties())
	for i, part := range strings.Split(text, "\t") {
		if i > 0 {
			s.put("<w:tab/>")
		}
		if part != "" {
			s.put(`<w:t xml:space="preserve">`, escape(part), "</w:t>")
		}
	}
	s.put("</w:r>")
}

func (s *story) inlines(content []document.Inline, l look) {
	for _, one := range content {
		s.inline(one, l)
	}
}

func (s *story) inline(inline document.Inline, l look) {
	switch n := inline.(type) {
	case document.Text:
		s.run(n.Value, l)
	case document.Emphasis:
		l.italic = true
		s.inlines(n.Content, l)
	case document.Strong:
		l.bold = true
		s.inlines(n.Content, l)
	case document.Strike:
		l.strike = true
		s.inlines(n.Content, l)
	case document.CodeSpan:
		l.style = "CodeChar"
		s.run(n.Text, l)
	case document.Link:
		s.link(n, l)
	case document.Image:
		s.image(n, l)
	case document.LineBreak:
		s.put("<w:r><w:br/></w:r>")
	case document.SoftBreak:
		s.run(" ", l)
	case document.NoteMark:
		s.noteMark(n)
	case document.Equation:
		s.equation(n)
	}
}

func (s *story) link(n document.Link, l look) {
	anchor, inside := strings.CutPrefix(n.URL, "#")
	if l.link || n.URL == "" || inside && anchor == "" || !document.Safe(n.URL) {
		s.inlines(n.Content, l)
		return
	}
	address, ok := "", inside
	if !inside {
		address, ok = target(n.URL)
	}
	if !ok {
		s.linkField(n, l)
		return
	}
	s.put("<w:hyperlink")
	if inside {
		s.put(attribute("w:anchor", s.bookmark(anchor)))
	} else {
		s.put(attribute("r:id", s.relate("hyperlink", address, "External")))
	}
	if n.Title != "" {
		s.put(attribute("w:tooltip", n.Title))
	}
	s.put(` w:history="1">`)
	l.link = true
	s.inlines(n.Content, l)
	s.put("</w:hyperlink>")
}

// linkField writes a link whose address can't be a relation as a field, which
// takes any text.
func (s *story) linkField(n document.Link, l look) {
	l.link = true
	address := strings.Map(func(r rune) rune {
		if r == '"' || r == '\\' || r < ' ' {
			return -1 // they end or escape within a field
		}
		return r
	}, n.URL)
	s.put(`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> HYPERLINK "`, escape(address), `" </w:instrText></w:r>`,
		`<w:r><w:fldChar w:fldCharType="separate"/></w:r>`)
	s.inlines(n.Content, l)
	s.put(`<w:r><w:fldChar w:fldCharType="end"/></w:r>`)
}

// noteMark refers to a footnote. Word has one mark for each note; a further
// one is a field that repeats the first one's number.
func (s *story) noteMark(n document.NoteMark) {
	number := strconv.Itoa(n.Number)
	const mark = `<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>`
	if !s.refs[n.Number] {
		s.refs[n.Number] = true
		id := s.nextID()
		s.put(`<w:bookmarkStart w:id="`, id, `" w:name="_RefNote`, number, `"/><w:r>`, mark,
			`<w:footnoteReference w:id="`, number, `"/></w:r><w:bookmarkEnd w:id="`, id, `"/>`)
		return
	}
	s.put("<w:r>", mark, `<w:fldChar w:fldCharType="begin"/></w:r><w:r>`, mark,
		`<w:instrText xml:space="preserve"> NOTEREF _RefNote`, number, ` \f \h </w:instrText></w:r><w:r>`, mark,
		`<w:fldChar w:fldCharType="separate"/></w:r><w:r>`, mark, `<w:t>`, number, `</w:t></w:r><w:r>`, mark, `<w:fldChar w:fldCharType="end"/></w:r>`)
}

const (
	emuPerPixel = 9525
	emuPerPoint = 12700
)

// image embeds a picture, scaled to the text width, or gives its text.
func (s *story) image(n document.Image, l look) {
	if n.Picture == nil {
		s.run("[image: "+n.Alt+"]", l)
		return
	}
	width, height := float64(n.Picture.Width*emuPerPixel), float64(n.Picture.Height*emuPerPixel)
	if n.Width > 0 {
		height *= float64(n.Width*emuPerPixel) / width
		width = float64(n.Width * emuPerPixel)
	}
	_, pageHeight := s.page.Points()
	scale := min(1, s.textWidth()*emuPerPoint/width, (pageHeight-2*document.Margin)*0.9*emuPerPoint/height)
	cx, cy := strconv.Itoa(max(1, int(width*scale))), strconv.Itoa(max(1, int(height*scale)))
	id := s.nextID()
	s.put(`<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="`, cx, `" cy="`, cy, `"/>`,
		`<wp:docPr id="`, id, `" name="Picture `, id, `"`, attribute("descr", n.Alt))
	if n.Title != "" {
		s.put(attribute("title", n.Title))
	}
	s.put(`/><wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>`,
		`<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>`,
		`<pic:nvPicPr><pic:cNvPr id="`, id, `" name="Picture `, id, `"`, attribute("descr", n.Alt), `/><pic:cNvPicPr/></pic:nvPicPr>`,
		`<pic:blipFill><a:blip r:embed="`, s.relate("image", s.embed(n.Picture), ""), `"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`,
		`<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="`, cx, `" cy="`, cy, `"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`,
		`</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`)
}

// embed adds a picture to the file once and gives its place.
func (b *builder) embed(picture *document.Picture) string {
	at, ok := b.pictures[picture]
	if !ok {
		at = len(b.media)
		name := "media/image" + strconv.Itoa(at+1) + "." + picture.Format
		b.media = append(b.media, media{name, picture.Format, picture.Data})
		b.pictures[picture] = at
	}
	return b.media[at].name
}
