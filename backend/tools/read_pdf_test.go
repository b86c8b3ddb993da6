package tools

import (
	"strings"
	"testing"
)

// What read_file shows of a PDF is the text of each page under its number (FS-72), and
// no edit takes such a file.
func TestReadPDF(t *testing.T) {
	d := newDesk(t, map[string]string{
		"n.md":     "# Tides\n\nThe office found an *efficient* way.\n\n" + strings.Repeat("A paragraph of words that fill a page.\n\n", 120) + "The end.\n",
		"torn.pdf": "%PDF-1.7\n1 0 obj <</Type /Catalog",
	})
	d.says(d.call("export_pdf", `{"path":"n.md","output":"n"}`))
	r := d.call("read_file", `{"path":"n.pdf"}`)
	d.says(r)
	content := r["content"].(string)
	for _, want := range []string{"   1: --- Page 1 ---\n", "Tides", "The office found an efficient way.", "--- Page 2 ---", "The end."} {
		if !strings.Contains(content, want) {
			t.Errorf("%q is not in %.300q", want, content)
		}
	}
	if pages := r["pages"].(float64); pages < 2 || strings.Count(content, "--- Page ") != int(pages) {
		t.Errorf("%v pages", pages)
	}
	if r := d.call("read_file", `{"path":"n.pdf","start_line":1,"end_line":1}`); r["content"] != "   1: --- Page 1 ---\n" {
		t.Errorf("one line: %v", r["content"])
	}
	d.says(d.call("read_file", `{"path":"torn.pdf"}`), "the text of torn.pdf can't be read")
	d.says(d.call("replace_in_file", `{"path":"n.pdf","target_content":"Tides","replacement_content":"x"}`), "n.pdf is not text")
}
