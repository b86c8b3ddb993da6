//go:build window

package windowtest_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redline/app/window/windowtest"
)

const note = "# Newlyn\n\nWe fit a straight line. The slope is the trend.\n"

// TestThreadInTheWindow goes from an open folder to an exported note in the real
// window: the same steps that the browser tests take.
func TestThreadInTheWindow(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "newlyn.md")
	if err := os.WriteFile(file, []byte(note), 0o644); err != nil {
		t.Fatal(err)
	}
	w := windowtest.Open(t, "", folder)

	ask(w, `replace "a straight line" with "the median slope" in newlyn.md`)
	w.WaitText("Waiting for you")
	w.Screenshot("thread-1-waiting")
	if got := read(t, file); got != note {
		t.Fatalf("written before it was approved: %q", got)
	}

	w.Button("1 edit to review").Click()
	approve := w.Find("dialog[open] [aria-keyshortcuts=A]")
	w.Screenshot("thread-2-review")
	approve.Click()
	w.WaitText("1 of 1 change decided")
	w.Find("dialog[open] [data-primary]").Click()
	w.WaitText("Replaced one place in newlyn.md.")
	changed := strings.Replace(note, "a straight line", "the median slope", 1)
	if got := read(t, file); got != changed {
		t.Fatalf("after the approval the file holds %q", got)
	}

	plan := filepath.Join(folder, "plan.md")
	ask(w, "create plan.md: Refit")
	w.WaitText("Waiting for you")
	w.Button("Approve").Click()
	w.WaitText("plan.md is there now.")

	w.Script(nil, `document.querySelector('[role=slider]').focus()`)
	w.Keys("\uE012") // the left arrow key
	w.WaitText("Rewind the workspace to turn 1?")
	w.Screenshot("thread-3-scrubbed")
	if got := read(t, plan); got != "Refit\n" {
		t.Fatalf("looking at turn 1 changed plan.md to %q", got)
	}
	w.Find("[aria-keyshortcuts='Control+Enter']").Click()
	w.WaitText("Rewound to turn 1")
	w.Screenshot("thread-4-rewound")
	if _, err := os.Stat(plan); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("plan.md after the rewind: %v", err)
	}
	w.Button("Redo").Click()
	w.WaitText("Back at turn 2")
	if got := read(t, plan); got != "Refit\n" {
		t.Fatalf("after the redo plan.md holds %q", got)
	}

	ask(w, "export newlyn.md as pdf")
	w.WaitText("Create newlyn.pdf from newlyn.md")
	w.Button("Approve").Click()
	w.WaitText("Saved newlyn.pdf")
	w.Screenshot("thread-5-exported")
	if got := read(t, filepath.Join(folder, "newlyn.pdf")); !strings.HasPrefix(got, "%PDF-") {
		t.Fatalf("newlyn.pdf begins with %.8q", got)
	}
}

func ask(w *windowtest.Window, prompt string) {
	composer := w.Find("textarea, [contenteditable=true]")
	composer.Click()
	composer.Type(prompt)
	w.Button("Send").Click()
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
