package search

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"redline/backend/workspace"
)

func compiled(t testing.TB, pattern string) *Pattern {
	t.Helper()
	p, err := CompilePattern(pattern)
	must(t, err)
	return p
}

// globbed gives what a pattern finds, in order of paths, and what it passed over.
func globbed(t *testing.T, s Scope, pattern string) (string, map[string]int) {
	t.Helper()
	found, counts, err := Glob(t.Context(), s, compiled(t, pattern))
	must(t, err)
	paths := make([]string, len(found))
	for i, f := range found {
		paths[i] = f.Path
	}
	slices.Sort(paths)
	return strings.Join(paths, " "), counts.ByReason()
}

// Folders that begin with a dot and dependencies are entered where a segment names
// them; links are not followed; what is passed over is counted where the pattern
// would have found it (006 section 6: glob; FS-14).
func TestGlob(t *testing.T) {
	w := folder(t, map[string]string{
		"a.go": "", "d/b.go": "", "d/e/c.md": "", ".dot.go": "", ".h/x.go": "", "d/.h/y.go": "", ".env": "", "d/k.pem": "",
		"node_modules/m.go": "", "d/vendor/v.go": "", "target/t.go": "", "p/__pycache__/q.go": "",
		"link.go -> a.go": "", "to -> d": "", "out/": "", "out/gen.go": "", ".gitignore": "out/\n*.tmp\n", "x.tmp": "", "d/node_modules/z.go": "", "d/node_modules/vendor/z.go": "",
	})
	for _, tc := range []struct{ path, pattern, want, skipped string }{
		{".", "*.go", ".dot.go a.go", "links:1"},
		{".", "**/*.go", ".dot.go a.go d/b.go", "dependencies:5 hidden:2 ignored:1 links:1"},
		{".", "d/**", "d/b.go d/e/c.md", "blocked:1 dependencies:2 hidden:1"},
		{"d", "*.go", "d/b.go", ""},
		{"to", "*.go", "to/b.go", ""},
		{".", "to/*.go", "", ""},
		{".", ".h/*", ".h/x.go", ""},
		{".", "**/.h/*", ".h/x.go d/.h/y.go", "dependencies:5 ignored:1"},
		{".", "**/.*/*", ".h/x.go d/.h/y.go", "dependencies:5 ignored:1"},
		{".", "{node_modules,d/vendor}/*", "d/vendor/v.go node_modules/m.go", ""},
		{".", "**/node_modules/**/*", "d/node_modules/z.go node_modules/m.go", "dependencies:4 hidden:2 ignored:1"},
		{".", "*/*.go", "d/b.go", "dependencies:2 hidden:1 ignored:1"},
		{"node_modules", "*", "node_modules/m.go", ""},
		{".", "out/*", "", "ignored:1"},
		{"out", "*", "out/gen.go", ""},
		{".", "*.tmp", "", "ignored:1"},
		{".", ".env", "", "blocked:1"},
		{".", "a.go/x", "", ""},
	} {
		got, skipped := globbed(t, scope(t, w, tc.path), tc.pattern)
		if told := strings.Trim(strings.TrimPrefix(fmt.Sprint(skipped), "map"), "[]"); got != tc.want || told != tc.skipped {
			t.Errorf("%s in %s: %q, passed over %s", tc.pattern, tc.path, got, told)
		}
	}
	all := scope(t, w, ".")
	all.Unignored = true
	if got, _ := globbed(t, all, "{out,.}/*.{go,tmp}"); got != ".dot.go a.go out/gen.go x.tmp" {
		t.Errorf("without ignore rules: %s", got)
	}
	if _, _, err := Glob(t.Context(), scope(t, w, "a.go"), compiled(t, "*")); !errors.Is(err, workspace.ErrNotFolder) {
		t.Errorf("in a file: %v", err)
	}
}

