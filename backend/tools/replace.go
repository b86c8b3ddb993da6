package tools

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"redline/backend/match"
)

// replacement is one text to replace by another.
type replacement struct {
	TargetContent      string `json:"target_content" jsonschema:"the text to replace, as it stands in the file once the edits before this one are made"`
	ReplacementContent string `json:"replacement_content" jsonschema:"the text to put in its place; empty to delete it"`
	AllowMultiple      bool   `json:"allow_multiple,omitempty" jsonschema:"replace every occurrence; without it the text must occur once"`
}

// check tells what makes no sense whatever the file holds.
func (r replacement) check() error {
	if r.TargetContent == "" {
		return &argsError{"target_content is empty; nothing was changed. Give the text to replace, or use create_file for a new file"}
	}
	if r.TargetContent == r.ReplacementContent {
		return &argsError{"target_content and replacement_content are the same; nothing was changed"}
	}
	return nil
}

func checkEach(edits []replacement) error {
	for i, e := range edits {
		if err := e.check(); err != nil {
			return inList(err, i, len(edits))
		}
	}
	return nil
}

// inList says which of several replacements an error is about.
func inList(err error, i, n int) error {
	if n == 1 {
		return err
	}
	return fmt.Errorf("edits[%d], number %d of %d: %w; none of them was made", i, i+1, n, err)
}

// replaced is a text with its replacements made.
type replaced struct {
	text  string
	steps []match.Step // by which the texts were found, each once
	n     int          // places
	// repaired are the LaTeX commands that were repaired in what was given.
	repaired []string
}

func (r replaced) matchedBy() string {
	names := make([]string, len(r.steps))
	for i, s := range r.steps {
		names[i] = string(s)
	}
	return strings.Join(names, ", ")
}

// replaceAll makes the replacements one after another in the text of the file name,
// each in what those before it made of it.
func replaceAll(ctx context.Context, name, text string, edits []replacement) (replaced, error) {
	done := replaced{text: text}
	for i, e := range edits {
		if ctx.Err() != nil {
			return replaced{}, context.Cause(ctx)
		}
		with, repaired := repairMaths(name, e.ReplacementContent)
		found, commands, err := e.find(name, done.text, len(with))
		if err != nil {
			return replaced{}, inList(err, i, len(edits))
		}
		done.text = found.Replace(with)
		done.repaired = slices.Concat(done.repaired, repaired, commands)
		done.n += len(found.Places)
		if !slices.Contains(done.steps, found.Step) {
			done.steps = append(done.steps, found.Step)
		}
	}
	return done, nil
}

// find finds where the replacement, of so many bytes, is to be made, and which LaTeX
// commands had to be repaired for that. It refuses to choose between places, and a
// text that would grow too large before it is made.
func (r replacement) find(name, text string, bytes int) (match.Found, []string, error) {
	found, repaired, ok := findRepaired(match.Find, name, text, r.TargetContent)
	if !ok {
		return found, nil, notFound(text, r.TargetContent)
	}
	n := len(found.Places)
	if n > 1 && (!r.AllowMultiple || found.Step == match.Anchored) {
		return found, nil, several(found)
	}
	size := len(text) - found.Size() + n*bytes
	if size > maxWriteBytes && size > len(text) {
		return found, nil, tooLong("the file", size)
	}
	return found, repaired, nil
}

// findRepaired is find, also for a text whose LaTeX commands have to be repaired to
// be found; it gives those.
func findRepaired(find func(text, target string) (match.Found, bool), name, text, target string) (match.Found, []string, bool) {
	if repaired, commands := repairMaths(name, target); len(commands) > 0 {
		if _, ok := match.FindExact(text, target); !ok {
			if found, ok := find(text, repaired); ok {
				return found, commands, true
			}
		}
	}
	found, ok := find(text, target)
	return found, nil, ok
}

func notFound(text, target string) error {
	return fmt.Errorf("the text does not occur in the file; nothing was changed. %s", match.Explain(text, target))
}

func several(f match.Found) error {
	where := match.NameLines(f.Lines())
	switch f.Step {
	case match.Exact, match.LineEnds:
		return fmt.Errorf("the text occurs %d times (%s); nothing was changed. Give more of the lines around the one you mean, or set allow_multiple to replace all", len(f.Places), where)
	case match.Anchored:
		return fmt.Errorf("the text does not occur in the file, and %d places are equally like it (%s); nothing was changed. Read them again and copy the one you mean", len(f.Places), where)
	}
	return fmt.Errorf("the text occurs %d times but for %s (%s); nothing was changed. Give more of the lines around the one you mean, or set allow_multiple to replace all", len(f.Places), f.Step, where)
}
