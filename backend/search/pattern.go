package search

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Pattern is what files are found by: names with "*", "?", "[...]" and "{a,b}", "/"
// between them, and "**" for any number of folders. All of it is compared to a path
// below the folder where the search begins.
type Pattern struct {
	alternatives [][]segment
}

// segment is what one name of a path must be.
type segment struct {
	deep    bool   // **: any number of names
	wild    bool   // it has wildcards
	text    string // the name, or what it ends in
	ends    bool   // wild is "*" and text
	pattern wildcard
	dotted  bool // it begins with a dot
}

// maxPatternBytes is the longest pattern that is read: reading nested braces takes the
// square of their number.
const maxPatternBytes = 4 << 10

// CompilePattern reads a pattern. One that is absolute, leads up, or has more than 64
// alternatives is refused.
func CompilePattern(text string) (*Pattern, error) {
	if len(text) > maxPatternBytes {
		return nil, fmt.Errorf("the pattern is %d bytes long; at most %d are taken", len(text), maxPatternBytes)
	}
	if err := checkRelative(text); err != nil {
		return nil, err
	}
	expanded, err := expandBraces(text)
	if err != nil {
		return nil, err
	}
	p := &Pattern{}
	for _, alternative := range expanded {
		if err := checkRelative(alternative); err != nil && alternative != "" {
			return nil, err
		}
		segments, err := compileSegments(alternative)
		if err != nil {
			return nil, err
		}
		if len(segments) > 0 {
			p.alternatives = append(p.alternatives, segments)
		}
	}
	return p, nil
}

// errOpenClass is the one way in which a name can be wrong.
var errOpenClass = errors.New(`the pattern has a [ without its ], or ends in a backslash; write \[ for the character`)

// compileSegments gives none for a pattern that ends in "/": it means a folder, and
// only files are found.
func compileSegments(text string) ([]segment, error) {
	var list []segment
	for name := range strings.SplitSeq(strings.TrimPrefix(text, "./"), "/") {
		switch {
		case name == "." || name == "" && !strings.HasSuffix(text, "/"):
			continue
		case name == "**":
			if len(list) == 0 || !list[len(list)-1].deep {
				list = append(list, segment{deep: true})
			}
			continue
		}
		s, err := compileSegment(name)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	if strings.HasSuffix(text, "/") {
		return nil, nil
	}
	return list, nil
}

func compileSegment(name string) (segment, error) {
	s := segment{dotted: strings.HasPrefix(name, ".") || strings.HasPrefix(name, `\.`)}
	if !strings.ContainsAny(name, `*?[\`) {
		s.text = name
		return s, nil
	}
	s.wild = true
	if name[0] == '*' && !strings.ContainsAny(name[1:], `*?[\`) {
		s.ends, s.text = true, name[1:]
		return s, nil
	}
	pattern, ok := compileWild(name, true, foldsCase)
	if !ok {
		return segment{}, errOpenClass
	}
	s.pattern = pattern
	return s, nil
}

func (s *segment) matches(name string) bool {
	switch {
	case s.deep:
		return true
	case !s.wild:
		return equal(name, s.text, foldsCase)
	case s.ends:
		return len(name) >= len(s.text) && equal(name[len(name)-len(s.text):], s.text, foldsCase)
	}
	return s.pattern.match(name)
}

// names tells whether the segment asks for a folder by its name: a hidden one by a
// dot at its beginning, another by all of it.
func (s *segment) names(folder string) bool {
	if strings.HasPrefix(folder, ".") {
		return s.dotted && s.matches(folder)
	}
	return !s.deep && !s.wild && s.matches(folder)
}

// place is how far an alternative has come in a folder: what its next name must be.
type place struct{ alternative, segment int }

// places is a list without doubles.
type places struct {
	list []place
	seen map[place]bool // only of a long list
}

func (l *places) add(at place) (added bool) {
	switch {
	case l.seen[at] || l.seen == nil && slices.Contains(l.list, at):
		return false
	case l.seen != nil:
		l.seen[at] = true
	case len(l.list) == 16:
		l.seen = map[place]bool{at: true}
		for _, p := range l.list {
			l.seen[p] = true
		}
	}
	l.list = append(l.list, at)
	return true
}

// begin gives the places in the folder where the search begins.
func (p *Pattern) begin() []place {
	var l places
	for i := range p.alternatives {
		p.reach(&l, place{i, 0})
	}
	return l.list
}

// reach adds a place, and the one behind it where "**" stands for no folder.
func (p *Pattern) reach(l *places, at place) {
	if s := p.alternatives[at.alternative]; l.add(at) && s[at.segment].deep && at.segment+1 < len(s) {
		l.add(place{at.alternative, at.segment + 1}) // never another "**"
	}
}

// enter gives the places in a folder of a folder, none when nothing in it can match,
// and whether the pattern names it.
func (p *Pattern) enter(outside []place, name string) (inside []place, named bool) {
	var l places
	for _, at := range outside {
		list := p.alternatives[at.alternative]
		s := &list[at.segment]
		switch {
		case s.deep:
			p.reach(&l, at)
		case at.segment+1 < len(list) && s.matches(name):
			p.reach(&l, place{at.alternative, at.segment + 1})
			named = named || s.names(name)
		}
	}
	if slices.Equal(l.list, outside) {
		return outside, named // most folders below a "**": one list does for all
	}
	return l.list, named
}

// file tells whether a file's name completes the pattern.
func (p *Pattern) file(places []place, name string) bool {
	for _, at := range places {
		if list := p.alternatives[at.alternative]; at.segment == len(list)-1 && list[at.segment].matches(name) {
			return true
		}
	}
	return false
}

// Match tells whether the pattern is the whole of a path, with "/" between names.
func (p *Pattern) Match(path string) bool {
	places := p.begin()
	for {
		name, rest, more := strings.Cut(path, "/")
		if !more {
			return p.file(places, name)
		}
		places, _ = p.enter(places, name)
		path = rest
	}
}
