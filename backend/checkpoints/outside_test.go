package checkpoints

import (
	"fmt"
	"slices"
	"testing"

	"redline/backend/workspace"
)

// see looks at a path and takes in what stands there.
func see(t testing.TB, s *Store, disk tree, by By, paths ...string) bool {
	t.Helper()
	var seen []Seen
	for _, path := range paths {
		look, ok := s.Look(path)
		if !ok {
			t.Fatalf("%s is under way", path)
		}
		f, _ := disk.read(path)
		seen = append(seen, Seen{look, f})
	}
	news, again, err := s.Observe(by, seen, 0)
	must(t, err)
	if len(again) > 0 {
		t.Fatalf("%q are to be looked at again", again)
	}
	return news
}

func marksOf(s *Store) (all []string) {
	for _, m := range s.Marks() {
		for _, f := range m.Files {
			all = append(all, fmt.Sprintf("%s after %d by %s: %s %s %v %v", m.ID, m.Turn, m.By, f.Change(), f.Path, f.HasBefore, f.HasAfter))
		}
	}
	return all
}

// What changed past the tools is a mark between turns. It grows until something happens,
// loses what is again as it was, and never makes a conflict less of one.
func TestMarks(t *testing.T) {
	dir, disk := t.TempDir(), tree{"f": "0", "theirs": "x"}
	s := openStore(t, dir)
	begin(t, s, "a", 1)
	edit(t, s, disk, "a", "f", "1")
	if see(t, s, disk, ByOutside, "f") {
		t.Error("what a tool wrote is news")
	}
	disk["f"] = "mine"
	if !see(t, s, disk, ByOutside, "f", "theirs", "nowhere") || see(t, s, disk, ByOutside, "f", "theirs") {
		t.Error("it is news once")
	}
	first := []string{"o1 after 1 by outside: edited f true true", "o1 after 1 by outside: edited theirs false false"}
	if got := marksOf(s); !slices.Equal(got, first) {
		t.Fatalf("marks %q", got)
	}
	disk["f"] = "mine too"
	see(t, s, disk, ByOutside, "f")
	if _, err := s.Blob(workspace.HashOf([]byte("mine"))); err == nil {
		t.Error("what was seen on the way is still kept")
	}
	delete(disk, "theirs")
	see(t, s, disk, ByOutside, "theirs")
	see(t, s, disk, ByCommand, "f")
	disk["f"] = "a command's"
	see(t, s, disk, ByCommand, "f")
	want := []string{
		"o1 after 1 by outside: edited f true true", "o1 after 1 by outside: deleted theirs false true",
		"o2 after 1 by command: edited f true true",
	}
	for range 2 {
		if got := marksOf(s); !slices.Equal(got, want) {
			t.Errorf("marks %q, want %q", got, want)
		}
		must(t, s.Close())
		s = openStore(t, dir)
	}
	m, _ := s.Mark("o2")
	for _, st := range []workspace.State{m.Files[0].Before, m.Files[0].After} {
		if _, err := s.Blob(st.Hash); err != nil {
			t.Error(err)
		}
	}
	p, err := s.PlanUndo(disk.state)
	if must(t, err); len(p.Conflicts) != 1 {
		t.Errorf("FS-63: conflicts %+v", p.Conflicts)
	}

	// Back to what it was, the command did nothing.
	disk["f"] = "mine too"
	see(t, s, disk, ByCommand, "f")
	if got := marksOf(s); !slices.Equal(got, want[:2]) {
		t.Errorf("marks %q", got)
	}
	begin(t, s, "a", 2)
	disk["f"] = "later"
	see(t, s, disk, ByOutside, "f")
	if got := marksOf(s); len(got) != 3 || got[2] != "o3 after 2 by outside: edited f true true" {
		t.Errorf("marks %q", got)
	}
}

// Of very many files a mark names some, and counts the rest.
func TestMarkOfManyFiles(t *testing.T) {
	s, disk := openStore(t, t.TempDir()), tree{}
	var paths []string
	for n := range MaxMarked + 7 {
		paths = append(paths, fmt.Sprintf("f%04d", n))
		disk[paths[n]] = "x"
	}
	see(t, s, disk, ByCommand, paths...)
	if _, _, err := s.Observe(ByCommand, nil, 5); err != nil {
		t.Fatal(err)
	}
	m := s.Marks()[0]
	if len(m.Files) != MaxMarked || m.More != 12 || m.Files[0].Path != "f0000" {
		t.Errorf("%d files and %d more", len(m.Files), m.More)
	}
}

// A file that is written between a look and what was seen is looked at again.
func TestObserveWhileWriting(t *testing.T) {
	s, disk := openStore(t, t.TempDir()), tree{"f": "0"}
	begin(t, s, "a", 1)
	look, _ := s.Look("f")
	old, _ := disk.read("f")
	edit(t, s, disk, "a", "f", "1")
	news, again, err := s.Observe(ByOutside, []Seen{{look, old}}, 0)
	if must(t, err); news || !slices.Equal(again, []string{"f"}) {
		t.Errorf("news %v, again %q", news, again)
	}
	in, err := s.Begin(Change{Session: "a", Path: "f", Kind: Edited, Before: fileOf("1"), After: fileOf("2")})
	must(t, err)
	if _, ok := s.Look("f"); ok {
		t.Error("a file that is being written may be looked at")
	}
	must(t, s.Abort(in.ID))
	look, _ = s.Look("f")
	p, err := s.PlanUndo(disk.state)
	carry(t, s, disk, p, err)
	if news, again, err = s.Observe(ByOutside, []Seen{{look, fileOf("1")}}, 0); err != nil || news || len(again) != 1 {
		t.Errorf("over a move: news %v, again %q, %v", news, again, err)
	}
}

// What a forced rewind replaces is a mark of its own, so that it can be restored also
// when redo is no more.
func TestForcedRewindKeepsEdits(t *testing.T) {
	dir, disk := t.TempDir(), tree{"f": "0"}
	s := openStore(t, dir)
	begin(t, s, "a", 1)
	edit(t, s, disk, "a", "f", "1")
	disk["f"] = "mine"
	p, err := s.PlanUndo(disk.state)
	carry(t, s, disk, p, err) // as force does
	begin(t, s, "a", 2)
	edit(t, s, disk, "a", "f", "2")
	must(t, s.Close())
	s = openStore(t, dir)
	if got := marksOf(s); len(got) != 1 || got[0] != "o1 after 1 by outside: edited f true true" {
		t.Fatalf("marks %q", got)
	}
	if b, err := s.Blob(s.Marks()[0].Files[0].After.Hash); err != nil || string(b) != "mine" {
		t.Errorf("kept %q, %v", b, err)
	}
}
