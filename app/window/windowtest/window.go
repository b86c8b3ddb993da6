//go:build window

package windowtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	// patience is how long anything may take before the test fails. It is long
	// because a busy machine is no fault of the window.
	patience = 30 * time.Second
	// pause is how often a condition is looked at again.
	pause = 20 * time.Millisecond
)

// Window is a running redline-desktop. Its methods fail the test themselves.
type Window struct {
	t       testing.TB
	driver  driver
	home    string
	scratch string // the rest of the program's surroundings, and its log
	pid     int
}

// Open starts redline-desktop on folder ("" for none), with home as its
// REDLINE_HOME ("" for a new one). The window is closed when the test ends.
func Open(t testing.TB, home, folder string) *Window {
	t.Helper()
	if home == "" {
		home = t.TempDir()
	}
	w := &Window{t: t, home: home}
	w.accelerate()
	w.makeScratch()
	w.startDriver()
	args := []string{}
	if folder != "" {
		args = []string{folder}
	}
	t.Cleanup(func() {
		if t.Failed() && w.running() {
			w.keep("failed")
		}
		w.Terminate()
	})
	w.begin(args)
	return w
}

// accelerate lets the window draw with a graphics card even if the processor has to
// play it, unless the home has settings: WebKit's driver can't take a picture else.
func (w *Window) accelerate() {
	w.t.Helper()
	f, err := os.OpenFile(filepath.Join(w.home, "config.toml"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return
	}
	if err == nil {
		_, err = f.WriteString("[ui]\nacceleration = 'on'\n")
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// Started is when the program began, to a few milliseconds.
func (w *Window) Started() time.Time {
	w.t.Helper()
	info, err := os.Stat(filepath.Join(w.scratch, "pid")) // written right before it
	if err != nil {
		w.t.Fatal(err)
	}
	return info.ModTime()
}

// makeScratch makes the folder that stands for the person's home. WebKit's own
// processes outlive the program a little and write into it, so that removing it,
// as t.TempDir does, may fail at first.
func (w *Window) makeScratch() {
	w.t.Helper()
	var err error
	if w.scratch, err = os.MkdirTemp("", "window"); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		w.Wait("WebKit to leave its folders", func() bool { return os.RemoveAll(w.scratch) == nil })
	})
}

// begin starts the program and waits for its view. The driver would wait long for
// a program that ended at once, so that is looked for here.
func (w *Window) begin(args []string) {
	w.t.Helper()
	begun := make(chan error, 1)
	browser := w.wrapper()
	go func() { begun <- w.driver.begin(browser, args) }()
	var err error
	w.Wait("the window to open", func() bool {
		select {
		case err = <-begun:
			return true
		default:
			w.pid, _ = strconv.Atoi(strings.TrimSpace(w.read("pid")))
			if w.pid != 0 && !w.running() {
				w.t.Fatalf("the program ended at once:\n%s", w.Log())
			}
			return false
		}
	})
	if err != nil {
		w.t.Fatalf("open the window: %v\n%s", err, w.Log())
	}
	if w.pid, err = strconv.Atoi(strings.TrimSpace(w.read("pid"))); err != nil {
		w.t.Fatalf("read the program's process id: %v", err)
	}
}

func (w *Window) running() bool {
	return w.pid != 0 && !errors.Is(syscall.Kill(w.pid, 0), syscall.ESRCH)
}

// Program is the redline-desktop that is tested.
func Program(t testing.TB) string {
	t.Helper()
	program := os.Getenv("REDLINE_DESKTOP")
	if program == "" {
		t.Fatal("REDLINE_DESKTOP is not set: the window's tests are run by make test-window")
	}
	return program
}

// wrapper writes the script that the driver takes for the browser: the program
// that is tested, with the shim that lets it be driven.
func (w *Window) wrapper() string {
	w.t.Helper()
	path := filepath.Join(w.scratch, "browser")
	w.script(path, fmt.Sprintf("echo $$ >'%s/pid'\nLD_PRELOAD='%s' exec '%s' \"$@\" >'%s/log' 2>&1\n",
		w.scratch, os.Getenv("REDLINE_SHIM"), Program(w.t), w.scratch))
	return path
}

// environment keeps the program away from the person's folders and, by an
// xdg-open of its own, from the person's browser.
func (w *Window) environment() []string {
	w.t.Helper()
	bin := filepath.Join(w.scratch, "bin")
	if err := os.Mkdir(bin, 0o700); err != nil {
		w.t.Fatal(err)
	}
	w.script(filepath.Join(bin, "xdg-open"), fmt.Sprintf("printf '%%s\\n' \"$1\" >>'%s/opened'\n", w.scratch))
	return append(os.Environ(), "REDLINE_HOME="+w.home, "HOME="+w.scratch, "PATH="+bin+":"+os.Getenv("PATH"),
		"XDG_DATA_HOME="+w.scratch+"/data", "XDG_CACHE_HOME="+w.scratch+"/cache", "XDG_CONFIG_HOME="+w.scratch+"/config")
}

func (w *Window) script(path, content string) {
	w.t.Helper()
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+content), 0o755); err != nil {
		w.t.Fatal(err)
	}
}

// Log is what the program has written to its standard output and error.
func (w *Window) Log() string { return w.read("log") }

// Opened is what the program has asked the system to open, oldest first.
func (w *Window) Opened() []string { return strings.Fields(w.read("opened")) }

