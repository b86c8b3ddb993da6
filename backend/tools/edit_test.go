package tools

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redline/backend/approvals"
	"redline/backend/workspace"
)

// An edit replaces exactly what it names and keeps every other byte: the byte order
// mark, the encoding, the file's own line ends, whichever the arguments use. A text
// in an argument is a text: nothing in it is interpreted.
func TestReplaceInFile(t *testing.T) {
	wide := func(s string) string { return string(workspace.Text{Encoding: "utf-16le"}.Encode(s)) }
	for _, tc := range []struct {
		name, before, target, replacement string
		all                               bool
		want, step                        string
		n                                 int
	}{
		{"once", "a b c\n", "b", "X", false, "a X c\n", "exact", 1},
		{"every", "aa a\n", "a", "aa", true, "aaaa aa\n", "exact", 3},
		{"no overlap", "aaaa\n", "aa", "b", true, "bb\n", "exact", 2},
		{"to nothing", "a b\n", " b", "", false, "a\n", "exact", 1},
		{"the whole file", "a\n", "a\n", "", false, "", "exact", 1},
		{"no patterns", "a.c $1 \\n\n", "a.c $1 \\n", "$0\\1%s", false, "$0\\1%s\n", "exact", 1},
		{"no final line end", "a\nb", "b", "c", false, "a\nc", "exact", 1},
		{"byte order mark", "\xef\xbb\xbfa\n", "a", "ä", false, "\xef\xbb\xbfä\n", "exact", 1},
		{"utf-16", wide("a\r\nß\r\n"), "ß", "s\ns", false, wide("a\r\ns\r\ns\r\n"), "exact", 1},
		{"stray bytes", "x\xff y\n", "y", "z", false, "x\xff z\n", "exact", 1},
		{"more lines into CRLF", "a\r\nb\r\n", "b", "c\nd", false, "a\r\nc\r\nd\r\n", "exact", 1},
		{"LF target in CRLF", "a\r\nb\r\nc\r\n", "a\nb\n", "x\n", false, "x\r\nc\r\n", "line endings", 1},
		{"a line end begins it", "a\r\nb\r\n", "\nb", "", false, "a\r\n", "line endings", 1},
		{"CRLF target, LF replacement", "a\r\nb\r\n", "a\r\nb", "x\ny", false, "x\r\ny\r\n", "exact", 1},
		{"CRLF target in LF", "a\nb\n", "a\r\nb", "x\r\ny", false, "x\ny\n", "line endings", 1},
		{"CRLF replacement in LF", "a\nb\n", "b", "x\r\ny", false, "a\nx\ny\n", "exact", 1},
		{"mixed stays mixed", "a\r\nb\nc", "c", "C", false, "a\r\nb\nC", "exact", 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"f": tc.before})
			d.says(d.call("read_file", `{"path":"f"}`))
			r := d.call("replace_in_file", map[string]any{"path": "f", "target_content": tc.target, "replacement_content": tc.replacement, "allow_multiple": tc.all})
			d.says(r)
			if got := d.files()["f"]; got != tc.want || r["matched_by"] != tc.step || r["replacements"] != float64(tc.n) || r["change"] != "edited" || r["path"] != "f" {
				t.Errorf("wrote %q, want %q; %v", got, tc.want, r)
			}
		})
	}
}

// delete_snippet takes out the first place only (006 section 6).
func TestDeleteSnippet(t *testing.T) {
	for before, want := range map[string]string{"a b a b\n": "b a b\n", "a \n": "\n", "x\r\na ": "x\r\n"} {
		d := newDesk(t, map[string]string{"f": before})
		d.says(d.call("read_file", `{"path":"f"}`))
		d.says(d.call("delete_snippet", `{"path":"f","snippet":"a "}`))
		if got := d.files()["f"]; got != want {
			t.Errorf("%q became %q", before, got)
		}
	}
	d := newDesk(t, map[string]string{"f": "a\r\nb\r\nb\r\n"})
	d.c.Reads = nil
	d.says(d.call("delete_snippet", `{"path":"f","snippet":"b\n"}`))
	if got := d.files()["f"]; got != "a\r\nb\r\n" {
		t.Errorf("left %q", got)
	}
}

