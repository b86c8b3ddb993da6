package checkpoints

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"redline/backend/workspace"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func openStore(t testing.TB, dir string) *Store {
	t.Helper()
	s, warnings, err := Open(dir, Options{})
	must(t, err)
	if len(warnings) > 0 {
		t.Fatalf("warnings: %q", warnings)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func begin(t testing.TB, s *Store, session string, prompt int) int {
	t.Helper()
	turn, err := s.BeginTurn(TurnInfo{Session: session, Prompt: prompt, Label: fmt.Sprint(session, prompt), Time: time.Unix(1, 0)})
	must(t, err)
	return turn.Number
}

// edit makes a change of one file in the store and on the disk in memory; content
// "" removes the file.
func edit(t testing.TB, s *Store, disk tree, session, path, content string) Entry {
	t.Helper()
	before, _ := disk.read(path)
	after := workspace.File{}
	if content != "" {
		after = fileOf(content)
	}
	in, err := s.Begin(Change{
		Session: session, Path: path, Kind: between(before.State, after.State), Before: before, After: after, Added: 1, Removed: 2,
	})
	must(t, err)
	disk.set(path, content, content != "")
	e, err := s.Commit(in.ID, after.State, nil)
	must(t, err)
	return e
}

// carry makes a move in the store and on the disk in memory.
func carry(t testing.TB, s *Store, disk tree, p Plan, err error) {
	t.Helper()
	must(t, err)
	m, err := s.BeginMove(p, disk.read)
	must(t, err)
	for _, step := range p.Steps {
		if step.Now.Same(step.Then) {
			continue
		}
		content := []byte(nil)
		if step.Then.Exists {
			content, err = s.Blob(step.Then.Hash)
			must(t, err)
		}
		disk.set(step.Path, string(content), step.Then.Exists)
	}
	must(t, s.CommitMove(m.ID))
}

func TestBeginTurn(t *testing.T) {
	for _, tc := range []struct{ name, label, want string }{
		{"FS-60 no prompt", "", "(no prompt)"},
		{"FS-60 only white space", " \n\t ", "(no prompt)"},
		{"WS-22 white space collapsed", "  fix\n\tthe   words ", "fix the words"},
		{"WS-22 60 characters fit", strings.Repeat("é", 60), strings.Repeat("é", 60)},
		{"WS-22 61 are cut", strings.Repeat("é", 61), strings.Repeat("é", 59) + "…"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := openStore(t, t.TempDir())
			turn, err := s.BeginTurn(TurnInfo{Session: "s", Prompt: 1, Label: tc.label})
			must(t, err)
			if turn.Label != tc.want || turn.Number != 1 || turn.State != Kept {
				t.Errorf("turn %+v, want label %q", turn, tc.want)
			}
		})
	}
}

// An empty turn is used again, by the same prompt only; numbers are never used
// twice (FS-60).
func TestTurnNumbers(t *testing.T) {
	dir, disk := t.TempDir(), tree{}
	s := openStore(t, dir)
	var got []int
	got = append(got, begin(t, s, "a", 1), begin(t, s, "a", 1), begin(t, s, "b", 1))
	edit(t, s, disk, "b", "f", "1")
	got = append(got, begin(t, s, "b", 1))
	p, err := s.PlanRewind(0, disk.state)
	carry(t, s, disk, p, err)
	got = append(got, begin(t, s, "b", 2))
	must(t, s.Close())
	s = openStore(t, dir)
	got = append(got, begin(t, s, "c", 1))
	if want := []int{1, 1, 2, 3, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("turns %v, want %v", got, want)
	}
}

// A change goes to its chat's latest turn, whoever else has begun one since
// (FS-60a), and changes without any turn get one of their own (FS-60).
func TestChangesFindTheirTurn(t *testing.T) {
	s, disk := openStore(t, t.TempDir()), tree{}
	if e := edit(t, s, disk, "", "f", "0"); e.Turn != 1 || s.Turns()[0].Label != noPrompt {
		t.Errorf("FS-60: turn %d, %q", e.Turn, s.Turns()[0].Label)
	}
	a, b := begin(t, s, "a", 1), begin(t, s, "b", 1)
	for _, tc := range []struct {
		session string
		turn    int
	}{{"a", a}, {"b", b}, {"a", a}, {"", 1}, {"nobody", b}} {
		if e := edit(t, s, disk, tc.session, "f", tc.session+"x"); e.Turn != tc.turn {
			t.Errorf("FS-60a: a change of %q went to turn %d, want %d", tc.session, e.Turn, tc.turn)
		}
	}
}

func TestFilesOfATurn(t *testing.T) {
	for _, tc := range []struct {
		name     string
		contents []string // "" removes; the first stands there before the turn
		kind     string
	}{
		{"created", []string{"", "a"}, Created},
		{"edited", []string{"a", "b"}, Edited},
		{"deleted", []string{"a", ""}, Deleted},
		{"created, then edited", []string{"", "a", "b"}, Created},
		{"edited, then deleted", []string{"a", "b", ""}, Deleted},
		{"deleted, then made again", []string{"a", "", "b"}, Edited},
		{"created, then deleted", []string{"", "a", ""}, Deleted},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, disk := openStore(t, t.TempDir()), tree{}
			disk.set("f", tc.contents[0], tc.contents[0] != "")
			begin(t, s, "a", 1)
			for _, c := range tc.contents[1:] {
				edit(t, s, disk, "a", "f", c)
			}
			turn := s.Turns()[0]
			n := len(tc.contents) - 1
			want := []FileChange{{Path: "f", Kind: tc.kind, Added: n, Removed: 2 * n}}
			if !slices.Equal(turn.Files, want) || turn.Added != n || turn.Removed != 2*n {
				t.Errorf("files %+v, want %+v", turn.Files, want)
			}
		})
	}
}

