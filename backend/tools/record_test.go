package tools

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"redline/backend/approvals"
	"redline/backend/audit"
	"redline/backend/checkpoints"
	"redline/backend/workspace"
)

// recording gives the desk a record and a function that reads what it holds.
func (d *desk) recording() func() []audit.Entry {
	d.t.Helper()
	file := filepath.Join(d.t.TempDir(), "audit.jsonl")
	log, _, err := audit.Open(file, d.dir, nil)
	must(d.t, err)
	d.t.Cleanup(func() { log.Close() })
	d.c.Writer.Audit = log
	return func() (all []audit.Entry) {
		d.t.Helper()
		data, err := os.ReadFile(file)
		must(d.t, err)
		for text := range strings.Lines(string(data)) {
			var line struct{ Entry audit.Entry }
			must(d.t, json.Unmarshal([]byte(text), &line))
			all = append(all, line.Entry)
		}
		if r, err := audit.Verify(file); err != nil || !r.Whole() {
			d.t.Errorf("the chain is broken: %q, %v", r.Findings, err)
		}
		return all
	}
}

func kinds(all []audit.Entry) string {
	var s []string
	for _, e := range all {
		kind := string(e.Kind)
		if e.Kind == audit.Approval {
			kind += ":" + e.Edit.Answer + " " + e.Edit.By
		}
		s = append(s, strings.TrimSpace(kind))
	}
	return strings.Join(s, ", ")
}

// A person's answer is recorded with what was shown: the contents' hashes, each
// change and what became of it, their own lines and notes; then what was written.
func TestApprovalIsRecorded(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "a\nb\nc\nd\ne\n"})
	entries := d.recording()
	d.says(d.call("read_file", `{"path":"f"}`))
	asked := d.asking()
	done := make(chan Result)
	go func() {
		done <- d.box.Run(t.Context(), "create_file", d.c, json.RawMessage(`{"path":"f","content":"A\nb\nC\nd\nE\n","overwrite":true}`))
	}()
	r := <-asked
	must(t, d.c.Writer.Gate.Resolve(r.ID, approvals.Decision{All: approvals.Approve, Note: "fine", Shown: r.Shown(), Hunks: []approvals.HunkDecision{
		{Hunk: 1, Action: approvals.Reject, Note: "no"}, {Hunk: 2, Action: approvals.Amend, Text: []byte("É\n")},
	}}))
	if r := <-done; r.Err != nil {
		t.Fatal(r.Err)
	}
	all := entries()
	if got := kinds(all); got != "begun, call, result, call, approval:approved, written, result" {
		t.Fatalf("recorded %s", got)
	}
	e, written := all[4].Edit, all[5]
	after := workspace.HashOf([]byte("A\nb\nc\nd\nÉ\n")).String()
	if e.Before != workspace.HashOf([]byte("a\nb\nc\nd\ne\n")).String() || e.After != after || e.Shown != r.Shown() || e.Note != "fine" || all[4].Chat != "s" {
		t.Errorf("the approval: %+v", e)
	}
	want := []audit.Hunk{
		{Old: [2]int{1, 1}, New: [2]int{1, 1}, Action: "approve"},
		{Old: [2]int{3, 1}, New: [2]int{3, 1}, Action: "reject", Note: "no"},
		{Old: [2]int{5, 1}, New: [2]int{5, 1}, Action: "amend", Text: "É\n"},
	}
	if !reflect.DeepEqual(e.Hunks, want) {
		t.Errorf("the changes: %+v", e.Hunks)
	}
	if written.Edit.After != after || written.Edit.ID != e.ID || written.Error != "" {
		t.Errorf("what was written: %+v, %s", written.Edit, written.Error)
	}
}

// Whoever answers, and whatever becomes of it, stands in the record.
func TestWhoAnsweredIsRecorded(t *testing.T) {
	edit := `{"path":"f","content":"b\n","overwrite":true}`
	for name, tc := range map[string]struct {
		prepare func(d *desk)
		person  bool
		want    string
	}{
		"a no": {func(d *desk) { d.c.Writer.Gate.Always = &approvals.Decision{All: approvals.Reject} }, false,
			"call, approval:rejected, result"},
		"plan mode": {func(d *desk) { d.mode(approvals.ModePlan) }, false,
			"call, approval:refused plan, result"},
		"jail mode": {func(d *desk) { d.mode(approvals.ModeJail) }, false,
			"call, approval:approved jail, written, result"},
		"their own wish": {func(d *desk) { d.mode(approvals.ModePlan) }, true,
			"call, approval:approved person, written, result"},
		"withdrawn": {func(d *desk) { d.c.Writer.Gate.Always = &approvals.Decision{} }, false,
			"call, approval:withdrawn, result"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"f": "a\n"})
			d.c.Reads = nil
			tc.prepare(d)
			d.c.Call.Person = tc.person
			entries := d.recording()
			d.call("create_file", edit)
			if got := strings.TrimPrefix(kinds(entries()), "begun, "); got != tc.want {
				t.Errorf("recorded %s, want %s", got, tc.want)
			}
		})
	}
}

