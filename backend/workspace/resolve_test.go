package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// operations are all that can be done with a name. An attack runs through each.
var operations = map[string]func(w *Workspace, name string) error{
	"read": func(w *Workspace, name string) error {
		p, err := w.Resolve(name)
		if err == nil {
			_, err = w.Read(p)
		}
		return err
	},
	"state": func(w *Workspace, name string) error {
		p, err := w.Resolve(name)
		if err == nil {
			_, err = w.State(p)
		}
		return err
	},
	"list": func(w *Workspace, name string) error {
		p, err := w.Resolve(name)
		if err == nil {
			_, _, err = w.List(context.Background(), p, ListOptions{Max: 100})
		}
		return err
	},
	"create": func(w *Workspace, name string) error {
		p, err := w.ResolveWritable(name)
		if err == nil {
			_, _, err = w.Replace(context.Background(), p, State{}, []byte("evil"), 0)
		}
		return err
	},
	"replace": func(w *Workspace, name string) error {
		p, err := w.ResolveWritable(name)
		if err == nil {
			_, _, err = w.Replace(context.Background(), p, existing("secret"), []byte("evil"), 0)
		}
		return err
	},
	"remove": func(w *Workspace, name string) error {
		p, err := w.ResolveWritable(name)
		if err == nil {
			err = w.Remove(context.Background(), p, existing("secret"))
		}
		return err
	},
	"lock": func(w *Workspace, name string) error {
		p, err := w.Resolve(name)
		if err == nil {
			var unlock func()
			if unlock, err = w.Lock(context.Background(), p); err == nil {
				unlock()
			}
		}
		return err
	},
}

// Nothing that leads out is reached, whatever is done with it, and nothing out
// there changes (FS-02 to FS-04).
func TestNothingLeadsOut(t *testing.T) {
	for _, tc := range []struct{ name, path string }{
		{"FS-03 parent", "../outside/secret"},
		{"FS-03 parent further in", "d/../../outside/secret"},
		{"FS-03 absolute", "{out}/secret"},
		{"FS-03 absolute with a common beginning", "{dir}-secret/secret"},
		{"FS-03 the system's own files", "/proc/self/environ"},
		{"home folder", "~/secret"},
		{"FS-02 absolute link", "abs"},
		{"FS-02 relative link", "rel"},
		{"FS-02 link with a slash behind", "rel/"},
		{"FS-02 link to the folder outside", "dir/secret"},
		{"FS-02 missing tail behind a link", "dir/new/secret"},
		{"FS-02 dangling link", "dangling"},
		{"FS-02 link to a link", "chain"},
		{"FS-02 link up through a folder", "d/up/outside/secret"},
		{"FS-02 loop", "loop"},
		{"FS-02 loop on the way", "loop/secret"},
		{"FS-02 link to the root of the disk", "slash/etc/passwd"},
	} {
		for op, do := range operations {
			t.Run(tc.name+"/"+op, func(t *testing.T) {
				w := folder(t, Options{}, map[string]string{"d/x": ""})
				out := filepath.Join(filepath.Dir(w.Dir()), "outside")
				fill(t, out, map[string]string{"secret": "secret"})
				fill(t, w.Dir()+"-secret", map[string]string{"secret": "secret"})
				fill(t, w.Dir(), map[string]string{
					"abs -> " + out + "/secret": "", "rel -> ../outside/secret": "", "dir -> ../outside": "",
					"dangling -> ../outside/new": "", "chain -> rel": "", "d/up -> ../..": "", "loop -> loop": "", "slash -> /": "",
				})
				before := strings.Join(tree(t, filepath.Dir(w.Dir())), "\n")
				path := strings.NewReplacer("{out}", out, "{dir}", w.Dir()).Replace(tc.path)
				if err := do(w, path); err == nil {
					t.Errorf("%q was accepted", path)
				} else if !errors.Is(err, ErrOutsideWorkspace) && !errors.Is(err, ErrLinks) {
					t.Errorf("%q: %v doesn't say that it leads out", path, err)
				}
				if after := strings.Join(tree(t, filepath.Dir(w.Dir())), "\n"); after != before {
					t.Errorf("the tree changed from\n%s\nto\n%s", before, after)
				}
				if got := content(t, out, "secret"); got != "secret" {
					t.Errorf("the file outside holds %q", got)
				}
			})
		}
	}
}

