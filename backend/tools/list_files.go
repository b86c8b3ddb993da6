package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"redline/backend/search"
)

// The number of entries that list_files gives (006 section 6).
const (
	defaultEntries = 200
	maxEntries     = 500
)

//go:embed list_files.md
var listFilesText string

// ListFiles lists a folder.
type ListFiles struct{}

type listFilesArgs struct {
	Directory  string `json:"directory,omitempty" jsonschema:"the folder, relative to the workspace; the workspace itself when left out"`
	Recursive  bool   `json:"recursive,omitempty" jsonschema:"also what is inside its folders"`
	MaxEntries int    `json:"max_entries,omitempty" jsonschema:"200 when left out, at most 500"`

	RespectGitignore bool `json:"respect_gitignore,omitempty" jsonschema:"false also lists what .gitignore and .ignore leave out; true when left out"`
}

type listFilesResult struct {
	Directory       string         `json:"directory"`
	Entries         []listEntry    `json:"entries"`
	Skipped         map[string]int `json:"skipped"`
	Note            string         `json:"note,omitempty"`
	Truncated       bool           `json:"truncated,omitempty"`
	TruncatedReason string         `json:"truncated_reason,omitempty"`
}

type listEntry struct {
	Path      string    `json:"path"`
	IsDir     bool      `json:"is_dir"`
	SizeBytes int64     `json:"size_bytes"`
	Modified  time.Time `json:"modified,omitzero"`
	Links     uint64    `json:"links,omitempty"` // when the file has other names too
}

// Spec implements Tool.
func (ListFiles) Spec() Spec {
	return Spec{Name: "list_files", Description: listFilesText, Parameters: schema[listFilesArgs]()}
}

// Run implements Tool.
func (ListFiles) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parseOver(raw, listFilesArgs{RespectGitignore: true})
	if err != nil {
		return nil, err
	}
	scope, err := c.scope(args.Directory, args.RespectGitignore)
	if err != nil {
		return nil, err
	}
	limit := c.limit(args.MaxEntries, defaultEntries, maxEntries)
	listed, more, counts, err := search.List(ctx, scope, args.Recursive, limit)
	if err != nil {
		return nil, err
	}
	r := listFilesResult{Directory: scope.Path.String(), Entries: make([]listEntry, len(listed)), Skipped: counts.ByReason(), Truncated: more}
	for i, l := range listed {
		r.Entries[i] = listEntry{Path: l.Path, IsDir: l.IsDir, SizeBytes: l.Size, Modified: l.Modified}
		if l.Links > 1 && !l.IsDir {
			r.Entries[i].Links = l.Links
		}
	}
	if more {
		r.TruncatedReason = fmt.Sprintf("only the first %d entries are listed; list a folder inside it, or raise max_entries (at most %d)", limit, maxEntries)
	}
	if len(listed) == 0 {
		r.Note = nothing("nothing is listed here", counts)
	}
	return r, nil
}
