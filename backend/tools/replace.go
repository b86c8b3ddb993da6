package tools

import (
	"context"
	"errors"
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
		return errors.New("target_content is empty; nothing was changed. Give the text to replace, or use create_file for a new file")
	}
	if r.TargetContent == r.ReplacementContent {
		return errors.New("target_content and replacement_content are the same; nothing was changed")
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
}

func (r replaced) matchedBy() string {
	names := make([]string, len(r.steps))
	for i, s := range r.steps {
		names[i] = string(s)
	}
	return strings.Join(names, ", ")
}

// replaceAll makes the replacements one after another, each in what those before it
// made of the text.
func replaceAll(ctx context.Context, text string, edits []replacement) (replaced, error) {
	done := replaced{text: text}
	for i, e := range edits {
		if ctx.Err() != nil {
			return replaced{}, context.Cause(ctx)
		}
		found, err := e.find(done.text)
		if err != nil {
			return replaced{}, inList(err, i, len(edits))
		}
		done.text = found.Replace(e.ReplacementContent)
		done.n += len(found.Places)
		if !slices.Contains(done.steps, found.Step) {
			done.steps = append(done.steps, found.Step)
		}
	}
	return done, nil
}

// find finds where the replacement is to be made. It refuses to choose between
// places, and a text that would grow too large before it is made.
func (r replacement) find(text string) (match.Found, error) {
	found, ok := match.Find(text, r.TargetContent)
	if !ok {
		return found, notFound(text, r.TargetContent)
	}
	n := len(found.Places)
	if n > 1 && (!r.AllowMultiple || found.Step == match.Anchored) {
		return found, several(found)
	}
	size := len(text) - found.Size() + n*len(r.ReplacementContent)
	if size > maxWriteBytes && size > len(text) {
		return found, tooLong("the file", size)
	}
	return found, nil
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
