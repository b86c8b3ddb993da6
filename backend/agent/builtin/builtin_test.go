package builtin

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"redline/backend/agent"
)

// past is a timeline that only says what it was asked for.
type past struct{ undo, redo error }

func (p past) Undo(context.Context) (string, error) { return "Undone.", p.undo }
func (p past) Redo(context.Context) (string, error) { return "Redone.", p.redo }

// ask gives what the assistant answers to a prompt, with the results of the calls
// that it made before: words, or its next call as name and arguments.
func ask(t *testing.T, p past, prompt string, results ...string) string {
	t.Helper()
	conversation := []agent.Message{{Role: agent.User, Text: "earlier"}, {Role: agent.Agent, Text: "x"}, {Role: agent.User, Text: prompt}}
	for _, r := range results {
		failed := strings.Contains(r, `"error"`)
		conversation = append(conversation, agent.Message{Role: agent.Agent, Calls: []agent.Call{{ID: "1"}}},
			agent.Message{Role: agent.Tools, Results: []agent.Result{{CallID: "1", JSON: json.RawMessage(r), Failed: failed}}})
	}
	var said string
	for part, err := range New(p).Stream(t.Context(), conversation) {
		if err != nil {
			t.Fatal(err)
		}
		said += part.Text
		if part.Call != nil {
			said += part.Call.Name + " " + string(part.Call.Args)
		}
	}
	return said
}

// Every command in the phrasings that people use becomes the call that they mean.
func TestCommands(t *testing.T) {
	replace := func(path, old, text string) string {
		data, _ := json.Marshal(map[string]any{"allow_multiple": true, "path": path, "replacement_content": text, "target_content": old})
		return "replace_in_file " + string(data)
	}
	create := func(path, content string) string {
		data, _ := json.Marshal(map[string]any{"content": content, "path": path})
		return "create_file " + string(data)
	}
	remove := func(path string) string { return `delete_file {"path":"` + path + `"}` }
	export := func(format, path string) string {
		return "export_" + format + ` {"overwrite":true,"path":"` + path + `"}`
	}
	for prompt, want := range map[string]string{
		"replace a with b in n.md":                       replace("n.md", "a", "b"),
		"  /Replace: old words with new words in n.md  ": replace("n.md", "old words", "new words"),
		"Please replace a by b in the file n.md.":        replace("n.md", "a", "b"),
		"please, change 1915 to 1914 in n.md":            replace("n.md", "1915", "1914"),
		"CHANGE a WITH b IN n.md":                        replace("n.md", "a", "b"),
		`replace "a with b" with "c in d" in n.md`:       replace("n.md", "a with b", "c in d"),
		`replace “a” with ‘b’ in «my notes.md»`:          replace("my notes.md", "a", "b"),
		"replace `x` with `` in n.md":                    replace("n.md", "x", ""),
		`replace 'don't' with "do not" in n.md`:          replace("n.md", "don't", "do not"),
		"replace rain in spain with sun in n.md":         replace("n.md", "rain in spain", "sun"),
		"replace a with b in c in n.md":                  replace("n.md", "a", "b in c"),
		`replace a with b in "log in may.md"`:            replace("log in may.md", "a", "b"),
		"replace a\nb with c\nd in n.md":                 replace("n.md", "a\nb", "c\nd"),
		"replace ± 0.08 with ± 0.07 in @ärger/n.md":      replace("ärger/n.md", "± 0.08", "± 0.07"),
		"replace within with without in n.md":            replace("n.md", "within", "without"),
		"create n.md: first line":                        create("n.md", "first line\n"),
		"create n.md:":                                   create("n.md", ""),
		"create n.md":                                    create("n.md", ""),
		"new n.md with words":                            create("n.md", "words\n"),
		"create a file n.md containing: words: more":     create("n.md", "words: more\n"),
		"create a new file called n.md with words":       create("n.md", "words\n"),
		"create file:x":                                  create("file", "x\n"),
		`create "my notes.md": "with quotes"`:            create("my notes.md", "with quotes\n"),
		"create “my notes.md”":                           create("my notes.md", ""),
		"create n.go:\n    indented\n\nend":              create("n.go", "    indented\n\nend\n"),
		"create n.go\n    indented":                      create("n.go", "    indented\n"),
		"create n.md: \"a\" and \"b\"":                   create("n.md", "\"a\" and \"b\"\n"),
		"delete n.md":                                    remove("n.md"),
		"Remove the file old notes.md.":                  remove("old notes.md"),
		"delete `a b.md`.":                               remove("a b.md"),
		"delete .gitignore":                              remove(".gitignore"),
		"export n.md":                                    export("pdf", "n.md"),
		"export n.md as pdf":                             export("pdf", "n.md"),
		"export n.md as a Word document.":                export("docx", "n.md"),
		"Export the file n.markdown to .docx":            export("docx", "n.markdown"),
		"export letter to mum.md as PDF!":                export("pdf", "letter to mum.md"),
		"export letter to mum.md":                        export("pdf", "letter to mum.md"),
		`export "n as pdf.md" as word`:                   export("docx", "n as pdf.md"),
	} {
		var before []string
		if strings.HasPrefix(want, "replace") {
			if read := ask(t, past{}, prompt); !strings.HasPrefix(read, `read_file {"path":`) {
				t.Errorf("%q first says %.80s", prompt, read)
			}
			before = []string{`{}`}
		}
		if got := ask(t, past{}, prompt, before...); got != want {
			t.Errorf("%q\n gives %.200s\n  want %s", prompt, got, want)
		}
	}
}

