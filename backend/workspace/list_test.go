package workspace

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestList(t *testing.T) {
	files := map[string]string{
		"b.md": "12345", "a/x/deep": "1", "a/y": "1", "a-file": "1", ".hidden/f": "1", ".env": "1", "keys/a.pem": "1", "keys/b": "1",
		"link -> a": "", "out -> ..": "", "z\nz": "1",
	}
	for _, tc := range []struct {
		name, path string
		o          ListOptions
		want       []string
		more       bool
	}{
		{"FS-14 one folder", ".", ListOptions{Max: 99}, []string{"a", "a-file", "b.md", "keys", "link", "out", "z\nz"}, false},
		{"FS-14 all the way down", ".", ListOptions{Max: 99, Recursive: true},
			[]string{"a", "a/x", "a/x/deep", "a/y", "a-file", "b.md", "keys", "keys/b", "link", "out", "z\nz"}, false},
		{"FS-14 with dot names", ".", ListOptions{Max: 99, Hidden: true, Recursive: true},
			[]string{".hidden", ".hidden/f", "a", "a/x", "a/x/deep", "a/y", "a-file", "b.md", "keys", "keys/b", "link", "out", "z\nz"}, false},
		{"FS-14 with what is blocked", "keys", ListOptions{Max: 99, Blocked: true}, []string{"keys/a.pem (blocked)", "keys/b"}, false},
		{"at most as many", ".", ListOptions{Max: 2, Recursive: true}, []string{"a", "a/x"}, true},
		{"exactly as many", "a", ListOptions{Max: 2}, []string{"a/x", "a/y"}, false},
		{"through a link that was named", "link", ListOptions{Max: 99}, []string{"link/x", "link/y"}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := folder(t, Options{}, files)
			entries, more, err := w.List(t.Context(), resolve(t, w, tc.path), tc.o)
			must(t, err)
			var got []string
			for _, e := range entries {
				name := e.Path
				if e.Blocked {
					name += " (blocked)"
				}
				got = append(got, name)
			}
			if !slices.Equal(got, tc.want) || more != tc.more {
				t.Errorf("listed %q, more %v, want %q, %v", got, more, tc.want, tc.more)
			}
		})
	}
}

func TestListEntry(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"d/f": "12345"})
	must(t, os.Link(filepath.Join(w.Dir(), "d/f"), filepath.Join(w.Dir(), "g")))
	entries, _, err := w.List(t.Context(), resolve(t, w, "."), ListOptions{Max: 9})
	must(t, err)
	if len(entries) != 2 || !entries[0].IsDir || entries[0].Size != 0 {
		t.Fatalf("entries %+v", entries)
	}
	info, err := os.Stat(filepath.Join(w.Dir(), "g"))
	must(t, err)
	if g := entries[1]; g.IsDir || g.Size != 5 || g.Links != 2 || !g.ModTime.Equal(info.ModTime()) {
		t.Errorf("entry %+v", g)
	}
}

func TestListRefuses(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"f": ""})
	for _, name := range []string{"f", "none"} {
		if _, _, err := w.List(t.Context(), resolve(t, w, name), ListOptions{Max: 9}); err == nil {
			t.Errorf("%s was listed", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := w.List(ctx, resolve(t, w, "."), ListOptions{Max: 9}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
