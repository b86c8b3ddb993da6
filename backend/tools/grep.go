package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"redline/backend/search"
)

// The number of lines that grep gives (006 section 6), or of files in its other
// modes, and of lines around each.
const (
	defaultGrepMatches = 100
	maxGrepMatches     = 500
	maxGrepContext     = 20
)

//go:embed grep.md
var grepText string

// Grep finds lines by content.
type Grep struct{}

type grepArgs struct {
	Query            string `json:"query" jsonschema:"what to look for, within single lines"`
	Path             string `json:"path,omitempty" jsonschema:"the folder or file to look in; the workspace when left out"`
	IsRegex          bool   `json:"is_regex,omitempty" jsonschema:"the query is a regular expression in RE2's syntax"`
	CaseInsensitive  bool   `json:"case_insensitive,omitempty" jsonschema:"upper and lower case are the same"`
	MaxMatches       int    `json:"max_matches,omitempty" jsonschema:"100 when left out, at most 500"`
	OutputMode       string `json:"output_mode,omitempty" jsonschema:"matches (the lines), files_with_matches or count; matches when left out"`
	ContextBefore    int    `json:"context_before,omitempty" jsonschema:"how many lines before each match to give, at most 20"`
	ContextAfter     int    `json:"context_after,omitempty" jsonschema:"how many lines after each match to give, at most 20"`
	Include          string `json:"include,omitempty" jsonschema:"only files with such a path: *.go, docs/**/*.md"`
	Exclude          string `json:"exclude,omitempty" jsonschema:"no files with such a path"`
	Type             string `json:"type,omitempty" jsonschema:"only files of a kind: go, py, js, ts, md, rust, java, c, cpp, html, css, json, yaml, ..."`
	RespectGitignore bool   `json:"respect_gitignore,omitempty" jsonschema:"false also searches what .gitignore and .ignore leave out; true when left out"`
}

type grepMatch struct {
	Path   string   `json:"path"`
	Line   int      `json:"line"`
	Text   string   `json:"text"`
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
}

type grepFile struct {
	Path  string `json:"path"`
	Count int    `json:"count,omitempty"`
}

type grepResult struct {
	Matches         []grepMatch    `json:"matches"`
	Files           []grepFile     `json:"files,omitempty"`  // instead of matches, in the other modes
	Binary          []string       `json:"binary,omitempty"` // files that have a match and aren't text
	FilesSearched   int            `json:"files_searched"`
	Skipped         map[string]int `json:"skipped"`
	Note            string         `json:"note,omitempty"`
	Truncated       bool           `json:"truncated,omitempty"`
	TruncatedReason string         `json:"truncated_reason,omitempty"`
}

// Spec implements Tool.
func (Grep) Spec() Spec {
	return Spec{Name: "grep", Description: grepText, Parameters: schema[grepArgs]()}
}

// Run implements Tool.
func (Grep) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parseOver(raw, grepArgs{Path: ".", RespectGitignore: true})
	if err != nil {
		return nil, err
	}
	query, err := search.CompileQuery(args.Query, args.IsRegex, args.CaseInsensitive)
	if err != nil {
		return nil, err
	}
	options, err := args.options(c)
	if err != nil {
		return nil, err
	}
	scope, err := c.scope(args.Path, args.RespectGitignore)
	if err != nil {
		return nil, err
	}
	found, more, counts, err := search.Grep(ctx, scope, query, options)
	if err != nil {
		return nil, err
	}
	r := grepResult{Matches: []grepMatch{}, FilesSearched: counts.Files, Skipped: counts.ByReason()}
	if r.Truncated = more; more {
		what := "matching lines"
		if options.Mode != search.ByLine {
			what = "files with matches"
		}
		r.TruncatedReason = fmt.Sprintf("the first %d %s are given and the search ended there; make the query, path or include narrower, or raise max_matches (at most %d)", options.Limit, what, maxGrepMatches)
	}
	switch {
	case len(found) > 0:
	case !query.Lines():
		r.Note = "a query is looked for within single lines, and this one has a line break, so nothing can match; look for one of its lines"
	default:
		r.Note = nothing(fmt.Sprintf("no line of the %d files searched matches", counts.Files), counts)
	}
	return r, r.take(found, options.Mode, c.lines())
}

func (a grepArgs) options(c *Context) (o search.Options, err error) {
	switch a.OutputMode {
	case "", "matches", "content":
	case "files_with_matches":
		o.Mode = search.ByFile
	case "count":
		o.Mode = search.ByCount
	default:
		return o, fmt.Errorf("there is no output_mode %q; use matches, files_with_matches or count; nothing was searched", a.OutputMode)
	}
	if a.Type != "" && !search.IsType(a.Type) {
		return o, fmt.Errorf("there is no type %q; use one of %s, or include with a pattern such as *.%s; nothing was searched", a.Type, strings.Join(search.Types(), ", "), a.Type)
	}
	o.Type = a.Type
	o.Limit = c.limit(a.MaxMatches, defaultGrepMatches, maxGrepMatches)
	o.Before, o.After = min(max(a.ContextBefore, 0), maxGrepContext), min(max(a.ContextAfter, 0), maxGrepContext)
	if o.Include, err = pathPattern(a.Include); err != nil {
		return o, err
	}
	o.Exclude, err = pathPattern(a.Exclude)
	return o, err
}

// pathPattern compiles a pattern that chooses files, nil for none. One without a
// slash is a name in any folder.
func pathPattern(text string) (*search.Pattern, error) {
	if text == "" {
		return nil, nil
	}
	if !strings.Contains(text, "/") {
		text = "**/" + text
	}
	return search.CompilePattern(text)
}

// take puts what was found into the result, or prints it where it goes to a person.
func (r *grepResult) take(found []search.FileMatches, mode search.Mode, lines *lineWriter) error {
	for _, f := range found {
		switch {
		case f.Binary:
			r.Binary = append(r.Binary, f.Path)
		case mode == search.ByLine:
			for _, m := range f.Lines {
				if lines != nil {
					lines.match(f.Path, m)
					continue
				}
				r.Matches = append(r.Matches, grepMatch{f.Path, m.Number, m.Text, m.Before, m.After})
			}
		case lines != nil && mode == search.ByFile:
			fmt.Fprintln(lines, f.Path)
		case lines != nil:
			fmt.Fprintf(lines, "%s:%d\n", f.Path, f.Count)
		case mode == search.ByFile:
			r.Files = append(r.Files, grepFile{Path: f.Path})
		default:
			r.Files = append(r.Files, grepFile{f.Path, f.Count})
		}
	}
	return lines.end()
}

// match prints a matching line as path:line:text, and those around it with dashes.
func (l *lineWriter) match(path string, m search.LineMatch) {
	for i, text := range m.Before {
		fmt.Fprintf(l, "%s-%d-%s\n", path, m.Number-len(m.Before)+i, text)
	}
	fmt.Fprintf(l, "%s:%d:%s\n", path, m.Number, m.Text)
	for i, text := range m.After {
		fmt.Fprintf(l, "%s-%d-%s\n", path, m.Number+1+i, text)
	}
}
