package app

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// calls gives every method of every area with arguments that a hostile page could
// send: every field of the request filled alike.
func calls(a *App) map[string]func() error {
	texts := map[string]string{"empty": "", "dots": "../../../etc/passwd", "root": "/etc/passwd", "NUL": "a\x00b", "bytes": "\xff\xfe", "long": strings.Repeat("x", 5000), "folder": ".", "home": "~", "odd": "export-1\n<script>"}
	numbers := map[string]int64{"empty": 0, "dots": -1, "root": 1 << 40, "NUL": 1}
	all := map[string]func() error{}
	for _, area := range a.Areas() {
		v := reflect.ValueOf(area.Value)
		for i := range v.NumMethod() {
			method, m := v.Type().Method(i), v.Method(i)
			for how, text := range texts {
				args := make([]reflect.Value, m.Type().NumIn())
				for j := range args {
					args[j] = filled(m.Type().In(j), text, numbers[how])
				}
				all[area.Name+"."+method.Name+"/"+how] = func() error {
					out := m.Call(args)
					err, _ := out[len(out)-1].Interface().(error)
					return err
				}
			}
		}
	}
	return all
}

func filled(t reflect.Type, text string, number int64) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Int:
		v.SetInt(number)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v = reflect.Append(v, filled(t.Elem(), text, number))
	case reflect.Struct:
		for i := range t.NumField() {
			v.Field(i).Set(filled(t.Field(i).Type, text, number))
		}
	}
	return v
}

// Whatever a page sends, each method answers with a value or an error that has a
// code and a sentence, none of them a defect, and the folder stays as it is
// (app.md, isolation).
func TestHostileCalls(t *testing.T) {
	f := newFace(t, map[string]string{"n.md": "# N\n", ".env": "KEY=1"})
	f.send("create waiting: x")
	edit := f.asked(1)
	for name, call := range calls(f.app) {
		if strings.HasPrefix(name, "Workspaces.") && (strings.Contains(name, ".Open") || strings.Contains(name, ".Close")) {
			continue // TestWorkspaces opens and closes
		}
		err := call()
		if err == nil {
			continue
		}
		if c := code(err); c == "" || c == CodeInternal || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%s: %q, %q", name, c, err)
		}
	}
	if w := f.asked(1); w.ID != edit.ID {
		t.Errorf("%s waits, not %s", w.ID, edit.ID)
	}
	got := map[string]bool{}
	entries, err := os.ReadDir(f.dir)
	must(t, err)
	for _, e := range entries {
		got[e.Name()] = true
	}
	if want := map[string]bool{"n.md": true, ".env": true}; !maps.Equal(got, want) {
		t.Errorf("the folder holds %v", got)
	}
	f.holds("n.md", "# N\n")
	if _, err := os.Stat(filepath.Join(filepath.Dir(f.dir), "passwd.pdf")); err == nil {
		t.Error("a document was written outside")
	}
}

// With no folder open every call that needs one says so.
func TestNoFolder(t *testing.T) {
	f := newFace(t, nil)
	must(t, f.workspaces.Close())
	must(t, f.workspaces.Close())
	for name, call := range calls(f.app) {
		area, rest, _ := strings.Cut(name, ".")
		if area == "Workspaces" || area == "Settings" || strings.HasPrefix(rest, "Cancel") {
			continue
		}
		if err := call(); code(err) != CodeNoWorkspace {
			t.Errorf("%s: %v", name, err)
		}
	}
	if w, err := f.workspaces.Current(); err != nil || w.Open {
		t.Errorf("open: %+v, %v", w, err)
	}
}
