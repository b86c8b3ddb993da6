// Package match finds the place in a file that a model means, and puts a
// replacement there.
//
// A model often gives a text not quite as it stands in the file. A ladder of steps
// forgives one kind of difference after the other; the first step at which the text
// occurs is taken, and named. None guesses between several places: all of them are
// given, and whoever asked refuses or takes all. Line ends never count, since a
// model doesn't see them.
//
// What is not part of a place is never touched, not one byte of it. Within a place,
// lines that the replacement doesn't change stay as the file has them, with their
// line ends, quotes, spaces and indentation; lines that it changes or adds take on
// those of the file.
//
// It decodes nothing and knows no files: it works on texts.
package match

import "strings"

// Step names how a text was found.
type Step string

// The steps of the ladder, in their order. Each forgives what those before it do.
const (
	Exact       Step = "exact"
	LineEnds    Step = "line endings"        // LF for CRLF or the other way round
	Trailing    Step = "trailing space"      // blanks at the ends of lines
	Typography  Step = "quotes and dashes"   // straight for typographic ones or the other way round
	Unescaped   Step = "escapes"             // \n, \" and the like written for what they stand for
	WhiteSpace  Step = "white space"         // other white space inside lines; prose wrapped otherwise
	Indentation Step = "indentation"         // whole lines, indented otherwise
	Anchored    Step = "first and last line" // these, and at least 85 in 100 of the lines between
)

// Place is where a text was found, in bytes of the file's text, half open.
type Place struct {
	From, To int
	// openEnd says that the text ends with a line end where the file ends without one.
	openEnd bool
}

// Found is where a text was found. The zero value is nowhere.
type Found struct {
	Step   Step
	Places []Place // in order, none overlapping

	text    string
	target  string // as it was found, with LF
	given   string // before escapes were undone
	undo    escapes
	indents []indents // of each place, from Indentation on
}

// Find looks for target in a file's text, from the strictest step to the loosest.
// The loosest, Anchored, finds a place where the file holds lines that were not
// given: it must never be used for more than one. An empty target is nowhere.
func Find(text, target string) (Found, bool) { return climb(text, target, ladder) }

// FindExact looks for the very text, whatever its line ends.
func FindExact(text, target string) (Found, bool) { return climb(text, target, ladder[:1]) }

func climb(text, target string, steps []rung) (Found, bool) {
	if target == "" {
		return Found{}, false
	}
	f := Found{text: text, target: toLF(target)}
	lf := foldLineEnds(text)
	for _, step := range steps {
		if step.find(&f, lf.text) {
			f.Step = step.name
			break
		}
	}
	if f.Step == "" {
		return Found{}, false
	}
	for i, p := range f.Places {
		f.Places[i].From, f.Places[i].To = lf.start(p.From), lf.end(p.To)
	}
	if f.Step == Exact && !f.isExact(target) {
		f.Step = LineEnds
	}
	return f, true
}

func (f *Found) isExact(target string) bool {
	for _, p := range f.Places {
		if f.text[p.From:p.To] != target {
			return false
		}
	}
	return true
}

// rung is one step. It sets the places, in the text with LF, and what else Replace
// needs to know.
type rung struct {
	name Step
	find func(f *Found, text string) bool
}

var ladder = []rung{
	{Exact, findExact},
	{Trailing, findTrailing},
	{Typography, findTypography},
	{Unescaped, findUnescaped},
	{WhiteSpace, findWhiteSpace},
	{Indentation, findIndented},
	{Anchored, findAnchored},
}

// Lines gives the line that each place begins on, from 1.
func (f Found) Lines() []int {
	lines := make([]int, len(f.Places))
	n, from := 1, 0
	for i, p := range f.Places {
		n += strings.Count(f.text[from:p.From], "\n")
		from = p.From
		lines[i] = n
	}
	return lines
}

// Size is how many bytes of the text the places hold.
func (f Found) Size() int {
	n := 0
	for _, p := range f.Places {
		n += p.To - p.From
	}
	return n
}

// First gives the first place only.
func (f Found) First() Found {
	f.Places = f.Places[:1]
	return f
}

func findExact(f *Found, text string) bool {
	f.Places = occurrences(text, f.target)
	return len(f.Places) > 0
}

// occurrences gives the places of target, none overlapping. Nothing at all is
// nowhere: folding may leave that of a text.
func occurrences(text, target string) []Place {
	if target == "" {
		return nil
	}
	var all []Place
	for from := 0; ; {
		i := strings.Index(text[from:], target)
		if i < 0 {
			return all
		}
		all = append(all, Place{From: from + i, To: from + i + len(target)})
		from += i + len(target)
	}
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
