package approvals

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"

	"redline/backend/diff"
	"redline/backend/workspace"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// edit is a request to make b of a.
func edit(id, chat, a, b string) *Request {
	return &Request{
		ID: id, Session: chat, Kind: WriteFile, Key: "write:/w", Path: "f", File: "/w/f", Change: "edited",
		Before: workspace.File{State: workspace.State{Exists: true, Hash: workspace.HashOf([]byte(a))}, Bytes: []byte(a)},
		After:  []byte(b), Diff: diff.Compare([]byte(a), []byte(b)),
	}
}

type asked struct {
	answer Answer
	err    error
}

// ask asks in the background.
func ask(ctx context.Context, g *Gate, r *Request) <-chan asked {
	done := make(chan asked, 1)
	go func() {
		a, err := g.Ask(ctx, r, func() {})
		done <- asked{a, err}
	}()
	return done
}

var (
	yes = Decision{All: Approve}
	no  = Decision{All: Reject}
)

func ids(g *Gate) (all []string) {
	for _, r := range g.Waiting() {
		all = append(all, r.ID)
	}
	return all
}

// Questions wait in the order of asking; answering one answers no other, in whatever
// order, not even with an answer for the whole chat; and a second answer is refused.
func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &Gate{Rules: OpenRules(filepath.Join(t.TempDir(), "approvals.toml"))}
		var done []<-chan asked
		for i := range 4 {
			done = append(done, ask(t.Context(), g, edit(fmt.Sprint(i), "chat", "a\n", "b\n")))
			synctest.Wait()
		}
		if got := ids(g); !slices.Equal(got, []string{"0", "1", "2", "3"}) {
			t.Fatalf("the queue is %v", got)
		}
		must(t, g.Resolve("2", Decision{All: Approve, Scope: ThisChat}))
		must(t, g.Resolve("0", Decision{All: Reject, Note: "too long"}))
		synctest.Wait()
		if got := ids(g); !slices.Equal(got, []string{"1", "3"}) {
			t.Errorf("after two answers %v wait", got)
		}
		if a := <-done[2]; a.err != nil || !a.answer.Approved || string(a.answer.After) != "b\n" {
			t.Errorf("the third got %+v", a)
		}
		if a := <-done[0]; a.err != nil || a.answer.Approved || a.answer.Note != "too long" {
			t.Errorf("the first got %+v", a)
		}
		for _, id := range []string{"0", "2", "nothing"} {
			if err := g.Resolve(id, yes); !errors.Is(err, ErrUnknown) {
				t.Errorf("a second answer to %s: %v", id, err)
			}
		}
		must(t, g.Resolve("1", no))
		must(t, g.Resolve("3", no))
	})
}

// Of many answers to one question at once exactly one holds.
func TestFirstAnswerHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &Gate{}
		done := ask(t.Context(), g, edit("e", "chat", "a\n", "b\n"))
		synctest.Wait()
		errs := make(chan error)
		for i := range 20 {
			go func() { errs <- g.Resolve("e", []Decision{yes, no}[i%2]) }()
		}
		held := 0
		for range 20 {
			switch err := <-errs; {
			case err == nil:
				held++
			case !errors.Is(err, ErrUnknown):
				t.Error(err)
			}
		}
		if a := <-done; held != 1 || a.err != nil {
			t.Errorf("%d answers held; the asker got %+v", held, a)
		}
	})
}

// A chat that is stopped withdraws its own question and no other's. Nothing else
// ends one: a question waits for as long as it takes.
func TestWithdrawal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		announced := 0
		g := &Gate{Announce: func() { announced++ }}
		stopped := errors.New("stopped")
		ctx, stop := context.WithCancelCause(t.Context())
		mine := ask(ctx, g, edit("mine", "a", "a\n", "b\n"))
		synctest.Wait()
		theirs := ask(t.Context(), g, edit("theirs", "b", "a\n", "b\n"))
		synctest.Wait()
		stop(stopped)
		if a := <-mine; !errors.Is(a.err, stopped) {
			t.Errorf("the stopped chat got %+v", a)
		}
		if got := ids(g); !slices.Equal(got, []string{"theirs"}) || announced != 3 {
			t.Errorf("%v wait, %d times announced", got, announced)
		}
		if err := g.Resolve("mine", yes); !errors.Is(err, ErrUnknown) {
			t.Errorf("an answer to it: %v", err)
		}
		must(t, g.Resolve("theirs", yes))
		if a := <-theirs; !a.answer.Approved {
			t.Errorf("the other got %+v", a)
		}
	})
}

