package patch

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An edit is a hunk in its place.
type edit struct {
	place
	hunk int
	size int // old lines
}

// Apply gives the content that the file gets, and notes on what was guessed or read
// loosely. Every byte outside the hunks stays as it is; lines that are added get the
// line endings of those around them (FS-52). The error is an *Error.
func (f *File) Apply(before []byte) (after []byte, notes []string, err error) {
	t := split(before)
	edits, notes, err := f.place(t)
	if err != nil {
		return nil, nil, err
	}
	b := &builder{t: t, own: carriesEndings(f.Hunks), out: make([]byte, 0, len(before)+added(f.Hunks))}
	from := 0
	for _, e := range edits {
		b.raw(from, e.at)
		b.hunk(&f.Hunks[e.hunk], e)
		from = e.at + e.size
	}
	b.raw(from, t.len())
	return b.out, notes, nil
}

func carriesEndings(hunks []Hunk) bool {
	return slices.ContainsFunc(hunks, func(h Hunk) bool { return h.own })
}

func added(hunks []Hunk) (n int) {
	for _, h := range hunks {
		for _, l := range h.Body {
			if l.Kind == '+' {
				n += len(l.Text) + 2
			}
		}
	}
	return n
}

// place finds where each hunk stands, and gives them in the order of the file.
func (f *File) place(t *text) (edits []edit, notes []string, err error) {
	from, drift := 0, 0 // behind the hunk before; how far it stood from where it said
	for i := range f.Hunks {
		h := &f.Hunks[i]
		start, err := f.anchored(i, t, from)
		if err != nil {
			return nil, nil, err
		}
		near := -1
		if h.Hint > 0 {
			near = max(h.Hint-1+drift, 0)
		}
		at, err := f.find(i, t, start, near)
		size := h.size()
		if err != nil {
			at, err = f.earlier(i, t, edits, near, err)
		}
		if err != nil {
			return nil, nil, f.withOthers(i, t, err)
		}
		if near >= 0 && size > 0 {
			drift += at.at - near
		}
		if at.step > 1 {
			notes = append(notes, f.noteHunk(i, "matched by %s", steps[at.step].name))
		}
		if at.note != "" {
			notes = append(notes, f.noteHunk(i, "%s", at.note))
		}
		edits = append(edits, edit{place: at, hunk: i, size: size})
		from = max(from, at.at+size)
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return a.at - b.at })
	return edits, notes, nil
}

// withOthers adds to the error of hunk i which of those after it don't stand in the file
// either, so that all can be mended at once.
func (f *File) withOthers(i int, t *text, err error) error {
	var e *Error
	if !errors.As(err, &e) || t.work <= 0 {
		return err
	}
	var others []string
	for j := i + 1; j < len(f.Hunks) && t.work > 0; j++ {
		h := &f.Hunks[j]
		if len(h.Anchors) > 0 || h.size() == 0 {
			continue
		}
		q := &query{t: t, old: h.old(), last: t.len() - h.size(), near: h.Hint - 1, rarest: -1}
		if _, ok := q.find(); !ok {
			others = append(others, strconv.Itoa(j+1))
		}
	}
	if len(others) > maxOthers {
		others = append(others[:maxOthers], "more")
	}
	if len(others) > 0 {
		e.What += ". Hunks that are not in the file either: " + strings.Join(others, ", ")
	}
	return err
}

// maxOthers is how many further hunks an error names.
const maxOthers = 20

func (f *File) noteHunk(i int, format string, args ...any) string {
	return fmt.Sprintf("%s, hunk %d: ", f.Path, i+1) + fmt.Sprintf(format, args...)
}

// earlier looks for a hunk that isn't behind the one before it among the lines that
// no hunk has taken yet; cause is why it isn't behind.
func (f *File) earlier(i int, t *text, edits []edit, near int, cause error) (place, error) {
	if len(edits) == 0 || len(f.Hunks[i].Anchors) > 0 || f.Hunks[i].size() == 0 {
		return place{}, cause
	}
	at, err := f.find(i, t, 0, near)
	if err != nil {
		return place{}, err
	}
	size := f.Hunks[i].size()
	for _, e := range edits {
		if at.at < e.at+e.size && e.at < at.at+size {
			return place{}, f.refuseHunk(i, "it changes %s, which hunk %d changes already; put both into one hunk, or leave out what is there twice", lineRange(at.at+1, at.at+size), e.hunk+1)
		}
	}
	if at.note == "" {
		at.note = fmt.Sprintf("it stands before the hunk above it, on line %d", at.at+1)
	}
	return at, nil
}

func lineRange(from, to int) string {
	if from == to {
		return fmt.Sprintf("line %d", from)
	}
	return fmt.Sprintf("lines %d to %d", from, to)
}

// builder puts the new content together.
type builder struct {
	t   *text
	own bool // the patch has the file's own line endings
	out []byte
}

// raw takes lines of the file as they are.
func (b *builder) raw(from, to int) {
	if from < to {
		b.close(from)
		b.out = append(b.out, b.t.raw(from, to)...)
	}
}

// close ends a last line that had no line ending and is the last no more.
func (b *builder) close(at int) {
	if n := len(b.out); n > 0 && b.out[n-1] != '\n' {
		b.out = append(b.out, b.t.style(at)...)
	}
}

// hunk takes the new lines of a hunk.
func (b *builder) hunk(h *Hunk, e edit) {
	at := e.at // in the file
	gone := at // from here to at are the lines taken out that no added line has replaced
	for i, l := range h.Body {
		switch l.Kind {
		case ' ':
			b.raw(at, at+1)
			at++
			gone = at
		case '-':
			at++
		default:
			b.close(at)
			b.out = append(b.out, l.Text...)
			b.out = append(b.out, b.ending(h.Body[i:], e, at, &gone)...)
		}
	}
}

// ending gives the line ending of an added line, the first of body.
func (b *builder) ending(body []Line, e edit, at int, gone *int) string {
	l := body[0]
	own := ""
	paired := *gone < at
	if paired {
		own = b.t.ending(*gone)
		*gone++
	}
	last := len(body) == 1 && at >= b.t.len()
	switch {
	case l.Bare:
		return ""
	case e.size > 0 && e.step == 0, e.size == 0 && b.own:
		return l.ending()
	case paired && (own != "" || last):
		return own // a file without a final newline goes on without one
	}
	return b.t.style(at)
}
