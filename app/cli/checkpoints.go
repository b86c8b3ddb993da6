package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"redline/app"
	"redline/backend"
	"redline/backend/checkpoints"
	"redline/backend/workspace"
)

type checkpointsCommand struct {
	Action string   `arg:"" optional:"" default:"list" enum:"list,show,diff,undo,rewind,redo,restore,takeout,pin,unpin" help:"list, show, diff, undo, rewind, redo, restore, takeout, pin or unpin."`
	Names  []string `arg:"" optional:"" help:"The file that restore is about, the name that pin gives, or words that list looks for."`

	Turn    *int     `help:"The turn that show, diff, rewind, restore, takeout, pin and unpin are about; rewind takes 0, before the first."`
	Before  bool     `help:"Restore what stood there before the turn, not after it."`
	Hunk    []int    `help:"Restore only this change, counted from 1 (repeat it for more); redline checkpoints restore --preview numbers them."`
	Preview bool     `help:"Show what rewind, restore or takeout would do, and do nothing."`
	Keep    []string `help:"Leave this file as it is now, of those in conflict (repeat it for more)." placeholder:"FILE"`
	Merge   []string `help:"Merge what was edited since with what comes back, of a file in conflict (repeat it for more)." placeholder:"FILE"`
	Session string   `help:"Only turns of this chat: list leaves the others out, everything else refuses them."`
	Force   bool     `help:"Replace files that were edited outside Redline, or since the turn; redo or undo brings them back."`
	JSON    bool     `name:"json" help:"Print one JSON object."`
	folderFlags
}

// about says what each action is about, so that what has no meaning for it is refused.
var about = map[string]struct{ turn, file, words, choices, preview bool }{
	"list": {words: true}, "undo": {}, "redo": {},
	"pin": {turn: true, words: true}, "unpin": {turn: true},
	"show": {turn: true}, "diff": {turn: true},
	"rewind":  {turn: true, choices: true, preview: true},
	"restore": {turn: true, file: true, preview: true},
	"takeout": {turn: true, choices: true, preview: true},
}

// check refuses a command line that doesn't make sense.
func (c checkpointsCommand) check() error {
	a := about[c.Action]
	switch {
	case a.turn && c.Turn == nil:
		return usageError("say which turn with --turn N; redline checkpoints list shows them")
	case !a.turn && c.Turn != nil:
		return usageError("--turn has no meaning for " + c.Action)
	case a.turn && *c.Turn < 0:
		return usageError("a turn is a number from 1; 0 is before the first")
	case a.file && len(c.Names) != 1:
		return usageError("say which file to " + c.Action + ", and one only")
	case !a.file && !a.words && len(c.Names) > 0:
		return usageError(fmt.Sprintf("%s has no meaning for %s", c.Names[0], c.Action))
	case !a.choices && len(c.Keep)+len(c.Merge) > 0:
		return usageError("--keep and --merge have no meaning for " + c.Action)
	case c.Action != "restore" && (c.Before || len(c.Hunk) > 0):
		return usageError("--before and --hunk have no meaning for " + c.Action)
	case !a.preview && c.Preview:
		return usageError("--preview has no meaning for " + c.Action)
	}
	return nil
}

func (c checkpointsCommand) Run(e *env) error {
	if err := c.check(); err != nil {
		return err
	}
	p, err := c.open(e, nil)
	if err != nil {
		return err
	}
	err = c.act(e, p)
	if c.JSON {
		err = e.saidAsJSON(err)
	}
	return errors.Join(err, p.Close())
}

func (c checkpointsCommand) act(e *env, p *backend.Project) error {
	if err := c.owned(p); err != nil {
		return err
	}
	switch c.Action {
	case "show", "diff":
		return c.show(e, p)
	case "undo":
		m, err := p.Undo(e.ctx, c.Force)
		return c.moved(e, m, err)
	case "redo":
		m, err := p.Redo(e.ctx, c.Force)
		return c.moved(e, m, err)
	case "pin", "unpin":
		return c.pin(e, p)
	case "rewind", "restore", "takeout":
		if c.Preview {
			return c.preview(e, p)
		}
		m, err := c.change(e, p)
		return c.moved(e, m, err)
	}
	return c.list(e, p)
}

