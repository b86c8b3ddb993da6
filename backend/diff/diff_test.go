package diff

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// texts draws pairs of contents that share lines: few words, odd line endings,
// stray bytes, with and without a final newline.
var lines = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
	word := rapid.SampledFrom([]string{"", "a", "b", "a b", " a", "\xff", "x\x00", "é", "-- a", "++ b", "@@ -1 +1 @@", "\\ No newline"})
	return word.Draw(t, "word") + rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n", "\r"}).Draw(t, "end")
}), 0, 12)

func draw(t *rapid.T) (before, after []byte) {
	before = drawText(t, "before")
	if rapid.Bool().Draw(t, "apart") {
		return before, drawText(t, "after")
	}
	// Edited from before, so that there are unchanged lines between the changes.
	var out []byte
	for _, line := range bytes.SplitAfter(before, []byte("\n")) {
		switch rapid.IntRange(0, 5).Draw(t, "edit") {
		case 0:
		case 1:
			out = append(append(out, "new\n"...), line...)
		default:
			out = append(out, line...)
		}
	}
	return before, out
}

func drawText(t *rapid.T, label string) []byte {
	s := strings.Join(lines.Draw(t, label), "")
	if rapid.Bool().Draw(t, label+" unfinished") {
		s = strings.TrimSuffix(s, "\n")
	}
	return []byte(s)
}

// A hunk says where it is: its numbers, its bytes and the counts agree, and there
// is an unchanged line between any two.
func TestHunks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := draw(t)
		d := Compare(before, after)
		added, removed := 0, 0
		last := Hunk{OldStart: -1}
		for i, h := range d.Hunks {
			if h.Index != i {
				t.Fatalf("hunk %d says it is %d", i, h.Index)
			}
			for _, side := range []struct {
				text         []byte
				r            Range
				start, lines int
			}{{before, h.Old, h.OldStart, h.OldLines}, {after, h.New, h.NewStart, h.NewLines}} {
				if n := len(lineStarts(side.text[:side.r.From])) + 1; n != side.start {
					t.Fatalf("hunk %d begins in line %d, says %d", i, n, side.start)
				}
				if n := len(lineStarts(side.text[side.r.From:side.r.To])); n != side.lines {
					t.Fatalf("hunk %d has %d lines, says %d", i, n, side.lines)
				}
			}
			if h.OldStart <= last.OldStart+last.OldLines {
				t.Fatalf("no unchanged line before hunk %d", i)
			}
			added, removed, last = added+h.NewLines, removed+h.OldLines, h
		}
		if added != d.Added || removed != d.Removed {
			t.Fatalf("+%d -%d, says +%d -%d", added, removed, d.Added, d.Removed)
		}
	})
}

// The blocks that are shown hold every changed line once, number and place all of
// them rightly, and marks lie inside their line.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := draw(t)
		d := Compare(before, after)
		added, removed, old := 0, 0, 0
		for _, b := range d.Lines(rapid.IntRange(0, 4).Draw(t, "context")) {
			old += b.Skipped
			for _, l := range b.Lines {
				side, number := before, l.Old
				switch l.Kind {
				case Insert:
					side, number = after, l.New
					added++
				case Delete:
					removed++
				}
				if l.Kind != Insert {
					old++
					if l.Old != old {
						t.Fatalf("old line %d is numbered %d", old, l.Old)
					}
				}
				if !bytes.HasPrefix(side[l.Offset:], l.Text) || len(lineStarts(side[:l.Offset]))+1 != number {
					t.Fatalf("line %+v isn't at its place", l)
				}
				for _, m := range l.Marks {
					if m.From < 0 || m.From >= m.To || m.To > len(l.Text) {
						t.Fatalf("mark %v in a line of %d bytes", m, len(l.Text))
					}
				}
			}
		}
		if added != d.Added || removed != d.Removed {
			t.Fatalf("shown +%d -%d, want +%d -%d", added, removed, d.Added, d.Removed)
		}
	})
}

