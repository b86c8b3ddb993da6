//go:build window

package windowtest_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redline/app/window/windowtest"
)

const note = "# Newlyn\n\nWe fit a straight line. The slope is the trend.\n"

// The thread in the real window, from the first start to an exported note: the same
// steps that the browser tests take, with a picture of each, in light and in dark.
func TestThreadInTheWindow(t *testing.T) {
	for _, theme := range []string{"light", "dark"} {
		t.Run(theme, func(t *testing.T) { thread(t, theme) })
	}
}

func thread(t *testing.T, theme string) {
	home := t.TempDir()
	settings := fmt.Sprintf("[ui]\nacceleration = 'on'\ntheme = '%s'\n", theme)
	write(t, filepath.Join(home, "config.toml"), settings)
	folder := filepath.Join(home, "library")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "newlyn.md")
	write(t, file, note)
	w := windowtest.Open(t, home, "")
	shot := func(name string) { w.Screenshot("thread-" + theme + "-" + name) }

	w.WaitText("Pick a folder")
	shot("1-onboarding")
	w.Button("Open the workspace").Click()
	w.WaitText("newlyn.md")

	ask(w, `replace "a straight line" with "the median slope" in newlyn.md`)
	w.WaitText("Waiting for you")
	shot("2-waiting")
	if got := read(t, file); got != note {
		t.Fatalf("written before it was approved: %q", got)
	}

	w.Button("1 edit to review").Click()
	approve := w.Find("dialog[open] [aria-keyshortcuts=A]")
	shot("3-review")
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
	rewindAndRedo(t, w, plan, shot)

	w.Find("[role=treeitem]").Click()
	w.WaitText("words")
	shot("6-preview")
	w.Button("Export").Click()
	w.Find("[popover]:popover-open, dialog[open], [role=dialog]")
	shot("7-export")
	w.Keys("\uE00C") // escape

	ask(w, "export newlyn.md as pdf")
	w.WaitText("Create newlyn.pdf from newlyn.md")
	w.Button("Approve").Click()
	w.WaitText("Saved newlyn.pdf")
	shot("8-exported")
	if got := read(t, filepath.Join(folder, "newlyn.pdf")); !strings.HasPrefix(got, "%PDF-") {
		t.Fatalf("newlyn.pdf begins with %.8q", got)
	}
}

// What happens reaches the page as it happens, on one stream that stays open: a page
// whose stream breaks off would still be brought up to date, but seconds later.
func TestEventsReachTheWindow(t *testing.T) {
	w := windowtest.Open(t, "", t.TempDir())
	w.WaitText("What should change?")
	w.Script(nil, `window.heard = [];
		new EventSource('/events').onmessage = (m) => heard.push(JSON.parse(m.data).topic);`)
	heard := func(topic string) (n int) {
		w.Script(&n, "return heard.filter((t) => t === arguments[0]).length", topic)
		return n
	}
	w.Wait("the stream to open", func() bool { return heard("hello") > 0 })
	for _, name := range []string{"a.md", "b.md"} {
		before := heard("files")
		ask(w, "create "+name+": words")
		w.WaitText("Waiting for you")
		w.Button("Approve").Click()
		w.Wait("the event of "+name, func() bool { return heard("files") > before })
	}
	if n := heard("hello"); n != 1 {
		t.Errorf("the stream was opened %d times", n)
	}
}

// rewindAndRedo looks at turn 1, goes there, and comes back; plan is from turn 2.
func rewindAndRedo(t *testing.T, w *windowtest.Window, plan string, shot func(string)) {
	t.Helper()
	w.Script(nil, `document.querySelector('[role=slider]').focus()`)
	w.Keys("\uE012") // the left arrow key
	w.WaitText("Rewind the workspace to turn 1?")
	shot("4-scrubbed")
	if got := read(t, plan); got != "Refit\n" {
		t.Fatalf("looking at turn 1 changed plan.md to %q", got)
	}
	w.Find("[aria-keyshortcuts='Control+Enter']").Click()
	w.WaitText("Rewound to turn 1")
	shot("5-rewound")
	if _, err := os.Stat(plan); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("plan.md after the rewind: %v", err)
	}
	w.Button("Redo").Click()
	w.WaitText("Back at turn 2")
	if got := read(t, plan); got != "Refit\n" {
		t.Fatalf("after the redo plan.md holds %q", got)
	}
	w.Wait("the list of files to show it again", func() (there bool) {
		w.Script(&there, "return document.querySelector('[role=tree]').textContent.includes('plan.md')")
		return there
	})
}

func ask(w *windowtest.Window, prompt string) {
	composer := w.Find("textarea, [contenteditable=true]")
	composer.Click()
	composer.Type(prompt)
	w.Button("Send").Click()
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
