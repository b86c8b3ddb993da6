package checkpoints

import (
	"reflect"
	"testing"
	"unicode/utf8"

	"redline/backend/workspace"
)

// Every change comes back from its row as it was.
func TestRows(t *testing.T) {
	there := fileOf("x").State
	for name, e := range map[string]Entry{
		"created":      {ID: "c1", Turn: 3, Path: "f", Kind: Created, After: there, Added: 1, Net: Net{1, 0}},
		"edited":       {ID: "c12", Turn: 3, Path: "a b/c  d", Kind: Edited, Before: there, After: there, Removed: 2, Net: Net{3, 4}},
		"deleted":      {ID: "c1", Turn: 3, Path: "{", Kind: Deleted, Before: there},
		"a folder":     {ID: "c1", Turn: 3, Path: "a/", Kind: Created, Folders: []string{"a"}},
		"moved":        {ID: "c1", Turn: 3, Path: "g", Kind: Created, After: there, From: "f", Source: there},
		"an odd name":  {ID: "c1", Turn: 3, Path: " \n\"\\\xff ", Kind: Created, After: there},
		"an odd kind":  {ID: "c1", Turn: 3, Path: "f", Kind: "of its own", After: there},
		"no file mode": {ID: "c1", Turn: 3, Path: "f", Kind: Created, After: workspace.State{Exists: true, Hash: there.Hash}},
	} {
		row, err := rowOf(&entry{Entry: e, state: Undone})
		must(t, err)
		got, state, err := parseRow(row, 3)
		if err != nil || state != Undone || !reflect.DeepEqual(got, e) {
			t.Errorf("%s: %q gives %+v, %s, %v", name, row, got, state, err)
		}
	}
}

// FuzzRow takes any string for a row, and gives one that is understood back as it was.
func FuzzRow(f *testing.F) {
	f.Add("c1 kept created - - 0 0 0 0 f")
	f.Add("{kept {}")
	f.Add("c1 kept edited 00,1,644 - 0 0 0 0 f")
	f.Fuzz(func(t *testing.T, row string) {
		e, state, err := parseRow(row, 1)
		if err != nil || !utf8.ValidString(row) { // JSON holds no other
			return
		}
		again, err := rowOf(&entry{Entry: e, state: state})
		if err != nil {
			t.Fatal(err)
		}
		got, s, err := parseRow(again, 1)
		if err != nil || s != state || got.Path != e.Path || got.Before != e.Before || got.After != e.After || got.Net != e.Net {
			t.Errorf("%q gives %+v, and that %+v (%v)", row, e, got, err)
		}
	})
}
