package pdftext

import (
	"bytes"
	"math"

	"redline/backend/pdftext/pdffile"
)

// Limits on a page's content.
const (
	maxOperands = 1 << 18 // of one operator; further ones are left out
	maxForms    = 12      // pictures of text that stand in each other
	maxStates   = 512     // saved graphics states; real pages have a few
)

// matrix is [a b c d e f]: x' = ax+cy+e, y' = bx+dy+f.
type matrix [6]float64

var unit = matrix{1, 0, 0, 1, 0, 0}

// times gives the matrix that does m and then n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// state is what q saves and Q brings back.
type state struct {
	ctm                               matrix
	font                              *font
	size, spacing, words, scale, rise float64
	leading                           float64
}

// reader runs the text operators of a page's content, and of the forms in it.
type reader struct {
	*document
	page *layout

	state
	saved      []state
	tm, line   matrix // of the text, of its line's beginning
	operands   []pdffile.Token
	marks      []mark
	forms      map[*pdffile.Stream]bool // that are being drawn
	operations int
}

// mark is a marked part of the content.
type mark struct {
	replaced bool   // the text of what is drawn in it is another
	text     string // that text, until it is shown
}

func (r *reader) run(content []byte, resources pdffile.Dict) {
	l := pdffile.Lexer{Data: content}
	r.operands = r.operands[:0]
	saved := len(r.saved)
	for {
		t := l.Next()
		if t.Kind == pdffile.End {
			break
		}
		if t.Kind != pdffile.Keyword {
			if len(r.operands) < maxOperands {
				r.operands = append(r.operands, t)
			}
			continue
		}
		if r.operations++; r.operations&1023 == 0 && r.ctx.Err() != nil {
			return
		}
		if r.insideList() && !endsList[string(t.Text)] {
			continue // an operator in a list has no effect
		}
		if string(t.Text) == "ID" {
			skipPicture(&l)
		} else {
			r.operate(string(t.Text), resources)
		}
		r.operands = r.operands[:0]
	}
	if len(r.saved) > saved { // q without Q
		r.state = r.saved[saved]
		r.saved = r.saved[:saved]
	}
}

// endsList are the operators that a list can't swallow, should its bracket never close.
var endsList = map[string]bool{"TJ": true, "Tj": true, "ET": true, "BT": true, "q": true, "Q": true, "BI": true, "Do": true, "EMC": true}

// insideList tells whether a list among the operands is still open.
func (r *reader) insideList() bool {
	for i := len(r.operands) - 1; i >= 0; i-- {
		switch r.operands[i].Kind {
		case pdffile.ArrayClose:
			return false
		case pdffile.ArrayOpen:
			return true
		}
	}
	return false
}

// skipPicture goes to the end of a picture that stands in the content: to EI between
// white space, with no bytes of a picture behind it.
func skipPicture(l *pdffile.Lexer) {
	l.Pos = min(l.Pos+1, len(l.Data))
	for from := l.Pos; ; {
		i := bytes.Index(l.Data[from:], []byte("EI"))
		if i < 0 {
			l.Pos = len(l.Data)
			return
		}
		at := from + i
		from = at + 2
		behind := l.Data[from:min(len(l.Data), from+8)]
		if at > 0 && bytes.IndexByte([]byte("\x00\t\n\f\r "), l.Data[at-1]) >= 0 && (len(behind) == 0 || behind[0] <= ' ') && clear7(behind) {
			l.Pos = from
			return
		}
	}
}

