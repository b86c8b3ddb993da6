package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxLinks is how many symbolic links one path may lead through, as systems do.
const maxLinks = 40

// maxLooks is how often a path is looked up again because a folder on the way
// was exchanged in that instant.
const maxLooks = 5

// errMoved says that what a name leads to was exchanged between two steps.
var errMoved = errors.New("exchanged while it was looked at")

// place is where a path leads right now. The folder that holds name is kept open,
// checked to be the one that stood under its name, so that what is done with name
// happens in that folder whatever becomes of the names above it.
type place struct {
	root   *root
	base   *os.Root // the open folder, nil while it is the root itself
	parts  []string // the names of the folders from the root to base
	absent []string // folders below base that don't exist yet
	name   string   // "" only when the place is the root itself
	info   fs.FileInfo
	links  int // symbolic links that were followed
}

func (at *place) dir() *os.Root {
	if at.base == nil {
		return at.root.handle
	}
	return at.base
}

func (at *place) close() { at.step(nil) }

// step makes dir the open folder.
func (at *place) step(dir *os.Root) {
	if at.base != nil {
		at.base.Close()
	}
	at.base = dir
}

// abs returns the place's absolute name, free of symbolic links.
func (at *place) abs() string {
	return filepath.Join(at.folder(), filepath.Join(at.absent...), at.name)
}

// folder returns the absolute name of the open folder.
func (at *place) folder() string { return at.root.path(at.parts...) }

// find follows p to its place and refuses a blocked one. The caller closes it.
func (w *Workspace) find(p Path) (*place, error) {
	if p.root == nil {
		return nil, errNoPath
	}
	for range maxLooks {
		at, err := w.walk(p)
		if errors.Is(err, errMoved) {
			continue
		}
		if err == nil && at.links > 0 {
			err = w.checkBlocked(p, p.abs) // under the name that was asked for, too
		}
		if err == nil && p.folder && at.info != nil && !at.info.IsDir() {
			err = badName("%s is a file; leave the slash at its end away", p)
		}
		if err != nil {
			if at != nil {
				at.close()
			}
			return nil, readError(p, err)
		}
		return at, nil
	}
	return nil, fmt.Errorf("%s can't be reached: a folder on the way keeps being exchanged", p)
}

// findWritable is find for a place that will be written or removed.
func (w *Workspace) findWritable(p Path) (*place, error) {
	at, err := w.find(p)
	if err != nil {
		return nil, err
	}
	err = w.checkWritable(p, p.abs)
	if abs := at.abs(); err == nil && abs != p.abs {
		err = w.checkWritable(p, abs)
	}
	if err == nil && p.folder && at.info == nil {
		err = badName("%s/ names a folder; name a file", p)
	}
	if err != nil {
		at.close()
		return nil, err
	}
	return at, nil
}

// walk goes down from the root one name at a time.
func (w *Workspace) walk(p Path) (_ *place, err error) {
	at := &place{}
	defer func() {
		if err != nil {
			at.close()
		}
	}()
	if err := w.enter(p, at, p.root); err != nil {
		return nil, err
	}
	rest := split(p.rel)
	for len(rest) > 0 {
		name := rest[0]
		rest = rest[1:]
		if name == ".." {
			if err := w.up(p, at); err != nil {
				return nil, err
			}
			continue
		}
		info, err := at.dir().Lstat(name)
		missing := errors.Is(err, fs.ErrNotExist)
		if err != nil && !missing {
			return nil, err
		}
		if err := w.checkEntry(p, at, name, info); err != nil {
			return nil, err
		}
		switch {
		case missing:
			return at, w.missing(p, at, name, rest)
		case info.Mode()&fs.ModeSymlink != 0:
			if rest, err = w.follow(p, at, name, rest); err != nil {
				return nil, err
			}
		case len(rest) == 0:
			at.name, at.info = name, info
		case !info.IsDir():
			return nil, badName("%s lies below a file, not below a folder", p)
		default:
			if err := w.down(at, name, info); err != nil {
				return nil, err
			}
		}
	}
	if at.name == "" {
		return at, w.ending(p, at)
	}
	return at, nil
}

// enter makes a root the open folder, if it still is the one that was opened.
func (w *Workspace) enter(p Path, at *place, r *root) error {
	if now, err := os.Stat(r.dir); err != nil || !os.SameFile(now, r.info) {
		return fmt.Errorf("%s %w", r.dir, ErrRootGone)
	}
	if r.blocked != "" {
		return &BlockedError{Path: p.display, Pattern: r.blocked, Via: at.links > 0}
	}
	at.step(nil)
	at.root, at.parts = r, nil
	return nil
}

