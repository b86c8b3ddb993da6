package tools

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redline/backend/workspace"
)

// The window of read_file: numbered lines, a start past the end is the last line,
// an end before the start is the start, and what is odd is said (006 section 6).
func TestReadFile(t *testing.T) {
	wide := string(workspace.Text{Encoding: "utf-16be"}.Encode("ä\r\nb\r\n"))
	d := newDesk(t, map[string]string{
		"f": "a\nb\nc\n", "open": "a\nb", "empty": "", "blank": " \n\t\n", "one": "\n", "crlf": "a\r\nb\r\n", "mixed": "a\r\nb\n",
		"mark": "\xef\xbb\xbfa\n", "wide": wide, "stray": "caf\xe9\n", "deep/er/f": "x\n",
	})
	for _, tc := range []struct {
		name       string
		start, end int
		want       string
		lines      int
		encoding   string
		ending     string
		note       string
	}{
		{"f", 0, 0, "   1: a\n   2: b\n   3: c\n", 3, "utf-8", "lf", ""},
		{"./deep/../f", 2, 2, "   2: b\n", 3, "utf-8", "lf", ""},
		{"f", 2, 99, "   2: b\n   3: c\n", 3, "utf-8", "lf", ""},
		{"f", 3, 1, "   3: c\n", 3, "utf-8", "lf", ""},
		{"f", 3, 3, "   3: c\n", 3, "utf-8", "lf", ""},
		{"f", 4, 0, "   3: c\n", 3, "utf-8", "lf", "the file has only 3 lines; line 4 is past its end, so the last line is shown"},
		{"f", 2147483647, 2147483647, "   3: c\n", 3, "utf-8", "lf", "past its end"},
		{"f", -5, -5, "   1: a\n   2: b\n   3: c\n", 3, "utf-8", "lf", ""},
		{"open", 0, 0, "   1: a\n   2: b\n", 2, "utf-8", "lf", ""},
		{"empty", 0, 0, "", 0, "utf-8", "none", "the file is empty (0 bytes)"},
		{"empty", 7, 9, "", 0, "utf-8", "none", "the file is empty (0 bytes)"},
		{"blank", 0, 0, "   1:  \n   2: \t\n", 2, "utf-8", "lf", "these lines hold only white space (the file has 2 lines)"},
		{"one", 0, 0, "   1: \n", 1, "utf-8", "lf", "only white space"},
		{"crlf", 0, 0, "   1: a\n   2: b\n", 2, "utf-8", "crlf", ""},
		{"mixed", 0, 0, "   1: a\n   2: b\n", 2, "utf-8", "mixed", ""},
		{"mark", 0, 0, "   1: a\n", 1, "utf-8-bom", "lf", ""},
		{"wide", 0, 0, "   1: ä\n   2: b\n", 2, "utf-16be", "crlf", ""},
		{"stray", 0, 0, "   1: caf\uFFFD\n", 1, "utf-8", "lf", "some bytes are not UTF-8"},
	} {
		r := d.call("read_file", map[string]any{"path": tc.name, "start_line": tc.start, "end_line": tc.end})
		d.says(r)
		note, _ := r["note"].(string)
		if r["content"] != tc.want || r["total_lines"] != float64(tc.lines) || r["encoding"] != tc.encoding || r["line_ending"] != tc.ending ||
			(note == "") != (tc.note == "") || !strings.Contains(note, tc.note) || r["truncated"] != nil || r["path"] != strings.TrimPrefix(tc.name, "./deep/../") {
			t.Errorf("%s %d-%d: %q", tc.name, tc.start, tc.end, r)
		}
	}
}

// At most 512 KiB come at once; what is left out is said, and asking on as told
// gives every line once.
func TestReadFileIsCut(t *testing.T) {
	const numbered = 7 // bytes around each line: "%4d: " and its end
	line := strings.Repeat("x", 1024-numbered)
	d := newDesk(t, map[string]string{
		"fits": strings.Repeat(line+"\n", 512),
		"over": strings.Repeat(line+"\n", 512) + "last\n",
		"long": strings.Repeat("é", maxReadBytes) + "\nnext\n",
		"only": strings.Repeat("y", maxReadBytes),
	})
	if r := d.call("read_file", map[string]any{"path": "fits"}); r["truncated"] != nil || len(r["content"].(string)) != maxReadBytes {
		t.Errorf("512 KiB: %d bytes, %v", len(r["content"].(string)), r["truncated_reason"])
	}
	for name, want := range map[string]string{
		"over": "512 KiB are shown, up to line 512 of 513; go on with start_line 513",
		"long": "line 1 alone is 1048576 bytes long; its first 512 KiB are shown; go on with start_line 2",
		"only": "line 1 alone is 524288 bytes long; its first 512 KiB are shown",
	} {
		r := d.call("read_file", map[string]any{"path": name})
		if r["truncated"] != true || r["truncated_reason"] != want || len(r["content"].(string)) > maxReadBytes || strings.Contains(r["content"].(string), "\uFFFD") {
			t.Errorf("%s: %v, %d bytes", name, r["truncated_reason"], len(r["content"].(string)))
		}
	}
	if r := d.call("read_file", map[string]any{"path": "over", "start_line": 513}); r["content"] != " 513: last\n" || r["truncated"] != nil {
		t.Errorf("then %q", r)
	}
}

