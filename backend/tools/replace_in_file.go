package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"redline/backend/workspace"
)

//go:embed replace_in_file.md
var replaceInFileText string

// ReplaceInFile replaces one piece of text of a file by another.
type ReplaceInFile struct{}

type replaceInFileArgs struct {
	Path               string `json:"path" jsonschema:"the file, relative to the workspace"`
	TargetContent      string `json:"target_content" jsonschema:"the text to replace, exactly as it stands in the file, without line numbers"`
	ReplacementContent string `json:"replacement_content" jsonschema:"the text to put in its place"`
	AllowMultiple      bool   `json:"allow_multiple,omitempty" jsonschema:"replace every occurrence; without it the text must occur once"`
}

// Spec implements Tool.
func (ReplaceInFile) Spec() Spec {
	return Spec{Name: "replace_in_file", Description: replaceInFileText, Parameters: schema[replaceInFileArgs](), Writes: true}
}

// Run implements Tool.
func (ReplaceInFile) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parse[replaceInFileArgs](raw)
	if err != nil {
		return nil, err
	}
	if args.TargetContent == "" {
		return nil, errors.New("target_content is empty; nothing was changed. Give the text to replace, or use create_file for a new file")
	}
	if args.TargetContent == args.ReplacementContent {
		return nil, errors.New("target_content and replacement_content are the same; nothing was changed")
	}
	replacement, repaired := repairMaths(args.Path, args.ReplacementContent)
	replaced := 0
	result, err := change(ctx, c, args.Path, func(p workspace.Path, before workspace.File) (Change, error) {
		text, err := editable(c, p, before)
		if err != nil {
			return Change{}, err
		}
		m, commands, err := findRepaired(text, p.String(), args.TargetContent)
		if err != nil {
			return Change{}, fmt.Errorf("%s: %w", p, err)
		}
		if len(m.at) > 1 && !args.AllowMultiple {
			return Change{}, fmt.Errorf("%s: the text occurs %d times (lines %s); nothing was changed. Give more of the lines around the one you mean, or set allow_multiple to replace all", p, len(m.at), m.lines(text.Content))
		}
		replaced, repaired = len(m.at), append(repaired, commands...)
		after := text.Encode(m.replace(text.Content, replacement))
		if len(after) > maxWriteBytes && len(after) > len(before.Bytes) {
			return Change{}, tooLong(p.String(), len(after))
		}
		return Change{After: after, MatchedBy: m.step}, nil
	})
	return told(result, replaced, repaired), err
}

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

// match is where a text was found, as half-open byte ranges, and by which step.
type match struct {
	step       string
	at         [][2]int
	lineEnding string // of the file, which what is put in its place takes on
}

// find looks for target with the line ends of the file, whichever it was given
// with.
func find(text workspace.Text, target string) (match, error) {
	m := match{step: "exact", lineEnding: text.LineEnding}
	if own := lineEnds(text.LineEnding, target); own != target {
		m.step, target = "line endings", own
	}
	if m.at = occurrences(text.Content, target); len(m.at) == 0 {
		return match{}, errors.New("the text does not occur in the file; nothing was changed. Read the file again and copy the text exactly, without the line numbers")
	}
	return m, nil
}

// findRepaired is find, also for a text whose LaTeX commands have to be repaired to
// be found; it gives those.
func findRepaired(text workspace.Text, name, target string) (match, []string, error) {
	m, err := find(text, target)
	if err == nil {
		return m, nil, nil
	}
	repaired, commands := repairMaths(name, target)
	if again, e := find(text, repaired); len(commands) > 0 && e == nil {
		return again, commands, nil
	}
	return m, nil, err
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

func occurrences(s, target string) [][2]int {
	var at [][2]int
	for from := 0; ; {
		i := strings.Index(s[from:], target)
		if i < 0 {
			return at
		}
		at = append(at, [2]int{from + i, from + i + len(target)})
		from += i + len(target)
	}
}

// replace splices the replacement in; every other byte stays as it is.
func (m match) replace(s, replacement string) string {
	replacement = lineEnds(m.lineEnding, replacement)
	var b strings.Builder
	from := 0
	for _, r := range m.at {
		b.WriteString(s[from:r[0]])
		b.WriteString(replacement)
		from = r[1]
	}
	b.WriteString(s[from:])
	return b.String()
}

// maxLinesNamed is how many places an error names; more would bury the advice.
const maxLinesNamed = 8

func (m match) lines(s string) string {
	var names []string
	for i, r := range m.at {
		if i == maxLinesNamed {
			names = append(names, "…")
			break
		}
		names = append(names, fmt.Sprint(strings.Count(s[:r[0]], "\n")+1))
	}
	return strings.Join(names, ", ")
}
