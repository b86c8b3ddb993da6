package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
)

// checkEntry refuses a name of the open folder that is blocked, or that stands for
// another name.
func (w *Workspace) checkEntry(p Path, at *place, name string, info fs.FileInfo) error {
	abs := at.root.path(append(at.parts, name)...)
	if by := w.blocks(at.dir(), abs, name, info); by != "" {
		return &BlockedError{Path: p.display, Pattern: by, Via: at.links > 0}
	}
	if shortNames && info != nil && windowsShort(name) && !lists(at.dir(), name) {
		return badName("%s can't be used: %q is the short form of another name; write that one", p, name)
	}
	return nil
}

// lists tells whether an open folder has a file under this very name.
func lists(dir *os.Root, name string) bool {
	names, err := namesIn(dir)
	if err != nil {
		return false
	}
	for _, n := range names {
		if systemSpelling.key(n) == systemSpelling.key(name) {
			return true
		}
	}
	return false
}

// checkBlocked refuses an absolute path for its names alone, whatever stands there.
func (w *Workspace) checkBlocked(p Path, abs string) error {
	if by := w.blockedBy(abs); by != "" {
		return &BlockedError{Path: p.display, Pattern: by, Via: abs != p.abs}
	}
	return nil
}

// blocks gives what closes the entry name of the open folder dir, apart from what
// is above it: a pattern, or a private folder. abs is the entry's whole path; info
// is nil where nothing is.
func (w *Workspace) blocks(dir *os.Root, abs, name string, info fs.FileInfo) string {
	if by := w.matching(abs, name, false); by != "" {
		return by
	}
	for _, private := range w.private {
		if w.closes(private.dir, abs) || info != nil && private.info != nil && info.IsDir() && os.SameFile(info, private.info) {
			return private.dir
		}
	}
	if systemSpelling == foldedSpelling {
		return ""
	}
	// A single folder may tell no case apart where the system does.
	if by := w.matching(abs, name, true); by != "" && folds(dir) {
		return by
	}
	return ""
}

// blockedBy gives the pattern or private folder that blocks an absolute path, ""
// when none does. A pattern covers what is beneath what it matches, and "!" takes
// back only what it names itself: each folder on the way is judged by its own name.
func (w *Workspace) blockedBy(abs string) string {
	r, rel := w.deepest(abs)
	if r == nil {
		return w.blockedAbove(abs)
	}
	if r.blocked != "" {
		return r.blocked
	}
	at := r.dir
	for _, name := range split(rel) {
		at = filepath.Join(at, name)
		if by := w.matching(at, name, false); by != "" {
			return by
		}
	}
	return w.privateDir(abs)
}

// blockedAbove gives what blocks a folder by its place alone: what a root and the
// folders above it are called was the person's choice.
func (w *Workspace) blockedAbove(dir string) string {
	for end := range len(dir) {
		if end > 0 && os.IsPathSeparator(dir[end]) {
			if by := w.matching(dir[:end], "", false); by != "" {
				return by
			}
		}
	}
	if by := w.matching(dir, "", false); by != "" {
		return by
	}
	return w.privateDir(dir)
}

// private is a folder that is closed as a whole.
type private struct {
	dir  string
	info fs.FileInfo // nil where nothing is yet
}

// privateDir gives the closed folder that holds abs.
func (w *Workspace) privateDir(abs string) string {
	for _, p := range w.private {
		if w.closes(p.dir, abs) {
			return p.dir
		}
	}
	return ""
}

// closes tells whether the private folder dir holds abs. The file library is inside
// Redline's own folder and a workspace itself: what is inside a root is not closed
// by what is around it.
func (w *Workspace) closes(dir, abs string) bool {
	if _, ok := inside(dir, abs); !ok {
		return false
	}
	for _, r := range w.roots {
		if _, ok := inside(dir, r.dir); ok && r.dir != dir {
			if _, ok := inside(r.dir, abs); ok {
				return false
			}
		}
	}
	return true
}
