package document

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxSource is what one export reads; a larger text is refused whole.
const maxSource = 32 << 20 // bytes: three times the largest that is tried in tests

// Options says where pictures come from.
type Options struct {
	// Picture reads the picture that the text refers to by ref. Its bytes are
	// checked here. With nil no picture is read, and none is missed.
	Picture func(ref string) ([]byte, error)
}

// Parse reads Markdown. It fails when src is larger than 32 MiB or isn't text.
func Parse(src []byte, opts Options) (doc *Document, err error) {
	if len(src) > maxSource {
		return nil, fmt.Errorf("the text has %d MB and an export reads at most %d MB: split it", len(src)>>20, maxSource>>20)
	}
	defer func() {
		if fault := recover(); fault != nil {
			doc, err = nil, fmt.Errorf("the Markdown could not be read: %v", fault)
		}
	}()
	source := clean(src)
	meta, rest, skipped := frontMatter(source)
	source = flatten(rest)
	lower := &lowering{source: source, lines: lineStarts(source), skipped: skipped, pictures: pictures{read: opts.Picture}, anchors: anchors{}}
	root := markdown().Parse(text.NewReader(source))
	blocks := lower.blocks(root, 0)
	return &Document{Meta: meta, Blocks: blocks, Notes: lower.notes, Warnings: lower.pictures.warnings, Unread: lower.unread()}, nil
}

// clean gives text that Markdown is defined on: UTF-8 without a byte order
// mark, NUL or carriage returns. The number of lines stays.
func clean(src []byte) []byte {
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(src) {
		src = bytes.ToValidUTF8(src, []byte(string(utf8.RuneError)))
	}
	src = bytes.ReplaceAll(src, []byte{0}, []byte(string(utf8.RuneError)))
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(src, []byte{'\r'}, []byte("\n"))
}

func markdown() parser.Parser {
	p := parser.NewParser(
		parser.WithBlockParsers(append(parser.DefaultBlockParsers(),
			util.Prioritized(formulaParser{}, 690))...),
		parser.WithInlineParsers(append(parser.DefaultInlineParsers(),
			util.Prioritized(equationParser{}, 150))...),
		parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(),
			util.Prioritized(tableParser{extension.NewTableParagraphTransformer()}, 200))...),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
	p.AddOptions(
		parser.WithInlineParsers(
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(extension.NewFootnoteParser(), 101),
			util.Prioritized(extension.NewStrikethroughParser(), 500),
			util.Prioritized(extension.NewLinkifyParser(), 999),
		),
		parser.WithBlockParsers(
			util.Prioritized(extension.NewDefinitionListParser(), 101),
			util.Prioritized(extension.NewDefinitionDescriptionParser(), 102),
			util.Prioritized(extension.NewFootnoteBlockParser(), 999),
		),
		parser.WithASTTransformers(util.Prioritized(extension.NewFootnoteASTTransformer(), 999)),
	)
	return p
}

// frontMatter splits YAML between two lines --- off the beginning, and says how
// many lines it took. Something else between two rules is text.
func frontMatter(source []byte) (Meta, []byte, int) {
	if !bytes.HasPrefix(source, []byte("---\n")) {
		return Meta{}, source, 0
	}
	var meta Meta
	var key string
	rest, count, looksRight := source[4:], 1, false
	for len(rest) > 0 {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		rest, count = after, count+1
		trimmed := strings.TrimRight(string(line), " \t")
		if trimmed == "---" || trimmed == "..." {
			if !looksRight {
				break
			}
			return meta, rest, count
		}
		name, value, isPair := strings.Cut(trimmed, ":")
		indented := strings.HasPrefix(trimmed, " ") || strings.HasPrefix(trimmed, "\t") || strings.HasPrefix(trimmed, "- ")
		switch {
		case trimmed == "" || strings.HasPrefix(trimmed, "#"):
		case indented && looksRight:
			if item, ok := strings.CutPrefix(strings.TrimSpace(trimmed), "- "); ok {
				meta.set(key, scalar(item))
			}
		case isPair && isKey(name) && (value == "" || value[0] == ' ' || value[0] == '\t'):
			looksRight, key = true, strings.ToLower(name)
			meta.set(key, scalar(value))
		default:
			return Meta{}, source, 0
		}
	}
	return Meta{}, source, 0
}

func isKey(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !(r == '_' || r == '-' || r == '.' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9')
	})
}

// scalar is a YAML value on one line: plain, quoted, or a list in brackets.
func scalar(value string) string {
	value = strings.TrimSpace(value)
	if inner, ok := strings.CutPrefix(value, "["); ok && strings.HasSuffix(inner, "]") {
		parts := strings.Split(strings.TrimSuffix(inner, "]"), ",")
		for i := range parts {
			parts[i] = scalar(parts[i])
		}
		return strings.Join(parts, ", ")
	}
	if len(value) >= 2 && (value[0] == '"' || value[0] == '\'') {
		if end := strings.IndexByte(value[1:], value[0]); end >= 0 {
			return value[1 : end+1]
		}
	}
	plain, _, _ := strings.Cut(value, " #")
	return strings.TrimSpace(plain)
}

func (m *Meta) set(key, value string) {
	if value == "" {
		return
	}
	switch key {
	case "title":
		m.Title = value
	case "author", "authors":
		if m.Author != "" {
			value = m.Author + ", " + value
		}
		m.Author = value
	case "date":
		m.Date = value
	case "language", "lang":
		m.Language = value
	}
}

func lineStarts(source []byte) []int {
	starts := []int{0}
	for i, c := range source {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// tableParser refuses what has a delimiter row but no header cell above it.
type tableParser struct{ parser.ParagraphTransformer }

func (t tableParser) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines := node.Lines()
	for i := 1; i < lines.Len(); i++ {
		segment, above := lines.At(i), lines.At(i-1)
		if len(bytes.Trim(segment.Value(reader.Source()), "-:| \t\n")) == 0 {
			if string(bytes.TrimSpace(above.Value(reader.Source()))) == "|" {
				return
			}
			break
		}
	}
	t.ParagraphTransformer.Transform(node, reader, pc)
}
