package tools

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"strings"

	"redline/backend/export"
	"redline/backend/export/document"
	"redline/backend/workspace"
)

//go:embed export.md
var exportText string

// ErrExists refuses to write over a document that is there already.
var ErrExists = errors.New("is there already; nothing was written. Choose another name, or say that it may be overwritten")

// maxPicture is the largest picture file that goes into a document (FS-70).
const maxPicture = 20 << 20

// Export makes a document of one format from Markdown (FS-71, FS-75).
type Export struct {
	Format   string        // pdf, docx
	PageSize func() string // auto, a4, letter
}

type exportArgs struct {
	Path      string `json:"path,omitempty" jsonschema:"a Markdown file of the workspace; give this or markdown"`
	Markdown  string `json:"markdown,omitempty" jsonschema:"Markdown itself, for a document of something that is no file; needs output"`
	Output    string `json:"output,omitempty" jsonschema:"where the document goes; beside the Markdown file under its name when left out"`
	Overwrite bool   `json:"overwrite,omitempty" jsonschema:"replace a document that is there already"`
}

// Exported is a document that was written.
type Exported struct {
	Path     string   `json:"path,omitempty"`
	Output   string   `json:"output"`
	Pages    int      `json:"pages,omitempty"` // of a PDF
	Bytes    int64    `json:"bytes"`
	Warnings []string `json:"warnings,omitempty"`
	Person   string   `json:"person,omitempty"`
	Note     string   `json:"note,omitempty"`
}

// Spec implements Tool.
func (e Export) Spec() Spec {
	kind := map[string]string{"pdf": "PDF", "docx": "Word document (.docx)"}[e.Format]
	return Spec{
		Name: "export_" + e.Format, Writes: true, Parameters: schema[exportArgs](),
		Description: strings.ReplaceAll(exportText, "{kind}", kind),
	}
}

// Run implements Tool.
func (e Export) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := parse[exportArgs](raw)
	if err != nil {
		return nil, err
	}
	markdown, repaired := repairMaths(".md", args.Markdown)
	made, err := Make(ctx, c.Workspace, ExportOptions{
		Path: args.Path, Markdown: markdown, Output: args.Output,
		Format: e.Format, PageSize: e.PageSize(), Overwrite: args.Overwrite,
	})
	if err != nil {
		return nil, err
	}
	done, err := made.Write(ctx, c.Writer, c.Call)
	if err != nil {
		return nil, err
	}
	done.Note = repairedNote(repaired)
	return done, nil
}

// ExportOptions says what document to make. One of Path and Markdown is given.
type ExportOptions struct {
	Path, Markdown, Output string
	Format, PageSize       string
	Overwrite              bool
	Progress               func(page int) // may be nil
}

// Made is a document in memory, ready to be written.
type Made struct {
	options  ExportOptions
	output   workspace.Path
	data     []byte
	pages    int
	warnings []string
}

// Make typesets the document. The output is resolved as writable first, so that
// nobody waits for a document that can't be saved (FS-41). Nothing is written.
func Make(ctx context.Context, ws *workspace.Workspace, o ExportOptions) (*Made, error) {
	source, err := o.source(ws)
	if err != nil {
		return nil, untouched(err)
	}
	output, err := ws.ResolveWritable(o.Output)
	if err != nil {
		return nil, untouched(err)
	}
	if state, err := ws.State(output); err != nil {
		return nil, untouched(err)
	} else if state.Exists && !o.Overwrite {
		return nil, fmt.Errorf("%s %w", output, ErrExists)
	}
	dir := path.Dir(o.Path)
	if o.Path == "" {
		dir = path.Dir(o.Output)
	}
	var b bytes.Buffer
	result, err := export.Convert(ctx, &b, source, export.Format(o.Format), export.Options{
		PageSize: Paper(o.PageSize), Progress: o.Progress,
		Picture: func(ref string) ([]byte, error) { return Picture(ws, dir, ref) },
	})
	if err != nil {
		return nil, untouched(fmt.Errorf("%s could not be made: %w", output, err))
	}
	return &Made{options: o, output: output, data: b.Bytes(), pages: result.Pages, warnings: result.Warnings}, nil
}

