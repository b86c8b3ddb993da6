package builtin

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"redline/backend/agent"
)

// Help is what the assistant can do, in its own words.
const Help = "I am the built-in assistant: fixed commands, no model, no network. I can do this:\n\n" +
	"- `replace old words with new words in notes.md` replaces every occurrence. Put quotes around a text that holds *with* or *in*.\n" +
	"- `create notes.md: first line` makes a file with that text.\n" +
	"- `delete notes.md` deletes a file.\n" +
	"- `export notes.md as pdf` or `as word` makes a document beside the note.\n" +
	"- `undo` takes back the latest turn that changed files, `redo` brings it back.\n\n" +
	"You see every change before it is written."

type verb int

const (
	verbHelp verb = iota
	verbReplace
	verbCreate
	verbDelete
	verbExport
	verbUndo
	verbRedo
)

// advice is the answer to a prompt that isn't understood: how to write it.
type advice string

func (a advice) Error() string { return string(a) }

// command is an understood prompt.
type command struct {
	verb     verb
	file     string
	old, new string // for replace
	text     string // for create
	format   string // for export: pdf or docx
}

// understand reads a prompt. Its errors say how the command is written.
func understand(prompt string) (command, error) {
	prompt = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(prompt), "/"))
	word, rest, _ := cutSpace(prompt)
	switch strings.ToLower(strings.Trim(word, ".:!?")) {
	case "replace", "change":
		return understandReplace(rest)
	case "create", "new":
		return understandCreate(rest)
	case "delete", "remove":
		return understandDelete(rest)
	case "export":
		return understandExport(rest)
	case "undo":
		return command{verb: verbUndo}, alone(rest, "undo")
	case "redo":
		return command{verb: verbRedo}, alone(rest, "redo")
	case "help", "?", "":
		return command{verb: verbHelp}, nil
	}
	return command{}, advice("I don't know that command. " + Help)
}

func alone(rest, name string) error {
	if rest == "" {
		return nil
	}
	return advice("`" + name + "` stands alone. To go to a certain turn, click it on the timeline.")
}

var errReplace = advice("Write it so: `replace old words with new words in notes.md`. Put quotes around a text that holds *with* or *in*. Nothing was changed.")

func understandReplace(rest string) (command, error) {
	old, rest, ok := phrase(rest, "with")
	if !ok {
		return command{}, errReplace
	}
	text, rest, ok := phrase(rest, "in")
	file := fileName(rest)
	if !ok || old == "" || file == "" {
		return command{}, errReplace
	}
	return command{verb: verbReplace, old: old, new: text, file: file}, nil
}

// phrase takes a text up to the word that ends it: a quoted one to its closing
// quote, a plain one to the last place where the rest can still be read.
func phrase(s, end string) (text, rest string, ok bool) {
	s = strings.TrimSpace(s)
	if quoted, after, found := unquote(s); found {
		word, rest, _ := cutSpace(after)
		return quoted, rest, strings.EqualFold(word, end)
	}
	at := boundary(end).FindAllStringIndex(s, -1)
	if len(at) == 0 {
		return "", "", false
	}
	i := at[0]
	if end == "in" {
		i = at[len(at)-1]
	}
	return strings.TrimSpace(s[:i[0]]), strings.TrimSpace(s[i[1]:]), true
}

func boundary(word string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|\s)` + word + `(\s|$)`)
}

// quotes are the pairs that a text can be put in.
var quotes = map[rune]rune{'"': '"', '\'': '\'', '“': '”', '‘': '’', '„': '“', '«': '»', '`': '`'}

// unquote takes a quoted text off the start of s. A quote inside a word, as in
// don't, doesn't end it.
func unquote(s string) (text, rest string, ok bool) {
	for open, closing := range quotes {
		if !strings.HasPrefix(s, string(open)) {
			continue
		}
		body := s[len(string(open)):]
		for i, r := range body {
			if r != closing {
				continue
			}
			after := body[i+len(string(closing)):]
			if after == "" || strings.ContainsAny(after[:1], " \t\n") {
				return body[:i], strings.TrimSpace(after), true
			}
		}
	}
	return "", s, false
}

func understandCreate(rest string) (command, error) {
	m := regexp.MustCompile(`(?s)^(?:a file )?("[^"]+"|[^\s:]+)\s*(?::|with\s)?\s*(.*)$`).FindStringSubmatch(rest)
	if m == nil {
		return command{}, advice("Write it so: `create notes.md: first line`. Nothing was changed.")
	}
	text := m[2]
	if quoted, after, ok := unquote(text); ok && after == "" {
		text = quoted
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return command{verb: verbCreate, file: fileName(m[1]), text: text}, nil
}