// A new file gets its folders and exactly its content; one that is overwritten
// keeps its encoding and line ends, and one that is deleted is gone.
func TestCreateAndDelete(t *testing.T) {
	d := newDesk(t, map[string]string{"crlf": "a\r\nb\r\n", "mark": "\xef\xbb\xbfa\n", "lf": "a\n"})
	r := d.call("create_file", `{"path":"a/b/c.md","content":"x\r\ny"}`)
	if d.says(r); r["change"] != "created" || r["diff"] != "--- /dev/null\n+++ b/a/b/c.md\n@@ -0,0 +1,2 @@\n+x\r\n+y\n\\ No newline at end of file\n" {
		t.Errorf("created: %q", r)
	}
	d.says(d.call("create_file", `{"path":"none","content":""}`))
	for name, want := range map[string]string{"crlf": "x\r\ny\r\n", "mark": "\xef\xbb\xbfx\ny\n", "lf": "x\ny\n"} {
		d.says(d.call("read_file", map[string]any{"path": name}))
		r := d.call("create_file", map[string]any{"path": name, "content": "x\ny\n", "overwrite": true})
		if d.says(r); d.files()[name] != want || r["change"] != "edited" {
			t.Errorf("%s holds %q: %v", name, d.files()[name], r)
		}
	}
	r = d.call("delete_file", `{"path":"lf"}`)
	if d.says(r); r["change"] != "deleted" || r["diff"] != "--- a/lf\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n" {
		t.Errorf("deleted: %q", r)
	}
	want := map[string]string{"a": "/", "a/b": "/", "a/b/c.md": "x\r\ny", "none": "", "crlf": "x\r\ny\r\n", "mark": "\xef\xbb\xbfx\ny\n"}
	d.untouched(want)
}

