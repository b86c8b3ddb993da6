package backend

import (
	"encoding/json"

	"redline/backend/agent"
	"redline/backend/sessions"
	"redline/backend/tools"
)

// Thread gives a chat's turns, oldest first, the running one as it stands.
func (p *Project) Thread(chat string) ([]Turn, error) {
	l, begun := p.liveTurn(chat)
	records, err := p.Chats.Records(chat)
	if err != nil {
		return nil, err
	}
	if now, last := p.liveTurn(chat); now != l || last != begun {
		return p.Thread(chat) // one began or ended meanwhile
	}
	turns := turnsOf(records)
	if l != nil {
		now := l.snapshot()
		if n := len(turns); n > 0 && turns[n-1].Index == now.Index {
			turns[n-1] = now
		}
		return turns, nil
	}
	if n := len(turns); n > 0 && turns[n-1].Status == Running {
		turns[n-1].Status = Stopped // Redline ended in the middle of it
	}
	return turns, nil
}

// liveTurn gives the chat's running turn, nil for none, and how many have begun in
// the project.
func (p *Project) liveTurn(chat string) (l *live, begun int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.live[chat], p.begun
}

// turnsOf rebuilds the turns from a chat's records.
func turnsOf(records []sessions.Record) []Turn {
	var turns []Turn
	for _, r := range records {
		if r.Kind == sessions.Prompt {
			turns = append(turns, Turn{Index: len(turns) + 1, Number: r.Turn, Prompt: r.Text, Time: r.Time, Status: Running})
			continue
		}
		if len(turns) == 0 {
			continue
		}
		turns[len(turns)-1].add(r)
	}
	return turns
}

func (t *Turn) add(r sessions.Record) {
	switch r.Kind {
	case sessions.Text:
		t.Blocks = append(t.Blocks, Block{Text: r.Text})
	case sessions.Call:
		t.Blocks = append(t.Blocks, Block{Call: &ToolCall{Call: agent.Call{ID: r.ID, Name: r.Name, Args: r.Data}}})
	case sessions.Result:
		for _, b := range t.Blocks {
			if b.Call != nil && b.Call.ID == r.ID {
				b.Call.Done, b.Call.Failed, b.Call.Result = true, r.Status == "failed", r.Data
			}
		}
	case sessions.Edit:
		var e tools.Edit
		if json.Unmarshal(r.Data, &e) == nil {
			t.Blocks = append(t.Blocks, Block{Edit: &e})
		}
	case sessions.End:
		t.Status, t.Err = TurnStatus(r.Status), r.Text
	}
}

// conversation gives a chat as a model sees it, up to its latest prompt.
func (p *Project) conversation(chat string) ([]agent.Message, error) {
	records, err := p.Chats.Records(chat)
	if err != nil {
		return nil, err
	}
	var c []agent.Message
	last := func(role agent.Role) *agent.Message {
		if len(c) == 0 || c[len(c)-1].Role != role {
			c = append(c, agent.Message{Role: role})
		}
		return &c[len(c)-1]
	}
	for _, r := range records {
		switch r.Kind {
		case sessions.Prompt:
			c = append(c, agent.Message{Role: agent.User, Text: r.Text})
		case sessions.Text:
			last(agent.Agent).Text += r.Text
		case sessions.Call:
			m := last(agent.Agent)
			m.Calls = append(m.Calls, agent.Call{ID: r.ID, Name: r.Name, Args: r.Data})
		case sessions.Result:
			m := last(agent.Tools)
			m.Results = append(m.Results, agent.Result{CallID: r.ID, JSON: r.Data, Failed: r.Status == "failed"})
		}
	}
	return answered(c), nil
}

// lost is the result of a call that Redline did not live to hear of.
const lost = `{"error":"its result was lost when Redline ended; read the files to see what was written"}`

// answered gives every call its result, in the order of the calls: they were
// written down in the order in which they came, and after a crash some are missing.
func answered(c []agent.Message) []agent.Message {
	var all []agent.Message
	for i, m := range c {
		if m.Role == agent.Tools {
			continue // given with the calls
		}
		all = append(all, m)
		if len(m.Calls) == 0 {
			continue
		}
		var given []agent.Result
		if i+1 < len(c) && c[i+1].Role == agent.Tools {
			given = c[i+1].Results
		}
		all = append(all, agent.Message{Role: agent.Tools, Results: inOrder(m.Calls, given)})
	}
	return all
}

func inOrder(calls []agent.Call, given []agent.Result) []agent.Result {
	results := make([]agent.Result, len(calls))
	for i, call := range calls {
		results[i] = agent.Result{CallID: call.ID, JSON: json.RawMessage(lost), Failed: true}
		for _, r := range given {
			if r.CallID == call.ID {
				results[i] = r
			}
		}
	}
	return results
}