func (d *desk) mode(m approvals.Mode) {
	d.c.Writer.Gate.Mode = func(string) approvals.Mode { return m }
}

// An undo and what it did to each file is recorded, and so is one that fails.
func TestTravelIsRecorded(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "a\n"})
	d.c.Reads = nil
	w := d.c.Writer
	d.says(d.call("create_file", `{"path":"f","content":"b\n","overwrite":true}`))
	entries := d.recording()
	plan, err := w.Store.PlanUndo(w.Disk)
	must(t, err)
	must(t, w.Move(t.Context(), plan, false))
	if err := w.Move(t.Context(), plan, true); err == nil {
		t.Fatal("an old plan was carried out")
	}
	all := entries()
	if got := kinds(all); got != "begun, move, moved" && got != "begun, move, moved, move, moved" {
		t.Fatalf("recorded %s", got)
	}
	step := all[1].Travel.Files[0]
	if all[1].Travel.Kind != string(checkpoints.Undo) || step.Path != "f" ||
		step.Before != workspace.HashOf([]byte("b\n")).String() || step.After != workspace.HashOf([]byte("a\n")).String() {
		t.Errorf("recorded %+v", all[1].Travel)
	}
}

// What can't be recorded isn't done: no call is run, nothing written, nothing rewound.
func TestNothingIsDoneUnrecorded(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "a\n"})
	d.c.Reads = nil
	w := d.c.Writer
	d.says(d.call("create_file", `{"path":"f","content":"b\n","overwrite":true}`))
	d.recording()
	must(t, w.Audit.Close())
	before := d.files()
	d.says(d.call("create_file", `{"path":"f","content":"c\n","overwrite":true}`), "was not run", "audit record could not be written")
	_, err := apply(w, "f", []byte("c\n"))
	if err == nil || !strings.Contains(err.Error(), "nothing was written") {
		t.Errorf("an unrecorded edit: %v", err)
	}
	plan, err := w.Store.PlanUndo(w.Disk)
	must(t, err)
	if err := w.Move(t.Context(), plan, false); err == nil || !strings.Contains(err.Error(), "nothing was changed") {
		t.Errorf("an unrecorded undo: %v", err)
	}
	d.untouched(before)
}

// Of changes that are made together one is approved and the turn then stopped: the
// record says both, and nothing is written.
func TestStoppedTogetherIsRecorded(t *testing.T) {
	d := newDesk(t, nil)
	entries := d.recording()
	asked := d.asking()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan Result)
	go func() {
		done <- d.box.Run(ctx, "apply_patch", d.c, json.RawMessage(`{"patch":"*** Begin Patch\n*** Add File: a\n+x\n*** Add File: b\n+y\n*** End Patch"}`))
	}()
	<-asked
	first := d.c.Writer.Gate.Waiting()[0]
	must(t, d.c.Writer.Gate.Resolve(first.ID, approvals.Decision{All: approvals.Approve, Shown: first.Shown()}))
	stop()
	if r := <-done; r.Err == nil {
		t.Error("it was written")
	}
	d.untouched(map[string]string{})
	if got := kinds(entries()); got != "begun, call, approval:approved, approval:withdrawn, result" {
		t.Errorf("recorded %s", got)
	}
}

// A rule for a folder covers no move out of it or into it, and a move of a file that
// runs later is asked about under either name.
func TestMovesAreAskedAbout(t *testing.T) {
	d := newDesk(t, map[string]string{"n.md": "x\n", "Makefile": "all:\n"})
	beside, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	ws, err := workspace.Open(d.dir, workspace.Options{Extra: []workspace.Root{{Dir: beside, Writable: true}}})
	must(t, err)
	defer ws.Close()
	w := &Writer{Workspace: ws, RunsLater: ws.RunsLater}
	for _, tc := range []struct {
		from, to, key string
		runs          bool
	}{
		{"n.md", "m.md", "write:" + ws.Dir(), false},
		{"n.md", filepath.Join(beside, "m.md"), "write:" + ws.Dir() + " -> " + beside, false},
		{"Makefile", "old.txt", "write:" + ws.Dir(), true},
		{"n.md", "sub/Makefile", "write:" + ws.Dir(), true},
	} {
		from, err := ws.ResolveWritable(tc.from)
		must(t, err)
		to, err := ws.ResolveWritable(tc.to)
		must(t, err)
		before, err := read(ws, from)
		must(t, err)
		r := w.propose(Call{}, Change{Path: to, From: from, Before: before, After: before.Bytes}).request
		if r.Key != tc.key || (r.RunsLater != "") != tc.runs {
			t.Errorf("%s to %s: %q, runs later: %q", tc.from, tc.to, r.Key, r.RunsLater)
		}
	}
}
