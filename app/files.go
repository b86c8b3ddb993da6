package app

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"redline/backend"
	"redline/backend/checkpoints"
	"redline/backend/workspace"
)

// Files is the area of the workspace's files, now and as of a turn.
type Files struct{ app *App }

// The limits of what a page is given at once.
const (
	maxListed   = 2000    // entries of one folder
	maxTextSent = 5 << 20 // bytes of one file; a longer one is cut
	cutLines    = 2000    // lines that a cut file is shown to
)

// List gives one folder's entries, folders first.
func (f *Files) List(r ListRequest) (FileList, error) {
	p, err := f.app.open()
	if err != nil {
		return FileList{}, err
	}
	if err := p.HasTurn(r.Turn); err != nil {
		return FileList{}, AsError(err)
	}
	at, err := p.Workspace.Resolve(cmp.Or(r.Dir, "."))
	if err != nil {
		return FileList{}, AsError(err)
	}
	if r.Dir = at.String(); r.Dir == "." {
		r.Dir = ""
	}
	entries, cut, err := p.Workspace.List(f.app.ctx, at, workspace.ListOptions{Max: maxListed, Blocked: true})
	if err != nil && !(r.Turn > 0 && errors.Is(err, fs.ErrNotExist)) {
		return FileList{}, AsError(err)
	}
	l := FileList{Dir: r.Dir, Entries: []FileEntry{}}
	if cut {
		l.Cut = fmt.Sprintf("Only the first %d entries are listed.", maxListed)
	}
	for _, e := range entries {
		l.Entries = append(l.Entries, FileEntry{Path: e.Path, Name: path.Base(e.Path), Dir: e.IsDir, Size: e.Size, Blocked: e.Blocked})
	}
	if r.Turn > 0 {
		l.Entries = asOf(p, r.Turn, r.Dir, l.Entries)
	}
	mark(p, r, l.Entries)
	slices.SortFunc(l.Entries, func(a, b FileEntry) int {
		if a.Dir != b.Dir {
			return cmp.Compare(btoi(b.Dir), btoi(a.Dir))
		}
		return compareNames(a.Name, b.Name)
	})
	return l, nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// asOf makes a listing of now one of then: files that weren't there go, files that
// were there come back.
func asOf(p *backend.Project, turn int, dir string, entries []FileEntry) []FileEntry {
	for _, d := range p.Store.Differences(turn) {
		name, below := child(dir, d.Path)
		if name == "" {
			continue
		}
		i := slices.IndexFunc(entries, func(e FileEntry) bool { return e.Name == name })
		switch {
		case d.Then.Exists && i < 0:
			entries = append(entries, FileEntry{Path: path.Join(dir, name), Name: name, Dir: below, Size: d.Then.Size})
		case !d.Then.Exists && i >= 0 && !below:
			entries = slices.Delete(entries, i, i+1)
		case i >= 0 && !below:
			entries[i].Size = d.Then.Size
		}
	}
	return entries
}

// child gives the name in dir through which file is reached, and whether that is a
// folder.
func child(dir, file string) (name string, below bool) {
	if dir != "" {
		rest, ok := strings.CutPrefix(file, dir+"/")
		if !ok {
			return "", false
		}
		file = rest
	}
	if path.IsAbs(file) {
		return "", false
	}
	name, _, below = strings.Cut(file, "/")
	return name, below
}

// mark puts on each entry what the turn in question, or a waiting edit, does to
// it.
func mark(p *backend.Project, r ListRequest, entries []FileEntry) {
	turn := r.Turn
	if turn == 0 {
		turn = p.Store.Head()
	}
	if t, ok := p.Store.Turn(turn); ok {
		for _, f := range t.Files {
			markOne(entries, f.Path, f.Kind, f.Added, f.Removed)
		}
	}
	if r.Turn > 0 {
		return
	}
	for _, w := range p.Gate.Waiting() {
		if w.Diff != nil {
			markOne(entries, w.Path, w.Change, w.Diff.Added, w.Diff.Removed)
		}
	}
}

func markOne(entries []FileEntry, name, kind string, added, removed int) {
	if kind == checkpoints.Moved {
		kind = checkpoints.Created // under this name
	}
	for i := range entries {
		if entries[i].Path == name && kind != checkpoints.Deleted {
			entries[i].Status, entries[i].Added, entries[i].Removed = kind, added, removed
		}
	}
}

// Read gives a file's text, now or as of a turn.
func (f *Files) Read(r TurnFileRequest) (FileText, error) {
	p, err := f.app.open()
	if err != nil {
		return FileText{}, err
	}
	v := FileText{Path: r.Path, Language: language(r.Path), Prose: prose(r.Path)}
	file, err := p.FileAt(r.Turn, r.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return v, nil
	}
	if err != nil {
		return FileText{}, AsError(err)
	}
	v.Exists, v.Size = file.Exists, file.Size
	text, err := workspace.Decode(file.Bytes)
	if err != nil {
		v.Binary = true
		return v, nil
	}
	v.Text = newShown([]byte(text.Content)).text
	v.Lines = strings.Count(v.Text, "\n")
	if v.Text != "" && !strings.HasSuffix(v.Text, "\n") {
		v.Lines++
	}
	if len(v.Text) > maxTextSent {
		v.Text, v.Cut = cut(v.Text, v.Lines)
	}
	return v, nil
}

// cut gives the first lines of a text that is too long, or what fits of them, and
// says so.
func cut(s string, lines int) (text, what string) {
	at := 0
	for range cutLines {
		i := strings.IndexByte(s[at:], '\n')
		if i < 0 || at+i+1 > maxTextSent {
			return strings.ToValidUTF8(s[:min(len(s), maxTextSent)], ""), "Only the first 5 MB are shown."
		}
		at += i + 1
	}
	return s[:at], fmt.Sprintf("The first %d of %d lines are shown.", cutLines, lines)
}

// Reveal shows a file in the system's file manager.
func (f *Files) Reveal(r PathRequest) error {
	p, err := f.app.open()
	if err != nil {
		return err
	}
	at, err := p.Workspace.Resolve(r.Path)
	if err != nil {
		return AsError(err)
	}
	native, err := f.app.native()
	if err != nil {
		return err
	}
	return AsErrorOrNil(native.Reveal(absolute(p, at.String())))
}

// absolute gives the whole path of a path in display form.
func absolute(p *backend.Project, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.Workspace.Dir(), filepath.FromSlash(name))
}
