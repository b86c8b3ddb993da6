package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"

	"redline/backend/match"
	"redline/backend/workspace"
)

//go:embed delete_file.md
var deleteFileText string

//go:embed delete_snippet.md
var deleteSnippetText string

// DeleteFile removes a file.
type DeleteFile struct{}

type deleteFileArgs struct {
	Path string `json:"path" jsonschema:"the file, relative to the workspace"`
}

// Spec implements Tool.
func (DeleteFile) Spec() Spec {
	return Spec{Name: "delete_file", Description: deleteFileText, Parameters: schema[deleteFileArgs](), Writes: true}
}

// Run implements Tool.
func (DeleteFile) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parse[deleteFileArgs](raw)
	if err != nil {
		return nil, err
	}
	return change(ctx, c, args.Path, func(p workspace.Path, before workspace.File) (Change, error) {
		if !before.Exists {
			return Change{}, fmt.Errorf("there is no file at %s; nothing was deleted", p)
		}
		return Change{Delete: true}, nil
	})
}

// DeleteSnippet removes the first occurrence of a text from a file.
type DeleteSnippet struct{}

type deleteSnippetArgs struct {
	Path    string `json:"path" jsonschema:"the file, relative to the workspace"`
	Snippet string `json:"snippet" jsonschema:"the text to remove, exactly as it stands in the file"`
}

// Spec implements Tool.
func (DeleteSnippet) Spec() Spec {
	return Spec{Name: "delete_snippet", Description: deleteSnippetText, Parameters: schema[deleteSnippetArgs](), Writes: true}
}

// Run implements Tool.
func (DeleteSnippet) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parse[deleteSnippetArgs](raw)
	if err != nil {
		return nil, err
	}
	if args.Snippet == "" {
		return nil, errors.New("snippet is empty; nothing was changed. Give the text to remove")
	}
	var repaired []string
	result, err := change(ctx, c, args.Path, func(p workspace.Path, before workspace.File) (Change, error) {
		text, err := editable(c, p, before)
		if err != nil {
			return Change{}, err
		}
		found, commands, ok := findRepaired(match.FindExact, p.String(), text.Content, args.Snippet)
		if !ok {
			return Change{}, fmt.Errorf("%s: %w", p, notFound(text.Content, args.Snippet))
		}
		repaired = commands
		return Change{After: text.Encode(found.First().Replace("")), MatchedBy: string(found.Step)}, nil
	})
	return told(result, 0, repaired), err
}
