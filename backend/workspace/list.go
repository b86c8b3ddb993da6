package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// ListOptions says what List gives.
type ListOptions struct {
	Recursive bool // also what is inside folders
	Max       int  // entries
	Hidden    bool // also names that begin with a dot
	Blocked   bool // also what may not be touched, marked so; never what is inside it
}

// Entry is one file, link or folder.
type Entry struct {
	Path    string // display form
	IsDir   bool
	Size    int64 // bytes; 0 for a folder
	ModTime time.Time
	Links   uint64
	Blocked bool
}

// List gives what is in the folder at p in the order of names, a folder's content
// after it, and whether there is more than Max. Links are listed, not followed
// (FS-14).
func (w *Workspace) List(ctx context.Context, p Path, o ListOptions) (entries []Entry, more bool, err error) {
	at, err := w.find(p)
	if err != nil {
		return nil, false, err
	}
	defer at.close()
	switch {
	case at.info == nil:
		return nil, false, readError(p, fs.ErrNotExist)
	case !at.info.IsDir():
		return nil, false, fmt.Errorf("%s %w", p, ErrNotFolder)
	}
	if at.name != "" {
		if err := w.down(at, at.name, at.info); err != nil {
			return nil, false, readError(p, err)
		}
	}
	l := lister{w: w, ctx: ctx, options: o}
	err = l.folder(at.dir(), p.abs, at.folder())
	if err != nil && !errors.Is(err, fs.SkipAll) {
		return nil, false, readError(p, err)
	}
	return l.entries, errors.Is(err, fs.SkipAll), nil
}

type lister struct {
	w       *Workspace
	ctx     context.Context // of the one call that it lives for
	options ListOptions
	entries []Entry
}

// folder lists an open folder. shown is its path as it was asked for, real the same
// with links followed: what is blocked under either is.
func (l *lister) folder(dir *os.Root, shown, real string) error {
	names, err := namesIn(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if l.ctx.Err() != nil {
			return context.Cause(l.ctx)
		}
		if strings.HasPrefix(name, ".") && !l.options.Hidden {
			continue
		}
		if err := l.entry(dir, name, filepath.Join(shown, name), filepath.Join(real, name)); err != nil {
			return err
		}
	}
	return nil
}

func (l *lister) entry(dir *os.Root, name, shown, real string) error {
	// Asked of the open folder: what reading the folder gave may be about another
	// file by now.
	info, err := dir.Lstat(name)
	if err != nil {
		return ignore(err)
	}
	e := Entry{
		Path: l.w.display(shown), IsDir: info.IsDir(), ModTime: info.ModTime(), Links: links(info),
		Blocked: l.w.blocks(dir, real, name, info) != "" || shown != real && l.w.blocks(dir, shown, name, info) != "",
	}
	if !e.IsDir {
		e.Size = info.Size()
	}
	if e.Blocked && !l.options.Blocked {
		return nil
	}
	if len(l.entries) >= l.options.Max {
		return fs.SkipAll
	}
	l.entries = append(l.entries, e)
	if !e.IsDir || e.Blocked || !l.options.Recursive {
		return nil
	}
	sub, err := openSame(dir, name, info)
	if err != nil {
		return ignore(err)
	}
	defer sub.Close()
	return ignore(l.folder(sub, shown, real))
}

// ignore passes over what went away while it was listed, and folders that the
// system refuses: they are listed without what is in them.
func ignore(err error) error {
	if errors.Is(err, errMoved) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// namesIn gives the names in an open folder in their order.
func namesIn(dir *os.Root) ([]string, error) {
	f, err := dir.Open(".")
	if err != nil {
		return nil, err
	}
	names, err := f.Readdirnames(-1)
	slices.Sort(names)
	return names, errors.Join(err, f.Close())
}
