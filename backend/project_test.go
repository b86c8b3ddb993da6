package backend

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"redline/backend/approvals"
	"redline/backend/checkpoints"
	"redline/backend/config"
	"redline/backend/tools"
	"redline/backend/workspace"
)

// A folder is open once: a second opening is refused, by whatever path, until the
// first is closed (WS-03). A folder that can't be opened leaves nothing locked.
func TestSecondOpeningIsRefused(t *testing.T) {
	b := open(t, nil, nil)
	alias := filepath.Join(t.TempDir(), "alias")
	must(t, os.Symlink(b.dir, alias))
	for _, dir := range []string{b.dir, b.dir + "/.", alias} {
		if _, err := Open(t.Context(), dir, b.options); !errors.Is(err, workspace.ErrBusy) || !strings.Contains(err.Error(), fmt.Sprintf("(process %d)", os.Getpid())) {
			t.Errorf("%s: %v", dir, err)
		}
	}
	must(t, b.Close())
	b.open(nil)
	for name, want := range map[string]error{"none": workspace.ErrNoFolder, "file": workspace.ErrNotFolder} {
		b.write("file", "")
		if _, err := Open(t.Context(), filepath.Join(b.dir, name), b.options); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	must(t, b.Close())
	kept := filepath.Join(b.home, "workspaces", nameOf(b.Workspace.Dir()), "chats")
	must(t, os.RemoveAll(kept))
	must(t, os.WriteFile(kept, nil, 0o600))
	if _, err := Open(t.Context(), b.dir, b.options); err == nil {
		t.Fatal("it opened without a folder for chats")
	}
	must(t, os.Remove(kept))
	b.open(nil)
}

// The file library lies in Redline's own folder, which is closed to tools, and is
// open to them all the same.
func TestLibrary(t *testing.T) {
	b := open(t, nil, nil)
	library, err := b.options.Home.Library()
	must(t, err)
	b.dir = library
	b.open(nil)
	chat := b.Chats.New().ID
	b.send(chat, "create notes/f.md: x")
	b.holds("notes/f.md", "x\n")
	if turn := b.send(chat, "delete "+b.home+"/config.toml"); !strings.Contains(told(turn), "outside the workspace") && !strings.Contains(told(turn), "may not be touched") {
		t.Errorf("its own settings: %s", told(turn))
	}
}

// What a crash left half done is settled at the next opening by looking at the file:
// written, it gets its place on the timeline; not written, it is forgotten; changed
// since, the person is told (WS-09).
func TestRecovery(t *testing.T) {
	for name, tc := range map[string]struct {
		found    string // in the file when the folder is opened again
		entries  int
		problems int
	}{
		"written":       {"after", 1, 0},
		"not written":   {"before", 0, 0},
		"changed since": {"theirs", 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, nil, map[string]string{"f": "before"})
			state := func(s string) workspace.File {
				return workspace.File{State: workspace.State{Exists: true, Hash: workspace.HashOf([]byte(s)), Size: int64(len(s)), Mode: 0o644}, Bytes: []byte(s)}
			}
			turn, err := b.Store.BeginTurn(checkpoints.TurnInfo{Session: "s", Prompt: 1, Label: "go"})
			must(t, err)
			_, err = b.Store.Begin(checkpoints.Change{Session: "s", Turn: turn.Number, Path: "f", Kind: checkpoints.Edited, Before: state("before"), After: state("after")})
			must(t, err)
			must(t, b.Close())
			b.write("f", tc.found)
			b.open(nil)
			if n := len(b.Store.Entries(1)); n != tc.entries || len(b.Problems) != tc.problems || len(b.Store.Unsettled()) > 0 {
				t.Errorf("%d entries, problems %q", n, b.Problems)
			}
			b.holds("f", tc.found)
			if tc.entries > 0 {
				_, err := b.Undo(t.Context(), false)
				must(t, err)
				b.holds("f", "before")
			}
		})
	}
}

// A chat that a crash cut short reads as stopped, and damage to what is kept is told
// without keeping the folder closed (FS-67, WS-28).
func TestDamage(t *testing.T) {
	b := open(t, nil, nil)
	chat := b.Chats.New().ID
	b.send(chat, "create f: x")
	must(t, b.Close())
	kept := filepath.Join(b.home, "workspaces", nameOf(b.Workspace.Dir()))
	file := filepath.Join(kept, "chats", chat+".jsonl")
	whole, err := os.ReadFile(file)
	must(t, err)
	end := strings.LastIndex(strings.TrimSuffix(string(whole), "\n"), "\n") + 1
	must(t, os.WriteFile(file, whole[:end+5], 0o600)) // in the middle of the last record
	must(t, os.WriteFile(filepath.Join(kept, "checkpoints", "log.jsonl"), []byte("{\"k\":\"odd\"}\n"), 0o600))
	must(t, os.Mkdir(filepath.Join(kept, "chats", "odd.jsonl"), 0o700))
	b.open(nil)
	if len(b.Problems) != 2 || !strings.Contains(b.Problems[0], "timeline") || !strings.Contains(b.Problems[1], "odd.jsonl") {
		t.Errorf("problems %q", b.Problems)
	}
	turns, err := b.Thread(chat)
	must(t, err)
	if len(turns) != 1 || turns[0].Status != Stopped || !strings.HasPrefix(told(turns[0]), "create_file(call-1) true false; created f approved") {
		t.Errorf("%+v", turns)
	}
	if turn := b.send(chat, "create g: x"); turn.Status != Done || turn.Index != 2 {
		t.Errorf("then %+v", turn)
	}
}