// What isn't understood is answered with how it is written, and calls nothing.
func TestAdvice(t *testing.T) {
	for prompt, want := range map[string]string{
		"replace":                    "`replace old words with new words in notes.md`",
		"replace a with b":           "Nothing was changed",
		"replace a in n.md":          "Put quotes",
		"replace with b in n.md":     "Put quotes",
		"replace a with b in":        "Put quotes",
		`replace "" with b in n.md`:  "Put quotes",
		`replace "a" b with c in d`:  "Put quotes",
		"create":                     "`create notes.md: first line`",
		"create : words":             "`create notes.md: first line`",
		"create my notes.md: words":  "Put quotes around a name that holds a space",
		"create note with words":     "Put quotes around a name that holds a space",
		"delete":                     "`delete notes.md`",
		`delete ""`:                  "`delete notes.md`",
		"export":                     "`export notes.md as pdf`",
		"export as pdf":              "`export notes.md as pdf`",
		"export n.md as html":        "`export notes.md as pdf`",
		"export n.txt":               ".md or .markdown",
		"undo turn 3":                "`undo` stands alone",
		"redo all":                   "`redo` stands alone",
		"help":                       "I am the built-in assistant",
		"Help!":                      "no model, no network",
		"?":                          "I am the built-in assistant",
		"":                           "I am the built-in assistant",
		"please":                     "I don't know that command. I am the built-in assistant",
		"Write me a poem about rain": "I don't know that command. I am the built-in assistant",
	} {
		got := ask(t, past{}, prompt)
		if !strings.Contains(got, want) || strings.Contains(got, "{") {
			t.Errorf("%q is answered %.120q", prompt, got)
		}
		if New(past{}).Aside(prompt) {
			t.Errorf("%q is taken for a word about the timeline", prompt)
		}
	}
}

// undo and redo are about the timeline, not turns on it, however they are written.
func TestUndoAndRedo(t *testing.T) {
	for prompt, want := range map[string]string{"undo": "Undone.", " /undo ": "Undone.", "Undo!": "Undone.", "please undo.": "Undone.", "redo": "Redone.", "/REDO": "Redone."} {
		if got := ask(t, past{}, prompt); got != want || !New(past{}).Aside(prompt) {
			t.Errorf("%q: %q", prompt, got)
		}
	}
	if got := ask(t, past{undo: errors.New("there is nothing to undo")}, "undo"); got != "There is nothing to undo." {
		t.Errorf("with nothing to undo: %q", got)
	}
	if got := ask(t, past{redo: errors.New("n.md was edited")}, "redo"); got != "n.md was edited." {
		t.Errorf("with a conflict: %q", got)
	}
}

