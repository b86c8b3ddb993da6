package patch

import (
	"fmt"
	"strings"
)

// Error says why a patch was refused: where, and what would mend it. Nothing has
// been changed.
type Error struct {
	File string // the file's name in the patch, "" when it is about none
	Hunk int    // 1-based, 0 when it is about none
	Line int    // of the patch, 1-based, 0 when it is about none
	What string
	// There is what the file has at the place that is meant, a numbered line each, ""
	// where there is no such place.
	There string
}

func (e *Error) Error() string {
	var where []string
	if e.File != "" {
		where = append(where, e.File)
	}
	if e.Hunk > 0 {
		where = append(where, fmt.Sprintf("hunk %d", e.Hunk))
	}
	if e.Line > 0 {
		where = append(where, fmt.Sprintf("line %d of the patch", e.Line))
	}
	s := e.What
	if len(where) > 0 {
		s = strings.Join(where, ", ") + ": " + s
	}
	s += " (no files were changed)"
	if e.There != "" {
		s += ". The file has there:" + e.There
	}
	return s
}

func refuse(line int, format string, args ...any) error {
	return &Error{Line: line, What: fmt.Sprintf(format, args...)}
}

func (f *File) refuse(format string, args ...any) error {
	return &Error{File: f.Path, Line: f.Line, What: fmt.Sprintf(format, args...)}
}

func (f *File) refuseHunk(i int, format string, args ...any) *Error {
	return &Error{File: f.Path, Hunk: i + 1, Line: f.Hunks[i].Line, What: fmt.Sprintf(format, args...)}
}

// maxQuoted is how much of a line an error quotes.
const maxQuoted = 160

// quote shows a line so that what can't be seen can be.
func quote(s string) string {
	if r := []rune(s); len(r) > maxQuoted {
		return fmt.Sprintf("%+q… (%d characters)", string(r[:maxQuoted]), len(r))
	}
	for _, r := range s {
		if r < ' ' && r != '\t' || r > '~' && !isLetterOrMark(r) {
			return fmt.Sprintf("%+q", s)
		}
	}
	return fmt.Sprintf("%q", s)
}
