package checkpoints

import (
	"slices"
	"testing"

	"redline/backend/workspace"
)

// moveFile gives a file another name in the store and on the disk in memory, as the
// writer does: one batch of the file that is written and the one that goes.
func moveFile(t testing.TB, s *Store, disk tree, session, from, to, content string) {
	t.Helper()
	source, _ := disk.read(from)
	over, _ := disk.read(to)
	after := fileOf(content)
	in, err := s.BeginAll([]Change{
		{Session: session, Path: to, Kind: between(over.State, after.State), Before: over, After: after, From: from, Source: source.State},
		{Session: session, Path: from, Kind: Deleted, Before: source},
	})
	must(t, err)
	disk.set(to, content, true)
	disk.set(from, "", false)
	must(t, s.CommitAll(in.ID, []Written{{State: after.State}, {State: workspace.State{}}}))
}

// A turn counts what differs from before it to after it, not what it did on the way,
// and a file with another name is one change.
func TestFilesOfATurn(t *testing.T) {
	type step struct{ from, path, content string }
	write := func(path, content string) step { return step{"", path, content} }
	for _, tc := range []struct {
		name   string
		before tree
		steps  []step
		want   []FileChange
	}{
		{"created", tree{}, []step{write("f", "1\n2\n")}, []FileChange{{Path: "f", Kind: Created, Added: 2}}},
		{"edited", tree{"f": "1\n"}, []step{write("f", "2\n")}, []FileChange{{Path: "f", Kind: Edited, Added: 1, Removed: 1}}},
		{"deleted", tree{"f": "1\n"}, []step{write("f", "")}, []FileChange{{Path: "f", Kind: Deleted, Removed: 1}}},
		{"created, then edited", tree{}, []step{write("f", "1\n2\n"), write("f", "1\n3\n")}, []FileChange{{Path: "f", Kind: Created, Added: 2}}},
		{"edited, then deleted", tree{"f": "1\n"}, []step{write("f", "1\n2\n3\n"), write("f", "")}, []FileChange{{Path: "f", Kind: Deleted, Removed: 1}}},
		{"deleted, then made again", tree{"f": "1\n2\n"}, []step{write("f", ""), write("f", "1\n3\n")}, []FileChange{{Path: "f", Kind: Edited, Added: 1, Removed: 1}}},
		{"created, then deleted", tree{}, []step{write("f", "1\n"), write("f", "")}, nil},
		{"edited and edited back", tree{"f": "1\n"}, []step{write("f", "2\n"), write("f", "1\n")}, nil},
		{"line by line", tree{"f": "1\n2\n"}, []step{write("f", "a\n2\n"), write("f", "a\nb\n")}, []FileChange{{Path: "f", Kind: Edited, Added: 2, Removed: 2}}},
		{"moved", tree{"f": "1\n"}, []step{{"f", "g", "1\n"}}, []FileChange{{Path: "g", From: "f", Kind: Moved}}},
		{"moved and edited at once", tree{"f": "1\n"}, []step{{"f", "g", "1\n2\n"}}, []FileChange{{Path: "g", From: "f", Kind: Moved, Added: 1}}},
		{"moved, then edited", tree{"f": "1\n"}, []step{{"f", "g", "1\n"}, write("g", "1\n2\n")}, []FileChange{{Path: "g", From: "f", Kind: Moved, Added: 1}}},
		{"edited, then moved", tree{"f": "1\n"}, []step{write("f", "2\n"), {"f", "g", "2\n"}}, []FileChange{{Path: "g", From: "f", Kind: Moved, Added: 1, Removed: 1}}},
		{"moved on", tree{"f": "1\n"}, []step{{"f", "g", "1\n"}, {"g", "h", "1\n"}}, []FileChange{{Path: "h", From: "f", Kind: Moved}}},
		{"moved and back", tree{"f": "1\n"}, []step{{"f", "g", "1\n"}, {"g", "f", "1\n"}}, nil},
		{"moved over another", tree{"f": "1\n", "g": "2\n"}, []step{{"f", "g", "1\n"}}, []FileChange{{Path: "g", From: "f", Kind: Moved}}},
		{"created, then moved", tree{}, []step{write("f", "1\n"), {"f", "g", "1\n"}}, []FileChange{{Path: "g", Kind: Created, Added: 1}}},
		{"moved, another in its place", tree{"f": "1\n"}, []step{{"f", "g", "1\n"}, write("f", "2\n")},
			[]FileChange{{Path: "g", From: "f", Kind: Moved}, {Path: "f", Kind: Created, Added: 1}}},
		{"moved, then deleted", tree{"f": "1\n"}, []step{{"f", "g", "1\n"}, write("g", "")}, []FileChange{{Path: "f", Kind: Deleted, Removed: 1}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, disk := t.TempDir(), tc.before
			s := openStore(t, dir)
			begin(t, s, "a", 1)
			for _, step := range tc.steps {
				if step.from != "" {
					moveFile(t, s, disk, "a", step.from, step.path, step.content)
				} else {
					edit(t, s, disk, "a", step.path, step.content)
				}
			}
			check := func(s *Store) {
				t.Helper()
				turn := s.Turns()[0]
				if !slices.Equal(turn.Files, tc.want) {
					t.Errorf("files %+v, want %+v", turn.Files, tc.want)
				}
				if want := min(len(tc.want), 1); s.UndoTurn() != want {
					t.Errorf("undo would take back turn %d, want %d", s.UndoTurn(), want)
				}
			}
			check(s)
			must(t, s.Close())
			check(openStore(t, dir))
		})
	}
}
