package checkpoints

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
