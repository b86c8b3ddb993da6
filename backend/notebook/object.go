package notebook

import (
	"slices"
	"strings"
)

// style is how a cell's members are written. In a file without line breaks all of
// it is "".
type style struct {
	lead  string // before the first name, with the line break
	next  string // before each further one
	unit  string // one step of indentation
	colon string
	tail  string // before the closing bracket
}

// object is a cell that is being written.
type object struct {
	style
	all []field
}

// field is one member: what stands before it where another does, and its text from
// the name on.
type field struct{ name, lead, text string }

// object takes a cell as it is.
func (n *Notebook) object(c Cell) *object {
	o := &object{style: n.style(n.text[n.before(c.span.from):c.span.from])}
	at := c.span.from + 1
	for i, m := range c.members {
		f := field{m.name, n.text[at:m.key.from], n.text[m.key.from:m.value.to]}
		switch i {
		case 0:
			o.lead, o.colon = f.lead, n.text[m.key.to:m.value.from]
		case 1:
			o.next = f.lead
		}
		o.all = append(o.all, f)
		at = skipSpace(n.text, m.value.to)
		if n.text[at] == ',' {
			at++
		} else {
			o.tail = n.text[m.value.to:at]
		}
	}
	if len(o.all) > 0 {
		o.all[0].lead = o.next
	}
	return o
}

// set gives the last member of that name another value. A new one goes where the
// order of names has it.
func (o *object) set(name, value string) {
	text := encodeString(name) + o.colon + value
	for i, f := range slices.Backward(o.all) {
		if f.name == name {
			o.all[i].text = text
			return
		}
	}
	at := slices.IndexFunc(o.all, func(f field) bool { return f.name > name })
	if at < 0 {
		at = len(o.all)
	}
	o.all = slices.Insert(o.all, at, field{name, o.next, text})
}

// drop takes members away.
func (o *object) drop(names ...string) {
	o.all = slices.DeleteFunc(o.all, func(f field) bool { return slices.Contains(names, f.name) })
}

// list writes a list of strings, each on a line of its own where the file has
// lines.
func (o *object) list(items []string) string {
	if len(items) == 0 {
		return "[]"
	}
	inner, outer, sep := "", "", ","
	if i := strings.LastIndexByte(o.lead, '\n'); i >= 0 {
		outer = lineBreak(o.lead) + o.lead[i+1:]
		inner = outer + o.unit
	} else if strings.HasSuffix(o.colon, " ") {
		sep = ", "
	}
	var b strings.Builder
	for i, item := range items {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(inner + encodeString(item))
	}
	return "[" + b.String() + outer + "]"
}

func (o *object) String() string {
	var b strings.Builder
	for i, f := range o.all {
		if i == 0 {
			b.WriteString(o.lead + f.text)
		} else {
			b.WriteString("," + f.lead + f.text)
		}
	}
	return "{" + b.String() + o.tail + "}"
}

// style works out how a cell is written before which lead stands.
func (n *Notebook) style(lead string) style {
	i := strings.LastIndexByte(lead, '\n')
	if i < 0 {
		return style{next: strings.TrimPrefix(n.colon, ":"), colon: n.colon}
	}
	own := lineBreak(lead) + lead[i+1:]
	return style{lead: own + n.unit(), next: own + n.unit(), unit: n.unit(), colon: n.colon, tail: own}
}

// lead gives what stands, or would, before the first cell.
func (n *Notebook) lead() string {
	if len(n.Cells) > 0 {
		return n.text[n.cells.from+1 : n.Cells[0].span.from]
	}
	unit := n.unit()
	if unit == "" {
		return ""
	}
	return lineBreak(n.text) + unit + unit
}

// unit gives one step of the file's indentation, "" in a file without lines.
func (n *Notebook) unit() string {
	brace := skipSpace(n.text, 0)
	first := n.text[brace+1 : skipSpace(n.text, brace+1)]
	i := strings.LastIndexByte(first, '\n')
	if i < 0 {
		return ""
	}
	return first[i+1:]
}

// before gives where the white space before at begins.
func (n *Notebook) before(at int) int {
	return len(strings.TrimRight(n.text[:at], " \t\r\n"))
}

func lineBreak(s string) string {
	if strings.Contains(s, "\r\n") {
		return "\r\n"
	}
	return "\n"
}
