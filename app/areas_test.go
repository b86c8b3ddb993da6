package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// desktop is a window's system as a test sees it.
type desktop struct {
	choose string
	asked  []string
}

func (d *desktop) ChooseFolder(string) (string, error) { return d.choose, nil }
func (d *desktop) OpenFile(path string) error          { d.asked = append(d.asked, "open "+path); return nil }
func (d *desktop) Reveal(path string) error {
	d.asked = append(d.asked, "reveal "+path)
	return errors.New("no file manager")
}

// Folders are looked at, opened, remembered and forgotten; one that can't be opened
// leaves the open one as it is.
func TestWorkspaces(t *testing.T) {
	f := newFace(t, map[string]string{"a": "", "b": "", ".c": "", "sub/x": "", "Zebra/x": "", ".hidden/x": ""})
	check, err := f.workspaces.Check(FolderRequest{f.dir + "/../work/"})
	if want := (FolderCheck{Dir: f.dir, Name: "work", Files: 4}); err != nil || check != want {
		t.Errorf("check %+v, %v", check, err)
	}
	folders, err := f.workspaces.Folders(FolderRequest{f.dir})
	if err != nil || folders.Parent != filepath.Dir(f.dir) || !slices.Equal(folders.Folders, []string{"sub", "Zebra"}) {
		t.Errorf("folders %+v, %v", folders, err)
	}
	for dir, want := range map[string]string{
		f.dir + "/none": "does not exist. Choose another folder.", f.dir + "/a": "is a file, not a folder", "relative": "whole path", "~nobody/x": "whole path",
	} {
		c, err := f.workspaces.Check(FolderRequest{dir})
		if said := c.Problem + fmt.Sprint(err); !strings.Contains(said, want) {
			t.Errorf("check %s: %q", dir, said)
		}
		if _, err := f.workspaces.Folders(FolderRequest{dir}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("folders of %s: %v", dir, err)
		}
		if _, err := f.workspaces.Open(FolderRequest{dir}); code(err) != CodeBadFolder && code(err) != CodeBadRequest {
			t.Errorf("open %s: %v", dir, err)
		}
	}
	if w, err := f.workspaces.Current(); err != nil || !w.Open || w.Dir != f.dir || w.Name != "work" || w.Library || len(w.Problems) > 0 {
		t.Errorf("after failures %+v is open, %v", w, err)
	}
	chat := f.send("create new: x")
	f.asked(1)
	if again, err := f.workspaces.Open(FolderRequest{f.dir + "/."}); err != nil || again.Dir != f.dir || len(f.asked(1).ID) == 0 {
		t.Errorf("opened again: %+v, %v", again, err)
	}
	library, err := f.workspaces.OpenLibrary()
	if err != nil || !library.Library || library.Name != "library" {
		t.Errorf("library %+v, %v", library, err)
	}
	if _, err := f.chats.Thread(ChatRequest{chat}); code(err) != CodeNotFound {
		t.Errorf("another folder's chat: %v", err)
	}
	back, err := f.workspaces.Open(FolderRequest{f.dir})
	must(t, err)
	if turn := f.ended(chat); turn.Status != TurnStopped || turn.Blocks[0].Edit.Status != EditWithdrawn || back.Dir != f.dir {
		t.Errorf("what ran when it was left: %+v", turn)
	}
	f.holds("new", "")
	recent, err := f.workspaces.Recent()
	if err != nil || len(recent) != 2 || recent[0].Dir != f.dir || recent[1].Dir != library.Dir || recent[0].Missing {
		t.Errorf("recent %+v, %v", recent, err)
	}
	must(t, os.RemoveAll(library.Dir))
	if recent, err = f.workspaces.Recent(); err != nil || !recent[1].Missing {
		t.Errorf("recent %+v, %v", recent, err)
	}
	if recent, err = f.workspaces.Forget(FolderRequest{library.Dir}); err != nil || len(recent) != 1 {
		t.Errorf("forgotten: %+v, %v", recent, err)
	}
	if _, err := f.workspaces.Choose(); code(err) != CodeNoDialog {
		t.Errorf("a dialog in a browser: %v", err)
	}
	window := &desktop{}
	f.app.Native = window
	for dir, want := range map[string]string{"": "", f.dir: "work"} {
		window.choose = dir
		if c, err := f.workspaces.Choose(); err != nil || c.Name != want {
			t.Errorf("chosen %q: %+v, %v", dir, c, err)
		}
	}
	if info, err := f.workspaces.Info(); err != nil || info.Version != "1.2.3" || !info.Native || info.Problem != "" {
		t.Errorf("info %+v, %v", info, err)
	}
}

