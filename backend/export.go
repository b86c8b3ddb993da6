package backend

import (
	"context"
	"fmt"
	"time"

	"redline/backend/checkpoints"
	"redline/backend/tools"
)

// ExportRequest asks for a document made from a Markdown file, by a person.
type ExportRequest struct {
	Path      string // the Markdown file
	Output    string // where the document goes
	Format    string // pdf, docx
	PageSize  string // auto, a4, letter
	Overwrite bool
	Progress  func(page int) // may be nil
}

// Export makes a document in the workspace at a person's wish: nobody is asked,
// and it is a turn of its own on the timeline, so that it can be taken back.
func (p *Project) Export(ctx context.Context, r ExportRequest) (tools.Exported, error) {
	made, err := tools.Make(ctx, p.Workspace, tools.ExportOptions{
		Path: r.Path, Output: r.Output, Format: r.Format, PageSize: r.PageSize, Overwrite: r.Overwrite, Progress: r.Progress,
	})
	if err != nil {
		return tools.Exported{}, err
	}
	turn, err := p.Store.BeginTurn(checkpoints.TurnInfo{Label: fmt.Sprintf("Export %s", r.Path), Time: time.Now()})
	if err != nil {
		return tools.Exported{}, err
	}
	done, err := made.Write(ctx, p.Writer, tools.Call{Turn: turn.Number, Person: true})
	if err == nil {
		p.observer().Files([]string{done.Output})
		p.observer().Timeline()
	}
	return done, err
}

// Picture reads a picture that a text in the folder dir refers to by ref.
func (p *Project) Picture(dir, ref string) ([]byte, error) {
	return tools.Picture(p.Workspace, dir, ref)
}