// What is blocked is blocked under every name that leads to it (FS-04, FS-10).
func TestBlocked(t *testing.T) {
	for _, tc := range []struct {
		name, pattern, path string
		via                 bool
		allowed             bool
	}{
		{name: "FS-10 name", pattern: ".env", path: ".env"},
		{name: "FS-10 name at any depth", pattern: "*.pem", path: "d/e/a.pem"},
		{name: "FS-10 everything beneath", pattern: "keys", path: "d/keys/a"},
		{name: "FS-10 other names", pattern: "keys", path: "d/keysa", allowed: true},
		{name: "FS-10 absolute", pattern: "{dir}/d", path: "d/e/a.pem"},
		{name: "FS-10 relative to the root", pattern: "d/*/a.pem", path: "d/e/a.pem"},
		{name: "FS-10 relative is not at any depth", pattern: "e/a.pem", path: "d/e/a.pem", allowed: true},
		{name: "FS-11 one segment", pattern: "d/*.pem", path: "d/e/a.pem", allowed: true},
		{name: "FS-11 across segments", pattern: "d/**/a.pem", path: "d/e/a.pem"},
		{name: "FS-11 no segment", pattern: "d/e/**/a.pem", path: "d/e/a.pem"},
		{name: "FS-11 one character", pattern: "a.pe?", path: "d/e/a.pem"},
		{name: "FS-11 a dot is a dot", pattern: "a.pem", path: "d/aXpem", allowed: true},
		{name: "FS-04 link to it", pattern: ".env", path: "link", via: true},
		{name: "FS-04 link to the folder", pattern: "keys", path: "way/a", via: true},
		{name: "FS-04 link named so", pattern: "link", path: "link"},
		{name: "FS-04 link through one named so", pattern: "link", path: "link2", via: true},
		{name: "exception", pattern: ".env.*|!.env.example", path: ".env.example", allowed: true},
		{name: "exception frees nothing else", pattern: ".env.*|!.env.example", path: ".env.local"},
		{name: "exception frees nothing beneath", pattern: ".env|!.env.example", path: "d/.env.example/.env"},
		{name: "exception beneath what is blocked", pattern: "keys|!a", path: "d/keys/a"},
	} {
		for op, do := range operations {
			t.Run(tc.name+"/"+op, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "work")
				fill(t, dir, map[string]string{
					".env": "secret", ".env.local": "secret", ".env.example": "secret", "d/e/a.pem": "secret", "d/aXpem": "secret",
					"d/keys/a": "secret", "d/keysa": "secret", "d/.env.example/.env": "secret",
					"link -> .env": "", "link2 -> link": "", "way -> d/keys": "",
				})
				patterns := strings.Split(strings.ReplaceAll(tc.pattern, "{dir}", dir), "|")
				w, err := Open(dir, Options{Blocked: patterns})
				must(t, err)
				defer w.Close()
				err = do(w, tc.path)
				var blocked *BlockedError
				if errors.As(err, &blocked) == tc.allowed {
					t.Fatalf("error %v, allowed %v", err, tc.allowed)
				}
				if !tc.allowed && blocked.Via != tc.via {
					t.Errorf("via a link: %v, want %v", blocked.Via, tc.via)
				}
				if op != "create" && op != "replace" && op != "remove" && content(t, dir, ".env") != "secret" {
					t.Error("the file changed")
				}
			})
		}
	}
}

func TestInvalidPatterns(t *testing.T) {
	for _, text := range []string{"", "!", "/", "a\"b", "a\nb"} {
		if _, err := Open(t.TempDir(), Options{Blocked: []string{text}}); err == nil {
			t.Errorf("FS-11: %q was taken for a pattern", text)
		}
	}
}

func TestPatternFollowsLinks(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"real/a": "x", "alias -> real": ""})
	v, err := Open(w.Dir(), Options{Blocked: []string{w.Dir() + "/alias"}})
	must(t, err)
	defer v.Close()
	if _, err := v.Resolve("real/a"); err == nil {
		t.Error("FS-10: the pattern's resolved spelling is not blocked")
	}
}

func TestWritable(t *testing.T) {
	w := folder(t, Options{}, map[string]string{
		"ro/a": "x", ".git/config": "x", "sub/.git": "gitdir: x", "hooks -> .git/hooks/": "", "gitdir/config": "x", "lib/.git -> ../gitdir": "",
		".redline/config.toml": "x", "into -> ro/a": "",
	})
	outside := filepath.Join(filepath.Dir(w.Dir()), "more")
	fill(t, outside, map[string]string{"a": "x"})
	v, err := Open(w.Dir(), Options{Extra: []Root{{Dir: "ro"}, {Dir: outside, Writable: true}}, Private: []string{filepath.Join(w.Dir(), "own")}})
	must(t, err)
	defer v.Close()
	for _, tc := range []struct {
		name, path string
		read       bool
		write      bool
	}{
		{"FS-01 further root", outside + "/a", true, true},
		{"FS-03 read-only root inside wins, relative", "ro/a", true, false},
		{"FS-03 read-only root inside wins, absolute", filepath.Join(w.Dir(), "ro/a"), true, false},
		{"FS-04 link into a read-only root", "into", true, false},
		{"git's configuration", ".git/config", true, false},
		{"git's hooks, new", ".git/hooks/pre-commit", true, false},
		{"git's files in other case", ".GIT/config", true, false},
		{"git's files further down", "sub/.git", true, false},
		{"git's files through a link", "hooks/pre-commit", true, false},
		{"git's files that a link leads away from", "lib/.git/config", true, false},
		{"settings", ".redline/config.toml", true, false},
		{"beside the settings", ".redline/notes.md", true, true},
		{"Redline's own folder", "own/a", false, false},
		{"the root", ".", true, false},
		{"another root", outside, true, false},
		{"new file", "x/y", true, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := v.Resolve(tc.path); (err == nil) != tc.read {
				t.Errorf("Resolve: %v", err)
			}
			if _, err := v.ResolveWritable(tc.path); (err == nil) != tc.write {
				t.Errorf("ResolveWritable: %v", err)
			}
		})
	}
}