// Two chats change one file in turns. Going back takes along what was built on what
// is taken back, and redo brings all of it back.
func TestInterleavedChats(t *testing.T) {
	s, disk := openStore(t, t.TempDir()), tree{"f": "x"}
	begin(t, s, "a", 1)
	begin(t, s, "b", 1)
	edit(t, s, disk, "b", "f", "b")
	edit(t, s, disk, "a", "f", "ba")
	p, err := s.PlanRewind(1, disk.state)
	carry(t, s, disk, p, err)
	if disk["f"] != "x" {
		t.Errorf("FS-60a: without turn 2 f holds %q, want x: turn 1 built on turn 2", disk["f"])
	}
	if _, err := s.PlanUndo(disk.state); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("undo of a turn whose changes are undone already: %v", err)
	}
	p, err = s.PlanRewind(0, disk.state)
	carry(t, s, disk, p, err)
	if disk["f"] != "x" {
		t.Errorf("before everything f holds %q, want x", disk["f"])
	}
	for range 2 {
		p, err = s.PlanRedo(disk.state)
		carry(t, s, disk, p, err)
	}
	if disk["f"] != "ba" {
		t.Errorf("after redo f holds %q, want ba", disk["f"])
	}
}

// Redo is a stack: 3 -> 2, 2 -> 1, redo -> 2, redo -> 3. Something new ends it.
func TestRedoStack(t *testing.T) {
	s, disk := openStore(t, t.TempDir()), tree{}
	for n := range 3 {
		begin(t, s, "a", n+1)
		edit(t, s, disk, "a", "f", fmt.Sprint(n+1))
	}
	at := func(when, content string, redo int) {
		t.Helper()
		if disk["f"] != content || s.RedoTurn() != redo {
			t.Errorf("%s: f holds %q and redo goes to %d, want %q and %d", when, disk["f"], s.RedoTurn(), content, redo)
		}
	}
	p, err := s.PlanRewind(2, disk.state)
	carry(t, s, disk, p, err)
	p, err = s.PlanUndo(disk.state)
	carry(t, s, disk, p, err)
	at("rewound twice", "1", 2)
	p, err = s.PlanRedo(disk.state)
	carry(t, s, disk, p, err)
	at("one redo", "2", 3)
	p, err = s.PlanRedo(disk.state)
	carry(t, s, disk, p, err)
	at("two redos", "3", 0)
	p, err = s.PlanRewind(3, disk.state)
	carry(t, s, disk, p, err)
	at("rewound to where it is", "3", 0)
	p, err = s.PlanUndo(disk.state)
	carry(t, s, disk, p, err)
	begin(t, s, "a", 4)
	at("a turn without changes", "2", 3)
	edit(t, s, disk, "a", "f", "4")
	at("a change", "4", 0)
	if _, err := s.PlanRedo(disk.state); !errors.Is(err, ErrNothingToRedo) {
		t.Errorf("redo after a change: %v", err)
	}
	if _, err := s.PlanRewind(3, disk.state); !errors.Is(err, ErrNoTurn) {
		t.Errorf("rewind to a turn left behind: %v", err)
	}
	if state := s.Turns()[2].State; state != Branch {
		t.Errorf("turn 3 is %s, want branch", state)
	}
}

