package backend

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redline/backend/agent"
	"redline/backend/approvals"
	"redline/backend/sessions"
	"redline/backend/tools"
)

// told writes a turn's blocks down in short.
func told(t Turn) string {
	var all []string
	for _, b := range t.Blocks {
		switch {
		case b.Call != nil:
			all = append(all, fmt.Sprintf("%s(%s) %t %t", b.Call.Name, b.Call.ID, b.Call.Done, b.Call.Failed))
		case b.Edit != nil:
			all = append(all, fmt.Sprintf("%s %s %s", b.Edit.Change, b.Edit.Path, b.Edit.Status))
		default:
			all = append(all, fmt.Sprintf("%q", b.Text))
		}
	}
	return strings.Join(all, "; ")
}

// A turn's words, calls and edits are kept in their order, and the next process
// reads the very same, whatever came of the turn.
func TestThreadIsKept(t *testing.T) {
	create := func(id, path string) agent.Call { return call(id, "create_file", `{"path":"`+path+`","content":"x"}`) }
	for name, tc := range map[string]struct {
		model  script
		want   string
		status TurnStatus
		err    string
	}{
		"words":              {script{{"a ", "b"}}, `"a b"`, Done, ""},
		"words around edits": {script{{"a", create("1", "f"), "b"}, {"c"}}, `"a"; create_file(1) true false; "b"; created f approved; "c"`, Done, ""},
		"words around calls": {script{{"a", call("1", "read_file", `{"path":"n"}`), "b"}, {"c"}}, `"a"; read_file(1) true true; "b"; "c"`, Done, ""},
		"rounds":             {script{{create("1", "f")}, {create("2", "g")}, {"c"}}, `create_file(1) true false; created f approved; create_file(2) true false; created g approved; "c"`, Done, ""},
		"no JSON":            {script{{call("1", "create_file", `{"path": "f`), "b"}, {"c"}}, `create_file(1) true true; "b"; "c"`, Done, ""},
		"an unknown tool":    {script{{call("1", "rm", `{}`)}, {"c"}}, `rm(1) true true; "c"`, Done, ""},
		"a failed model":     {script{{"a", errors.New("the line is dead")}}, `"a"`, Failed, "the line is dead"},
		"calls unanswered":   {script{{create("1", "f"), errors.New("the line is dead")}}, `create_file(1) true true`, Failed, "the line is dead"},
		"a panic":            {script{{"a", func() { panic("boom") }}}, `"a"`, Failed, "Script broke off because of a defect (boom); what it wrote before is kept"},
		"nothing":            {script{}, ``, Done, ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, tc.model, nil)
			chat := b.Chats.New().ID
			for range 2 { // what an earlier turn left must not mix in
				now := b.send(chat, "go")
				if told(now) != tc.want && now.Index == 1 || now.Status != tc.status || now.Err != tc.err || now.Prompt != "go" {
					t.Errorf("%s, %s %q\nwant %s", told(now), now.Status, now.Err, tc.want)
				}
				must(t, os.RemoveAll(filepath.Join(b.dir, "f")))
				must(t, os.RemoveAll(filepath.Join(b.dir, "g")))
			}
			before, err := b.Thread(chat)
			must(t, err)
			must(t, b.Close())
			b.open(nil)
			after, err := b.Thread(chat)
			must(t, err)
			for i := range before {
				if told(before[i]) != told(after[i]) || before[i].Number != after[i].Number || before[i].Status != after[i].Status || before[i].Err != after[i].Err || !before[i].Time.Equal(after[i].Time) {
					t.Errorf("turn %d was %s\nand is %s", i+1, told(before[i]), told(after[i]))
				}
			}
		})
	}
}

// Stop ends a turn at once: what was written stays, what waited is withdrawn, and
// the chat can be gone on with.
func TestStop(t *testing.T) {
	b := open(t, script{
		{"a", call("1", "create_file", `{"path":"f","content":"x"}`)},
		{call("2", "create_file", `{"path":"g","content":"x"}`)}, {"never"},
	}, nil)
	chat := b.Chats.New().ID
	b.Stop(chat)
	b.Stop("none")
	_, err := b.Send(chat, "go")
	must(t, err)
	must(t, b.Gate.Resolve(b.asked(1).ID, approvals.Decision{All: approvals.Approve}))
	b.until("g waits", func() bool { w := b.Gate.Waiting(); return len(w) == 1 && w[0].Path == "g" })
	if _, err := b.Send(chat, "more"); !errors.Is(err, ErrRunning) {
		t.Errorf("a second prompt: %v", err)
	}
	b.Stop(chat)
	turn := b.finish(chat)
	if want := `"a"; create_file(1) true false; created f approved; create_file(2) true true; created g withdrawn`; told(turn) != want || turn.Status != Stopped || turn.Err != "" {
		t.Errorf("%s, %s %q", told(turn), turn.Status, turn.Err)
	}
	if last := turn.Blocks[3].Call; string(last.Result) != `{"error":"stopped before it was done; nothing was written (stopped by you)"}` {
		t.Errorf("the model is told %s", last.Result)
	}
	b.holds("f", "x")
	b.holds("g", "")
	if len(b.Gate.Waiting()) > 0 {
		t.Error("it still waits")
	}
	b.model = script{{"again"}}
	if turn := b.send(chat, "more"); turn.Status != Done || turn.Index != 2 {
		t.Errorf("then %+v", turn)
	}
}

