package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"redline/backend/approvals"
)

// asking makes the desk's person answer only when told to, and gives a channel of
// the questions.
func (d *desk) asking() <-chan *approvals.Request {
	asked := make(chan *approvals.Request, 16)
	gate := d.c.Writer.Gate
	gate.Always = nil
	gate.Announce = func() {
		if w := gate.Waiting(); len(w) > 0 {
			asked <- w[len(w)-1]
		}
	}
	return asked
}

// A file that is changed, made or removed elsewhere while the person thinks is left
// as it is, whatever the answer, and the model is told so (FS-31).
func TestChangedWhileWaiting(t *testing.T) {
	approve := approvals.Decision{All: approvals.Approve}
	for name, tc := range map[string]struct {
		tool, args string
		elsewhere  func(d *desk)
	}{
		"edited":             {"replace_in_file", `{"path":"f","target_content":"a","replacement_content":"b"}`, func(d *desk) { d.write("f", "theirs\n") }},
		"edited, part kept":  {"delete_snippet", `{"path":"f","snippet":"b"}`, func(d *desk) { d.write("f", "a\nb!\n") }},
		"removed":            {"replace_in_file", `{"path":"f","target_content":"a","replacement_content":"b"}`, func(d *desk) { must(t, os.Remove(filepath.Join(d.dir, "f"))) }},
		"made":               {"create_file", `{"path":"new/f","content":"a"}`, func(d *desk) { d.write("new/f", "theirs\n") }},
		"made with the same": {"create_file", `{"path":"new","content":"a"}`, func(d *desk) { d.write("new", "a") }},
		"edited, to go":      {"delete_file", `{"path":"f"}`, func(d *desk) { d.write("f", "theirs\n") }},
		"removed, to go":     {"delete_file", `{"path":"f"}`, func(d *desk) { must(t, os.Remove(filepath.Join(d.dir, "f"))) }},
		"document made":      {"export_docx", `{"path":"n.md"}`, func(d *desk) { d.write("n.docx", "theirs") }},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"f": "a\nb\n", "n.md": "x"})
			d.says(d.call("read_file", `{"path":"f"}`))
			asked := d.asking()
			var stages []EditStatus
			d.c.Writer.Notify = func(e Edit) { stages = append(stages, e.Status) }
			var after map[string]string
			go func() {
				r := <-asked
				tc.elsewhere(d)
				after = d.files()
				_ = d.c.Writer.Gate.Resolve(r.ID, approve)
			}()
			d.says(d.call(tc.tool, tc.args), "changed while waiting for approval (edited outside this tool); nothing was written")
			d.untouched(after)
			if want := []EditStatus{EditWaiting, EditWriting, EditStale}; !slices.Equal(stages, want) {
				t.Errorf("stages %v", stages)
			}
			if turns := d.c.Writer.Store.Turns(); len(turns) > 0 {
				t.Errorf("the timeline holds %+v", turns)
			}
		})
	}
}

// A call whose turn is stopped while it waits is withdrawn: nothing is written, no
// folder made, and the file is free for the next.
func TestStoppedWhileWaiting(t *testing.T) {
	d := newDesk(t, nil)
	asked := d.asking()
	ctx, stop := context.WithCancelCause(t.Context())
	go func() { <-asked; stop(errors.New("stopped by you")) }()
	var last EditStatus
	d.c.Writer.Notify = func(e Edit) { last = e.Status }
	r := d.box.Run(ctx, "create_file", d.c, json.RawMessage(`{"path":"new/f","content":"a"}`))
	if want := `{"error":"stopped before it was done; nothing was written (stopped by you)"}`; string(r.JSON) != want || last != EditWithdrawn {
		t.Errorf("%s, %s", r.JSON, last)
	}
	if w := d.c.Writer.Gate.Waiting(); len(w) > 0 {
		t.Errorf("%d still wait", len(w))
	}
	d.untouched(map[string]string{})
	d.c.Writer.Gate.Always = &approvals.Decision{All: approvals.Approve}
	d.says(d.call("create_file", `{"path":"new/f","content":"a"}`))
}

// The calls of one answer run at once; those on one file, by whatever name, follow
// one another and none is lost (FS-30). Waiting for one file holds up no other.
func TestCallsAtOnce(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "a b c d e f g h\n", "g": "a\n"})
	must(t, os.Symlink("f", filepath.Join(d.dir, "link")))
	d.says(d.call("read_file", `{"path":"f"}`))
	d.says(d.call("read_file", `{"path":"g"}`))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			args := fmt.Sprintf(`{"path":%q,"target_content":"%c","replacement_content":"%c"}`, []string{"f", "./f", "link", d.dir + "/f"}[i%4], 'a'+i, 'A'+i)
			if r := d.box.Run(t.Context(), "replace_in_file", d.c, json.RawMessage(args)); r.Err != nil {
				t.Error(r.Err)
			}
		})
	}
	wg.Wait()
	if got := d.files()["f"]; got != "A B C D E F G H\n" {
		t.Errorf("f holds %q", got)
	}
	asked := d.asking()
	done := make(chan Result)
	go func() {
		done <- d.box.Run(t.Context(), "delete_file", d.c, json.RawMessage(`{"path":"f"}`))
	}()
	waiting := <-asked
	second := make(chan Result)
	go func() {
		second <- d.box.Run(t.Context(), "delete_file", d.c, json.RawMessage(`{"path":"g"}`))
	}()
	must(t, d.c.Writer.Gate.Resolve((<-asked).ID, approvals.Decision{All: approvals.Approve}))
	if r := <-second; r.Err != nil {
		t.Error(r.Err)
	}
	must(t, d.c.Writer.Gate.Resolve(waiting.ID, approvals.Decision{All: approvals.Reject}))
	if r := <-done; r.Err == nil {
		t.Error("a rejected deletion went through")
	}
	if got := d.files(); got["f"] == "" || got["g"] != "" {
		t.Errorf("left %q", got)
	}
}
