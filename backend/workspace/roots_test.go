package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Further roots are used as their setting says, and a mistake in one stops the opening
// and names it: a typing error neither widens nor narrows the sandbox (FS-01).
func TestRoots(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", filepath.Join(dir, "home"))
	fill(t, dir, map[string]string{
		"work/file": "x", "work/ro/a": "x", "work/ro/rw/a": "x", "home/notes/a": "x", "beside/a": "x", "alias -> beside": "", "none -> nowhere": "",
	})
	work := filepath.Join(dir, "work")
	for _, tc := range []struct {
		name  string
		roots []Root
		path  string
		read  bool
		write bool
	}{
		{"beside, relative to the workspace", []Root{{Dir: "../beside", Writable: true}}, dir + "/beside/a", true, true},
		{"beside, not configured", nil, dir + "/beside/a", false, false},
		{"read-only", []Root{{Dir: dir + "/beside"}}, dir + "/beside/a", true, false},
		{"in the home folder", []Root{{Dir: "~/notes", Writable: true}}, "~/notes/a", true, true},
		{"by a link", []Root{{Dir: dir + "/alias"}}, dir + "/beside/a", true, false},
		{"by a link, named by it", []Root{{Dir: dir + "/alias"}}, dir + "/alias/a", true, false},
		{"read-only inside", []Root{{Dir: "ro"}}, "ro/a", true, false},
		{"read-only inside, absolute", []Root{{Dir: "ro"}}, work + "/ro/a", true, false},
		{"read-only inside, new file", []Root{{Dir: "ro"}}, "ro/new/a", true, false},
		{"writable inside read-only", []Root{{Dir: "ro"}, {Dir: "ro/rw", Writable: true}}, "ro/rw/a", true, true},
		{"writable inside read-only, in other order", []Root{{Dir: "ro/rw", Writable: true}, {Dir: "ro"}}, "ro/rw/a", true, true},
		{"the workspace itself read-only", []Root{{Dir: "."}}, "file", true, false},
		{"one folder twice", []Root{{Dir: "../beside", Writable: true}, {Dir: "../beside"}}, dir + "/beside/a", true, false},
		{"around the workspace", []Root{{Dir: ".."}}, "file", true, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w, err := Open(work, Options{Extra: tc.roots})
			must(t, err)
			defer w.Close()
			if _, err := w.Resolve(tc.path); (err == nil) != tc.read {
				t.Errorf("Resolve: %v", err)
			}
			_, err = w.ResolveWritable(tc.path)
			if (err == nil) != tc.write {
				t.Errorf("ResolveWritable: %v", err)
			}
			if tc.read && !tc.write && !errors.Is(err, ErrReadOnlyPath) {
				t.Errorf("the refusal is %v", err)
			}
		})
	}
	for name, tc := range map[string]struct {
		root Root
		is   error
	}{
		"missing":  {Root{Dir: "../besides", From: "sandbox.allowed_paths"}, ErrNoFolder},
		"file":     {Root{Dir: "file", From: "sandbox.read_only_paths"}, ErrNotFolder},
		"dangling": {Root{Dir: "../none", From: "--add-dir"}, ErrNoFolder},
		"empty":    {Root{From: "--add-dir"}, nil},
	} {
		_, err := Open(work, Options{Extra: []Root{tc.root}})
		if err == nil || tc.is != nil && !errors.Is(err, tc.is) || !strings.Contains(err.Error(), tc.root.From) || !strings.Contains(err.Error(), tc.root.Dir) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A root that is gone, or that another folder has taken the place of, is said to be:
// nothing is read from or written to either.
func TestRootThatIsGone(t *testing.T) {
	for _, tc := range []struct {
		name string
		do   func(dir string) error
	}{
		{"moved", func(dir string) error { return os.Rename(dir, dir+"-moved") }},
		{"removed", os.RemoveAll},
		{"exchanged", func(dir string) error {
			return errors.Join(os.Rename(dir, dir+"-moved"), os.Mkdir(dir, 0o755), os.WriteFile(dir+"/a", []byte("secret"), 0o600))
		}},
		{"exchanged for a link", func(dir string) error {
			return errors.Join(os.Rename(dir, dir+"-moved"), os.Symlink("/", dir))
		}},
	} {
		for op, do := range operations {
			t.Run(tc.name+"/"+op, func(t *testing.T) {
				w := folder(t, Options{}, map[string]string{"a": "secret"})
				must(t, tc.do(w.Dir()))
				before := strings.Join(tree(t, filepath.Dir(w.Dir())), "\n")
				if err := do(w, "a"); !errors.Is(err, ErrRootGone) || !strings.Contains(err.Error(), w.Dir()) {
					t.Errorf("error %v", err)
				}
				if after := strings.Join(tree(t, filepath.Dir(w.Dir())), "\n"); after != before {
					t.Errorf("the tree changed from\n%s\nto\n%s", before, after)
				}
			})
		}
	}
	w := folder(t, Options{}, map[string]string{"a": "secret"})
	must(t, os.Rename(w.Dir(), w.Dir()+"-moved"))
	must(t, os.Rename(w.Dir()+"-moved", w.Dir()))
	if _, err := w.Read(resolve(t, w, "a")); err != nil {
		t.Errorf("after it came back: %v", err)
	}
}

// A link leads from one root into another, and only with the rights of where it ends
// (FS-04).
func TestLinksBetweenRoots(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, map[string]string{
		"work/a": "x", "work/ro/b": "x", "more/c": "x", "work/abs -> " + dir + "/more/c": "", "work/rel -> ../more/c": "",
		"work/down -> ro/b": "", "work/ro/up -> ../a": "", "more/back -> " + dir + "/work/ro/b": "", "work/ro/out -> ../../more/c": "",
	})
	w, err := Open(filepath.Join(dir, "work"), Options{Extra: []Root{{Dir: "ro"}, {Dir: "../more", Writable: true}}})
	must(t, err)
	defer w.Close()
	for _, tc := range []struct {
		path, leads string
		write       bool
	}{
		{"abs", "more/c", true},
		{"down", "work/ro/b", false},
		{dir + "/more/back", "work/ro/b", false},
		{"ro/up", "work/a", false}, // the link itself lies where nothing may be written
	} {
		p, err := w.Resolve(tc.path)
		if err != nil || p.Canonical() != filepath.Join(dir, tc.leads) {
			t.Errorf("%s leads to %s: %v", tc.path, p.Canonical(), err)
		}
		if _, err := w.ResolveWritable(tc.path); (err == nil) != tc.write {
			t.Errorf("%s for writing: %v", tc.path, err)
		}
	}
	for _, name := range []string{"rel", "ro/out"} {
		if _, err := w.Resolve(name); !errors.Is(err, ErrOutsideWorkspace) {
			t.Errorf("%s: a link may not lead up out of its root: %v", name, err)
		}
	}
}