// Two apps can't have one folder open (WS-03).
func TestFolderOpenElsewhere(t *testing.T) {
	f := newFace(t, nil)
	other := New(f.app.home, "")
	defer other.Shutdown()
	if _, err := other.OpenFolder(f.dir); code(err) != CodeBusy || !strings.Contains(err.Error(), "is open in another Redline") {
		t.Errorf("%v", err)
	}
	must(t, f.app.Shutdown())
	if _, err := other.OpenFolder(f.dir); err != nil {
		t.Error(err)
	}
	if _, err := f.app.OpenFolder(f.dir); code(err) != CodeNoWorkspace {
		t.Errorf("opened while closing: %v", err)
	}
}

// Settings hold at once and are kept, together with what the person wrote into the
// file; a file that can't be understood is never written over.
func TestSettings(t *testing.T) {
	f := newFace(t, map[string]string{"n.md": "x"})
	file := f.app.home.Settings()
	must(t, os.WriteFile(file, []byte("[lsp.fake]\ncommand = \"/bin/fake\"\nextensions = [\".fake\"]\n"), 0o600))
	want := Preferences{Theme: "dark", AddedText: "green", PageSize: "letter", Sidebar: false, Inspector: true}
	got, err := f.settings.Set(want)
	if err != nil || got != want {
		t.Errorf("set %+v, %v", got, err)
	}
	if got, err := f.settings.Get(); err != nil || got != want {
		t.Errorf("get %+v, %v", got, err)
	}
	job, err := f.exports.Start(ExportRequest{Path: "n.md", Format: "pdf"})
	must(t, err)
	data, err := os.ReadFile(filepath.Join(f.dir, f.exported(job).Output))
	must(t, err)
	if !strings.Contains(string(data), "612") {
		t.Error("a document made after the choice is not on letter paper")
	}
	saved, err := os.ReadFile(file)
	must(t, err)
	if got, err := (&Settings{New(f.app.home, "")}).Get(); err != nil || got != want || !strings.Contains(string(saved), "/bin/fake") {
		t.Errorf("the next start has %+v, %v, of %s", got, err, saved)
	}
	for _, bad := range []Preferences{{}, {Theme: "pink", AddedText: "green", PageSize: "a4"}, {Theme: "dark", AddedText: "blue", PageSize: "a5"}} {
		if _, err := f.settings.Set(bad); code(err) != CodeBadRequest || !strings.Contains(err.Error(), "Nothing was saved.") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	broken := "[ui]\ntheme = \"dark\"\nsidbar = true\n"
	must(t, os.WriteFile(file, []byte(broken), 0o600))
	if _, err := f.settings.Set(want); code(err) != CodeBadRequest || !strings.Contains(err.Error(), "was not saved") || !strings.Contains(err.Error(), `line 3: there is no setting "ui.sidbar"; the nearest is "ui.sidebar"`) {
		t.Errorf("over a broken file: %v", err)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != broken {
		t.Errorf("the broken file became %q", data)
	}
	if got, err := f.settings.Get(); err != nil || got != want {
		t.Errorf("what held before: %+v, %v", got, err)
	}
	next := New(f.app.home, "")
	if info, err := (&Workspaces{next}).Info(); err != nil || !strings.Contains(info.Problem, "line 3") {
		t.Errorf("info %+v, %v", info, err)
	}
	must(t, os.Remove(file))
	if _, err := (&Settings{next}).Set(want); err != nil {
		t.Error(err)
	}
	if info, err := (&Workspaces{next}).Info(); err != nil || info.Problem != "" {
		t.Errorf("once mended: %+v, %v", info, err)
	}
}

// A prompt is a text that isn't empty and at most 1 MB; a chat without one is used
// before another is begun.
func TestChats(t *testing.T) {
	f := newFace(t, nil)
	a, err := f.chats.New()
	must(t, err)
	if b, err := f.chats.New(); err != nil || b.ID != a.ID {
		t.Errorf("a second empty chat: %+v, %v", b, err)
	}
	for _, text := range []string{"", " \n\t", strings.Repeat("x", maxPrompt+1), "\xff"} {
		if _, err := f.chats.Send(SendRequest{a.ID, text}); code(err) != CodeBadRequest {
			t.Errorf("%.10q: %v", text, err)
		}
	}
	if _, err := f.chats.Send(SendRequest{"none", "help"}); code(err) != CodeNotFound {
		t.Errorf("no such chat: %v", err)
	}
	chat := f.send("create f: x")
	f.asked(1)
	if _, err := f.chats.Send(SendRequest{chat, "more"}); code(err) != CodeRunning {
		t.Errorf("while it answers: %v", err)
	}
	if _, err := f.timeline.Rewind(RewindRequest{Force: true}); code(err) != CodeRunning {
		t.Errorf("rewind while it answers: %v", err)
	}
	must(t, f.chats.Stop(ChatRequest{chat}))
	turn := f.ended(chat)
	if turn.Status != TurnStopped || turn.Index != 1 || turn.Error != "" {
		t.Errorf("%+v", turn)
	}
	list, err := f.chats.List()
	if err != nil || len(list) != 1 || list[0].Title != "create f: x" || list[0].Turns != 1 || list[0].Running || list[0].Waiting != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if b, err := f.chats.New(); err != nil || b.ID == chat {
		t.Errorf("a new chat: %+v, %v", b, err)
	}
	long := f.do("create long: " + strings.Repeat("é", maxResultShown))
	must(t, err)
	thread, err := f.chats.Thread(ChatRequest{list[0].ID})
	if err != nil || len(thread.Turns) != 1 || long.Status != TurnDone {
		t.Errorf("%+v, %v", thread.Chat, err)
	}
}

// A conflict names the file and says how it is settled; choosing settles it either
// way (FS-63, FS-68).
func TestConflict(t *testing.T) {
	f := newFace(t, map[string]string{"f": "0\n"})
	f.do("replace 0 with 1 in f")
	f.do("create g: x")
	f.write("f", "mine\n")
	_, err := f.timeline.Rewind(RewindRequest{Turn: 0})
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeConflict || e.Path != "f" || e.Message != "f was edited outside Redline since; nothing was changed." || !strings.Contains(e.Hint, "choose") {
		t.Errorf("%+v", err)
	}
	f.holds("g", "x\n")
	m, err := f.timeline.Moment(TurnRequest{0})
	if err != nil || len(m.Conflicts) != 1 || m.Conflicts[0].Path != "f" || m.Conflicts[0].Gone || m.Conflicts[0].Changed.IsZero() {
		t.Errorf("%+v, %v", m, err)
	}
	i := slices.IndexFunc(m.Files, func(d FileDifference) bool { return d.Path == "g" })
	if i < 0 || m.Files[i].Change != "deleted" || m.Files[i].Note != "new in turn 2, will be removed" {
		t.Errorf("%+v", m.Files)
	}
	kept, err := f.timeline.Rewind(RewindRequest{Turn: 0, Keep: []string{"f"}})
	if err != nil || !slices.Equal(kept.Kept, []string{"f"}) || !slices.Equal(kept.Restored, []string{"g"}) {
		t.Errorf("kept: %+v, %v", kept, err)
	}
	f.holds("f", "mine\n")
	_, err = f.timeline.Redo(ForceRequest{})
	must(t, err)
	_, err = f.timeline.Rewind(RewindRequest{Turn: 0, Force: true})
	must(t, err)
	f.holds("f", "0\n")
	_, err = f.timeline.Redo(ForceRequest{})
	must(t, err)
	f.holds("f", "mine\n")
	must(t, os.Remove(filepath.Join(f.dir, "f")))
	if m, err = f.timeline.Moment(TurnRequest{0}); err != nil || len(m.Conflicts) != 1 || !m.Conflicts[0].Gone {
		t.Errorf("deleted outside: %+v, %v", m, err)
	}
	if _, err := f.timeline.Moment(TurnRequest{9}); code(err) != CodeNotFound {
		t.Errorf("no such turn: %v", err)
	}
}
