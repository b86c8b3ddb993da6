package diff

import (
	"bytes"
	"fmt"
	"strings"
)

// Unified writes the diff in unified form, as git and patch read it (FS-66), with
// up to context unchanged lines around each change. a and b name the two sides;
// /dev/null is a file that isn't there. Equal contents give "".
func Unified(d *Diff, a, b string, context int) string {
	if len(d.Hunks) == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", a, b)
	for _, block := range d.blocks(context) {
		header(&out, d, block)
		for _, l := range block.Lines {
			out.WriteByte(" -+"[l.Kind])
			out.Write(l.Text)
			if !bytes.HasSuffix(l.Text, []byte("\n")) {
				out.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
	return out.String()
}

func header(out *strings.Builder, d *Diff, b Block) {
	oldStart, oldLines, newStart, newLines := 0, 0, 0, 0
	for _, l := range b.Lines {
		if l.Old > 0 {
			if oldLines++; oldStart == 0 {
				oldStart = l.Old
			}
		}
		if l.New > 0 {
			if newLines++; newStart == 0 {
				newStart = l.New
			}
		}
	}
	// A side without lines is named by the line before it.
	if oldLines == 0 {
		oldStart = d.Hunks[b.Hunk].OldStart - 1
	}
	if newLines == 0 {
		newStart = d.Hunks[b.Hunk].NewStart - 1
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(oldStart, oldLines), span(newStart, newLines))
}

func span(start, lines int) string {
	if lines == 1 {
		return fmt.Sprint(start)
	}
	return fmt.Sprintf("%d,%d", start, lines)
}
