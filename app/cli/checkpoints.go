package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"redline/app"
	"redline/backend"
	"redline/backend/checkpoints"
	"redline/backend/diff"
	"redline/backend/workspace"
)

type checkpointsCommand struct {
	Action string `arg:"" optional:"" default:"list" enum:"list,show,diff,undo,rewind,redo" help:"list, show, diff, undo, rewind or redo."`

	Turn  int  `help:"The turn that show, diff and rewind are about."`
	Force bool `help:"Replace files that were edited outside Redline; redo brings them back."`
	JSON  bool `name:"json" help:"Print one JSON object."`
	folderFlags
}

func (c checkpointsCommand) Run(e *env) error {
	p, err := c.open(e, nil)
	if err != nil {
		return err
	}
	return errors.Join(c.act(e, p), p.Close())
}

func (c checkpointsCommand) act(e *env, p *backend.Project) error {
	switch c.Action {
	case "show", "diff":
		return c.show(e, p)
	case "undo":
		m, err := p.Undo(e.ctx, c.Force)
		return c.moved(e, m, err)
	case "redo":
		m, err := p.Redo(e.ctx, c.Force)
		return c.moved(e, m, err)
	case "rewind":
		if c.Turn == 0 {
			return usageError("say which turn with --turn N; redline checkpoints list shows them")
		}
		m, err := p.Rewind(e.ctx, c.Turn, nil, c.Force)
		return c.moved(e, m, err)
	}
	return c.list(e, p)
}

// turnRow is one turn as scripts see it.
type turnRow struct {
	Turn    int       `json:"turn"`
	Session string    `json:"session"`
	Label   string    `json:"label"`
	Time    time.Time `json:"time"`
	State   string    `json:"state"`
	Files   []fileRow `json:"files"`
}

type fileRow struct {
	Path    string `json:"path"`
	Change  string `json:"change"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
}

// turnRows gives the turns, newest first (WS-60).
func turnRows(p *backend.Project) []turnRow {
	turns := p.Store.Turns()
	rows := make([]turnRow, 0, len(turns))
	for i := len(turns) - 1; i >= 0; i-- {
		rows = append(rows, rowOf(turns[i]))
	}
	return rows
}

func rowOf(t checkpoints.Turn) turnRow {
	row := turnRow{Turn: t.Number, Session: t.Session, Label: t.Label, Time: t.Time, State: string(t.State), Files: []fileRow{}}
	for _, f := range t.Files {
		row.Files = append(row.Files, fileRow{f.Path, f.Kind, f.Added, f.Removed})
	}
	return row
}

func (c checkpointsCommand) list(e *env, p *backend.Project) error {
	rows := turnRows(p)
	if c.JSON {
		return printJSON(e, map[string]any{"turns": rows, "head": p.Store.Head()})
	}
	if len(rows) == 0 {
		_, err := fmt.Fprintln(e.err, "There are no turns yet.")
		return err
	}
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		at := ""
		if r.Turn == p.Store.Head() {
			at = "<- here"
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%d files\t%s\t%s\n", r.Turn, r.Time.Local().Format("2006-01-02 15:04"), r.State, len(r.Files), r.Label, at)
	}
	return w.Flush()
}

// show tells what a turn changed: as a list, or as a diff from before it to after.
func (c checkpointsCommand) show(e *env, p *backend.Project) error {
	for _, t := range p.Store.Turns() {
		if t.Number != c.Turn {
			continue
		}
		if c.Action == "show" && c.JSON {
			return printJSON(e, rowOf(t))
		}
		if c.Action == "show" {
			for _, f := range t.Files {
				fmt.Fprintf(e.out, "%s\t+%d\t-%d\t%s\n", f.Kind, f.Added, f.Removed, f.Path)
			}
			return nil
		}
		text, err := turnDiff(p, t)
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(e, map[string]string{"diff": text})
		}
		_, err = fmt.Fprint(e.out, text)
		return err
	}
	return fmt.Errorf("there is no turn %d; redline checkpoints list shows them", c.Turn)
}

func turnDiff(p *backend.Project, t checkpoints.Turn) (string, error) {
	var b strings.Builder
	for _, entry := range p.Store.Entries(t.Number) {
		before, err := contentOf(p, entry.Before)
		if err != nil {
			return "", err
		}
		after, err := contentOf(p, entry.After)
		if err != nil {
			return "", err
		}
		from, to := "a/"+entry.Path, "b/"+entry.Path
		if !entry.Before.Exists {
			from = "/dev/null"
		}
		if !entry.After.Exists {
			to = "/dev/null"
		}
		b.WriteString(diff.Unified(diff.Compare(before, after), from, to, 3))
	}
	return b.String(), nil
}

func (c checkpointsCommand) moved(e *env, m backend.Moved, err error) error {
	err = forcedBy(err, "--force")
	if c.JSON {
		r, _ := moved(m, nil)
		if err != nil {
			r = map[string]any{"error": app.AsError(err).Message, "conflicts": r.(movedResult).Conflicts}
		}
		if perr := printJSON(e, r); perr != nil {
			return perr
		}
		if err != nil {
			return errSaid
		}
		return nil
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.out, "At turn %d. Restored: %s\n", m.Turn, strings.Join(m.Restored, ", "))
	return err
}

func printJSON(e *env, v any) error {
	enc := json.NewEncoder(e.out)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func contentOf(p *backend.Project, s workspace.State) ([]byte, error) {
	if !s.Exists {
		return nil, nil
	}
	return p.Store.Blob(s.Hash)
}
