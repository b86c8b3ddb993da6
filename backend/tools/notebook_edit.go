package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"

	"redline/backend/diff"
	"redline/backend/notebook"
	"redline/backend/workspace"
)

//go:embed notebook_edit.md
var notebookEditText string

// NotebookEdit changes one cell of a notebook.
type NotebookEdit struct{}

type notebookEditArgs struct {
	Path     string  `json:"path" jsonschema:"the notebook, relative to the workspace"`
	Cell     cellRef `json:"cell" jsonschema:"the cell's id, or its number from 0; for insert the cell to follow, -1 for the first place"`
	Action   string  `json:"action" jsonschema:"replace, insert or delete"`
	Source   *string `json:"source,omitempty" jsonschema:"the cell's whole new text; needed to insert"`
	CellType string  `json:"cell_type,omitempty" jsonschema:"code, markdown or raw; when left out a cell keeps its type, and a new one is code"`
}

// cellRef is a cell's id, or its number as text.
type cellRef string

// UnmarshalJSON takes text and whole numbers.
func (c *cellRef) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*c = cellRef(text)
		return nil
	}
	n, err := strconv.ParseFloat(string(data), 64)
	if err != nil || n != float64(int(n)) {
		return errNotWhole
	}
	*c = cellRef(strconv.Itoa(int(n)))
	return nil
}

// notebookResult is what a changed cell gives.
type notebookResult struct {
	changeResult
	Cell int    `json:"cell"`         // its number; of a deleted one, the number that it had
	ID   string `json:"id,omitempty"` // of a new cell
}

// Spec implements Tool.
func (NotebookEdit) Spec() Spec {
	s := schema[notebookEditArgs]()
	notNull(s.Properties["source"], "string")
	s.Properties["cell"].Type, s.Properties["cell"].Types = "", []string{"string", "integer"}
	s.Properties["action"].Enum = []any{"replace", "insert", "delete"}
	s.Properties["cell_type"].Enum = []any{notebook.Code, notebook.Markdown, notebook.Raw}
	return Spec{Name: "notebook_edit", Description: notebookEditText, Parameters: s, Writes: true}
}

// Run implements Tool.
func (NotebookEdit) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parse[notebookEditArgs](raw)
	if err != nil {
		return nil, err
	}
	if err := args.check(); err != nil {
		return nil, err
	}
	var done notebookResult
	result, err := change(ctx, c, args.Path, func(p workspace.Path, before workspace.File) (Change, error) {
		if !isNotebook(args.Path) {
			return Change{}, fmt.Errorf("%s is no notebook: its name does not end in .ipynb; nothing was changed. Use replace_in_file", p)
		}
		text, err := editable(c, p, before)
		if err != nil {
			return Change{}, err
		}
		n, err := notebook.Parse(text.Content)
		if err != nil {
			return Change{}, fmt.Errorf("%s can't be edited as a notebook, since %w. Nothing was changed", p, err)
		}
		var what Change
		if done, what, err = args.apply(n); err != nil {
			return Change{}, fmt.Errorf("%s: %w; nothing was changed", p, err)
		}
		what.Summary += " " + p.String()
		what.After = text.Encode(string(what.After))
		if len(what.After) > maxWriteBytes && len(what.After) > len(before.Bytes) {
			return Change{}, tooLong(p.String(), len(what.After))
		}
		return what, nil
	})
	if r, ok := result.(changeResult); ok {
		done.changeResult = r
		return done, err
	}
	return result, err
}

func (a notebookEditArgs) check() error {
	switch a.Action {
	case "insert":
		if a.Source == nil {
			return &argsError{`"source" is missing; nothing was changed. Give the text of the new cell`}
		}
	case "replace", "delete":
	default:
		return &argsError{fmt.Sprintf(`the argument "action" can't be %q; nothing was changed. Use replace, insert or delete`, a.Action)}
	}
	if a.Source != nil && len(*a.Source) > maxWriteBytes {
		return tooLong(a.Path, len(*a.Source))
	}
	return nil
}

// apply makes the edit, and shows it as the cell before and after.
func (a notebookEditArgs) apply(n *notebook.Notebook) (done notebookResult, c Change, err error) {
	at := -1
	if a.Action != "insert" || a.Cell != "-1" {
		if at, err = n.Find(string(a.Cell)); err != nil {
			return done, c, err
		}
	}
	var text, before, after string
	switch a.Action {
	case "replace":
		text, err = n.Replace(at, a.Source, a.CellType)
		c.Summary = fmt.Sprintf("Replace cell %d of", at)
	case "insert":
		text, err = n.Insert(at, *a.Source, a.CellType)
		if c.Summary = fmt.Sprintf("Insert a cell after cell %d of", at); at < 0 {
			c.Summary = "Insert a first cell into"
		}
		at++
	case "delete":
		text = n.Delete(at)
		c.Summary = fmt.Sprintf("Delete cell %d of", at)
	}
	if err != nil {
		return done, c, err
	}
	edited, err := notebook.Parse(text)
	if err != nil {
		return done, c, fmt.Errorf("the edit would leave no notebook: %w", err)
	}
	if a.Action != "insert" {
		before = n.CellText(at)
	}
	if a.Action != "delete" {
		after = edited.CellText(at)
	}
	if before == after {
		return done, c, fmt.Errorf("cell %d holds exactly that already", at)
	}
	done.Cell, c.After = at, []byte(text)
	if a.Action == "insert" {
		done.ID = edited.Cells[at].ID
	}
	c.View = diff.Compare([]byte(before), []byte(after))
	return done, c, nil
}
