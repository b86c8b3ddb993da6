package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"

	"redline/backend/workspace"
)

//go:embed replace_in_file.md
var replaceInFileText string

// ReplaceInFile replaces pieces of text of a file by others, all of them or none.
type ReplaceInFile struct{}

type replaceInFileArgs struct {
	Path               string        `json:"path" jsonschema:"the file, relative to the workspace"`
	TargetContent      *string       `json:"target_content,omitempty" jsonschema:"the text to replace, as it stands in the file, without line numbers"`
	ReplacementContent *string       `json:"replacement_content,omitempty" jsonschema:"the text to put in its place; empty to delete it"`
	AllowMultiple      bool          `json:"allow_multiple,omitempty" jsonschema:"replace every occurrence; without it the text must occur once"`
	Edits              []replacement `json:"edits,omitempty" jsonschema:"several replacements instead of one, applied in this order; all are made or none"`
}

// Spec implements Tool.
func (ReplaceInFile) Spec() Spec {
	s := schema[replaceInFileArgs]()
	for _, name := range []string{"target_content", "replacement_content"} {
		notNull(s.Properties[name], "string")
	}
	notNull(s.Properties["edits"], "array")
	return Spec{Name: "replace_in_file", Description: replaceInFileText, Parameters: s, Writes: true, Aliases: []string{"edit"}}
}

// notNull takes null from what an argument may be: it is left out instead.
func notNull(s *jsonschema.Schema, kind string) { s.Type, s.Types = kind, nil }

// Run implements Tool.
func (ReplaceInFile) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parse[replaceInFileArgs](raw)
	if err != nil {
		return nil, err
	}
	edits, err := args.list()
	if err != nil {
		return nil, err
	}
	var done replaced
	result, err := change(ctx, c, args.Path, func(p workspace.Path, before workspace.File) (Change, error) {
		text, err := editable(c, p, before)
		if err != nil {
			return Change{}, err
		}
		if done, err = replaceAll(ctx, p.String(), text.Content, edits); err != nil {
			return Change{}, fmt.Errorf("%s: %w", p, err)
		}
		after := text.Encode(done.text)
		if len(after) > maxWriteBytes && len(after) > len(before.Bytes) {
			return Change{}, tooLong(p.String(), len(after))
		}
		return Change{After: after, MatchedBy: done.matchedBy()}, nil
	})
	return told(result, done.n, done.repaired), err
}

// maxEdits is how many replacements one call makes; each may look through the whole
// file several times.
const maxEdits = 100

// list gives the replacements that were asked for.
func (a replaceInFileArgs) list() ([]replacement, error) {
	single := a.TargetContent != nil || a.ReplacementContent != nil
	switch {
	case single && len(a.Edits) > 0:
		return nil, &argsError{"both edits and target_content were given; nothing was changed. Give one replacement, or a list of them as edits"}
	case len(a.Edits) > maxEdits:
		return nil, fmt.Errorf("%d edits were given; at most %d are made at once. Nothing was changed", len(a.Edits), maxEdits)
	case len(a.Edits) > 0:
		return a.Edits, checkEach(a.Edits)
	case a.TargetContent == nil:
		return nil, nothingDone(errors.New(`the argument "target_content" is missing`))
	case a.ReplacementContent == nil:
		return nil, nothingDone(errors.New(`the argument "replacement_content" is missing`))
	}
	edits := []replacement{{TargetContent: *a.TargetContent, ReplacementContent: *a.ReplacementContent, AllowMultiple: a.AllowMultiple}}
	return edits, checkEach(edits)
}