// git applies what Unified writes, and gets the new content from the old (FS-66).
func TestGitApplies(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	checks := flag.Lookup("rapid.checks")
	old := checks.Value.String()
	_ = checks.Value.Set("40") // each starts a process
	defer func() { _ = checks.Value.Set(old) }()
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		before, after := draw(t)
		context := rapid.IntRange(0, 4).Draw(t, "context")
		there, stays := len(before) > 0, len(after) > 0
		if bytes.Equal(before, after) {
			return
		}
		a, b := "a/f", "b/f"
		if !there {
			a = "/dev/null"
		}
		if !stays {
			b = "/dev/null"
		}
		name := filepath.Join(dir, "f")
		_ = os.Remove(name)
		if there {
			if err := os.WriteFile(name, before, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		patch := Unified(Compare(before, after), a, b, context)
		cmd := exec.Command("git", "apply", "--unidiff-zero", "--whitespace=nowarn", "-")
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(patch)
		cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git refuses: %v %s\n%q", err, out, patch)
		}
		got, err := os.ReadFile(name)
		if stays && err != nil || !stays && !os.IsNotExist(err) {
			t.Fatalf("after git: %v", err)
		}
		if !bytes.Equal(got, after) {
			t.Fatalf("git made %q, want %q, of\n%q", got, after, patch)
		}
	})
}

func TestUnified(t *testing.T) {
	for _, tc := range []struct{ name, before, after, want string }{
		{"equal", "a\n", "a\n", ""},
		{"FS-66 edited", "a\nb\nc\n", "a\nB\nc\n", "--- a\n+++ b\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"},
		{"FS-66 created", "", "a\n", "--- a\n+++ b\n@@ -0,0 +1 @@\n+a\n"},
		{"FS-66 deleted", "a\n", "", "--- a\n+++ b\n@@ -1 +0,0 @@\n-a\n"},
		{"FS-66 final newline lost", "a\n", "a", "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n"},
		{"FS-66 final newline gained", "a", "a\n", "--- a\n+++ b\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"FS-66 unfinished line kept", "a\nb", "A\nb", "--- a\n+++ b\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := Unified(Compare([]byte(tc.before), []byte(tc.after)), "a", "b", 3); got != tc.want {
				t.Errorf("got\n%s\nwant\n%s", got, tc.want)
			}
		})
	}
}

func TestMarks(t *testing.T) {
	for _, tc := range []struct{ name, before, after, old, new string }{
		{"one word", "the old house\n", "the new house\n", "old", "new"},
		{"neighbouring words", "it was a very long day\n", "it was an utterly long day\n", "a very", "an utterly"},
		{"punctuation alone", "say yes, sir\n", "say yes. sir\n", ",", "."},
		{"accents", "ein schönes Haus hier\n", "ein großes Haus hier\n", "schönes", "großes"},
		{"nothing alike", "alpha beta\n", "gamma delta\n", "", ""},
		{"only the line ending", "same words\r\n", "same words\n", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got [2]string
			for _, b := range Compare([]byte(tc.before), []byte(tc.after)).Lines(0) {
				for _, l := range b.Lines {
					for _, m := range l.Marks {
						got[l.Kind-Delete] += string(l.Text[m.From:m.To])
					}
				}
			}
			if got != [2]string{tc.old, tc.new} {
				t.Errorf("marked %q, want %q and %q", got, tc.old, tc.new)
			}
		})
	}
}

// Long changed lines don't hold a diff up: beyond a limit they are shown unmarked.
func TestMarksAreBounded(t *testing.T) {
	var before, after bytes.Buffer
	for i := range 2000 {
		for j := range 400 {
			fmt.Fprintf(&before, "w%d ", i*j)
			fmt.Fprintf(&after, "w%d ", i*j+j%2)
		}
		before.WriteByte('\n')
		after.WriteByte('\n')
	}
	marked := 0
	for _, b := range Compare(before.Bytes(), after.Bytes()).Lines(3) {
		for _, l := range b.Lines {
			if len(l.Marks) > 0 {
				marked += len(l.Text)
			}
		}
	}
	if marked == 0 || marked > 2*maxMarkedTotal {
		t.Errorf("%d bytes are marked, want some and at most %d", marked, 2*maxMarkedTotal)
	}
}
