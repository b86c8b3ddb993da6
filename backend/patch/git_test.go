package patch

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// git runs git in a folder, free of the person's settings.
func git(t *testing.T, dir string, ok func(code int) bool, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "HOME="+dir)
	out, err := cmd.Output()
	if cmd.ProcessState == nil || !ok(cmd.ProcessState.ExitCode()) {
		t.Fatalf("git %s: %v: %s", args, err, out)
	}
	return string(out)
}

// randomText has few different lines, so that many stand in several places.
func randomText(r *rand.Rand, ends ...string) string {
	var b strings.Builder
	end := ends[r.IntN(len(ends))]
	for range r.IntN(60) {
		if r.IntN(20) == 0 {
			end = ends[r.IntN(len(ends))]
		}
		b.WriteString(strings.Repeat(" ", r.IntN(3)) + string(rune('a'+r.IntN(12))) + strings.Repeat("\t", r.IntN(2)) + end)
	}
	if r.IntN(4) == 0 {
		b.WriteString("the end")
	}
	return b.String()
}

// edited changes a few runs of lines.
func edited(r *rand.Rand, s string) string {
	lines := strings.SplitAfter(s, "\n")
	for range 1 + r.IntN(4) {
		at := r.IntN(len(lines) + 1)
		gone := min(r.IntN(3), len(lines)-at)
		var come []string
		for range r.IntN(3) {
			come = append(come, fmt.Sprintf("new %d\n", r.IntN(100)))
		}
		lines = append(append(append([]string{}, lines[:at]...), come...), lines[at+gone:]...)
	}
	return strings.Join(lines, "")
}

// What git makes of two contents is applied to the same bytes, forwards and in
// reverse, whatever the context; git apply is held to the same.
func TestAsGitApplies(t *testing.T) {
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(5, 5))
	differs := func(code int) bool { return code == 0 || code == 1 }
	done := func(code int) bool { return code == 0 }
	for n := range edits {
		context, ends := r.IntN(5), []string{"\n", "\r\n"}
		if context == 0 {
			ends = ends[:1] // nothing in such a patch tells an LF that is meant from one that is lost
		}
		a := randomText(r, ends...)
		b := edited(r, a)
		if a == b {
			continue
		}
		for name, s := range map[string]string{"a": a, "b": b} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(s), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, way := range [][2]string{{"a", "b"}, {"b", "a"}} {
			diff := git(t, dir, differs, "diff", "--no-index", fmt.Sprintf("-U%d", context), "--", way[0], way[1])
			before, after := map[string]string{"a": a, "b": b}[way[0]], map[string]string{"a": a, "b": b}[way[1]]
			diff = strings.NewReplacer("a/"+way[0], "a/f", "b/"+way[1], "b/f", "a/"+way[1], "a/f", "b/"+way[0], "b/f").Replace(diff)
			got, notes, err := files{"f": before}.apply(diff)
			if err != nil || got["f"] != after {
				t.Fatalf("edit %d, %d lines of context: %v\n%s\nfrom %q\n got %q\nwant %q", n, context, err, diff, before, got["f"], after)
			}
			if len(notes) > 0 {
				t.Errorf("edit %d: notes on git's own patch: %q", n, notes)
			}
			checkGitAgrees(t, dir, diff, before, after, done)
		}
	}
}

func checkGitAgrees(t *testing.T, dir, diff, before, after string, done func(int) bool) {
	t.Helper()
	f, p := filepath.Join(dir, "f"), filepath.Join(dir, "patch")
	for name, s := range map[string]string{f: before, p: diff} {
		if err := os.WriteFile(name, []byte(s), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git(t, dir, done, "apply", "--unidiff-zero", "--allow-empty", "patch")
	if got, err := os.ReadFile(f); err != nil || !bytes.Equal(got, []byte(after)) {
		t.Errorf("git makes %q of it, %v", got, err)
	}
}
