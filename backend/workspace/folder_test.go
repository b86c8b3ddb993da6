package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// opened gives the last of the folders that lead to name, and its file there.
func opened(t *testing.T, w *Workspace, name string) (*Folder, string) {
	t.Helper()
	folders, file, err := w.OpenFolders(resolve(t, w, name))
	must(t, err)
	for _, f := range folders {
		t.Cleanup(f.Close)
	}
	return folders[len(folders)-1], file
}

func names(entries []FolderEntry) (all []string) {
	for _, e := range entries {
		all = append(all, e.Name)
	}
	return all
}

// A walk sees names in order, what they stand for, and which are blocked (FS-14); it
// reads files, never what a link leads to.
func TestFolder(t *testing.T) {
	w := folder(t, Options{Blocked: []string{".env", "*.PEM", "!ok.pem", "sub/closed", "é*"}}, map[string]string{
		"b": "12345", "a/x": "1", ".env": "1", "k.PEM": "1", "ok.pem": "1", "sub/closed/f": "1", "sub/closed.txt": "1", "énorme": "1",
		"link -> b": "", "out -> ..": "", "n\nl": "1",
	})
	f, file := opened(t, w, ".")
	entries, err := f.Entries()
	must(t, err)
	if want := []string{".env", "a", "b", "k.PEM", "link", "n\nl", "ok.pem", "out", "sub", "énorme"}; file != "" || !slices.Equal(names(entries), want) {
		t.Errorf("%q, %q", file, names(entries))
	}
	closed := slices.DeleteFunc(slices.Clone(entries), func(e FolderEntry) bool { return !f.Blocked(e) })
	if want := []string{".env", "k.PEM", "énorme"}; !slices.Equal(names(closed), want) {
		t.Errorf("blocked %q", names(closed))
	}
	for i, want := range map[int]fs.FileMode{1: fs.ModeDir, 2: 0, 4: fs.ModeSymlink, 7: fs.ModeSymlink} {
		if entries[i].Type != want {
			t.Errorf("%s is a %v", entries[i].Name, entries[i].Type)
		}
	}
	sub, err := f.Open("sub")
	must(t, err)
	defer sub.Close()
	entries, err = sub.Entries()
	must(t, err)
	if sub.Path("x") != "sub/x" || !sub.Blocked(entries[0]) || sub.Blocked(entries[1]) {
		t.Errorf("%s: %q", sub.Path(""), entries)
	}
	data, err := f.Read("b", nil, 5)
	must(t, err)
	info, err := f.Stat("b")
	must(t, err)
	if string(data) != "12345" || info.Size != 5 || info.Links != 1 || !info.Type.IsRegular() || info.Modified == 0 {
		t.Errorf("b holds %q, %+v", data, info)
	}
	if info, err := f.Stat("link"); err != nil || info.Type != fs.ModeSymlink {
		t.Errorf("link: %+v, %v", info, err)
	}
	buffer := make([]byte, 3, 64)
	if data, err = f.Read("b", buffer, 9); err != nil || string(data) != "12345" || &data[0] != &buffer[0] {
		t.Errorf("into a buffer: %q, %v", data, err)
	}
}

