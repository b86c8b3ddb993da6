package patch

import (
	"strings"
)

// The marks of a block.
const (
	beginMark  = "*** Begin Patch"
	endMark    = "*** End Patch"
	addMark    = "*** Add File:"
	deleteMark = "*** Delete File:"
	updateMark = "*** Update File:"
	moveMark   = "*** Move to:"
	eofMark    = "*** End of File"
)

// findBlock gives the line on which a block begins, or -1 where a unified diff
// comes first or there is no block.
func (r *reader) findBlock() int {
	for i := range r.len() {
		line := r.raw(i)
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == beginMark:
			return i
		case strings.HasPrefix(line, "@@ -"), strings.HasPrefix(line, "diff --git "):
			return -1
		}
	}
	return -1
}

// block reads from *** Begin Patch to *** End Patch. What comes after is prose.
func (r *reader) block(p *Patch) error {
	for r.at++; r.more(); {
		line := strings.TrimSpace(r.line())
		at := r.number()
		var err error
		switch {
		case line == endMark:
			return nil
		case line == "" || line == eofMark:
			r.at++
		case marked(line, addMark):
			err = r.blockAdd(p, line)
		case marked(line, deleteMark):
			r.at++
			p.Files = append(p.Files, File{Op: Delete, Path: after(line, deleteMark), Line: at})
		case marked(line, updateMark):
			err = r.blockUpdate(p, line)
		default:
			err = refuse(at, "%s begins no file; a file begins with %s, %s or %s and its name", quote(line), addMark, deleteMark, updateMark)
		}
		if err != nil {
			return err
		}
	}
	return refuse(r.len(), "it breaks off: %s is missing, so more may be", endMark)
}

func marked(line, mark string) bool { return strings.HasPrefix(line, mark) }

func after(line, mark string) string { return strings.TrimSpace(strings.TrimPrefix(line, mark)) }

// endsBody tells whether the present line is a mark, which ends a hunk. Only one at
// the beginning of a line is: an indented one is content.
func (r *reader) endsBody() bool { return strings.HasPrefix(r.line(), "*** ") }

func (r *reader) blockAdd(p *Patch, header string) error {
	f := File{Op: Add, Path: after(header, addMark), Line: r.number()}
	h := Hunk{Line: r.number() + 1, Empty: true}
	h.Body = make([]Line, 0, r.ahead())
	blank := 0 // lines without a mark, which count only if more follow
	for r.at++; r.more() && !r.endsBody(); r.at++ {
		l, ok := r.body()
		switch {
		case r.line() == "":
			blank++
			continue
		case !ok || l.Kind != '+':
			return refuse(r.number(), "every line of a new file begins with +, and this is %s", quote(r.line()))
		}
		for ; blank > 0; blank-- {
			p.note(r.number()-blank, "an empty line without its + was taken for one of %s", f.Path)
			h.Body = append(h.Body, Line{Kind: '+'})
		}
		h.Body = append(h.Body, l)
	}
	if len(h.Body) > 0 {
		f.Hunks = []Hunk{h}
	}
	p.Files = append(p.Files, f)
	return nil
}

func (r *reader) blockUpdate(p *Patch, header string) error {
	f := File{Path: after(header, updateMark), Line: r.number()}
	r.at++
	if line := strings.TrimSpace(r.line()); marked(line, moveMark) {
		f.To = after(line, moveMark)
		r.at++
	}
	for r.more() && !r.endsBody() {
		h, err := r.blockHunk()
		if err != nil {
			return err
		}
		if len(h.Body) > 0 {
			f.Hunks = append(f.Hunks, h)
		} else if len(h.Anchors) > 0 {
			return refuse(h.Line, "there is no change below this @@ line")
		}
	}
	if len(f.Hunks) == 0 && f.To == "" {
		return f.refuse("there is no change below this header")
	}
	p.Files = append(p.Files, f)
	return nil
}

// blockHunk reads @@ lines and what is below them, to the next.
func (r *reader) blockHunk() (Hunk, error) {
	h := Hunk{Line: r.number()}
	for r.more() && strings.HasPrefix(r.line(), "@@") {
		r.at++
		if err := h.head(r.peek(-1), r.number()-1); err != nil {
			return h, err
		}
	}
	r.at--
	h.Body = make([]Line, 0, r.ahead())
	r.at++
	for ; r.more() && !strings.HasPrefix(r.line(), "@@") && !r.endsBody(); r.at++ {
		l, ok := r.body()
		switch {
		case !ok && strings.HasPrefix(r.line(), `\ `):
			if len(h.Body) > 0 {
				h.Body[len(h.Body)-1].Bare = true
			}
		case !ok:
			return h, refuse(r.number(), "a line of a hunk begins with a space, + or -, and this is %s", quote(r.line()))
		default:
			h.Body = append(h.Body, l)
		}
	}
	if strings.TrimSpace(r.line()) == eofMark && r.endsBody() {
		h.AtEnd = true
		r.at++
	}
	h.dropBlanks(r)
	return h, nil
}

// dropBlanks takes empty lines off the end of a hunk that stand between it and the
// next mark: they are the patch's own. A blank line of the file has a space before.
func (h *Hunk) dropBlanks(r *reader) {
	at := r.at - 1
	if h.AtEnd {
		at--
	}
	for len(h.Body) > 0 && at >= 0 && at < r.len() && strings.TrimSuffix(r.raw(at), "\r") == "" {
		h.Body = h.Body[:len(h.Body)-1]
		at--
	}
}

// head reads an @@ line: one with numbers gives a hint, any other an anchor.
func (h *Hunk) head(line string, number int) error {
	if strings.HasPrefix(line, "@@ -") {
		numbers, err := parseHeader(line, number)
		if err == nil {
			h.Hint = numbers.oldStart
			return nil
		}
	}
	text := strings.TrimPrefix(line, "@@")
	text = strings.TrimSuffix(strings.TrimRight(text, " \t"), "@@")
	text = strings.TrimPrefix(text, " ")
	if strings.TrimSpace(text) != "" {
		h.Anchors = append(h.Anchors, strings.TrimRight(text, " \t"))
	}
	return nil
}
