package app

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"redline/backend/config"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// face is an app as a page drives it: calls on its areas, and its events.
type face struct {
	t          *testing.T
	app        *App
	dir        string
	workspaces *Workspaces
	chats      *Chats
	approvals  *Approvals
	timeline   *Timeline
	files      *Files
	preview    *Preview
	exports    *Exports
	settings   *Settings
	heard      chan struct{}
}

// newFace starts an app with a home of its own and opens a folder of the given
// files.
func newFace(t *testing.T, files map[string]string) *face {
	t.Helper()
	top := t.TempDir()
	t.Setenv("REDLINE_HOME", filepath.Join(top, "home"))
	home, err := config.FindHome()
	must(t, err)
	a := New(home, "1.2.3")
	f := &face{
		t: t, app: a, dir: filepath.Join(top, "work"), heard: make(chan struct{}, 1),
		workspaces: &Workspaces{a}, chats: &Chats{a}, approvals: &Approvals{a}, timeline: &Timeline{a},
		files: &Files{a}, preview: &Preview{a}, exports: &Exports{a}, settings: &Settings{a},
	}
	must(t, os.Mkdir(f.dir, 0o755))
	for name, content := range files {
		f.write(name, content)
	}
	f.listen()
	_, err = f.workspaces.Open(FolderRequest{f.dir})
	must(t, err)
	t.Cleanup(func() { must(t, a.Shutdown()) })
	return f
}

// listen wakes up who waits at each event, and makes sure that none is missing.
func (f *face) listen() {
	events, last, stop := f.app.Events.Subscribe()
	f.t.Cleanup(stop)
	go func() {
		for e := range events {
			if last++; e.Seq != last {
				f.t.Errorf("event %d after %d", e.Seq, last-1)
			}
			select {
			case f.heard <- struct{}{}:
			default:
			}
		}
	}()
}

func (f *face) write(name, content string) {
	f.t.Helper()
	file := filepath.Join(f.dir, name)
	must(f.t, os.MkdirAll(filepath.Dir(file), 0o755))
	must(f.t, os.WriteFile(file, []byte(content), 0o644))
}

// holds fails the test unless a file is as given; "" is not there.
func (f *face) holds(name, want string) {
	f.t.Helper()
	if got, err := os.ReadFile(filepath.Join(f.dir, name)); string(got) != want || (err == nil) != (want != "") {
		f.t.Errorf("%s holds %q (%v), want %q", name, got, err, want)
	}
}

func (f *face) until(what string, is func() bool) {
	f.t.Helper()
	for deadline := time.After(20 * time.Second); !is(); {
		select {
		case <-f.heard:
		case <-deadline:
			f.t.Fatalf("waited in vain until %s", what)
		}
	}
}

// send sends a prompt in a new chat and gives the chat.
func (f *face) send(prompt string) string {
	f.t.Helper()
	chat, err := f.chats.New()
	must(f.t, err)
	_, err = f.chats.Send(SendRequest{chat.ID, prompt})
	must(f.t, err)
	return chat.ID
}

// asked waits until n edits wait, and gives the last.
func (f *face) asked(n int) EditSlip {
	f.t.Helper()
	var slips []EditSlip
	f.until("an edit waits", func() bool {
		var err error
		slips, err = f.approvals.Waiting()
		must(f.t, err)
		return len(slips) == n
	})
	return slips[n-1]
}

// ended waits until a chat is done, and gives its last turn.
func (f *face) ended(chat string) Turn {
	f.t.Helper()
	var thread Thread
	f.until("the turn ends", func() bool {
		var err error
		thread, err = f.chats.Thread(ChatRequest{chat})
		must(f.t, err)
		return !thread.Chat.Running
	})
	return thread.Turns[len(thread.Turns)-1]
}

// do sends a prompt, approves what it asks, and waits for its end.
func (f *face) do(prompt string) Turn {
	f.t.Helper()
	chat := f.send(prompt)
	slip := f.asked(1)
	_, err := f.approvals.Decide(DecideRequest{Edit: slip.ID, Shown: slip.Shown, All: "approve"})
	must(f.t, err)
	return f.ended(chat)
}

// code gives the code of a face's error, "" for none and for any other.
func code(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
