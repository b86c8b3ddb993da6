package app

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"redline/backend/sessions"
)

const tides = "\ufeff# Tides 🌊\r\n\r\nThe old mean is low.\r\n\r\nnothing\r\n\r\nhere\r\n\r\n## End\r\n\r\nIts old mean is 🌊 high.\r\n"

// The whole thread as a page drives it: ask for an edit, review it, take one change
// of two with a note on the other, find exactly that on disk and on the timeline, go
// back, come forward, export.
func TestThread(t *testing.T) {
	f := newFace(t, map[string]string{"notes/tides.md": tides, "other.txt": "x"})
	chat := f.send(`replace "old mean" with "mean" in notes/tides.md`)
	slip := f.asked(1)
	if slip.Path != "notes/tides.md" || slip.Change != "edited" || slip.Changes != 2 || slip.Added != 2 || slip.Removed != 2 || slip.Status != EditWaiting || !slip.Prose || len(slip.Excerpt) != 2 || slip.Excerpt[0].Text != "The old mean is low." {
		t.Errorf("slip %+v", slip)
	}
	review, err := f.approvals.Review(EditRequest{slip.ID})
	must(t, err)
	shown := strings.ReplaceAll(strings.TrimPrefix(tides, "\ufeff"), "\r\n", "\n")
	if review.Before != shown || review.After != strings.ReplaceAll(shown, "old mean", "mean") || review.Chat != chat || review.Turn != 1 || review.Position != 1 || review.Stale || review.Binary || review.Language != "markdown" {
		t.Errorf("review %+v", review)
	}
	for i, want := range []struct{ title, before, after string }{{"Tides 🌊", "The old mean is low.\n", "The mean is low.\n"}, {"End", "Its old mean is 🌊 high.\n", "Its mean is 🌊 high.\n"}} {
		h := review.Hunks[i]
		if a, b := units(review.Before, h.FromA, h.ToA), units(review.After, h.FromB, h.ToB); a != want.before || b != want.after || h.Title != want.title || h.Index != i {
			t.Errorf("change %d is %q for %q under %q", i+1, b, a, h.Title)
		}
		if m := h.MarksA; len(m) != 1 || strings.TrimSpace(units(review.Before, m[0].From, m[0].To)) != "old" {
			t.Errorf("marked in change %d: %+v", i+1, m)
		}
	}
	f.holds("notes/tides.md", tides)

	decided, err := f.approvals.Decide(DecideRequest{Edit: slip.ID, Shown: slip.Shown, All: "approve", Decisions: []Decision{{Hunk: 0, Action: "approve"}, {Hunk: 1, Action: "reject", Note: " keep the old one "}}})
	must(t, err)
	if decided.Status != EditWriting {
		t.Errorf("decided: %+v", decided)
	}
	after := strings.Replace(tides, "old mean", "mean", 1)
	turn := f.ended(chat)
	f.holds("notes/tides.md", after)
	edit := turn.Blocks[1].Edit
	if turn.Number != 1 || turn.Status != TurnDone || turn.Blocks[0].Tool.Summary != "Read notes/tides.md" || edit.Status != EditPartly || edit.Accepted != 1 || edit.Changes != 2 || edit.Added != 1 || edit.Decided.IsZero() || !strings.HasPrefix(turn.Blocks[2].Text, "Wrote 1 of 2 changes to notes/tides.md.\n\nYour note on change 2: keep the old one\n\n") {
		t.Errorf("turn %+v, edit %+v", turn, edit)
	}
	project, err := f.app.open()
	must(t, err)
	records, err := project.Chats.Records(chat)
	must(t, err)
	if !slices.ContainsFunc(records, func(r sessions.Record) bool {
		return strings.Contains(string(r.Data), `Their note on change 2: keep the old one`)
	}) {
		t.Error("the agent is not told the note")
	}

	line, err := f.timeline.State()
	must(t, err)
	if len(line.Turns) != 1 || line.Head != 1 || !line.CanUndo || line.Redo != 0 || line.Turns[0].Files != 1 || line.Turns[0].Added != 1 || line.Turns[0].State != "kept" || line.Turns[0].Chat != chat {
		t.Errorf("timeline %+v", line)
	}
	moment, err := f.timeline.Moment(TurnRequest{0})
	must(t, err)
	if len(moment.Files) != 1 || moment.Files[0].Path != "notes/tides.md" || moment.Files[0].Change != "edited" || moment.Files[0].Added != 1 || len(moment.Conflicts) > 0 {
		t.Errorf("before the first turn: %+v", moment)
	}
	diff, err := f.timeline.Diff(TurnFileRequest{0, "notes/tides.md"})
	must(t, err)
	if lines := diff.Blocks[0].Lines; diff.Added != 1 || lines[2].Kind != "delete" || lines[2].Text != "The mean is low." || lines[3].Text != "The old mean is low." {
		t.Errorf("the way back: %+v", diff)
	}
	f.holds("notes/tides.md", after)

	back, err := f.timeline.Rewind(RewindRequest{Turn: 0})
	must(t, err)
	f.holds("notes/tides.md", tides)
	if line, err = f.timeline.State(); err != nil || line.Head != 0 || line.Redo != 1 || line.Turns[0].State != "undone" || line.CanUndo || !slices.Equal(back.Restored, []string{"notes/tides.md"}) {
		t.Errorf("rewound: %+v, %+v", back, line)
	}
	redone, err := f.timeline.Redo(ForceRequest{})
	must(t, err)
	f.holds("notes/tides.md", after)
	if redone.Turn != 1 {
		t.Errorf("redone: %+v", redone)
	}

	for _, format := range []string{"pdf", "docx"} {
		job, err := f.exports.Start(ExportRequest{Path: "notes/tides.md", Format: format})
		must(t, err)
		job = f.exported(job)
		data, err := os.ReadFile(filepath.Join(f.dir, "exports", "tides."+format))
		must(t, err)
		if job.Status != "done" || job.Output != "exports/tides."+format || job.Bytes != int64(len(data)) || !bytes.HasPrefix(data, []byte(map[string]string{"pdf": "%PDF-", "docx": "PK"}[format])) {
			t.Errorf("%+v", job)
		}
	}
	if line, err = f.timeline.State(); err != nil || len(line.Turns) != 3 || line.Turns[2].Label != "Export notes/tides.md" {
		t.Errorf("exports are turns too: %+v", line.Turns)
	}
}

