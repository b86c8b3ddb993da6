package search

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// ErrQuery is a query that can't be looked for. Nothing was searched.
var ErrQuery = errors.New("the query can't be looked for")

// maxQuery is the longest query, in bytes.
const maxQuery = 10_000

// Query is what Grep looks for in each line.
type Query struct {
	find *finder        // passes over lines without any of these; nil looks at each
	re   *regexp.Regexp // nil for a literal query, which find answers alone
}

// CompileQuery makes a query of a literal text, or of a regular expression in RE2's
// syntax, which takes linear time on every text. fold looks past case, by Unicode's
// simple folding. It gives ErrQuery for a query that is empty, longer than 10,000
// bytes or no valid expression.
func CompileQuery(text string, isRegex, fold bool) (*Query, error) {
	switch {
	case text == "":
		return nil, fmt.Errorf("%w: it is empty; say what to look for", ErrQuery)
	case len(text) > maxQuery:
		return nil, fmt.Errorf("%w: it has %d bytes and may have %d; look for a shorter part of it", ErrQuery, len(text), maxQuery)
	case !isRegex:
		return &Query{find: newFinder([]string{text}, fold)}, nil
	}
	flags := syntax.Perl
	prefix := ""
	if fold {
		flags |= syntax.FoldCase
		prefix = "(?i)"
	}
	tree, err := syntax.Parse(text, flags)
	if err != nil {
		return nil, fmt.Errorf("%w: it is no regular expression in RE2's syntax (%s); mend it, or set is_regex to false to look for it literally", ErrQuery, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	re, err := regexp.Compile(prefix + text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrQuery, err)
	}
	q := &Query{re: re}
	if texts, folds := required(tree); len(texts) > 0 {
		q.find = newFinder(texts, folds)
	}
	return q, nil
}

// maxTexts is how many texts are worth looking for at once instead of trying
// the expression on each line.
const maxTexts = 8

// required gives texts of which each match of the expression has at least one,
// none when nothing is known; fold tells that they may come in any case.
func required(re *syntax.Regexp) (texts []string, fold bool) {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{string(re.Rune)}, re.Flags&syntax.FoldCase != 0
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if t, f := required(sub); len(t) > 0 && (len(texts) == 0 || shortest(t) > shortest(texts)) {
				texts, fold = t, f
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			t, f := required(sub)
			if len(t) == 0 || len(texts)+len(t) > maxTexts {
				return nil, false
			}
			texts, fold = append(texts, t...), fold || f
		}
	}
	return texts, fold
}

func shortest(texts []string) int {
	n := len(texts[0])
	for _, t := range texts {
		n = min(n, len(t))
	}
	return n
}

// Lines tells whether the query can match within one line at all: a literal text with
// a line break can't.
func (q *Query) Lines() bool {
	return q.re != nil || !strings.Contains(string(q.find.needles[0].forms[0]), "\n")
}
