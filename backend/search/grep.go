package search

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"redline/backend/workspace"
)

// Limits of a search by content (006 section 6).
const (
	maxGrepFile = 5 << 20 // bytes; a larger file is passed over and counted
	binaryHead  = 8000    // a NUL byte in as many first bytes makes a file binary
	maxLineText = 500     // bytes of a line that are given
)

// Mode says what of a file with matches is given.
type Mode uint8

// The modes.
const (
	ByLine  Mode = iota // the matching lines
	ByFile              // that it has one
	ByCount             // how many there are
)

// Options narrows a search by content.
type Options struct {
	Mode Mode
	// Limit is how many lines are given, or files in the other modes.
	Limit int
	// Before and After are how many lines around each match are given.
	Before, After int
	// Include and Exclude choose files by their paths below the scope; nil chooses all.
	Include, Exclude *Pattern
	// Type names the files of a kind, "" for all; see IsType.
	Type string
}

// FileMatches is what was found in one file.
type FileMatches struct {
	Path   string // display form
	Lines  []LineMatch
	Count  int  // matching lines, when they are counted
	Binary bool // the file isn't text: it has a match, and no lines are given
}

// LineMatch is a matching line.
type LineMatch struct {
	Number        int // counted from 1
	Text          string
	Before, After []string // lines around it that no other match shows
}

// Grep looks for the query in every line of every file of the scope, and gives the
// files with matches in walk order. more tells that there are matches beyond the
// limit; what is behind them in walk order was not searched. A line's text is without
// white space around it, valid UTF-8 and at most 500 bytes long. Files over 5 MiB are
// passed over; UTF-16 with a byte order mark is searched as text. It fails where the
// scope is one file that can't be read.
func Grep(ctx context.Context, s Scope, q *Query, o Options) (found []FileMatches, more bool, counts Counts, err error) {
	w := &walk[FileMatches]{}
	var named error // why the one file that the search is of can't be searched
	w.visitor = visitor[FileMatches]{
		enter: func(n *node[FileMatches], name string) (any, bool, bool) { return o.enter(n, name) },
		want:  func(n *node[FileMatches], e workspace.FolderEntry) bool { return o.wants(n, e.Name) },
		visit: func(n *node[FileMatches], e workspace.FolderEntry, s *scratch) (FileMatches, bool) {
			data, err := n.folder.Read(e.Name, s.buffer, maxGrepFile)
			if err != nil && n.single {
				named = err
			}
			switch {
			case errors.Is(err, workspace.ErrTooLarge):
				s.counts.Skipped[TooLarge]++
				return FileMatches{}, false
			case errors.Is(err, workspace.ErrNotRegular):
				return FileMatches{}, false // exchanged since the folder was read
			case err != nil:
				s.counts.refused(err)
				return FileMatches{}, false
			}
			s.buffer = data[:cap(data)]
			m := sift{q: q, o: &o, s: s, stopped: w.stop.Load}.file(data)
			m.Path = n.folder.Path(e.Name)
			return m, m.Count > 0
		},
		file:    true,
		scratch: func() *scratch { return &scratch{buffer: make([]byte, 0, 64<<10)} },
	}
	given := 0
	counts, err = w.run(ctx, s, func(m FileMatches) bool {
		weight := 1
		if o.Mode == ByLine && !m.Binary {
			weight = m.Count
		}
		if more = weight > o.Limit-given; more {
			m.Lines = m.Lines[:min(o.Limit-given, len(m.Lines))]
		}
		given += weight
		if !more || len(m.Lines) > 0 {
			found = append(found, m)
		}
		return !more
	})
	if err = cmp.Or(err, named); err != nil {
		return nil, false, counts, err
	}
	return found, more, counts, nil
}

// chosen is where both patterns stand in a folder.
type chosen struct{ include, exclude []place }

func (o *Options) at(n *node[FileMatches]) chosen {
	if n.state == nil {
		var c chosen
		if o.Include != nil {
			c.include = o.Include.begin()
		}
		if o.Exclude != nil {
			c.exclude = o.Exclude.begin()
		}
		n.state = c
	}
	return n.state.(chosen)
}

func (o *Options) enter(n *node[FileMatches], name string) (state any, named, ok bool) {
	at := o.at(n)
	var below chosen
	ok = true
	if o.Include != nil {
		below.include, named = o.Include.enter(at.include, name)
		ok = len(below.include) > 0
	}
	if o.Exclude != nil {
		below.exclude, _ = o.Exclude.enter(at.exclude, name)
	}
	return below, named, ok
}

func (o *Options) wants(n *node[FileMatches], name string) bool {
	at := o.at(n)
	return (o.Include == nil || o.Include.file(at.include, name)) &&
		(o.Exclude == nil || !o.Exclude.file(at.exclude, name)) &&
		(o.Type == "" || ofType(o.Type, name))
}

// sift looks through one file.
type sift struct {
	q       *Query
	o       *Options
	s       *scratch
	stopped func() bool
	text    []byte
}

// span is a matching line's place in the text, without its ending.
type span struct {
	number   int
	from, to int
	hit      int // a place inside the match
}

