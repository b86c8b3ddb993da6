package checkpoints

import (
	"errors"
	"fmt"
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

// then is a clock that stands at the time of the tests' turns.
var then = Options{Now: func() time.Time { return time.Unix(2, 0) }}

func openStore(t testing.TB, dir string) *Store {
	t.Helper()
	s, warnings, err := Open(dir, then)
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
		Session: session, Path: path, Kind: between(before.State, after.State), Before: before, After: after,
		Added: strings.Count(content, "\n"), Removed: strings.Count(string(before.Bytes), "\n"),
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

// One file that can't be reached keeps no other from going back: it is named, and
// may be left as it is.
func TestUnreachableFile(t *testing.T) {
	s, disk := openStore(t, t.TempDir()), tree{}
	begin(t, s, "a", 1)
	edit(t, s, disk, "a", "f", "1")
	edit(t, s, disk, "a", "g", "1")
	refused := errors.New("a folder stands there")
	p, err := s.PlanUndo(func(path string) (workspace.State, error) {
		if path == "f" {
			return workspace.State{}, refused
		}
		return disk.state(path)
	})
	must(t, err)
	if !slices.Equal(p.Unrestorable, []string{"f"}) {
		t.Fatalf("unrestorable %q", p.Unrestorable)
	}
	p = p.Keep("f")
	read := func(path string) (workspace.File, error) {
		if path == "f" {
			return workspace.File{}, refused
		}
		return disk.read(path)
	}
	m, err := s.BeginMove(p, read)
	must(t, err)
	must(t, s.CommitMove(m.ID))
	for _, step := range p.Steps {
		if step.Stays() != (step.Path == "f") {
			t.Errorf("%s stays: %v", step.Path, step.Stays())
		}
	}
}
