package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"redline/backend/config"
	"redline/backend/export"
	"redline/backend/export/document"
	"redline/backend/tools"
	"redline/backend/workspace"
)

type exportCommand struct {
	File      string `arg:"" help:"The Markdown file." type:"path"`
	Output    string `short:"o" required:"" help:"Where the document goes; its extension, .pdf or .docx, says what it is." type:"path"`
	PageSize  string `name:"page-size" help:"auto, a4 or letter; as set in the settings when left out." enum:"auto,a4,letter," default:""`
	Overwrite bool   `help:"Replace a document that is there already."`
	JSON      bool   `name:"json" help:"Print one JSON object."`
}

func (c exportCommand) Run(e *env) error {
	format := export.Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Output)), "."))
	if format != export.PDF && format != export.DOCX {
		return usageError("the output must end in .pdf or .docx")
	}
	err := c.export(e, format)
	if c.JSON {
		err = e.saidAsJSON(err)
	}
	return err
}

func (c exportCommand) export(e *env, format export.Format) error {
	dir, name, err := c.source()
	if err != nil {
		return err
	}
	source, err := workspace.Open(dir, workspace.Options{Blocked: []string{}})
	if err != nil {
		return err
	}
	defer source.Close()
	text, err := readMarkdown(source, name)
	if err != nil {
		return err
	}
	var made bytes.Buffer
	result, err := export.Convert(e.ctx, &made, text, format, export.Options{
		PageSize: c.paper(e),
		Picture:  func(ref string) ([]byte, error) { return tools.Picture(source, path.Dir(name), ref) },
		Progress: e.progress(),
	})
	if err != nil {
		return fmt.Errorf("%s could not be made: %w", c.Output, err)
	}
	if err := c.write(e, made.Bytes()); err != nil {
		return err
	}
	return c.report(e, result)
}

// source gives the folder that pictures may come from, and the file's name in it:
// the current folder where the file is inside it, else the file's own.
func (c exportCommand) source() (dir, name string, err error) {
	here, err := os.Getwd()
	if err != nil {
		return "", "", err
	}
	if rel, err := filepath.Rel(here, c.File); err == nil && filepath.IsLocal(rel) {
		return here, filepath.ToSlash(rel), nil
	}
	return filepath.Dir(c.File), filepath.Base(c.File), nil
}

func readMarkdown(ws *workspace.Workspace, name string) ([]byte, error) {
	p, err := ws.Resolve(name)
	if err != nil {
		return nil, err
	}
	f, err := ws.Read(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s", name)
	}
	if err != nil {
		return nil, err
	}
	t, err := workspace.Decode(f.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	return []byte(t.Content), nil
}

func (c exportCommand) paper(e *env) document.PageSize {
	size := c.PageSize
	if size == "" {
		settings, err := config.Load(e.home.Settings())
		if err != nil {
			fmt.Fprintln(e.err, "redline:", err)
		}
		size = settings.PDF.PageSize
	}
	return tools.Paper(size)
}

// write saves the document whole or not at all, in the output's own folder as any
// file is written.
func (c exportCommand) write(e *env, content []byte) error {
	target, err := workspace.Open(filepath.Dir(c.Output), workspace.Options{Blocked: []string{}})
	if err != nil {
		return err
	}
	defer target.Close()
	p, err := target.ResolveWritable(filepath.Base(c.Output))
	if err != nil {
		return err
	}
	now, err := target.State(p)
	if err != nil {
		return err
	}
	if now.Exists && !c.Overwrite {
		return fmt.Errorf("%s is there already; nothing was written. Choose another name or add --overwrite", c.Output)
	}
	_, _, err = target.Replace(e.ctx, p, now, content, 0)
	return err
}

func (c exportCommand) report(e *env, r export.Result) error {
	if c.JSON {
		return printJSON(e, tools.Exported{Path: c.File, Output: c.Output, Pages: r.Pages, Bytes: int64(r.Bytes), Warnings: r.Warnings})
	}
	for _, w := range r.Warnings {
		fmt.Fprintln(e.err, "redline:", w)
	}
	return printLines(e.out, madeLine(filepath.ToSlash(c.Output), r.Pages, r.Bytes))
}

// progress shows the page that is being set, on a terminal only.
func (e *env) progress() func(int) {
	if !isTerminal(e.err) {
		return nil
	}
	return func(page int) { fmt.Fprintf(e.err, "\rSetting page %d\x1b[K", page) }
}

// isTerminal tells whether a person reads what is written to w.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
