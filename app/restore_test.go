package app

import (
	"slices"
	"strings"
	"testing"
)

// A page restores one change of a file as of a turn, compares the sides of a turn, and
// takes a turn out of the middle.
func TestRestoreAndTakeOut(t *testing.T) {
	f := newFace(t, map[string]string{"a.md": "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "pic": "\x00"})
	for _, prompt := range []string{`replace "1" with "one" in a.md`, `replace "9" with "nine" in a.md`} {
		f.approve(prompt)
	}
	for _, tc := range []struct{ from, to, want string }{
		{"before", "after", "-9 +nine"}, {"after", "now", ""}, {"now", "before", "-nine +9"},
	} {
		d, err := f.timeline.Compare(CompareRequest{Turn: 2, Path: "a.md", From: tc.from, To: tc.to})
		if must(t, err); changedLines(d) != tc.want {
			t.Errorf("%s to %s: %q, want %q", tc.from, tc.to, changedLines(d), tc.want)
		}
	}
	plan, err := f.timeline.RestorePlan(AsOfRequest{Turn: 1, Side: "before", Path: "a.md"})
	must(t, err)
	if len(plan.Hunks) != 2 || changedLines(plan.Hunks[0]) != "-one +1" || plan.Change != "edited" || plan.Cut != "" || !plan.Prose {
		t.Fatalf("plan %+v", plan)
	}
	done, err := f.timeline.Restore(RestoreRequest{Turn: 1, Side: "before", Path: "a.md", Hunks: []int{0}, Now: plan.Now})
	must(t, err)
	f.holds("a.md", "1\n2\n3\n4\n5\n6\n7\n8\nnine\n")
	if !slices.Equal(done.Restored, []string{"a.md"}) || done.Turn != 3 {
		t.Errorf("restored %+v", done)
	}
	if _, err := f.timeline.Restore(RestoreRequest{Turn: 1, Side: "before", Path: "a.md", Whole: true, Now: plan.Now}); codeIs(err) != CodeStale {
		t.Errorf("a file that moved on: %v", err)
	}
	_, err = f.timeline.Undo(ForceRequest{})
	must(t, err)

	out, err := f.timeline.TakeOutPlan(TurnRequest{1})
	must(t, err)
	if len(out.Files) != 1 || out.Files[0].Clash != "" || out.Files[0].Added != 1 || !strings.HasPrefix(out.Label, "replace") {
		t.Fatalf("plan %+v", out)
	}
	d, err := f.timeline.TakeOutDiff(TurnFileRequest{Turn: 1, Path: "a.md"})
	if must(t, err); changedLines(d) != "-one +1" {
		t.Errorf("diff %q", changedLines(d))
	}
	_, err = f.timeline.TakeOut(TakeOutRequest{Turn: 1, Shown: out.Shown})
	must(t, err)
	f.holds("a.md", "1\n2\n3\n4\n5\n6\n7\n8\nnine\n")
}

// What two sides changed is shown as data, and settled pick by pick.
func TestMergePlans(t *testing.T) {
	f := newFace(t, map[string]string{"a.md": "a\n" + strings.Repeat("x\n", 9) + "b\n"})
	f.approve(`replace "a" with "A" in a.md`)
	f.approve(`replace "A" with "AA" in a.md`)
	f.write("a.md", "mine\n"+strings.Repeat("x\n", 9)+"b\n")
	if _, err := f.timeline.TakeOut(TakeOutRequest{Turn: 1}); codeIs(err) != CodeConflict {
		t.Fatalf("a clash: %v", err)
	}
	for name, ask := range map[string]func(TurnFileRequest) (MergePlan, error){"take out": f.timeline.TakeOutMerge, "rewind": f.timeline.Merge} {
		m, err := ask(TurnFileRequest{Turn: 1, Path: "a.md"})
		must(t, err)
		if m.Conflicts != 1 || len(m.Stretches) != 2 || m.Stretches[0].Origin != "conflict" || m.Stretches[0].Now != "mine\n" ||
			m.Stretches[1].Origin != "unchanged" || m.Stretches[1].Left != 4 || m.Stretches[1].Base != "x\nx\nx\nx\nx\nb\n" {
			t.Errorf("%s: %+v", name, m)
		}
		if _, err := ask(TurnFileRequest{Turn: 1, Path: "none"}); codeIs(err) != CodeNotFound {
			t.Errorf("%s, no such file: %v", name, err)
		}
	}
	pick := []FileChoice{{Path: "a.md", Take: "merge", Picks: []Pick{{Take: "text", Text: "both\n"}}}}
	_, err := f.timeline.Rewind(RewindRequest{Turn: 1, Choices: pick})
	must(t, err)
	f.holds("a.md", "both\n"+strings.Repeat("x\n", 9)+"b\n")
	_, err = f.timeline.Redo(ForceRequest{})
	must(t, err)
	_, err = f.timeline.TakeOut(TakeOutRequest{Turn: 1, Choices: pick})
	must(t, err)
	f.holds("a.md", "both\n"+strings.Repeat("x\n", 9)+"b\n")
}

// approve sends a prompt and approves what it asks.
func (f *face) approve(prompt string) {
	f.t.Helper()
	f.send(prompt)
	slip := f.asked(1)
	_, err := f.approvals.Decide(DecideRequest{Edit: slip.ID, All: "approve", Shown: slip.Shown})
	must(f.t, err)
	f.until("the turn ends", func() bool {
		p, err := f.app.open()
		must(f.t, err)
		return len(p.RunningChats()) == 0
	})
}

func changedLines(d FileDiff) string {
	var all []string
	for _, b := range d.Blocks {
		for _, l := range b.Lines {
			switch l.Kind {
			case "delete":
				all = append(all, "-"+l.Text)
			case "insert":
				all = append(all, "+"+l.Text)
			}
		}
	}
	return strings.Join(all, " ")
}

func codeIs(err error) Code {
	if err == nil {
		return ""
	}
	return AsError(err).Code
}
