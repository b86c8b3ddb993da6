package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed make_directory.md
var makeDirectoryText string

// MakeDirectory makes an empty folder.
type MakeDirectory struct{}

type makeDirectoryArgs struct {
	Path string `json:"path" jsonschema:"the folder, relative to the workspace"`
}

// Spec implements Tool.
func (MakeDirectory) Spec() Spec {
	return Spec{Name: "make_directory", Description: makeDirectoryText, Parameters: schema[makeDirectoryArgs](), Writes: true}
}

// Run implements Tool.
func (MakeDirectory) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parse[makeDirectoryArgs](raw)
	if err != nil {
		return nil, err
	}
	p, err := c.Workspace.ResolveWritable(strings.TrimRight(args.Path, "/"))
	if err != nil {
		return nil, untouched(err)
	}
	unlock, err := c.Workspace.Lock(ctx, p)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if c.Workspace.IsFolder(p) {
		return changeResult{Path: p.String(), Note: "the folder is there already; nothing was made"}, nil
	}
	before, err := read(c.Workspace, p)
	if err != nil {
		return nil, untouched(err)
	}
	if before.Exists {
		return nil, fmt.Errorf("%s is a file; nothing was made. Choose another name", p)
	}
	out, err := c.Writer.Apply(ctx, c.Call, Change{Path: p, Folder: true, Summary: fmt.Sprintf("Make the folder %s", p)})
	if err != nil {
		return nil, err
	}
	return changeResult{Path: p.String(), Change: out.Change, Person: differs(out)}, nil
}
