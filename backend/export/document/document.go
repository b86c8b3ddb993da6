// Package document reads Markdown into the tree that every export is made from.
//
// Parse understands GitHub-flavoured Markdown with footnotes, definition lists,
// alerts, task lists, front matter, maths and Mermaid. What it returns is plain
// data: references are resolved, entities decoded, pictures read, checked and
// made anew, so that a writer is one switch over the types here and needs
// neither a file system nor a clock.
//
// Any bytes give a document or a clear error. The same bytes, with the same
// pictures, give the same document. Raw HTML is left out, but for a lone <img>.
package document

import "redline/backend/export/math"

// Document is a Markdown text as a tree.
type Document struct {
	Meta     Meta
	Blocks   []Block
	Notes    []Note   // footnotes that the text refers to, by number from 1
	Warnings []string // what could not be shown as written, in reading order, each once
	Unread   []string // what Math holds as it was written, said as warnings; a page that draws TeX itself may know it
}

// Meta is what the front matter says; empty where it says nothing.
type Meta struct {
	Title    string
	Author   string // several are joined by ", "
	Date     string // as written
	Language string // a BCP 47 tag, as written
}

// Lines is the range of source lines that a block stands on, from 1, both
// included. It is zero where that isn't known.
type Lines struct{ First, Last int }

// Source gives the range itself; every block has it.
func (l Lines) Source() Lines { return l }

// Block is one of the block types of this package.
type Block interface {
	Source() Lines
	block()
}

// Inline is one of the inline types of this package.
type Inline interface{ inline() }

// Heading is a title of level 1 to 6. Anchor is unique in the document and
// made as GitHub makes it.
type Heading struct {
	Lines
	Level   int
	Anchor  string
	Content []Inline
}

// Paragraph is running text. A tight one stands in a list without blank lines
// and has no space around it.
type Paragraph struct {
	Lines
	Tight   bool
	Content []Inline
}

// List is bulleted, or ordered from Start.
type List struct {
	Lines
	Ordered bool
	Start   int
	Tight   bool
	Items   []Item
}

// Task says whether a list item is a task.
type Task int

// The states of a list item.
const (
	NoTask Task = iota
	TaskOpen
	TaskDone
)

// Item is one item of a list.
type Item struct {
	Lines
	Task   Task
	Blocks []Block
}

// Quote is a block quote.
type Quote struct {
	Lines
	Blocks []Block
}

// Alert is a quote that begins with a line such as [!NOTE].
type Alert struct {
	Lines
	Kind   AlertKind
	Blocks []Block
}

// AlertKind is note, tip, important, warning or caution.
type AlertKind string

// Title is the kind as a title: Note.
func (k AlertKind) Title() string { return string(k[0]-'a'+'A') + string(k[1:]) }

// Code is a block of program text, whose last line ends without a line break.
type Code struct {
	Lines
	Language string // the first word of the fence's info; empty when there is none
	Text     string
}

// Diagram is a Mermaid block.
type Diagram struct {
	Lines
	Text string
}

// Formula is displayed maths: as LaTeX, and read.
type Formula struct {
	Lines
	TeX  string
	Math math.Row
}

// Align is how a table column is aligned.
type Align int

// The alignments.
const (
	AlignNone Align = iota
	AlignLeft
	AlignCenter
	AlignRight
)

// Table has as many cells in each row as there are alignments.
type Table struct {
	Lines
	Align  []Align
	Header Row
	Rows   []Row
}

// Row is one row of a table.
type Row struct {
	Lines
	Cells [][]Inline
}

// Rule is a thematic break.
type Rule struct{ Lines }

// Definitions is a definition list.
type Definitions struct {
	Lines
	Items []Definition
}

// Definition is one or more terms and what they mean.
type Definition struct {
	Terms   [][]Inline
	Details []Detail
}

// Detail is one explanation of a term.
type Detail struct{ Blocks []Block }

// Note is a footnote.
type Note struct {
	Number int
	Blocks []Block
}

// Text is text as it is read: entities and escapes decoded, without line breaks.
type Text struct{ Value string }

// Emphasis is usually set in italics.
type Emphasis struct{ Content []Inline }

// Strong is usually set in bold.
type Strong struct{ Content []Inline }

// Strike is struck through.
type Strike struct{ Content []Inline }

// CodeSpan is program text within a line.
type CodeSpan struct{ Text string }

// Link leads to URL, which is as written and may have any scheme: Safe tells
// whether a writer may let a reader follow it.
type Link struct {
	URL, Title string
	Content    []Inline
}

// Image is a picture. Picture is nil where it isn't to be had or wasn't asked
// for: its Alt stands in its place.
type Image struct {
	Ref, Alt, Title string
	Width           int // in CSS pixels, as an <img> asks for it; 0 for its own
	Picture         *Picture
	Refused         bool // asked for and not to be had; Warnings says why
}

// LineBreak ends a line.
type LineBreak struct{}

// SoftBreak is a line break of the source, shown as a space.
type SoftBreak struct{}

// NoteMark refers to a footnote.
type NoteMark struct{ Number int }

// Equation is maths within a line: as LaTeX, and read. Display asks for a line of
// its own.
type Equation struct {
	TeX     string
	Math    math.Row
	Display bool
}

func (Heading) block()     {}
func (Paragraph) block()   {}
func (List) block()        {}
func (Quote) block()       {}
func (Alert) block()       {}
func (Code) block()        {}
func (Diagram) block()     {}
func (Formula) block()     {}
func (Table) block()       {}
func (Rule) block()        {}
func (Definitions) block() {}

func (Text) inline()      {}
func (Emphasis) inline()  {}
func (Strong) inline()    {}
func (Strike) inline()    {}
func (CodeSpan) inline()  {}
func (Link) inline()      {}
func (Image) inline()     {}
func (LineBreak) inline() {}
func (SoftBreak) inline() {}
func (NoteMark) inline()  {}
func (Equation) inline()  {}

// Blocks and Inlines hold one of each type, so that a test can hold a writer to
// all of them.
var (
	Blocks = []Block{Heading{}, Paragraph{}, List{}, Quote{}, Alert{}, Code{}, Diagram{}, Formula{}, Table{}, Rule{}, Definitions{}}

	Inlines = []Inline{Text{}, Emphasis{}, Strong{}, Strike{}, CodeSpan{}, Link{}, Image{}, LineBreak{}, SoftBreak{}, NoteMark{}, Equation{}}
)
