package notebook

import (
	"fmt"
	"regexp"
	"strings"
)

// maxOutput is how many characters of one output are shown (006 section 6).
const maxOutput = 2000

// Text shows the notebook as its cells: a heading for each, its source, code fenced
// in the kernel's language, and its outputs (006 section 6).
func (n *Notebook) Text() string {
	var b strings.Builder
	for i := range n.Cells {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(n.CellText(i))
	}
	return b.String()
}

// CellText shows one cell.
func (n *Notebook) CellText(i int) string {
	c := n.Cells[i]
	var b strings.Builder
	fmt.Fprintf(&b, "## Cell %d [%s]", i, oneLine(c.Type))
	if c.ID != "" {
		b.WriteString(" id=" + oneLine(c.ID))
	}
	b.WriteString("\n\n")
	if c.Type == Code {
		b.WriteString(fenced(c.Source, oneLine(n.Language)))
	} else {
		b.WriteString(ended(c.Source))
	}
	outputs, ok := last(c.members, "outputs")
	if !ok {
		return b.String()
	}
	for k, s := range elements(n.text, outputs) {
		if text := n.output(s); text != "" {
			fmt.Fprintf(&b, "\nOutput %d:\n%s", k, ended(cut(text)))
		}
	}
	return b.String()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func ended(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

// fenced puts a source into a fence that is longer than any in it.
func fenced(source, language string) string {
	fence := "```"
	for strings.Contains(source, fence) {
		fence += "`"
	}
	return fence + language + "\n" + ended(source) + fence + "\n"
}

// output gives what a person would see of an output.
func (n *Notebook) output(s span) string {
	all := members(n.text, s)
	text := func(name string) string {
		if s, ok := last(all, name); ok {
			return joined(n.text, s)
		}
		return ""
	}
	switch text("output_type") {
	case "stream":
		return plain(text("text"))
	case "error":
		return plain(text("ename") + ": " + text("evalue"))
	}
	data, ok := last(all, "data")
	if !ok {
		return ""
	}
	return n.shown(members(n.text, data))
}

// shown gives the text of an output that comes in several forms, and names what
// can't be shown as text.
func (n *Notebook) shown(forms []member) string {
	var parts []string
	for _, m := range forms {
		if strings.HasPrefix(m.name, "image/") {
			parts = append(parts, "["+oneLine(m.name)+" image]")
		}
	}
	if s, ok := last(forms, "text/plain"); ok {
		parts = append(parts, plain(joined(n.text, s)))
	}
	if len(parts) == 0 {
		for _, m := range forms {
			parts = append(parts, "["+oneLine(m.name)+"]")
		}
	}
	return strings.Join(parts, "\n")
}

var terminal = regexp.MustCompile("\x1b(\\[[0-9;?]*[ -/]*[@-~]|\\][^\x07\x1b]*(\x07|\x1b\\\\))")

// plain takes away the colours and the like that terminals are told.
func plain(s string) string { return terminal.ReplaceAllString(s, "") }

func cut(s string) string {
	r := []rune(s)
	if len(r) <= maxOutput {
		return s
	}
	return fmt.Sprintf("%s\n[cut: %d of %d characters are shown]", string(r[:maxOutput]), maxOutput, len(r))
}
