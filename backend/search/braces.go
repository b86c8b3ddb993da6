package search

import (
	"errors"
	"fmt"
	"strings"
)

// maxAlternatives is how many patterns one with braces may stand for (006 section 6).
const maxAlternatives = 64

var errAlternatives = fmt.Errorf("the pattern has more than %d alternatives in braces; use fewer", maxAlternatives)

// expandBraces gives the patterns without braces that {a,b} stands for, nested too, in
// order. A brace behind a backslash or in [...] is a character, and so is a "}" that
// ends nothing.
func expandBraces(pattern string) ([]string, error) {
	open, end, commas, err := firstBraces(pattern)
	if err != nil {
		return nil, err
	}
	if open < 0 {
		return []string{pattern}, nil
	}
	tails, err := expandBraces(pattern[end+1:])
	if err != nil {
		return nil, err
	}
	var all []string
	for i := range len(commas) - 1 {
		heads, err := expandBraces(pattern[commas[i]+1 : commas[i+1]])
		if err != nil {
			return nil, err
		}
		for _, head := range heads {
			for _, tail := range tails {
				if len(all) == maxAlternatives {
					return nil, errAlternatives
				}
				all = append(all, pattern[:open]+head+tail)
			}
		}
	}
	return all, nil
}

// firstBraces finds the first pair of braces. cuts are the places around its parts.
func firstBraces(pattern string) (open, end int, cuts []int, err error) {
	open = -1
	depth := 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case c == '[':
			_, n, ok := parseClass(pattern[i:], true)
			if !ok {
				return 0, 0, nil, errOpenClass
			}
			i += n - 1
		case c == '{':
			if depth++; depth == 1 {
				open, cuts = i, []int{i}
			}
		case c == ',' && depth == 1:
			cuts = append(cuts, i)
		case c == '}' && depth > 0:
			if depth--; depth == 0 {
				return open, i, append(cuts, i), nil
			}
		}
	}
	if depth > 0 {
		return 0, 0, nil, errors.New("the pattern has a { without its }; write \\{ for the character")
	}
	return -1, 0, nil, nil
}

// checkRelative refuses what a pattern can't mean in a workspace.
func checkRelative(pattern string) error {
	switch {
	case pattern == "":
		return errors.New(`the pattern is empty; "**/*" stands for every file`)
	case strings.HasPrefix(pattern, "/") || len(pattern) > 2 && pattern[1] == ':' && (pattern[2] == '/' || pattern[2] == '\\'):
		return errors.New("the pattern must be relative: name the folder in path, and in the pattern what is inside it")
	case strings.HasPrefix(pattern, "~"):
		return errors.New(`the pattern may not begin with "~"; name a folder of the workspace in path`)
	}
	for name := range strings.SplitSeq(pattern, "/") {
		if name == ".." {
			return errors.New(`the pattern may not hold ".."; name the folder in path`)
		}
	}
	return nil
}
