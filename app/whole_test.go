package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redline/backend/tools"
)

// call runs a tool as a chat of another agent would, and gives what comes of it once
// it is decided.
func (f *face) call(name, args string) chan map[string]any {
	p, err := f.app.open()
	must(f.t, err)
	done := make(chan map[string]any, 1)
	go func() {
		c := tools.Context{Workspace: p.Workspace, Writer: p.Writer, Call: tools.Call{Session: "other"}}
		var fields map[string]any
		_ = json.Unmarshal(p.Box.Run(f.t.Context(), name, &c, json.RawMessage(args)).JSON, &fields) // no fields fail the test
		done <- fields
	}()
	return done
}

// A page is shown a notebook's edit as the cell, a move as a move with what it
// replaces, a folder as such, and by which step a text was found; each is decided and
// made as shown.
func TestShownAndDecided(t *testing.T) {
	const book = `{"nbformat":4,"cells":[{"cell_type":"markdown","source":"old"}]}`
	f := newFace(t, map[string]string{"a.ipynb": book, "from.md": "new\n", "to.md": "old\n", "q.md": "“a”\n"})
	for _, tc := range []struct {
		tool, args, summary, added, notice string
		binary                             bool
	}{
		{"notebook_edit", `{"path":"a.ipynb","cell":0,"action":"replace","source":"new"}`, "Replace cell 0 of a.ipynb", "new", "", true},
		{"move_file", `{"path":"from.md","destination":"to.md","overwrite":true}`, "Move from.md to to.md, in the place of the file that is there (4 bytes)", "new", "", true},
		{"make_directory", `{"path":"dir"}`, "Make the folder dir", "", "", true},
		{"replace_in_file", `{"path":"q.md","target_content":"\"a\"","replacement_content":"\"b\""}`, "", "", "It was found by: quotes and dashes.", false},
	} {
		done := f.call(tc.tool, tc.args)
		slip := f.asked(1)
		v, err := f.approvals.Review(EditRequest{slip.ID})
		must(t, err)
		added := ""
		if v.View != nil {
			for _, b := range v.View.Blocks {
				for _, l := range b.Lines {
					if l.Kind == "insert" {
						added += l.Text
					}
				}
			}
		}
		if v.Stale || v.Binary != tc.binary || v.Summary != tc.summary || added != tc.added || !strings.Contains(strings.Join(v.Notices, "\n"), tc.notice) || tc.added != "" && (v.Added != 1 || len(slip.Excerpt) == 0) {
			t.Errorf("%s: %+v, adding %q", tc.tool, v, added)
		}
		_, err = f.approvals.Decide(DecideRequest{Edit: slip.ID, Shown: slip.Shown, All: "approve"})
		must(t, err)
		if r := <-done; r == nil || r["error"] != nil {
			t.Errorf("%s: %v", tc.tool, r)
		}
	}
	f.holds("a.ipynb", strings.Replace(book, `"old"`, `["new"]`, 1))
	f.holds("from.md", "")
	f.holds("to.md", "new\n")
	f.holds("q.md", "“b”\n")
	if info, err := os.Stat(filepath.Join(f.dir, "dir")); err != nil || !info.IsDir() {
		t.Errorf("the folder: %v, %v", info, err)
	}
}
