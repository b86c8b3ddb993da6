// Package math reads LaTeX maths into a tree that the PDF and the Word writer
// share.
//
// Read knows the commands that KaTeX knows, and so what the preview shows:
// fractions, roots, scripts, big operators with limits, delimiters that grow,
// accents, braces, arrows, matrices, cases, alignments, alphabets, text, and
// macros. It never fails: a command that it doesn't know is kept as written and
// named in Reader.Unknown, a missing brace is taken to stand at the end. Depth,
// length and the growth by macros are bounded, and time grows with the length.
// The package lays nothing out and reads nothing but its argument.
package math

// Node is one of the node types of this package. Row is the only one that may
// be nil where a node is optional.
type Node interface{ node() }

// Row is nodes beside each other.
type Row []Node

// Class is how a symbol behaves beside others, as TeX divides them.
type Class uint8

// The classes.
const (
	Ord Class = iota
	Op
	Bin
	Rel
	Open
	Close
	Punct
	Inner
)

// Limits says where an operator's scripts stand.
type Limits uint8

// Beside it; above and below it when displayed; always above and below it.
const (
	Beside Limits = iota
	WhenDisplayed
	Always
)

// Symbol is a character, a number or the name of a function.
type Symbol struct {
	Text   string // without its alphabet: A for a script A
	Class  Class
	Font   Font
	Big    bool   // grows when displayed: a sum, an integral
	Name   bool   // a name such as sin, set upright and apart from its argument
	Limits Limits // of an operator
}

// Text is words within maths.
type Text struct {
	Value string
	Font  Font
}

// Fraction is one node above another.
type Fraction struct {
	Num, Den    Row
	NoBar       bool
	Open, Close string // delimiters around it, as of a binomial; empty for none
	Size        Size
}

// Size is how large something is set, when that doesn't follow from its place.
type Size uint8

// The sizes, in TeX's words.
const (
	AsPlaced Size = iota
	DisplaySize
	TextSize
	ScriptSize
	ScriptScriptSize
)

// Sized sets what follows it in a group at a size.
type Sized struct {
	Size Size
	Body Row
}

// Radical is a root; Degree is nil for a square root.
type Radical struct{ Degree, Body Row }

// Script is a base with scripts; Sub or Sup may be nil, and Base empty. Primes
// are in Sup.
type Script struct {
	Base     Node
	Sub, Sup Row
	Limits   Limits
}

// Fenced stands between delimiters as tall as it is. Parts are divided by the
// delimiters of Middle, one fewer. An empty delimiter is not drawn.
type Fenced struct {
	Open, Close string
	Middle      []string
	Parts       []Row
}

// Delimiter is one of a given height: Step 1 to 4.
type Delimiter struct {
	Text  string
	Step  int
	Class Class
}

// Accent is a mark above or below a base.
type Accent struct {
	Base  Row
	Mark  rune // a combining character, or a brace, bracket or arrow that stands alone
	Under bool
	Wide  bool // as wide as the base
}

// Line is a line above or below.
type Line struct {
	Body  Row
	Under bool
}

// Arrow is a horizontal arrow as long as what stands above and below it.
type Arrow struct {
	Mark         rune
	Above, Below Row
}

// Stack is a base with something small above or below it; either may be nil.
type Stack struct {
	Base, Above, Below Row
	Class              Class
}

// Classed is a group that behaves as a symbol of a class.
type Classed struct {
	Body  Row
	Class Class
}

// Align is how a column of a grid is aligned.
type Align uint8

// The alignments.
const (
	Center Align = iota
	Left
	Right
)

// Kind is what a grid is for.
type Kind uint8

// A matrix of centred cells; rows aligned at points, whose columns are right and
// left in turns; cases; lines of a small stack.
const (
	Matrix Kind = iota
	Aligned
	Cases
	Substack
)

// Grid is rows and columns. Every row has as many cells as Columns.
type Grid struct {
	Kind        Kind
	Open, Close string // delimiters around it
	Columns     []Align
	Rules       []int // vertical rules, by the column that they stand before
	Rows        [][]Row
	Lines       []int // horizontal rules, by the row that they stand above
	Tags        []Row // numbers of the rows; nil when there are none
	Small       bool
}

// Space is a gap; one quad is 18. It may be negative.
type Space struct{ Mu float64 }

// Phantom takes the room of what it holds, in one direction or both.
type Phantom struct {
	Body          Row
	Width, Height bool
	Shown         bool // drawn all the same: what overlaps or is smashed
}

// Boxed is framed, or struck out.
type Boxed struct {
	Body  Row
	Frame bool
	Up    bool // a stroke from the lower left
	Down  bool // a stroke from the upper left
	Level bool // a stroke through the middle
}

// Unknown is a command kept as written.
type Unknown struct{ Source string }

func (Row) node()       {}
func (Symbol) node()    {}
func (Text) node()      {}
func (Fraction) node()  {}
func (Sized) node()     {}
func (Radical) node()   {}
func (Script) node()    {}
func (Fenced) node()    {}
func (Delimiter) node() {}
func (Accent) node()    {}
func (Line) node()      {}
func (Arrow) node()     {}
func (Stack) node()     {}
func (Classed) node()   {}
func (Grid) node()      {}
func (Space) node()     {}
func (Phantom) node()   {}
func (Boxed) node()     {}
func (Unknown) node()   {}

// Nodes holds one of each type, so that a test can hold a writer to all of them.
var Nodes = []Node{Row{}, Symbol{}, Text{}, Fraction{}, Sized{}, Radical{}, Script{}, Fenced{}, Delimiter{}, Accent{}, Line{}, Arrow{}, Stack{},
	Classed{}, Grid{}, Space{}, Phantom{}, Boxed{}, Unknown{}}
