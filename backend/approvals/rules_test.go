package approvals

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func openRules(t *testing.T) (*Rules, string) {
	file := filepath.Join(t.TempDir(), "approvals.toml")
	return OpenRules(file), file
}

func covers(r *Rules, chat, key string) bool {
	q := edit("e", chat, "a\n", "b\n")
	q.Key = key
	_, ok := r.cover(q)
	return ok
}

// A rule covers its kind of edit in its folder, for its chat or for all; and only
// what was answered with Always is there again in the next Redline (FS-40).
func TestRulesCover(t *testing.T) {
	rules, file := openRules(t)
	must(t, rules.add(edit("e", "a", "1\n", "2\n"), Once))
	if covers(rules, "a", "write:/w") {
		t.Error("a yes for once covers the next")
	}
	must(t, rules.add(edit("e", "a", "1\n", "2\n"), ThisChat))
	if _, err := os.Stat(file); err == nil {
		t.Error("an answer for one chat was saved")
	}
	for chat, want := range map[string]bool{"a": true, "b": false, "": false} {
		if covers(rules, chat, "write:/w") != want {
			t.Errorf("the rule of chat a covers chat %q: %t", chat, !want)
		}
	}
	must(t, rules.add(edit("e", "b", "1\n", "2\n"), Always))
	for _, r := range []*Rules{rules, OpenRules(file)} {
		if !covers(r, "c", "write:/w") || !covers(r, "", "write:/w") {
			t.Error("the saved rule doesn't cover every chat")
		}
		for _, key := range []string{"delete:/w", "write:/w2", "write:/", "write:/W"} {
			if covers(r, "b", key) {
				t.Errorf("it covers %s", key)
			}
		}
	}
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file is not its owner's alone: %v, %v", info.Mode(), err)
	}
}

// WS-62: chats' rules are listed before the saved ones, each with what it allows,
// where it came from and when it was last used.
func TestRulesList(t *testing.T) {
	rules, file := openRules(t)
	begun := time.Now()
	saved := edit("e", "b", "1\n", "2\n")
	saved.Turn = 7
	must(t, rules.add(saved, Always))
	must(t, rules.add(edit("e", "a", "1\n", "2\n"), ThisChat))
	must(t, rules.add(edit("e", "a", "1\n", "2\n"), ThisChat)) // given twice, it is one rule
	covers(rules, "c", "write:/w")
	for name, r := range map[string]*Rules{"this": rules, "the next": OpenRules(file)} {
		all, err := r.List()
		must(t, err)
		last := all[len(all)-1]
		kind, folder := last.Split()
		if kind != "write" || folder != "/w" || last.Scope != Always || last.Chat != "b" || last.Turn != 7 || last.Path != "f" {
			t.Errorf("%s Redline lists %+v", name, last)
		}
		if last.Given.Before(begun.Add(-time.Second)) || last.Used.Before(begun.Add(-time.Second)) {
			t.Errorf("%s Redline lists it as given %v, used %v", name, last.Given, last.Used)
		}
	}
	all, err := rules.List()
	must(t, err)
	if len(all) != 2 || all[0].Scope != ThisChat || all[0].Chat != "a" || !all[0].Used.IsZero() {
		t.Errorf("it lists %+v", all)
	}
}

// What is revoked covers nothing from then on, here and in every other Redline that
// is open; the rest goes on.
func TestRevoke(t *testing.T) {
	rules, file := openRules(t)
	other := OpenRules(file)
	q := edit("e", "a", "1\n", "2\n")
	must(t, rules.add(q, Always))
	must(t, rules.add(q, ThisChat))
	q.Key = "delete:/w"
	must(t, rules.add(q, Always))
	if !covers(other, "x", "write:/w") {
		t.Fatal("the other Redline doesn't know the rule")
	}
	n, err := rules.Revoke("write:/w", "there is none")
	if n != 1 || err != nil || covers(other, "x", "write:/w") || covers(rules, "x", "write:/w") {
		t.Errorf("revoked %d, %v", n, err)
	}
	if !covers(rules, "a", "write:/w") || !covers(rules, "x", "delete:/w") {
		t.Error("it took others along")
	}
	if n, err := rules.Clear(); n != 2 || err != nil || covers(rules, "a", "write:/w") || covers(rules, "x", "delete:/w") {
		t.Errorf("cleared %d, %v", n, err)
	}
}

