package backend

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"redline/backend/agent"
	"redline/backend/audit"
	"redline/backend/checkpoints"
	"redline/backend/sessions"
	"redline/backend/tools"
)

// TurnStatus is where a turn stands.
type TurnStatus string

// The states of a turn.
const (
	Running TurnStatus = "running"
	Done    TurnStatus = "done"
	Stopped TurnStatus = "stopped"
	Failed  TurnStatus = "failed"
)

// Turn is a prompt and what came of it.
type Turn struct {
	Index  int // its place in the chat, from 1
	Number int // its number on the timeline, 0 for one that isn't on it
	Prompt string
	Time   time.Time
	Status TurnStatus
	Err    string
	Blocks []Block
}

// Block is a piece of an answer: exactly one of its fields is set.
type Block struct {
	Text string
	Call *ToolCall
	Edit *tools.Edit
}

// ToolCall is a call and, once Done, its result.
type ToolCall struct {
	agent.Call
	Done   bool
	Failed bool
	Result json.RawMessage
}

// ErrRunning refuses a prompt while the chat answers another.
var ErrRunning = errors.New("this chat is answering; stop it or wait until it is done")

var (
	errStopped = errors.New("stopped by you")
	errClosed  = errors.New("stopped because the folder was closed")
)

// live is a turn that runs.
type live struct {
	stop context.CancelCauseFunc
	done chan struct{}

	mu    sync.Mutex
	turn  Turn
	saved int // blocks that are in the chat's file: words are not added to them
}

// aside is a model's word on prompts that are no turn on the timeline, such as
// undo: they are about the line, not on it.
type aside interface{ Aside(prompt string) bool }

// Send begins a turn with the text as its prompt and returns at once; the
// observer is told how it goes. The chat's answers come one at a time.
func (p *Project) Send(chat, text string) (Turn, error) {
	if _, err := p.Chats.Get(chat); err != nil {
		return Turn{}, err
	}
	ctx, stop := context.WithCancelCause(context.Background())
	l := &live{stop: stop, done: make(chan struct{})}
	if err := p.enter(chat, l); err != nil {
		stop(nil)
		return Turn{}, err
	}
	if err := p.begin(chat, text, l); err != nil {
		p.leave(chat)
		close(l.done)
		stop(nil)
		return Turn{}, err
	}
	started := l.snapshot()
	go p.run(ctx, chat, l)
	return started, nil
}

func (p *Project) enter(chat string, l *live) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return errClosed
	}
	if p.live[chat] != nil {
		return ErrRunning
	}
	p.live[chat] = l
	p.begun++
	return nil
}

func (p *Project) leave(chat string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.live, chat)
}

// begin puts the turn on the timeline and its prompt in the chat. Should the chat not
// take it, the same prompt sent again uses the empty turn again (FS-60).
func (p *Project) begin(chat, text string, l *live) error {
	c, err := p.Chats.Get(chat)
	if err != nil {
		return err
	}
	t := Turn{Index: c.Turns + 1, Prompt: text, Time: time.Now(), Status: Running}
	if a, ok := p.model.(aside); !ok || !a.Aside(t.Prompt) {
		turn, err := p.Store.BeginTurn(checkpoints.TurnInfo{Session: chat, Prompt: t.Index, Label: t.Prompt, Time: t.Time})
		if err != nil {
			return fmt.Errorf("this turn could not be put on the timeline, so nothing was begun: %w", err)
		}
		t.Number = turn.Number
	}
	if err := p.Audit.Append(audit.Entry{Kind: audit.Prompt, Chat: chat, Turn: t.Number, Text: t.Prompt}); err != nil {
		return fmt.Errorf("nothing was begun: %w", err)
	}
	if err := p.Chats.Append(chat, sessions.Record{Kind: sessions.Prompt, Time: t.Time, Turn: t.Number, Text: t.Prompt}); err != nil {
		return err
	}
	l.mu.Lock()
	l.turn = t
	l.mu.Unlock()
	p.observer().Turn(chat, l.snapshot())
	p.observer().Chats()
	p.observer().Timeline()
	return nil
}

func (p *Project) run(ctx context.Context, chat string, l *live) {
	s := &scribe{project: p, chat: chat, live: l}
	var status TurnStatus
	var why string
	// Who sees or is told that the turn ended must find it ended, and who waits for the
	// end hears nothing of it afterwards.
	defer func() {
		p.leave(chat)
		s.show(status, why)
		s.tell()
		p.observer().Chats()
		p.observer().Timeline()
		close(l.done)
	}()
	conversation, err := p.conversation(chat)
	if err == nil {
		_, err = agent.Run(ctx, p.model, conversation, s.runner(), s)
	}
	status, why = s.end(ctx, err)
}

// Stop ends the chat's turn at once: what was said and written is kept, questions
// are withdrawn. A chat that isn't answering stays as it is.
func (p *Project) Stop(chat string) {
	p.mu.Lock()
	l := p.live[chat]
	p.mu.Unlock()
	if l != nil {
		l.stop(errStopped)
		<-l.done
	}
}

// RunningChats names the chats that are answering, with the number of the turn.
func (p *Project) RunningChats() map[string]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	running := make(map[string]int, len(p.live))
	for chat, l := range p.live {
		running[chat] = l.snapshot().Number
	}
	return running
}

// EachRunning calls f with every turn that runs, as it stands.
func (p *Project) EachRunning(f func(chat string, t Turn)) {
	p.mu.Lock()
	running := maps.Clone(p.live)
	p.mu.Unlock()
	for chat, l := range running {
		if t := l.snapshot(); t.Index > 0 { // else it is only about to begin
			f(chat, t)
		}
	}
}

// snapshot is a copy that the turn's further course doesn't change.
func (l *live) snapshot() Turn {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.turn
	t.Blocks = make([]Block, len(l.turn.Blocks))
	for i, b := range l.turn.Blocks {
		t.Blocks[i] = b.copy()
	}
	return t
}

func (b Block) copy() Block {
	if b.Call != nil {
		c := *b.Call
		b.Call = &c
	}
	if b.Edit != nil {
		e := *b.Edit
		b.Edit = &e
	}
	return b
}
