package tools

import (
	"fmt"
	"strings"
	"testing"

	"redline/backend/approvals"
)

// A text that is not given quite as it stands is found by the ladder, and the step is
// named to the model and to the person (product.md: when the text is not found exactly).
func TestMatchedBy(t *testing.T) {
	block := "f {\n" + strings.Repeat("x\n", 7) + "}\n"
	for _, tc := range []struct{ step, before, target, replacement, want string }{
		{"exact", "a\n", "a", "b", "b\n"},
		{"line endings", "a\r\nb\n", "a\nb\n", "a\nc\n", "a\r\nc\n"},
		{"trailing space", "a  \nb\n", "a\nb\n", "a\nc\n", "a  \nc\n"},
		{"quotes and dashes", "“a”\n", `"a"`, `"b"`, "“b”\n"},
		{"escapes", "a\nb\n", `a\nb`, `c\nd`, "c\nd\n"},
		{"white space", "a  =  1\n", "a = 1", "a = 2", "a = 2\n"},
		{"indentation", "\ta\n\tb\n", "a\nb\n", "a\nc\n", "\ta\n\tc\n"},
		{"first and last line", block, strings.Replace(block, "x", "y", 1), "g\n", "g\n"},
	} {
		t.Run(tc.step, func(t *testing.T) {
			d := newDesk(t, map[string]string{"f": tc.before})
			d.c.Reads = nil
			asked := ""
			d.c.Writer.Notify = func(e Edit) { asked = e.Request.MatchedBy }
			r := d.call("replace_in_file", map[string]any{"path": "f", "target_content": tc.target, "replacement_content": tc.replacement})
			d.says(r)
			if got := d.files()["f"]; got != tc.want || r["matched_by"] != tc.step || asked != tc.step {
				t.Errorf("wrote %q; the model is told %v, the person %q", got, r["matched_by"], asked)
			}
		})
	}
}

// Several places are never chosen among, whichever step finds them; allow_multiple
// takes all of them, but never blocks that only their first and last lines name.
func TestSeveralPlaces(t *testing.T) {
	block := "f {\n" + strings.Repeat("x\n", 7) + "}\n"
	for _, tc := range []struct {
		before, target, want string
		all                  string // what allow_multiple makes of it; "" is an error too
	}{
		{"a\nb\na\n", "a", "occurs 2 times (lines 1 and 3)", "Z\nb\nZ\n"},
		{"“a”\n'b'\n“a”\n", `"a"`, "occurs 2 times but for quotes and dashes (lines 1 and 3)", "Z\n'b'\nZ\n"},
		{block + "\n" + block, strings.Replace(block, "x", "y", 1), "2 places are equally like it (lines 1 and 11)", ""},
	} {
		d := newDesk(t, map[string]string{"f": tc.before})
		d.c.Reads = nil
		args := map[string]any{"path": "f", "target_content": tc.target, "replacement_content": "Z"}
		d.says(d.call("replace_in_file", args), tc.want, "nothing was changed")
		args["allow_multiple"] = true
		r := d.call("replace_in_file", args)
		if tc.all == "" {
			d.says(r, tc.want)
			tc.all = tc.before
		}
		if got := d.files()["f"]; got != tc.all {
			t.Errorf("%q became %q", tc.before, got)
		}
	}
}