// An answer that doesn't fit decides nothing, and says why.
func TestAnswersThatDontFit(t *testing.T) {
	two := edit("e", "chat", "a\nb\nc\n", "A\nb\nC\n")
	loud := edit("e", "chat", "a\n", "b\n")
	loud.RunsLater = "make runs it"
	gone := edit("e", "", "a\n", "")
	gone.Kind, gone.Change = DeleteFile, "deleted"
	goneInChat := edit("e", "chat", "a\n", "")
	goneInChat.Kind, goneInChat.Change = DeleteFile, "deleted"
	bytesOnly := edit("e", "chat", "a\n", "b\n")
	bytesOnly.Diff = nil
	one := []HunkDecision{{Hunk: 0, Action: Reject}}
	for _, tc := range []struct {
		name string
		r    *Request
		d    Decision
		want error
	}{
		{"neither yes nor no", two, Decision{}, ErrBadDecision},
		{"no such change", two, Decision{All: Approve, Hunks: []HunkDecision{{Hunk: 2, Action: Reject}}}, ErrBadDecision},
		{"no such change before", two, Decision{All: Approve, Hunks: []HunkDecision{{Hunk: -1, Action: Reject}}}, ErrBadDecision},
		{"no such action", two, Decision{All: Approve, Hunks: []HunkDecision{{Hunk: 0, Action: "perhaps"}}}, ErrBadDecision},
		{"decided twice", two, Decision{All: Approve, Hunks: append(one, one...)}, ErrBadDecision},
		{"no such scope", two, Decision{All: Approve, Scope: "week"}, ErrBadDecision},
		{"a no for always", two, Decision{All: Reject, Scope: Always}, ErrBadDecision},
		{"a rule for what always asks", loud, Decision{All: Approve, Scope: Always}, ErrBadDecision},
		{"a rule for a chat that isn't there", gone, Decision{All: Approve, Scope: ThisChat}, ErrBadDecision},
		{"an amended deletion", gone, Decision{All: Approve, Hunks: []HunkDecision{{Action: Amend}}}, ErrBadDecision},
		{"no line of a change", two, Decision{All: Approve, Hunks: []HunkDecision{{Hunk: 0, Action: Pick}}}, ErrBadDecision},
		{"a line of another change", two, Decision{All: Approve, Hunks: []HunkDecision{{Hunk: 0, Action: Pick, Old: []int{3}}}}, ErrBadDecision},
		{"a line that isn't there", two, Decision{All: Approve, Hunks: []HunkDecision{{Hunk: 1, Action: Pick, New: []int{3, 0}}}}, ErrBadDecision},
		{"lines of a deletion", gone, Decision{All: Approve, Hunks: []HunkDecision{{Action: Pick, Old: []int{1}}}}, ErrBadDecision},
		{"a change that a deletion hasn't", gone, Decision{All: Approve, Hunks: []HunkDecision{{Hunk: -1, Action: Approve}}}, ErrBadDecision},
		{"part of what has no changes", bytesOnly, Decision{All: Approve, Hunks: one}, ErrBadDecision},
		{"a rule from a deletion that was turned away", goneInChat, Decision{All: Approve, Hunks: one, Scope: ThisChat}, ErrBadDecision},
		{"made looking at something else", two, Decision{All: Approve, Shown: loud.digest()}, ErrOtherEdit},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := &Gate{Rules: OpenRules(filepath.Join(t.TempDir(), "approvals.toml"))}
				done := ask(t.Context(), g, tc.r)
				synctest.Wait()
				if err := g.Resolve("e", tc.d); !errors.Is(err, tc.want) {
					t.Errorf("got %v, want %v", err, tc.want)
				}
				if rules, err := g.Rules.List(); len(rules) > 0 || err != nil {
					t.Errorf("it left rules: %v, %v", rules, err)
				}
				must(t, g.Resolve("e", Decision{All: Approve, Shown: tc.r.Shown()}))
				if a := <-done; a.err != nil || !a.answer.Approved {
					t.Errorf("the right answer then gave %+v", a)
				}
			})
		})
	}
}