// units gives a part of a text by UTF-16 offsets, as a page takes it.
func units(s string, from, to int) string {
	return string(utf16.Decode(utf16.Encode([]rune(s))[from:to]))
}

func (f *face) exported(job ExportJob) ExportJob {
	f.t.Helper()
	f.until("the export ends", func() bool {
		var err error
		job, err = f.app.exports.get(job.ID)
		must(f.t, err)
		return job.Status != "running"
	})
	return job
}

// The person's own lines go into the file with its line ends, and lines that follow
// stay lines of their own.
func TestAmend(t *testing.T) {
	for _, tc := range []struct{ name, before, text, want string }{
		{"as typed", "a\nb\nc\n", "B!\n", "a\nB!\nc\n"},
		{"without a line end", "a\nb\nc\n", "B!", "a\nB!\nc\n"},
		{"into CRLF", "a\r\nb\r\nc\r\n", "B\nB\n", "a\r\nB\r\nB\r\nc\r\n"},
		{"CRLF typed", "a\nb\nc\n", "B\r\nB", "a\nB\nB\nc\n"},
		{"nothing", "a\nb\nc\n", "", "a\nc\n"},
		{"at the end", "a\nb", "B", "a\nB"},
		{"with a byte order mark", "\ufeffb\r\nc\r\n", "B", "\ufeffB\r\nc\r\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := newFace(t, map[string]string{"f": tc.before})
			chat := f.send("replace b with X in f")
			slip := f.asked(1)
			_, err := f.approvals.Decide(DecideRequest{Edit: slip.ID, Shown: slip.Shown, All: "reject", Decisions: []Decision{{Hunk: 0, Action: "amend", Text: tc.text}}, Note: "mine"})
			must(t, err)
			turn := f.ended(chat)
			f.holds("f", tc.want)
			if e := turn.Blocks[1].Edit; e.Status != EditAmended || e.Note != "mine" {
				t.Errorf("%+v", e)
			}
		})
	}
}

// A waiting edit can be answered from the thread, so it says there all that it says
// in the list of what waits, what its diff hides included.
func TestThreadSaysWhatWaits(t *testing.T) {
	f := newFace(t, map[string]string{"f": "pays\n"})
	chat := f.send("replace pays with p\u0430ys\u200b in f")
	slip := f.asked(1)
	if !strings.Contains(slip.Hides, "can't be seen") || !strings.Contains(slip.Hides, "look like") && !strings.Contains(slip.Hides, "looks like") {
		t.Errorf("hides %q", slip.Hides)
	}
	thread, err := f.chats.Thread(ChatRequest{chat})
	must(t, err)
	blocks := thread.Turns[0].Blocks
	if got := *blocks[len(blocks)-1].Edit; got.Hides != slip.Hides || got.Shown != slip.Shown || got.MustAsk != slip.MustAsk || !reflect.DeepEqual(got.Excerpt, slip.Excerpt) {
		t.Errorf("the thread says %+v, the list %+v", got, slip)
	}
}

// Single lines of a change go into the file, the others stay as they were.
func TestTakeLines(t *testing.T) {
	f := newFace(t, map[string]string{"f": "one apple\r\none pear\r\none plum\r\n"})
	chat := f.send("replace one with a ripe in f")
	slip := f.asked(1)
	review, err := f.approvals.Review(EditRequest{Edit: slip.ID})
	must(t, err)
	if got := fmt.Sprint(review.Hunks[0].Rows); got != "[{1 0} {0 1} {2 0} {0 2} {3 0} {0 3}]" {
		t.Errorf("rows %s", got)
	}
	_, err = f.approvals.Decide(DecideRequest{Edit: slip.ID, Shown: slip.Shown, All: "approve", Decisions: []Decision{{Hunk: 0, Action: "lines", Old: []int{2}, New: []int{2}}}})
	must(t, err)
	f.ended(chat)
	f.holds("f", "one apple\r\na ripe pear\r\none plum\r\n")
}

