package builtin

import (
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

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
	word, rest := firstWord(prompt)
	if word == "please" && rest != "" {
		word, rest = firstWord(rest)
	}
	switch word {
	case "replace":
		return understandReplace(rest, "with|by")
	case "change":
		return understandReplace(rest, "to|with")
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
	case "help", "":
		return command{verb: verbHelp}, nil
	}
	return command{}, advice("I don't know that command. " + Help)
}

// firstWord gives the first word without punctuation and in small letters, and
// what follows it.
func firstWord(s string) (word, rest string) {
	word, rest, _ = cutSpace(s)
	return strings.ToLower(strings.Trim(word, ".,:!?")), rest
}

func alone(rest, name string) error {
	if rest == "" {
		return nil
	}
	return advice("`" + name + "` stands alone. To go to a certain turn, click it on the timeline.")
}

var errReplace = advice("Write it so: `replace old words with new words in notes.md`. Put quotes around a text that holds *with* or *in*. Nothing was changed.")

func understandReplace(rest, with string) (command, error) {
	old, rest, ok := phrase(rest, boundary(with).FindStringIndex)
	if !ok {
		return command{}, errReplace
	}
	text, rest, ok := phrase(rest, lastIn)
	file := fileName(rest)
	if !ok || old == "" || file == "" {
		return command{}, errReplace
	}
	return command{verb: verbReplace, old: old, new: text, file: file}, nil
}

// phrase takes a text up to the word that ends it, which end finds: a quoted text
// goes to its closing quote.
func phrase(s string, end func(string) []int) (text, rest string, ok bool) {
	s = strings.TrimSpace(s)
	if quoted, after, found := unquote(s, " \t\n"); found {
		at := end(after)
		if at == nil || at[0] > 0 {
			return "", "", false
		}
		return quoted, strings.TrimSpace(after[at[1]:]), true
	}
	at := end(s)
	if at == nil {
		return "", "", false
	}
	return strings.TrimSpace(s[:at[0]]), strings.TrimSpace(s[at[1]:]), true
}

func boundary(words string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|\s)(?:` + words + `)(?:\s|$)`)
}

var in = boundary("in")

// lastIn finds the word before the file's name: the last one, but one inside a
// quoted name is part of it.
func lastIn(s string) []int {
	all := in.FindAllStringIndex(s, -1)
	for _, at := range all {
		if _, after, ok := unquote(strings.TrimSpace(s[at[1]:]), " \t\n"); ok && after == "" {
			return at
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

// quotes are the pairs that a text can be put in.
var quotes = map[rune]rune{'"': '"', '\'': '\'', '“': '”', '‘': '’', '„': '“', '«': '»', '`': '`'}

// unquote takes a quoted text off the start of s. Only a quote before one of the
// characters in stops, or at the end, closes it: one inside a word, as in don't,
// does not.
func unquote(s, stops string) (text, rest string, ok bool) {
	open, n := utf8.DecodeRuneInString(s)
	closing, ok := quotes[open]
	if !ok {
		return "", s, false
	}
	body := s[n:]
	for i, r := range body {
		if r != closing {
			continue
		}
		after := body[i+utf8.RuneLen(closing):]
		if after == "" || strings.ContainsAny(after[:1], stops) {
			return body[:i], strings.TrimSpace(after), true
		}
	}
	return "", s, false
}

var errCreate = advice("Write it so: `create notes.md: first line`. Put quotes around a name that holds a space. Nothing was changed.")

var (
	aFile    = regexp.MustCompile(`(?i)^(?:an?\s+)?(?:new\s+)?(?:file|note)\s+(?:called\s+|named\s+)?`)
	fileWord = regexp.MustCompile(`^[^\s:]+`)
	holding  = regexp.MustCompile(`(?i)^[^\S\n]*(?:(?::|(?:with|containing)\b(?:[^\S\n]*:)?)[^\S\n]*\n?|\n)`)
)

func understandCreate(rest string) (command, error) {
	rest = aFile.ReplaceAllLiteralString(rest, "")
	name, text, ok := unquote(rest, " \t\n:")
	if !ok {
		name = fileWord.FindString(rest)
		text = rest[len(name):]
	}
	at := holding.FindStringIndex(text)
	switch {
	case name == "", at == nil && text != "":
		return command{}, errCreate
	case at != nil:
		text = text[at[1]:]
	}
	if quoted, after, ok := unquote(text, " \t\n"); ok && after == "" {
		text = quoted
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return command{verb: verbCreate, file: fileName(name), text: text}, nil
}

func understandDelete(rest string) (command, error) {
	file := fileName(rest)
	if file == "" {
		return command{}, advice("Write it so: `delete notes.md`. Nothing was changed.")
	}
	return command{verb: verbDelete, file: file}, nil
}

var errExport = advice("Write it so: `export notes.md as pdf` or `export notes.md as word`. It takes a Markdown file, .md or .markdown. Nothing was written.")

// formats are the documents that can be made, as people call them.
var formats = map[string]string{"pdf": "pdf", "word": "docx", "docx": "docx"}

var exported = regexp.MustCompile(`(?i)^(.+?)(?:\s+(?:as|to|in|into)\s+(?:an?\s+)?\.?(pdf|word|docx)(?:\s+(?:file|document))?[.!]?)?$`)

func understandExport(rest string) (command, error) {
	m := exported.FindStringSubmatch(rest)
	if m == nil {
		return command{}, errExport
	}
	c := command{verb: verbExport, file: fileName(m[1]), format: "pdf"}
	if m[2] != "" {
		c.format = formats[strings.ToLower(m[2])]
	}
	if ext := strings.ToLower(path.Ext(c.file)); ext != ".md" && ext != ".markdown" {
		return command{}, errExport
	}
	return c, nil
}

var theFile = regexp.MustCompile(`(?i)^(?:the\s+)?file\s+`)

// fileName takes off a file's name what belongs to the sentence: quotes, the
// mention sign, "the file" before it and a full stop after it.
func fileName(s string) string {
	s = theFile.ReplaceAllLiteralString(strings.TrimSpace(s), "")
	if quoted, after, ok := unquote(s, " \t\n."); ok && (after == "" || after == ".") {
		return quoted
	}
	return strings.TrimSuffix(strings.TrimPrefix(s, "@"), ".")
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

func cutSpace(s string) (first, rest string, found bool) {
	i := strings.IndexAny(s, " \t\n")
	if i < 0 {
		return s, "", false
	}
	return s[:i], strings.TrimSpace(s[i+1:]), true
}