// WS-62: a rule that can't be taken out of the file is named, and holds no more in
// this Redline all the same; revoked again, it goes.
func TestRevokeThatCantBeSaved(t *testing.T) {
	rules, file := openRules(t)
	q := edit("e", "a", "1\n", "2\n")
	must(t, rules.add(q, Always))
	must(t, os.Remove(file+".lock"))
	must(t, os.Mkdir(file+".lock", 0o700)) // in the way of whoever would write
	n, err := rules.Revoke("write:/w")
	var still *StillSavedError
	if n != 1 || !errors.As(err, &still) || !strings.Contains(err.Error(), "write:/w") {
		t.Errorf("revoked %d, %v", n, err)
	}
	if all, _ := rules.List(); len(all) > 0 || covers(rules, "a", "write:/w") {
		t.Errorf("it still holds: %v", all)
	}
	if !covers(OpenRules(file), "a", "write:/w") {
		t.Error("the next Redline doesn't have it any more, against what was said")
	}
	// An Always that can't be saved decides nothing.
	if err := rules.add(q, Always); err == nil || covers(rules, "a", "write:/w") {
		t.Errorf("a rule was made that can't be saved: %v", err)
	}
	must(t, os.Remove(file+".lock"))
	must(t, rules.add(q, Always))
	if !covers(rules, "a", "write:/w") {
		t.Error("given again, it doesn't hold")
	}
	if n, err := rules.Revoke("write:/w"); n != 1 || err != nil || covers(OpenRules(file), "a", "write:/w") {
		t.Errorf("revoked again: %d, %v", n, err)
	}
}

// A file that can't be understood allows nothing, is told of, and stays as it is.
func TestDamagedRules(t *testing.T) {
	rules, file := openRules(t)
	const damaged = "[[rule]]\nkey = \"write:/w\"\ngiven = yesterday\n"
	must(t, os.WriteFile(file, []byte(damaged), 0o600))
	if covers(rules, "a", "write:/w") {
		t.Error("it allows something")
	}
	if _, err := rules.List(); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("listing says %v", err)
	}
	if err := rules.add(edit("e", "a", "1\n", "2\n"), Always); err == nil {
		t.Error("a rule was saved over it")
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != damaged {
		t.Errorf("it holds %q, %v", got, err)
	}
}

// Two Redlines that save at once lose no rule of each other's.
func TestRulesSavedAtOnce(t *testing.T) {
	_, file := openRules(t)
	errs := make(chan error)
	keys := []string{"write:/a", "write:/b", "write:/c", "write:/d", "write:/e", "write:/f", "write:/g", "write:/h"}
	for _, key := range keys {
		go func() {
			q := edit("e", "a", "1\n", "2\n")
			q.Key = key
			errs <- OpenRules(file).add(q, Always)
		}()
	}
	for range keys {
		must(t, <-errs)
	}
	for _, key := range keys {
		if !covers(OpenRules(file), "", key) {
			t.Errorf("%s was lost", key)
		}
	}
}

// A question whose rule can't be saved goes on waiting.
func TestAlwaysThatCantBeSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &Gate{Rules: OpenRules(filepath.Join(t.TempDir(), "missing", "approvals.toml"))}
		done := ask(t.Context(), g, edit("e", "chat", "a\n", "b\n"))
		synctest.Wait()
		if err := g.Resolve("e", Decision{All: Approve, Scope: Always}); err == nil || !strings.Contains(err.Error(), "nothing was decided") {
			t.Errorf("it was decided: %v", err)
		}
		must(t, g.Resolve("e", yes))
		if a := <-done; a.err != nil || !a.answer.Approved {
			t.Errorf("the asker got %+v", a)
		}
	})
}
