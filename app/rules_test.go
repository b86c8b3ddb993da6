package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A decision is for the edit, and the state of it, that the person looked at: one made
// for another, or for nothing, decides nothing.
func TestDecisionIsForWhatWasShown(t *testing.T) {
	f := newFace(t, map[string]string{"n.md": "a\nb\nc\n"})
	f.send("replace a with x in n.md")
	slip := f.asked(1)
	review, err := f.approvals.Review(EditRequest{slip.ID})
	must(t, err)
	if review.Shown == "" || review.Shown != slip.Shown {
		t.Errorf("the slip names %q, the review %q", slip.Shown, review.Shown)
	}
	f.send("create other.md: x")
	other := f.asked(2)
	for _, shown := range []string{"", other.Shown, strings.ToUpper(slip.Shown)} {
		if _, err := f.approvals.Decide(DecideRequest{Edit: slip.ID, Shown: shown, All: "approve"}); code(err) != CodeBadRequest {
			t.Errorf("shown %q: %v", shown, err)
		}
	}
	f.asked(2)
	f.holds("n.md", "a\nb\nc\n")
	_, err = f.approvals.Decide(DecideRequest{Edit: slip.ID, Shown: review.Shown, All: "approve"})
	must(t, err)
	if s := f.asked(1); s.ID != other.ID {
		t.Errorf("%s waits", s.ID)
	}
}

// Always makes a rule that is listed with what it allows and where it came from, writes
// the next edit without asking, says so on its slip, and ends when it is revoked.
func TestRulesOnThePage(t *testing.T) {
	f := newFace(t, nil)
	chat := f.send("create a.md: x")
	slip := f.asked(1)
	_, err := f.approvals.Decide(DecideRequest{Edit: slip.ID, Shown: slip.Shown, All: "approve", Scope: "always"})
	must(t, err)
	if turn := f.ended(chat); turn.Blocks[0].Edit.By != "" {
		t.Errorf("a person's answer is shown as one of %q", turn.Blocks[0].Edit.By)
	}
	free := f.send("create b.md: y")
	if turn := f.ended(free); turn.Blocks[0].Edit.By != "always" || turn.Blocks[0].Edit.Status != EditApproved {
		t.Errorf("under the rule: %+v", turn.Blocks[0].Edit)
	}
	f.holds("b.md", "y\n")
	list, err := f.approvals.Rules()
	must(t, err)
	if len(list.Rules) != 1 || list.Problem != "" {
		t.Fatalf("the rules are %+v", list)
	}
	r := list.Rules[0]
	if r.Kind != "write" || !r.Here || r.Scope != "always" || r.Chat != chat || r.Title != "create a.md: x" || r.Path != "a.md" || r.Turn != 1 || r.Used.IsZero() {
		t.Errorf("the rule is %+v", r)
	}
	list, err = f.approvals.Revoke(RevokeRequest{[]string{r.ID}})
	must(t, err)
	if len(list.Rules) != 0 {
		t.Errorf("revoked, the rules are %+v", list)
	}
	f.send("create c.md: z")
	f.asked(1)
}

// WS-62: a rule that can't be taken out of its file is named, with a code of its own.
func TestRuleStillSaved(t *testing.T) {
	f := newFace(t, nil)
	chat := f.send("create a.md: x")
	slip := f.asked(1)
	_, err := f.approvals.Decide(DecideRequest{Edit: slip.ID, Shown: slip.Shown, All: "approve", Scope: "always"})
	must(t, err)
	f.ended(chat)
	lock := filepath.Join(filepath.Dir(f.dir), "home", "approvals.toml.lock")
	must(t, os.Remove(lock))
	must(t, os.Mkdir(lock, 0o700)) // in the way of whoever would write
	if _, err := f.approvals.ClearRules(); code(err) != CodeStillSaved || !strings.Contains(err.Error(), "write:"+f.dir) {
		t.Errorf("%s: %v", code(err), err)
	}
	f.send("create c.md: z")
	f.asked(1)
}

// Every mode is offered, with the reason where it can't be had; a chat shows its own.
func TestModesOnThePage(t *testing.T) {
	f := newFace(t, nil)
	modes, err := f.chats.Modes()
	must(t, err)
	var names []string
	for _, m := range modes {
		names = append(names, m.Mode)
		if m.Refused != "" && m.Mode != "bypass" {
			t.Errorf("%s is refused: %s", m.Mode, m.Refused)
		}
	}
	if strings.Join(names, " ") != "ask accept-edits plan jail bypass" {
		t.Errorf("the modes are %v", names)
	}
	chat, err := f.chats.New()
	must(t, err)
	if chat.Mode != "ask" {
		t.Errorf("it begins in %q", chat.Mode)
	}
	chat, err = f.chats.SetMode(ModeRequest{chat.ID, "plan"})
	must(t, err)
	if list, err := f.chats.List(); err != nil || chat.Mode != "plan" || list[0].Mode != "plan" {
		t.Errorf("set, it is in %q, listed %+v (%v)", chat.Mode, list, err)
	}
	if _, err := f.chats.SetMode(ModeRequest{chat.ID, "plann"}); code(err) != CodeBadRequest {
		t.Errorf("a mode that isn't: %v", err)
	}
	turn := f.ended(f.send("create a.md: x")) // in the same, still empty chat
	if turn.Blocks[0].Tool == nil || turn.Blocks[0].Tool.Status != "failed" {
		t.Errorf("while planning: %+v", turn.Blocks[0])
	}
	f.holds("a.md", "")
}
