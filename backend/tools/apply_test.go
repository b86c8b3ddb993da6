package tools

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"redline/backend/approvals"
	"redline/backend/checkpoints"
	"redline/backend/workspace"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// writer opens a folder with one file, and answers every question with d.
func writer(t *testing.T, d approvals.Decision, content []byte) (*Writer, string) {
	t.Helper()
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "work"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "work", "f"), content, 0o640))
	w, err := openWriter(dir)
	must(t, err)
	t.Cleanup(func() { w.Store.Close(); w.Workspace.Close() })
	w.Gate.Always = &d
	return w, filepath.Join(dir, "work", "f")
}

func apply(w *Writer, name string, after []byte) (Outcome, error) {
	p, err := w.Workspace.ResolveWritable(name)
	if err != nil {
		return Outcome{}, err
	}
	before, err := read(w.Workspace, p)
	if err != nil {
		return Outcome{}, err
	}
	return w.Apply(context.Background(), Call{Session: "s"}, Change{Path: p, Before: before, After: after})
}

// Of two changes the person takes the second and rewrites the first: exactly that
// is written, in the file's own encoding, the rest to the byte.
func TestPartOfAnEdit(t *testing.T) {
	wide := func(encoding, s string) []byte { return workspace.Text{Encoding: encoding}.Encode(s) }
	for _, tc := range []struct {
		name                string
		before, after, want []byte
	}{
		{"utf-8", []byte("a\nb\nc\n"), []byte("A\nb\nC\n"), []byte("Ä\nb\nC\n")},
		{"byte order mark", []byte("\xef\xbb\xbfz\na\nb\nc\n"), []byte("\xef\xbb\xbfz\nA\nb\nC\n"), []byte("\xef\xbb\xbfz\nÄ\nb\nC\n")},
		{"stray bytes", []byte("a\n\xff\xfe\nc"), []byte("A\n\xff\xfe\nC"), []byte("Ä\n\xff\xfe\nC")},
		{"utf-16le", wide("utf-16le", "a\nĊਅ\nc\n"), wide("utf-16le", "A\nĊਅ\nC\n"), wide("utf-16le", "Ä\nĊਅ\nC\n")},
		{"utf-16be", wide("utf-16be", "a\n\U0001F600\nc\n"), wide("utf-16be", "A\n\U0001F600\nC\n"), wide("utf-16be", "Ä\n\U0001F600\nC\n")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w, file := writer(t, approvals.Decision{All: approvals.Approve, Hunks: []approvals.HunkDecision{
				{Hunk: 0, Action: approvals.Amend, Text: []byte("Ä\n")},
			}}, tc.before)
			out, err := apply(w, "f", tc.after)
			must(t, err)
			got, err := os.ReadFile(file)
			must(t, err)
			if !bytes.Equal(got, tc.want) || out.State.Hash != workspace.HashOf(tc.want) {
				t.Errorf("wrote %q, want %q", got, tc.want)
			}
		})
	}
}

// A file written through a link and under its own name is one file to the timeline:
// going back over both restores it.
func TestLinkAndFileAreOneOnTheTimeline(t *testing.T) {
	w, file := writer(t, approvals.Decision{All: approvals.Approve}, []byte("x\n"))
	must(t, os.Symlink("f", filepath.Join(filepath.Dir(file), "link")))
	for i, name := range []string{"link", "f", "link"} {
		_, err := w.Store.BeginTurn(checkpoints.TurnInfo{Session: "s", Prompt: i + 1})
		must(t, err)
		_, err = apply(w, name, []byte{byte('a' + i), '\n'})
		must(t, err)
	}
	plan, err := w.Store.PlanRewind(0, w.Disk)
	must(t, err)
	must(t, w.Move(t.Context(), plan, false))
	got, err := os.ReadFile(file)
	must(t, err)
	if string(got) != "x\n" {
		t.Errorf("holds %q", got)
	}
}

// A rewind that fails in the middle changes nothing, and makes no folders.
func TestFailedRewindChangesNothing(t *testing.T) {
	w, file := writer(t, approvals.Decision{All: approvals.Approve}, []byte("x\n"))
	work := filepath.Dir(file)
	_, err := w.Store.BeginTurn(checkpoints.TurnInfo{Session: "s", Prompt: 1})
	must(t, err)
	_, err = apply(w, "f", []byte("y\n"))
	must(t, err)
	_, err = apply(w, "d/e", []byte("1\n"))
	must(t, err)
	_, err = apply(w, "z/g", []byte("1\n"))
	must(t, err)
	plan, err := w.Store.PlanUndo(w.Disk)
	must(t, err)
	must(t, w.Move(t.Context(), plan, false))
	// A file stands where the redo needs a folder.
	plan, err = w.Store.PlanRedo(w.Disk)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(work, "z"), []byte("mine"), 0o600))
	if err := w.Move(t.Context(), plan, true); err == nil {
		t.Fatal("it succeeded")
	}
	if _, err := os.Lstat(filepath.Join(work, "d")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder was left: %v", err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != "x\n" {
		t.Errorf("f holds %q, %v", got, err)
	}
	if left := w.Store.Unsettled(); len(left) > 0 {
		t.Errorf("%d are unsettled", len(left))
	}
}
