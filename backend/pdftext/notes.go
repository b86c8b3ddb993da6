package pdftext

import (
	"math"

	"redline/backend/pdftext/pdffile"
)

// maxNotes is how many fields and notes of a page are read.
const maxNotes = 10_000

// notes reads what lies on a page: what was filled into a form, what was stamped or
// written on it. What is hidden, and what opens only on a click, is not read.
func (r *reader) notes(o pdffile.Object) {
	list := r.file.Array(o)
	for _, o := range list[:min(len(list), maxNotes)] {
		d := r.file.Dict(o)
		flags, _ := pdffile.Int(r.file.Get(d["F"]))
		if kind := r.file.Name(d["Subtype"]); d == nil || flags&2 != 0 || kind == "Popup" || kind == "Text" || r.ctx.Err() != nil {
			continue
		}
		if s := r.appearance(d); s != nil && !r.forms[s] {
			r.state = state{ctm: unit, scale: 1}
			r.form(s, r.matrixOf(s).times(r.fit(s, r.file.Array(d["Rect"]))), nil)
		}
	}
}

// appearance gives what draws a note: its normal look, in the state that it is in.
func (r *reader) appearance(d pdffile.Dict) *pdffile.Stream {
	switch looks := r.file.Get(r.file.Dict(d["AP"])["N"]).(type) {
	case *pdffile.Stream:
		return looks
	case pdffile.Dict:
		return r.file.Stream(looks[r.file.Name(d["AS"])])
	}
	return nil
}

// fit gives the matrix that brings a form's box, as its own matrix leaves it, into the
// rectangle of the note.
func (r *reader) fit(s *pdffile.Stream, rect pdffile.Array) matrix {
	box := r.file.Array(s.Dict["BBox"])
	if len(box) != 4 || len(rect) != 4 {
		return unit
	}
	m := r.matrixOf(s)
	left, top, right, foot := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, corner := range [][2]int{{0, 1}, {0, 3}, {2, 1}, {2, 3}} {
		p := matrix{1, 0, 0, 1, r.file.Number(box[corner[0]]), r.file.Number(box[corner[1]])}.times(m)
		left, right, top, foot = min(left, p[4]), max(right, p[4]), min(top, p[5]), max(foot, p[5])
	}
	x0, x1 := r.file.Number(rect[0]), r.file.Number(rect[2])
	y0, y1 := r.file.Number(rect[1]), r.file.Number(rect[3])
	if right <= left || foot <= top {
		return matrix{1, 0, 0, 1, min(x0, x1), min(y0, y1)}
	}
	wide, high := math.Abs(x1-x0)/(right-left), math.Abs(y1-y0)/(foot-top)
	return matrix{wide, 0, 0, high, min(x0, x1) - left*wide, min(y0, y1) - top*high}
}
