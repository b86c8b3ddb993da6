package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"redline/backend/parallel"
)

// Stage is one file on its way to a new content, or to being removed, in steps that
// several files can take together: opened, the new content written beside it, put in
// its place, its folder synced. Each step may be taken for many stages at once, and
// Close ends it after any of them; until Publish or Remove the file is as it was.
type Stage struct {
	w    *Workspace
	p    Path
	at   *place
	want File
	temp string // the name of the new content beside the file, "" while there is none
	// Folders are those that had to be made, outermost first, in display form. They
	// stay when the stage is closed; RemoveFolders takes them away.
	Folders []string
}

// Stage opens the folder of the file at p, which it makes where it is missing: only
// a path where nothing may be has none. want is what the file must be when it is
// replaced or removed; with Bytes it is compared with them, otherwise by its hash.
func (w *Workspace) Stage(p Path, want File) (*Stage, error) {
	at, err := w.findWritable(p)
	if err != nil {
		return nil, err
	}
	s := &Stage{w: w, p: p, at: at, want: want}
	if err := s.open(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Stage) open() (err error) {
	if s.at.abs() != s.p.real {
		return isStale(s.p) // a link on the way leads elsewhere since
	}
	if err := s.at.stands(s.p, s.want.Exists); err != nil {
		return err
	}
	if s.Folders, err = s.at.makeFolders(s.w); err != nil {
		return writeError(s.p, err)
	}
	return nil
}

// Write writes the content beside the file and syncs it. mode is as in Replace; it
// gives the permissions that the content has.
func (s *Stage) Write(content []byte, mode fs.FileMode) (fs.FileMode, error) {
	s.temp = tempName(s.at.name)
	got, err := writeTemp(s.p, s.at, s.temp, content, mode)
	if errors.Is(err, errMoved) {
		err = isStale(s.p)
	}
	if err != nil {
		return 0, writeError(s.p, err)
	}
	return got, nil
}

// Publish gives the content that was written the file's name, if the file still is
// what is wanted; otherwise nothing happens and the error is ErrStale. It lasts once
// the folder is synced.
func (s *Stage) Publish(ctx context.Context) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	if err := s.at.rename(s.temp, s.want.Exists); err != nil {
		return writeError(s.p, err)
	}
	s.temp = ""
	return nil
}

// Remove removes the file, if it still is what is wanted (FS-22). A path through a
// link is refused: what it leads to is named otherwise, and whoever says yes should
// read that name. It lasts once the folder is synced.
func (s *Stage) Remove(ctx context.Context) error {
	if s.at.abs() != s.p.abs {
		return fmt.Errorf("%s %w: it is a link to %s; nothing was removed. Name that file itself", s.p, ErrNotRegular, s.w.display(s.at.abs()))
	}
	if err := s.check(ctx); err != nil {
		return err
	}
	if err := s.at.dir().Remove(s.at.name); err != nil {
		return writeError(s.p, err)
	}
	return nil
}

// check makes sure, as late as can be, that the file is what is wanted and that its
// folder still is where it was.
func (s *Stage) check(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err := s.at.expect(s.p, s.want, s.w.max); err != nil {
		return writeError(s.p, err)
	}
	if err := s.w.stillThere(s.p, s.at); err != nil {
		return writeError(s.p, err)
	}
	return nil
}

// Close takes away a content that was not put in its place, and lets the folder go.
func (s *Stage) Close() {
	if s.temp != "" {
		_ = s.at.dir().Remove(s.temp) // the error that led here is the one that matters
		s.temp = ""
	}
	s.at.close()
}

// SyncFolders makes what was published and removed last: each folder is synced once.
// An error doesn't undo it.
func SyncFolders(stages []*Stage) error {
	var first []*Stage // in each folder
	seen := map[string]bool{}
	for _, s := range stages {
		key := s.at.folder()
		if info, err := s.at.dir().Stat("."); err == nil {
			key = cmp.Or(identity(info), key)
		}
		if !seen[key] {
			seen[key] = true
			first = append(first, s)
		}
	}
	return parallel.Each(len(first), func(i int) error {
		return unsynced(first[i].p, "changed", syncFolder(first[i].at.dir()))
	})
}

// stands makes sure that the place holds a regular file, or with exists false that
// nothing is there. It looks anew each time.
func (at *place) stands(p Path, exists bool) error {
	first := append(slices.Clone(at.absent), at.name)[0]
	info, err := at.dir().Lstat(first)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if exists {
			return isStale(p)
		}
		return nil
	case err != nil:
		return writeError(p, err)
	case len(at.absent) > 0:
		return isStale(p) // a folder on the way has come since: what is in it is not known
	}
	if err := checkRegular(p, info); err != nil {
		return fmt.Errorf("%w; nothing was written", err)
	}
	if !exists {
		return isStale(p)
	}
	at.info = info
	return nil
}

// expect makes sure that the place holds what want says.
func (at *place) expect(p Path, want File, limit int64) error {
	if err := at.stands(p, want.Exists); err != nil || !want.Exists {
		return err
	}
	same, err := holdsAt(p, at, want, limit)
	if errors.Is(err, errMoved) || err == nil && !same {
		return isStale(p)
	}
	return err
}

// MissingFolders gives the folders that would have to be made for a file at p,
// outermost first, in display form.
func (w *Workspace) MissingFolders(p Path) []string {
	at, err := w.findWritable(p)
	if err != nil {
		return nil
	}
	defer at.close()
	var missing []string
	for i := range at.absent {
		missing = append(missing, w.display(filepath.Join(at.folder(), filepath.Join(at.absent[:i+1]...))))
	}
	return missing
}