// Going back and forward restores bytes, says what it did, and every conflict is met
// before anything is written (FS-63, FS-68).
func TestThroughTime(t *testing.T) {
	b := open(t, nil, map[string]string{"f": "0\r\n", "dir/.keep": ""})
	chat := b.Chats.New().ID
	b.send(chat, "replace 0 with 1 in f")
	b.send(chat, "create new/g: 1")
	b.send(chat, "delete f")
	check := func(what string, m Moved, err error, turn int, restored, kept string, f, g string) {
		t.Helper()
		if err != nil || m.Turn != turn || strings.Join(m.Restored, " ") != restored || strings.Join(m.Kept, " ") != kept {
			t.Errorf("%s: %+v, %v", what, m, err)
		}
		b.holds("f", f)
		b.holds("new/g", g)
	}
	m, err := b.Undo(t.Context(), false)
	check("undo", m, err, 2, "f", "", "1\r\n", "1\n")
	m, err = b.Rewind(t.Context(), 0, nil, false)
	check("rewind", m, err, 0, "f new/g", "", "0\r\n", "")
	if _, err := os.Stat(filepath.Join(b.dir, "new")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder that a turn made stays: %v", err)
	}
	m, err = b.Redo(t.Context(), false)
	check("redo", m, err, 2, "f new/g", "", "1\r\n", "1\n")
	m, err = b.Rewind(t.Context(), 3, nil, false)
	check("forward", m, err, 3, "f", "", "", "1\n")
	m, err = b.Rewind(t.Context(), 0, []checkpoints.Choice{{Path: "new/g", Take: checkpoints.TakeNow}, {Path: "unknown", Take: checkpoints.TakeNow}}, false)
	check("keeping one", m, err, 0, "f", "new/g", "0\r\n", "1\n")
	_, err = b.Redo(t.Context(), true)
	must(t, err)

	b.write("new/g", "mine\n")
	m, err = b.Rewind(t.Context(), 1, nil, false)
	var conflict *tools.ConflictError
	if !errors.As(err, &conflict) || !slices.Equal(m.Conflicts, []string{"new/g"}) || m.Turn != 3 || err.Error() != "new/g was edited outside Redline since; nothing was changed" {
		t.Errorf("a conflict: %+v, %v", m, err)
	}
	b.holds("new/g", "mine\n")
	if said := told(b.send(chat, "undo")); !strings.Contains(said, "one file is restored") {
		t.Errorf("undo of what has no conflict: %s", said)
	}
	said := told(b.send(chat, "undo"))
	if want := "new/g was edited outside Redline since; nothing was changed. To choose what to keep, click the turn to go to on the timeline."; !strings.Contains(said, want) {
		t.Errorf("undo in the chat: %s", said)
	}
	m, err = b.Undo(t.Context(), true)
	check("forced", m, err, 1, "new/g", "", "1\r\n", "")
	m, err = b.Redo(t.Context(), false)
	check("what it replaced comes back", m, err, 2, "new/g", "", "1\r\n", "mine\n")
	for _, turn := range []int{-1, 99} {
		if _, err := b.Rewind(t.Context(), turn, nil, false); !errors.Is(err, checkpoints.ErrNoTurn) {
			t.Errorf("turn %d: %v", turn, err)
		}
	}
}

// While a chat answers nothing moves: what it goes on to write would be about
// another moment. Undo asked for in a chat is no such answer.
func TestNothingMovesWhileAnswering(t *testing.T) {
	b := open(t, nil, map[string]string{"f": "0\n"})
	chat := b.Chats.New().ID
	b.send(chat, "replace 0 with 1 in f")
	speaking, goOn := make(chan struct{}), make(chan struct{})
	b.model = script{{"a", func() { close(speaking); <-goOn }, call("1", "create_file", `{"path":"g","content":"x"}`)}, {"done"}}
	_, err := b.Send(chat, "go")
	must(t, err)
	refused := func(when string) {
		t.Helper()
		for name, move := range map[string]func() (Moved, error){
			"undo": func() (Moved, error) { return b.Undo(t.Context(), true) }, "rewind": func() (Moved, error) { return b.Rewind(t.Context(), 0, nil, true) },
		} {
			if _, err := move(); !errors.Is(err, ErrWaiting) {
				t.Errorf("%s %s: %v", name, when, err)
			}
		}
		b.holds("f", "1\n")
	}
	<-speaking
	refused("while it speaks")
	close(goOn)
	b.asked(1)
	refused("while an edit waits")
	b.finish(chat)
	b.holds("g", "x")
}