func understandDelete(rest string) (command, error) {
	file := fileName(rest)
	if file == "" {
		return command{}, advice("Write it so: `delete notes.md`. Nothing was changed.")
	}
	return command{verb: verbDelete, file: file}, nil
}

func understandExport(rest string) (command, error) {
	m := regexp.MustCompile(`(?i)^(.+?)(?:\s+(?:as|to)\s+(?:an?\s+)?\.?(pdf|word|docx)(?:\s+(?:file|document))?\.?)?$`).FindStringSubmatch(rest)
	if m == nil {
		return command{}, advice("Write it so: `export notes.md as pdf` or `export notes.md as word`.")
	}
	format := "pdf"
	if f := strings.ToLower(m[2]); f == "word" || f == "docx" {
		format = "docx"
	}
	return command{verb: verbExport, file: fileName(m[1]), format: format}, nil
}

// fileName takes the quotes and the mention sign off a file's name.
func fileName(s string) string {
	s = strings.TrimSpace(s)
	if quoted, after, ok := unquote(s); ok && after == "" {
		s = quoted
	}
	return strings.TrimPrefix(s, "@")
}

// call gives the tool call of a round, nil when the command has no more.
func (c command) call(round int) *agent.Call {
	switch {
	case c.verb == verbReplace && round == 0:
		return toolCall(round, "read_file", map[string]any{"path": c.file})
	case c.verb == verbReplace && round == 1:
		return toolCall(round, "replace_in_file", map[string]any{
			"path": c.file, "target_content": c.old, "replacement_content": c.new, "allow_multiple": true,
		})
	case c.verb == verbCreate && round == 0:
		return toolCall(round, "create_file", map[string]any{"path": c.file, "content": c.text})
	case c.verb == verbDelete && round == 0:
		return toolCall(round, "delete_file", map[string]any{"path": c.file})
	case c.verb == verbExport && round == 0:
		return toolCall(round, "export_"+c.format, map[string]any{"path": c.file, "overwrite": true})
	}
	return nil
}

// report says what the last call did.
func (c command) report(result json.RawMessage) string {
	var r struct {
		Path         string   `json:"path"`
		Output       string   `json:"output"`
		Replacements int      `json:"replacements"`
		Person       string   `json:"person"`
		Pages        int      `json:"pages"`
		Warnings     []string `json:"warnings"`
	}
	if json.Unmarshal(result, &r) != nil {
		return "Done."
	}
	var s string
	switch c.verb {
	case verbReplace:
		s = fmt.Sprintf("Replaced %s in %s.", count(r.Replacements, "place", "places"), r.Path)
		if r.Person != "" {
			s = fmt.Sprintf("%s is written. %s", r.Path, r.Person)
		}
	case verbCreate:
		s = fmt.Sprintf("%s is there now.", r.Path)
	case verbDelete:
		s = fmt.Sprintf("%s is deleted. `undo` brings it back.", r.Path)
	case verbExport:
		s = fmt.Sprintf("Saved %s.", r.Output)
		if r.Pages > 0 {
			s = fmt.Sprintf("Saved %s, %s.", r.Output, count(r.Pages, "page", "pages"))
		}
	}
	for _, w := range r.Warnings {
		s += "\n\n" + capital(w)
	}
	return s
}

func count(n int, one, many string) string {
	if n == 1 {
		return "one " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func cutSpace(s string) (first, rest string, found bool) {
	i := strings.IndexAny(s, " \t\n")
	if i < 0 {
		return s, "", false
	}
	return s[:i], strings.TrimSpace(s[i+1:]), true
}
