package workspace

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// folder makes a workspace in a fresh folder with the files given: a name that
// ends in "/" is a folder, "a -> b" a symbolic link.
func folder(t *testing.T, o Options, files map[string]string) *Workspace {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "work")
	fill(t, dir, files)
	w, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func fill(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	must(t, os.MkdirAll(dir, 0o755))
	for name, content := range files {
		if link, target, ok := strings.Cut(name, " -> "); ok {
			must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, link)), 0o755))
			must(t, os.Symlink(target, filepath.Join(dir, link)))
			continue
		}
		full := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			must(t, os.MkdirAll(full, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(full), 0o755))
		must(t, os.WriteFile(full, []byte(content), 0o644))
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func resolve(t *testing.T, w *Workspace, name string) Path {
	t.Helper()
	p, err := w.Resolve(name)
	must(t, err)
	return p
}

func content(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	must(t, err)
	return string(b)
}

// tree lists every name below dir, so that a test sees litter.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	must(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if path != dir {
			rel, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(rel))
		}
		return err
	}))
	return names
}

func existing(s string) State { return State{Exists: true, Hash: HashOf([]byte(s))} }

func TestReplace(t *testing.T) {
	for _, tc := range []struct {
		name  string
		files map[string]string
		path  string
		want  State
		after string
		err   error
		tree  []string
		read  string // the file that is looked at; path when empty
		is    string
	}{
		{name: "FS-20 existing file", files: map[string]string{"a": "old"}, path: "a", want: existing("old"),
			after: "new", tree: []string{"a"}, is: "new"},
		{name: "FS-20 new file in new folders", path: "x/y/a", after: "new", tree: []string{"x", "x/y", "x/y/a"}, is: "new"},
		{name: "FS-20 emptied file", files: map[string]string{"a": "old"}, path: "a", want: existing("old"), tree: []string{"a"}},
		{name: "FS-20 link stays, its target is written", files: map[string]string{"d/a": "old", "l -> d/a": ""},
			path: "l", want: existing("old"), after: "new", tree: []string{"d", "d/a", "l"}, read: "d/a", is: "new"},
		{name: "FS-20 dangling link makes its target", files: map[string]string{"l -> d/a": ""},
			path: "l", after: "new", tree: []string{"d", "d/a", "l"}, read: "d/a", is: "new"},
		{name: "FS-20 a folder is refused", files: map[string]string{"d/": ""}, path: "d", err: ErrNotRegular, tree: []string{"d"}},
		{name: "FS-21 exclusive creation", files: map[string]string{"a": "theirs"}, path: "a", after: "new",
			err: ErrStale, tree: []string{"a"}, is: "theirs"},
		{name: "FS-31 changed since", files: map[string]string{"a": "theirs"}, path: "a", want: existing("old"),
			after: "new", err: ErrStale, tree: []string{"a"}, is: "theirs"},
		{name: "FS-31 removed since", path: "d/a", want: existing("old"), after: "new", err: ErrStale, tree: nil},
		{name: "name too long", path: strings.Repeat("n", 256), after: "new", err: ErrNameTooLong, tree: nil},
		{name: "longest name", path: strings.Repeat("n", 255), after: "new", tree: []string{strings.Repeat("n", 255)}, is: "new"},
		{name: "name with line break", path: "a\nb", after: "new", tree: []string{"a\nb"}, is: "new"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := folder(t, Options{}, tc.files)
			got, err := replace(w, tc.path, tc.want, tc.after)
			if !errors.Is(err, tc.err) {
				t.Fatalf("error %v, want %v", err, tc.err)
			}
			if names := tree(t, w.Dir()); !slices.Equal(names, tc.tree) {
				t.Errorf("left %q, want %q", names, tc.tree)
			}
			if tc.err == nil && got.Hash != HashOf([]byte(tc.after)) {
				t.Errorf("state %+v isn't that of what was written", got)
			}
			if tc.read == "" {
				tc.read = tc.path
			}
			if info, err := os.Stat(filepath.Join(w.Dir(), tc.read)); err == nil && info.Mode().IsRegular() {
				if is := content(t, w.Dir(), tc.read); is != tc.is {
					t.Errorf("holds %q, want %q", is, tc.is)
				}
			}
		})
	}
}

// written is what Replace gives.
type written struct {
	State
	folders []string
}

func replace(w *Workspace, name string, want State, after string) (written, error) {
	p, err := w.ResolveWritable(name)
	if err != nil {
		return written{}, err
	}
	state, folders, err := w.Replace(context.Background(), p, want, []byte(after), 0)
	return written{state, folders}, err
}

