package tools

import (
	"fmt"
	"strings"

	"redline/backend/workspace"
)

// editable gives the text of a file that is about to be edited. What is not text
// is told before that it was not read: it can't be.
func editable(c *Context, p workspace.Path, before workspace.File) (workspace.Text, error) {
	if !before.Exists {
		return workspace.Text{}, fmt.Errorf("there is no file at %s; nothing was changed. Use create_file for a new one", p)
	}
	text, err := workspace.Decode(before.Bytes)
	if err != nil {
		return workspace.Text{}, fmt.Errorf("%s is not text, so it can't be edited; nothing was changed. If it is to go, use delete_file", p)
	}
	return text, c.Reads.Check(p, before.Hash)
}

// lineEnds gives s with the line ends of a file. One that mixes them, or has none,
// leaves s as it is.
func lineEnds(kind, s string) string {
	switch kind {
	case "lf":
		return strings.ReplaceAll(s, "\r\n", "\n")
	case "crlf":
		return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n")
	}
	return s
}
