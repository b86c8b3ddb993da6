package checkpoints

import (
	"slices"
	"testing"

	"redline/backend/workspace"
)

// A folder that a turn made goes with the turn and comes back with it, also once the
// log was read anew; it is no file that could be restored or be in conflict.
func TestFolders(t *testing.T) {
	dir, disk := t.TempDir(), tree{}
	s := openStore(t, dir)
	begin(t, s, "s", 1)
	edit(t, s, disk, "s", "f", "1")
	begin(t, s, "s", 2)
	in, err := s.Begin(Change{Session: "s", Path: "a/b", Kind: Created, Folder: true})
	must(t, err)
	_, err = s.Commit(in.ID, workspace.State{}, []string{"a", "a/b"})
	must(t, err)
	must(t, s.Close())
	s = openStore(t, dir)

	turns := s.Turns()
	if files := turns[1].Files; len(files) != 1 || files[0] != (FileChange{Path: "a/b/", Kind: Created}) {
		t.Errorf("turn 2 has %+v", files)
	}
	for range 2 {
		plan, err := s.PlanUndo(disk.state)
		if must(t, err); plan.To != 1 || len(plan.Steps) > 0 || len(plan.Conflicts) > 0 || !slices.Equal(plan.Folders, []string{"a", "a/b"}) || len(plan.Make) > 0 {
			t.Errorf("undo: %+v", plan)
		}
		carry(t, s, disk, plan, nil)
		if d := s.Differences(1); len(d) > 0 {
			t.Errorf("differences: %+v", d)
		}
		must(t, s.Close())
		s = openStore(t, dir)
		plan, err = s.PlanRedo(disk.state)
		if must(t, err); len(plan.Steps) > 0 || len(plan.Folders) > 0 || !slices.Equal(plan.Make, []string{"a", "a/b"}) {
			t.Errorf("redo: %+v", plan)
		}
		carry(t, s, disk, plan, nil)
	}
	plan, err := s.PlanRewind(0, disk.state)
	if must(t, err); len(plan.Steps) != 1 || plan.Steps[0].Path != "f" || !slices.Equal(plan.Folders, []string{"a", "a/b"}) {
		t.Errorf("rewind: %+v", plan)
	}
	carry(t, s, disk, plan, nil)
	plan, err = s.PlanRewind(2, disk.state)
	if must(t, err); len(plan.Steps) != 1 || !slices.Equal(plan.Make, []string{"a", "a/b"}) {
		t.Errorf("onward: %+v", plan)
	}
}
