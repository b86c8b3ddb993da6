package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Modes of what is made new (FS-20).
const (
	newFileMode   fs.FileMode = 0o644
	newFolderMode fs.FileMode = 0o755
)

// Replace makes after the content of the file at p, if the file still is what want
// says: with want.Exists false it must not be there. Otherwise nothing is written
// and the error is ErrStale. The content is written beside the file, synced and
// renamed over it, so that at every moment the old or the new stands there whole
// (FS-20, FS-21). A link stays and what it leads to is replaced; other hard links
// keep the old content. mode 0 keeps the file's permissions, and is 0644 less the
// umask for a new one; set-id bits never stay. It gives what now stands there and
// the folders that it had to make, outermost first, in display form.
//
// An error leaves the file as it was, with one exception: when the very last step
// fails, the syncing of the folder, the new content is there, and so are the folders
// that are given.
func (w *Workspace) Replace(ctx context.Context, p Path, want State, after []byte, mode fs.FileMode) (_ State, made []string, err error) {
	return w.ReplaceFile(ctx, p, File{State: want}, File{State: State{Hash: HashOf(after)}, Bytes: after}, mode)
}

// ReplaceFile is Replace for contents that are at hand: of want, which is then compared
// byte by byte, and with its hash of after.
func (w *Workspace) ReplaceFile(ctx context.Context, p Path, want, after File, mode fs.FileMode) (_ State, made []string, err error) {
	s, err := w.Stage(p, want)
	if err != nil {
		return State{}, nil, err
	}
	defer s.Close()
	if err := s.at.expect(p, want, w.max); err != nil { // before anything is written
		return State{}, nil, writeError(p, err)
	}
	got, err := s.Write(after.Bytes, mode)
	if err == nil {
		err = s.Publish(ctx)
	}
	if err == nil {
		err = unsynced(p, "written", syncFolder(s.at.dir()))
	}
	if err != nil {
		s.Close() // first: what it wrote is in those folders
		w.RemoveFolders(s.Folders)
		return State{}, s.Folders, err
	}
	return State{Exists: true, Hash: after.Hash, Size: int64(len(after.Bytes)), Mode: got}, s.Folders, nil
}

// stillThere makes sure that p still leads to the open folder: one that was moved
// away would take what is written into it along.
func (w *Workspace) stillThere(p Path, at *place) error {
	now, err := w.findWritable(p)
	if err != nil {
		return err
	}
	defer now.close()
	held, err := at.dir().Stat(".")
	if err != nil {
		return err
	}
	there, err := now.dir().Stat(".")
	if err != nil {
		return err
	}
	if len(now.absent) > 0 || now.name != at.name || !os.SameFile(held, there) {
		return isStale(p)
	}
	return nil
}

// makeFolders makes the folders on the way that are missing, and steps into them.
func (at *place) makeFolders(w *Workspace) (made []string, err error) {
	for err == nil && len(at.absent) > 0 {
		name := at.absent[0]
		err = at.dir().Mkdir(name, newFolderMode)
		if err == nil {
			made = append(made, w.display(filepath.Join(at.folder(), name)))
			err = syncFolder(at.dir())
		}
		if err == nil || errors.Is(err, fs.ErrExist) {
			err = w.enterMade(at, name)
		}
		at.absent = at.absent[1:]
	}
	if err != nil {
		w.RemoveFolders(made)
		return nil, err
	}
	return made, nil
}

func (w *Workspace) enterMade(at *place, name string) error {
	info, err := at.dir().Lstat(name)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fs.ErrExist
	}
	return w.down(at, name, info)
}

// rename puts the temporary file in its place. Where nothing may be yet, and the
// system can't rename without replacing, it is linked there, which fails when
// something is.
func (at *place) rename(temp string, exists bool) error {
	if exists {
		return at.dir().Rename(temp, at.name)
	}
	err := renameNew(at.dir(), temp, at.name)
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	err = at.dir().Link(temp, at.name)
	if err == nil {
		_ = at.dir().Remove(temp) // the file is there; Sweep takes what is left of this
		return nil
	}
	if errors.Is(err, fs.ErrExist) {
		return err
	}
	// No links on this file system: an empty file, which only one can make, takes
	// the name first.
	f, err := at.dir().OpenFile(at.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, newFileMode)
	if err != nil {
		return err
	}
	err = errors.Join(f.Close(), at.dir().Rename(temp, at.name))
	if err != nil {
		_ = at.dir().Remove(at.name) // it is still the empty one
	}
	return err
}

// unsynced says that what was done may be lost with the computer's power, nil when it
// won't.
func unsynced(p Path, done string, err error) error {
	if err == nil {
		return nil
	}
	return &failure{fmt.Sprintf("%s was %s, but the system can't say that it is on the disk: %v", p, done, bare(err)), err}
}

// syncFolder makes a change of a folder's entries durable.
func syncFolder(dir *os.Root) error {
	f, err := dir.Open(".")
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
