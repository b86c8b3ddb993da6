package app

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"redline/backend"
	"redline/backend/diff"
	"redline/backend/sessions"
	"redline/backend/tools"
)

// Chats is the area of conversations.
type Chats struct{ app *App }

// The limits of what a page is shown of a tool call.
const (
	maxPrompt      = 1 << 20 // bytes; a longer text belongs into a file
	maxResultShown = 4000    // characters
)

// List gives the chats, the latest first.
func (c *Chats) List() ([]Chat, error) {
	p, err := c.app.open()
	if err != nil {
		return nil, err
	}
	return chatsOf(p), nil
}

func chatsOf(p *backend.Project) []Chat {
	running := p.RunningChats()
	waiting := map[string]int{}
	for _, r := range p.Gate.Waiting() {
		waiting[r.Session]++
	}
	chats := []Chat{}
	for _, s := range p.Chats.List() {
		_, runs := running[s.ID]
		chats = append(chats, chatOf(p, s, runs, waiting[s.ID]))
	}
	return chats
}

func chatOf(p *backend.Project, s sessions.Chat, running bool, waiting int) Chat {
	return Chat{
		ID: s.ID, Title: s.Title, Updated: s.Updated, Turns: s.Turns,
		Running: running, Waiting: waiting, Mode: string(p.Mode(s.ID)),
	}
}

// New begins a chat, or gives the one that was begun and has no prompt yet.
func (c *Chats) New() (Chat, error) {
	p, err := c.app.open()
	if err != nil {
		return Chat{}, err
	}
	for _, s := range p.Chats.List() {
		if s.Turns == 0 {
			return chatOf(p, s, false, 0), nil
		}
	}
	chat := chatOf(p, p.Chats.New(), false, 0)
	c.app.Events.Emit(TopicChats, chatsOf(p))
	return chat, nil
}

// Thread gives a chat with its turns.
func (c *Chats) Thread(r ChatRequest) (Thread, error) {
	p, err := c.app.open()
	if err != nil {
		return Thread{}, err
	}
	turns, err := p.Thread(r.Chat)
	if err != nil {
		return Thread{}, AsError(err)
	}
	s, err := p.Chats.Get(r.Chat)
	if err != nil {
		return Thread{}, AsError(err)
	}
	running := len(turns) > 0 && turns[len(turns)-1].Status == backend.Running
	t := Thread{Chat: chatOf(p, s, running, waitingIn(p, r.Chat)), Turns: make([]Turn, len(turns))}
	for i, turn := range turns {
		t.Turns[i] = turnOf(turn, firstWaiting(p, r.Chat))
	}
	return t, nil
}

// waitingIn counts a chat's edits that wait for an answer.
func waitingIn(p *backend.Project, chat string) (n int) {
	for _, w := range p.Gate.Waiting() {
		if w.Session == chat {
			n++
		}
	}
	return n
}

// Send begins a turn.
func (c *Chats) Send(r SendRequest) (Turn, error) {
	p, err := c.app.open()
	if err != nil {
		return Turn{}, err
	}
	text := strings.TrimSpace(r.Text)
	switch {
	case text == "":
		return Turn{}, &Error{Code: CodeBadRequest, Message: "There is nothing to send."}
	case len(text) > maxPrompt:
		return Turn{}, &Error{Code: CodeBadRequest, Message: "A message can be 1 MB long at most. Put the text into a file and point at it."}
	case !utf8.ValidString(text):
		return Turn{}, &Error{Code: CodeBadRequest, Message: "The message has characters that are no text."}
	}
	turn, err := p.Send(r.Chat, text)
	if err != nil {
		return Turn{}, AsError(err)
	}
	return turnOf(turn, firstWaiting(p, r.Chat)), nil
}

// Stop ends the chat's turn; what was written is kept.
func (c *Chats) Stop(r ChatRequest) error {
	p, err := c.app.open()
	if err != nil {
		return err
	}
	p.Stop(r.Chat)
	return nil
}

// firstWaiting is the id of the edit at the head of a chat's queue. Chats don't
// queue behind each other: a person who looks at one can answer it there.
func firstWaiting(p *backend.Project, chat string) string {
	for _, r := range p.Gate.Waiting() {
		if r.Session == chat {
			return r.ID
		}
	}
	return ""
}

