package tools

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"redline/backend/approvals"
)

// everyKind updates, moves, adds and deletes.
const everyKind = `*** Begin Patch
*** Update File: a
@@
-one
+1
*** Update File: b
*** Move to: d/b
@@
-two
+2
*** Add File: d/c
+three
*** Delete File: e
*** End Patch
`

func patchDesk(t *testing.T) *desk {
	d := newDesk(t, map[string]string{"a": "one\r\nx\r\n", "b": "two\n", "e": "gone\n"})
	must(t, os.Chmod(filepath.Join(d.dir, "b"), 0o755))
	for _, name := range []string{"a", "b", "e"} {
		d.call("read_file", map[string]any{"path": name})
	}
	return d
}

var patched = map[string]string{"a": "1\r\nx\r\n", "d": "/", "d/b": "2\n", "d/c": "three\n"}

// A patch of every kind is written whole, as one entry of the timeline that a rewind
// takes back and a redo brings back whole (FS-50, FS-54, FS-61).
func TestPatch(t *testing.T) {
	d := patchDesk(t)
	before := d.files()
	r := d.call("apply_patch", map[string]any{"patch": everyKind})
	d.says(r)
	var summaries []string
	for _, f := range r["files"].([]any) {
		summaries = append(summaries, f.(map[string]any)["summary"].(string))
	}
	if got := strings.Join(summaries, "; "); got != "edited a; moved b to d/b; created d/c; deleted e" {
		t.Errorf("summaries %q", got)
	}
	d.untouched(patched)
	if info, err := os.Stat(filepath.Join(d.dir, "d/b")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the moved file's mode: %v, %v", info.Mode(), err)
	}

	store := d.c.Writer.Store
	plan, err := store.PlanUndo(d.c.Writer.Disk)
	must(t, err)
	must(t, d.c.Writer.Move(t.Context(), plan, false))
	d.untouched(before)
	plan, err = store.PlanRedo(d.c.Writer.Disk)
	must(t, err)
	must(t, d.c.Writer.Move(t.Context(), plan, false))
	d.untouched(patched)
	if n := len(store.Entries(store.Head())); n != 5 {
		t.Errorf("%d entries; a move has two", n)
	}
}

// The person decides file by file and change by change; what is left out is told, and
// the rest is one transaction (FS-53).
func TestPatchInParts(t *testing.T) {
	d := patchDesk(t)
	gate := d.c.Writer.Gate
	gate.Always = nil
	gate.Announce = func() {
		if waiting := gate.Waiting(); len(waiting) > 0 {
			r := waiting[0]
			answer := approvals.Decision{All: approvals.Approve}
			if r.Path == "d/b" {
				if r.From != "b" || r.Change != "moved" || len(waiting) != 3 {
					t.Errorf("%q waits as %s from %q, with %d others", r.Path, r.Change, r.From, len(waiting)-1)
				}
				answer = approvals.Decision{All: approvals.Reject, Note: "keep its name"}
			}
			if got := d.files()["a"]; got != "one\r\nx\r\n" {
				t.Errorf("written while others wait: %q", got)
			}
			must(t, gate.Resolve(r.ID, answer))
		}
	}
	r := d.call("apply_patch", map[string]any{"patch": everyKind})
	d.says(r)
	if got := r["rejected"]; len(got.([]any)) != 1 || got.([]any)[0] != "d/b" {
		t.Errorf("rejected %v", got)
	}
	want := maps.Clone(patched)
	delete(want, "d/b")
	want["b"] = "two\n"
	d.untouched(want)
}

// Nothing at all is written when any part can't be: before anybody is asked, or when
// a file moved on meanwhile (FS-31, FS-51).
func TestPatchIsWholeOrNothing(t *testing.T) {
	d := patchDesk(t)
	before := d.files()
	gate := d.c.Writer.Gate
	always := gate.Always
	for what, c := range map[string]struct{ patch, want string }{
		"a hunk that stands nowhere": {strings.Replace(everyKind, "-two", "-too", 1), `b, hunk 1, line 8 of the patch: its old line is not in the file: "too"`},
		"a way out":                  {strings.Replace(everyKind, "d/c", "../c", 1), "outside the workspace"},
		"two names of one file":      {strings.Replace(everyKind, "Delete File: e", "Delete File: d/../a", 1), "are one file"},
		"a file that wasn't read":    {strings.Replace(everyKind, "Delete File: e", "Delete File: unread", 1), "unread was not read in this chat"},
	} {
		must(t, os.WriteFile(filepath.Join(d.dir, "unread"), nil, 0o600))
		gate.Always, gate.Announce = nil, func() { t.Errorf("%s: the person was asked", what) }
		d.says(d.call("apply_patch", map[string]any{"patch": c.patch}), c.want)
		must(t, os.Remove(filepath.Join(d.dir, "unread")))
		d.untouched(before)
	}

	// The last file of the patch is edited elsewhere once all have been answered but it.
	gate.Announce = func() {
		if waiting := gate.Waiting(); len(waiting) > 0 {
			if len(waiting) == 1 {
				must(t, os.WriteFile(filepath.Join(d.dir, "e"), []byte("mine\n"), 0o600))
			}
			must(t, gate.Resolve(waiting[0].ID, approvals.Decision{All: approvals.Approve}))
		}
	}
	d.says(d.call("apply_patch", map[string]any{"patch": everyKind}), "e changed while waiting for approval")
	before["e"] = "mine\n"
	d.untouched(before)
	if n := len(d.c.Writer.Store.Entries(d.c.Writer.Store.Head())); n != 0 {
		t.Errorf("%d entries of what was not written", n)
	}
	gate.Always = always
}

// A text in UTF-16 is patched as text and written back as it was.
func TestPatchUTF16(t *testing.T) {
	encode := func(s string) string {
		b := []byte{0xff, 0xfe}
		for _, u := range utf16.Encode([]rune(s)) {
			b = append(b, byte(u), byte(u>>8))
		}
		return string(b)
	}
	d := newDesk(t, map[string]string{"w": encode("één\r\ntwee\r\n")})
	d.call("read_file", map[string]any{"path": "w"})
	d.says(d.call("apply_patch", map[string]any{"patch": "--- a/w\n+++ b/w\n@@ -2 +2 @@\n-twee\n+drie\n"}))
	d.untouched(map[string]string{"w": encode("één\r\ndrie\r\n")})
}
