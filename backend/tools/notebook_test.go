package tools

import (
	"strings"
	"testing"

	"redline/backend/approvals"
)

const tides = `{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": 7,
   "id": "sum",
   "metadata": {
    "n": 1e-7
   },
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": "3\n"
    }
   ],
   "source": "1 + 2"
  }
 ],
 "metadata": {
  "kernelspec": {
   "language": "python"
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`

// A notebook is read as its cells, with a line range as the file, and so is what only
// is called one; it says which (006 section 6).
func TestReadNotebook(t *testing.T) {
	wide := "\xef\xbb\xbf" + tides
	d := newDesk(t, map[string]string{
		"a.ipynb": tides, "B.IPYNB": wide, "old.ipynb": "{\n\"nbformat\": 3}\n", "broken.ipynb": "{\n", "none.ipynb": `{"nbformat":4,"cells":[]}`,
		"large.ipynb": `{"nbformat":4,"cells":[{"cell_type":"raw","source":"` + strings.Repeat("é", 300<<10) + `"},{"cell_type":"raw"}]}`,
	})
	cell := "## Cell 0 [code] id=sum\n\n```python\n1 + 2\n```\n\nOutput 0:\n3\n"
	for _, tc := range []struct {
		args          map[string]any
		content, note string
	}{
		{map[string]any{"path": "a.ipynb"}, cell, "shown as cells; change one with notebook_edit"},
		{map[string]any{"path": "B.IPYNB"}, cell, "shown as cells"},
		{map[string]any{"path": "a.ipynb", "start_line": 4, "end_line": 4}, "   4:    \"cell_type\": \"code\",\n", ""},
		{map[string]any{"path": "old.ipynb"}, "   1: {\n   2: \"nbformat\": 3}\n", "it can't be shown as a notebook, since it is nbformat 3"},
		{map[string]any{"path": "broken.ipynb"}, "   1: {\n", "it can't be shown as a notebook, since it is not valid JSON"},
		{map[string]any{"path": "none.ipynb"}, "", "the notebook has no cells"},
	} {
		r := d.call("read_file", tc.args)
		d.says(r)
		if note, _ := r["note"].(string); r["content"] != tc.content || !strings.HasPrefix(note, tc.note) {
			t.Errorf("%v: %q, %q", tc.args, r["content"], note)
		}
	}
	r := d.call("read_file", `{"path":"large.ipynb"}`)
	if d.says(r); r["truncated"] != true || len(r["content"].(string)) > maxReadBytes || !strings.Contains(r["truncated_reason"].(string), "up to inside cell 0 of cells 0 to 1") {
		t.Errorf("%d bytes, %v", len(r["content"].(string)), r["truncated_reason"])
	}
}