// source reads the Markdown and completes the options.
func (o *ExportOptions) source(ws *workspace.Workspace) ([]byte, error) {
	if (o.Path == "") == (o.Markdown == "") {
		return nil, errors.New("give either path or markdown; nothing was written")
	}
	if o.Path == "" {
		switch {
		case o.Output == "" || strings.HasSuffix(o.Output, "/"):
			return nil, errors.New("output is missing: Markdown that is no file needs a name for its document. Nothing was written")
		case len(o.Markdown) > maxWriteBytes:
			return nil, tooLong("the Markdown", len(o.Markdown))
		}
		o.Output = withExtension(o.Output, o.Format)
		return []byte(o.Markdown), nil
	}
	if ext := strings.ToLower(path.Ext(o.Path)); ext != ".md" && ext != ".markdown" {
		return nil, fmt.Errorf("%s is not a Markdown file (.md or .markdown); nothing was written", o.Path)
	}
	p, err := ws.Resolve(o.Path)
	if err != nil {
		return nil, err
	}
	f, err := ws.Read(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file at %s; nothing was written", p)
	}
	if err != nil {
		return nil, err
	}
	text, err := workspace.Decode(f.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s is not text; nothing was written", p)
	}
	o.Path = p.String()
	name := strings.TrimSuffix(o.Path, path.Ext(o.Path)) + "." + o.Format
	switch {
	case o.Output == "":
		o.Output = name
	case strings.HasSuffix(o.Output, "/"):
		o.Output += path.Base(name)
	}
	o.Output = withExtension(o.Output, o.Format)
	return []byte(text.Content), nil
}

// Paper gives the page size for a setting; auto is the country's (FS-70).
func Paper(size string) document.PageSize {
	switch size {
	case "a4", "letter":
		return document.PageSize(size)
	}
	return export.PageSizeFor(os.Getenv)
}

func withExtension(name, format string) string {
	if strings.EqualFold(path.Ext(name), "."+format) {
		return name
	}
	return name + "." + format
}

// Write writes the document as any other change is written.
func (m *Made) Write(ctx context.Context, w *Writer, call Call) (Exported, error) {
	unlock, err := w.Workspace.Lock(ctx, m.output)
	if err != nil {
		return Exported{}, err
	}
	defer unlock()
	before, err := read(w.Workspace, m.output)
	if err != nil {
		return Exported{}, untouched(err)
	}
	if before.Exists && !m.options.Overwrite {
		return Exported{}, fmt.Errorf("%s %w", m.output, ErrExists)
	}
	out, err := w.Apply(ctx, call, Change{Path: m.output, Before: before, After: m.data, Summary: m.summary(before.Exists)})
	if err != nil {
		return Exported{}, err
	}
	return Exported{
		Path: m.options.Path, Output: m.output.String(), Pages: m.pages,
		Bytes: int64(len(m.data)), Warnings: m.warnings, Person: differs(out),
	}, nil
}

func (m *Made) summary(exists bool) string {
	verb, from := "Create", ""
	if exists {
		verb = "Overwrite"
	}
	if m.options.Path != "" {
		from = " from " + m.options.Path
	}
	size := fmt.Sprintf("%d KB", (len(m.data)+1023)/1024)
	switch {
	case m.pages == 1:
		size = "one page, " + size
	case m.pages > 1:
		size = fmt.Sprintf("%d pages, %s", m.pages, size)
	}
	return fmt.Sprintf("%s %s%s (%s)", verb, m.output, from, size)
}

// Picture reads a picture that a text in the folder dir refers to by ref, through
// the sandbox (FS-70).
func Picture(ws *workspace.Workspace, dir, ref string) ([]byte, error) {
	local := document.LocalPath(ref, dir)
	if u, err := url.Parse(ref); local == "" && (err != nil || u.Scheme != "" || u.Host != "") {
		return nil, document.ErrRemote
	}
	if local == "" {
		return nil, fmt.Errorf("it %w", workspace.ErrOutsideWorkspace)
	}
	p, err := ws.Resolve(local)
	if err != nil {
		return nil, err
	}
	f, err := ws.ReadLimited(p, maxPicture)
	if err != nil {
		return nil, err
	}
	return f.Bytes, nil
}
