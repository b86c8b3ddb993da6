package patch

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
)

// header is the numbers of an @@ line.
type header struct{ oldStart, oldLines, newStart, newLines int }

var hunkHeader = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// parseHeader reads "@@ -1,2 +3,4 @@ …". What comes after is the name of a section
// and is not obeyed.
func parseHeader(line string, number int) (header, error) {
	m := hunkHeader.FindStringSubmatch(line)
	if m == nil {
		return header{}, refuse(number, "a hunk begins with a line such as @@ -12,3 +12,4 @@, and this is %s", quote(line))
	}
	var n [4]int
	for i, s := range m[1:] {
		if s == "" {
			n[i] = 1
			continue
		}
		v, err := strconv.Atoi(s)
		if errors.Is(err, strconv.ErrRange) || v > MaxFileBytes {
			return header{}, refuse(number, "the line number %s is beyond any file", s)
		}
		n[i] = v
	}
	return header{n[0], n[1], n[2], n[3]}, nil
}

// unified reads the files of a unified diff. What stands between them is prose, or
// what git says of a file besides its lines.
func (r *reader) unified(p *Patch) error {
	var git *File // begun by a "diff --git" line and not yet by ---
	for r.more() {
		line := r.line()
		var err error
		switch {
		case strings.HasPrefix(line, "diff --git "):
			p.finish(git)
			git = r.gitHeader(line)
			r.at++
		case git != nil && r.extended(git, line, &err):
			r.at++
		case strings.HasPrefix(line, "--- ") && strings.HasPrefix(r.peek(1), "+++ "):
			f := git
			git = nil
			if f == nil {
				f = &File{Line: r.number()}
			}
			err = r.file(p, f)
		case strings.HasPrefix(line, "@@ -"):
			err = refuse(r.number(), "this hunk belongs to no file; --- and +++ lines with the file's name come before it")
		case isBinaryNotice(line):
			err = refuse(r.number(), "a binary file can't be patched: %s", line)
		default:
			r.at++
		}
		if err != nil {
			return err
		}
	}
	p.finish(git)
	return nil
}

// finish adds a file that git's header alone changes: a rename, an empty file, a mode.
func (p *Patch) finish(f *File) {
	if f != nil && f.Path != "" && (f.Op != Update || f.To != "" || f.Mode != 0) {
		p.Files = append(p.Files, *f)
	}
}

func isBinaryNotice(line string) bool {
	return line == "GIT binary patch" || strings.HasPrefix(line, "Binary files ") && strings.HasSuffix(line, " differ")
}

// extended reads a line of git's header of a file; false if it is none.
func (r *reader) extended(f *File, line string, err *error) bool {
	key, value := cutHeader(line)
	switch key {
	case "old mode", "index", "similarity index", "dissimilarity index":
	case "new mode", "new file mode", "deleted file mode":
		*err = f.setMode(key, value, r.number())
	case "rename from":
		f.Path = unquoteName(value)
	case "rename to":
		f.To = unquoteName(value)
	case "copy from", "copy to":
		*err = refuse(r.number(), "copies are not made; add the new file with its whole content instead")
	default:
		return false
	}
	return true
}

func cutHeader(line string) (key, value string) {
	for _, k := range []string{
		"old mode", "new mode", "new file mode", "deleted file mode", "similarity index", "dissimilarity index",
		"rename from", "rename to", "copy from", "copy to", "index",
	} {
		if value, ok := strings.CutPrefix(line, k+" "); ok {
			return k, value
		}
	}
	return "", line
}

// setMode takes a mode of git's. Links and submodules are refused: what is written
// through one ends up elsewhere.
func (f *File) setMode(key, value string, line int) error {
	switch value {
	case "120000":
		return refuse(line, "a symbolic link can't be made or changed by a patch")
	case "160000":
		return refuse(line, "a submodule can't be made or changed by a patch")
	}
	mode, err := strconv.ParseUint(value, 8, 32)
	if err != nil || mode>>12 != 0o10 {
		return refuse(line, "%s is no mode of a file", quote(value))
	}
	switch key {
	case "new file mode":
		f.Op = Add
	case "deleted file mode":
		f.Op = Delete
		return nil
	}
	if perm := fs.FileMode(mode) & 0o777; key == "new mode" || perm != 0o644 {
		f.Mode = perm
	}
	return nil
}

