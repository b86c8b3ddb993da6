package tools

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"redline/backend/approvals"
)

// desk is a folder, and a model's calls on it.
type desk struct {
	t   *testing.T
	dir string
	box *Box
	c   *Context
}

// newDesk opens a folder of the given files in which the person agrees to
// everything and every edit needs a read.
func newDesk(t *testing.T, files map[string]string) *desk {
	t.Helper()
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "work"), 0o755))
	w, err := openWriter(dir)
	must(t, err)
	t.Cleanup(func() { w.Store.Close(); w.Workspace.Close() })
	w.Gate.Always = &approvals.Decision{All: approvals.Approve}
	d := &desk{t, filepath.Join(dir, "work"), Standard(func() string { return "a4" }), &Context{Workspace: w.Workspace, Writer: w, Reads: &Reads{}, Call: Call{Session: "s"}}}
	for name, content := range files {
		d.write(name, content)
	}
	return d
}

func (d *desk) write(name, content string) {
	d.t.Helper()
	file := filepath.Join(d.dir, name)
	must(d.t, os.MkdirAll(filepath.Dir(file), 0o755))
	must(d.t, os.WriteFile(file, []byte(content), 0o644))
}

// call gives a tool's result as a model sees it.
func (d *desk) call(name string, args any) map[string]any {
	d.t.Helper()
	raw, ok := args.(string)
	if !ok {
		data, err := json.Marshal(args)
		must(d.t, err)
		raw = string(data)
	}
	result := d.box.Run(d.t.Context(), name, d.c, json.RawMessage(raw))
	var fields map[string]any
	if err := json.Unmarshal(result.JSON, &fields); err != nil {
		d.t.Fatalf("%s gave %.200q, which is not an object: %v", name, result.JSON, err)
	}
	if said, _ := fields["error"].(string); (said != "") != (result.Err != nil) {
		d.t.Fatalf("%s: error %v, told as %q", name, result.Err, said)
	}
	return fields
}

// files gives everything below the folder: contents by path, "/" for a folder.
func (d *desk) files() map[string]string {
	d.t.Helper()
	all := map[string]string{}
	must(d.t, filepath.WalkDir(d.dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || name == d.dir {
			return err
		}
		rel := filepath.ToSlash(strings.TrimPrefix(name, d.dir+string(filepath.Separator)))
		if e.IsDir() {
			all[rel] = "/"
			return nil
		}
		data, err := os.ReadFile(name)
		all[rel] = string(data)
		return err
	}))
	return all
}

// untouched fails the test when anything differs from before.
func (d *desk) untouched(before map[string]string) {
	d.t.Helper()
	if now := d.files(); !maps.Equal(now, before) {
		d.t.Errorf("the folder holds %q now", slices.Sorted(maps.Keys(now)))
	}
}

// says fails the test unless the result's error holds every part, or there is none
// and no parts are given.
func (d *desk) says(result map[string]any, parts ...string) {
	d.t.Helper()
	said, _ := result["error"].(string)
	if len(parts) == 0 && said != "" {
		d.t.Fatalf("failed: %s", said)
	}
	for _, p := range parts {
		if !strings.Contains(said, p) {
			d.t.Errorf("says %.300q, which lacks %q", said, p)
		}
	}
}
