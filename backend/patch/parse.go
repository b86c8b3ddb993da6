package patch

import (
	"fmt"
	"strings"
	"unicode"
)

func isLetterOrMark(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// Parse reads a patch. What it reads otherwise than it was written is in Notes;
// what it can't read is an *Error.
func Parse(text string) (*Patch, error) {
	if len(text) > MaxBytes {
		return nil, refuse(0, "the patch is %d bytes long; at most %d are read. Split it", len(text), MaxBytes)
	}
	if n := strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1; n > MaxLines {
		return nil, refuse(0, "the patch has %d lines; at most %d are read. Split it", n, MaxLines)
	}
	r := newReader(text)
	p := &Patch{crOnly: strings.Contains(text, "\r") && !strings.Contains(text, "\n")}
	var err error
	if at := r.findBlock(); at >= 0 {
		r.at = at
		err = r.block(p)
	} else {
		err = r.unified(p)
	}
	if err != nil {
		return nil, err
	}
	return p, p.check()
}

// check holds the whole patch against the limits and FS-51.
func (p *Patch) check() error {
	if len(p.Files) == 0 && p.crOnly {
		return refuse(0, "its lines end in CR alone; send it with LF, or CR LF, at the end of each line")
	}
	if len(p.Files) == 0 {
		return refuse(0, "there is no change in it. Give a unified diff (--- and +++ lines, then @@), or a block between *** Begin Patch and *** End Patch")
	}
	if len(p.Files) > MaxFiles {
		return refuse(0, "it names %d files; at most %d are changed at once. Split it", len(p.Files), MaxFiles)
	}
	hunks, named := 0, map[string]*File{}
	for i := range p.Files {
		f := &p.Files[i]
		if hunks += len(f.Hunks); hunks > MaxHunks {
			return f.refuse("the patch has more than %d hunks. Split it", MaxHunks)
		}
		for _, name := range names(f) {
			if name == "" {
				return f.refuse("the name of the file is missing")
			}
			if first := named[name]; first != nil && !(first.continues && f.continues) {
				return f.refuse("%s is named a second time, after line %d; put all of a file's hunks below one header", name, first.Line)
			}
			named[name] = f
		}
	}
	return nil
}

func names(f *File) []string {
	if f.To == "" || f.To == f.Path {
		return []string{f.Path}
	}
	return []string{f.Path, f.To}
}

// reader goes through the lines of a patch.
type reader struct {
	text   string
	starts []int32 // of each line, and 1 beyond the end
	at     int
}

func newReader(text string) *reader {
	r := &reader{text: text, starts: starts(text)}
	if text == "" || text[len(text)-1] == '\n' {
		r.starts = append(r.starts, int32(len(text))) // what comes after the last line ending
	}
	r.starts[len(r.starts)-1] = int32(len(text) + 1)
	return r
}

func (r *reader) len() int { return len(r.starts) - 1 }

func (r *reader) more() bool { return r.at < r.len() }

// raw gives line i without its LF.
func (r *reader) raw(i int) string { return r.text[r.starts[i] : r.starts[i+1]-1] }

// ahead gives how many lines after the present one may be those of a hunk, so that
// there is room for them at once.
func (r *reader) ahead() (n int) {
	for i := r.at + 1; i < r.len(); i++ {
		if s := r.raw(i); s != "" && !strings.ContainsRune(" +-\\\r", rune(s[0])) {
			break
		}
		n++
	}
	return n
}

// peek gives the line n after the present one, "" beyond the end.
func (r *reader) peek(n int) string {
	if i := r.at + n; i >= 0 && i < r.len() {
		return strings.TrimSuffix(r.raw(i), "\r")
	}
	return ""
}

func (r *reader) line() string { return r.peek(0) }

// number is the present line's, 1-based.
func (r *reader) number() int { return r.at + 1 }

// body makes the present line one of a hunk. An empty one is blank context whose
// leading space was lost.
func (r *reader) body() (Line, bool) {
	raw := r.raw(r.at)
	text := strings.TrimSuffix(raw, "\r")
	l := Line{Kind: ' ', CR: len(text) < len(raw)}
	if text == "" {
		return l, true
	}
	if k := text[0]; k != ' ' && k != '-' && k != '+' {
		return l, false
	}
	l.Kind, l.Text = text[0], text[1:]
	return l, true
}

func (p *Patch) note(line int, format string, args ...any) {
	p.Notes = append(p.Notes, fmt.Sprintf("line %d of the patch: ", line)+fmt.Sprintf(format, args...))
}