// A deletion is decided as a whole, also by the answer to its one change.
func TestDeletionByItsChange(t *testing.T) {
	for action, want := range map[Action]bool{Approve: true, Reject: false} {
		gone := edit("e", "chat", "a\n", "")
		gone.Kind, gone.Change, gone.After = DeleteFile, "deleted", nil
		a, err := answer(gone, Decision{All: Approve, Hunks: []HunkDecision{{Action: action, Note: "so"}}})
		must(t, err)
		if a.Approved != want || a.Chosen[0] != action || a.Hunks[0].Note != "so" {
			t.Errorf("%s gave %+v", action, a)
		}
	}
}

// Whatever of a request changes after it was shown, no yes to it is an answer.
func TestMutatedAfterItWasShown(t *testing.T) {
	for name, mutate := range map[string]func(*Request){
		"what is written": func(r *Request) { r.After[0] = 'x' },
		"the new text":    func(r *Request) { r.Diff.After = []byte("x\n") },
		"the old text":    func(r *Request) { r.Diff.Before[0] = 'x' },
		"what is on disk": func(r *Request) { r.Before.Bytes = []byte("x\n") },
		"a change":        func(r *Request) { r.Diff.Hunks[0].Old.To-- },
		"the path":        func(r *Request) { r.Path = "g" },
		"the file":        func(r *Request) { r.File = "/w/g" },
		"the kind":        func(r *Request) { r.Kind = DeleteFile },
		"the rule":        func(r *Request) { r.Key = "write:/" },
		"the encoding":    func(r *Request) { r.Encoding.Encoding = "utf-16le" },
		"the summary":     func(r *Request) { r.Summary = "harmless" },
		"the warning":     func(r *Request) { r.RunsLater = "" },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := &Gate{}
				r := edit("e", "chat", "a\n", "b\n")
				r.RunsLater = "make runs it"
				done := ask(t.Context(), g, r)
				synctest.Wait()
				mutate(r)
				if err := g.Resolve("e", yes); !errors.Is(err, ErrMutated) {
					t.Errorf("the answer was taken: %v", err)
				}
				if a := <-done; !errors.Is(a.err, ErrMutated) || a.answer.Approved {
					t.Errorf("the asker got %+v", a)
				}
			})
		})
	}
}

// An answer serves for the one file, the one content and the one time that it was
// given for.
func TestSeal(t *testing.T) {
	r := edit("e", "chat", "a\n", "b\n")
	before := r.Before.State
	other := workspace.State{Exists: true, Hash: workspace.HashOf([]byte("x\n"))}
	for _, tc := range []struct {
		name    string
		change  func(*Answer)
		file    string
		deletes bool
		before  workspace.State
	}{
		{"another file", nil, "/w/g", false, before},
		{"another content before", nil, "/w/f", false, other},
		{"nothing there before", nil, "/w/f", false, workspace.State{}},
		{"another content after", func(a *Answer) { a.After = []byte("x\n") }, "/w/f", false, before},
		{"a byte changed in place", func(a *Answer) { a.After[0] = 'x' }, "/w/f", false, before},
		{"a deletion", nil, "/w/f", true, before},
		{"a no made a yes", func(a *Answer) { *a = Answer{Approved: true, After: a.After} }, "/w/f", false, before},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, err := answer(r, yes)
			must(t, err)
			if tc.change != nil {
				tc.change(&a)
			}
			if err := a.Redeem(tc.file, tc.deletes, tc.before); !errors.Is(err, ErrSeal) {
				t.Errorf("it was taken: %v", err)
			}
		})
	}
	a, err := answer(r, yes)
	must(t, err)
	r.After[0] = 'x' // the asker's bytes aren't the answer's
	copied := a
	must(t, a.Redeem("/w/f", false, before))
	if err := copied.Redeem("/w/f", false, before); !errors.Is(err, ErrSeal) {
		t.Errorf("it was taken twice: %v", err)
	}
	rejected, err := answer(r, no)
	must(t, err)
	if err := rejected.Redeem("/w/f", false, before); !errors.Is(err, ErrSeal) {
		t.Errorf("a no was taken: %v", err)
	}
	// To delete a file and to make it empty are two things.
	empty := edit("e", "chat", "a\n", "")
	emptied, err := answer(empty, yes)
	must(t, err)
	if err := emptied.Redeem("/w/f", true, before); !errors.Is(err, ErrSeal) {
		t.Errorf("a yes to an empty file was taken for one to a deletion: %v", err)
	}
}
