package workspace

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Modes of what is made new (FS-20).
const (
	newFileMode   fs.FileMode = 0o644
	newFolderMode fs.FileMode = 0o755
)

// maxTempName is the longest name that is put into a temporary file's: with prefix
// and suffix it stays below the 255 bytes that file systems take.
const maxTempName = 200

// Replace makes after the content of the file at p, if the file still is what want
// says: with want.Exists false it must not be there. Otherwise nothing is written
// and the error is ErrStale. The content is written beside the file, synced and
// renamed over it, so that at every moment the old or the new stands there whole
// (FS-20, FS-21). mode 0 keeps the file's permissions, and is 0644 for a new one;
// set-id bits never stay. It gives what now stands there and the folders that it
// had to make, outermost first, in display form.
func (w *Workspace) Replace(ctx context.Context, p Path, want State, after []byte, mode fs.FileMode) (_ State, made []string, err error) {
	if err := context.Cause(ctx); err != nil {
		return State{}, nil, err
	}
	old, err := w.expect(p, want)
	if err != nil {
		return State{}, nil, err
	}
	mode = modeFor(mode, old)
	made, err = w.makeFolders(p)
	defer func() {
		if err != nil {
			w.RemoveFolders(made)
			made = nil
		}
	}()
	if err != nil {
		return State{}, made, writeError(p, err)
	}
	temp, err := writeTemp(p, after, mode, old)
	if err != nil {
		return State{}, made, writeError(p, err)
	}
	defer func() {
		if err != nil {
			_ = p.root.handle.Remove(temp) // it is gone after the rename
		}
	}()
	if _, err = w.expect(p, want); err != nil {
		return State{}, made, err
	}
	if err = publish(p, temp, want.Exists); err != nil {
		return State{}, made, writeError(p, err)
	}
	if err = syncFolder(p.root, filepath.Dir(p.rel)); err != nil {
		return State{}, made, writeError(p, err)
	}
	return State{Exists: true, Hash: HashOf(after), Size: int64(len(after)), Mode: mode}, made, nil
}

func modeFor(mode fs.FileMode, old fs.FileInfo) fs.FileMode {
	switch {
	case mode != 0:
		return mode.Perm()
	case old != nil:
		return old.Mode().Perm()
	}
	return newFileMode
}

// expect makes sure that what stands at p is what want says, and gives its
// information, nil where nothing is.
func (w *Workspace) expect(p Path, want State) (fs.FileInfo, error) {
	info, err := p.root.handle.Lstat(p.rel)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if want.Exists {
			return nil, fmt.Errorf("%s %w", p, ErrStale)
		}
		return nil, nil
	case err != nil:
		return nil, writeError(p, err)
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder; nothing was written", p)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s %w; nothing was written", p, ErrNotRegular)
	case !want.Exists:
		return nil, fmt.Errorf("%s %w", p, ErrStale)
	}
	now, err := w.State(p)
	if err != nil {
		return nil, err
	}
	if !now.Same(want) {
		return nil, fmt.Errorf("%s %w", p, ErrStale)
	}
	return info, nil
}

// makeFolders makes the folders on the way to p that are missing.
func (w *Workspace) makeFolders(p Path) (made []string, err error) {
	dir := filepath.Dir(p.rel)
	if dir == "." {
		return nil, nil
	}
	at := ""
	for name := range strings.SplitSeq(filepath.ToSlash(dir), "/") {
		at = filepath.Join(at, name)
		err := p.root.handle.Mkdir(at, newFolderMode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return made, err
		}
		made = append(made, w.display(filepath.Join(p.root.dir, at)))
		if err := syncFolder(p.root, filepath.Dir(at)); err != nil {
			return made, err
		}
	}
	return made, nil
}

// RemoveFolders removes folders that Replace made, given in display form, if they
// are empty: innermost first. What is in use stays.
func (w *Workspace) RemoveFolders(made []string) {
	for i := len(made) - 1; i >= 0; i-- {
		p, err := w.Resolve(made[i])
		if err != nil || p.rel == "." {
			continue
		}
		if info, err := p.root.handle.Lstat(p.rel); err == nil && info.IsDir() {
			_ = p.root.handle.Remove(p.rel) // refused when something is inside: it stays
		}
	}
}

// writeTemp writes the content beside the file under a name of its own.
func writeTemp(p Path, content []byte, mode fs.FileMode, old fs.FileInfo) (name string, err error) {
	base := filepath.Base(p.rel)
	name = filepath.Join(filepath.Dir(p.rel), "."+base[:min(len(base), maxTempName)]+".tmp-"+strings.ToLower(rand.Text()[:16]))
	f, err := p.root.handle.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			_ = p.root.handle.Remove(name) // the error that is returned is the one that matters
		}
	}()
	if _, err = f.Write(content); err != nil {
		return "", err
	}
	if old != nil {
		keepOwner(f, old)
	}
	// By the open file: a name could have become a link to somewhere else.
	if err = f.Chmod(mode); err != nil {
		return "", err
	}
	return name, f.Sync()
}

// publish puts the temporary file in its place. Where nothing may be yet it is
// linked there, which fails when something is, and not renamed, which would
// replace it.
func publish(p Path, temp string, exists bool) error {
	if exists {
		return p.root.handle.Rename(temp, p.rel)
	}
	err := p.root.handle.Link(temp, p.rel)
	if err == nil {
		return p.root.handle.Remove(temp)
	}
	if errors.Is(err, fs.ErrExist) {
		return err
	}
	// No links on this file system: the moment between check and rename is the
	// best that it offers.
	if _, serr := p.root.handle.Lstat(p.rel); !errors.Is(serr, fs.ErrNotExist) {
		return fs.ErrExist
	}
	return p.root.handle.Rename(temp, p.rel)
}

// syncFolder makes a change of a folder's entries durable.
func syncFolder(r *root, rel string) error {
	f, err := r.handle.Open(rel)
	if err != nil {
		return err
	}
	err = f.Sync()
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if errors.Is(err, errors.ErrUnsupported) || isInvalid(err) {
		return nil // a file system that can't sync folders
	}
	return err
}

// Remove removes the file at p, if it still is what want says (FS-22). Folders and
// roots are refused.
func (w *Workspace) Remove(ctx context.Context, p Path, want State) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if _, err := w.expect(p, want); err != nil {
		return err
	}
	if err := p.root.handle.Remove(p.rel); err != nil {
		return writeError(p, err)
	}
	return syncFolder(p.root, filepath.Dir(p.rel))
}

// Sweep removes the temporary files that a crash left beside p, and gives how many.
func (w *Workspace) Sweep(p Path) int {
	dir := filepath.Dir(p.rel)
	base := filepath.Base(p.rel)
	prefix := "." + base[:min(len(base), maxTempName)] + ".tmp-"
	entries, err := fs.ReadDir(p.root.handle.FS(), filepath.ToSlash(dir))
	if err != nil {
		return 0
	}
	n := 0
	for _, e := range entries {
		suffix, ours := strings.CutPrefix(e.Name(), prefix)
		if ours && len(suffix) == 16 && e.Type().IsRegular() && p.root.handle.Remove(filepath.Join(dir, e.Name())) == nil {
			n++
		}
	}
	return n
}
