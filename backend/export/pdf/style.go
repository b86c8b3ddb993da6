package pdf

import (
	"redline/backend/export/code"
	"redline/backend/export/document"
	"redline/backend/export/fonts"
)

type colour struct{ r, g, b int }

// The colours are the window's (light), on white paper.
var (
	ink      = colour{0x1a, 0x19, 0x17}
	ink2     = colour{0x4a, 0x47, 0x42}
	ink3     = colour{0x64, 0x60, 0x5a}
	ink4     = colour{0xa3, 0x9e, 0x95}
	rule     = colour{0xd3, 0xcf, 0xc7}
	hairline = colour{0xe3, 0xe0, 0xda}
	sunk     = colour{0xf6, 0xf5, 0xf2}
	red      = colour{0xbf, 0x1f, 0x16}
	blue     = colour{0x1c, 0x4e, 0x9c}
	ochre    = colour{0x7a, 0x50, 0x00}
	teal     = colour{0x0e, 0x64, 0x63}
	olive    = colour{0x5e, 0x5a, 0x00}
)

var (
	redWash   = colour{0xfd, 0xf3, 0xf1}
	blueWash  = colour{0xf1, 0xf6, 0xfd}
	ochreWash = colour{0xfc, 0xf6, 0xe8}
	tealWash  = colour{0xef, 0xf7, 0xf6}
)

// Sizes are in points.
const (
	bodySize   = 11.0
	bodyLead   = 16.0
	paraSpace  = 8.0
	blockSpace = 12.0
	codeSize   = 8.9
	codeLead   = 13.0
	tableSize  = 9.6
	tableLead  = 13.4
	noteSize   = 9.2
	noteLead   = 13.0
	spanScale  = 0.88 // code within a line, beside the serif's lower x-height
)

// style is how a piece of text looks.
type style struct {
	size               float64
	bold, italic, mono bool
	title              bool // the face for large sizes
	strike             bool
	raise              float64
	colour             colour
	link               string // an address, or #anchor
}

func (s style) face() fonts.Name {
	switch {
	case s.mono && s.bold && s.italic:
		return fonts.MonoBoldItalic
	case s.mono && s.bold:
		return fonts.MonoBold
	case s.mono && s.italic:
		return fonts.MonoItalic
	case s.mono:
		return fonts.Mono
	case s.title && !s.italic:
		return fonts.Title
	case s.bold && s.italic:
		return fonts.SerifBoldItalic
	case s.bold:
		return fonts.SerifBold
	case s.italic:
		return fonts.SerifItalic
	}
	return fonts.Serif
}

var body = style{size: bodySize, colour: ink}

// heading is how a heading of a level looks: its style, its lead, the space
// above and below.
type headingStyle struct {
	style
	lead, above, below float64
}

var headings = [...]headingStyle{
	{style{size: 24, title: true, colour: ink}, 29, 30, 10},
	{style{size: 16.5, title: true, colour: ink}, 21, 24, 7},
	{style{size: 13, bold: true, colour: ink}, 17, 18, 5},
	{style{size: 11, bold: true, colour: ink}, 16, 15, 4},
	{style{size: 11, bold: true, italic: true, colour: ink2}, 16, 13, 3},
	{style{size: 11, italic: true, colour: ink2}, 16, 12, 3},
}

type alertStyle struct{ mark, wash colour }

var alerts = map[document.AlertKind]alertStyle{
	"note":      {blue, blueWash},
	"tip":       {teal, tealWash},
	"important": {ink, sunk},
	"warning":   {ochre, ochreWash},
	"caution":   {red, redWash},
}

// coloured is how a kind of token looks. Red and blue belong to changes.
func coloured(kind code.Kind) style {
	s := style{size: codeSize, mono: true, colour: ink}
	switch kind {
	case code.Comment:
		s.italic, s.colour = true, ink3
	case code.Keyword, code.Title:
		s.bold = true
	case code.Type, code.Function, code.Tag:
		s.colour = teal
	case code.String, code.Number:
		s.colour = olive
	case code.Added:
		s.colour = blue
	case code.Removed:
		s.colour = red
	}
	return s
}