// Edits wait in the order of asking, and each chat's first can be answered at once,
// without those before it; the first answer to each holds, a bad one
// leaves it waiting, and a stopped chat takes its own away.
func TestQueue(t *testing.T) {
	f := newFace(t, map[string]string{"f": "a\n"})
	chats := make([]string, 3)
	for i := range chats {
		chats[i] = f.send(fmt.Sprintf("create n%d: x", i))
		f.asked(i + 1)
	}
	slips, err := f.approvals.Waiting()
	must(t, err)
	for i, s := range slips {
		v, err := f.approvals.Review(EditRequest{s.ID})
		must(t, err)
		if s.Status != EditWaiting || s.Path != fmt.Sprintf("n%d", i) || v.Position != i+1 || v.Before != "" || v.After != "x\n" {
			t.Errorf("%d: %+v, position %d", i, s, v.Position)
		}
		thread, err := f.chats.Thread(ChatRequest{chats[i]})
		must(t, err)
		if last := thread.Turns[0].Blocks; thread.Chat.Waiting != 1 || !thread.Chat.Running || last[len(last)-1].Edit.Status != s.Status {
			t.Errorf("chat %d: %+v", i, thread)
		}
	}
	for _, bad := range []DecideRequest{
		{Edit: slips[1].ID}, {Edit: slips[1].ID, All: "maybe"}, {Edit: slips[1].ID, All: "approve", Decisions: []Decision{{Hunk: 1, Action: "approve"}}},
		{Edit: slips[1].ID, All: "approve", Decisions: []Decision{{Hunk: -1, Action: "amend", Text: "x"}}}, {Edit: slips[1].ID, All: "approve", Decisions: []Decision{{Action: "perhaps"}}},
	} {
		bad.Shown = slips[1].Shown
		if _, err := f.approvals.Decide(bad); code(err) != CodeBadRequest {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	_, err = f.approvals.Decide(DecideRequest{Edit: slips[1].ID, Shown: slips[1].Shown, All: "reject"})
	must(t, err)
	if _, err := f.approvals.Decide(DecideRequest{Edit: slips[1].ID, Shown: slips[1].Shown, All: "approve"}); code(err) != CodeAnswered {
		t.Errorf("a second answer: %v", err)
	}
	if turn := f.ended(chats[1]); turn.Blocks[0].Edit.Status != EditRejected || turn.Blocks[1].Text != "You rejected it, so nothing was written." {
		t.Errorf("rejected: %+v", turn)
	}
	must(t, f.chats.Stop(ChatRequest{chats[0]}))
	if s := f.asked(1); s.Path != "n2" || s.Status != EditWaiting {
		t.Errorf("next is %+v", s)
	}
	if turn := f.ended(chats[0]); turn.Status != TurnStopped || turn.Blocks[0].Edit.Status != EditWithdrawn {
		t.Errorf("stopped: %+v", turn)
	}
	for _, name := range []string{"n0", "n1", "n2"} {
		f.holds(name, "")
	}
}

// A file that moved on is seen in the review, and the edit of it is stale (FS-31).
func TestStale(t *testing.T) {
	f := newFace(t, map[string]string{"f": "a\n"})
	chat := f.send("replace a with b in f")
	slip := f.asked(1)
	f.write("f", "mine\n")
	v, err := f.approvals.Review(EditRequest{slip.ID})
	must(t, err)
	if !v.Stale {
		t.Error("the review does not show that the file moved on")
	}
	_, err = f.approvals.Decide(DecideRequest{Edit: slip.ID, Shown: slip.Shown, All: "approve"})
	must(t, err)
	turn := f.ended(chat)
	if e := turn.Blocks[1].Edit; e.Status != EditStale || !strings.Contains(e.Error, "nothing was written") {
		t.Errorf("%+v", e)
	}
	f.holds("f", "mine\n")
}

// Documents and deletions are decided as a whole; a page that wants to amend one is
// refused.
func TestDecidedAsAWhole(t *testing.T) {
	f := newFace(t, map[string]string{"n.md": "# N\n"})
	for _, prompt := range []string{"export n.md as pdf", "delete n.md"} {
		chat := f.send(prompt)
		slip := f.asked(1)
		v, err := f.approvals.Review(EditRequest{slip.ID})
		must(t, err)
		if pdf := strings.HasPrefix(prompt, "export"); v.Binary != pdf || (v.Summary != "") != pdf || len(v.Hunks) != map[bool]int{true: 0, false: 1}[pdf] {
			t.Errorf("%s: %+v", prompt, v)
		}
		if _, err := f.approvals.Decide(DecideRequest{Edit: slip.ID, Shown: slip.Shown, All: "approve", Decisions: []Decision{{Action: "amend", Text: "x"}}}); code(err) != CodeBadRequest {
			t.Errorf("%s, amended: %v", prompt, err)
		}
		_, err = f.approvals.Decide(DecideRequest{Edit: slip.ID, Shown: slip.Shown, All: "approve"})
		must(t, err)
		f.ended(chat)
	}
	f.holds("n.md", "")
}