// clear7 tells whether bytes may be operators: printed ASCII and white space.
func clear7(b []byte) bool {
	for _, c := range b {
		if c > 0x7e || c < ' ' && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}

// at gives operand i as a number; 0 where there is none.
func (r *reader) at(i int) float64 {
	if i < len(r.operands) {
		return r.operands[i].Number
	}
	return 0
}

func (r *reader) matrix() matrix {
	return matrix{r.at(0), r.at(1), r.at(2), r.at(3), r.at(4), r.at(5)}
}

func (r *reader) operate(op string, resources pdffile.Dict) {
	switch op {
	case "q":
		if len(r.saved) < maxStates {
			r.saved = append(r.saved, r.state)
		}
	case "Q":
		if n := len(r.saved); n > 0 {
			r.state, r.saved = r.saved[n-1], r.saved[:n-1]
		}
	case "cm":
		r.ctm = r.matrix().times(r.ctm)
	case "Do":
		r.draw(resources)
	case "BDC":
		r.begin(resources)
	case "BMC":
		r.marks = append(r.marks, mark{})
	case "EMC":
		if n := len(r.marks); n > 0 {
			r.marks = r.marks[:n-1]
		}
	case "gs":
		r.setState(resources)
	default:
		r.operateText(op, resources)
	}
}

func (r *reader) operateText(op string, resources pdffile.Dict) {
	switch op {
	case "BT":
		r.tm, r.line = unit, unit
	case "Tc":
		r.spacing = r.at(0)
	case "Tw":
		r.words = r.at(0)
	case "Tz":
		r.scale = r.at(0) / 100
	case "TL":
		r.leading = r.at(0)
	case "Ts":
		r.rise = r.at(0)
	case "Tf":
		r.setFont(resources)
	case "Td":
		r.move(r.at(0), r.at(1))
	case "TD":
		r.leading = -r.at(1)
		r.move(r.at(0), r.at(1))
	case "Tm":
		r.tm = r.matrix()
		r.line = r.tm
	case "T*":
		r.move(0, -r.leading)
	case "Tj":
		r.showAll()
	case "'":
		r.move(0, -r.leading)
		r.showAll()
	case "\"":
		r.words, r.spacing = r.at(0), r.at(1)
		r.move(0, -r.leading)
		r.showAll()
	case "TJ":
		r.showAll()
	}
}

func (r *reader) move(x, y float64) {
	r.line = matrix{1, 0, 0, 1, x, y}.times(r.line)
	r.tm = r.line
}

func (r *reader) setFont(resources pdffile.Dict) {
	if len(r.operands) < 2 {
		return
	}
	r.size = r.at(len(r.operands) - 1)
	name := r.operands[len(r.operands)-2]
	if name.Kind == pdffile.NameToken {
		r.font = r.fontOf(r.file.Dict(resources["Font"])[pdffile.Name(name.Text)])
	}
}

// setState takes the font of a graphics state.
func (r *reader) setState(resources pdffile.Dict) {
	if len(r.operands) == 0 {
		return
	}
	d := r.file.Dict(r.file.Dict(resources["ExtGState"])[pdffile.Name(r.operands[0].Text)])
	if f := r.file.Array(d["Font"]); len(f) == 2 {
		r.font, r.size = r.fontOf(f[0]), r.file.Number(f[1])
	}
}

// draw runs a form: content with resources of its own.
func (r *reader) draw(resources pdffile.Dict) {
	if len(r.operands) == 0 || len(r.forms) >= maxForms {
		return
	}
	s := r.file.Stream(r.file.Dict(resources["XObject"])[pdffile.Name(r.operands[0].Text)])
	if s == nil || r.forms[s] {
		return
	}
	if r.file.Name(s.Dict["Subtype"]) != "Form" {
		return
	}
	r.form(s, r.matrixOf(s), resources)
}

// matrixOf gives where a form stands.
func (r *reader) matrixOf(s *pdffile.Stream) matrix {
	m := r.file.Array(s.Dict["Matrix"])
	if len(m) != 6 {
		return unit
	}
	var form matrix
	for i := range form {
		form[i] = r.file.Number(m[i])
	}
	return form
}

// form runs a form's content and comes back to what held before.
func (r *reader) form(s *pdffile.Stream, at matrix, resources pdffile.Dict) {
	r.forms[s] = true
	defer delete(r.forms, s)
	state, tm, line, operands, marks := r.state, r.tm, r.line, r.operands, len(r.marks)
	r.ctm = at.times(r.ctm)
	if own := r.file.Dict(s.Dict["Resources"]); own != nil {
		resources = own
	}
	r.operands = nil
	r.run(r.file.Decode(s), resources)
	r.state, r.tm, r.line, r.operands = state, tm, line, operands
	r.marks = r.marks[:min(len(r.marks), marks)]
}

// begin opens a marked part, which may say what its text is.
func (r *reader) begin(resources pdffile.Dict) {
	if len(r.marks) >= maxStates {
		return
	}
	var m mark
	for i, t := range r.operands {
		if t.Kind == pdffile.NameToken && string(t.Text) == "ActualText" && i+1 < len(r.operands) && r.operands[i+1].Kind == pdffile.Text {
			m = mark{true, textString(r.operands[i+1].Text)}
		}
	}
	if len(r.operands) == 2 && r.operands[1].Kind == pdffile.NameToken {
		d := r.file.Dict(r.file.Dict(resources["Properties"])[pdffile.Name(r.operands[1].Text)])
		if s, ok := r.file.Get(d["ActualText"]).(pdffile.String); ok {
			m = mark{true, textString([]byte(s))}
		}
	}
	r.marks = append(r.marks, m)
}

// nothing is the text of a glyph that is known to have none of its own.
const nothing = "\x00"

// replacement tells whether the text of what is drawn is another, and gives that text
// once: for the first glyph.
func (r *reader) replacement() (text string, replaced bool) {
	for i := range r.marks {
		if m := &r.marks[i]; m.replaced {
			text, m.text = m.text, ""
			return text, true
		}
	}
	return "", false
}

// showAll shows the strings among the operands; numbers between them move on.
func (r *reader) showAll() {
	for _, t := range r.operands {
		switch t.Kind {
		case pdffile.Text:
			r.show(t.Text)
		case pdffile.Number:
			r.advance(-t.Number / 1000 * r.size)
		}
	}
}

// advance moves along the line, in units of text space.
func (r *reader) advance(by float64) {
	if r.font != nil && r.font.vertical {
		r.tm[4] += by * r.tm[2]
		r.tm[5] += by * r.tm[3]
		return
	}
	by *= r.scale
	r.tm[4] += by * r.tm[0]
	r.tm[5] += by * r.tm[1]
}

func (r *reader) show(s []byte) {
	if r.font == nil {
		r.font = r.fontOf(nil)
	}
	m := r.tm.times(r.ctm)
	along := [2]float64{m[0] * r.size * r.scale, m[1] * r.size * r.scale}
	if r.font.vertical {
		along = [2]float64{-m[2] * r.size, -m[3] * r.size}
	}
	em := math.Hypot(m[2], m[3]) * math.Abs(r.size)
	stretch := math.Hypot(along[0], along[1])
	if stretch == 0 || em == 0 || math.IsNaN(stretch+em) || math.IsInf(stretch+em, 0) {
		return
	}
	for len(s) > 0 {
		g, n := r.font.next(s)
		s = s[max(1, n):]
		if text, replaced := r.replacement(); replaced {
			if g.text = text; text == "" {
				g.text = nothing
			}
		}
		extra := r.spacing
		if g.isSpace {
			extra += r.words
		}
		width := g.width
		if r.font.vertical {
			width = 1
		}
		at := matrix{1, 0, 0, 1, 0, r.rise}.times(r.tm).times(r.ctm)
		r.page.add(placed{
			text: g.text, x: at[4], y: at[5], along: along, width: width * stretch, em: em,
			extra: max(0, r.spacing*stretch/r.size),
		})
		if r.font.vertical {
			r.advance(-width*r.size - extra)
		} else {
			r.advance(width*r.size + extra)
		}
	}
}
