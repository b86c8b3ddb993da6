// Package patch reads the patches that models write, and plans them against files.
//
// Two forms are read: unified diffs, as git and diff make them, and blocks between
// "*** Begin Patch" and "*** End Patch". Either may stand in prose, in a code fence
// or in a heredoc. Planning never touches a disk: it is given the files and gives
// what they would become. A patch is planned whole or not at all, and what can't be
// placed is an *Error that names the file, the hunk and the first line that differs.
//
// What it does not do: it never places a hunk where its lines don't stand, however
// near the hinted line that is, and it understands no binary patch.
package patch

import "io/fs"

// The limits of a patch. One beyond them is refused whole.
const (
	MaxBytes       = 1 << 20  // of the patch's text
	MaxFiles       = 100      // that it names
	MaxHunks       = 1000     // of all files together
	MaxLines       = 50_000   // of the patch's text
	MaxFileBytes   = 10 << 20 // of one file, before and after
	MaxPlannedSize = 32 << 20 // of all files together, before and after
)

// Op is what becomes of a file.
type Op int

// The operations.
const (
	Update Op = iota // its content changes, or its name, or both
	Add              // it comes to be
	Delete           // it goes
)

// Patch is a patch as it was read. A unified diff may name a file again that it
// updates: the later part is for what the earlier one makes of it, as in a series of
// mails. Otherwise each file is named once (FS-51).
type Patch struct {
	Files []File
	// Notes say what was read otherwise than it was written, such as a wrong count.
	Notes []string

	crOnly bool // no line of its text ends in LF, and some in CR
}

// File is what a patch asks for of one file.
type File struct {
	Op    Op
	Path  string      // its name before; for Add the new one
	To    string      // its new name, "" if it keeps its own
	Mode  fs.FileMode // permissions that it is to have, 0 to keep what it has
	Hunks []Hunk
	Line  int // of the patch, where it begins; 1-based

	// continues says that it may be named again: by a unified diff, as an update.
	continues bool
}

// Hunk is one change of a file.
type Hunk struct {
	Line    int      // of the patch, where it begins; 1-based
	Hint    int      // the old line that it begins at, 1-based; 0 where none is given
	Empty   bool     // it stands before the first line: of a new file, or of one that is there
	Anchors []string // lines that come before it, in order; of blocks only
	AtEnd   bool     // its old lines are the last of the file
	Body    []Line

	// own says that the line endings in it are those of the file: its @@ line ends in
	// LF and some line below it in CRLF. Otherwise the patch may have been sent
	// through something that changes them.
	own bool
	// cut says, for messages, that it has fewer lines than its @@ line promises.
	cut string
}

// Line is one line of a hunk, without its line ending.
type Line struct {
	Text string
	Kind byte // ' ', '-' or '+'
	CR   bool // it ended in CRLF in the patch
	Bare bool // it is the last of its file and has no line ending
}

// Target is the name that the file has when the patch is applied.
func (f *File) Target() string {
	if f.To != "" {
		return f.To
	}
	return f.Path
}

// oldLines are the lines that a hunk replaces, context included.
type oldLines struct {
	body []Line
	at   []int32 // their places in body
}

func (h *Hunk) old() oldLines {
	o := oldLines{h.Body, make([]int32, 0, len(h.Body)-h.count('+'))}
	for i, l := range h.Body {
		if l.Kind != '+' {
			o.at = append(o.at, int32(i))
		}
	}
	return o
}

func (o oldLines) len() int { return len(o.at) }

func (o oldLines) line(k int) Line { return o.body[o.at[k]] }

// count gives how many lines of a kind are in the hunk.
func (h *Hunk) count(kind byte) (n int) {
	for _, l := range h.Body {
		if l.Kind == kind {
			n++
		}
	}
	return n
}

// size is how many old lines the hunk has.
func (h *Hunk) size() int { return len(h.Body) - h.count('+') }
