package tools

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func dialect(t *testing.T, name string) Dialect {
	t.Helper()
	i := slices.IndexFunc(dialects, func(d Dialect) bool { return d.Name == name })
	if i < 0 {
		t.Fatalf("there is no dialect %s", name)
	}
	return dialects[i]
}

// A model gets the names that it was trained on; a stranger Redline's own
// (sandbox-and-tools.md: tool dialects).
func TestDialectOf(t *testing.T) {
	for model, want := range map[string]string{
		"anthropic/claude-sonnet-5": "claude", "Claude Opus": "claude", "openai/gpt-5-codex": "codex", "gpt-4.1-mini": "codex",
		"kotoba": "kotoba", "gemini-3-pro": "", "Redline": "", "": "",
	} {
		if got := DialectOf(model).Name; got != want {
			t.Errorf("%q speaks %q, want %q", model, got, want)
		}
	}
}

// What a dialect offers is named in it throughout, describes every argument, and takes
// nothing else; what it has no word for is offered under its own name.
func TestDialectSpecs(t *testing.T) {
	box := Standard(nil)
	named := regexp.MustCompile("`([a-z_]+)`")
	for _, d := range dialects {
		specs := box.In(d).Specs()
		offered := map[string]Spec{}
		for _, s := range specs {
			offered[s.Name] = s
		}
		for _, w := range d.words {
			s := offered[w.name]
			if s.Description == "" || s.Parameters.AdditionalProperties == nil || len(s.Parameters.Properties) != len(w.args) {
				t.Errorf("%s %s: %+v", d.Name, w.name, s)
			}
			for _, a := range w.args {
				p := s.Parameters.Properties[a.name]
				if p.Description == "" || p.Type == "" && p.Types == nil || a.needed != slices.Contains(s.Parameters.Required, a.name) {
					t.Errorf("%s %s %s: %+v", d.Name, w.name, a.name, p)
				}
				if a.inside != nil && p.Items.Properties["old_string"] == nil {
					t.Errorf("%s %s %s: %v", d.Name, w.name, a.name, p.Items.Properties)
				}
			}
			if w.tool != w.name && offered[w.tool].Name != "" {
				t.Errorf("%s offers %s beside %s", d.Name, w.tool, w.name)
			}
			for _, m := range named.FindAllStringSubmatch(s.Description, -1) {
				ours := box.tools[w.tool].Spec().Parameters
				if box.tools[m[1]] != nil && offered[m[1]].Name == "" || hasArgument(ours, m[1]) && !hasArgument(s.Parameters, m[1]) {
					t.Errorf("%s %s speaks of %s", d.Name, w.name, m[1])
				}
			}
		}
		if offered["move_file"].Name == "" || offered["export_pdf"].Name == "" {
			t.Errorf("%s lacks what it has no word for", d.Name)
		}
	}
}

// One implementation is behind all names: the same edit, whatever it is called, also
// under the names of another.
func TestDialectsWork(t *testing.T) {
	book := `{"nbformat":4,"cells":[{"cell_type":"raw","id":"u","source":"a"}]}`
	for _, tc := range []struct{ dialect, tool, args, file, want string }{
		{"claude", "Read", `{"file_path":"f"}`, "", "   1: 1\n   2: 2\n   3: 3\n   4: 4\n"},
		{"claude", "Read", `{"file_path":"f","offset":2,"limit":"2"}`, "", "   2: 2\n   3: 3\n"},
		{"claude", "Read", `{"file_path":"f","limit":1}`, "", "   1: 1\n"},
		{"claude", "Read", `{"file_path":"f","offset":3}`, "", "   3: 3\n   4: 4\n"},
		{"claude", "Read", `{"file_path":"f","offset":0,"limit":null}`, "", "   1: 1\n   2: 2\n   3: 3\n   4: 4\n"},
		{"claude", "read_file", `{"path":"f","start_line":4}`, "", "   4: 4\n"},
		{"claude", "Edit", `{"file_path":"f","old_string":"2","new_string":"two"}`, "f", "1\ntwo\n3\n4\n"},
		{"claude", "Edit", `{"path":"f","old_string":"\n","new_string":"","replace_all":true}`, "f", "1234"},
		{"claude", "edit", `{"path":"f","target_content":"2","replacement_content":"two"}`, "f", "1\ntwo\n3\n4\n"},
		{"claude", "MultiEdit", `{"file_path":"f","edits":[{"old_string":"1","new_string":"2"},{"old_string":"2","new_string":"x","replace_all":true}]}`, "f", "x\nx\n3\n4\n"},
		{"claude", "MultiEdit", `{"file_path":"f","edits":"[{\"old_string\":\"1\",\"new_string\":\"one\"}]"}`, "f", "one\n2\n3\n4\n"},
		{"claude", "Write", `{"file_path":"f","content":"new\n"}`, "f", "new\n"},
		{"claude", "NotebookEdit", `{"notebook_path":"b.ipynb","cell_id":"u","new_source":"b"}`, "b.ipynb", strings.Replace(book, `"a"`, `["b"]`, 1)},
		{"claude", "NotebookEdit", `{"notebook_path":"b.ipynb","edit_mode":"insert","new_source":"b","cell_type":"raw"}`, "b.ipynb",
			strings.Replace(book, `[{`, `[{"cell_type":"raw","metadata":{},"source":["b"]},{`, 1)},
		{"kotoba", "read_file", `{"path":"f","start":1,"limit":2}`, "", "   2: 2\n   3: 3\n"},
		{"kotoba", "read_file", `{"path":"f","start_line":4}`, "", "   4: 4\n"},
		{"kotoba", "patch", `{"path":"f","old_string":"2","new_string":"two"}`, "f", "1\ntwo\n3\n4\n"},
		{"kotoba", "write_file", `{"path":"n","content":"new\n"}`, "n", "new\n"},
		{"codex", "apply_patch", `{"input":"*** Begin Patch\n*** Update File: f\n@@\n-2\n+two\n*** End Patch"}`, "f", "1\ntwo\n3\n4\n"},
		{"", "edit", `{"path":"f","target_content":"2","replacement_content":"two"}`, "f", "1\ntwo\n3\n4\n"},
	} {
		d := newDesk(t, map[string]string{"f": "1\n2\n3\n4\n", "b.ipynb": book})
		d.c.Reads = nil
		if tc.dialect != "" {
			d.box = d.box.In(dialect(t, tc.dialect))
		}
		r := d.call(tc.tool, tc.args)
		d.says(r)
		got := d.files()[tc.file]
		if tc.file == "" {
			got = fmt.Sprint(r["content"])
		}
		if got != tc.want {
			t.Errorf("%s %s: %q, want %q", tc.tool, tc.args, got, tc.want)
		}
	}
	d := newDesk(t, map[string]string{"dir/x": "1"})
	d.box = d.box.In(dialect(t, "claude"))
	if r := d.call("LS", `{"path":"dir"}`); r["directory"] != "dir" {
		t.Errorf("LS: %v", r)
	}
	if r := d.call("Glob", `{"pattern":"**/x"}`); fmt.Sprint(r["files"]) != "[dir/x]" {
		t.Errorf("Glob: %v", r)
	}
}

