package backend

import (
	"context"
	"encoding/json"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"

	"redline/backend/agent"
	"redline/backend/approvals"
	"redline/backend/config"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// script is a model that gives its answers one after another in each turn: words,
// calls, errors, and functions that it runs in between.
type script [][]any

func (script) Name() string { return "Script" }

func (s script) Stream(_ context.Context, conversation []agent.Message) iter.Seq2[agent.Part, error] {
	round := 0
	for _, m := range conversation {
		switch m.Role {
		case agent.User:
			round = 0
		case agent.Tools:
			round++
		}
	}
	return func(yield func(agent.Part, error) bool) {
		if round >= len(s) {
			return
		}
		for _, piece := range s[round] {
			var part agent.Part
			var err error
			switch piece := piece.(type) {
			case string:
				part.Text = piece
			case agent.Call:
				part.Call = &piece
			case error:
				err = piece
			case func():
				piece()
				continue
			}
			if !yield(part, err) {
				return
			}
		}
	}
}

func call(id, name, args string) agent.Call {
	return agent.Call{ID: id, Name: name, Args: json.RawMessage(args)}
}

// eyes is an observer that tells a test when to look again.
type eyes chan struct{}

func (e eyes) look() {
	select {
	case e <- struct{}{}:
	default:
	}
}

func (e eyes) Turn(string, Turn)             { e.look() }
func (e eyes) Text(string, int, int, string) { e.look() }
func (e eyes) Chats()                        { e.look() }
func (e eyes) Approvals()                    { e.look() }
func (e eyes) Timeline()                     { e.look() }
func (e eyes) Files([]string)                { e.look() }

// bench is a folder with a project open on it.
type bench struct {
	*Project
	t         *testing.T
	home, dir string
	eyes      eyes
}

// open opens a new folder of the given files, answered by the model.
func open(t *testing.T, model agent.Model, files map[string]string) *bench {
	t.Helper()
	dir := t.TempDir()
	b := &bench{t: t, home: filepath.Join(dir, "home"), dir: filepath.Join(dir, "work"), eyes: make(eyes, 1)}
	must(t, os.Mkdir(b.dir, 0o755))
	for name, content := range files {
		b.write(name, content)
	}
	b.open(model)
	return b
}

// open opens the folder again, as the next process would.
func (b *bench) open(model agent.Model) {
	b.t.Helper()
	b.t.Setenv("REDLINE_HOME", b.home)
	home, err := config.FindHome()
	must(b.t, err)
	b.Project, err = Open(b.t.Context(), b.dir, Options{Home: home, Config: config.Default(), Observer: b.eyes})
	must(b.t, err)
	p := b.Project
	b.t.Cleanup(func() { _ = p.Close() })
	if model != nil {
		b.model = model
	}
}

func (b *bench) write(name, content string) {
	b.t.Helper()
	file := filepath.Join(b.dir, name)
	must(b.t, os.MkdirAll(filepath.Dir(file), 0o755))
	must(b.t, os.WriteFile(file, []byte(content), 0o644))
}

// holds fails the test unless a file is as given; "" is not there.
func (b *bench) holds(name, want string) {
	b.t.Helper()
	if got, err := os.ReadFile(filepath.Join(b.dir, name)); string(got) != want || (err == nil) != (want != "") {
		b.t.Errorf("%s holds %q (%v), want %q", name, got, err, want)
	}
}

// until waits for something to come true.
func (b *bench) until(what string, is func() bool) {
	b.t.Helper()
	for deadline := time.After(20 * time.Second); !is(); {
		select {
		case <-b.eyes:
		case <-deadline:
			b.t.Fatalf("waited in vain until %s", what)
		}
	}
}

// asked waits until n edits wait, and gives the latest.
func (b *bench) asked(n int) *approvals.Request {
	b.t.Helper()
	b.until("an edit waits", func() bool { return len(b.Gate.Waiting()) == n })
	return b.Gate.Waiting()[n-1]
}

// send sends a prompt, approves whatever is asked, and gives the finished turn.
func (b *bench) send(chat, prompt string) Turn {
	b.t.Helper()
	_, err := b.Send(chat, prompt)
	must(b.t, err)
	return b.finish(chat)
}

func (b *bench) finish(chat string) Turn {
	b.t.Helper()
	b.until("the turn ends", func() bool {
		for _, r := range b.Gate.Waiting() {
			must(b.t, b.Gate.Resolve(r.ID, approvals.Decision{All: approvals.Approve}))
		}
		_, runs := b.RunningChats()[chat]
		return !runs
	})
	turns, err := b.Thread(chat)
	must(b.t, err)
	return turns[len(turns)-1]
}