// A folder is reached through links that stay inside, under the name that was asked
// for; a file is named in its folder.
func TestOpenFolders(t *testing.T) {
	extra, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	w := folder(t, Options{Extra: []Root{{Dir: extra}}}, map[string]string{"a/b/f": "1", "to -> a/b": "", "file -> a/b/f": ""})
	must(t, os.WriteFile(filepath.Join(extra, "e"), nil, 0o600))
	for name, want := range map[string]struct {
		folders    int
		file, path string
	}{
		".": {1, "", "x"}, "a/b": {3, "", "a/b/x"}, "to": {3, "", "to/x"}, "a/b/f": {3, "f", "a/b/x"}, "to/f": {3, "f", "to/x"}, "file": {3, "f", "x"},
		extra: {1, "", extra + "/x"}, extra + "/e": {1, "e", extra + "/x"},
	} {
		folders, file, err := w.OpenFolders(resolve(t, w, name))
		must(t, err)
		if last := folders[len(folders)-1]; len(folders) != want.folders || file != want.file || last.Path("x") != want.path {
			t.Errorf("%s: %d folders, %q, %s", name, len(folders), file, last.Path("x"))
		}
		for _, f := range folders {
			f.Close()
		}
	}
	if _, _, err := w.OpenFolders(resolve(t, w, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
	if _, _, err := w.OpenFolders(Path{}); err == nil {
		t.Error("a path that was never resolved is opened")
	}
}

// What stands under a name when it is opened is what counts: a folder exchanged for a
// link is not entered, and neither a path nor a link leads anywhere.
func TestFolderAttacks(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"d/f": "1", "big": "123456", "link -> d": "", "file -> big": "", "dangling -> none": "", "out -> ../..": ""})
	f, _ := opened(t, w, ".")
	for _, name := range []string{"link", "out", "dangling", "big", "none", "..", ".", "", "d/f", "/", "/etc", "d\x00"} {
		if sub, err := f.Open(name); err == nil {
			sub.Close()
			t.Errorf("%q is opened", name)
		}
	}
	for name, want := range map[string]error{
		"link": ErrNotRegular, "file": ErrNotRegular, "dangling": ErrNotRegular, "d": ErrNotRegular, "big": ErrTooLarge,
		"none": fs.ErrNotExist, "..": errName, ".": errName, "d/f": errName, "": errName,
	} {
		if _, err := f.Read(name, nil, 5); !errors.Is(err, want) {
			t.Errorf("reading %q: %v, want %v", name, err, want)
		}
	}
	if _, err := f.Stat("d/f"); !errors.Is(err, errName) {
		t.Errorf("stat: %v", err)
	}
	sub, err := f.Open("d")
	must(t, err)
	must(t, os.Rename(filepath.Join(w.Dir(), "d"), filepath.Join(w.Dir(), "moved")))
	must(t, os.Symlink("/etc", filepath.Join(w.Dir(), "d")))
	if data, err := sub.Read("f", nil, 5); err != nil || string(data) != "1" {
		t.Errorf("the open folder: %q, %v", data, err)
	}
	must(t, os.RemoveAll(filepath.Join(w.Dir(), "moved")))
	if entries, err := sub.Entries(); len(entries) > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a removed folder: %q, %v", entries, err)
	}
	sub.Close()
	sub.Close()
	if _, err := sub.Read("f", nil, 5); err == nil {
		t.Error("a closed folder is read")
	}
}

// Redline's own folder is closed to a walk, and names that are no text are shown as
// text.
func TestFolderNames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "work")
	fill(t, dir, map[string]string{"own/f": "1", "b\\x5c": "1"})
	w, err := Open(dir, Options{Private: []string{filepath.Join(dir, "own")}})
	must(t, err)
	defer w.Close()
	f, _ := opened(t, w, ".")
	var blocked *BlockedError
	if _, err := f.Open("own"); !f.Blocked(FolderEntry{Name: "own", Type: fs.ModeDir}) || !errors.As(err, &blocked) {
		t.Errorf("own: %v", err)
	}
	for name, want := range map[string]string{"a": "a", "é": "é", "a\xff": `a\xff`, `b\x5c`: `b\x5cx5c`} {
		if got := f.Path(name); got != want && filepath.Separator == '/' {
			t.Errorf("%q is shown as %q", name, got)
		}
	}
}

// A buffer of any size gives the whole file.
func TestFolderReadsWhole(t *testing.T) {
	long := strings.Repeat("0123456789", 7000)
	w := folder(t, Options{}, map[string]string{"empty": "", "one": "x", "long": long})
	f, _ := opened(t, w, ".")
	for name, want := range map[string]string{"empty": "", "one": "x", "long": long} {
		for _, room := range []int{0, 1, 2, len(want) - 1, len(want), len(want) + 1, 1 << 20} {
			data, err := f.Read(name, make([]byte, 0, max(room, 0)), int64(len(want)))
			if err != nil || string(data) != want {
				t.Errorf("%s into %d: %d bytes, %v", name, room, len(data), err)
			}
		}
	}
}
