package tools

import (
	"bufio"
	"fmt"
	"math"
	"strings"

	"redline/backend/search"
)

// scope resolves where a search looks.
func (c *Context) scope(path string, respectIgnore bool) (search.Scope, error) {
	if path == "" {
		path = "."
	}
	p, err := c.Workspace.Resolve(path)
	return search.Scope{Workspace: c.Workspace, Path: p, Unignored: !respectIgnore}, err
}

// limit gives how much is found at most.
func (c *Context) limit(asked, usual, most int) int {
	switch {
	case c.Uncapped && asked <= 0:
		return math.MaxInt
	case c.Uncapped:
		return asked
	case asked <= 0:
		return usual
	}
	return min(asked, most)
}

// lineWriter prints what is found; nil prints nothing.
type lineWriter struct{ *bufio.Writer }

func (c *Context) lines() *lineWriter {
	if c.Print == nil {
		return nil
	}
	return &lineWriter{bufio.NewWriterSize(c.Print, 64<<10)}
}

// end prints what is left, and gives what went wrong.
func (l *lineWriter) end() error {
	if l == nil {
		return nil
	}
	if err := l.Flush(); err != nil {
		return fmt.Errorf("what was found can't be printed: %w", err)
	}
	return nil
}

// nothing words a search that found nothing: what it looked at, and what it passed
// over and why. Silence would be taken for proof that there is nothing.
func nothing(said string, c search.Counts) string {
	words := []struct {
		reason    search.Reason
		one, many string
	}{
		{search.Ignored, "is left out by ignore files (respect_gitignore false looks there)", "are left out by ignore files (respect_gitignore false looks there)"},
		{search.Hidden, "begins with a dot (name it to look there)", "begin with a dot (name them to look there)"},
		{search.Dependencies, "is a folder of dependencies (name it in path to look there)", "are folders of dependencies (name one in path to look there)"},
		{search.Binary, "is not text", "are not text"},
		{search.TooLarge, "is too large", "are too large"},
		{search.Blocked, "may not be touched", "may not be touched"},
		{search.Unreadable, "can't be read", "can't be read"},
		{search.Link, "is a link", "are links"},
		{search.Special, "is a pipe, socket or device", "are pipes, sockets or devices"},
	}
	var parts []string
	for _, w := range words {
		switch n := c.Skipped[w.reason]; n {
		case 0:
		case 1:
			parts = append(parts, "1 "+w.one)
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, w.many))
		}
	}
	if len(parts) == 0 {
		return said + "; nothing was passed over"
	}
	return said + "; passed over: " + strings.Join(parts, ", ")
}