// What can't be read is refused by what it is.
func TestReadFileRefuses(t *testing.T) {
	d := newDesk(t, map[string]string{
		"dir/f": "x", "png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "nul": "a\x00b", "half": "\xff\xfea\x00b", ".env": "KEY=1",
		"limit": strings.Repeat("x", 10<<20), "larger": strings.Repeat("x", 10<<20+1),
	})
	must(t, os.Symlink("/etc", filepath.Join(d.dir, "etc")))
	for name, want := range map[string]string{
		"none": "there is no file at none", "dir/none": "there is no file at dir/none", "dir": "it is a folder", ".": "it is a folder",
		"png": "png is not text (image/png, 16 bytes), so it can't be shown", "nul": "(binary data, 3 bytes)", "half": "(binary data, 5 bytes)",
		"larger": "is too large to be read: it is 10485761 bytes long and at most 10485760 are read",
		".env":   "may not be touched", "../f": "is outside the workspace", "/etc/passwd": "is outside the workspace", "etc/passwd": "a link on the way leads out",
		"": "the path is empty", "a\x00b": "NUL", "f/f": "", strings.Repeat("x", 5000): "at most 4096",
	} {
		d.says(d.call("read_file", map[string]any{"path": name}), want, " ")
	}
	r := d.call("read_file", map[string]any{"path": "limit", "end_line": 1})
	if d.says(r); r["truncated"] != true {
		t.Errorf("10 MiB (FS-06): %v", r["truncated_reason"])
	}
}

// list_files gives 200 entries when nothing is said and at most 500, in order of
// names, and says when there are more (006 section 6).
func TestListFiles(t *testing.T) {
	d := newDesk(t, map[string]string{"b": "123", "a/x": "1", "a/.y": "1", ".hidden/z": "1", ".env": "1", "key.pem": "1"})
	must(t, os.Symlink("b", filepath.Join(d.dir, "link")))
	must(t, os.Link(filepath.Join(d.dir, "b"), filepath.Join(d.dir, "twin")))
	paths := func(r map[string]any) (s string) {
		for _, e := range r["entries"].([]any) {
			e := e.(map[string]any)
			s += fmt.Sprintf("%s %t %v;", e["path"], e["is_dir"], e["size_bytes"])
		}
		return s
	}
	for args, want := range map[string]string{
		`{}`: "a true 0;b false 3;link false 1;twin false 3;", `{"directory":"."}`: "a true 0;b false 3;link false 1;twin false 3;",
		`{"recursive":true}`: "a true 0;a/x false 1;b false 3;link false 1;twin false 3;", `{"directory":"a"}`: "a/x false 1;",
		`{"directory":".hidden"}`: ".hidden/z false 1;", `{"max_entries":2,"recursive":true}`: "a true 0;a/x false 1;",
	} {
		r := d.call("list_files", args)
		if d.says(r); paths(r) != want {
			t.Errorf("%s: %s", args, paths(r))
		}
		if cut := strings.Contains(args, "max"); (r["truncated"] == true) != cut || (r["truncated_reason"] != nil) != cut {
			t.Errorf("%s: %v", args, r["truncated_reason"])
		}
	}
	if links := d.call("list_files", `{}`)["entries"].([]any)[1].(map[string]any)["links"]; links != 2.0 {
		t.Errorf("b has %v names", links)
	}
	for name, want := range map[string]string{"b": "is a file, not a folder", "none": "can't be read: file does not exist", "..": "outside the workspace"} {
		d.says(d.call("list_files", map[string]any{"directory": name}), want)
	}
	for i := range 501 {
		d.write(fmt.Sprintf("many/%03d", i), "")
	}
	for asked, want := range map[int]int{0: 200, -1: 200, 1: 1, 200: 200, 500: 500, 501: 500, 9999: 500} {
		r := d.call("list_files", map[string]any{"directory": "many", "max_entries": asked})
		if n := len(r["entries"].([]any)); n != want || !strings.Contains(r["truncated_reason"].(string), fmt.Sprintf("first %d entries", want)) {
			t.Errorf("max_entries %d gives %d: %v", asked, n, r["truncated_reason"])
		}
	}
	must(t, os.Mkdir(filepath.Join(d.dir, "bare"), 0o755))
	if r := d.call("list_files", `{"directory":"bare"}`); len(r["entries"].([]any)) != 0 || r["note"] == nil {
		t.Errorf("an empty folder: %q", r)
	}
}
