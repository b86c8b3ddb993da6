package tools

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redline/backend/approvals"
	"redline/backend/checkpoints"
)

// travel goes to another moment as a person does.
func (d *desk) travel(plan func(checkpoints.Disk) (checkpoints.Plan, error)) {
	d.t.Helper()
	p, err := plan(d.c.Writer.Disk)
	must(d.t, err)
	must(d.t, d.c.Writer.Move(d.t.Context(), p, false))
}

// A file goes to its new place with its content and permissions, text or not, and
// rewind and redo take it back and forth; the person is shown the move
// (sandbox-and-tools.md, checkpoints.md).
func TestMoveFile(t *testing.T) {
	for _, tc := range []struct{ name, from, destination, to string }{
		{"another name", "a.md", "b.md", "b.md"},
		{"into folders that are made", "a.md", "new/deep/b.md", "new/deep/b.md"},
		{"into a folder", "a.md", "dir", "dir/a.md"},
		{"into one with a slash", "a.md", "other/", "other/a.md"},
		{"up", "dir/x", ".", "x"},
		{"what is no text", "bin", "dir/bin", "dir/bin"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"a.md": "a\r\n", "dir/x": "x", "bin": "\x00\x01"})
			must(t, os.Chmod(filepath.Join(d.dir, tc.from), 0o750))
			before := d.files()
			var asked Edit
			d.c.Writer.Notify = func(e Edit) { asked = e }
			r := d.call("move_file", map[string]any{"path": tc.from, "destination": tc.destination})
			d.says(r)
			after := d.files()
			if after[tc.to] != before[tc.from] || after[tc.from] != "" {
				t.Errorf("the folder holds %q", after)
			}
			info, err := os.Stat(filepath.Join(d.dir, tc.to))
			if must(t, err); info.Mode().Perm() != 0o750 {
				t.Errorf("it has permissions %v", info.Mode())
			}
			if r["path"] != tc.to || r["from"] != tc.from || r["change"] != "moved" || r["diff"] != "rename from "+tc.from+"\nrename to "+tc.to+"\n" {
				t.Errorf("told %v", r)
			}
			if q := asked.Request; q.Change != "moved" || q.From != tc.from || q.Path != tc.to || q.Summary != "Move "+tc.from+" to "+tc.to || q.Text() || asked.Status != EditApproved {
				t.Errorf("asked %+v", q)
			}
			d.travel(d.c.Writer.Store.PlanUndo)
			d.untouched(before)
			d.travel(d.c.Writer.Store.PlanRedo)
			d.untouched(after)
		})
	}
}

// A file that is there is replaced only when that is asked for and, if it is text, was
// read; the person sees what is lost, and rewind brings both back.
func TestMoveOverAFile(t *testing.T) {
	d := newDesk(t, map[string]string{"a": "new\n", "b": "old\n", "bin": "\x00"})
	before := d.files()
	args := map[string]any{"path": "a", "destination": "b"}
	d.says(d.call("move_file", args), "b is there already (4 bytes)", "nothing was changed")
	args["overwrite"] = true
	d.says(d.call("move_file", args), "b was not read in this chat")
	d.says(d.call("read_file", `{"path":"b"}`))
	d.untouched(before)
	var asked Edit
	d.c.Writer.Notify = func(e Edit) { asked = e }
	d.says(d.call("move_file", args))
	if q := asked.Request; q.Summary != "Move a to b, in the place of the file that is there (4 bytes)" || string(q.View.Before) != "old\n" || string(q.View.After) != "new\n" || asked.Added != 1 || asked.Removed != 1 {
		t.Errorf("asked %+v", q)
	}
	if got := d.files(); len(got) != 2 || got["b"] != "new\n" {
		t.Errorf("the folder holds %q", got)
	}
	d.travel(d.c.Writer.Store.PlanUndo)
	d.untouched(before)
	d.says(d.call("move_file", `{"path":"a","destination":"bin","overwrite":true}`))
}

// What a chat has read it still knows under the new name, and no more than that.
func TestMovedFileIsKnownIfItWas(t *testing.T) {
	d := newDesk(t, map[string]string{"a": "1\n", "b": "1\n"})
	d.says(d.call("read_file", `{"path":"a"}`))
	d.says(d.call("move_file", `{"path":"a","destination":"c"}`))
	d.says(d.call("move_file", `{"path":"b","destination":"d"}`))
	d.says(d.call("replace_in_file", `{"path":"c","target_content":"1","replacement_content":"2"}`))
	d.says(d.call("replace_in_file", `{"path":"d","target_content":"1","replacement_content":"2"}`), "d was not read")
}

