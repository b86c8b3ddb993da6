package backend

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"redline/backend/approvals"
	"redline/backend/audit"
)

// makes is a model that makes a file in each turn.
var makes = script{{call("1", "create_file", `{"path":"new.md","content":"x\n"}`)}, {"done"}}

// A chat's mode decides whether anybody is asked, from its next edit on; it is the
// chat's alone, and is there when the chat is resumed (WS-44).
func TestModeOfAChat(t *testing.T) {
	b := open(t, makes, nil)
	planning, working := b.Chats.New().ID, b.Chats.New().ID
	must(t, b.SetMode(planning, "plan"))
	turn := b.send(planning, "make it")
	b.holds("new.md", "")
	if c := turn.Blocks[0].Call; c == nil || !c.Failed || !strings.Contains(string(c.Result), "plan mode") {
		t.Errorf("the model was told %+v", turn.Blocks)
	}
	must(t, b.SetMode(working, "accept-edits"))
	_, err := b.Send(working, "make it")
	must(t, err)
	b.until("the turn ends", func() bool { return len(b.RunningChats()) == 0 })
	b.holds("new.md", "x\n")

	must(t, b.Close())
	b.open(makes)
	if b.Mode(planning) != approvals.ModePlan || b.Mode(working) != approvals.ModeAcceptEdits || b.Mode(b.Chats.New().ID) != approvals.ModeAsk {
		t.Errorf("resumed in %s and %s", b.Mode(planning), b.Mode(working))
	}
	if err := b.SetMode(planning, "acept-edits"); !errors.Is(err, approvals.ErrUnknownMode) || b.Mode(planning) != approvals.ModePlan {
		t.Errorf("a mistyped mode: %v, now %s", err, b.Mode(planning))
	}
}

// Bypass is for a process that something holds; a chat that has it and is resumed
// outside asks again.
func TestBypass(t *testing.T) {
	b := open(t, makes, nil)
	held := "Docker"
	b.options.ConfinedBy = func() string { return held }
	chat := b.Chats.New().ID
	must(t, b.SetMode(chat, "bypass"))
	if b.Mode(chat) != approvals.ModeBypass {
		t.Errorf("in a container it is %s", b.Mode(chat))
	}
	held = ""
	if b.Mode(chat) != approvals.ModeAsk {
		t.Errorf("outside it is %s", b.Mode(chat))
	}
	if err := b.SetMode(chat, "bypass"); !errors.Is(err, approvals.ErrBypassNeedsSandbox) {
		t.Errorf("outside it can be set: %v", err)
	}
}

// Always answers for every chat of the folder and for the next Redline, until it is
// revoked; This chat for the one chat.
func TestStandingAnswers(t *testing.T) {
	edits := script{{call("1", "create_file", `{"path":"f.md","content":"x\n","overwrite":true}`)}, {"done"}}
	b := open(t, edits, nil)
	answer := func(chat string, scope approvals.Scope) {
		t.Helper()
		_, err := b.Send(chat, "make it")
		must(t, err)
		must(t, b.Gate.Resolve(b.asked(1).ID, approvals.Decision{All: approvals.Approve, Scope: scope}))
		b.until("the turn ends", func() bool { return len(b.RunningChats()) == 0 })
	}
	asks := func(chat string) bool {
		t.Helper()
		must(t, os.RemoveAll(filepath.Join(b.dir, "f.md")))
		_, err := b.Send(chat, "make it")
		must(t, err)
		asked := false
		b.until("the turn ends", func() bool {
			for _, r := range b.Gate.Waiting() {
				asked = true
				must(t, b.Gate.Resolve(r.ID, approvals.Decision{All: approvals.Approve}))
			}
			return len(b.RunningChats()) == 0
		})
		b.holds("f.md", "x\n")
		return asked
	}
	one, two := b.Chats.New().ID, b.Chats.New().ID
	answer(one, approvals.ThisChat)
	if asks(one) || !asks(two) {
		t.Error("an answer for the one chat isn't for that one alone")
	}
	must(t, os.Remove(filepath.Join(b.dir, "f.md")))
	answer(two, approvals.Always)
	must(t, b.Close())
	b.open(edits)
	if asks(two) || asks(b.Chats.New().ID) {
		t.Error("after Always it asks")
	}
	rules, err := b.Rules.List()
	must(t, err)
	if len(rules) != 1 || rules[0].Key != "write:"+b.Workspace.Dir() || rules[0].Chat != two {
		t.Errorf("the rules are %+v", rules)
	}
	if n, err := b.Revoke(rules[0].ID()); n != 1 || err != nil || !asks(two) {
		t.Errorf("revoked %d (%v), and it doesn't ask", n, err)
	}
}

// A project's record holds who asked for what, from the prompt to the file, and stays
// whole from one process to the next.
func TestProjectIsRecorded(t *testing.T) {
	b := open(t, makes, nil)
	chat := b.Chats.New().ID
	b.send(chat, "make it with key sk-abcdefghijklmnopqrstuvwx")
	must(t, b.SetMode(chat, "jail"))
	_, err := b.Undo(t.Context(), false)
	must(t, err)
	must(t, b.Close())
	b.open(makes)
	must(t, b.Close())
	file := filepath.Join(b.home, "workspaces", nameOf(b.Workspace.Dir()), "audit.jsonl")
	r, err := audit.Verify(file)
	must(t, err)
	if !r.Whole() || r.Folder != b.Workspace.Dir() {
		t.Errorf("%+v", r)
	}
	data, err := os.ReadFile(file)
	must(t, err)
	var at []int
	for _, kind := range []audit.Kind{audit.Begun, audit.Prompt, audit.Call, audit.Approval, audit.Written, audit.Result, audit.ModeSet, audit.Move, audit.Moved} {
		at = append(at, strings.Index(string(data), `"kind":"`+string(kind)+`"`))
	}
	if slices.Contains(at, -1) || !slices.IsSorted(at) {
		t.Errorf("the kinds stand at %v", at)
	}
	if strings.Contains(string(data), "sk-abc") {
		t.Error("a key was recorded")
	}
}