func (f sift) file(data []byte) FileMatches {
	text, isText := f.decode(data)
	if !isText {
		f.s.counts.Skipped[Binary]++
		f.text = data
		n := len(f.lines(1))
		return FileMatches{Count: n, Binary: n > 0}
	}
	f.s.counts.Files++
	f.text = text
	most := math.MaxInt
	switch {
	case f.o.Mode == ByFile:
		most = 1
	case f.o.Mode == ByLine && f.o.Limit < most:
		most = f.o.Limit + 1 // one more tells that there are more
	}
	spans := f.lines(most)
	m := FileMatches{Count: len(spans)}
	if f.o.Mode == ByLine && len(spans) > 0 {
		m.Lines = f.give(spans)
	}
	return m
}

// decode gives the text of a file as UTF-8 without a byte order mark, false for a
// binary one.
func (f sift) decode(data []byte) ([]byte, bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")) && !bytes.HasPrefix(data, []byte("\xff\xfe\x00\x00")):
		return f.wide(data[2:], binary.LittleEndian), true
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return f.wide(data[2:], binary.BigEndian), true
	case bytes.IndexByte(data[:min(len(data), binaryHead)], 0) >= 0:
		return nil, false
	}
	return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), true
}

func (f sift) wide(data []byte, order binary.ByteOrder) []byte {
	out := f.s.wide[:0]
	for len(data) >= 2 {
		r := rune(order.Uint16(data))
		data = data[2:]
		if utf16.IsSurrogate(r) {
			second := utf8.RuneError
			if len(data) >= 2 {
				second = utf16.DecodeRune(r, rune(order.Uint16(data)))
			}
			if r = second; r != utf8.RuneError {
				data = data[2:]
			}
		}
		out = utf8.AppendRune(out, r)
	}
	f.s.wide = out
	return out
}

// checkEvery is how many lines are looked at between two looks at whether the search
// has ended.
const checkEvery = 256

// lines gives at most so many matching lines.
func (f sift) lines(most int) []span {
	var spans []span
	text := f.text
	if f.q.find != nil {
		f.s.hunt.begin(f.q.find, text)
	}
	number, counted := 1, 0
	for at, looked := 0, 1; at < len(text) && len(spans) < most; looked++ {
		if looked%checkEvery == 0 && f.stopped() {
			break
		}
		from, hit := at, at
		if f.q.find != nil {
			if hit = f.s.hunt.from(at); hit < 0 {
				break
			}
			from = at + bytes.LastIndexByte(text[at:hit], '\n') + 1
		}
		to := len(text)
		if n := bytes.IndexByte(text[hit:], '\n'); n >= 0 {
			to = hit + n
		}
		line := text[from:to]
		line = bytes.TrimSuffix(line, []byte("\r"))
		if f.q.re == nil || f.q.re.Match(line) {
			number += bytes.Count(text[counted:from], []byte("\n"))
			counted = from
			spans = append(spans, span{number, from, from + len(line), hit})
		}
		at = to + 1
	}
	return spans
}

// give makes the matching lines, and those around them that no other shows.
func (f sift) give(spans []span) []LineMatch {
	matches := make([]LineMatch, len(spans))
	shown := 0 // where what was not shown yet begins
	for i, s := range spans {
		line := f.text[s.from:s.to]
		hit := s.hit - s.from
		if f.q.re != nil && len(line) > maxLineText {
			if at := f.q.re.FindIndex(line); at != nil {
				hit = at[0]
			}
		}
		m := LineMatch{Number: s.number, Text: lineText(line, hit)}
		from := s.from
		for range f.o.Before {
			if from <= shown {
				break
			}
			start := bytes.LastIndexByte(f.text[:from-1], '\n') + 1
			m.Before = append(m.Before, lineText(f.text[start:from-1], 0))
			from = start
		}
		slices.Reverse(m.Before)
		next := len(f.text)
		if i+1 < len(spans) {
			next = spans[i+1].from
		}
		shown = f.after(s.to)
		for range f.o.After {
			if shown >= next {
				break
			}
			end := f.after(shown)
			m.After = append(m.After, lineText(f.text[shown:end], 0))
			shown = end
		}
		matches[i] = m
	}
	return matches
}

// after gives where the line behind a place begins.
func (f sift) after(at int) int {
	if n := bytes.IndexByte(f.text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(f.text)
}

// lineText is a line as it is given: of a long one, the part around a place in it.
func lineText(line []byte, hit int) string {
	const cut = "…"
	start := len(line) - len(bytes.TrimLeft(line, " \t\r\n\v\f"))
	line = bytes.TrimSpace(line)
	hit = max(hit-start, 0)
	if len(line) <= maxLineText {
		if text := strings.ToValidUTF8(string(line), "\uFFFD"); len(text) <= maxLineText {
			return text
		}
	}
	from := 0
	if lead := maxLineText / 4; hit > maxLineText-lead {
		from = hit - lead
		for from < hit && !utf8.RuneStart(line[from]) {
			from++
		}
	}
	text := strings.ToValidUTF8(string(line[from:min(len(line), from+maxLineText)]), "\uFFFD")
	if from > 0 {
		text = cut + text
	}
	if len(text) <= maxLineText && from+maxLineText >= len(line) {
		return text
	}
	end := maxLineText - len(cut)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + cut
}