func TestDisplay(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"d/a": "x", "link -> d": ""})
	alias := filepath.Join(filepath.Dir(w.Dir()), "alias")
	must(t, os.Symlink(w.Dir(), alias))
	more := t.TempDir()
	v, err := Open(alias, Options{Extra: []Root{{Dir: more}}})
	must(t, err)
	defer v.Close()
	for _, tc := range []struct{ name, path, display, canonical string }{
		{"FS-05 relative", "d/a", "d/a", "d/a"},
		{"FS-05 clean", "./d//./a", "d/a", "d/a"},
		{"FS-05 trailing slash", "d/", "d", "d"},
		{"FS-05 through a parent", "d/../d/a", "d/a", "d/a"},
		{"FS-05 absolute inside", w.Dir() + "/d/a", "d/a", "d/a"},
		{"FS-03 absolute by another spelling", alias + "/d/a", "d/a", "d/a"},
		{"FS-03 the same, missing", alias + "/d/new/b", "d/new/b", "d/new/b"},
		{"FS-05 elsewhere", more + "/a", more + "/a", more + "/a"},
		{"FS-05 a link keeps its name", "link/a", "link/a", "d/a"},
		{"FS-05 the root", ".", ".", ""},
		{"FS-05 what looks like a home folder", "./~", "./~", "~"},
		{"FS-05 a file in what looks like a home folder", "./~root/x", "./~root/x", "~root/x"},
		{"FS-05 what only begins like one", "~$a.docx", "~$a.docx", "~$a.docx"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, err := v.Resolve(tc.path)
			must(t, err)
			if p.String() != tc.display {
				t.Errorf("shown as %q, want %q", p, tc.display)
			}
			want := tc.canonical
			if !filepath.IsAbs(want) {
				want = filepath.Join(w.Dir(), want)
			}
			if p.Canonical() != want {
				t.Errorf("canonical %q, want %q", p.Canonical(), want)
			}
		})
	}
}

func TestReadLimit(t *testing.T) {
	w := folder(t, Options{MaxFileBytes: 4}, map[string]string{"fits": "1234", "over": "12345"})
	if _, err := w.Read(resolve(t, w, "fits")); err != nil {
		t.Error(err)
	}
	must(t, os.Truncate(filepath.Join(w.Dir(), "over"), 1<<40))
	for _, read := range []func(Path) error{
		func(p Path) error { _, err := w.Read(p); return err },
		func(p Path) error { _, err := w.State(p); return err },
	} {
		if err := read(resolve(t, w, "over")); !errors.Is(err, ErrTooLarge) {
			t.Errorf("FS-06: error %v", err)
		}
	}
}

func TestMissing(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"file": "x"})
	for _, name := range []string{"none", "none/deeper"} {
		p := resolve(t, w, name)
		if _, err := w.Read(p); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Read(%s): %v", name, err)
		}
		if got, err := w.State(p); err != nil || got != (State{}) {
			t.Errorf("State(%s): %+v, %v", name, got, err)
		}
	}
	if _, err := w.Resolve("file/below"); err == nil {
		t.Error("a path below a file was accepted")
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, map[string]string{"file": "x"})
	for _, tc := range []struct {
		dir string
		o   Options
		err error
	}{
		{filepath.Join(dir, "none"), Options{}, ErrNoFolder},
		{filepath.Join(dir, "file"), Options{}, ErrNotFolder},
		{dir, Options{Extra: []Root{{Dir: "none"}}}, ErrNoFolder},
	} {
		if _, err := Open(tc.dir, tc.o); !errors.Is(err, tc.err) {
			t.Errorf("Open(%s): %v, want %v", tc.dir, err, tc.err)
		}
	}
}

// Another program exchanges a folder for a link to a blocked one and back, as fast
// as it can: what is read is always one of the two allowed contents.
func TestExchangedFolder(t *testing.T) {
	w := folder(t, Options{Blocked: []string{"keys"}}, map[string]string{"d/a": "fine", "keys/a": "secret"})
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		d, aside := filepath.Join(w.Dir(), "d"), filepath.Join(w.Dir(), "aside")
		for {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.Rename(d, aside)
			_ = os.Symlink("keys", d)
			_ = os.Remove(d)
			_ = os.Rename(aside, d)
		}
	}()
	for range 3000 {
		p, err := w.Resolve("d/a")
		if err != nil {
			continue
		}
		if f, err := w.Read(p); err == nil && string(f.Bytes) != "fine" {
			t.Fatalf("read %q", f.Bytes)
		}
		_, _, _ = w.Replace(t.Context(), p, existing("fine"), []byte("fine"), 0)
		_, _, _ = w.Replace(t.Context(), p, existing("secret"), []byte("evil"), 0)
	}
	close(stop)
	<-stopped
	if got := content(t, w.Dir(), "keys/a"); got != "secret" {
		t.Errorf("the blocked file holds %q", got)
	}
}
