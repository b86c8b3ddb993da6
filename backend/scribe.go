package backend

import (
	"context"
	"encoding/json"
	"errors"

	"redline/backend/agent"
	"redline/backend/sessions"
	"redline/backend/tools"
)

// scribe writes a running turn down: into the chat's file, and for whoever looks.
type scribe struct {
	project *Project
	chat    string
	live    *live
}

var _ agent.Sink = (*scribe)(nil)

// runner runs the model's calls as this chat's.
func (s *scribe) runner() agent.Runner {
	turn := s.live.snapshot()
	box := s.project.Box.In(tools.DialectOf(s.project.Model()))
	return func(ctx context.Context, c agent.Call) agent.Result {
		r := box.Run(ctx, c.Name, &tools.Context{
			Workspace: s.project.Workspace, Writer: s.project.Writer, Reads: s.project.readsOf(s.chat),
			Call: tools.Call{ID: c.ID, Session: s.chat, Turn: turn.Number},
		}, c.Args)
		return agent.Result{CallID: c.ID, JSON: r.JSON, Failed: r.Err != nil}
	}
}

// Text implements agent.Sink.
func (s *scribe) Text(words string) {
	s.live.mu.Lock()
	blocks := s.live.turn.Blocks
	fresh := len(blocks) == s.live.saved || blocks[len(blocks)-1].Text == ""
	if fresh {
		blocks = append(blocks, Block{})
	}
	at := len(blocks) - 1
	blocks[at].Text += words
	s.live.turn.Blocks = blocks
	index := s.live.turn.Index
	s.live.mu.Unlock()
	if fresh {
		s.tell()
		return
	}
	s.project.observer().Text(s.chat, index, at, words)
}

// Call implements agent.Sink.
func (s *scribe) Call(c agent.Call) {
	s.save(s.pendingText())
	s.live.mu.Lock()
	s.live.turn.Blocks = append(s.live.turn.Blocks, Block{Call: &ToolCall{Call: c}})
	s.live.mu.Unlock()
	s.save(&sessions.Record{Kind: sessions.Call, ID: c.ID, Name: c.Name, Data: asJSON(c.Args)})
	s.tell()
}

// Result implements agent.Sink.
func (s *scribe) Result(c agent.Call, r agent.Result) {
	s.save(s.pendingText())
	s.live.mu.Lock()
	for i, b := range s.live.turn.Blocks {
		if b.Call != nil && b.Call.ID == c.ID {
			done := *b.Call
			done.Done, done.Failed, done.Result = true, r.Failed, r.JSON
			s.live.turn.Blocks[i].Call = &done
		}
	}
	s.live.mu.Unlock()
	status := "done"
	if r.Failed {
		status = "failed"
	}
	s.save(&sessions.Record{Kind: sessions.Result, ID: c.ID, Name: c.Name, Data: r.JSON, Status: status})
	s.tell()
}

// asJSON makes a model's arguments something that a chat's file can hold: what isn't
// JSON becomes a text of it.
func asJSON(args json.RawMessage) json.RawMessage {
	if len(args) == 0 || json.Valid(args) {
		return args
	}
	text, err := json.Marshal(string(args))
	if err != nil {
		return nil
	}
	return text
}

// pendingText is the record of the last block, if it is text that isn't saved yet:
// text is saved whole, when what follows it begins.
func (s *scribe) pendingText() *sessions.Record {
	s.live.mu.Lock()
	defer s.live.mu.Unlock()
	blocks := s.live.turn.Blocks
	if len(blocks) == s.live.saved {
		return nil
	}
	s.live.saved = len(blocks)
	if blocks[len(blocks)-1].Text == "" {
		return nil
	}
	return &sessions.Record{Kind: sessions.Text, Text: blocks[len(blocks)-1].Text}
}

// edit keeps the edit's latest stage in the turn, and its end in the chat.
func (s *scribe) edit(e tools.Edit) {
	s.save(s.pendingText())
	s.live.mu.Lock()
	found := false
	for i, b := range s.live.turn.Blocks {
		if b.Edit != nil && b.Edit.ID == e.ID {
			s.live.turn.Blocks[i].Edit, found = &e, true
		}
	}
	if !found {
		s.live.turn.Blocks = append(s.live.turn.Blocks, Block{Edit: &e})
	}
	s.live.mu.Unlock()
	if e.Status != tools.EditWaiting && e.Status != tools.EditWriting {
		data, err := json.Marshal(e)
		if err == nil {
			s.save(&sessions.Record{Kind: sessions.Edit, ID: e.ID, Data: data})
		}
	}
	s.tell()
}

// end keeps how the turn ended.
func (s *scribe) end(ctx context.Context, err error) (status TurnStatus, why string) {
	s.save(s.pendingText())
	status = Done
	switch {
	case err == nil:
	case errors.Is(context.Cause(ctx), errStopped), errors.Is(context.Cause(ctx), errClosed):
		status = Stopped
	default:
		status, why = Failed, err.Error()
	}
	s.save(&sessions.Record{Kind: sessions.End, Status: string(status), Text: why})
	return status, why
}

// show makes the turn's end visible.
func (s *scribe) show(status TurnStatus, why string) {
	s.live.mu.Lock()
	defer s.live.mu.Unlock()
	s.live.turn.Status = status
	if s.live.turn.Err == "" {
		s.live.turn.Err = why
	}
}

// save appends a record to the chat. A chat that can't be written never stops the
// turn (WS-28): what the tools did is on the timeline, and the turn says so.
func (s *scribe) save(r *sessions.Record) {
	if r == nil {
		return
	}
	r.Turn = s.live.snapshot().Number
	if err := s.project.Chats.Append(s.chat, *r); err != nil {
		s.live.mu.Lock()
		s.live.turn.Err = "This chat could not be saved whole: " + err.Error() + ". Edits and the timeline are not affected."
		s.live.mu.Unlock()
	}
}

func (s *scribe) tell() { s.project.observer().Turn(s.chat, s.live.snapshot()) }

// edited is told by the writer of every stage of every edit.
func (p *Project) edited(e tools.Edit) {
	p.mu.Lock()
	l := p.live[e.Call.Session]
	p.mu.Unlock()
	if l != nil && !e.Call.Person {
		(&scribe{project: p, chat: e.Call.Session, live: l}).edit(e)
	}
	switch e.Status {
	case tools.EditWaiting:
		p.observer().Chats()
	case tools.EditApproved, tools.EditPartly, tools.EditAmended:
		p.observer().Files([]string{e.Path})
		p.observer().Timeline()
	}
}

func (p *Project) readsOf(chat string) *tools.Reads {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reads[chat] == nil {
		p.reads[chat] = &tools.Reads{}
	}
	return p.reads[chat]
}
