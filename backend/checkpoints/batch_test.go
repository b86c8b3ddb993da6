package checkpoints

import (
	"errors"
	"testing"

	"redline/backend/workspace"
)

func twoChanges() []Change {
	a, b := fileOf("a"), fileOf("b")
	return []Change{
		{Session: "s", Path: "a", Kind: Created, After: a, Added: 1},
		{Session: "s", Path: "b", Kind: Created, After: b, Added: 1},
	}
}

// Changes made together are on the timeline all at once, and after the store is
// opened anew; those that are aborted never were (FS-54, FS-61).
func TestBatch(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	turn := begin(t, s, "s", 1)
	changes := twoChanges()

	in, err := s.BeginAll(changes)
	must(t, err)
	if n := len(s.Entries(turn)); n != 0 {
		t.Errorf("%d entries of what is not written yet", n)
	}
	must(t, s.AbortAll(in.ID))
	if err := s.CommitAll(in.ID, nil); !errors.Is(err, errNoIntent) {
		t.Errorf("ended twice: %v", err)
	}

	in, err = s.BeginAll(changes)
	must(t, err)
	if err := s.CommitAll(in.ID, make([]Written, 1)); !errors.Is(err, errNoIntent) {
		t.Errorf("one of two: %v", err)
	}
	must(t, s.CommitAll(in.ID, []Written{{State: changes[0].After.State}, {State: changes[1].After.State, Folders: []string{"d"}}}))
	must(t, s.Close())
	for range 2 {
		s = openStore(t, dir)
		entries := s.Entries(turn)
		if len(entries) != 2 || entries[0].Path != "a" || !entries[1].After.Same(changes[1].After.State) || len(entries[1].Folders) != 1 {
			t.Errorf("entries %+v", entries)
		}
		must(t, s.Close())
	}
}

// A batch without an end is told with its files when the store is opened again, also
// when this process gave it up, and holds up nothing that comes after.
func TestBatchUnsettled(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	begin(t, s, "s", 1)
	in, err := s.BeginAll(twoChanges())
	must(t, err)
	plan, err := s.PlanRewind(0, tree{}.state)
	must(t, err)
	if _, err := s.BeginMove(plan, tree{}.read); !errors.Is(err, ErrBusy) {
		t.Errorf("a move in the middle of a batch: %v", err)
	}
	s.Leave(in.ID)
	move, err := s.BeginMove(plan, tree{}.read)
	must(t, err)
	if _, err := s.BeginAll(twoChanges()); !errors.Is(err, ErrBusy) {
		t.Errorf("a batch in the middle of a move: %v", err)
	}
	must(t, s.AbortMove(move.ID))
	must(t, s.Close())

	s = openStore(t, dir)
	left := s.Unsettled()
	if len(left) != 1 || !left[0].Batch || len(left[0].Steps) != 2 || left[0].Steps[1].Path != "b" || left[0].Steps[1].Now != (workspace.State{}) {
		t.Fatalf("unsettled %+v", left)
	}
	must(t, s.AbortAll(left[0].ID))
	if left := s.Unsettled(); len(left) > 0 {
		t.Errorf("still unsettled: %+v", left)
	}
}
