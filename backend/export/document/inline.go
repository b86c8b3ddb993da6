package document

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// content lowers the inline children of a block. A picture written as HTML
// stays only when nothing else is there.
func (l *lowering) content(node ast.Node) []Inline {
	all := l.inlines(node, 0)
	if len(all) == 1 {
		if image, ok := all[0].(htmlImage); ok {
			return []Inline{l.pictures.resolve(image.Image)}
		}
	}
	return dropHTML(all)
}

type htmlImage struct{ Image }

func dropHTML(all []Inline) []Inline {
	return joined(slices.DeleteFunc(all, func(one Inline) bool {
		_, ok := one.(htmlImage)
		return ok
	}))
}

func (l *lowering) inlines(parent ast.Node, depth int) []Inline {
	var out []Inline
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		if depth > maxDepth && node.HasChildren() && node.Kind() != ast.KindCodeSpan {
			out = append(out, l.inlines(node, depth)...)
		} else {
			out = append(out, l.inline(node, depth+1)...)
		}
	}
	return joined(out)
}

// joined makes one text of those that follow each other.
func joined(all []Inline) []Inline {
	out := all[:0]
	for i := 0; i < len(all); i++ {
		first, ok := all[i].(Text)
		if !ok {
			out = append(out, all[i])
			continue
		}
		end := i + 1
		for end < len(all) && isText(all[end]) {
			end++
		}
		if end > i+1 {
			var whole strings.Builder
			for _, one := range all[i:end] {
				whole.WriteString(one.(Text).Value)
			}
			first = Text{whole.String()}
		}
		if first.Value != "" {
			out = append(out, first)
		}
		i = end - 1
	}
	return out
}

func isText(one Inline) bool {
	_, ok := one.(Text)
	return ok
}

func (l *lowering) inline(node ast.Node, depth int) []Inline {
	switch n := node.(type) {
	case *ast.Text:
		return l.text(n)
	case *ast.String:
		return []Inline{Text{string(n.Value)}}
	case *ast.Emphasis:
		if n.Level == 2 {
			return []Inline{Strong{dropHTML(l.inlines(n, depth))}}
		}
		return []Inline{Emphasis{dropHTML(l.inlines(n, depth))}}
	case *extast.Strikethrough:
		return []Inline{Strike{dropHTML(l.inlines(n, depth))}}
	case *ast.CodeSpan:
		return []Inline{CodeSpan{l.codeSpan(n)}}
	case *ast.Link:
		return []Inline{Link{URL: unescape(n.Destination), Title: unescape(n.Title), Content: dropHTML(l.inlines(n, depth))}}
	case *ast.AutoLink:
		return []Inline{l.autoLink(n)}
	case *ast.Image:
		image := Image{Ref: unescape(n.Destination), Title: unescape(n.Title), Alt: PlainText(dropHTML(l.inlines(n, depth)))}
		return []Inline{l.pictures.resolve(image)}
	case *extast.FootnoteLink:
		return []Inline{NoteMark{n.Index}}
	case *equationNode:
		return []Inline{Equation{TeX: n.tex, Math: l.maths.Read(n.tex), Display: n.display}}
	case *ast.RawHTML:
		return l.rawHTML(n)
	}
	return nil
}

func (l *lowering) text(n *ast.Text) []Inline {
	value := n.Segment.Value(l.source)
	var out []Inline
	if n.IsRaw() {
		out = append(out, Text{string(value)})
	} else {
		out = append(out, Text{unescape(value)})
	}
	switch {
	case n.HardLineBreak():
		out = append(out, LineBreak{})
	case n.SoftLineBreak():
		out = append(out, SoftBreak{})
	}
	return out
}

func (l *lowering) codeSpan(n *ast.CodeSpan) string {
	var out strings.Builder
	for node := n.FirstChild(); node != nil; node = node.NextSibling() {
		if text, ok := node.(*ast.Text); ok {
			value := text.Segment.Value(l.source)
			out.WriteString(strings.ReplaceAll(string(value), "\n", " "))
		}
	}
	return out.String()
}

func (l *lowering) autoLink(n *ast.AutoLink) Inline {
	url := string(n.URL(l.source))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(url), "mailto:") {
		url = "mailto:" + url
	}
	return Link{URL: url, Content: []Inline{Text{string(n.Label(l.source))}}}
}

func (l *lowering) rawHTML(n *ast.RawHTML) []Inline {
	var raw strings.Builder
	for i := range n.Segments.Len() {
		segment := n.Segments.At(i)
		raw.Write(segment.Value(l.source))
	}
	if comment, ok := strings.CutPrefix(raw.String(), "<!--"); ok && !isComment(strings.TrimSuffix(comment, "-->")) {
		return []Inline{Text{raw.String()}}
	}
	tag := strings.ToLower(strings.TrimRight(strings.TrimSuffix(raw.String(), ">"), "/ \t\n"))
	if tag == "<br" {
		return []Inline{LineBreak{}}
	}
	if image, ok := loneImage(raw.String()); ok {
		return []Inline{htmlImage{image}}
	}
	return nil
}

// isComment tells whether GitHub takes what stands between <!-- and --> for a
// comment; the parser follows a later rule that allows more.
func isComment(inner string) bool {
	return !strings.HasPrefix(inner, ">") && !strings.HasPrefix(inner, "->") && !strings.HasSuffix(inner, "-") && !strings.Contains(inner, "--")
}

// PlainText is the text of inlines without any marks.
func PlainText(content []Inline) string {
	var out strings.Builder
	plainText(&out, content)
	return out.String()
}

func plainText(out *strings.Builder, content []Inline) {
	for _, one := range content {
		switch n := one.(type) {
		case Text:
			out.WriteString(n.Value)
		case CodeSpan:
			out.WriteString(n.Text)
		case Equation:
			out.WriteString(n.TeX)
		case Image:
			out.WriteString(n.Alt)
		case LineBreak, SoftBreak:
			out.WriteByte(' ')
		case Emphasis:
			plainText(out, n.Content)
		case Strong:
			plainText(out, n.Content)
		case Strike:
			plainText(out, n.Content)
		case Link:
			plainText(out, n.Content)
		}
	}
}