// file reads --- and +++ and the hunks below them.
func (r *reader) file(p *Patch, f *File) error {
	before, after := parseSide(r.line()[4:]), parseSide(r.peek(1)[4:])
	stripPrefixes(&before, &after)
	switch {
	case before.none && after.none:
		return refuse(r.number(), "both names are %s", noFile)
	case before.none:
		f.Op, f.Path = Add, after.name
	case after.none:
		f.Op, f.Path = Delete, before.name
	case f.To != "": // renamed, as git's header says
	case f.Path == "" || f.Op == Update:
		f.Path = after.name // where the names differ, the old one is a copy such as NAME.orig
	}
	r.at += 2
	for r.more() && strings.HasPrefix(r.line(), "@@") {
		h, err := r.hunk(p)
		if err != nil {
			return err
		}
		f.Hunks = append(f.Hunks, h)
	}
	if err := f.timed(before, after); err != nil {
		return err
	}
	f.continues = f.Op == Update && f.To == ""
	if len(f.Hunks) == 0 && f.continues && f.Mode == 0 {
		return f.refuse("there is no hunk below this header: leave it out, or send the rest if the patch was cut off here")
	}
	p.Files = append(p.Files, *f)
	return nil
}

// timed takes the beginning of time as the date of a file that isn't there, as diff
// writes it.
func (f *File) timed(before, after side) error {
	if f.Op != Update || len(f.Hunks) != 1 {
		return nil
	}
	switch h := f.Hunks[0]; {
	case before.epoch && h.Empty:
		f.Op = Add
	case after.epoch && h.count('-') == len(h.Body):
		f.Op = Delete
	}
	return nil
}

// hunk reads an @@ line and the lines below it: as many as it says and, where its
// counts are wrong, as look like lines of a hunk.
func (r *reader) hunk(p *Patch) (Hunk, error) {
	n, err := parseHeader(r.line(), r.number())
	if err != nil {
		return Hunk{}, err
	}
	ended := strings.HasSuffix(r.raw(r.at), "\r")
	body := r.ahead()
	h := Hunk{Line: r.number(), Hint: n.oldStart, Empty: n.oldStart == 0 && n.oldLines == 0}
	if n.oldLines == 0 && n.oldStart > 0 {
		h.Hint++ // such a hunk stands after that line
	}
	h.Body = make([]Line, 0, body)
	old, now := 0, 0
	blanks := 0 // empty lines at the end, which may be the patch's own
	for r.at++; r.more(); r.at++ {
		if strings.HasPrefix(r.line(), `\`) {
			if len(h.Body) > 0 {
				h.Body[len(h.Body)-1].Bare = true
			}
			continue
		}
		whole := old >= n.oldLines && now >= n.newLines
		l, ok := r.body()
		if !ok || whole && r.endsHunk() || !whole && r.beginsFile() {
			break
		}
		if r.at == r.len()-1 && r.line() == "" {
			break // what comes after the last line ending
		}
		if blanks++; r.line() != "" {
			blanks = 0
		}
		if l.Kind != '+' {
			old++
		}
		if l.Kind != '-' {
			now++
		}
		h.Body = append(h.Body, l)
		h.own = h.own || l.CR && !ended
	}
	if over := old - n.oldLines; over >= 0 && over <= blanks && now-n.newLines == over {
		blanks = over
	}
	h.Body = h.Body[:len(h.Body)-blanks]
	if old, now = old-blanks, now-blanks; old != n.oldLines || now != n.newLines {
		h.cut = cutShort(n, old, now)
		if h.cut != "" && old < n.oldLines && now < n.newLines && !r.more() && !strings.HasSuffix(r.text, "\n") {
			return h, refuse(h.Line, "the patch breaks off in this hunk%s. Send all of it, or count its lines anew", h.cut)
		}
		p.note(h.Line, "the hunk has %d old and %d new lines, not the %d and %d that it says; its lines were taken", old, now, n.oldLines, n.newLines)
	}
	if len(h.Body) == 0 {
		return h, refuse(h.Line, "there is no line below this @@ line")
	}
	return h, nil
}

// cutShort says that a hunk has fewer lines than it promises, "" when it hasn't.
func cutShort(n header, old, now int) string {
	if old >= n.oldLines && now >= n.newLines {
		return ""
	}
	return fmt.Sprintf(" (its @@ line promises %d old and %d new lines, and there are %d and %d)", n.oldLines, n.newLines, old, now)
}

// endsHunk tells whether the present line, once a hunk has all its lines, begins
// something else: the next file, or the signature of a mail.
func (r *reader) endsHunk() bool {
	return r.beginsFile() || r.line() == "-- " || r.line() == "--"
}

func (r *reader) beginsFile() bool {
	return strings.HasPrefix(r.line(), "--- ") && strings.HasPrefix(r.peek(1), "+++ ") && strings.HasPrefix(r.peek(2), "@@ -")
}
