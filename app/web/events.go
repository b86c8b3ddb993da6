package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"redline/app"
)

// stream sends the events to one page for as long as it listens. The first
// message, "hello", carries the number of the last event before it.
type stream struct{ app *app.App }

func (s stream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	events, seq, end := s.app.Events.Subscribe()
	defer end()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	if send(w, out, app.Event{Seq: seq, Topic: "hello"}) != nil {
		return
	}
	beat := time.NewTicker(app.Heartbeat)
	defer beat.Stop()
	for {
		select {
		case e, ok := <-events:
			if !ok || send(w, out, e) != nil {
				return
			}
		case <-beat.C:
			// The window never cancels a request: a page that is gone shows itself
			// by the write that fails.
			if _, err := fmt.Fprint(w, ": still here\n\n"); err != nil || flush(out) != nil {
				return
			}
		case <-r.Context().Done():
			return
		case <-s.app.Done():
			return
		}
	}
}

func send(w http.ResponseWriter, out *http.ResponseController, e app.Event) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "data: %s\n\n", data); err != nil {
		return err
	}
	return flush(out)
}

// flush sends what was written. The window's writer keeps nothing back and has no
// such call.
func flush(out *http.ResponseController) error {
	if err := out.Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}