// A cell is edited under the rules of every edit: read first, asked about with the
// cell before and after, checkpointed; nothing else of the file changes.
func TestNotebookEdit(t *testing.T) {
	d := newDesk(t, map[string]string{"a.ipynb": tides})
	args := map[string]any{"path": "a.ipynb", "cell": "sum", "action": "replace", "source": "1 + 3"}
	d.says(d.call("notebook_edit", args), "was not read")
	d.says(d.call("read_file", `{"path":"a.ipynb"}`))
	var asked *approvals.Request
	d.c.Writer.Notify = func(e Edit) { asked = e.Request }
	r := d.call("notebook_edit", args)
	d.says(r)
	want := strings.NewReplacer(`"execution_count": 7`, `"execution_count": null`, tides[strings.Index(tides, "[\n    {"):strings.Index(tides, ",\n   \"source\"")], "[]", `"1 + 2"`, "[\n    \"1 + 3\"\n   ]").Replace(tides)
	if got := d.files()["a.ipynb"]; got != want {
		t.Errorf("wrote %s", got)
	}
	diff := "--- a/a.ipynb\n+++ b/a.ipynb\n@@ -1,8 +1,5 @@\n ## Cell 0 [code] id=sum\n \n ```python\n-1 + 2\n+1 + 3\n ```\n-\n-Output 0:\n-3\n"
	if r["change"] != "edited" || r["diff"] != diff || r["cell"] != 0.0 {
		t.Errorf("told %q", r)
	}
	if asked.Summary != "Replace cell 0 of a.ipynb" || asked.Text() || string(asked.View.After) != "## Cell 0 [code] id=sum\n\n```python\n1 + 3\n```\n" {
		t.Errorf("asked %q, showing %q", asked.Summary, asked.View.After)
	}
	r = d.call("notebook_edit", `{"path":"a.ipynb","cell":"0","action":"insert","source":"# Now","cell_type":"markdown"}`)
	if d.says(r); r["cell"] != 1.0 || len(r["id"].(string)) != 8 || !strings.Contains(r["diff"].(string), "+# Now\n") {
		t.Errorf("inserted: %v", r)
	}
	r = d.call("notebook_edit", map[string]any{"path": "a.ipynb", "cell": r["id"], "action": "delete"})
	if d.says(r); d.files()["a.ipynb"] != want || !strings.Contains(r["diff"].(string), "-# Now\n") {
		t.Errorf("deleted: %v", r)
	}
	d.says(d.call("notebook_edit", `{"path":"a.ipynb","cell":-1,"action":"insert","source":"first"}`))
	if entries := d.c.Writer.Store.Entries(1); len(entries) != 4 || entries[0].Added != 1 || entries[0].Removed != 4 {
		t.Errorf("the timeline has %+v", entries)
	}
	d.c.Writer.Gate.Always = &approvals.Decision{All: approvals.Reject}
	d.says(d.call("notebook_edit", `{"path":"a.ipynb","cell":0,"action":"delete"}`), "rejected")
}

// What can't be done to a notebook is said before anybody is asked.
func TestNotebookEditRefused(t *testing.T) {
	d := newDesk(t, map[string]string{"a.ipynb": tides, "old.ipynb": `{"nbformat":3}`, "n.md": "x\n", "broken.ipynb": "{"})
	d.c.Reads = nil
	d.c.Writer.Gate.Always, d.c.Writer.Gate.Announce = nil, func() { t.Error("the person was asked") }
	before := d.files()
	for args, want := range map[string]string{
		`{"path":"a.ipynb","cell":3,"action":"delete"}`:                                                          "there is no cell 3; the notebook has cell 0 only",
		`{"path":"a.ipynb","cell":"x","action":"delete"}`:                                                        `no cell has the id "x"`,
		`{"path":"a.ipynb","cell":-1,"action":"replace","source":"x"}`:                                           "there is no cell -1",
		`{"path":"a.ipynb","cell":0,"action":"insert"}`:                                                          `"source" is missing`,
		`{"path":"a.ipynb","cell":0,"action":"replace"}`:                                                         "neither a source nor another cell type was given",
		`{"path":"a.ipynb","cell":0,"action":"replace","source":"x","cell_type":"heading"}`:                      `there is no cell type "heading"`,
		`{"path":"a.ipynb","cell":0,"action":"move"}`:                                                            `"action" can't be "move"`,
		`{"path":"a.ipynb","cell":0.5,"action":"delete"}`:                                                        "must be a cell's id or its number",
		`{"path":"old.ipynb","cell":0,"action":"delete"}`:                                                        "it is nbformat 3",
		`{"path":"broken.ipynb","cell":0,"action":"delete"}`:                                                     "it is not valid JSON",
		`{"path":"n.md","cell":0,"action":"delete"}`:                                                             "Use replace_in_file",
		`{"path":"none.ipynb","cell":0,"action":"delete"}`:                                                       "there is no file",
		`{"path":"a.ipynb","cell":0,"action":"replace","source":"` + strings.Repeat("x", maxWriteBytes+1) + `"}`: "at most 5242880",
	} {
		d.says(d.call("notebook_edit", args), want, "othing was")
	}
	d.untouched(before)
}