// A person's edit is a conflict each time it would be replaced, also after it was
// kept once; a forced rewind keeps it for redo (FS-63).
func TestPersonsEdit(t *testing.T) {
	s, disk := openStore(t, t.TempDir()), tree{}
	for n := range 3 {
		begin(t, s, "a", n+1)
		edit(t, s, disk, "a", "f", fmt.Sprint(n+1))
	}
	disk["f"] = "mine"
	conflict := func(p Plan, err error) Plan {
		t.Helper()
		must(t, err)
		if len(p.Conflicts) != 1 || p.Conflicts[0].Path != "f" {
			t.Fatalf("FS-63: conflicts %+v", p.Conflicts)
		}
		return p
	}
	p := conflict(s.PlanRewind(2, disk.state)).Keep("f")
	if len(p.Conflicts) != 0 {
		t.Errorf("a conflict that was decided stays: %+v", p.Conflicts)
	}
	carry(t, s, disk, p, nil)
	if disk["f"] != "mine" || s.Head() != 2 {
		t.Errorf("kept: f holds %q, head %d", disk["f"], s.Head())
	}
	carry(t, s, disk, conflict(s.PlanRewind(1, disk.state)), nil)
	if disk["f"] != "1" {
		t.Errorf("forced: f holds %q", disk["f"])
	}
	p, err := s.PlanRedo(disk.state)
	carry(t, s, disk, p, err)
	if disk["f"] != "mine" {
		t.Errorf("redo brought %q back, want the person's edit", disk["f"])
	}
	conflict(s.PlanRewind(1, disk.state))
}

// What is missing or damaged can't be restored, and the plan says so before
// anything is written (FS-67).
func TestUnrestorable(t *testing.T) {
	for _, tc := range []struct {
		name  string
		spoil func(name string) error
	}{
		{"FS-67 missing", os.Remove},
		{"FS-67 damaged", func(name string) error { return os.WriteFile(name, []byte("other"), 0o600) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, disk := t.TempDir(), tree{"f": "old", "g": "old g"}
			s := openStore(t, dir)
			begin(t, s, "a", 1)
			edit(t, s, disk, "a", "f", "new")
			edit(t, s, disk, "a", "g", "new g")
			must(t, tc.spoil(filepath.Join(dir, "blobs", workspace.HashOf([]byte("old")).String())))
			p, err := s.PlanUndo(disk.state)
			must(t, err)
			if !slices.Equal(p.Unrestorable, []string{"f"}) {
				t.Errorf("unrestorable %q", p.Unrestorable)
			}
			if _, err := s.BeginMove(p, disk.read); err == nil {
				t.Error("the plan was carried out")
			}
			carry(t, s, disk, p.Keep("f"), nil)
			if disk["f"] != "new" || disk["g"] != "old g" {
				t.Errorf("left %v", disk)
			}
			// The same content, kept anew, mends it.
			begin(t, s, "a", 2)
			edit(t, s, disk, "a", "f", "old")
			if _, err := s.Blob(workspace.HashOf([]byte("old"))); err != nil {
				t.Errorf("a content that was kept again: %v", err)
			}
		})
	}
}