// A file can be looked at as of any turn on the line, whatever name leads to it, and
// no other (checkpoints.md).
func TestFileAt(t *testing.T) {
	b := open(t, nil, map[string]string{"real/f": "0\n", "same": "s"})
	must(t, os.Symlink("real/f", filepath.Join(b.dir, "link")))
	chat := b.Chats.New().ID
	b.send(chat, "replace 0 with 1 in link")
	b.send(chat, "replace 1 with 2 in real/f")
	b.send(chat, "create g: x")
	b.send(chat, "delete g")
	for _, tc := range []struct {
		turn int
		name string
		want string
	}{
		{0, "link", "2\n"}, {1, "link", "1\n"}, {1, "real/f", "1\n"}, {2, "./real/../link", "2\n"}, {4, "real/f", "2\n"},
		{1, "same", "s"}, {2, "g", ""}, {3, "g", "x\n"}, {4, "g", ""},
	} {
		f, err := b.FileAt(tc.turn, tc.name)
		if err != nil || string(f.Bytes) != tc.want || f.Exists != (tc.want != "") {
			t.Errorf("%s after turn %d: %q, %v", tc.name, tc.turn, f.Bytes, err)
		}
	}
	b.send(chat, "undo")
	b.send(chat, "create h: x") // leaves turn 4 on a branch
	for _, turn := range []int{-1, 4, 6} {
		if _, err := b.FileAt(turn, "same"); !errors.Is(err, checkpoints.ErrNoTurn) {
			t.Errorf("turn %d: %v", turn, err)
		}
	}
	if _, err := b.FileAt(1, "../f"); !errors.Is(err, workspace.ErrOutsideWorkspace) {
		t.Errorf("outside: %v", err)
	}
}

// A person's export asks nobody, is a turn of its own that can be taken back, and
// uses the page size that holds then (FS-70, FS-71).
func TestExport(t *testing.T) {
	b := open(t, nil, map[string]string{"n.md": "# Title\n"})
	paper := func(size string) string {
		c := config.Default()
		c.PDF.PageSize = size
		b.Configure(c)
		r := ExportRequest{Path: "n.md", Output: "out/" + size, Format: "pdf", PageSize: b.PageSize()}
		done, err := b.Export(t.Context(), r)
		must(t, err)
		if done.Output != "out/"+size+".pdf" || done.Pages != 1 {
			t.Errorf("%+v", done)
		}
		if _, err := b.Export(t.Context(), r); !errors.Is(err, tools.ErrExists) {
			t.Errorf("over a document: %v", err)
		}
		data, err := os.ReadFile(filepath.Join(b.dir, done.Output))
		must(t, err)
		_, rest, _ := strings.Cut(string(data), "/MediaBox")
		rest, _, _ = strings.Cut(rest, "]")
		return rest
	}
	if a4, letter := paper("a4"), paper("letter"); a4 == letter || a4 == "" {
		t.Errorf("pages of %s and %s", a4, letter)
	}
	turns := b.Store.Turns()
	if len(turns) != 2 || turns[1].Label != "Export n.md" || turns[1].Session != "" || len(turns[1].Files) != 1 {
		t.Errorf("turns %+v", turns)
	}
	m, err := b.Undo(t.Context(), false)
	must(t, err)
	if !slices.Equal(m.Restored, []string{"out/letter.pdf"}) {
		t.Errorf("%+v", m)
	}
	chat := b.Chats.New().ID
	b.send(chat, "export n.md as pdf")
	data, err := os.ReadFile(filepath.Join(b.dir, "n.pdf"))
	must(t, err)
	if !strings.Contains(string(data), "612") {
		t.Error("the model's export is not on letter paper")
	}
}

// With a standing answer nobody is asked (redline tool --approve).
func TestStandingAnswer(t *testing.T) {
	b := open(t, nil, nil)
	for _, action := range []approvals.Action{approvals.Approve, approvals.Reject} {
		b.Gate.Always = &approvals.Decision{All: action}
		chat := b.Chats.New().ID
		_, err := b.Send(chat, "create "+string(action)+": x")
		must(t, err)
		b.until("the turn ends", func() bool { return len(b.RunningChats()) == 0 })
	}
	b.holds("approve", "x\n")
	b.holds("reject", "")
}
