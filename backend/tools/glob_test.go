package tools

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// glob gives 200 files when nothing is said and at most 1,000, the newest first, and
// says how many there are (006 section 6).
func TestGlob(t *testing.T) {
	d := newDesk(t, map[string]string{"a.md": "", "sub/b.md": "", "node_modules/m.md": "", ".env": "", "out.log": "", ".gitignore": "*.log\n"})
	for i := range 1001 {
		d.write(fmt.Sprintf("many/%04d.txt", i), "")
	}
	for name, when := range map[string]time.Duration{"many/0500.txt": time.Hour, "a.md": time.Minute} {
		must(t, os.Chtimes(filepath.Join(d.dir, name), time.Time{}, time.Now().Add(when)))
	}
	for asked, want := range map[int]int{0: 200, -1: 200, 1: 1, 1000: 1000, 1001: 1000, 9999: 1000} {
		r := d.call("glob", map[string]any{"pattern": "**/*.txt", "max_results": asked})
		d.says(r)
		files := r["files"].([]any)
		if len(files) != want || files[0] != "many/0500.txt" || r["total"] != 1001.0 || r["truncated"] != true || !strings.Contains(r["truncated_reason"].(string), fmt.Sprintf("the newest %d of 1001", want)) {
			t.Errorf("max_results %d gives %d: %v", asked, len(files), r["truncated_reason"])
		}
	}
	for args, want := range map[string]string{
		`{"pattern":"**/*.md"}`: "[a.md sub/b.md]", `{"pattern":"*.md","path":"sub"}`: "[sub/b.md]", `{"pattern":"*.md","path":""}`: "[a.md]",
		`{"pattern":"node_modules/*"}`: "[node_modules/m.md]", `{"pattern":"*.log"}`: "[]", `{"pattern":"*.log","respect_gitignore":false}`: "[out.log]",
		`{"pattern":"*.log","respect_gitignore":"false"}`: "[out.log]",
	} {
		r := d.call("glob", args)
		if d.says(r); fmt.Sprint(r["files"]) != want || r["truncated"] != nil {
			t.Errorf("%s: %v", args, r["files"])
		}
	}
	d.c.Uncapped = true
	var printed strings.Builder
	d.c.Print = &printed
	r := d.call("glob", `{"pattern":"many/*"}`)
	if lines := strings.Fields(printed.String()); len(lines) != 1001 || lines[0] != "many/0500.txt" || len(r["files"].([]any)) != 0 || r["truncated"] != nil {
		t.Errorf("uncapped: %d lines, %v", len(lines), r)
	}
}

// Nothing found says what was passed over and why; what a pattern can't be is refused
// (006 section 6).
func TestGlobSaysWhy(t *testing.T) {
	d := newDesk(t, map[string]string{"a/x.log": "", "a/y.log": "", ".gitignore": "*.log\n", ".env": "", ".h/x": "", "vendor/v": "", "b": ""})
	for pattern, want := range map[string]string{
		"a/*.log": "no file has such a path; passed over: 2 are left out by ignore files (respect_gitignore false looks there)",
		".env":    "no file has such a path; passed over: 1 may not be touched",
		"**/q":    "no file has such a path; passed over: 1 begins with a dot (name it to look there), 1 is a folder of dependencies (name it in path to look there)",
		"b/c":     "no file has such a path; nothing was passed over",
	} {
		if r := d.call("glob", map[string]any{"pattern": pattern}); r["note"] != want {
			t.Errorf("%s: %v", pattern, r["note"])
		}
	}
	for pattern, want := range map[string]string{"/etc/*": "must be relative", "../*": `".."`, "~/x": `"~"`, "": "empty", "a[": "without its ]", "{a": "without its }"} {
		d.says(d.call("glob", map[string]any{"pattern": pattern}), want)
	}
	d.says(d.call("glob", `{"pattern":"*","path":"../.."}`), "outside the workspace")
	d.says(d.call("glob", `{"pattern":"*","path":"b"}`), "not a folder")
	d.says(d.call("glob", `{"pattern":"*","path":"none"}`), "does not exist")
}
