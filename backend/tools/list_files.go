package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"redline/backend/workspace"
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
}

type listFilesResult struct {
	Directory       string      `json:"directory"`
	Entries         []listEntry `json:"entries"`
	Note            string      `json:"note,omitempty"`
	Truncated       bool        `json:"truncated,omitempty"`
	TruncatedReason string      `json:"truncated_reason,omitempty"`
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
	args, err := parse[listFilesArgs](raw)
	if err != nil {
		return nil, err
	}
	if args.Directory == "" {
		args.Directory = "."
	}
	p, err := c.Workspace.Resolve(args.Directory)
	if err != nil {
		return nil, err
	}
	limit := args.MaxEntries
	if limit <= 0 {
		limit = defaultEntries
	}
	limit = min(limit, maxEntries)
	entries, truncated, err := c.Workspace.List(ctx, p, workspace.ListOptions{Recursive: args.Recursive, Max: limit})
	if err != nil {
		return nil, err
	}
	r := listFilesResult{Directory: p.String(), Entries: make([]listEntry, 0, len(entries)), Truncated: truncated}
	for _, e := range entries {
		entry := listEntry{Path: e.Path, IsDir: e.IsDir, SizeBytes: e.Size, Modified: e.ModTime}
		if e.Links > 1 && !e.IsDir {
			entry.Links = e.Links
		}
		r.Entries = append(r.Entries, entry)
	}
	if truncated {
		r.TruncatedReason = fmt.Sprintf("only the first %d entries are listed; list a folder inside it, or raise max_entries (at most %d)", limit, maxEntries)
	}
	if len(entries) == 0 {
		r.Note = "nothing is listed here; names that begin with a dot and blocked files are left out"
	}
	return r, nil
}
