package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"unicode/utf8"

	"redline/backend/workspace"
)

// maxReadBytes is the most text that one read gives a model (006 section 6); what
// is beyond is said and can be paged to.
const maxReadBytes = 512 << 10

//go:embed read_file.md
var readFileText string

// ReadFile shows a text file with numbered lines.
type ReadFile struct{}

type readFileArgs struct {
	Path      string `json:"path" jsonschema:"the file, relative to the workspace"`
	StartLine int    `json:"start_line,omitempty" jsonschema:"first line to show, from 1; 1 when left out"`
	EndLine   int    `json:"end_line,omitempty" jsonschema:"last line to show; the end of the file when left out"`
}

type readFileResult struct {
	Path            string `json:"path"`
	Content         string `json:"content"`
	TotalLines      int    `json:"total_lines"`
	Encoding        string `json:"encoding,omitempty"`
	LineEnding      string `json:"line_ending,omitempty"`
	Cells           *int   `json:"cells,omitempty"` // of a notebook that is shown as them
	Pages           *int   `json:"pages,omitempty"` // of a PDF
	Note            string `json:"note,omitempty"`
	Truncated       bool   `json:"truncated,omitempty"`
	TruncatedReason string `json:"truncated_reason,omitempty"`
}

// Spec implements Tool.
func (ReadFile) Spec() Spec {
	return Spec{Name: "read_file", Description: readFileText, Parameters: schema[readFileArgs]()}
}

// Run implements Tool.
func (ReadFile) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parse[readFileArgs](raw)
	if err != nil {
		return nil, err
	}
	p, err := c.Workspace.Resolve(args.Path)
	if err != nil {
		return nil, err
	}
	f, err := c.Workspace.Read(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file at %s", p)
	}
	if err != nil {
		return nil, err
	}
	if isPDF(f.Bytes) {
		return pdfText(ctx, p, f.Bytes, args.StartLine, args.EndLine)
	}
	text, err := workspace.Decode(f.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s is not text (%s, %d bytes), so it can't be shown", p, kindOf(f.Bytes), f.Size)
	}
	c.Reads.Note(p, f.Hash)
	if isNotebook(args.Path) && args.StartLine == 0 && args.EndLine == 0 {
		return cells(p, text), nil
	}
	return window(p, text, args.StartLine, args.EndLine), nil
}

// kindOf names what a content that isn't text is.
func kindOf(b []byte) string {
	kind := http.DetectContentType(b)
	if kind == "application/octet-stream" || strings.HasPrefix(kind, "text/") {
		return "binary data"
	}
	return kind
}

// window numbers the lines asked for, within the cap. An empty result is told as
// a fact: a model would take silence for a failure.
func window(p workspace.Path, text workspace.Text, start, end int) readFileResult {
	lines := splitLines(text.Content)
	r := readFileResult{Path: p.String(), TotalLines: len(lines), Encoding: text.Encoding, LineEnding: text.LineEnding}
	if len(lines) == 0 {
		r.Note = "the file is empty (0 bytes)"
		return r
	}
	asked := start
	start = min(max(start, 1), len(lines))
	if end <= 0 || end > len(lines) {
		end = len(lines)
	}
	end = max(end, start)
	if asked > len(lines) {
		r.Note = fmt.Sprintf("the file has only %d lines; line %d is past its end, so the last line is shown", len(lines), asked)
	}
	var b strings.Builder
	for i := start - 1; i < end; i++ {
		line := fmt.Sprintf("%4d: %s\n", i+1, lines[i])
		if b.Len()+len(line) > maxReadBytes {
			r.cut(&b, lines[i], i+1, len(lines))
			break
		}
		b.WriteString(line)
	}
	r.Content = b.String()
	if r.Note == "" && strings.TrimSpace(strings.Join(lines[start-1:end], "")) == "" {
		r.Note = fmt.Sprintf("these lines hold only white space (the file has %d lines)", len(lines))
	}
	if !utf8.ValidString(r.Content) {
		r.Note = join(r.Note, "some bytes are not UTF-8: they are shown as U+FFFD, and an edit around them leaves them as they are")
	}
	return r
}

// cut ends the content before line n, or inside it when it alone is over the cap.
func (r *readFileResult) cut(b *strings.Builder, line string, n, total int) {
	r.Truncated = true
	if b.Len() > 0 {
		r.TruncatedReason = fmt.Sprintf("512 KiB are shown, up to line %d of %d; go on with start_line %d", n-1, total, n)
		return
	}
	shown := fmt.Sprintf("%4d: %s", n, line)
	b.WriteString(strings.ToValidUTF8(shown[:maxReadBytes], ""))
	r.TruncatedReason = fmt.Sprintf("line %d alone is %d bytes long; its first 512 KiB are shown", n, len(line))
	if n < total {
		r.TruncatedReason += fmt.Sprintf("; go on with start_line %d", n+1)
	}
}

// splitLines gives the lines without their endings; text after the last ending is
// a line of its own.
func splitLines(s string) []string {
	if s == "" {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	return lines
}
