package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"

	"redline/backend/search"
)

// The number of files that glob gives (006 section 6).
const (
	defaultGlobFiles = 200
	maxGlobFiles     = 1000
)

//go:embed glob.md
var globText string

// Glob finds files by name.
type Glob struct{}

type globArgs struct {
	Pattern          string `json:"pattern" jsonschema:"what the paths look like, relative to path: **/*.md"`
	Path             string `json:"path,omitempty" jsonschema:"the folder to look in; the workspace when left out"`
	MaxResults       int    `json:"max_results,omitempty" jsonschema:"200 when left out, at most 1000"`
	RespectGitignore bool   `json:"respect_gitignore,omitempty" jsonschema:"false also finds what .gitignore and .ignore leave out; true when left out"`
}

type globResult struct {
	Files           []string       `json:"files"`
	Total           int            `json:"total"` // how many there are, listed or not
	Skipped         map[string]int `json:"skipped"`
	Note            string         `json:"note,omitempty"`
	Truncated       bool           `json:"truncated,omitempty"`
	TruncatedReason string         `json:"truncated_reason,omitempty"`
}

// Spec implements Tool.
func (Glob) Spec() Spec {
	return Spec{Name: "glob", Description: globText, Parameters: schema[globArgs]()}
}

// Run implements Tool.
func (Glob) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parseOver(raw, globArgs{Path: ".", RespectGitignore: true})
	if err != nil {
		return nil, err
	}
	pattern, err := search.CompilePattern(args.Pattern)
	if err != nil {
		return nil, err
	}
	scope, err := c.scope(args.Path, args.RespectGitignore)
	if err != nil {
		return nil, err
	}
	found, counts, err := search.Glob(ctx, scope, pattern)
	if err != nil {
		return nil, err
	}
	r := globResult{Files: []string{}, Total: len(found), Skipped: counts.ByReason()}
	limit := c.limit(args.MaxResults, defaultGlobFiles, maxGlobFiles)
	if r.Truncated = len(found) > limit; r.Truncated {
		r.TruncatedReason = fmt.Sprintf("the newest %d of %d files are listed; make the pattern or the path narrower, or raise max_results (at most %d)", limit, len(found), maxGlobFiles)
		found = found[:limit]
	}
	if len(found) == 0 {
		r.Note = nothing("no file has such a path", counts)
	}
	lines := c.lines()
	for _, f := range found {
		if lines == nil {
			r.Files = append(r.Files, f.Path)
		} else {
			lines.WriteString(f.Path)
			lines.WriteByte('\n')
		}
	}
	return r, lines.end()
}
