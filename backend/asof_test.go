package backend

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"redline/backend/checkpoints"
	"redline/backend/tools"
	"redline/backend/workspace"
)

// Any file, or one change of it, comes back as of any turn, as a turn that undo takes
// back; the others stay.
func TestRestore(t *testing.T) {
	b := open(t, nil, map[string]string{"f": "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "g": "g\n"})
	chat := b.Chats.New().ID
	b.send(chat, `replace "1" with "one" in f`)
	b.send(chat, `replace "9" with "nine" in f`)
	b.send(chat, "delete g")
	const now = "one\n2\n3\n4\n5\n6\n7\n8\nnine\n"
	b.holds("f", now)

	r, err := b.PlanRestore(1, checkpoints.Before, "f")
	must(t, err)
	if len(r.Diff.Hunks) != 2 || r.Now.Hash != workspace.HashOf([]byte(now)) {
		t.Fatalf("plan %+v", r.Diff.Hunks)
	}
	m, err := b.Restore(t.Context(), 1, checkpoints.Before, "f", Part{Hunks: []int{1}, Now: r.Now.Hash})
	must(t, err)
	b.holds("f", "one\n2\n3\n4\n5\n6\n7\n8\n9\n")
	if turn, ok := b.Store.Turn(m.Turn); !ok || turn.Label != "Restore f as of before turn 1" || turn.Added != 1 || turn.Removed != 1 || !slices.Equal(m.Restored, []string{"f"}) {
		t.Errorf("turn %+v, %+v", turn, m)
	}
	if _, err := b.Restore(t.Context(), 1, checkpoints.Before, "f", Part{Now: r.Now.Hash}); !errors.Is(err, workspace.ErrStale) {
		t.Errorf("a file that moved on: %v", err)
	}
	_, err = b.Undo(t.Context(), false)
	must(t, err)
	b.holds("f", now)

	must(t, os.Chmod(filepath.Join(b.dir, "f"), 0o755))
	_, err = b.Restore(t.Context(), 1, checkpoints.After, "f", Part{})
	must(t, err)
	b.holds("f", "one\n2\n3\n4\n5\n6\n7\n8\n9\n")
	if info, err := os.Stat(filepath.Join(b.dir, "f")); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("the permissions did not come back: %v, %v", info.Mode(), err)
	}
	_, err = b.Restore(t.Context(), 3, checkpoints.Before, "g", Part{})
	must(t, err)
	b.holds("g", "g\n")
	m, err = b.Restore(t.Context(), 3, checkpoints.Before, "g", Part{})
	if must(t, err); len(m.Restored) != 0 {
		t.Errorf("nothing had to change: %+v", m)
	}
	_, err = b.Restore(t.Context(), 3, checkpoints.After, "g", Part{})
	must(t, err)
	b.holds("g", "")

	b.write("h", "never\n")
	for name, tc := range map[string]struct {
		turn int
		path string
		part Part
		want error
	}{
		"no such turn":           {99, "f", Part{}, checkpoints.ErrNoTurn},
		"not a file of a turn":   {1, "h", Part{}, checkpoints.ErrUntouched},
		"outside":                {1, "../f", Part{}, workspace.ErrOutsideWorkspace},
		"a change that is not":   {1, "f", Part{Hunks: []int{7}}, nil},
		"a change before all":    {1, "f", Part{Hunks: []int{-1}}, nil},
		"changes of what is not": {99, "f", Part{Hunks: []int{0}}, checkpoints.ErrNoTurn},
	} {
		if _, err := b.Restore(t.Context(), tc.turn, checkpoints.Before, tc.path, tc.part); err == nil || tc.want != nil && !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
}

// What a turn made stays within reach when it was left behind on a branch.
func TestRestoreFromBranch(t *testing.T) {
	b := open(t, nil, nil)
	chat := b.Chats.New().ID
	b.send(chat, "create f: x")
	_, err := b.Undo(t.Context(), false)
	must(t, err)
	b.send(chat, "create g: y")
	if turn, _ := b.Store.Turn(1); turn.State != checkpoints.Branch {
		t.Fatalf("turn 1 is %s", turn.State)
	}
	_, err = b.Restore(t.Context(), 1, checkpoints.After, "f", Part{})
	must(t, err)
	b.holds("f", "x\n")
}

// A turn in the middle is taken out of real files, with its folders, and that is undone.
func TestTakeOutOnDisk(t *testing.T) {
	b := open(t, nil, map[string]string{"f": "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "old": "kept\n"})
	chat := b.Chats.New().ID
	b.send(chat, `replace "1" with "one" in f`)
	b.send(chat, "create a/b/new: x")
	c, err := b.Store.BeginTurn(checkpoints.TurnInfo{Session: chat, Prompt: 9, Label: "move"})
	must(t, err)
	result := b.Box.Run(t.Context(), "move_file", &tools.Context{
		Workspace: b.Workspace, Writer: b.Writer, Reads: &tools.Reads{}, Call: tools.Call{Session: chat, Turn: c.Number, Person: true},
	}, []byte(`{"path":"old","destination":"fresh"}`))
	must(t, result.Err)
	b.send(chat, `replace "9" with "nine" in f`)

	for _, turn := range []int{1, 2, 3} {
		m, err := b.TakeOut(t.Context(), turn, nil, "", false)
		must(t, err)
		if info, ok := b.Store.Turn(m.Turn); !ok || len(info.Files) != 1 {
			t.Errorf("taking out turn %d is turn %+v", turn, info)
		}
	}
	b.holds("f", "1\n2\n3\n4\n5\n6\n7\n8\nnine\n")
	b.holds("a/b/new", "")
	b.holds("old", "kept\n")
	b.holds("fresh", "")
	if _, err := os.Stat(filepath.Join(b.dir, "a")); !os.IsNotExist(err) {
		t.Errorf("the folder that turn 2 made is left: %v", err)
	}
	for range 3 {
		_, err := b.Undo(t.Context(), false)
		must(t, err)
	}
	b.holds("f", "one\n2\n3\n4\n5\n6\n7\n8\nnine\n")
	b.holds("a/b/new", "x\n")
	b.holds("fresh", "kept\n")
	b.holds("old", "")
}

// What was changed since in the same place is a choice, made of what was looked at.
func TestTakeOutClash(t *testing.T) {
	b := open(t, nil, map[string]string{"f": "a\n", "g": "g\n"})
	chat := b.Chats.New().ID
	b.send(chat, `replace "a" with "b" in f`)
	b.send(chat, `replace "b" with "c" in f`)
	var clash *tools.ClashError
	if m, err := b.TakeOut(t.Context(), 1, nil, "", false); !errors.As(err, &clash) || !slices.Equal(m.Conflicts, []string{"f"}) || len(b.Store.Turns()) != 2 {
		t.Fatalf("%+v, %v, %d turns", m, err, len(b.Store.Turns()))
	}
	b.holds("f", "c\n")
	plan, err := b.PlanTakeOut(1)
	must(t, err)
	b.write("f", "d\n")
	choice := []checkpoints.Choice{{Path: "f", Take: checkpoints.TakeMerge, Picks: []checkpoints.Pick{{Text: "e\n"}}}}
	if _, err := b.TakeOut(t.Context(), 1, choice, plan.Shown(), false); !errors.Is(err, checkpoints.ErrOldPlan) {
		t.Errorf("another plan than was shown: %v", err)
	}
	plan, err = b.PlanTakeOut(1)
	must(t, err)
	_, err = b.TakeOut(t.Context(), 1, choice, plan.Shown(), false)
	must(t, err)
	b.holds("f", "e\n")
	_, err = b.Undo(t.Context(), false)
	must(t, err)
	b.holds("f", "d\n")
	_, err = b.TakeOut(t.Context(), 1, nil, "", true)
	must(t, err)
	b.holds("f", "a\n")
}
