package document

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"redline/backend/export/math"
)

// Maths stands between dollars. A single dollar opens only before a character
// that isn't blank and after one that isn't part of a word, and closes only
// after one that isn't blank and before one that isn't part of a word, so that
// "$5 and $10" stays text. Two dollars at the start of a line open a block,
// which may hold blank lines.

var (
	formulaKind  = ast.NewNodeKind("Formula")
	equationKind = ast.NewNodeKind("Equation")
	noBlockEnd   = parser.NewContextKey() // from which offset on no line ends with $$
	noSingleEnd  = parser.NewContextKey() // the range in which no single dollar closes
	noDoubleEnd  = parser.NewContextKey() // the range in which no two dollars close
)

type formulaNode struct {
	ast.BaseBlock
	closed bool
}

func (n *formulaNode) Kind() ast.NodeKind          { return formulaKind }
func (n *formulaNode) IsRaw() bool                 { return true }
func (n *formulaNode) Dump(src []byte, level int)  { ast.DumpHelper(n, src, level, nil, nil) }
func (n *equationNode) Kind() ast.NodeKind         { return equationKind }
func (n *equationNode) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

type equationNode struct {
	ast.BaseInline
	tex     string
	display bool
}

type formulaParser struct{}

var fence = []byte("$$")

func (formulaParser) Trigger() []byte                             { return []byte{'$'} }
func (formulaParser) CanInterruptParagraph() bool                 { return true }
func (formulaParser) CanAcceptIndentedLine() bool                 { return false }
func (formulaParser) Close(ast.Node, text.Reader, parser.Context) {}

func (formulaParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || !bytes.HasPrefix(line[at:], fence) {
		return nil, parser.NoChildren
	}
	node := &formulaNode{}
	first := segment.WithStart(segment.Start + at + len(fence) - segment.Padding)
	body := bytes.TrimSpace(line[at+len(fence):])
	if inner, ok := bytes.CutSuffix(body, fence); ok && len(bytes.TrimSpace(inner)) > 0 {
		if bytes.Contains(inner, fence) {
			return nil, parser.NoChildren
		}
		first.Stop = first.Start + bytes.LastIndex(line[at+len(fence):], fence)
		node.closed = true
	} else if bytes.Contains(body, fence) || !endsLater(reader.Source(), segment.Stop, pc) {
		return nil, parser.NoChildren
	}
	node.Lines().Append(first)
	reader.Advance(segment.Len() - 1)
	return node, parser.NoChildren
}

// endsLater tells whether some later line ends with $$; without one, a block
// would take the rest of the text.
func endsLater(source []byte, from int, pc parser.Context) bool {
	if none, ok := pc.Get(noBlockEnd).(int); ok && from >= none {
		return false
	}
	for rest := source[from:]; ; {
		at := bytes.Index(rest, fence)
		if at < 0 {
			pc.Set(noBlockEnd, from)
			return false
		}
		rest = rest[at+len(fence):]
		end, _, _ := bytes.Cut(rest, []byte("\n"))
		if len(bytes.TrimSpace(end)) == 0 {
			return true
		}
	}
}

func (formulaParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	formula := node.(*formulaNode)
	if formula.closed {
		return parser.Close
	}
	line, segment := reader.PeekLine()
	if at := bytes.Index(line, fence); at >= 0 && len(bytes.TrimSpace(line[at+len(fence):])) == 0 {
		formula.closed = true
		node.Lines().Append(segment.WithStop(segment.Start + max(0, at-segment.Padding)))
	} else {
		node.Lines().Append(segment)
	}
	reader.Advance(segment.Len() - 1)
	return parser.Continue | parser.NoChildren
}

type equationParser struct{}

func (equationParser) Trigger() []byte { return []byte{'$'} }

func (equationParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, segment := block.PeekLine()
	before := block.PrecendingCharacter()
	display := bytes.HasPrefix(line, fence)
	key := noSingleEnd
	if display {
		key = noDoubleEnd
	}
	if barred, ok := pc.Get(key).([2]int); ok && barred[0] <= segment.Start && segment.Start < barred[1] {
		return nil
	}
	opening := 1
	switch {
	case display:
		opening = 2
	case len(line) < 2 || unicode.IsSpace(rune(line[1])) || isWord(before):
		return nil
	}
	savedLine, saved := block.Position()
	block.Advance(opening)
	tex, end, ok := untilDollar(block, display)
	if !ok {
		pc.Set(key, [2]int{segment.Start, end})
		block.SetPosition(savedLine, saved)
		return nil
	}
	if quoted, isQuoted := bytes.CutPrefix(tex, []byte("`")); isQuoted && !display {
		tex = bytes.TrimSuffix(quoted, []byte("`"))
	}
	return &equationNode{tex: string(bytes.TrimSpace(tex)), display: display}
}

// untilDollar reads over the text up to the closing mark and the mark itself;
// end is where it stopped looking.
func untilDollar(block text.Reader, display bool) (tex []byte, end int, ok bool) {
	for {
		line, segment := block.PeekLine()
		if line == nil {
			return nil, end, false
		}
		end = segment.Stop
		if at := closingAt(line, tex, display); at >= 0 {
			tex = append(tex, line[:at]...)
			block.Advance(at + 1)
			if display {
				block.Advance(1)
			}
			return tex, end, len(bytes.TrimSpace(tex)) > 0
		}
		tex = append(tex, line...)
		block.AdvanceLine()
	}
}

func closingAt(line, before []byte, display bool) int {
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case line[i] != '$':
		case display:
			if i+1 < len(line) && line[i+1] == '$' {
				return i
			}
		case i == 0 && len(before) == 0, i > 0 && unicode.IsSpace(rune(line[i-1])):
		case i+1 < len(line) && isWord(rune(line[i+1])):
		default:
			return i
		}
	}
	return -1
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '$' }

func (l *lowering) formula(at Lines, tex string) Formula {
	tex = strings.TrimSpace(tex)
	return Formula{Lines: at, TeX: tex, Math: l.maths.Read(tex)}
}

// unread says which maths is shown as it was written.
func (l *lowering) unread() (warnings []string) {
	if names := l.maths.Unknown; len(names) > 0 {
		warnings = append(warnings, "maths has commands that are not known here and stand as they were written: "+strings.Join(names, ", "))
	}
	if l.maths.Long > 0 {
		warnings = append(warnings, fmt.Sprintf("%d formulas are longer than %d KB and stand as they were written", l.maths.Long, math.MaxSource>>10))
	}
	return warnings
}
