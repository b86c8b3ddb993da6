package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"redline/backend/workspace"
)

// maxWriteBytes is the largest content that one call writes (product.md); a model
// that needs more is doing something wrong.
const maxWriteBytes = 5 << 20

//go:embed create_file.md
var createFileText string

// CreateFile writes a new file, or a whole one anew.
type CreateFile struct{}

type createFileArgs struct {
	Path      string `json:"path" jsonschema:"the file, relative to the workspace; folders on the way are made"`
	Content   string `json:"content" jsonschema:"the whole content"`
	Overwrite bool   `json:"overwrite,omitempty" jsonschema:"replace the file if it is there already"`
}

// Spec implements Tool.
func (CreateFile) Spec() Spec {
	return Spec{Name: "create_file", Description: createFileText, Parameters: schema[createFileArgs](), Writes: true}
}

// Run implements Tool.
func (CreateFile) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parse[createFileArgs](raw)
	if err != nil {
		return nil, err
	}
	if len(args.Content) > maxWriteBytes {
		return nil, tooLong(args.Path, len(args.Content))
	}
	content, repaired := repairMaths(args.Path, args.Content)
	result, err := change(ctx, c, args.Path, func(p workspace.Path, before workspace.File) (Change, error) {
		if !before.Exists {
			return Change{After: []byte(content)}, nil
		}
		if !args.Overwrite {
			return Change{}, fmt.Errorf("%s is there already (%d bytes); nothing was written. Edit it with replace_in_file, or set overwrite to replace it whole", p, before.Size)
		}
		text, err := editable(c, p, before)
		if err != nil {
			return Change{}, err
		}
		content = strings.TrimPrefix(content, "\ufeff")
		return Change{After: text.Encode(lineEnds(text.LineEnding, content))}, nil
	})
	return told(result, 0, repaired), err
}

func tooLong(path string, n int) error {
	return fmt.Errorf("%s would be %d bytes long; at most %d are written at once. Nothing was written", path, n, maxWriteBytes)
}