func TestReplaceModes(t *testing.T) {
	for _, tc := range []struct {
		name     string
		had      fs.FileMode
		give     fs.FileMode
		wantMode fs.FileMode
	}{
		{"FS-20 mode kept", 0o751, 0, 0o751},
		{"FS-20 read-only mode kept", 0o444, 0, 0o444},
		{"set-id bits dropped", fs.ModeSetuid | fs.ModeSetgid | 0o755, 0, 0o755},
		{"mode given", 0o644, 0o600, 0o600},
		{"set-id bits of the mode given dropped", 0o644, fs.ModeSetuid | 0o755, 0o755},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := folder(t, Options{}, map[string]string{"a": "old"})
			must(t, os.Chmod(filepath.Join(w.Dir(), "a"), tc.had))
			got, _, err := w.Replace(t.Context(), resolve(t, w, "a"), existing("old"), []byte("new"), tc.give)
			must(t, err)
			info, err := os.Lstat(filepath.Join(w.Dir(), "a"))
			must(t, err)
			if info.Mode() != tc.wantMode || got.Mode != tc.wantMode {
				t.Errorf("mode %v, reported %v, want %v", info.Mode(), got.Mode, tc.wantMode)
			}
		})
	}
}

// A hard link out of the workspace is never written through.
func TestReplaceLeavesOtherHardLinks(t *testing.T) {
	w := folder(t, Options{}, nil)
	outside := filepath.Join(filepath.Dir(w.Dir()), "outside")
	must(t, os.WriteFile(outside, []byte("old"), 0o600))
	must(t, os.Link(outside, filepath.Join(w.Dir(), "a")))
	f, err := w.Read(resolve(t, w, "a"))
	must(t, err)
	if f.Links != 2 {
		t.Errorf("links %d, want 2", f.Links)
	}
	_, err = replace(w, "a", f.State, "new")
	must(t, err)
	b, err := os.ReadFile(outside)
	must(t, err)
	if string(b) != "old" {
		t.Errorf("outside file holds %q", b)
	}
}

func TestReplaceCancelledLeavesNothing(t *testing.T) {
	w := folder(t, Options{}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := w.Replace(ctx, resolve(t, w, "x/a"), State{}, []byte("new"), 0); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if names := tree(t, w.Dir()); names != nil {
		t.Errorf("left %q", names)
	}
}

func TestReplaceReportsFolders(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"have/": ""})
	got, err := replace(w, "have/one/two/a", State{}, "new")
	must(t, err)
	if want := []string{"have/one", "have/one/two"}; !slices.Equal(got.folders, want) {
		t.Errorf("created %q, want %q", got.folders, want)
	}
	must(t, w.Remove(t.Context(), resolve(t, w, "have/one/two/a"), got.State))
	w.RemoveFolders(got.folders)
	if names := tree(t, w.Dir()); !slices.Equal(names, []string{"have"}) {
		t.Errorf("left %q", names)
	}
}

func TestRemove(t *testing.T) {
	for _, tc := range []struct {
		name  string
		files map[string]string
		path  string
		want  State
		err   error
		left  []string
	}{
		{"FS-22 file", map[string]string{"a": "old"}, "a", existing("old"), nil, nil},
		{"FS-22 folder", map[string]string{"d/": ""}, "d", existing(""), ErrNotRegular, []string{"d"}},
		{"FS-31 changed since", map[string]string{"a": "theirs"}, "a", existing("old"), ErrStale, []string{"a"}},
		{"FS-31 gone already", nil, "a", existing("old"), ErrStale, nil},
		{"symbolic link", map[string]string{"a": "old", "l -> a": ""}, "l", existing("old"), ErrNotRegular, []string{"a", "l"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := folder(t, Options{}, tc.files)
			if err := w.Remove(t.Context(), resolve(t, w, tc.path), tc.want); !errors.Is(err, tc.err) {
				t.Fatalf("error %v, want %v", err, tc.err)
			}
			if names := tree(t, w.Dir()); !slices.Equal(names, tc.left) {
				t.Errorf("left %q, want %q", names, tc.left)
			}
		})
	}
}

// Sweep takes away what a killed write left, and only that.
func TestSweep(t *testing.T) {
	w := folder(t, Options{}, map[string]string{
		"a": "x", ".a.tmp-0123456789abcdef": "", ".b.tmp-0123456789abcdef": "", ".a.tmp-mine": "", ".a.tmp-0123456789ABCDEF": "",
	})
	if n := w.Sweep(resolve(t, w, "a")); n != 1 {
		t.Errorf("swept %d files, want 1", n)
	}
	want := []string{".a.tmp-0123456789ABCDEF", ".a.tmp-mine", ".b.tmp-0123456789abcdef", "a"}
	if names := tree(t, w.Dir()); !slices.Equal(names, want) {
		t.Errorf("left %q, want %q", names, want)
	}
}

func TestReplaceBinaryContent(t *testing.T) {
	w := folder(t, Options{}, nil)
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	_, err := replace(w, "bin", State{}, string(all))
	must(t, err)
	f, err := w.Read(resolve(t, w, "bin"))
	must(t, err)
	if !bytes.Equal(f.Bytes, all) {
		t.Error("bytes changed on the way")
	}
}
