package notebook

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The types of cell.
const (
	Code     = "code"
	Markdown = "markdown"
	Raw      = "raw"
)

// Replace gives the notebook's text with another source, or type, of cell i; nil
// leaves the source, "" the type. The outputs and the execution count of a code cell
// are cleared, since they are not those of the new source; other cells have none.
func (n *Notebook) Replace(i int, source *string, cellType string) (string, error) {
	if err := known(cellType); err != nil {
		return "", err
	}
	c := n.Cells[i]
	if cellType == "" {
		cellType = c.Type
	}
	if source == nil && cellType == c.Type {
		return "", ErrNothing
	}
	o := n.object(c)
	o.set("cell_type", encodeString(cellType))
	if source != nil {
		o.set("source", o.list(lines(*source)))
	}
	if cellType == Code {
		o.set("execution_count", "null")
		o.set("outputs", "[]")
		o.drop("attachments") // a code cell can't have any
	} else {
		o.drop("execution_count", "outputs")
	}
	return n.text[:c.span.from] + o.String() + n.text[c.span.to:], nil
}

// Insert gives the notebook's text with a new cell after cell i; -1 is before the
// first. It has an id of its own where the format has ids.
func (n *Notebook) Insert(i int, source, cellType string) (string, error) {
	if err := known(cellType); err != nil {
		return "", err
	}
	if cellType == "" {
		cellType = Code
	}
	lead := n.lead()
	o := object{style: n.style(lead)}
	o.set("cell_type", encodeString(cellType))
	if cellType == Code {
		o.set("execution_count", "null")
		o.set("outputs", "[]")
	}
	if n.Minor >= 5 {
		o.set("id", encodeString(n.newID()))
	}
	o.set("metadata", "{}")
	o.set("source", o.list(lines(source)))
	cell := o.String()
	switch {
	case len(n.Cells) == 0:
		outer := strings.TrimSuffix(lead, n.unit())
		return n.text[:n.cells.from] + "[" + lead + cell + outer + "]" + n.text[n.cells.to:], nil
	case i < 0:
		at := n.Cells[0].span.from
		return n.text[:at] + cell + "," + lead + n.text[at:], nil
	}
	at := n.Cells[i].span.to
	return n.text[:at] + "," + lead + cell + n.text[at:], nil
}

// Delete gives the notebook's text without cell i.
func (n *Notebook) Delete(i int) string {
	from, to := n.Cells[i].span.from, n.Cells[i].span.to
	switch {
	case len(n.Cells) == 1:
		from, to = n.cells.from+1, n.cells.to-1
	case i == 0:
		to = n.Cells[1].span.from
	default:
		from = n.Cells[i-1].span.to
	}
	return n.text[:from] + n.text[to:]
}

func known(cellType string) error {
	if cellType != "" && !slices.Contains([]string{Code, Markdown, Raw}, cellType) {
		return fmt.Errorf("there is no cell type %q; known are code, markdown and raw", cellType)
	}
	return nil
}

// ErrNothing refuses to replace a cell by itself.
var ErrNothing = errors.New("neither a source nor another cell type was given")

// newID gives an id that no cell has.
func (n *Notebook) newID() string {
	for {
		var b [4]byte
		_, _ = rand.Read(b[:]) // never fails
		id := hex.EncodeToString(b[:])
		if !slices.ContainsFunc(n.Cells, func(c Cell) bool { return c.ID == id }) {
			return id
		}
	}
}

// lines gives the lines of a source, each but the last with its line end.
func lines(source string) []string {
	source = strings.ReplaceAll(source, "\r\n", "\n")
	all := strings.SplitAfter(source, "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}
