// Package code colours program text for exported documents.
//
// Tokens always gives back the whole text, in lines, whatever the language;
// colour is what is left out when a text is too long or its language unknown.
package code

import (
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// maxColoured is how long a text may be to be coloured: colouring took two
// seconds for 150 KB, and one block must not hold up a document.
const maxColoured = 48 << 10 // bytes

// maxLine is how long a line may be, since some languages' rules take time that
// grows with its square.
const maxLine = 4 << 10 // bytes

// Kind is what a token is, as far as it is shown; it serves as a class name.
type Kind string

// The kinds of tokens.
const (
	Plain    Kind = ""
	Comment  Kind = "comment"
	Keyword  Kind = "keyword"
	Type     Kind = "type"
	String   Kind = "string"
	Number   Kind = "number"
	Function Kind = "function"
	Tag      Kind = "tag"
	Added    Kind = "added"
	Removed  Kind = "removed"
	Title    Kind = "title"
)

// Token is a piece of one line, without its line break.
type Token struct {
	Kind Kind
	Text string
}

// Lines splits text into lines of tokens. There is one line more than there are
// line breaks.
func Lines(language, text string) [][]Token {
	iterator := tokens(language, text)
	if iterator == nil {
		return plain(text)
	}
	lines := [][]Token{nil}
	var seen strings.Builder
	for token := iterator(); token != chroma.EOF; token = iterator() {
		seen.WriteString(token.Value)
		kind := kindOf(token.Type)
		for i, part := range strings.Split(token.Value, "\n") {
			if i > 0 {
				lines = append(lines, nil)
			}
			if part != "" {
				lines[len(lines)-1] = append(lines[len(lines)-1], Token{kind, part})
			}
		}
	}
	switch seen.String() {
	case text:
		return lines
	case text + "\n": // some languages' rules want a last line break and add it
		return lines[:len(lines)-1]
	}
	return plain(text) // a lexer that changes the text must not
}

func tokens(language, text string) chroma.Iterator {
	if language == "" || len(text) > maxColoured || longestLine(text) > maxLine {
		return nil
	}
	lexer := lexers.Get(language)
	if lexer == nil {
		return nil
	}
	iterator, err := chroma.Coalesce(lexer).Tokenise(&chroma.TokeniseOptions{State: "root"}, text)
	if err != nil {
		return nil
	}
	return iterator
}

func plain(text string) [][]Token {
	var lines [][]Token
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" {
			lines = append(lines, nil)
		} else {
			lines = append(lines, []Token{{Plain, line}})
		}
	}
	return lines
}

func longestLine(text string) int {
	longest := 0
	for line := range strings.SplitSeq(text, "\n") {
		longest = max(longest, len(line))
	}
	return longest
}

func kindOf(t chroma.TokenType) Kind {
	switch t {
	case chroma.KeywordType, chroma.NameClass, chroma.NameBuiltin, chroma.NameException:
		return Type
	case chroma.NameFunction, chroma.NameFunctionMagic, chroma.NameDecorator:
		return Function
	case chroma.NameTag, chroma.NameAttribute:
		return Tag
	case chroma.GenericInserted:
		return Added
	case chroma.GenericDeleted:
		return Removed
	case chroma.GenericHeading, chroma.GenericSubheading, chroma.GenericStrong:
		return Title
	case chroma.KeywordConstant:
		return Number
	case chroma.OperatorWord:
		return Keyword
	}
	switch {
	case t.InCategory(chroma.Comment):
		return Comment
	case t.InCategory(chroma.Keyword):
		return Keyword
	case t.InSubCategory(chroma.LiteralString):
		return String
	case t.InSubCategory(chroma.LiteralNumber):
		return Number
	}
	return Plain
}
