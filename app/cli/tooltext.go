package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"
)

// shownResult is what a person reads of a result. A field that isn't in it is nil.
type shownResult struct {
	Error    string   `json:"error"`
	Diff     *string  `json:"diff"`
	Content  *string  `json:"content"`
	HTML     *string  `json:"html"`
	Restored []string `json:"restored"`
	Output   string   `json:"output"`
	Pages    int      `json:"pages"`
	Bytes    int      `json:"bytes"`
	Warnings []string `json:"warnings"`
	Entries  []struct {
		Path string `json:"path"`
	} `json:"entries"`
	Files   []json.RawMessage `json:"files"`
	Turns   []turnRow         `json:"turns"`
	Head    int               `json:"head"`
	Outside []outsideRow      `json:"outside"`
	Usage   usageRow          `json:"usage"`
	Path    string            `json:"path"`
	From    string            `json:"from"`
	Change  string            `json:"change"`
	Matches []struct {
		Path string `json:"path"`
		Line int    `json:"line"`
		Text string `json:"text"`
	} `json:"matches"`

	Note            string   `json:"note"`
	Person          string   `json:"person"`
	TruncatedReason string   `json:"truncated_reason"`
	Conflicts       []string `json:"conflicts"`
}

// printReadable prints what a person reads of a result, and tells on standard error
// what failed, what was cut and what there is to note.
func printReadable(e *env, result json.RawMessage) error {
	var r shownResult
	if json.Unmarshal(result, &r) != nil {
		_, err := fmt.Fprintln(e.out, string(result))
		return err
	}
	if r.Error == "" {
		if err := printLines(e.out, r.text(result)); err != nil {
			return err
		}
	}
	for _, said := range append([]string{r.Error, r.Person, r.Note, r.TruncatedReason}, r.Warnings...) {
		if said != "" {
			fmt.Fprintln(e.err, "redline:", said)
		}
	}
	for _, name := range r.Conflicts {
		fmt.Fprintln(e.err, "redline: edited outside:", name)
	}
	return nil
}

// printLines prints text and ends it with a line end. No text prints nothing.
func printLines(w io.Writer, text string) error {
	if text == "" {
		return nil
	}
	_, err := fmt.Fprintln(w, strings.TrimSuffix(text, "\n"))
	return err
}

func (r *shownResult) text(result json.RawMessage) string {
	var lines []string
	switch {
	case r.Diff != nil:
		return *r.Diff
	case r.Content != nil:
		return *r.Content
	case r.HTML != nil:
		return *r.HTML
	case r.Output != "":
		return madeLine(r.Output, r.Pages, r.Bytes)
	case r.Restored != nil:
		return restoredLine(r.Restored)
	case r.Entries != nil:
		for _, entry := range r.Entries {
			lines = append(lines, entry.Path)
		}
	case r.Matches != nil:
		for _, m := range r.Matches {
			lines = append(lines, fmt.Sprintf("%s:%d:%s", m.Path, m.Line, m.Text))
		}
	case r.Files != nil:
		for _, f := range r.Files {
			lines = append(lines, fileLine(f))
		}
	case r.Turns != nil:
		return timelineRows{Turns: r.Turns, Head: r.Head, Outside: r.Outside}.text() + r.Usage.text()
	case r.Change != "":
		return changeLine(r.Change, r.From, r.Path)
	default:
		return string(result)
	}
	return strings.Join(lines, "\n")
}

// fileLine is a file that was found, or what became of one.
func fileLine(file json.RawMessage) string {
	var name string
	if json.Unmarshal(file, &name) == nil {
		return name
	}
	var changed struct{ Path, From, Change string }
	if json.Unmarshal(file, &changed) != nil {
		return string(file)
	}
	return changeLine(changed.Change, changed.From, changed.Path)
}

func changeLine(change, from, path string) string {
	if from != "" {
		return fmt.Sprintf("%s %s to %s", change, from, path)
	}
	return change + " " + path
}

// madeLine tells of a document that was made; only a PDF has pages.
func madeLine(output string, pages, bytes int) string {
	name := path.Base(output)
	if pages > 0 {
		name += ", " + counted(pages, "page")
	}
	return fmt.Sprintf("%s, %d KB", name, (bytes+1023)/1024)
}

func restoredLine(paths []string) string {
	if len(paths) == 0 {
		return "No file had to change."
	}
	return "Restored: " + strings.Join(paths, ", ")
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
