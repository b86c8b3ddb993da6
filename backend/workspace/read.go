package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// Read reads the file at p whole. A path where nothing is gives an error that is
// fs.ErrNotExist; so do all below that read.
func (w *Workspace) Read(p Path) (File, error) { return w.ReadLimited(p, w.max) }

// ReadLimited is Read with a limit of its own, in bytes.
func (w *Workspace) ReadLimited(p Path, limit int64) (File, error) {
	f, info, err := open(p)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	if info.Size() > limit {
		return File{}, tooLarge(p, info.Size(), limit)
	}
	// The file may grow while it is read: one byte more than allowed tells.
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return File{}, readError(p, err)
	}
	if int64(len(data)) > limit {
		return File{}, tooLarge(p, int64(len(data)), limit)
	}
	return File{
		State: State{Exists: true, Hash: HashOf(data), Size: int64(len(data)), Mode: info.Mode().Perm()},
		Bytes: data, Links: links(info),
	}, nil
}

func tooLarge(p Path, size, limit int64) error {
	return fmt.Errorf("%s %w: it is %d MiB long and at most %d MiB are read", p, ErrTooLarge, size>>20, limit>>20)
}

// open opens a regular file. It never waits for a pipe or a device: it is opened
// without blocking, and what was opened is checked.
func open(p Path) (*os.File, fs.FileInfo, error) {
	f, err := p.root.handle.OpenFile(p.rel, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, nil, readError(p, err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotRegular
		if info.IsDir() {
			err = errors.New("is a folder")
		}
		err = fmt.Errorf("%s %w", p, err)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

// State tells what stands at p; where nothing is it is the zero State.
func (w *Workspace) State(p Path) (State, error) {
	f, err := w.Read(p)
	if errors.Is(err, fs.ErrNotExist) {
		return State{}, nil
	}
	return f.State, err
}

// ListOptions says what List gives.
type ListOptions struct {
	Recursive bool // also what is inside folders
	Max       int  // entries
	Hidden    bool // also names that begin with a dot
	Blocked   bool // also what may not be touched, marked so; never what is inside it
}

// Entry is one file or folder.
type Entry struct {
	Path    string // display form
	IsDir   bool
	Size    int64 // bytes; 0 for a folder
	ModTime time.Time
	Links   uint64
	Blocked bool
}

// List gives what is in the folder at p in the order of names, and whether there is
// more than Max. Links are listed, not followed (FS-14).
func (w *Workspace) List(ctx context.Context, p Path, o ListOptions) (entries []Entry, more bool, err error) {
	info, err := p.root.handle.Stat(p.rel)
	if err != nil {
		return nil, false, readError(p, err)
	}
	if !info.IsDir() {
		return nil, false, fmt.Errorf("%s is not a folder", p)
	}
	err = fs.WalkDir(p.root.handle.FS(), filepath.ToSlash(p.rel), func(rel string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if rel == filepath.ToSlash(p.rel) {
			return err
		}
		if err != nil {
			return fs.SkipDir // a folder that can't be read is listed, without what is in it
		}
		e, show := w.entry(p, rel, d, o)
		if !show {
			return skip(d)
		}
		if len(entries) == o.Max {
			more = true
			return fs.SkipAll
		}
		entries = append(entries, e)
		if d.IsDir() && (!o.Recursive || e.Blocked) {
			return fs.SkipDir
		}
		return nil
	})
	return entries, more, err
}

func skip(d fs.DirEntry) error {
	if d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func (w *Workspace) entry(p Path, rel string, d fs.DirEntry, o ListOptions) (Entry, bool) {
	if strings.HasPrefix(path.Base(rel), ".") && !o.Hidden {
		return Entry{}, false
	}
	abs := filepath.Join(p.root.dir, filepath.FromSlash(rel))
	e := Entry{Path: w.display(abs), IsDir: d.IsDir(), Blocked: w.blockedBy(abs) != ""}
	if e.Blocked && !o.Blocked {
		return Entry{}, false
	}
	if info, err := d.Info(); err == nil {
		e.ModTime, e.Links = info.ModTime(), links(info)
		if !e.IsDir {
			e.Size = info.Size()
		}
	}
	return e, true
}