// owned refuses a turn of another chat when --session names one.
func (c checkpointsCommand) owned(p *backend.Project) error {
	about := c.turnAbout(p)
	for _, t := range p.Store.Turns() {
		if c.Session != "" && t.Number == about && t.Session != c.Session {
			return fmt.Errorf("turn %d is not one of chat %q; nothing was done", about, c.Session)
		}
	}
	return nil
}

// turnAbout is the turn that the action is about, 0 when it isn't about one.
func (c checkpointsCommand) turnAbout(p *backend.Project) int {
	switch {
	case c.Turn != nil:
		return *c.Turn
	case c.Action == "redo":
		return p.Store.RedoTurn()
	case c.Action == "undo":
		return p.Store.UndoTurn()
	}
	return 0
}

// show tells what a turn changed: as a list, or as a diff from before it to after.
func (c checkpointsCommand) show(e *env, p *backend.Project) error {
	for _, t := range p.Store.Turns() {
		if t.Number != *c.Turn {
			continue
		}
		if c.Action == "diff" {
			return c.diff(e, p, t)
		}
		if c.JSON {
			return printJSON(e, rowOf(t))
		}
		for _, f := range t.Files {
			name := f.Path
			if f.From != "" {
				name = f.From + " -> " + f.Path
			}
			fmt.Fprintf(e.out, "%s\t+%d\t-%d\t%s\n", f.Kind, f.Added, f.Removed, name)
		}
		return nil
	}
	return fmt.Errorf("there is no turn %d; redline checkpoints list shows them", *c.Turn)
}

func (c checkpointsCommand) diff(e *env, p *backend.Project, t checkpoints.Turn) error {
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

// turnDiff is what a turn made of each file, all its changes together.
func turnDiff(p *backend.Project, t checkpoints.Turn) (string, error) {
	first, last := map[string]workspace.State{}, map[string]workspace.State{}
	for _, entry := range p.Store.Entries(t.Number) {
		if _, seen := first[entry.Path]; !seen {
			first[entry.Path] = entry.Before
		}
		last[entry.Path] = entry.After
	}
	var b strings.Builder
	for _, f := range t.Files {
		old := f.Path
		if f.From != "" {
			old = f.From
		}
		before, err := contentOf(p, first[old])
		if err != nil {
			return "", err
		}
		after, err := contentOf(p, last[f.Path])
		if err != nil {
			return "", err
		}
		from, to := "a/"+old, "b/"+f.Path
		if f.From != "" {
			fmt.Fprintf(&b, "diff --git %s %s\nrename from %s\nrename to %s\n", from, to, f.From, f.Path)
		}
		if !first[old].Exists {
			from = "/dev/null"
		}
		if !last[f.Path].Exists {
			to = "/dev/null"
		}
		b.WriteString(unifiedText(before, after, from, to))
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
	kept := ""
	if len(m.Kept) > 0 {
		kept = " Left as they are: " + strings.Join(m.Kept, ", ")
	}
	_, err = fmt.Fprintf(e.out, "At turn %d. %s%s\n", m.Turn, restoredLine(m.Restored), kept)
	return err
}

func printJSON(e *env, v any) error {
	enc := json.NewEncoder(e.out)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// saidAsJSON prints an error where the result would be.
func (e *env) saidAsJSON(err error) error {
	if err == nil || errors.Is(err, errSaid) || e.ctx.Err() != nil {
		return err
	}
	return errors.Join(printJSON(e, map[string]string{"error": app.AsError(err).Message}), errSaid)
}

func contentOf(p *backend.Project, s workspace.State) ([]byte, error) {
	if !s.Exists {
		return nil, nil
	}
	return p.Store.Blob(s.Hash)
}
