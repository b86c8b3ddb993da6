package builtin

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"redline/backend/config"
)

// report says what the last call did.
func (c command) report(result json.RawMessage) string {
	var r struct {
		Path         string   `json:"path"`
		Output       string   `json:"output"`
		Replacements int      `json:"replacements"`
		Accepted     int      `json:"accepted"`
		Proposed     int      `json:"proposed"`
		Amended      bool     `json:"amended"`
		Person       string   `json:"person"`
		Pages        int      `json:"pages"`
		Warnings     []string `json:"warnings"`
	}
	if json.Unmarshal(result, &r) != nil {
		return "Done."
	}
	var s string
	switch {
	case r.Accepted < r.Proposed:
		s = fmt.Sprintf("Wrote %d of %d changes to %s.", r.Accepted, r.Proposed, r.Path)
	case r.Amended:
		s = fmt.Sprintf("%s is written.", r.Path)
	case c.verb == verbReplace:
		s = fmt.Sprintf("Replaced %s in %s.", count(r.Replacements, "place", "places"), r.Path)
	case c.verb == verbCreate:
		s = fmt.Sprintf("%s is there now.", r.Path)
	case c.verb == verbDelete:
		s = fmt.Sprintf("%s is deleted. `undo` brings it back.", r.Path)
	case r.Pages > 0:
		s = fmt.Sprintf("Saved %s, %s.", r.Output, count(r.Pages, "page", "pages"))
	default:
		s = fmt.Sprintf("Saved %s.", r.Output)
	}
	if r.Amended {
		s += " What you rewrote stands there as you wrote it."
	}
	s += notes(r.Person)
	for _, w := range r.Warnings {
		s += "\n\n" + config.Sentence(w)
	}
	return s
}

// notes gives back what the person wrote beside the answer, and that no more comes
// of it here.
func notes(person string) (s string) {
	for line := range strings.Lines(person) {
		if rest, ok := strings.CutPrefix(line, "Their note"); ok {
			s += "\n\nYour note" + strings.TrimSuffix(rest, "\n")
		}
	}
	if s != "" {
		s += "\n\nI follow fixed commands only, so I can't act on notes."
	}
	return s
}

func count(n int, one, many string) string {
	if n == 1 {
		return "one " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// failure words a tool's error for a person. What a tool advises is about tools, and
// for models: only what happened is passed on.
func failure(result json.RawMessage) string {
	var r struct {
		Error    string `json:"error"`
		Rejected bool   `json:"rejected"`
	}
	switch err := json.Unmarshal(result, &r); {
	case err != nil || r.Error == "":
		return "That did not work, and the tool did not say why. Nothing was written."
	case r.Rejected:
		return "You rejected it, so nothing was written."
	}
	if at := nothingWas.FindStringIndex(r.Error); at != nil {
		r.Error = r.Error[:at[1]]
	}
	return config.Sentence(r.Error)
}

var nothingWas = regexp.MustCompile(`; nothing was \w+`)