// The assistant reports what was done in words for the person who asked, and names
// files as they are.
func TestReports(t *testing.T) {
	for _, tc := range []struct{ prompt, result, want string }{
		{"replace a with b in n.md", `{"path":"n.md","replacements":1}`, "Replaced one place in n.md."},
		{"replace a with b in n.md", `{"path":"n.md","replacements":12}`, "Replaced 12 places in n.md."},
		{"replace a with b in n.md", `{"path":"n.md","replacements":2,"accepted":1,"proposed":2,"person":"The person took 1 of 2"}`, "Wrote 1 of 2 changes to n.md."},
		{"replace a with b in n.md", `{"path":"n.md","replacements":2,"accepted":1,"proposed":2,"person":"The person took 1 of 2.\nTheir note on change 2: keep it\nTheir note: thanks"}`,
			"Wrote 1 of 2 changes to n.md.\n\nYour note on change 2: keep it\n\nYour note: thanks\n\nI follow fixed commands only, so I can't act on notes."},
		{"create n.md: x", `{"path":"n.md","accepted":1,"proposed":1,"amended":true}`, "n.md is written. What you rewrote stands there as you wrote it."},
		{"create n.md: x", `{"path":"n.md"}`, "n.md is there now."},
		{"create n.md: x", `{"path":"n.md","accepted":1,"proposed":3,"amended":true}`, "Wrote 1 of 3 changes to n.md. What you rewrote stands there as you wrote it."},
		{"delete n.md", `{"path":"n.md"}`, "n.md is deleted. `undo` brings it back."},
		{"export n.md", `{"output":"n.pdf","pages":1}`, "Saved n.pdf, one page."},
		{"export n.md", `{"output":"n.pdf","pages":3,"warnings":["a picture is missing","n.png is too large"]}`, "Saved n.pdf, 3 pages.\n\nA picture is missing.\n\nn.png is too large."},
		{"export n.md as word", `{"output":"n.docx"}`, "Saved n.docx."},
		{"delete n.md", `{"error":"there is no file at n.md; nothing was deleted"}`, "There is no file at n.md; nothing was deleted."},
		{"create n.md: x", `{"error":"n.md is there already (3 bytes); nothing was written. Edit it with replace_in_file, or set overwrite"}`, "n.md is there already (3 bytes); nothing was written."},
		{"create ärger: x", `{"error":"ärger/x.md is a folder"}`, "ärger/x.md is a folder."},
		{"create n.md: x", `{"error":"the person rejected it","rejected":true}`, "You rejected it, so nothing was written."},
		{"create n.md: x", `{"error":""}`, "That did not work, and the tool did not say why. Nothing was written."},
		{"create n.md: x", `"odd"`, "Done."},
	} {
		before := []string{tc.result}
		if strings.HasPrefix(tc.prompt, "replace") {
			before = []string{`{}`, tc.result}
		}
		if got := ask(t, past{}, tc.prompt, before...); got != tc.want {
			t.Errorf("%s, %s\n says %q\n want %q", tc.prompt, tc.result, got, tc.want)
		}
	}
	if got := ask(t, past{}, "replace a with b in n.md", `{"error":"there is no file at n.md"}`); got != "There is no file at n.md." {
		t.Errorf("nothing to read: %q", got)
	}
}

// Whatever is written, the assistant answers with words or with a call whose
// arguments are an object.
func FuzzUnderstand(f *testing.F) {
	for _, s := range []string{"replace \"a\" with 'b' in «c»", "create a: b", "export a.md as pdf", "delete “x”", "undo", "/", "\xff", "replace ' with ' in '"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, prompt string) {
		cmd, err := understand(prompt)
		if err != nil && err.Error() == "" {
			t.Fatal("an empty answer")
		}
		for round := range 3 {
			if c := cmd.call(round); err == nil && c != nil && !json.Valid(c.Args) {
				t.Fatalf("%q calls %s with %q", prompt, c.Name, c.Args)
			}
		}
	})
}
