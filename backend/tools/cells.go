package tools

import (
	"fmt"
	"path"
	"strings"

	"redline/backend/notebook"
	"redline/backend/workspace"
)

func isNotebook(name string) bool { return strings.EqualFold(path.Ext(name), ".ipynb") }

// cells shows a notebook as its cells, or, where it can't be read as one, as the file
// it is, and says so.
func cells(p workspace.Path, text workspace.Text) readFileResult {
	n, err := notebook.Parse(text.Content)
	if err != nil {
		r := window(p, text, 0, 0)
		r.Note = join(fmt.Sprintf("it can't be shown as a notebook, since %s; this is the file itself", err), r.Note)
		return r
	}
	count := len(n.Cells)
	r := readFileResult{
		Path: p.String(), TotalLines: len(splitLines(text.Content)), Encoding: text.Encoding, LineEnding: text.LineEnding, Cells: &count,
		Note: "shown as cells; change one with notebook_edit. With start_line the file itself is shown",
	}
	if count == 0 {
		r.Note = "the notebook has no cells"
	}
	var b strings.Builder
	for i := range n.Cells {
		cell := n.CellText(i)
		if i > 0 {
			cell = "\n" + cell
		}
		if b.Len()+len(cell) > maxReadBytes {
			b.WriteString(strings.ToValidUTF8(cell[:maxReadBytes-b.Len()], ""))
			r.Truncated = true
			r.TruncatedReason = fmt.Sprintf("512 KiB are shown, up to inside cell %d of cells 0 to %d; for the rest read the file itself with start_line", i, count-1)
			break
		}
		b.WriteString(cell)
	}
	r.Content = b.String()
	return r
}
