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

// place is where a path leads right now. Its folders are held open, each one
// checked to be the folder that stood under its name, so that what is done
// with name happens in that folder whatever becomes of the names above it.
type place struct {
	root   *root
	dirs   []*os.Root // open folders below the root, the last one holds name
	parts  []string   // the names of dirs
	absent []string   // folders below dirs that don't exist yet
	name   string     // "" only when the place is the root itself
	info   fs.FileInfo
}

func (at *place) dir() *os.Root {
	if len(at.dirs) == 0 {
		return at.root.handle
	}
	return at.dirs[len(at.dirs)-1]
}

func (at *place) close() {
	for _, d := range at.dirs {
		d.Close()
	}
	at.dirs, at.parts = nil, nil
}

// abs returns the place's absolute name, free of symbolic links.
func (at *place) abs() string {
	return filepath.Join(at.folder(), filepath.Join(at.absent...), at.name)
}

// folder returns the absolute name of the open folder.
func (at *place) folder() string { return filepath.Join(at.root.dir, filepath.Join(at.parts...)) }

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
		if err != nil {
			return nil, readError(p, err)
		}
		if err := w.checkBlocked(p, at.abs()); err != nil {
			at.close()
			return nil, err
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
	for _, abs := range []string{p.abs(), at.abs()} {
		if err := w.checkWritable(p, abs); err != nil {
			at.close()
			return nil, err
		}
	}
	return at, nil
}

func (w *Workspace) checkBlocked(p Path, abs string) error {
	text := w.blockedBy(abs)
	if text == "" {
		return nil
	}
	return &BlockedError{Path: p.display, Pattern: text, Via: abs != p.abs()}
}

// walk goes down from the root one name at a time, holding each folder open.
func (w *Workspace) walk(p Path) (_ *place, err error) {
	at := &place{root: p.root}
	defer func() {
		if err != nil {
			at.close()
		}
	}()
	rest := split(p.rel)
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		if name == ".." {
			if !at.up() {
				return nil, leadsOut(p)
			}
			continue
		}
		info, err := at.dir().Lstat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return at.missing(name, rest)
		case err != nil:
			return nil, err
		case info.Mode()&fs.ModeSymlink != 0:
			if links++; links > maxLinks {
				return nil, fmt.Errorf("%s %w", p, ErrLinks)
			}
			if rest, err = w.follow(p, at, name, rest); err != nil {
				return nil, err
			}
		case len(rest) == 0:
			at.name, at.info = name, info
		case !info.IsDir():
			return nil, badName("%s lies below a file, not below a folder", p)
		default:
			if err := at.down(name, info); err != nil {
				return nil, err
			}
		}
	}
	if at.name == "" {
		return at.ending()
	}
	return at, nil
}

// ending makes the open folder itself the place, for a walk that ended with
// ".." or never began.
func (at *place) ending() (*place, error) {
	info, err := at.dir().Stat(".")
	if err != nil {
		return nil, err
	}
	at.info = info
	if last := len(at.parts) - 1; last >= 0 {
		at.name = at.parts[last]
		at.up()
	}
	return at, nil
}

// follow returns the names that lead on from the symbolic link name. An
// absolute target is looked for in the roots.
func (w *Workspace) follow(p Path, at *place, name string, rest []string) ([]string, error) {
	if err := w.checkBlocked(p, filepath.Join(at.folder(), name)); err != nil {
		return nil, err
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
	at.close()
	var rel string
	at.root, rel = w.deepest(abs)
	return append(split(rel), rest...), nil
}

// down steps into the folder name, which info describes.
func (at *place) down(name string, info fs.FileInfo) error {
	sub, err := openSame(at.dir(), name, info)
	if err != nil {
		return err
	}
	at.dirs = append(at.dirs, sub)
	at.parts = append(at.parts, name)
	return nil
}

// openSame opens the folder name below dir and fails with errMoved when it
// isn't the one that info describes.
func openSame(dir *os.Root, name string, info fs.FileInfo) (*os.Root, error) {
	sub, err := dir.OpenRoot(name)
	if err != nil {
		if _, again := dir.Lstat(name); again == nil && !errors.Is(err, fs.ErrPermission) {
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

func (at *place) up() bool {
	if len(at.dirs) == 0 {
		return false
	}
	last := len(at.dirs) - 1
	at.dirs[last].Close()
	at.dirs, at.parts = at.dirs[:last], at.parts[:last]
	return true
}

// missing ends a walk at a name that doesn't exist. What follows can't lead
// up again: a folder that isn't there has no "..".
func (at *place) missing(name string, rest []string) (*place, error) {
	for _, r := range rest {
		if r == ".." {
			return nil, fs.ErrNotExist
		}
	}
	names := append([]string{name}, rest...)
	at.absent, at.name = names[:len(names)-1], names[len(names)-1]
	return at, nil
}

func split(rel string) []string {
	names := strings.FieldsFunc(rel, func(r rune) bool { return r < 128 && os.IsPathSeparator(uint8(r)) })
	return slices.DeleteFunc(names, func(n string) bool { return n == "." })
}
