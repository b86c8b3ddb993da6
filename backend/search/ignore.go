package search

import (
	"bytes"
	"strings"
)

// rules is what is left out in a folder: what its own files say, and what those of
// the folders above do. The zero pointer leaves nothing out.
type rules struct {
	above *rules
	dir   string // the folder's path and a "/", "" for the one where paths begin
	// repository is set where a repository begins: git's rules of the folders above
	// don't hold in it.
	repository bool

	ignore  []rule // of its .ignore
	git     []rule // of its .gitignore
	exclude []rule // of .git/info/exclude
}

// ignored tells whether a path, relative to where paths begin, is left out by itself;
// what is in a folder that is left out, is too.
func (r *rules) ignored(path string, isDir bool) bool {
	for at := r; at != nil; at = at.above {
		if out, said := decide(at.ignore, path, at.dir, isDir); said {
			return out
		}
	}
	for at := r; at != nil; at = at.above {
		if out, said := decide(at.git, path, at.dir, isDir); said {
			return out
		}
		if at.repository {
			out, _ := decide(at.exclude, path, at.dir, isDir)
			return out
		}
	}
	return false
}

// decide asks the rules of one file: the last that matches holds.
func decide(list []rule, path, dir string, isDir bool) (out, said bool) {
	if len(list) == 0 {
		return false, false
	}
	path = path[len(dir):]
	name := path[strings.LastIndexByte(path, '/')+1:]
	for i := len(list) - 1; i >= 0; i-- {
		if r := &list[i]; (isDir || !r.folders) && r.matches(path, name) {
			return !r.negated, true
		}
	}
	return false, false
}

type ruleKind uint8

const (
	nameIs    ruleKind = iota // the name is text
	nameEnds                  // the name ends in text
	nameLike                  // the name matches wild
	pathLike                  // the path is text and then what matches wild
	neverLike                 // the pattern can match nothing
)

// rule is one line of an ignore file.
type rule struct {
	kind    ruleKind
	negated bool // "!": what it matches is not left out
	folders bool // it matches folders only
	fold    bool
	text    string
	wild    wildcard
}

func (r *rule) matches(path, name string) bool {
	switch r.kind {
	case nameIs:
		return equal(name, r.text, r.fold)
	case nameEnds:
		return len(name) >= len(r.text) && equal(name[len(name)-len(r.text):], r.text, r.fold)
	case nameLike:
		return r.wild.match(name)
	case pathLike:
		return r.wild.hasPrefix(path, r.text) && r.wild.match(path[len(r.text):])
	}
	return false
}

// parseRules reads an ignore file as git does.
func parseRules(data []byte, fold bool) []rule {
	var list []rule
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		// Git reads lines as C strings.
		line, _, _ = strings.Cut(line, "\x00")
		line = trimBlanks(line)
		if line != "" && line[0] != '#' {
			list = append(list, parseRule(line, fold))
		}
	}
	return list
}

// trimBlanks takes the blanks off the end of a line, but for one behind a backslash.
func trimBlanks(line string) string {
	end := 0 // of what stays
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			if i++; i == len(line) {
				return line
			}
		}
		end = i + 1
	}
	return line[:end]
}

func parseRule(line string, fold bool) rule {
	r := rule{fold: fold}
	line, r.negated = strings.CutPrefix(line, "!")
	line, r.folders = strings.CutSuffix(line, "/")
	special := strings.IndexAny(line, `*?[\`)
	if special < 0 {
		special = len(line)
	}
	switch {
	case strings.Contains(line, "/"):
		if rest, ok := strings.CutPrefix(line, "/"); ok {
			line, special = rest, max(special-1, 0)
		}
		r.kind, r.text = pathLike, line[:special]
		line = line[special:]
	case special == len(line):
		r.kind, r.text = nameIs, line
		return r
	case line[0] == '*' && !strings.ContainsAny(line[1:], `*?[\`):
		r.kind, r.text = nameEnds, line[1:]
		return r
	default:
		r.kind = nameLike
	}
	wild, ok := compileWild(line, false, fold)
	if !ok {
		r.kind = neverLike
	}
	r.wild = wild
	return r
}