// Closing a folder stops what runs; the next opening says that it was stopped.
func TestCloseWhileAsking(t *testing.T) {
	b := open(t, script{{call("1", "create_file", `{"path":"f","content":"x"}`)}}, nil)
	chat := b.Chats.New().ID
	_, err := b.Send(chat, "go")
	must(t, err)
	b.asked(1)
	must(t, b.Close())
	must(t, b.Close())
	if _, err := b.Send(chat, "more"); err == nil {
		t.Error("a closed folder takes prompts")
	}
	b.holds("f", "")
	b.open(nil)
	turns, err := b.Thread(chat)
	must(t, err)
	if len(turns) != 1 || turns[0].Status != Stopped || told(turns[0]) != "create_file(1) true true; created f withdrawn" {
		t.Errorf("%d turns, %+v", len(turns), turns)
	}
}

// Two chats answer at once, each with turns and reads of its own (FS-60a).
func TestTwoChats(t *testing.T) {
	b := open(t, script{{call("1", "read_file", `{"path":"f"}`)}, {call("2", "replace_in_file", `{"path":"f","target_content":"1","replacement_content":"2"}`)}, {"done"}}, map[string]string{"f": "1\n"})
	one, two := b.Chats.New().ID, b.Chats.New().ID
	_, err := b.Send(one, "first")
	must(t, err)
	b.asked(1)
	b.model = script{{call("1", "create_file", `{"path":"f","content":"9\n","overwrite":true}`), call("2", "create_file", `{"path":"g","content":"2"}`)}, {"done"}}
	_, err = b.Send(two, "second")
	must(t, err)
	if r := b.asked(2); r.Path != "g" || r.Session != two || r.Turn != 2 {
		t.Errorf("asked about %s by %s in turn %d", r.Path, r.Session, r.Turn)
	}
	must(t, b.Gate.Resolve(b.Gate.Waiting()[0].ID, approvals.Decision{All: approvals.Approve}))
	first, second := b.finish(one), b.finish(two)
	if !strings.Contains(string(second.Blocks[0].Call.Result), "f was not read in this chat") {
		t.Errorf("what one chat read counts for the other: %s", second.Blocks[0].Call.Result)
	}
	b.holds("f", "2\n")
	turns := b.Store.Turns()
	if len(turns) != 2 || first.Number != 1 || second.Number != 2 || turns[0].Session != one || turns[0].Files[0].Path != "f" || turns[1].Session != two || turns[1].Files[0].Path != "g" {
		t.Errorf("turns %+v", turns)
	}
}

// Every prompt is one turn on the timeline, also one that changes nothing. Only a
// prompt that could not be taken and is sent again uses its empty turn again, and
// what is about the timeline is no turn on it (FS-60).
func TestOneTurnAPrompt(t *testing.T) {
	b := open(t, nil, nil)
	chat, other := b.Chats.New().ID, b.Chats.New().ID
	var got []int
	for _, prompt := range []string{"help", "help", "undo", "create f: x", "undo", "redo", "help"} {
		got = append(got, b.send(chat, prompt).Number)
	}
	got = append(got, b.send(other, "help").Number)
	if want := "[1 2 0 3 0 0 4 5]"; fmt.Sprint(got) != want {
		t.Errorf("turns %v, want %s", got, want)
	}
	file := filepath.Join(b.home, "workspaces", nameOf(b.Workspace.Dir()), "chats", other+".jsonl")
	kept, err := os.ReadFile(file)
	must(t, err)
	must(t, os.Remove(file))
	must(t, os.Mkdir(file, 0o700))
	for range 2 {
		if _, err := b.Send(other, "create g: x"); err == nil || !strings.Contains(err.Error(), "save the chat") {
			t.Fatalf("a chat that can't be saved: %v", err)
		}
	}
	must(t, os.Remove(file))
	must(t, os.WriteFile(file, kept, 0o600))
	if turn := b.send(other, "create g: x"); turn.Number != 6 || turn.Index != 2 || len(b.Store.Turns()) != 6 {
		t.Errorf("sent again: turn %d of %d, %d in its chat", turn.Number, len(b.Store.Turns()), turn.Index)
	}
}