// What an edit can't do is said before anybody is asked, with what to do instead,
// and nothing is changed: not even a folder made (FS-41).
func TestEditsRefused(t *testing.T) {
	files := map[string]string{"f": "a\nb\na\n", "bin": "\x00\x01", "dir/x": "1", ".env": "K=1", ".git/config": "[core]\n", "large": strings.Repeat("x", 10<<20+1), "full": strings.Repeat("y\n", 5<<19)}
	d := newDesk(t, files)
	must(t, os.Symlink(".env", filepath.Join(d.dir, "alias")))
	d.c.Writer.Gate.Always, d.c.Writer.Gate.Announce = nil, func() { t.Error("the person was asked") }
	d.c.Reads = nil
	before := d.files()
	over := strings.Repeat("x", maxWriteBytes+1)
	for _, tc := range []struct {
		tool string
		args map[string]any
		want string
	}{
		{"replace_in_file", map[string]any{"path": "f", "target_content": "", "replacement_content": "x"}, "target_content is empty"},
		{"replace_in_file", map[string]any{"path": "f", "target_content": "b", "replacement_content": "b"}, "are the same"},
		{"replace_in_file", map[string]any{"path": "f", "target_content": "b\n", "replacement_content": "b\r\n"}, "f holds exactly that already"},
		{"replace_in_file", map[string]any{"path": "f", "target_content": "a", "replacement_content": "x"}, "occurs 2 times (lines 1 and 3)"},
		{"replace_in_file", map[string]any{"path": "full", "target_content": "y", "replacement_content": "x"}, "(lines 1, 2, 3, 4, 5, 6, 7, 8 and 2621432 more)"},
		{"replace_in_file", map[string]any{"path": "f", "target_content": "   1: a", "replacement_content": "x"}, "given with the line numbers"},
		{"replace_in_file", map[string]any{"path": "f", "target_content": "b", "replacement_content": over}, "5242886 bytes long; at most 5242880 are written at once"},
		{"replace_in_file", map[string]any{"path": "full", "target_content": "y", "replacement_content": "yy", "allow_multiple": true}, "7864320 bytes long"},
		{"replace_in_file", map[string]any{"path": "none", "target_content": "a", "replacement_content": "x"}, "there is no file at none"},
		{"delete_snippet", map[string]any{"path": "f", "snippet": ""}, "snippet is empty"},
		{"delete_snippet", map[string]any{"path": "f", "snippet": "c"}, "does not occur in the file"},
		{"delete_snippet", map[string]any{"path": "none", "snippet": "c"}, "there is no file at none"},
		{"create_file", map[string]any{"path": "f", "content": "x"}, "f is there already (6 bytes)"},
		{"create_file", map[string]any{"path": "f", "content": "a\nb\na\n", "overwrite": true}, "f holds exactly that already"},
		{"create_file", map[string]any{"path": "new/deep/f", "content": over}, "5242881 bytes long; at most 5242880 are written at once"},
		{"create_file", map[string]any{"path": "bin", "content": "x", "overwrite": true}, "is not text, so it can't be edited"},
		{"create_file", map[string]any{"path": "f/x", "content": "x"}, "f/x"},
		{"delete_file", map[string]any{"path": "none"}, "there is no file at none"},
	} {
		d.says(d.call(tc.tool, tc.args), tc.want, "othing was")
	}
	for _, spec := range d.box.Specs() {
		if !spec.Writes || strings.HasPrefix(spec.Name, "export") {
			continue
		}
		for name, want := range map[string]string{
			"dir": "it is a folder", ".": "is a folder", "..": "outside the workspace", "../x": "outside the workspace", "/etc/passwd": "outside the workspace", ".env": "may not be touched",
			".git/config": "may not be touched", ".git/hooks/pre-commit": "may not be touched", ".redline/config.toml": "may not be touched",
			"alias": "via symlink", "large": "too large", "": "the path is empty", "bad\x00name": "NUL", strings.Repeat("n", 300): "too long",
		} {
			args, nothing := map[string]any{"path": name}, "othing was"
			if spec.Name == "make_directory" && name == "dir" {
				continue // it is there already, which is no failure
			}
			if spec.Name == "replace_in_file" {
				args["target_content"], args["replacement_content"] = "a", "b"
			}
			for _, p := range spec.Parameters.Required {
				if p != "path" {
					args[p] = p // any text
					if allowed := spec.Parameters.Properties[p].Enum; allowed != nil {
						args[p] = allowed[0]
					}
				}
			}
			if spec.Name == "apply_patch" {
				args, nothing = map[string]any{"patch": "*** Begin Patch\n*** Update File: " + name + "\n@@\n-x\n+y\n*** End Patch"}, "no files were changed"
				if name == "" {
					want = "the name of the file is missing"
				}
			}
			d.says(d.call(spec.Name, args), want, nothing)
		}
	}
	d.untouched(before)
}

// 5 MiB are written at once, and a larger file may be edited as long as it doesn't
// grow over that (product.md).
func TestLargestWrite(t *testing.T) {
	d := newDesk(t, map[string]string{"large": "a" + strings.Repeat("x", 6<<20)})
	d.c.Reads = nil
	d.says(d.call("create_file", map[string]any{"path": "f", "content": strings.Repeat("x", maxWriteBytes)}))
	d.says(d.call("replace_in_file", `{"path":"large","target_content":"a","replacement_content":"b"}`))
	if got := d.files(); len(got["f"]) != 5<<20 || got["large"][0] != 'b' {
		t.Errorf("f is %d bytes, large begins with %q", len(got["f"]), got["large"][:1])
	}
}