func (w *Window) read(name string) string {
	w.t.Helper()
	content, err := os.ReadFile(filepath.Join(w.scratch, name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		w.t.Fatal(err)
	}
	return string(content)
}

// Home is the window's REDLINE_HOME.
func (w *Window) Home() string { return w.home }

// PID is the window's process, for measuring it.
func (w *Window) PID() int { return w.pid }

// Terminate ends the program as the system does, and waits for its end. Ending it
// twice is nothing.
func (w *Window) Terminate() {
	w.t.Helper()
	if !w.running() {
		return
	}
	if err := syscall.Kill(w.pid, syscall.SIGTERM); err != nil && !errors.Is(err, syscall.ESRCH) {
		w.t.Fatalf("end the program: %v", err)
	}
	w.Gone()
}

// Gone waits until the program has ended by itself.
func (w *Window) Gone() {
	w.t.Helper()
	w.Wait("the program to end", func() bool { return !w.running() })
}

// Wait looks at a condition until it holds. what says, after "waited for", what
// didn't come.
func (w *Window) Wait(what string, holds func() bool) {
	w.t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(pause) {
		if time.Now().After(end) {
			w.t.Fatalf("waited for %s, and it did not come", what)
		}
	}
}

// Script runs the body of a JavaScript function in the page and stores what it
// returns in answer, which may be nil. The arguments are its `arguments`. A
// promise is waited for.
func (w *Window) Script(answer any, body string, args ...any) {
	w.t.Helper()
	if args == nil {
		args = []any{}
	}
	err := w.driver.post("/execute/sync", map[string]any{"script": body, "args": args}, answer)
	if err != nil {
		w.t.Fatalf("script %q: %v", body, err)
	}
}

// WaitText waits until the page shows text, wherever it stands.
func (w *Window) WaitText(text string) {
	w.t.Helper()
	w.Wait(fmt.Sprintf("the text %q", text), func() bool {
		var shown bool
		w.Script(&shown, "return !!document.body && document.body.innerText.includes(arguments[0])", text)
		return shown
	})
}

// Find waits for the first element that a CSS selector matches.
func (w *Window) Find(selector string) Element {
	w.t.Helper()
	var reference string
	w.Wait("the element "+selector, func() bool {
		found, err := w.driver.find(selector)
		if err != nil {
			w.t.Fatalf("find %s: %v", selector, err)
		}
		if len(found) > 0 {
			reference = found[0]
		}
		return len(found) > 0
	})
	return Element{w: w, selector: selector, path: "/element/" + reference}
}

// Button waits for the button whose visible words or accessible name are name.
func (w *Window) Button(name string) Element {
	w.t.Helper()
	mark := strconv.Quote(name)
	w.Wait("the button "+mark, func() bool {
		var there bool
		w.Script(&there, `const name = arguments[0];
			const button = [...document.querySelectorAll('button, [role=button]')].find((b) =>
				b.checkVisibility() && (b.innerText.trim() === name || b.getAttribute('aria-label') === name));
			document.querySelectorAll('[data-window-test]').forEach((b) => b.removeAttribute('data-window-test'));
			button?.setAttribute('data-window-test', name);
			return !!button;`, name)
		return there
	})
	return w.Find("[data-window-test=" + mark + "]")
}

// Resize gives the window another outer size, in logical pixels.
func (w *Window) Resize(width, height int) {
	w.t.Helper()
	if err := w.driver.post("/window/rect", map[string]int{"width": width, "height": height}, nil); err != nil {
		w.t.Fatalf("resize: %v", err)
	}
}

// Keys types into whatever has the focus.
func (w *Window) Keys(keys string) {
	w.t.Helper()
	var actions []map[string]string
	for _, key := range keys {
		actions = append(actions, map[string]string{"type": "keyDown", "value": string(key)},
			map[string]string{"type": "keyUp", "value": string(key)})
	}
	body := map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keyboard", "actions": actions}}}
	if err := w.driver.post("/actions", body, nil); err != nil {
		w.t.Fatalf("type %q: %v", keys, err)
	}
}

// Screenshot keeps a picture of the page as test-artifacts/window/NAME.png, once
// fonts, movement and drawing have settled.
func (w *Window) Screenshot(name string) {
	w.t.Helper()
	w.Script(nil, `const frame = () => new Promise(requestAnimationFrame);
		return document.fonts.ready
			.then(frame)
			.then(() => Promise.all(document.getAnimations()
				.filter((a) => a.effect.getComputedTiming().endTime !== Infinity)
				.map((a) => a.finished.catch(() => {}))))
			.then(frame).then(frame).then(() => true);`)
	picture, err := w.driver.screenshot()
	if err != nil {
		w.t.Fatalf("screenshot %s: %v", name, err)
	}
	if err := os.WriteFile(artifact(name+".png"), picture, 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// keep saves what helps to understand a failure.
func (w *Window) keep(name string) {
	name = strings.ReplaceAll(w.t.Name(), "/", "-") + "-" + name
	if picture, err := w.driver.screenshot(); err == nil {
		os.WriteFile(artifact(name+".png"), picture, 0o644)
	}
	os.WriteFile(artifact(name+".log"), []byte(w.Log()), 0o644)
	w.t.Logf("the window's log:\n%s", w.Log())
}

func artifact(name string) string { return filepath.Join(os.Getenv("REDLINE_ARTIFACTS"), name) }

// startDriver starts a WebKitWebDriver and waits until it listens.
func (w *Window) startDriver() {
	w.t.Helper()
	port := freePort(w.t)
	w.driver.base = "http://127.0.0.1:" + port
	server := exec.Command("WebKitWebDriver", "--port="+port)
	server.Env = w.environment()
	if err := server.Start(); err != nil {
		w.t.Fatalf("start WebKitWebDriver: %v", err)
	}
	w.t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
	w.Wait("WebKitWebDriver to listen", func() bool {
		return w.driver.get("/status", nil) == nil
	})
}
