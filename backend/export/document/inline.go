package document

import (
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
	kept := all[:0]
	for _, one := range all {
		if _, ok := one.(htmlImage); !ok {
			kept = add(kept, one)
		}
	}
	return kept
}

func (l *lowering) inlines(parent ast.Node, depth int) []Inline {
	var out []Inline
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		if depth > maxDepth && node.HasChildren() && node.Kind() != ast.KindCodeSpan {
			for _, one := range l.inlines(node, depth) {
				out = add(out, one)
			}
			continue
		}
		for _, one := range l.inline(node, depth+1) {
			out = add(out, one)
		}
	}
	return out
}

// add appends an inline, joining text to text.
func add(out []Inline, one Inline) []Inline {
	text, ok := one.(Text)
	if !ok {
		return append(out, one)
	}
	if text.Value == "" {
		return out
	}
	if len(out) > 0 {
		if last, ok := out[len(out)-1].(Text); ok {
			out[len(out)-1] = Text{last.Value + text.Value}
			return out
		}
	}
	return append(out, text)
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
		return []Inline{Equation{TeX: n.tex, Display: n.display}}
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