// A plan is only carried out while it is true, and not while a file is written.
func TestPlansAge(t *testing.T) {
	s, disk := openStore(t, t.TempDir()), tree{}
	begin(t, s, "a", 1)
	edit(t, s, disk, "a", "f", "1")
	old, err := s.PlanUndo(disk.state)
	must(t, err)
	edit(t, s, disk, "a", "g", "1")
	if _, err := s.BeginMove(old, disk.read); !errors.Is(err, ErrOldPlan) {
		t.Errorf("a plan from before a change: %v", err)
	}
	in, err := s.Begin(Change{Session: "a", Path: "h", Kind: Created, After: fileOf("1")})
	must(t, err)
	p, err := s.PlanUndo(disk.state)
	must(t, err)
	if _, err := s.BeginMove(p, disk.read); !errors.Is(err, ErrBusy) {
		t.Errorf("a move while a file is written: %v", err)
	}
	must(t, s.Abort(in.ID))
	p, err = s.PlanUndo(disk.state)
	must(t, err)
	disk["f"] = "changed under it"
	if _, err := s.BeginMove(p, disk.read); !errors.Is(err, workspace.ErrStale) {
		t.Errorf("a file changed since the planning: %v", err)
	}
	disk["f"] = "1"
	m, err := s.BeginMove(p, disk.read)
	must(t, err)
	if _, err := s.Begin(Change{Session: "a", Path: "h", Kind: Created, After: fileOf("1")}); !errors.Is(err, ErrBusy) {
		t.Errorf("a change during a move: %v", err)
	}
	must(t, s.AbortMove(m.ID))
	for _, err := range []error{s.Abort(in.ID), s.AbortMove(m.ID), s.CommitMove(in.ID)} {
		if err == nil {
			t.Error("something was settled twice")
		}
	}
}

// What was begun and not settled is named when the store is opened again.
func TestUnsettled(t *testing.T) {
	dir, disk := t.TempDir(), tree{"f": "old"}
	s := openStore(t, dir)
	begin(t, s, "a", 1)
	edit(t, s, disk, "a", "f", "new")
	p, err := s.PlanUndo(disk.state)
	must(t, err)
	m, err := s.BeginMove(p, disk.read)
	must(t, err)
	must(t, s.Close())
	s = openStore(t, dir)
	got := s.Unsettled()
	if len(got) != 1 || got[0].ID != m.ID || got[0].Path != "" || len(got[0].Steps) != 1 {
		t.Fatalf("unsettled %+v", got)
	}
	must(t, s.AbortMove(m.ID))
	in, err := s.Begin(Change{Session: "a", Path: "g", Kind: Created, After: fileOf("1")})
	must(t, err)
	must(t, s.Close())
	s = openStore(t, dir)
	got = s.Unsettled()
	if len(got) != 1 || got[0].ID != in.ID || got[0].Path != "g" || got[0].Before.Exists || !got[0].After.Exists {
		t.Fatalf("unsettled %+v", got)
	}
	_, err = s.Commit(in.ID, got[0].After, nil)
	must(t, err)
	if n := len(s.Unsettled()); n != 0 {
		t.Errorf("%d are unsettled after they were settled", n)
	}
}

// A crash may cut the log anywhere: what is whole is read, and the store goes on
// from there (FS-67).
func TestLogCutAtEveryByte(t *testing.T) {
	dir, disk := t.TempDir(), tree{"f": "old"}
	s := openStore(t, dir)
	begin(t, s, "a", 1)
	edit(t, s, disk, "a", "f", "new")
	p, err := s.PlanUndo(disk.state)
	carry(t, s, disk, p, err)
	p, err = s.PlanRedo(disk.state)
	carry(t, s, disk, p, err)
	must(t, s.Close())
	name := filepath.Join(dir, "log.jsonl")
	whole, err := os.ReadFile(name)
	must(t, err)
	for cut := range len(whole) + 1 {
		must(t, os.WriteFile(name, whole[:cut], 0o600))
		s, warnings, err := Open(dir, Options{})
		if err != nil || len(warnings) > 0 {
			t.Fatalf("cut at %d of %d: %v, %q", cut, len(whole), err, warnings)
		}
		lines := strings.Count(string(whole[:cut]), "\n")
		if got := s.version; got != lines {
			t.Fatalf("cut at %d: %d records are read of %d", cut, got, lines)
		}
		if _, err := s.BeginTurn(TurnInfo{Session: "b", Prompt: cut}); err != nil {
			t.Fatalf("cut at %d: the store can't go on: %v", cut, err)
		}
		must(t, s.Close())
		after, err := os.ReadFile(name)
		must(t, err)
		if n := strings.Count(string(after), "\n"); n != lines+1 || !strings.HasSuffix(string(after), "\n") {
			t.Fatalf("cut at %d: the log has %d lines, want %d", cut, n, lines+1)
		}
	}
}

