package tools

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"redline/backend/approvals"
	"redline/backend/workspace"
)

// To have one content approved and another written, what could be changed after it
// was shown is changed: the arguments, the request, the bytes that the writer holds,
// the link that names the file, and by whoever is told of each stage. What stands on
// disk then hashes to what was shown, or nothing was written.
func TestWhatIsWrittenIsWhatWasShown(t *testing.T) {
	const before, shown = "a\nb\nc\n", "A\nb\nC\n"
	scribble := func(r *approvals.Request) {
		for _, b := range [][]byte{r.After, r.Before.Bytes, r.Diff.After, r.Diff.Before} {
			for i := range b {
				b[i] = 'x'
			}
		}
	}
	type moment struct {
		d    *desk
		args json.RawMessage
		r    *approvals.Request
	}
	for name, tc := range map[string]struct {
		asked   func(m moment) // while the person looks
		stage   EditStatus     // or at this stage, by the hook
		hook    func(r *approvals.Request)
		written bool
	}{
		"nothing is changed": {func(moment) {}, "", nil, true},
		"the arguments": {func(m moment) {
			copy(m.args, `{"path":"g","content":"x\nx\nx\n","overwrite":true}`)
		}, "", nil, true},
		"the request":                     {func(m moment) { scribble(m.r) }, "", nil, false},
		"where it goes":                   {func(m moment) { m.r.File = filepath.Join(m.d.dir, "g") }, "", nil, false},
		"the link, to a like file":        {func(m moment) { m.d.relink("g") }, "", nil, false},
		"the link, to another file":       {func(m moment) { m.d.relink("h") }, "", nil, false},
		"by a hook when it is asked":      {nil, EditWaiting, scribble, false},
		"by a hook when it is written":    {nil, EditWriting, func(r *approvals.Request) { copy(r.After, "xxxxxx"); copy(r.Diff.After, "xxxxxx") }, true},
		"by a hook, what undo would need": {nil, EditWriting, scribble, false},
		"by a hook, the change's extent":  {nil, EditWaiting, func(r *approvals.Request) { r.Diff.Hunks = r.Diff.Hunks[:1] }, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"f": before, "g": before, "h": "other\n"})
			must(t, os.Symlink("f", filepath.Join(d.dir, "link")))
			d.says(d.call("read_file", `{"path":"f"}`))
			was := d.files()
			asked := d.asking()
			d.c.Writer.Notify = func(e Edit) {
				if e.Status == tc.stage {
					tc.hook(e.Request)
				}
			}
			args := json.RawMessage(`{"path":"link","content":"A\nb\nC\n","overwrite":true}`)
			done := make(chan Result)
			go func() { done <- d.box.Run(t.Context(), "create_file", d.c, args) }()
			r := <-asked
			if tc.asked != nil {
				tc.asked(moment{d, args, r})
				was["link"] = d.files()["link"]
			}
			_ = d.c.Writer.Gate.Resolve(r.ID, approvals.Decision{All: approvals.Approve, Shown: r.Shown()})
			result := <-done
			now := d.files()
			want := before
			if tc.written {
				want = shown
			}
			if workspace.HashOf([]byte(now["f"])) != workspace.HashOf([]byte(want)) || (result.Err == nil) != tc.written {
				t.Errorf("f holds %q; the call gave %v", now["f"], result.Err)
			}
			if now["g"] != was["g"] || now["h"] != was["h"] {
				t.Errorf("other files hold %q and %q", now["g"], now["h"])
			}
		})
	}
}

// relink makes the link lead to another file.
func (d *desk) relink(to string) {
	d.t.Helper()
	link := filepath.Join(d.dir, "link")
	must(d.t, os.Remove(link))
	must(d.t, os.Symlink(to, link))
}

// A yes to part of an edit, remade for the whole of it, is no answer: the seal is on
// the bytes that came of the decision.
func TestAnswerIsForItsBytes(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "a\nb\nc\n"})
	p, err := d.c.Workspace.ResolveWritable("f")
	must(t, err)
	file, err := d.c.Workspace.Read(p)
	must(t, err)
	r := d.c.Writer.propose(Call{Session: "s"}, Change{Path: p, Before: file, After: []byte("A\nb\nC\n")}).request
	d.c.Writer.Gate.Always = &approvals.Decision{All: approvals.Approve, Hunks: []approvals.HunkDecision{{Hunk: 1, Action: approvals.Reject}}}
	part, err := d.c.Writer.Gate.Ask(t.Context(), r, func() {})
	must(t, err)
	if string(part.After) != "A\nb\nc\n" {
		t.Fatalf("part of it is %q", part.After)
	}
	part.After = r.After
	if err := part.Redeem(p.Canonical(), false, file.State); err == nil {
		t.Error("the whole was taken for the part")
	}
}