// A list of edits is made in its order, in one change that is asked about once, or
// not at all (sandbox-and-tools.md).
func TestEdits(t *testing.T) {
	type edit = map[string]any
	pair := func(from, to string) edit { return edit{"target_content": from, "replacement_content": to} }
	for _, tc := range []struct {
		name  string
		edits any
		want  string // the file, or what the error says
		step  string
		n     float64
	}{
		{"in order", []edit{pair("a", "b"), pair("b\nb", "c")}, "c\n“q”\n", "exact", 2},
		{"different steps", []edit{pair("a", "x"), pair(`"q"`, `"r"`), pair("b", "y")}, "x\ny\n“r”\n", "exact, quotes and dashes", 3},
		{"every place of one", []edit{pair("b", "a"), {"target_content": "a", "replacement_content": "z", "allow_multiple": true}}, "z\nz\n“q”\n", "exact", 3},
		{"as a string", `[{"target_content":"a","replacement_content":"A"}]`, "A\nb\n“q”\n", "exact", 1},
		{"the last fails", []edit{pair("a", "x"), pair("a", "y")}, `edits[1], number 2 of 2: the text does not occur in the file; nothing was changed. Nothing in the file is like it`, "", 0},
		{"two places", []edit{pair("a", "b"), pair("b", "c")}, `edits[1], number 2 of 2: the text occurs 2 times (lines 1 and 2)`, "", 0},
		{"empty target", []edit{pair("a", "b"), pair("", "c")}, `edits[1], number 2 of 2: target_content is empty`, "", 0},
		{"back again", []edit{pair("a", "z"), pair("z", "a")}, "f holds exactly that already; nothing was written", "", 0},
		{"an unknown name", []edit{{"target_content": "a", "replacment_content": "b"}}, `edits[0]: there is no argument "replacment_content"; the nearest is "replacement_content"`, "", 0},
		{"a missing one", []edit{pair("a", "b"), {"target_content": "a"}}, `edits[1]: the argument "replacement_content" is missing`, "", 0},
		{"too many", slicesOf(101, pair("a", "b")), "101 edits were given; at most 100 are made at once. Nothing was changed", "", 0},
		{"none", []edit{}, `"target_content" is missing. Nothing was done`, "", 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"f": "a\nb\n“q”\n"})
			d.c.Reads = nil
			before, asked := d.files(), 0
			d.c.Writer.Notify = func(e Edit) {
				if e.Status == EditWaiting {
					asked++
				}
			}
			r := d.call("replace_in_file", map[string]any{"path": "f", "edits": tc.edits})
			if tc.n == 0 {
				d.says(r, tc.want)
				d.untouched(before)
				if asked > 0 {
					t.Error("the person was asked")
				}
				return
			}
			d.says(r)
			if got := d.files()["f"]; got != tc.want || r["matched_by"] != tc.step || r["replacements"] != tc.n || asked != 1 {
				t.Errorf("wrote %q, asked %d times: %v", got, asked, r)
			}
		})
	}
}

func slicesOf(n int, v any) []any {
	all := make([]any, n)
	for i := range all {
		all[i] = v
	}
	return all
}

// One replacement and a list of them exclude each other, and a file can't be blown
// up by replacing many places with much.
func TestEditsRefusedBeforeAnything(t *testing.T) {
	d := newDesk(t, map[string]string{"f": strings.Repeat("a", 1<<20)})
	d.c.Reads = nil
	before := d.files()
	d.says(d.call("replace_in_file", `{"path":"f","target_content":"a","replacement_content":"b","edits":[{"target_content":"a","replacement_content":"b"}]}`), "both edits and target_content were given")
	d.says(d.call("replace_in_file", map[string]any{"path": "f", "target_content": "a", "replacement_content": strings.Repeat("b", 4<<20), "allow_multiple": true}), fmt.Sprint(1<<20*(4<<20)), "at most 5242880")
	d.says(d.call("replace_in_file", `{"path":"f","replacement_content":"b"}`), `"target_content" is missing`)
	d.says(d.call("replace_in_file", `{"path":"f","target_content":"b"}`), `"replacement_content" is missing`)
	d.untouched(before)
}

// One no to a list of edits refuses them together; hunks of it can be taken alone, as
// of any change.
func TestEditsAreDecidedAsOneChange(t *testing.T) {
	edits := `{"path":"f","edits":[{"target_content":"1","replacement_content":"one"},{"target_content":"5","replacement_content":"five"}]}`
	d := newDesk(t, map[string]string{"f": "1\n2\n3\n4\n5\n"})
	d.c.Reads = nil
	d.c.Writer.Gate.Always = &approvals.Decision{All: approvals.Reject}
	d.says(d.call("replace_in_file", edits), "rejected the change to f")
	d.c.Writer.Gate.Always = &approvals.Decision{All: approvals.Approve, Hunks: []approvals.HunkDecision{{Hunk: 0, Action: approvals.Reject}}}
	d.says(d.call("replace_in_file", edits))
	if got := d.files()["f"]; got != "1\n2\n3\n4\nfive\n" {
		t.Errorf("f holds %q", got)
	}
}

// The first place of a snippet goes only when it stands there exactly (006 section 6):
// what merely looks like it is pointed out, not deleted.
func TestSnippetIsExact(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "a  \n“b”\n"})
	d.c.Reads = nil
	before := d.files()
	d.says(d.call("delete_snippet", `{"path":"f","snippet":"a\n"}`), "does not occur", "line 1")
	d.says(d.call("delete_snippet", `{"path":"f","snippet":"\"b\""}`), "does not occur", "line 2", "the file has `“b”`, the text `\"b\"`")
	d.untouched(before)
}
