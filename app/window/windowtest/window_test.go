//go:build window

package windowtest_test

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"redline/app/window/windowtest"
)

func TestWindowShowsThePage(t *testing.T) {
	w := windowtest.Open(t, "", "")
	var title string
	if w.Script(&title, "return document.title"); !strings.HasPrefix(title, "Redline") {
		t.Errorf("the page's title is %q", title)
	}
	// The welcome page of the design, which is what there is before a folder.
	w.WaitText("without you")
	w.Screenshot("opened")
}

// A page that got in by navigation could call every bound method, so nothing
// leads out of the page, and only web and mail addresses reach the system.
func TestPageCantBeReplaced(t *testing.T) {
	var visits atomic.Int32
	outside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visits.Add(1) }))
	defer outside.Close()

	w := windowtest.Open(t, "", "")
	w.Find("body")
	w.Script(nil, `window.stillHere = true;
		location.assign(arguments[0] + '/by-script');
		window.open(arguments[0] + '/by-open');
		for (const [id, href, target] of [
			['file', 'file:///etc/passwd', ''], ['other', 'x-program://run', ''],
			['same', arguments[0] + '/same', ''], ['blank', arguments[0] + '/blank', '_blank']]) {
			const link = document.createElement('a');
			Object.assign(link, {id: 'leads-out-' + id, href, target, textContent: id});
			link.style.cssText = 'position: relative; z-index: 99999; background: white';
			document.body.prepend(link);
		}`, outside.URL)
	// In this order: when the last has reached the system, the others were decided.
	for _, id := range []string{"file", "other", "same", "blank"} {
		w.Find("#leads-out-" + id).Click()
	}
	want := []string{outside.URL + "/blank", outside.URL + "/same"}
	w.Wait("two links to reach the system", func() bool { return len(w.Opened()) >= len(want) })
	got := w.Opened()
	slices.Sort(got) // the two were opened by processes of their own
	if !slices.Equal(got, want) {
		t.Errorf("the system was asked to open %q, want %q", got, want)
	}
	var stillHere bool
	if w.Script(&stillHere, "return window.stillHere === true"); !stillHere {
		t.Error("the page was replaced")
	}
	if n := visits.Load(); n != 0 {
		t.Errorf("the window itself visited the outside %d times", n)
	}
}

func TestSecondStartEndsWellAndLeavesOneWindow(t *testing.T) {
	home, folder := t.TempDir(), t.TempDir()
	w := windowtest.Open(t, home, folder)
	w.Find("body")

	second := exec.Command(windowtest.Program(t), folder)
	second.Env = append(second.Environ(), "REDLINE_HOME="+home)
	if out, err := second.CombinedOutput(); err != nil {
		t.Errorf("the second start failed: %v\n%s", err, out)
	}
	w.Find("body")
}

func TestWindowComesBackAsLargeAsItWas(t *testing.T) {
	home := t.TempDir()
	size := func(w *windowtest.Window) [2]int {
		var inner [2]int
		w.Script(&inner, "return [innerWidth, innerHeight]")
		return inner
	}
	first := windowtest.Open(t, home, "")
	first.Find("body")
	before := size(first)
	first.Resize(900, 640)
	first.Wait("the new size", func() bool { return size(first) != before })
	want := size(first)
	first.Terminate()

	second := windowtest.Open(t, home, "")
	second.Find("body")
	second.Wait("the size it had before", func() bool { return size(second) == want })
}

func TestNoDisplayIsOneSentence(t *testing.T) {
	for name, display := range map[string]string{"none": "", "unreachable": ":4711"} {
		t.Run(name, func(t *testing.T) {
			program := exec.Command(windowtest.Program(t))
			program.Env = append(program.Environ(), "REDLINE_HOME="+t.TempDir(), "DISPLAY="+display, "WAYLAND_DISPLAY=")
			out, err := program.CombinedOutput()
			if program.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "redline serve") || strings.Contains(string(out), "goroutine") {
				t.Errorf("got %v and\n%s", err, out)
			}
		})
	}
}