// What can't be moved is said before anybody is asked.
func TestMoveRefused(t *testing.T) {
	d := newDesk(t, map[string]string{"a": "1\n", "dir/x": "2\n", ".env": "K=1\n"})
	must(t, os.Symlink("a", filepath.Join(d.dir, "link")))
	d.c.Writer.Gate.Always, d.c.Writer.Gate.Announce = nil, func() { t.Error("the person was asked") }
	before := d.files()
	for _, tc := range [][3]string{
		{"none", "b", "there is no file at none"},
		{"dir", "b", "it is a folder"},
		{"a", "a", "a and a are one file"},
		{"a", "./link", "are one file"},
		{"link", "b", "reached through a link; name the file itself, a"},
		{"a", "../b", "outside the workspace"},
		{"a", "/etc/", "outside the workspace"},
		{"a", ".env", "may not be touched"},
		{".env", "b", "may not be touched"},
		{"a", ".git/hooks/pre-commit", "may not be touched"},
		{"a", "a/b", "a/b lies below a file"},
		{"a", "", "the path is empty"},
		{"a", "dir/x", "is there already"},
		{"a", strings.Repeat("n", 300), "too long"},
	} {
		d.says(d.call("move_file", map[string]any{"path": tc[0], "destination": tc[1]}), tc[2], "othing was")
	}
	d.untouched(before)
}

// A no leaves both names as they are, and so does a file that appears at the new one,
// or changes at the old one, while the question waits (FS-31).
func TestMoveNotMade(t *testing.T) {
	args := `{"path":"a","destination":"new/b"}`
	d := newDesk(t, map[string]string{"a": "1\n"})
	before := d.files()
	d.c.Writer.Gate.Always = &approvals.Decision{All: approvals.Reject, Note: "keep it"}
	d.says(d.call("move_file", args), "rejected", "keep it")
	d.untouched(before)
	for _, name := range []string{"a", "new/b"} {
		d := newDesk(t, map[string]string{"a": "1\n"})
		d.c.Writer.Notify = func(e Edit) {
			if e.Status == EditWaiting {
				d.write(name, "mine\n")
			}
		}
		d.says(d.call("move_file", args), "changed while waiting for approval")
		want := map[string]string{"a": "1\n", "new": "/", "new/b": "mine\n"}
		if name == "a" {
			want = map[string]string{"a": "mine\n"}
		}
		d.untouched(want)
	}
}

// A folder is made once the person agrees; rewind takes it away while it is empty,
// and redo brings it back.
func TestMakeDirectory(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "x"})
	before := d.files()
	d.c.Writer.Gate.Always = &approvals.Decision{All: approvals.Reject}
	d.says(d.call("make_directory", `{"path":"a/b"}`), "rejected")
	d.untouched(before)
	d.c.Writer.Gate.Always = &approvals.Decision{All: approvals.Approve}
	var asked Edit
	d.c.Writer.Notify = func(e Edit) { asked = e }
	r := d.call("make_directory", `{"path":"a/b/"}`)
	if d.says(r); r["path"] != "a/b" || r["change"] != "created" || asked.Request.Summary != "Make the folder a/b" || asked.Status != EditApproved {
		t.Errorf("told %v, asked %+v", r, asked.Request)
	}
	after := d.files()
	if after["a/b"] != "/" || len(after) != 3 {
		t.Errorf("the folder holds %q", after)
	}
	if r := d.call("make_directory", `{"path":"a"}`); r["note"] != "the folder is there already; nothing was made" || r["error"] != nil {
		t.Errorf("again: %v", r)
	}
	d.says(d.call("make_directory", `{"path":"f"}`), "f is a file; nothing was made")
	d.travel(d.c.Writer.Store.PlanUndo)
	d.untouched(before)
	d.travel(d.c.Writer.Store.PlanRedo)
	d.untouched(after)
	d.write("a/b/mine", "1")
	d.travel(d.c.Writer.Store.PlanUndo)
	after["a/b/mine"] = "1"
	d.untouched(after)
}

// A folder that was made when Redline ended is on the timeline once it is opened
// again; one that wasn't is forgotten.
func TestFolderIsSettled(t *testing.T) {
	d := newDesk(t, nil)
	for _, name := range []string{"made", "not"} {
		_, err := d.c.Writer.Store.Begin(checkpoints.Change{Path: name, Kind: checkpoints.Created, Folder: true})
		must(t, err)
	}
	must(t, os.Mkdir(filepath.Join(d.dir, "made"), 0o755))
	if problems := d.c.Writer.Recover(t.Context()); len(problems) > 0 {
		t.Errorf("%q", problems)
	}
	entries := d.c.Writer.Store.Entries(1)
	if len(entries) != 1 || entries[0].Path != "made/" {
		t.Errorf("the timeline has %+v", entries)
	}
	d.travel(d.c.Writer.Store.PlanUndo)
	d.untouched(map[string]string{})
}
