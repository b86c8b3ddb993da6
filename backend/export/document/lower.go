package document

import (
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"redline/backend/export/math"
)

// maxDepth is how deep lists, quotes and emphasis nest; what is deeper is kept
// at that depth, since no page has room for more.
const maxDepth = 100

// lowering turns the parser's tree into ours.
type lowering struct {
	source   []byte
	lines    []int // where each line begins
	skipped  int   // lines of front matter before them
	pictures pictures
	anchors  anchors
	notes    []Note
	maths    math.Reader
}

// blocks lowers the children of a node.
func (l *lowering) blocks(parent ast.Node, depth int) []Block {
	var out []Block
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		if depth > maxDepth && isContainer(node) {
			out = append(out, l.blocks(node, depth)...)
			continue
		}
		if block := l.block(node, depth+1); block != nil {
			out = append(out, block)
		}
	}
	return out
}

func isContainer(node ast.Node) bool {
	switch node.(type) {
	case *ast.Blockquote, *ast.List, *ast.ListItem, *extast.DefinitionList, *extast.DefinitionDescription:
		return true
	}
	return false
}

func (l *lowering) block(node ast.Node, depth int) Block {
	switch n := node.(type) {
	case *ast.Heading:
		content := l.content(n)
		return Heading{Lines: l.at(n), Level: n.Level, Anchor: l.anchors.make(PlainText(content)), Content: content}
	case *ast.Paragraph:
		return l.paragraph(n, false)
	case *ast.TextBlock:
		return l.paragraph(n, true)
	case *ast.List:
		return l.list(n, depth)
	case *ast.Blockquote:
		return l.quote(n, depth)
	case *ast.CodeBlock:
		return Code{Lines: l.at(n), Text: strings.TrimSuffix(l.raw(n), "\n")}
	case *ast.FencedCodeBlock:
		return l.fenced(n)
	case *formulaNode:
		return l.formula(l.at(n), l.raw(n))
	case *extast.Table:
		return l.table(n)
	case *ast.ThematicBreak:
		return Rule{Lines: l.at(n)}
	case *extast.DefinitionList:
		return l.definitions(n, depth)
	case *extast.FootnoteList:
		for note := n.FirstChild(); note != nil; note = note.NextSibling() {
			footnote := note.(*extast.Footnote)
			l.notes = append(l.notes, Note{Number: footnote.Index, Blocks: l.blocks(footnote, depth)})
		}
	case *ast.HTMLBlock:
		if image, ok := loneImage(l.raw(n)); ok {
			return Paragraph{Lines: l.at(n), Content: []Inline{l.pictures.resolve(image)}}
		}
	}
	return nil
}

func (l *lowering) paragraph(node ast.Node, tight bool) Block {
	content := l.content(node)
	if len(content) == 0 {
		return nil
	}
	return Paragraph{Lines: l.at(node), Tight: tight, Content: content}
}

func (l *lowering) list(n *ast.List, depth int) Block {
	list := List{Lines: l.at(n), Ordered: n.IsOrdered(), Start: n.Start, Tight: n.IsTight}
	for node := n.FirstChild(); node != nil; node = node.NextSibling() {
		item := Item{Lines: l.at(node)}
		if first := node.FirstChild(); first != nil {
			if box, ok := first.FirstChild().(*extast.TaskCheckBox); ok {
				item.Task = TaskOpen
				if box.IsChecked {
					item.Task = TaskDone
				}
			}
		}
		item.Blocks = l.blocks(node, depth)
		list.Items = append(list.Items, item)
	}
	return list
}

var alertKinds = []AlertKind{"note", "tip", "important", "warning", "caution"}

// quote tells an alert by the source of its first line: the mark stands alone on it.
func (l *lowering) quote(n *ast.Blockquote, depth int) Block {
	first, ok := n.FirstChild().(*ast.Paragraph)
	if !ok || first.Lines().Len() == 0 {
		return Quote{Lines: l.at(n), Blocks: l.blocks(n, depth)}
	}
	lines := first.Lines()
	segment := lines.At(0)
	mark := strings.TrimSpace(string(segment.Value(l.source)))
	for _, kind := range alertKinds {
		if !strings.EqualFold(mark, "[!"+string(kind)+"]") {
			continue
		}
		alert := Alert{Lines: l.at(n), Kind: kind}
		dropFirstLine(first, segment.Stop)
		alert.Blocks = l.blocks(n, depth)
		return alert
	}
	return Quote{Lines: l.at(n), Blocks: l.blocks(n, depth)}
}

