package math

import (
	"strings"
	"unicode/utf8"
)

// MaxSource is how many bytes one formula may have; a longer one is kept as written.
const MaxSource = 64 << 10

const (
	maxDepth    = 64      // of groups; what is deeper is read as if it had no braces
	maxGrowth   = 1 << 15 // tokens that macros add to one formula
	maxTotal    = 1 << 20 // tokens that macros add to one document
	maxMacros   = 2000    // of a document
	maxUnknown  = 100     // commands that are remembered as unknown
	maxColumns  = 64      // of a grid; Word opens no more
	maxMacroLen = 2000    // tokens of one macro
)

// Reader reads the formulas of one document. Macros that one formula defines
// hold in those after it. The zero value is ready for use.
type Reader struct {
	// Unknown are the commands that were kept as written, each once, in the order
	// in which they were met.
	Unknown []string
	// Long counts the formulas that were too long to be read.
	Long int

	seen   map[string]bool
	macros map[string]macro
	total  int // tokens that macros have added
}

type macro struct {
	params   int
	optional []token // what stands for the first parameter when it is left out; nil when it can't be
	body     []token
}

// Read reads one formula, without the dollars around it.
func (r *Reader) Read(tex string) Row {
	if len(tex) > MaxSource {
		r.Long++
		return Row{Unknown{tex}}
	}
	if !utf8.ValidString(tex) {
		tex = strings.ToValidUTF8(tex, string(utf8.RuneError))
	}
	p := &parser{Reader: r, lexer: lexer{rest: tex}}
	return p.formula()
}

func (r *Reader) unknown(name string) {
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	if !r.seen[name] && len(r.Unknown) < maxUnknown {
		r.seen[name] = true
		r.Unknown = append(r.Unknown, name)
	}
}

func (r *Reader) define(name string, m macro) {
	if r.macros == nil {
		r.macros = map[string]macro{}
	}
	if _, there := r.macros[name]; (there || len(r.macros) < maxMacros) && len(m.body) <= maxMacroLen {
		r.macros[name] = m
	}
}