// A model edits only what this chat has read, as it was read; its own writes count
// as read, and so does any spelling of the file (product.md, read before write).
func TestReadBeforeWrite(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "0\n", "g": "0\n"})
	must(t, os.Symlink("f", filepath.Join(d.dir, "link")))
	edit := func(path, from, to string) map[string]any {
		return d.call("replace_in_file", map[string]any{"path": path, "target_content": from, "replacement_content": to})
	}
	d.says(edit("f", "0", "1"), "f was not read in this chat; nothing was changed. Read it")
	d.says(d.call("delete_snippet", `{"path":"f","snippet":"0"}`), "was not read")
	d.says(d.call("create_file", `{"path":"f","content":"x","overwrite":true}`), "was not read")
	d.says(d.call("read_file", `{"path":"none"}`), "no file")
	d.says(d.call("read_file", `{"path":"./link"}`))
	d.says(edit("f", "0", "1"))
	d.says(edit("link", "1", "2"))
	d.says(edit("g", "0", "1"), "g was not read")
	d.write("f", "5\n")
	d.says(edit("f", "5", "6"), "f changed since it was read; nothing was changed. Read it again")
	d.says(d.call("read_file", `{"path":"f","start_line":1,"end_line":1}`))
	d.says(edit("f", "5", "6"))
	d.says(d.call("create_file", `{"path":"mine","content":"0\n"}`))
	d.says(edit("mine", "0", "1"))
	d.says(d.call("delete_file", `{"path":"mine"}`))
	d.write("mine", "0\n")
	d.says(edit("mine", "0", "1"), "mine changed since it was read")
	other := *d.c
	other.Reads = &Reads{}
	d.c = &other
	d.says(edit("f", "6", "7"), "f was not read in this chat")
	if got := d.files()["f"]; got != "6\n" {
		t.Errorf("f holds %q", got)
	}
}

// A model is told what the person made of its proposal: what was written, how much
// of it, and every note (FS-31, sandbox-and-tools.md).
func TestModelIsToldTheAnswer(t *testing.T) {
	before := "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
	after := strings.NewReplacer("1", "one", "9", "nine").Replace(before)
	for _, tc := range []struct {
		name   string
		answer approvals.Decision
		want   string // of the file
		told   map[string]any
	}{
		{"all", approvals.Decision{All: approvals.Approve}, after, nil},
		{"all with a note", approvals.Decision{All: approvals.Approve, Note: "good"}, after, map[string]any{"person": "Their note: good"}},
		{"one", approvals.Decision{All: approvals.Reject, Hunks: []approvals.HunkDecision{{Hunk: 0, Action: approvals.Approve}, {Hunk: 1, Action: approvals.Reject, Note: "keep the digit"}}},
			"one" + before[1:], map[string]any{"accepted": 1.0, "proposed": 2.0, "person": "The person took 1 of 2 changes; the diff shows what was written.\nTheir note on change 2: keep the digit"}},
		{"amended", approvals.Decision{All: approvals.Approve, Hunks: []approvals.HunkDecision{{Hunk: 1, Action: approvals.Amend, Text: []byte("IX\n")}}},
			"one" + strings.Replace(before[1:], "9", "IX", 1), map[string]any{"accepted": 2.0, "proposed": 2.0, "amended": true,
				"person": "The person rewrote part of it; 2 of 2 changes were written. The diff shows what stands in the file now."}},
		{"one side of a change", approvals.Decision{All: approvals.Approve, Hunks: []approvals.HunkDecision{{Hunk: 1, Action: approvals.Pick, New: []int{9}}}},
			"one" + before[1:] + "nine\n", map[string]any{"accepted": 2.0, "proposed": 2.0,
				"person": "The person took single lines of your changes; of 2 changes, something of 2 was written. The diff shows what stands in the file now."}},
		{"none", approvals.Decision{All: approvals.Reject, Note: "not today"}, before, map[string]any{"rejected": true,
			"error": "the person rejected the change to f; nothing was written. Their note: not today"}},
		{"none, hunk by hunk", approvals.Decision{All: approvals.Approve, Hunks: []approvals.HunkDecision{{Hunk: 0, Action: approvals.Reject, Note: "why?"}, {Hunk: 1, Action: approvals.Reject}}}, before,
			map[string]any{"rejected": true, "error": "the person rejected the change to f; nothing was written. Their note on change 1: why?"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"f": before})
			d.says(d.call("read_file", `{"path":"f"}`))
			d.c.Writer.Gate.Always = &tc.answer
			r := d.call("create_file", map[string]any{"path": "f", "content": after, "overwrite": true})
			for _, key := range []string{"accepted", "proposed", "amended", "person", "rejected", "error"} {
				if fmt.Sprint(r[key]) != fmt.Sprint(tc.told[key]) {
					t.Errorf("%s is %v, want %v", key, r[key], tc.told[key])
				}
			}
			if got := d.files()["f"]; got != tc.want {
				t.Errorf("wrote %q", got)
			}
		})
	}
}
