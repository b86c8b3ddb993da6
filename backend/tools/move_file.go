package tools

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"redline/backend/checkpoints"
	"redline/backend/workspace"
)

//go:embed move_file.md
var moveFileText string

// MoveFile gives a file another name or place.
type MoveFile struct{}

type moveFileArgs struct {
	Path        string `json:"path" jsonschema:"the file, relative to the workspace"`
	Destination string `json:"destination" jsonschema:"its new path, or a folder that it goes into"`
	Overwrite   bool   `json:"overwrite,omitempty" jsonschema:"replace the file that is there already"`
}

// movedResult is what a move gives.
type movedResult struct {
	changeResult
	From string `json:"from"`
}

// Spec implements Tool.
func (MoveFile) Spec() Spec {
	return Spec{Name: "move_file", Description: moveFileText, Parameters: schema[moveFileArgs](), Writes: true}
}

// Run implements Tool.
func (MoveFile) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parse[moveFileArgs](raw)
	if err != nil {
		return nil, err
	}
	from, to, err := args.resolve(c.Workspace)
	if err != nil {
		return nil, untouched(err)
	}
	unlock, err := c.Workspace.Lock(ctx, from, to)
	if err != nil {
		return nil, err
	}
	defer unlock()
	what, err := args.plan(c, from, to)
	if err != nil {
		return nil, untouched(err)
	}
	known := c.Reads.Check(from, what.Before.Hash) == nil
	out, err := c.Writer.Apply(ctx, c.Call, what)
	if err != nil {
		return nil, err
	}
	if known {
		c.Reads.Note(to, out.State.Hash)
	}
	return movedResult{changeResult{
		Path: to.String(), Change: out.Change, Person: differs(out),
		Diff: fmt.Sprintf("rename from %s\nrename to %s\n", from, to),
	}, from.String()}, nil
}

// resolve finds both names. A folder as the destination is where the file goes under
// its own name.
func (a moveFileArgs) resolve(ws *workspace.Workspace) (from, to workspace.Path, err error) {
	if from, err = ws.ResolveWritable(a.Path); err != nil {
		return from, to, err
	}
	name := a.Destination
	folder, err := ws.Resolve(name)
	if err != nil {
		return from, to, err
	}
	if strings.HasSuffix(name, "/") || ws.IsFolder(folder) {
		name = path.Join(name, path.Base(from.String()))
	}
	to, err = ws.ResolveWritable(name)
	if err == nil && to.Canonical() == from.Canonical() {
		err = fmt.Errorf("%s and %s are one file", from, to)
	}
	return from, to, err
}

// plan works out the move, under the locks of both files.
func (a moveFileArgs) plan(c *Context, from, to workspace.Path) (Change, error) {
	before, err := read(c.Workspace, from)
	if err != nil {
		return Change{}, err
	}
	if !before.Exists {
		return Change{}, fmt.Errorf("there is no file at %s", from)
	}
	if from.String() != from.Real() {
		return Change{}, fmt.Errorf("%s is reached through a link; name the file itself, %s", from, from.Real())
	}
	over, err := read(c.Workspace, to)
	if err != nil {
		return Change{}, err
	}
	what := Change{Path: to, From: from, Before: before, Over: over, After: before.Bytes, Summary: fmt.Sprintf("Move %s to %s", from, to)}
	if !over.Exists {
		return what, nil
	}
	if !a.Overwrite {
		return Change{}, fmt.Errorf("%s is there already (%d bytes). Choose another name, or set overwrite to replace it", to, over.Size)
	}
	if _, err := workspace.Decode(over.Bytes); err == nil { // what isn't text can't be read first
		if err := c.Reads.Check(to, over.Hash); err != nil {
			return Change{}, err
		}
	}
	what.Summary += fmt.Sprintf(", in the place of the file that is there (%d bytes)", over.Size)
	if !bytes.Equal(over.Bytes, before.Bytes) {
		what.View, _, _ = checkpoints.Compare(over.Bytes, before.Bytes)
	}
	return what, nil
}
