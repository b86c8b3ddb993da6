package web

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"redline/app"
	"redline/backend/config"
)

// bare is what the window gives a handler: a writer that can't be flushed and keeps
// nothing back.
type bare struct {
	header http.Header
	out    io.Writer
}

func (b bare) Header() http.Header         { return b.header }
func (b bare) Write(p []byte) (int, error) { return b.out.Write(p) }
func (b bare) WriteHeader(int)             {}

// Events reach a page one after the other on one stream, whether its writer can be
// flushed, as a browser's, or not, as the window's.
func TestEventsReachEveryFace(t *testing.T) {
	t.Setenv("REDLINE_HOME", t.TempDir())
	home, err := config.FindHome()
	if err != nil {
		t.Fatal(err)
	}
	a := app.New(home, "test")
	defer a.Shutdown()

	t.Run("browser", func(t *testing.T) {
		server := httptest.NewServer(stream{a})
		defer server.Close()
		answer, err := http.Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		hears(t, a, answer.Body)
	})
	t.Run("window", func(t *testing.T) {
		page, written := io.Pipe()
		defer page.Close() // the handler ends when its next write fails
		go func() {
			defer written.Close()
			stream{a}.ServeHTTP(bare{http.Header{}, written}, httptest.NewRequest("GET", "/events", nil))
		}()
		hears(t, a, page)
	})
}

func hears(t *testing.T, a *app.App, body io.Reader) {
	t.Helper()
	lines := bufio.NewScanner(body)
	first := next(t, lines)
	if first.Topic != "hello" {
		t.Fatalf("the first message is %q", first.Topic)
	}
	for i := range uint64(3) {
		a.Events.Emit(app.TopicFiles, app.FilesEvent{Paths: []string{"a.md"}})
		if e := next(t, lines); e.Topic != app.TopicFiles || e.Seq != first.Seq+i+1 {
			t.Errorf("event %d is %+v", i+1, e)
		}
	}
}

func next(t *testing.T, lines *bufio.Scanner) (e app.Event) {
	t.Helper()
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatal(err)
		}
		return e
	}
	t.Fatalf("the stream ended: %v", lines.Err())
	return e
}

// Each page has a stream of its own: hello carries the number of the last event, what
// follows counts on from it without a gap, and the stream ends with the app.
func TestStreams(t *testing.T) {
	s := serve(t).letIn(t)
	open := func() (*bufio.Scanner, uint64) {
		answer, err := s.page.Get(s.base + "/events")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { answer.Body.Close() })
		if kind := answer.Header.Get("Content-Type"); kind != "text/event-stream" || answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("the stream is %q", kind)
		}
		lines := bufio.NewScanner(answer.Body)
		hello := next(t, lines)
		if hello.Topic != "hello" {
			t.Errorf("it begins with %q", hello.Topic)
		}
		return lines, hello.Seq
	}
	first, at := open()
	s.app.Events.Emit(app.TopicFiles, app.FilesEvent{Paths: []string{"a.md"}})
	if e := next(t, first); e.Seq != at+1 {
		t.Errorf("event %d comes after %d", e.Seq, at)
	}
	second, from := open()
	if from != at+1 {
		t.Errorf("a later page begins at %d, want %d", from, at+1)
	}
	for i := range uint64(20) {
		s.app.Events.Emit(app.TopicFiles, app.FilesEvent{Paths: []string{"a.md"}})
		for _, lines := range []*bufio.Scanner{first, second} {
			if e := next(t, lines); e.Seq != from+i+1 {
				t.Errorf("event %d, want %d", e.Seq, from+i+1)
			}
		}
	}
	if err := s.app.Shutdown(); err != nil {
		t.Error(err)
	}
	for _, lines := range []*bufio.Scanner{first, second} {
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "data: ") {
				t.Errorf("after the end came %s", lines.Text())
			}
		}
	}
}