func turnOf(t backend.Turn, first string) Turn {
	v := Turn{
		Index: t.Index, Number: t.Number, Prompt: t.Prompt, Time: t.Time,
		Status: TurnStatus(t.Status), Error: t.Err, Blocks: []Block{},
	}
	for _, b := range t.Blocks {
		switch {
		case b.Call != nil && !hasEdit(t, b.Call):
			line := toolLine(*b.Call, t.Status == backend.Running)
			v.Blocks = append(v.Blocks, Block{Kind: "tool", Tool: &line})
		case b.Edit != nil:
			slip := slipOf(*b.Edit, first)
			v.Blocks = append(v.Blocks, Block{Kind: "edit", Edit: &slip})
		case b.Call == nil:
			v.Blocks = append(v.Blocks, Block{Kind: "text", Text: b.Text})
		}
	}
	return v
}

// hasEdit tells whether a call came to a proposed edit, whose slip then stands for
// it in the thread.
func hasEdit(t backend.Turn, c *backend.ToolCall) bool {
	for _, b := range t.Blocks {
		if b.Edit != nil && b.Edit.CallID == c.ID {
			return true
		}
	}
	return false
}

func toolLine(c backend.ToolCall, running bool) ToolLine {
	l := ToolLine{ID: c.ID, Name: c.Name, Status: "done", Args: indented(c.Args), Result: shown(c.Result)}
	switch {
	case !c.Done && running:
		l.Status = "running"
	case !c.Done, c.Failed:
		l.Status = "failed"
	}
	l.Summary = summary(c, l.Status)
	return l
}

// verbs word a call: done and not (yet) done.
var verbs = map[string][2]string{
	"read_file":       {"Read", "Reading"},
	"list_files":      {"Listed", "Listing"},
	"glob":            {"Looked for files", "Looking for files"},
	"grep":            {"Searched for", "Searching for"},
	"create_file":     {"Created", "Creating"},
	"replace_in_file": {"Edited", "Editing"},
	"delete_snippet":  {"Edited", "Editing"},
	"delete_file":     {"Deleted", "Deleting"},
	"move_file":       {"Moved", "Moving"},
	"make_directory":  {"Made", "Making"},
	"notebook_edit":   {"Edited", "Editing"},
	"export_pdf":      {"Exported", "Exporting"},
	"export_docx":     {"Exported", "Exporting"},
}

func summary(c backend.ToolCall, status string) string {
	var sought struct {
		Pattern string `json:"pattern"`
		Query   string `json:"query"`
	}
	_ = json.Unmarshal(c.Args, &sought) // a call that looks for nothing is about a file
	name, subject := tools.Own(c.Name, c.Args)
	subject = cmp.Or(sought.Pattern, sought.Query, subject)
	verb, ok := verbs[name]
	if !ok {
		verb = [2]string{"Used " + c.Name, "Using " + c.Name}
	}
	switch status {
	case "done":
		return strings.TrimSpace(verb[0] + " " + subject)
	case "running":
		return strings.TrimSpace(verb[1] + " " + subject)
	}
	return strings.TrimSpace(verb[1]+" "+subject) + " failed"
}

func indented(args json.RawMessage) string {
	var v any
	if json.Unmarshal(args, &v) != nil {
		return string(args)
	}
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return string(args)
	}
	return shown(data)
}

func shown(result []byte) string {
	r := []rune(string(result))
	if len(r) <= maxResultShown {
		return string(r)
	}
	return fmt.Sprintf("%s\n… %d more characters are not shown", string(r[:maxResultShown]), len(r)-maxResultShown)
}

func slipOf(e tools.Edit, first string) EditSlip {
	s := EditSlip{
		ID: e.ID, Path: e.Path, From: e.From, Change: e.Change, Summary: e.Summary,
		Added: e.Added, Removed: e.Removed, Changes: e.Hunks, Accepted: e.Accepted,
		Status: EditStatus(e.Status), Error: e.Err, Note: e.Note, Decided: e.Decided,
		Prose: prose(e.Path), Excerpt: []DiffLine{}, By: e.By,
	}
	if e.Request == nil {
		return s
	}
	if s.Status == EditWaiting {
		if e.Request.ID != first {
			s.Status = EditQueued
		}
		s.asks(e.Request)
	}
	return s
}

// prose tells whether a file is set in serif, as text that people write.
func prose(name string) bool { return diff.Prose(name) }
