package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A folder is made with those on the way, told by name; nothing is made where
// something stands, or where nothing may be written.
func TestMakeFolder(t *testing.T) {
	dir := t.TempDir()
	w, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	resolve := func(name string) Path {
		t.Helper()
		p, err := w.Resolve(name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	made, err := w.MakeFolder(t.Context(), resolve("a/b/c"))
	if want := []string{"a", "a/b", "a/b/c"}; err != nil || !slices.Equal(made, want) || !w.IsFolder(resolve("a/b/c")) {
		t.Errorf("made %q, %v", made, err)
	}
	if made, err := w.MakeFolder(t.Context(), resolve("a/d")); err != nil || !slices.Equal(made, []string{"a/d"}) {
		t.Errorf("made %q, %v", made, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "f"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "f"} {
		if made, err := w.MakeFolder(t.Context(), resolve(name)); !errors.Is(err, fs.ErrExist) || made != nil {
			t.Errorf("%s: made %q, %v", name, made, err)
		}
	}
	var blocked *BlockedError
	if _, err := w.MakeFolder(t.Context(), resolve(".git/hooks")); !errors.As(err, &blocked) {
		t.Errorf(".git/hooks: %v", err)
	}
	late := resolve("link/x")
	if err := os.Symlink("a", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if _, err := w.MakeFolder(t.Context(), late); !errors.Is(err, ErrStale) {
		t.Errorf("through a link that came since: %v", err)
	}
	for name, want := range map[string]bool{".": true, "a": true, "f": false, "none": false, "link": true} {
		if w.IsFolder(resolve(name)) != want {
			t.Errorf("%s is a folder: %t", name, !want)
		}
	}
}
