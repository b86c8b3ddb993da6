package search

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redline/backend/workspace"
)

// folder makes a workspace of the files given: a name that ends in "/" is a folder,
// "a -> b" a symbolic link.
func folder(t testing.TB, files map[string]string) *workspace.Workspace {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "work")
	must(t, os.Mkdir(dir, 0o755))
	for name, content := range files {
		link, target, isLink := strings.Cut(name, " -> ")
		full := filepath.Join(dir, link)
		must(t, os.MkdirAll(filepath.Dir(full), 0o755))
		switch {
		case isLink:
			must(t, os.Symlink(target, full))
		case strings.HasSuffix(name, "/"):
			must(t, os.MkdirAll(full, 0o755))
		default:
			must(t, os.WriteFile(full, []byte(content), 0o644))
		}
	}
	return open(t, dir)
}

func open(t testing.TB, dir string) *workspace.Workspace {
	t.Helper()
	w, err := workspace.Open(dir, workspace.Options{})
	must(t, err)
	t.Cleanup(func() { w.Close() })
	return w
}

func scope(t testing.TB, w *workspace.Workspace, path string) Scope {
	t.Helper()
	p, err := w.Resolve(path)
	must(t, err)
	return Scope{Workspace: w, Path: p}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