// Newest first, then by path (006 section 6: glob).
func TestGlobOrder(t *testing.T) {
	w := folder(t, map[string]string{"a": "", "b": "", "c": "", "d/e": ""})
	for name, seconds := range map[string]int64{"a": 300, "b": 100, "c": 400, "d/e": 300} {
		must(t, os.Chtimes(filepath.Join(w.Dir(), name), time.Time{}, time.Unix(seconds, 1)))
	}
	found, counts, err := Glob(t.Context(), scope(t, w, "."), compiled(t, "**"))
	must(t, err)
	if fmt.Sprint(found) != "[{c 400000000001} {a 300000000001} {d/e 300000000001} {b 100000000001}]" || counts.Files != 4 {
		t.Errorf("%v, %+v", found, counts)
	}
}

// Ignore rules of folders above the one that is searched hold in it, those of .ignore
// and info/exclude too, and a repository in another has its own.
func TestWalkReadsRules(t *testing.T) {
	w := folder(t, map[string]string{
		".gitignore": "*.log\n/d/x\n", ".ignore": "*.tmp\n!k.log\n", ".git/info/exclude": "secret\n", ".git/HEAD": "",
		"d/.gitignore": "!e.log\n", "d/e.log": "", "d/f.log": "", "d/k.log": "", "d/x": "", "d/a.tmp": "", "d/secret": "", "d/y": "",
		"r/.git/info/exclude": "mine\n", "r/e.log": "", "r/secret": "", "r/mine": "", "r/a.tmp": "",
		"w/.git": "gitdir: elsewhere\n", "w/e.log": "", "l/.gitignore -> ../.gitignore": "", "l/x": "",
	})
	for path, want := range map[string]string{
		".": ".gitignore .ignore d/.gitignore d/e.log d/k.log d/y l/x r/e.log r/secret w/.git w/e.log", "d": "d/.gitignore d/e.log d/k.log d/y", "r": "r/e.log r/secret",
	} {
		if got, _ := globbed(t, scope(t, w, path), "**"); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// list_files gives names in order, links as what they are, and what is beneath
// folders at their place (006 section 6).
func TestList(t *testing.T) {
	w := folder(t, map[string]string{
		"b.md": "12345", "a/x/deep": "1", "a/y": "1", "a-file": "1", ".hidden/f": "1", ".env": "1", "keys/a.pem": "1", "keys/b": "1",
		"link -> a": "", "out -> ..": "", "gone/f": "", ".gitignore": "gone\n", "vendor/v": "",
	})
	for _, tc := range []struct {
		path      string
		recursive bool
		limit     int
		want      string
		more      bool
	}{
		{".", false, 99, "a/ a-file b.md keys/ link out vendor/", false},
		{".", true, 99, "a/ a/x/ a/x/deep a/y a-file b.md keys/ keys/b link out vendor/ vendor/v", false},
		{".", true, 3, "a/ a/x/ a/x/deep", true}, {"a", false, 2, "a/x/ a/y", false}, {"link", false, 9, "link/x/ link/y", false},
		{".hidden", false, 9, ".hidden/f", false}, {"gone", false, 9, "gone/f", false},
	} {
		list, more, _, err := List(t.Context(), scope(t, w, tc.path), tc.recursive, tc.limit)
		must(t, err)
		var names []string
		for _, l := range list {
			name := l.Path
			if l.IsDir {
				name += "/"
			}
			names = append(names, name)
		}
		if got := strings.Join(names, " "); got != tc.want || more != tc.more {
			t.Errorf("%s: %s, more %v", tc.path, got, more)
		}
	}
	_, _, counts, err := List(t.Context(), scope(t, w, "."), true, 99)
	must(t, err)
	if want := map[string]int{"hidden": 3, "ignored": 1, "blocked": 1}; !maps.Equal(counts.ByReason(), want) {
		t.Errorf("passed over %v", counts.ByReason())
	}
}

// A context that ends is an error whatever was found, before and during a walk, and
// no folder stays open.
func TestWalkIsCancelled(t *testing.T) {
	files := map[string]string{}
	for i := range 300 {
		files[fmt.Sprintf("d%d/e/f%d", i%30, i)] = ""
	}
	w := folder(t, files)
	before := openFiles(t)
	for _, after := range []int{0, 1, 7, 100} {
		ctx, cancel := context.WithCancel(t.Context())
		seen := 0
		if after == 0 {
			cancel()
		}
		walk := &walk[string]{visitor: everyFile()}
		_, err := walk.run(ctx, scope(t, w, "."), func(string) bool {
			if seen++; seen == after {
				cancel()
			}
			return true
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled after %d: %v", after, err)
		}
		cancel()
	}
	if now := openFiles(t); now != before {
		t.Errorf("%d files stay open", now-before)
	}
}

// everyFile finds the paths of all files.
func everyFile() visitor[string] {
	return visitor[string]{
		enter: func(*node[string], string) (any, bool, bool) { return nil, false, true },
		want:  func(*node[string], workspace.FolderEntry) bool { return true },
		visit: func(n *node[string], e workspace.FolderEntry, _ *scratch) (string, bool) {
			return n.folder.Path(e.Name), true
		},
		scratch: func() *scratch { return &scratch{} },
	}
}

// openFiles counts what the process has open; 0 where that can't be told.
func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}

// Whoever works on which folder, what is found comes in the order of names, and the
// first N are always the same.
func TestWalkOrder(t *testing.T) {
	files := map[string]string{}
	for i := range 500 {
		files[fmt.Sprintf("d%d/e%d/f%d", i%7, i%13, i)] = ""
		files[fmt.Sprintf("many/%03d", i)] = ""
		files[fmt.Sprintf("d%d", 100+i%50)] = ""
	}
	w := folder(t, files)
	want := slices.SortedFunc(maps.Keys(files), func(a, b string) int { return slices.Compare(strings.Split(a, "/"), strings.Split(b, "/")) })
	for _, limit := range []int{1, 2, 63, 64, 65, 500, 5000} {
		for range 5 {
			var got []string
			walk := &walk[string]{visitor: everyFile()}
			_, err := walk.run(t.Context(), scope(t, w, "."), func(path string) bool {
				got = append(got, path)
				return len(got) < limit
			})
			if must(t, err); !slices.Equal(got, want[:min(limit, len(want))]) {
				t.Fatalf("the first %d: %q", limit, got)
			}
		}
	}
}

// Folders and files that go away or are exchanged during a walk break nothing off, and
// nothing outside is reached.
func TestWalkWhileTheTreeChanges(t *testing.T) {
	files := map[string]string{}
	for i := range 400 {
		files[fmt.Sprintf("d%d/e%d/f", i%20, i)] = "inside"
	}
	w := folder(t, files)
	outside := t.TempDir()
	must(t, os.WriteFile(filepath.Join(outside, "outside"), nil, 0o600))
	walk := &walk[string]{visitor: everyFile()}
	broken := 0
	_, err := walk.run(t.Context(), scope(t, w, "."), func(path string) bool {
		if strings.Contains(path, "outside") {
			t.Errorf("reached %s", path)
		}
		if dir := fmt.Sprintf("d%d", broken); broken < 20 {
			full := filepath.Join(w.Dir(), dir)
			switch broken++; broken % 3 {
			case 0:
				must(t, os.RemoveAll(full))
			case 1:
				must(t, os.Rename(full, full+"-moved"))
				must(t, os.Symlink(outside, full))
			case 2:
				must(t, os.Rename(full, full+"-moved"))
				must(t, os.WriteFile(full, nil, 0o600))
			}
		}
		return true
	})
	if must(t, err); broken < 20 {
		t.Errorf("the tree was changed %d times", broken)
	}
}

// A defect in what looks at a file ends the search with an error, not the program.
func TestWalkBreaksOff(t *testing.T) {
	w := folder(t, map[string]string{"a": "", "d/b": ""})
	v := everyFile()
	v.visit = func(*node[string], workspace.FolderEntry, *scratch) (string, bool) { panic("a defect") }
	walk := &walk[string]{visitor: v}
	if _, err := walk.run(t.Context(), scope(t, w, "."), func(string) bool { return true }); err == nil || !strings.Contains(err.Error(), "a defect") {
		t.Errorf("%v", err)
	}
}