// A log that can't be understood is put aside, never written over, and the store
// starts empty with a warning (FS-67).
func TestDamagedLog(t *testing.T) {
	for _, tc := range []struct{ name, log string }{
		{"no JSON", "nonsense\n"},
		{"unknown record", `{"k":"future"}` + "\n"},
		{"end without beginning", `{"k":"entry","id":"c1","after":{"exists":true}}` + "\n"},
		{"gap in the numbers", `{"k":"turn","turn":7,"info":{}}` + "\n"},
		{"intent for no turn", `{"k":"intent","id":"c1","turn":1,"before":{"exists":false},"after":{"exists":false}}` + "\n"},
		{"a hash that is none", `{"k":"intent","id":"c1","turn":1,"before":{"exists":true,"hash":"zz"},"after":{}}` + "\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			must(t, os.WriteFile(filepath.Join(dir, "log.jsonl"), []byte(tc.log), 0o600))
			for n, aside := range []string{"log.jsonl.damaged", "log.jsonl.damaged-2"} {
				s, warnings, err := Open(dir, Options{})
				must(t, err)
				if len(warnings) != 1 || !strings.Contains(warnings[0], aside) || len(s.Turns()) != 0 {
					t.Fatalf("opening %d: %d turns, warnings %q", n, len(s.Turns()), warnings)
				}
				must(t, s.Close())
				if b, err := os.ReadFile(filepath.Join(dir, aside)); err != nil || string(b) != tc.log {
					t.Errorf("put aside: %q, %v", b, err)
				}
				must(t, os.WriteFile(filepath.Join(dir, "log.jsonl"), []byte(tc.log), 0o600))
			}
		})
	}
}

func TestOwnerOnly(t *testing.T) {
	dir, disk := filepath.Join(t.TempDir(), "store"), tree{}
	s := openStore(t, dir)
	begin(t, s, "a", 1)
	edit(t, s, disk, "a", "f", "secret")
	must(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		must(t, err)
		info, err := d.Info()
		must(t, err)
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("FS-67: %s has mode %v", path, info.Mode())
		}
		return nil
	}))
}

func TestDifferences(t *testing.T) {
	s, disk := openStore(t, t.TempDir()), tree{"f": "0"}
	begin(t, s, "a", 1)
	edit(t, s, disk, "a", "f", "1")
	begin(t, s, "a", 2)
	edit(t, s, disk, "a", "f", "2")
	edit(t, s, disk, "a", "g", "2")
	for _, tc := range []struct {
		turn int
		want string
	}{{0, "f:0 g:-"}, {1, "f:1 g:-"}, {2, ""}} {
		var got []string
		for _, d := range s.Differences(tc.turn) {
			then := "-"
			if d.Then.Exists {
				b, err := s.Blob(d.Then.Hash)
				must(t, err)
				then = string(b)
			}
			got = append(got, d.Path+":"+then)
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("against turn %d: %q, want %q", tc.turn, got, tc.want)
		}
	}
}

// Opening a timeline of 10,000 turns.
func BenchmarkOpen10000Turns(b *testing.B) {
	dir := b.TempDir()
	writeTurns(b, dir, 10_000)
	for b.Loop() {
		s, _, err := Open(dir, Options{})
		must(b, err)
		if len(s.Turns()) != 10_000 {
			b.Fatalf("%d turns", len(s.Turns()))
		}
		must(b, s.Close())
	}
}

// writeTurns writes a log as a store does, without its syncing.
func writeTurns(b *testing.B, dir string, n int) {
	var log strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&log, format+"\n", args...) }
	for i := range n {
		turn, hash := i+1, workspace.HashOf(fmt.Append(nil, i))
		line(`{"k":"turn","turn":%d,"info":{"Session":"s","Prompt":%d,"Label":"Tidy the chapter","Time":"2026-10-01T10:00:00Z"}}`, turn, turn)
		for j := range 2 {
			id := fmt.Sprintf("c%d", 2*i+j+1)
			line(`{"k":"intent","id":%q,"turn":%d,"path":"notes/%d.md","change":"edited","before":{"exists":true,"hash":%q},"after":{"exists":true,"hash":%q}}`,
				id, turn, (i+j)%50, hash, hash)
			line(`{"k":"entry","id":%q,"after":{"exists":true,"hash":%q,"size":3,"mode":420}}`, id, hash)
		}
	}
	must(b, os.WriteFile(filepath.Join(dir, "log.jsonl"), []byte(log.String()), 0o600))
}