func dropFirstLine(paragraph ast.Node, end int) {
	for node := paragraph.FirstChild(); node != nil; {
		next := node.NextSibling()
		if text, ok := node.(*ast.Text); !ok || text.Segment.Start >= end {
			return
		}
		paragraph.RemoveChild(paragraph, node)
		node = next
	}
}

func (l *lowering) fenced(n *ast.FencedCodeBlock) Block {
	language := ""
	if name := n.Language(l.source); name != nil {
		language = unescape(name)
	}
	at, body := l.at(n), strings.TrimSuffix(l.raw(n), "\n")
	switch strings.ToLower(language) {
	case "math":
		return l.formula(at, body)
	case "mermaid":
		return Diagram{Lines: at, Text: body}
	}
	return Code{Lines: at, Language: language, Text: body}
}

func (l *lowering) table(n *extast.Table) Block {
	table := Table{Lines: l.at(n)}
	for _, alignment := range n.Alignments {
		table.Align = append(table.Align, map[extast.Alignment]Align{
			extast.AlignLeft: AlignLeft, extast.AlignCenter: AlignCenter, extast.AlignRight: AlignRight}[alignment])
	}
	for node := n.FirstChild(); node != nil; node = node.NextSibling() {
		row := Row{Lines: l.at(node)}
		for cell := node.FirstChild(); cell != nil; cell = cell.NextSibling() {
			row.Cells = append(row.Cells, l.content(cell))
		}
		for len(row.Cells) < len(table.Align) {
			row.Cells = append(row.Cells, nil)
		}
		row.Cells = row.Cells[:len(table.Align)]
		if _, ok := node.(*extast.TableHeader); ok {
			table.Header = row
		} else {
			table.Rows = append(table.Rows, row)
		}
	}
	return table
}

func (l *lowering) definitions(n *extast.DefinitionList, depth int) Block {
	list := Definitions{Lines: l.at(n)}
	for node := n.FirstChild(); node != nil; node = node.NextSibling() {
		last := len(list.Items) - 1
		if _, ok := node.(*extast.DefinitionTerm); ok {
			if last < 0 || len(list.Items[last].Details) > 0 {
				list.Items = append(list.Items, Definition{})
				last++
			}
			list.Items[last].Terms = append(list.Items[last].Terms, l.content(node))
		} else if last >= 0 {
			list.Items[last].Details = append(list.Items[last].Details, Detail{Blocks: l.blocks(node, depth)})
		}
	}
	return list
}

// raw is the text of a node's lines as they stand in the source.
func (l *lowering) raw(node ast.Node) string {
	var out strings.Builder
	lines := node.Lines()
	for i := range lines.Len() {
		segment := lines.At(i)
		out.Write(segment.Value(l.source))
	}
	if html, ok := node.(*ast.HTMLBlock); ok && html.HasClosure() {
		out.Write(html.ClosureLine.Value(l.source))
	}
	return out.String()
}

// at finds the lines that a block stands on, with those of its children.
func (l *lowering) at(node ast.Node) Lines {
	first, last := node.Pos(), -1
	widen := func(n ast.Node) {
		for n != nil && n.Type() != ast.TypeInline {
			if lines := n.Lines(); lines != nil && lines.Len() > 0 {
				if start := lines.At(0).Start; first < 0 || start < first {
					first = start
				}
				last = max(last, lines.At(lines.Len()-1).Stop-1)
				return
			}
			last = max(last, n.Pos())
			n = n.LastChild()
		}
	}
	widen(node)
	if first < 0 && node.FirstChild() != nil && node.FirstChild().Type() != ast.TypeInline {
		first = node.FirstChild().Pos()
	}
	if first < 0 {
		return Lines{}
	}
	at := Lines{First: l.line(first), Last: l.line(max(first, last))}
	if _, ok := node.(*ast.FencedCodeBlock); ok && at.Last+1 <= len(l.lines)+l.skipped {
		at.Last++
	}
	return at
}

func (l *lowering) line(offset int) int {
	return sort.SearchInts(l.lines, offset+1) + l.skipped
}
