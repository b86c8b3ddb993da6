package checkpoints

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"redline/backend/workspace"
)

// What is missing or damaged can't be restored, and the plan says so before
// anything is written (FS-67).
func TestUnrestorable(t *testing.T) {
	for _, tc := range []struct {
		name  string
		spoil func(name string) error
	}{
		{"FS-67 missing", os.Remove},
		{"FS-67 damaged", func(name string) error { return os.WriteFile(name, []byte("other"), 0o600) }},
		{"FS-67 one bit", func(name string) error { return os.WriteFile(name, []byte("ole"), 0o600) }},
		{"a folder in its place", func(name string) error { return errors.Join(os.Remove(name), os.Mkdir(name, 0o700)) }},
		{"a link to the same content elsewhere", func(name string) error {
			there := filepath.Join(filepath.Dir(filepath.Dir(name)), "there")
			return errors.Join(os.Rename(name, there), os.Symlink(there, name))
		}},
		{"a link to what never ends", func(name string) error { return errors.Join(os.Remove(name), os.Symlink("/dev/zero", name)) }},
		{"unreadable", func(name string) error {
			if os.Getuid() == 0 {
				return os.Remove(name) // nothing is unreadable to root
			}
			return os.Chmod(name, 0)
		}},
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
			if tc.name == "a folder in its place" {
				return
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
		s, warnings, err := Open(dir, then)
		if err != nil || len(warnings) > 0 {
			t.Fatalf("cut at %d of %d: %v, %q", cut, len(whole), err, warnings)
		}
		lines := strings.Count(string(whole[:cut]), "\n")
		if got := s.log.lines; got != lines {
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

// Of a log that can't be understood what stands before the damage is there, and the
// whole of it is put aside, never written over, with a warning (FS-67).
func TestDamagedLog(t *testing.T) {
	good := logOf(t, record{Kind: kindTurn, Turn: 1, Info: &TurnInfo{Session: "s", Label: "first", Time: time.Unix(1, 0)}})
	state := &workspace.State{Exists: true}
	for _, tc := range []struct{ name, log string }{
		{"no JSON", "nonsense\n"},
		{"too short", "x\n"},
		{"an empty line", "\n"},
		{"no checksum", `{"k":"turn","turn":2,"info":{}}` + "\n"},
		{"another checksum", `{"k":"turn","turn":2,"info":{}} 00000000` + "\n"},
		{"unknown record", logOf(t, record{Kind: "future"})},
		{"end without beginning", logOf(t, record{Kind: kindEntry, ID: "c1", After: state})},
		{"gap in the numbers", logOf(t, record{Kind: kindTurn, Turn: 7, Info: &TurnInfo{}})},
		{"intent for no turn", logOf(t, record{Kind: kindIntent, ID: "c1", Turn: 9, Before: state, After: state})},
		{"half an intent", logOf(t, record{Kind: kindIntent, ID: "c1", Turn: 1})},
		{"a beginning in the middle", logOf(t, record{Kind: kindBegin, Base: 7})},
		{"a pin of no turn", logOf(t, record{Kind: kindPin, Turn: 9, Name: "x"})},
		{"a change of no turn", logOf(t, record{Kind: kindKept, Turn: 9, Rows: []string{"c1 kept created - - 0 0 0 0 f"}})},
		{"half a change", logOf(t, record{Kind: kindKept, Turn: 1, Rows: []string{"c1 kept created - -"}})},
		{"a redo of no turn", logOf(t, record{Kind: kindRedo, Move: &Plan{}, Flip: &flipped{Turns: map[int]TurnState{9: Kept}}})},
		{"a redo of no change", logOf(t, record{Kind: kindRedo, Move: &Plan{}, Flip: &flipped{Entries: []entryState{{"c1", "f", Kept}}}})},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			damaged := good + tc.log + good
			must(t, os.WriteFile(filepath.Join(dir, "log.jsonl"), []byte(damaged), 0o600))
			for n, aside := range []string{"log.jsonl.damaged", "log.jsonl.damaged-2"} {
				s, warnings, err := Open(dir, then)
				must(t, err)
				turns := s.Turns()
				if len(warnings) != 1 || !strings.Contains(warnings[0], aside) || !strings.Contains(warnings[0], "line 2") || len(turns) != 1 || turns[0].Label != "first" {
					t.Fatalf("opening %d: %+v, warnings %q", n, turns, warnings)
				}
				if !s.Usage().Aside {
					t.Error("that there is a damaged log is not told")
				}
				must(t, s.Close())
				if b, err := os.ReadFile(filepath.Join(dir, aside)); err != nil || string(b) != damaged {
					t.Errorf("put aside: %q, %v", b, err)
				}
				if s, warnings, err = Open(dir, then); err != nil || len(warnings) > 0 || len(s.Turns()) != 1 {
					t.Fatalf("opening after it: %v, %q", err, warnings)
				}
				must(t, s.Close())
				must(t, os.WriteFile(filepath.Join(dir, "log.jsonl"), []byte(damaged), 0o600))
			}
		})
	}
}

func logOf(t *testing.T, records ...record) string {
	t.Helper()
	var lines []byte
	for _, r := range records {
		line, err := r.line()
		must(t, err)
		lines = append(lines, line...)
	}
	return string(lines)
}

// Whichever byte of the log is damaged, the store opens, has what stands before, says
// so, loses no content, and goes on (FS-67).
func TestLogDamagedAtEveryByte(t *testing.T) {
	dir, disk := t.TempDir(), tree{"f": "old"}
	s := openStore(t, dir)
	begin(t, s, "a", 1)
	edit(t, s, disk, "a", "f", "new")
	moveFile(t, s, disk, "a", "f", "g", "new")
	p, err := s.PlanUndo(disk.state)
	carry(t, s, disk, p, err)
	must(t, s.Close())
	name := filepath.Join(dir, "log.jsonl")
	whole, err := os.ReadFile(name)
	must(t, err)
	stride := 1
	if testing.Short() {
		stride = 7
	}
	for at := 0; at < len(whole); at += stride {
		damaged := slices.Clone(whole)
		damaged[at] ^= 4
		must(t, os.WriteFile(name, damaged, 0o600))
		s, warnings, err := Open(dir, then)
		must(t, err)
		// A damaged end of the last line is one that was cut short.
		if want := strings.Count(string(whole[:at]), "\n"); s.log.lines != want || len(warnings) != 1 && at != len(whole)-1 {
			t.Fatalf("byte %d: %d records are read, want %d; warnings %q", at, s.log.lines, want, warnings)
		}
		for _, content := range []string{"old", "new"} {
			if _, err := s.Blob(workspace.HashOf([]byte(content))); err != nil {
				t.Fatalf("byte %d: %v", at, err)
			}
		}
		begin(t, s, "b", at)
		must(t, s.Close())
		aside, err := filepath.Glob(name + ".damaged*")
		must(t, err)
		for _, a := range aside {
			must(t, os.Remove(a))
		}
		// Without the damaged log its contents would be swept: they are put back for the next byte.
		for _, content := range []string{"old", "new"} {
			must(t, os.WriteFile(filepath.Join(dir, "blobs", workspace.HashOf([]byte(content)).String()), []byte(content), 0o600))
		}
	}
}

// A store is open once, whichever process has it.
func TestSecondOpening(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	if _, _, err := Open(dir, then); !errors.Is(err, workspace.ErrBusy) {
		t.Errorf("a second opening: %v", err)
	}
	must(t, s.Close())
	must(t, openStore(t, dir).Close())
}

// A store that the system doesn't let be opened says so, and what to do.
func TestNoPermission(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may open anything")
	}
	dir := filepath.Join(t.TempDir(), "closed")
	must(t, os.Mkdir(dir, 0))
	if _, _, err := Open(filepath.Join(dir, "store"), Options{}); err == nil || !strings.Contains(err.Error(), "Change its permissions") {
		t.Errorf("error %v", err)
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