// What is wrong with arguments is said in the names that they were given under.
func TestDialectsExplain(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "1\n"})
	before := d.files()
	d.c.Reads = nil
	d.box = d.box.In(dialect(t, "claude"))
	for _, tc := range [][3]string{
		{"Edit", `{"file_path":"f","old_str":"1","new_string":"2"}`, `there is no argument "old_str"; the nearest is "old_string". Nothing was done`},
		{"Edit", `{"file_path":"f","new_string":"2"}`, `the argument "old_string" is missing. Nothing was done`},
		{"Edit", `{"file_path":"f","old_string":null,"new_string":"2"}`, `the argument "old_string" is missing`},
		{"Edit", `{"file_path":["f"],"old_string":"1","new_string":"2"}`, `the argument "file_path" must be text`},
		{"Edit", `{"file_path":"f","old_string":"","new_string":"2"}`, "old_string is empty"},
		{"Edit", `{"file_path":"f","old_string":"1","new_string":"1"}`, "old_string and new_string are the same"},
		{"Edit", `{"file_path":"f","path":"f","old_string":"1","new_string":"2"}`, `the argument "path" is given twice, under two names`},
		{"Edit", `[]`, "the arguments must be one JSON object"},
		{"Edit", ``, `the argument "file_path" is missing`},
		{"MultiEdit", `{"file_path":"f","edits":[{"old_string":"1","new_string":"2"},{"old_string":"2"}]}`, `edits[1]: the argument "new_string" is missing`},
		{"MultiEdit", `{"file_path":"f","edits":[{"old_string":"1","new_string":"2"},{"old_string":"","new_string":"3"}]}`, `edits[1], number 2 of 2: old_string is empty`},
		{"MultiEdit", `{"file_path":"f","edits":{}}`, `the argument "edits" must be a list`},
		{"Read", `{"file_path":"f","limit":"many"}`, `the argument "limit" must be a whole number`},
		{"NotebookEdit", `{"notebook_path":"b.ipynb","new_source":"x"}`, `the argument "cell_id" is missing`},
		{"NotebookEdit", `{"notebook_path":"b.ipynb","cell_id":"u","edit_mode":"insert"}`, `"new_source" is missing`},
		{"NotebookEdit", `{"notebook_path":"b.ipynb","cell_id":"u","edit_mode":"append"}`, `"edit_mode" can't be "append"`},
		{"Raed", `{}`, `the nearest is "Read"`},
	} {
		d.says(d.call(tc[0], tc[1]), tc[2], "othing was")
	}
	d.untouched(before)
}

// A call is worded alike by whichever name it was made.
func TestOwn(t *testing.T) {
	for _, tc := range [][4]string{
		{"Edit", `{"file_path":"a"}`, "replace_in_file", "a"},
		{"NotebookEdit", `{"notebook_path":"a"}`, "notebook_edit", "a"},
		{"LS", `{"path":"d"}`, "list_files", "d"},
		{"read_file", `{"path":"a","start":1}`, "read_file", "a"},
		{"list_files", `{"directory":"d"}`, "list_files", "d"},
		{"patch", `{"path":["a"]}`, "replace_in_file", ""},
		{"apply_patch", `{"input":"x"}`, "apply_patch", ""},
		{"unknown", `[1]`, "unknown", ""},
	} {
		if own, path := Own(tc[0], json.RawMessage(tc[1])); own != tc[2] || path != tc[3] {
			t.Errorf("%s %s is %s of %q", tc[0], tc[1], own, path)
		}
	}
}
