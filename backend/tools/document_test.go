package tools

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redline/backend/approvals"
)

// export_pdf and export_docx write a document beside its note or where they are
// told, under a name with its extension, and never over one that is there unless
// they may (FS-70, FS-71, FS-75).
func TestExport(t *testing.T) {
	d := newDesk(t, map[string]string{"notes/n.md": "# One\n\n![p](../p.png)\n", "up.MARKDOWN": "x", "out/.keep": ""})
	var asked []string
	d.c.Writer.Notify = func(e Edit) {
		if e.Status == EditWaiting {
			asked = append(asked, e.Summary)
		}
	}
	for _, format := range []string{"pdf", "docx"} {
		for _, tc := range []struct {
			args         map[string]any
			path, output string
			asked        string
		}{
			{map[string]any{"path": "notes/n.md"}, "notes/n.md", "notes/n.", "Create %s from notes/n.md ("},
			{map[string]any{"path": "./notes/../up.MARKDOWN"}, "up.MARKDOWN", "up.", "Create %s from up.MARKDOWN ("},
			{map[string]any{"path": "notes/n.md", "output": "out/a"}, "notes/n.md", "out/a.", "Create %s from notes/n.md ("},
			{map[string]any{"path": "notes/n.md", "output": "out/"}, "notes/n.md", "out/n.", "Create %s from notes/n.md ("},
			{map[string]any{"path": "notes/n.md", "output": "new/deep/b." + format}, "notes/n.md", "new/deep/b.", "Create %s from notes/n.md ("},
			{map[string]any{"path": "notes/n.md", "overwrite": "true"}, "notes/n.md", "notes/n.", "Overwrite %s from notes/n.md ("},
			{map[string]any{"markdown": "# Hi", "output": "out/c.v1"}, "", "out/c.v1.", "Create %s ("},
		} {
			asked = nil
			r := d.call("export_"+format, tc.args)
			d.says(r)
			output := tc.output + format
			data, err := os.ReadFile(filepath.Join(d.dir, output))
			must(t, err)
			if from, _ := r["path"].(string); from != tc.path || r["output"] != output || r["bytes"] != float64(len(data)) {
				t.Errorf("%s %v: %v, %d bytes", format, tc.args, r, len(data))
			}
			if magic := map[string]string{"pdf": "%PDF-", "docx": "PK\x03\x04"}[format]; !strings.HasPrefix(string(data), magic) {
				t.Errorf("%s begins with %.8q", output, data)
			}
			if pages := map[string]any{"pdf": 1.0, "docx": nil}[format]; r["pages"] != pages {
				t.Errorf("%s: %v pages", output, r["pages"])
			}
			if len(asked) != 1 || !strings.HasPrefix(asked[0], fmt.Sprintf(tc.asked, output)) {
				t.Errorf("asked %q", asked)
			}
		}
	}
	r := d.call("export_pdf", `{"path":"notes/n.md","output":"w"}`)
	if w := fmt.Sprint(r["warnings"]); !strings.Contains(w, "p.png") {
		t.Errorf("a picture that is not there: warnings %s", w)
	}
}

// What can't be exported is refused before anybody is asked, and nothing is
// written.
func TestExportRefused(t *testing.T) {
	d := newDesk(t, map[string]string{"n.md": "x", "n.txt": "x", "bin.md": "\x00", "there.pdf": "%PDF-", "there.docx": "PK", "dir.pdf/x": "", "dir.docx/x": ""})
	d.c.Writer.Gate.Always, d.c.Writer.Gate.Announce = nil, func() { t.Error("the person was asked") }
	before := d.files()
	for _, tool := range []string{"export_pdf", "export_docx"} {
		for args, want := range map[string]string{
			`{}`: "give either path or markdown", `{"path":"n.md","markdown":"x"}`: "give either path or markdown",
			`{"markdown":"x"}`: "output is missing", `{"markdown":"x","output":"out/"}`: "output is missing",
			`{"path":"n.txt"}`: "is not a Markdown file", `{"path":"none.md"}`: "there is no file at none.md", `{"path":"bin.md"}`: "is not text",
			`{"path":"../n.md"}`: "outside the workspace", `{"path":"n.md","output":"../n"}`: "outside the workspace", `{"path":"n.md","output":"/tmp/n"}`: "outside the workspace",
			`{"path":"n.md","output":".git/hooks/x"}`: "may not be touched", `{"path":"n.md","output":"there"}`: "is there already", `{"path":"n.md","output":"n.md/x"}`: "n.md/x",
			`{"path":"n.md","output":"dir","overwrite":true}`: "it is a folder", `{"markdown":"` + strings.Repeat("x", maxWriteBytes+1) + `","output":"o"}`: "at most 5242880",
		} {
			d.says(d.call(tool, args), want, "othing was")
		}
	}
	d.untouched(before)
	d.c.Writer.Gate = &approvals.Gate{Always: &approvals.Decision{All: approvals.Reject, Note: "later"}}
	d.says(d.call("export_pdf", `{"path":"n.md","output":"new/n"}`), "the person rejected the change to new/n.pdf; nothing was written. Their note: later")
	d.untouched(before)
}
