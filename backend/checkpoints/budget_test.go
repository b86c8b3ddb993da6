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

func openWith(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	if o.Now == nil {
		o.Now = then.Now
	}
	s, warnings, err := Open(dir, o)
	must(t, err)
	if len(warnings) > 0 {
		t.Fatalf("warnings %q", warnings)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func numbers(s *Store) (all []int) {
	for _, t := range s.Turns() {
		all = append(all, t.Number)
	}
	return all
}

// content is n bytes that differ from turn to turn.
func content(turn, n int) string { return strings.Repeat(string(rune('a'+turn)), n) }

// grow makes turns from a number to another, each of which writes 100 bytes into f.
func grow(t testing.TB, s *Store, disk tree, from, to int) {
	t.Helper()
	for n := from; n <= to; n++ {
		begin(t, s, "a", n)
		edit(t, s, disk, "a", "f", content(n, 100))
	}
}

// files counts the contents in a store's folder.
func files(t testing.TB, dir string) int {
	t.Helper()
	names, err := os.ReadDir(filepath.Join(dir, "blobs"))
	must(t, err)
	return len(names)
}

// The oldest turns go when the contents are over the budget, and their contents with
// them; the latest stays, whatever its size (FS-62).
func TestBudget(t *testing.T) {
	dir, disk := t.TempDir(), tree{}
	s := openWith(t, dir, Options{MaxBytes: 500})
	grow(t, s, disk, 1, 9)
	left := numbers(s)
	if left[0] < 5 || left[len(left)-1] != 9 {
		t.Fatalf("FS-62: turns %v are kept", left)
	}
	u := s.Usage()
	if u.Bytes > 500 || u.Oldest != left[0] || u.Dropped != left[0]-1 || u.Next != left[0] || u.MaxBytes != 500 {
		t.Errorf("usage %+v", u)
	}
	if n := files(t, dir); n*100 != int(u.Bytes) {
		t.Errorf("%d contents lie there, %d bytes are told", n, u.Bytes)
	}
	if _, err := s.PlanRewind(1, disk.state); !errors.Is(err, ErrDropped) {
		t.Errorf("a turn that was dropped: %v", err)
	}
	if _, err := s.PlanRewind(0, disk.state); !errors.Is(err, ErrDropped) || !strings.Contains(err.Error(), fmt.Sprintf("before turn %d", left[0])) {
		t.Errorf("before the first: %v", err)
	}
	if _, ok := s.Turn(1); ok || s.Head() != 9 {
		t.Errorf("turn 1 is there: %v; head %d", ok, s.Head())
	}
	p, err := s.PlanRewind(left[0]-1, disk.state)
	carry(t, s, disk, p, err)
	if disk["f"] != content(left[0]-1, 100) {
		t.Errorf("before turn %d f holds %.5q", left[0], disk["f"])
	}
	if u := s.Usage(); u.Next != 0 {
		t.Errorf("turn %d would go though redo needs it", u.Next)
	}
	p, err = s.PlanRedo(disk.state)
	carry(t, s, disk, p, err)
	if disk["f"] != content(9, 100) {
		t.Errorf("redo gives %.5q", disk["f"])
	}

	// A budget smaller than one file.
	begin(t, s, "a", 10)
	edit(t, s, disk, "a", "f", content(10, 2000))
	if left := numbers(s); !slices.Equal(left, []int{10}) {
		t.Errorf("FS-62: turns %v are kept", left)
	}
	p, err = s.PlanUndo(disk.state)
	carry(t, s, disk, p, err)
	if disk["f"] != content(9, 100) {
		t.Errorf("undo of a turn over the budget gives %.5q", disk["f"])
	}
	must(t, s.Close())
	s = openWith(t, dir, Options{MaxBytes: 500})
	if p, err = s.PlanRedo(disk.state); err != nil || len(p.Unrestorable) > 0 {
		t.Errorf("after reopening: %v, %v can't be restored", err, p.Unrestorable)
	}
}

// Old turns are dropped at opening, by the clock that stands there: one that was set
// back drops nothing, and a turn from the future keeps those after it (FS-67).
func TestAge(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	day := func(n int) time.Time { return start.AddDate(0, 0, n) }
	for _, tc := range []struct {
		name  string
		turns []int // days
		now   int
		want  []int
	}{
		{"FS-67 young", []int{0, 1, 2}, 10, []int{1, 2, 3}},
		{"FS-67 old ones go", []int{0, 1, 40, 41}, 45, []int{3, 4}},
		{"FS-62 the latest stays", []int{0, 1}, 400, []int{2}},
		{"the clock was set back since", []int{100, 101}, 0, []int{1, 2}},
		{"the clock was wrong once", []int{500, 0, 1}, 45, []int{1, 2, 3}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, disk := t.TempDir(), tree{}
			s := openWith(t, dir, Options{Now: func() time.Time { return day(0) }})
			for i, d := range tc.turns {
				_, err := s.BeginTurn(TurnInfo{Session: "a", Prompt: i + 1, Label: "x", Time: day(d)})
				must(t, err)
				edit(t, s, disk, "a", "f", content(i, 10))
			}
			must(t, s.Close())
			s = openWith(t, dir, Options{Now: func() time.Time { return day(tc.now) }})
			if got := numbers(s); !slices.Equal(got, tc.want) {
				t.Errorf("turns %v, want %v", got, tc.want)
			}
			grow(t, s, disk, 20, 21)
			if n := numbers(s); n[len(n)-1] != len(tc.turns)+2 {
				t.Errorf("a number is used twice: %v", n)
			}
		})
	}
}

// A pinned turn stays, and can be gone back to over those behind it that were dropped.
func TestPins(t *testing.T) {
	dir, disk := t.TempDir(), tree{"g": "g"}
	o := Options{MaxBytes: 600}
	s := openWith(t, dir, o)
	grow(t, s, disk, 1, 2)
	must(t, s.Pin(2, "  the\n good one "))
	grow(t, s, disk, 3, 3)
	edit(t, s, disk, "a", "g", "G")
	grow(t, s, disk, 4, 12)
	for range 2 {
		left := numbers(s)
		if left[0] != 2 || left[1] < 6 || s.Usage().Pinned != 1 || s.Usage().Oldest != 2 {
			t.Fatalf("turns %v are kept, usage %+v", left, s.Usage())
		}
		if turn, _ := s.Turn(2); turn.Pin != "the good one" {
			t.Errorf("pin %q", turn.Pin)
		}
		if _, err := s.PlanRewind(3, disk.state); !errors.Is(err, ErrDropped) {
			t.Errorf("a turn that was dropped: %v", err)
		}
		p, err := s.PlanRewind(left[1]-1, disk.state)
		if must(t, err); p.Steps[0].Then.Hash != workspace.HashOf([]byte(content(left[1]-1, 100))) {
			t.Error("the moment before the second turn that is kept is another")
		}
		p, err = s.PlanRewind(2, disk.state)
		carry(t, s, disk, p, err)
		if disk["f"] != content(2, 100) || disk["g"] != "g" {
			t.Errorf("at the pinned turn: %.5q, %q", disk["f"], disk["g"])
		}
		if state, known := s.AsOf(2, After, "g"); !known || state.Hash != workspace.HashOf([]byte("g")) {
			t.Error("as of the pinned turn g is another")
		}
		p, err = s.PlanRedo(disk.state)
		carry(t, s, disk, p, err)
		if disk["f"] != content(12, 100) || disk["g"] != "G" {
			t.Errorf("redone: %.5q, %q", disk["f"], disk["g"])
		}
		must(t, s.Close())
		s = openWith(t, dir, o)
	}
	must(t, s.Pin(2, ""))
	grow(t, s, disk, 13, 20)
	if left := numbers(s); left[0] == 2 || s.Usage().Pinned != 0 {
		t.Errorf("without its pin it is still there: %v", left)
	}
	if err := s.Pin(2, "x"); !errors.Is(err, ErrNoTurn) {
		t.Errorf("a pin of a turn that is gone: %v", err)
	}
	// Where only dropped turns are left before the head, there is nothing to undo.
	for {
		p, err := s.PlanUndo(disk.state)
		if errors.Is(err, ErrNothingToUndo) {
			break
		}
		carry(t, s, disk, p, err)
	}
	if s.Head() != s.Usage().Dropped {
		t.Errorf("head %d, dropped to %d", s.Head(), s.Usage().Dropped)
	}
}

// A log that is written anew is the same timeline, whatever stands in it, and so is every
// beginning of it as far as it goes.
func TestCompact(t *testing.T) {
	dir, disk := t.TempDir(), tree{"m": "m"}
	s := openWith(t, dir, Options{MaxBytes: 900})
	grow(t, s, disk, 1, 2)
	must(t, s.Pin(2, "kept"))
	grow(t, s, disk, 3, 9)
	moveFile(t, s, disk, "a", "m", "n", "m")
	p, err := s.PlanUndo(disk.state)
	carry(t, s, disk, p, err)
	grow(t, s, disk, 10, 11)
	disk["f"] = "outside"
	look, _ := s.Look("f")
	if _, _, err := s.Observe(ByOutside, []Seen{{look, fileOf("outside")}}, 3); err != nil {
		t.Fatal(err)
	}
	p, err = s.PlanUndo(disk.state)
	must(t, err)
	p = p.Keep("f")
	carry(t, s, disk, p, nil)
	begin(t, s, "b", 1)
	in, err := s.Begin(Change{Session: "b", Path: "q", Kind: Created, After: fileOf("q")})
	must(t, err)

	want := state(s)
	records, err := s.records()
	must(t, err)
	fresh := t.TempDir()
	var log []byte
	for _, r := range records {
		line, err := r.line()
		must(t, err)
		log = append(log, line...)
	}
	must(t, os.CopyFS(fresh, os.DirFS(dir)))
	name := filepath.Join(fresh, "log.jsonl")
	must(t, os.WriteFile(name, log, 0o600))
	again := openWith(t, fresh, Options{MaxBytes: 900})
	for key, got := range state(again) {
		if fmt.Sprint(got) != fmt.Sprint(want[key]) {
			t.Errorf("written anew, %s is %+v, want %+v", key, got, want[key])
		}
	}
	if u := again.Unsettled(); len(u) != 1 || u[0].ID != in.ID {
		t.Errorf("unsettled %+v", u)
	}
	must(t, again.Abort(in.ID))
	for _, kind := range []func(Disk) (Plan, error){again.PlanRedo, again.PlanUndo} {
		p, err := kind(disk.state)
		carry(t, again, disk, p.Keep("f"), err)
	}
	must(t, again.Close())
	for cut := range log {
		must(t, os.WriteFile(name, log[:cut], 0o600))
		part, warnings, err := Open(fresh, then)
		if err != nil || len(warnings) > 0 {
			t.Fatalf("cut at %d: %v, %q", cut, err, warnings)
		}
		must(t, part.Close())
		if testing.Short() && cut > 400 {
			break
		}
	}
}

// state is what a store says of itself.
func state(s *Store) map[string]any {
	all := map[string]any{"turns": s.Turns(), "head": s.Head(), "redo": s.RedoTurn(), "undo": s.UndoTurn(), "usage": s.Usage(), "marks": s.Marks(), "next": s.next}
	for n := range 13 {
		all[fmt.Sprint("differences ", n)] = s.Differences(n)
		all[fmt.Sprint("entries ", n)] = s.Entries(n)
		for _, path := range []string{"f", "g", "m", "n"} {
			for _, side := range []Side{Before, After} {
				st, known := s.AsOf(n, side, path)
				all[fmt.Sprint(path, side, n)] = []any{st, known}
			}
		}
	}
	return all
}

// Closing writes a log anew that holds much more than it has to, and no other.
func TestClosingCompacts(t *testing.T) {
	dir, disk := t.TempDir(), tree{}
	s := openStore(t, dir)
	grow(t, s, disk, 1, 3)
	before := s.log.lines
	must(t, s.Close())
	s = openStore(t, dir)
	if s.log.lines != before {
		t.Errorf("a short log was written anew: %d lines, then %d", before, s.log.lines)
	}
	s.log.size = minCompact
	want := s.Turns()
	must(t, s.Close())
	s = openStore(t, dir)
	if s.log.lines >= before || fmt.Sprint(s.Turns()) != fmt.Sprint(want) {
		t.Errorf("%d lines of %d are left", s.log.lines, before)
	}
	must(t, os.WriteFile(filepath.Join(dir, "log.jsonl"+newLog), []byte("half"), 0o600))
	must(t, s.Close())
	openStore(t, dir)
	if _, err := os.Stat(filepath.Join(dir, "log.jsonl"+newLog)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what a crash left of a new log is there: %v", err)
	}
}
