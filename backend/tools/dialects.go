package tools

import (
	"encoding/json"
	"strings"
)

// Dialect is the names by which models of a kind know the tools. One implementation
// is behind all.
type Dialect struct {
	Name   string
	models []string // what the names of such models hold
	words  []word
}

// word is one tool as a dialect has it. The argument names of Redline are understood
// beside those of the dialect.
type word struct {
	name, tool string // theirs, ours
	about      string // for a model, where the tool's own description doesn't fit
	args       []arg
	fixed      map[string]string // arguments that are always given, as JSON
	// ready makes the tool's arguments of those that mean something else than any of
	// them.
	ready func(given fields) error
}

// arg is an argument by a dialect's name and ours; ours is "" for one that ready takes.
type arg struct {
	name, ours string
	needed     bool
	inside     []arg  // of the objects of a list
	kind       string // JSON type, where ours is ""
	like       string // the argument of ours that texts for models speak of, where ours is ""
	about      string // for a model, where it isn't ours that says it
}

var (
	filePath    = arg{name: "file_path", ours: "path", needed: true}
	oldString   = arg{name: "old_string", ours: "target_content", needed: true}
	newString   = arg{name: "new_string", ours: "replacement_content", needed: true}
	replaceEach = arg{name: "replace_all", ours: "allow_multiple"}
)

// writeText describes a tool that creates files and replaces them.
const writeText = "Writes a whole text file, a new one or in the place of one that is there, which must have been read first. " +
	"The person sees the change and may decline or amend it. To change part of a file use `replace_in_file`. Folders on the way are made."

// What a search by content says of itself where the pattern is a regular expression,
// and where it is a literal text.
const (
	grepPatternText = "Finds lines by a regular expression in RE2's syntax, in files in the order of their paths. " + grepSkipsText
	grepQueryText   = "Finds the lines that hold a text, in files in the order of their paths. " + grepSkipsText
	grepSkipsText   = "Lines are given without white space around them and cut to 500 bytes. Hidden folders, folders of dependencies, what ignore files leave out, " +
		"files over 5 MiB and files that aren't text are passed over and counted. The result says when there is more than was given."
)

// dialects is the table of all. What a dialect has no word for is offered under
// Redline's own name.
var dialects = []Dialect{
	{
		Name: "claude", models: []string{"claude"},
		words: []word{
			{name: "Read", tool: "read_file", args: []arg{
				filePath,
				{name: "offset", kind: "integer", like: "start_line", about: "first line to show, from 1; 1 when left out"},
				{name: "limit", kind: "integer", about: "how many lines to show; all that follow when left out"},
			}, ready: lineRange("offset", "limit", 1)},
			{name: "Edit", tool: "replace_in_file", args: []arg{filePath, oldString, newString, replaceEach}},
			{name: "MultiEdit", tool: "replace_in_file", args: []arg{
				filePath, {name: "edits", ours: "edits", needed: true, inside: []arg{oldString, newString, replaceEach}},
			}},
			{name: "Write", tool: "create_file", about: writeText, args: []arg{filePath, {name: "content", ours: "content", needed: true}}, fixed: map[string]string{"overwrite": "true"}},
			{name: "NotebookEdit", tool: "notebook_edit", args: []arg{
				{name: "notebook_path", ours: "path", needed: true},
				{name: "cell_id", ours: "cell", about: "the cell's id, or its number from 0; to insert, the cell to follow, or nothing for the first place"},
				{name: "new_source", ours: "source"},
				{name: "cell_type", ours: "cell_type"},
				{name: "edit_mode", ours: "action", about: "replace, insert or delete; replace when left out"},
			}, ready: notebookDefaults},
			{name: "Grep", tool: "grep", about: grepPatternText, args: []arg{
				{name: "pattern", ours: "query", needed: true}, {name: "path", ours: "path"}, {name: "glob", ours: "include"}, {name: "type", ours: "type"},
				{name: "output_mode", ours: "output_mode"}, {name: "-i", ours: "case_insensitive"}, {name: "-A", ours: "context_after"}, {name: "-B", ours: "context_before"},
				{name: "head_limit", ours: "max_matches"},
			}, fixed: map[string]string{"is_regex": "true"}},
			{name: "Glob", tool: "glob", args: []arg{{name: "pattern", ours: "pattern", needed: true}, {name: "path", ours: "path"}}},
			{name: "LS", tool: "list_files", args: []arg{{name: "path", ours: "directory"}}},
		},
	},
	{
		Name: "kotoba", models: []string{"kotoba"},
		words: []word{
			{name: "read_file", tool: "read_file", args: []arg{
				{name: "path", ours: "path", needed: true},
				{name: "start", kind: "integer", like: "start_line", about: "first line to show, from 0; 0 when left out"},
				{name: "limit", kind: "integer", about: "how many lines to show; all that follow when left out"},
			}, ready: lineRange("start", "limit", 0)},
			{name: "write_file", tool: "create_file", about: writeText, args: []arg{
				{name: "path", ours: "path", needed: true}, {name: "content", ours: "content", needed: true},
			}, fixed: map[string]string{"overwrite": "true"}},
			{name: "patch", tool: "replace_in_file", args: []arg{{name: "path", ours: "path", needed: true}, oldString, newString}},
			{name: "search_files", tool: "grep", about: grepQueryText, args: []arg{{name: "query", ours: "query", needed: true}, {name: "path", ours: "path"}}},
		},
	},
	{
		Name: "codex", models: []string{"codex", "gpt-5", "gpt-4.1"},
		words: []word{
			{name: "apply_patch", tool: "apply_patch", args: []arg{{name: "input", ours: "patch", needed: true}}},
		},
	},
}

// DialectOf gives the dialect that a model was trained on; Redline's own, which is
// the zero Dialect, where none is known.
func DialectOf(model string) Dialect {
	for _, d := range dialects {
		for _, part := range d.models {
			if strings.Contains(strings.ToLower(model), part) {
				return d
			}
		}
	}
	return Dialect{}
}

// Own gives Redline's own name of a tool that a dialect calls otherwise, and the file
// that a call of it is about; "" where it is about none.
func Own(name string, args json.RawMessage) (own, path string) {
	own = name
	names := []string{"path", "directory"}
	for _, d := range dialects {
		for _, w := range d.words {
			if w.name != name {
				continue
			}
			own = w.tool
			for _, a := range w.args {
				if a.ours == "path" || a.ours == "directory" {
					names = append(names, a.name)
				}
			}
		}
	}
	var given fields
	_ = json.Unmarshal(args, &given) // what is no object names no file
	for _, n := range names {
		if json.Unmarshal(given[n], &path) == nil && path != "" {
			return own, path
		}
	}
	return own, ""
}
