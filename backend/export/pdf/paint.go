package pdf

import (
	"bytes"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-pdf/fpdf"

	"redline/backend/export/document"
	"redline/backend/export/fonts"
)

// painter draws on the pages of a file.
type painter struct {
	pdf           *fpdf.Fpdf
	type_         *typesetter
	left, top     float64
	width, height float64 // of the text area
	loaded        map[fonts.Name]bool
	pictures      map[*document.Picture]string
	anchors       map[string]int
	face          fonts.Name
	size          float64
	outline       outline
}

// before is the date of a file that has none.
var before = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func newPainter(d *document.Document, opts Options) (*painter, error) {
	width, height := opts.PageSize.Points()
	file := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: width, Ht: height}})
	file.SetCatalogSort(true)
	file.SetAutoPageBreak(false, 0)
	file.SetMargins(document.Margin, document.Margin, document.Margin)
	made := opts.Time.UTC()
	if opts.Time.IsZero() {
		made = before
	}
	file.SetCreationDate(made)
	file.SetModificationDate(made)
	file.SetProducer("Redline", true)
	file.SetTitle(printable(title(d)), true)
	file.SetAuthor(printable(d.Meta.Author), true)
	if d.Meta.Language != "" && isTag(d.Meta.Language) {
		file.SetLang(d.Meta.Language)
	}
	return &painter{pdf: file, type_: newTypesetter(), left: document.Margin, top: document.Margin,
		width: width - 2*document.Margin, height: height - 2*document.Margin,
		loaded: map[fonts.Name]bool{}, pictures: map[*document.Picture]string{}, anchors: map[string]int{}}, file.Error()
}

// title is the front matter's, or else the first heading.
func title(d *document.Document) string {
	if d.Meta.Title != "" {
		return d.Meta.Title
	}
	for _, block := range d.Blocks {
		if heading, ok := block.(document.Heading); ok {
			return document.PlainText(heading.Content)
		}
	}
	return ""
}

// isTag tells whether a language is written so that it can stand in the file.
func isTag(language string) bool {
	return !strings.ContainsFunc(language, func(r rune) bool {
		return !(r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	})
}

// printable leaves what the library can put into the file's properties.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ', r == 0x7f:
			return ' '
		case r > 0xffff:
			return utf8.RuneError
		}
		return r
	}, text)
}

func (p *painter) use(face *fonts.Face, size float64) {
	if !p.loaded[face.Name] {
		p.pdf.AddUTF8FontFromBytes(string(face.Name), "", face.Data)
		p.loaded[face.Name] = true
	}
	if p.face != face.Name || p.size != size {
		p.pdf.SetFont(string(face.Name), "", size)
		p.face, p.size = face.Name, size
	}
}

// line draws a line of text with its left end and baseline given.
func (p *painter) line(l line, x, baseline float64) {
	for _, one := range l.pieces {
		p.piece(one.piece, x+one.x, baseline)
	}
}

func (p *painter) piece(one piece, x, baseline float64) {
	if one.box != nil {
		one.box.draw(p, x, baseline)
		return
	}
	p.use(one.face, one.size)
	p.pdf.SetTextColor(one.colour.r, one.colour.g, one.colour.b)
	p.kerned(one, x, baseline-one.raise)
	if one.strike {
		p.stroke(one.colour, 0.6, x, baseline-one.size*0.27, x+one.width, baseline-one.size*0.27)
	}
	if one.link != "" {
		p.link(one.link, x, baseline-one.size*0.8, one.width, one.size*1.05)
	}
}

// kerned writes text in runs between the pairs that are set nearer or farther.
func (p *painter) kerned(one piece, x, y float64) {
	units, start, last := 0, 0, rune(-1)
	from := x
	for at, r := range one.text {
		if last >= 0 {
			if kern := one.face.Kern(last, r); kern != 0 {
				p.pdf.Text(from, y, one.text[start:at])
				units += kern
				start, from = at, x+float64(units)*one.size/1000
			}
		}
		advance, _ := one.face.Advance(r)
		units += advance
		last = r
	}
	p.pdf.Text(from, y, one.text[start:])
}

func (p *painter) stroke(c colour, width, x0, y0, x1, y1 float64) {
	p.pdf.SetDrawColor(c.r, c.g, c.b)
	p.pdf.SetLineWidth(width)
	p.pdf.Line(x0, y0, x1, y1)
}

func (p *painter) fill(c colour, x, y, width, height, radius float64) {
	p.pdf.SetFillColor(c.r, c.g, c.b)
	if radius > 0 {
		p.pdf.RoundedRect(x, y, width, height, radius, "1234", "F")
	} else {
		p.pdf.Rect(x, y, width, height, "F")
	}
}

func (p *painter) picture(picture *document.Picture, x, y, width, height float64) {
	name, ok := p.pictures[picture]
	options := fpdf.ImageOptions{ImageType: picture.Format}
	if !ok {
		name = "picture-" + strconv.Itoa(len(p.pictures)+1)
		p.pictures[picture] = name
		p.pdf.RegisterImageOptionsReader(name, options, bytes.NewReader(picture.Data))
	}
	p.pdf.ImageOptions(name, x, y, width, height, false, options, 0, "")
}

// anchor is the library's number for a place within the document.
func (p *painter) anchor(name string) int {
	id, ok := p.anchors[name]
	if !ok {
		id = p.pdf.AddLink()
		p.anchors[name] = id
	}
	return id
}

// arrive makes this page and height the place that an anchor names.
func (p *painter) arrive(name string, y float64) {
	if id, ok := p.anchors[name]; ok {
		p.pdf.SetLink(id, y, p.pdf.PageNo())
	}
}

// link makes an area lead somewhere. Only anchors that exist were made known.
func (p *painter) link(to string, x, y, width, height float64) {
	anchor, inside := strings.CutPrefix(to, "#")
	switch {
	case to == "":
	case !inside:
		p.pdf.LinkString(x, y, width, height, printable(to))
	default:
		if id, ok := p.anchors[anchor]; ok {
			p.pdf.Link(x, y, width, height, id)
		}
	}
}

// footerGap is how far below the text the page number stands.
const footerGap = 34

func (p *painter) numberPages() {
	pages := p.pdf.PageCount()
	s := style{size: 9, colour: ink3}
	for page := 1; page <= pages; page++ {
		p.pdf.SetPage(page)
		p.face = "" // the library sets the font again on this page
		number := p.type_.shape(s, strconv.Itoa(page)+" / "+strconv.Itoa(pages))
		p.piece(number[0], p.left+(p.width-number[0].width)/2, p.top+p.height+footerGap)
	}
}

// outline keeps the levels of the file's outline from skipping.
type outline struct{ levels []int }

// level gives the outline's level, from 0, for a heading's level.
func (o *outline) level(heading int) int {
	for len(o.levels) > 0 && o.levels[len(o.levels)-1] >= heading {
		o.levels = o.levels[:len(o.levels)-1]
	}
	o.levels = append(o.levels, heading)
	return len(o.levels) - 1
}

func (p *painter) bookmark(text string, heading int, y float64) {
	p.use(p.type_.face(fonts.Serif), bodySize) // the library writes outlines as Unicode only under such a font
	p.pdf.Bookmark(printable(text), p.outline.level(heading), y)
}
