// Package notebook reads and edits Jupyter notebooks, nbformat 4.
//
// An edit changes the bytes of one cell and no other: numbers, unknown fields, the
// order of names, white space and line ends stay as they stand in the file. What it
// writes is written as Jupyter does, in the file's own indentation. What isn't a
// notebook of format 4 is an error that says what it is.
package notebook

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Cell is one cell.
type Cell struct {
	Type   string // code, markdown, raw
	ID     string // "" before nbformat 4.5
	Source string

	span    span
	members []member
}

// Notebook is a notebook's text and where its cells stand in it.
type Notebook struct {
	Cells    []Cell
	Language string // of its code, "" where it isn't said
	Minor    int    // of nbformat 4

	text  string
	cells span   // the list of them
	colon string // between a name and its value
}

// Parse reads a notebook's text, which is without byte order mark.
func Parse(text string) (*Notebook, error) {
	if !json.Valid([]byte(text)) {
		return nil, fmt.Errorf("it is not valid JSON: %w", cause(text))
	}
	start := skipSpace(text, 0)
	top := members(text, span{start, skipValue(text, start)})
	n := &Notebook{text: text, Language: language(text, top)}
	if err := n.format(top); err != nil {
		return nil, err
	}
	n.colon = text[top[0].key.to:top[0].value.from]
	var ok bool
	if n.cells, ok = last(top, "cells"); !ok || text[n.cells.from] != '[' {
		return nil, errors.New("it has no list of cells")
	}
	for i, s := range elements(text, n.cells) {
		c := Cell{span: s, members: members(text, s)}
		if text[s.from] != '{' {
			return nil, fmt.Errorf("cell %d is no object", i)
		}
		c.Type, c.ID = c.field(text, "cell_type"), c.field(text, "id")
		if source, ok := last(c.members, "source"); ok {
			c.Source = joined(text, source)
		}
		n.Cells = append(n.Cells, c)
	}
	return n, nil
}

// cause says where a text stops being JSON.
func cause(text string) error {
	var v any
	err := json.Unmarshal([]byte(text), &v)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line := strings.Count(text[:min(int(syntax.Offset), len(text))], "\n") + 1
		return fmt.Errorf("line %d: %w", line, err)
	}
	return err
}

// format makes sure that it is nbformat 4, the one that lists its cells at the top.
func (n *Notebook) format(top []member) error {
	major, ok := last(top, "nbformat")
	switch {
	case !ok:
		return errors.New("it does not say which nbformat it is")
	case major.in(n.text) != "4":
		return fmt.Errorf("it is nbformat %.20s, and only nbformat 4 is understood; opened and saved in Jupyter, it becomes that", major.in(n.text))
	}
	if minor, ok := last(top, "nbformat_minor"); ok {
		n.Minor, _ = strconv.Atoi(minor.in(n.text)) // what isn't a number stands for none
	}
	return nil
}

// language gives what the kernel runs.
func language(text string, top []member) string {
	metadata, ok := last(top, "metadata")
	if !ok {
		return ""
	}
	for _, at := range [][2]string{{"kernelspec", "language"}, {"language_info", "name"}} {
		if info, ok := last(members(text, metadata), at[0]); ok {
			if name, ok := last(members(text, info), at[1]); ok {
				return decodeString(name.in(text))
			}
		}
	}
	return ""
}

func (c Cell) field(text, name string) string {
	if s, ok := last(c.members, name); ok {
		return decodeString(s.in(text))
	}
	return ""
}

// Find gives the cell that ref names: by its id, or else by its number from 0.
func (n *Notebook) Find(ref string) (int, error) {
	found := -1
	for i, c := range n.Cells {
		if c.ID != ref || ref == "" {
			continue
		}
		if found >= 0 {
			return 0, fmt.Errorf("cells %d and %d both have the id %q; name the cell by its number", found, i, ref)
		}
		found = i
	}
	if found >= 0 {
		return found, nil
	}
	i, err := strconv.Atoi(ref)
	switch {
	case err != nil:
		return 0, fmt.Errorf("no cell has the id %q; %s", ref, n.numbers())
	case i < 0 || i >= len(n.Cells):
		return 0, fmt.Errorf("there is no cell %d; %s", i, n.numbers())
	}
	return i, nil
}

func (n *Notebook) numbers() string {
	switch len(n.Cells) {
	case 0:
		return "the notebook has no cells"
	case 1:
		return "the notebook has cell 0 only"
	}
	return fmt.Sprintf("the notebook has cells 0 to %d", len(n.Cells)-1)
}