// A chat that can't be written never fails a turn: what the tools did is done, and
// the turn says that it may not be read again (WS-28).
func TestChatThatCannotBeSaved(t *testing.T) {
	b := open(t, nil, nil)
	chat := b.Chats.New().ID
	b.send(chat, "help")
	file := filepath.Join(b.home, "workspaces", nameOf(b.Workspace.Dir()), "chats", chat+".jsonl")
	var last Turn
	b.model = script{{func() { must(t, os.Remove(file)); must(t, os.Mkdir(file, 0o700)) }, "a", call("1", "create_file", `{"path":"f","content":"x"}`)}, {"b", func() { b.EachRunning(func(_ string, t Turn) { last = t }) }}}
	_, err := b.Send(chat, "go")
	must(t, err)
	must(t, b.Gate.Resolve(b.asked(1).ID, approvals.Decision{All: approvals.Approve}))
	b.until("the turn ends", func() bool { return len(b.RunningChats()) == 0 })
	b.holds("f", "x")
	if !strings.Contains(last.Err, "could not be saved whole") || !strings.Contains(last.Err, "Edits and the timeline are not affected") {
		t.Errorf("the turn says %q", last.Err)
	}
	if turns := b.Store.Turns(); len(turns) != 2 || len(turns[1].Files) != 1 {
		t.Errorf("turns %+v", turns)
	}
}

// A model hears its chat again as it was: each call with its result, in the order of
// the calls, also where a crash left some without.
func TestConversation(t *testing.T) {
	b := open(t, script{}, nil)
	chat := b.Chats.New().ID
	for _, r := range []sessions.Record{
		{Kind: sessions.Prompt, Text: "one"}, {Kind: sessions.Text, Text: "a"}, {Kind: sessions.Call, ID: "1", Name: "x"}, {Kind: sessions.Call, ID: "2", Name: "y"}, {Kind: sessions.Text, Text: "b"},
		{Kind: sessions.Result, ID: "2", Data: []byte("2")}, {Kind: sessions.Edit, ID: "e"}, {Kind: sessions.Result, ID: "1", Data: []byte("1"), Status: "failed"}, {Kind: sessions.Text, Text: "c"}, {Kind: sessions.End},
		{Kind: sessions.Prompt, Text: "two"}, {Kind: sessions.Call, ID: "1", Name: "x"}, {Kind: sessions.Call, ID: "2", Name: "y"}, {Kind: sessions.Result, ID: "1", Data: []byte("3")},
		{Kind: sessions.Prompt, Text: "three"},
	} {
		must(t, b.Chats.Append(chat, r))
	}
	c, err := b.conversation(chat)
	must(t, err)
	var got []string
	for _, m := range c {
		s := string(m.Role) + " " + m.Text
		for _, call := range m.Calls {
			s += " " + call.ID
		}
		for _, r := range m.Results {
			s += fmt.Sprintf(" %s=%.9s/%t", r.CallID, r.JSON, r.Failed)
		}
		got = append(got, s)
	}
	want := `user one; agent ab 1 2; tools  1=1/true 2=2/false; agent c; user two; agent  1 2; tools  1=3/false 2={"error":/true; user three`
	if strings.Join(got, "; ") != want {
		t.Errorf("%q\nwant %s", got, want)
	}
}

// What the person answers reaches the edit in the thread (FS-31).
func TestAnswersInTheThread(t *testing.T) {
	b := open(t, script{{call("1", "create_file", `{"path":"f","content":"1\n"}`)}, {call("2", "create_file", `{"path":"f","content":"2\n"}`)}, {call("3", "delete_file", `{"path":"f"}`)}, {"done"}}, nil)
	chat := b.Chats.New().ID
	_, err := b.Send(chat, "go")
	must(t, err)
	must(t, b.Gate.Resolve(b.asked(1).ID, approvals.Decision{All: approvals.Approve, Note: "so be it", Hunks: []approvals.HunkDecision{{Hunk: 0, Action: approvals.Amend, Text: []byte("one\n")}}}))
	b.until("the deletion waits", func() bool { w := b.Gate.Waiting(); return len(w) == 1 && w[0].Change == "deleted" })
	must(t, b.Gate.Resolve(b.Gate.Waiting()[0].ID, approvals.Decision{All: approvals.Reject, Note: "keep it"}))
	turn := b.finish(chat)
	var edits []tools.Edit
	for _, block := range turn.Blocks {
		if block.Edit != nil {
			edits = append(edits, *block.Edit)
		}
	}
	if len(edits) != 2 || edits[0].Status != tools.EditAmended || edits[0].Note != "so be it" || edits[0].Accepted != 1 || edits[0].CallID != "1" || edits[1].Status != tools.EditRejected || edits[1].Note != "keep it" {
		t.Errorf("edits %+v", edits)
	}
	b.holds("f", "one\n")
}
