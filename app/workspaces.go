package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"redline/backend"
	"redline/backend/config"
)

// Workspaces is the area of folders: which is open, which were, and opening one.
type Workspaces struct{ app *App }

// A check counts files to tell a small folder from a large one, and stops when it
// knows; a folder of a million folders must not keep the person waiting.
const (
	maxCounted = 1000
	maxMet     = 20_000 // entries looked at, files or not
)

// Info says which program answers.
func (w *Workspaces) Info() (Info, error) { return w.app.info(), nil }

// Current gives the folder that is open.
func (w *Workspaces) Current() (Workspace, error) {
	w.app.mu.Lock()
	p := w.app.project
	w.app.mu.Unlock()
	if p == nil {
		return Workspace{}, nil
	}
	return w.app.workspace(p), nil
}

func (a *App) workspace(p *backend.Project) Workspace {
	dir := p.Workspace.Dir()
	return Workspace{Open: true, Dir: dir, Name: nameOf(dir), Library: a.isLibrary(dir), Problems: list(p.Problems)}
}

func nameOf(dir string) string { return filepath.Base(dir) }

func (a *App) isLibrary(dir string) bool {
	library, err := a.home.Library()
	return err == nil && sameFolder(library, dir)
}

// Recent lists the folders opened before, the latest first.
func (w *Workspaces) Recent() ([]RecentWorkspace, error) {
	all, err := config.LoadRecent(w.app.home.State())
	if err != nil {
		return nil, AsError(err)
	}
	recent := make([]RecentWorkspace, len(all))
	for i, r := range all {
		info, err := os.Stat(r.Dir)
		recent[i] = RecentWorkspace{Dir: r.Dir, Name: nameOf(r.Dir), Opened: r.Opened, Missing: err != nil || !info.IsDir()}
	}
	return recent, nil
}

// Forget takes a folder off the list of those opened before; the folder and what
// is kept for it stay.
func (w *Workspaces) Forget(r FolderRequest) ([]RecentWorkspace, error) {
	if err := config.RemoveRecent(w.app.home.State(), r.Dir); err != nil {
		return nil, AsError(err)
	}
	return w.Recent()
}

// Check says what opening a folder would meet; with no folder named, it is about
// the file library.
func (w *Workspaces) Check(r FolderRequest) (FolderCheck, error) {
	dir, err := w.folder(r.Dir)
	if err != nil {
		return FolderCheck{}, err
	}
	c := FolderCheck{Dir: dir, Name: nameOf(dir), Library: w.app.isLibrary(dir)}
	if _, err := os.ReadDir(dir); err != nil {
		c.Problem = badFolder(dir, err).Message
		return c, nil
	}
	c.Files = countFiles(dir)
	return c, nil
}

// countFiles counts the files inside a folder at any depth, hidden ones and those
// in hidden folders aside, until it met maxCounted of them or maxMet of anything.
// What can't be read counts as empty.
func countFiles(dir string) int {
	files, met := 0, 0
	_ = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		met++
		switch {
		case files == maxCounted || met > maxMet:
			return fs.SkipAll
		case err != nil:
			return nil
		case name != dir && strings.HasPrefix(e.Name(), "."):
			if e.IsDir() {
				return fs.SkipDir
			}
		case e.Type().IsRegular():
			files++
		}
		return nil
	})
	return files
}

// folder gives the absolute path that a person named.
func (w *Workspaces) folder(dir string) (string, error) {
	if dir == "" {
		library, err := w.app.home.Library()
		if err != nil {
			return "", AsError(err)
		}
		return library, nil
	}
	if rest, ok := strings.CutPrefix(dir, "~"); ok && (rest == "" || rest[0] == '/') {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", AsError(fmt.Errorf("find the home folder: %w", err))
		}
		dir = filepath.Join(home, rest)
	}
	if !filepath.IsAbs(dir) {
		return "", &Error{Code: CodeBadRequest, Message: "Name the folder by its whole path, such as /home/ines/notes.", Path: dir}
	}
	return filepath.Clean(dir), nil
}

// badFolder says why a folder can't be looked into.
func badFolder(dir string, err error) *Error {
	what := "can't be read"
	switch info, serr := os.Stat(dir); {
	case errors.Is(serr, os.ErrNotExist):
		what = "does not exist"
	case serr == nil && !info.IsDir():
		what = "is a file, not a folder"
	case errors.Is(err, os.ErrPermission):
		what = "can't be read: the system refuses it"
	}
	return &Error{Code: CodeBadFolder, Message: dir + " " + what + ". Choose another folder.", Path: dir}
}

// Open opens a folder for work and closes the one that was open.
func (w *Workspaces) Open(r FolderRequest) (Workspace, error) {
	dir, err := w.folder(r.Dir)
	if err != nil {
		return Workspace{}, err
	}
	return w.app.OpenFolder(dir)
}

// OpenLibrary opens the file library.
func (w *Workspaces) OpenLibrary() (Workspace, error) { return w.Open(FolderRequest{}) }

// Close closes the folder that is open: what runs is stopped, what waits is
// withdrawn.
func (w *Workspaces) Close() error {
	w.app.opening.Lock()
	defer w.app.opening.Unlock()
	w.app.mu.Lock()
	p := w.app.project
	w.app.project = nil
	w.app.mu.Unlock()
	if p == nil {
		return nil
	}
	err := p.Close()
	w.app.Events.Emit(TopicWorkspace, Workspace{})
	return AsErrorOrNil(err)
}

// Folders lists the folders inside one, those that begin with a dot left out.
func (w *Workspaces) Folders(r FolderRequest) (Folders, error) {
	dir := r.Dir
	if dir == "" {
		dir = "~"
	}
	dir, err := w.folder(dir)
	if err != nil {
		return Folders{}, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return Folders{}, badFolder(dir, err)
	}
	f := Folders{Dir: dir, Folders: []string{}}
	if parent := filepath.Dir(dir); parent != dir {
		f.Parent = parent
	}
	for _, e := range entries {
		if isFolder(dir, e) && !strings.HasPrefix(e.Name(), ".") {
			f.Folders = append(f.Folders, e.Name())
		}
	}
	slices.SortFunc(f.Folders, compareNames)
	return f, nil
}

func isFolder(dir string, e os.DirEntry) bool {
	if e.Type()&os.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(dir, e.Name()))
	return err == nil && info.IsDir()
}

func compareNames(a, b string) int {
	return strings.Compare(strings.ToLower(a)+"\x00"+a, strings.ToLower(b)+"\x00"+b)
}

// Choose shows the system's dialog and says what opening the chosen folder would
// meet; Dir is "" when the dialog was closed.
func (w *Workspaces) Choose() (FolderCheck, error) {
	native, err := w.app.native()
	if err != nil {
		return FolderCheck{}, err
	}
	dir, err := native.ChooseFolder("Pick a folder")
	if err != nil {
		return FolderCheck{}, AsError(err)
	}
	if dir == "" {
		return FolderCheck{}, nil
	}
	return w.Check(FolderRequest{Dir: dir})
}

// Writers lists who can answer in a chat.
func (w *Workspaces) Writers() ([]Writer, error) {
	return []Writer{{
		ID: "builtin", Name: "Built-in commands", Status: "Always here",
		Detail: "Replace, create, delete and export. No model, no network.",
	}}, nil
}

// list is never nil, so that its JSON is a list.
func list[T any](v []T) []T {
	if v == nil {
		return []T{}
	}
	return v
}