// ending makes the open folder itself the place, for a walk that ended with
// ".." or never began.
func (w *Workspace) ending(p Path, at *place) error {
	info, err := at.dir().Stat(".")
	if err != nil {
		return err
	}
	at.info = info
	last := len(at.parts) - 1
	if last < 0 {
		return nil
	}
	at.name = at.parts[last]
	return w.again(p, at, at.parts[:last])
}

// follow returns the names that lead on from the symbolic link name. An
// absolute target is looked for in the roots.
func (w *Workspace) follow(p Path, at *place, name string, rest []string) ([]string, error) {
	if at.links++; at.links > maxLinks {
		return nil, fmt.Errorf("%s %w", p, ErrLinks)
	}
	target, err := at.dir().Readlink(name)
	if err != nil {
		return nil, err
	}
	if !filepath.IsAbs(target) {
		return append(split(target), rest...), nil
	}
	abs, ok := w.locate(target)
	if !ok {
		return nil, leadsOut(p)
	}
	r, rel := w.deepest(abs)
	if err := w.enter(p, at, r); err != nil {
		return nil, err
	}
	return append(split(rel), rest...), nil
}

// down steps into the folder name, which info describes. A folder that is a root
// by itself is entered as that one, whatever name or mount it was reached by, so
// that its rights hold (FS-03).
func (w *Workspace) down(at *place, name string, info fs.FileInfo) error {
	sub, err := openSame(at.dir(), name, info)
	if err != nil {
		return err
	}
	at.step(sub)
	at.parts = append(at.parts, name)
	for _, r := range w.roots {
		if r != at.root && os.SameFile(info, r.info) {
			at.step(nil)
			at.root, at.parts = r, nil
		}
	}
	return nil
}

// openSame opens the folder name below dir and fails with errMoved when it
// isn't the one that info describes.
func openSame(dir *os.Root, name string, info fs.FileInfo) (*os.Root, error) {
	// With "." behind it the name is opened as a folder or not at all: a pipe that
	// has taken its place would otherwise be waited for.
	sub, err := dir.OpenRoot(name + "/.")
	if err != nil {
		now, again := dir.Lstat(name)
		if errors.Is(again, fs.ErrNotExist) || again == nil && !os.SameFile(now, info) {
			return nil, errMoved
		}
		return nil, err
	}
	opened, err := sub.Stat(".")
	if err == nil && !os.SameFile(opened, info) {
		err = errMoved
	}
	if err != nil {
		sub.Close()
		return nil, err
	}
	return sub, nil
}

// up steps out of the open folder. Above a root is what holds it, if that is in a
// root too.
func (w *Workspace) up(p Path, at *place) error {
	if last := len(at.parts) - 1; last >= 0 {
		return w.again(p, at, at.parts[:last])
	}
	r, rel := w.deepest(filepath.Dir(at.root.dir))
	if r == nil || r == at.root {
		return leadsOut(p)
	}
	if err := w.enter(p, at, r); err != nil {
		return err
	}
	return w.again(p, at, split(rel))
}

// again goes down from the root through folders that were found before. An open
// folder's own ".." is not used: it may have been moved since.
func (w *Workspace) again(p Path, at *place, names []string) error {
	at.step(nil)
	at.parts = at.parts[:0:0]
	for _, name := range names {
		info, err := at.dir().Lstat(name)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
			return errMoved
		}
		if err != nil {
			return err
		}
		if err := w.checkEntry(p, at, name, info); err != nil {
			return err
		}
		if err := w.down(at, name, info); err != nil {
			return err
		}
	}
	return nil
}

// missing ends a walk at a name that doesn't exist. What follows can't lead
// up again: a folder that isn't there has no "..".
func (w *Workspace) missing(p Path, at *place, name string, rest []string) error {
	if slices.Contains(rest, "..") {
		return fs.ErrNotExist
	}
	names := append([]string{name}, rest...)
	abs := at.folder()
	for i, n := range names {
		abs = filepath.Join(abs, n)
		if i > 0 {
			if by := w.blocks(at.dir(), abs, n, nil); by != "" {
				return &BlockedError{Path: p.display, Pattern: by, Via: at.links > 0}
			}
		}
	}
	at.absent, at.name = names[:len(names)-1], names[len(names)-1]
	return nil
}

func split(rel string) []string {
	names := strings.FieldsFunc(rel, func(r rune) bool { return r < 128 && os.IsPathSeparator(uint8(r)) })
	return slices.DeleteFunc(names, func(n string) bool { return n == "." })
}
