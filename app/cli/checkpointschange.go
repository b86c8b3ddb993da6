package cli

import (
	"fmt"
	"strings"

	"redline/backend"
	"redline/backend/checkpoints"
	"redline/backend/diff"
)

// change carries out rewind, restore or takeout.
func (c checkpointsCommand) change(e *env, p *backend.Project) (backend.Moved, error) {
	choices, err := c.choices(p)
	if err != nil {
		return backend.Moved{}, err
	}
	switch c.Action {
	case "rewind":
		return p.Rewind(e.ctx, *c.Turn, choices, c.Force)
	case "takeout":
		return p.TakeOut(e.ctx, *c.Turn, choices, "", c.Force)
	}
	return p.Restore(e.ctx, *c.Turn, c.side(), c.Names[0], backend.Part{Hunks: fromOne(c.Hunk)})
}

func (c checkpointsCommand) side() checkpoints.Side {
	if c.Before {
		return checkpoints.Before
	}
	return checkpoints.After
}

// choices gives what --keep and --merge say, for the files under the names that the
// timeline has for them.
func (c checkpointsCommand) choices(p *backend.Project) ([]checkpoints.Choice, error) {
	var all []checkpoints.Choice
	for take, names := range map[checkpoints.Take][]string{checkpoints.TakeNow: c.Keep, checkpoints.TakeMerge: c.Merge} {
		for _, name := range names {
			path, err := p.Workspace.Resolve(name)
			if err != nil {
				return nil, err
			}
			all = append(all, checkpoints.Choice{Path: path.Real(), Take: take})
		}
	}
	return all, nil
}

// previewed is what an action would do, as scripts see it.
type previewed struct {
	Files     []plannedRow `json:"files"`
	Conflicts []string     `json:"conflicts"`
	Diff      string       `json:"diff,omitempty"`  // of restore
	Hunks     int          `json:"hunks,omitempty"` // likewise
}

// plannedRow is one file that would change.
type plannedRow struct {
	Path   string `json:"path"`
	From   string `json:"from,omitempty"`
	Change string `json:"change"`
	Why    string `json:"why,omitempty"` // why somebody has to choose, or it can't be restored
}

// preview prints what the action would do. Nothing is changed.
func (c checkpointsCommand) preview(e *env, p *backend.Project) error {
	v, err := c.planned(p)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(e, v)
	}
	if c.Action == "restore" {
		return printLines(e.out, v.Diff)
	}
	var b strings.Builder
	for _, f := range v.Files {
		change := f.Change
		if change == "" {
			change = "stays"
		}
		b.WriteString(changeLine(change, f.From, f.Path))
		if f.Why != "" {
			b.WriteString(" (" + f.Why + ")")
		}
		b.WriteString("\n")
	}
	if len(v.Files) == 0 {
		b.WriteString("No file would change.\n")
	}
	_, err = fmt.Fprint(e.out, b.String())
	return err
}

func (c checkpointsCommand) planned(p *backend.Project) (previewed, error) {
	v := previewed{Files: []plannedRow{}, Conflicts: []string{}}
	switch c.Action {
	case "rewind":
		plan, err := p.PlanRewind(*c.Turn)
		if err != nil {
			return v, err
		}
		why := map[string]string{}
		for _, conflict := range plan.Conflicts {
			why[conflict.Path] = "edited outside Redline since"
			v.Conflicts = append(v.Conflicts, conflict.Path)
		}
		for _, path := range plan.Unrestorable {
			why[path] = "can't be restored"
		}
		for _, s := range plan.Steps {
			if !s.Stays() || why[s.Path] != "" {
				v.Files = append(v.Files, plannedRow{Path: s.Path, Change: checkpoints.Became(s.Now, s.Then), Why: why[s.Path]})
			}
		}
		return v, nil
	case "takeout":
		plan, err := p.PlanTakeOut(*c.Turn)
		if err != nil {
			return v, err
		}
		for _, f := range plan.Files {
			row := plannedRow{Path: f.Path, From: f.From, Change: checkpoints.Became(f.Now.State, f.Then.State), Why: clashes[f.Clash]}
			if f.From != "" {
				row.Change = checkpoints.Moved
			}
			v.Files = append(v.Files, row)
		}
		v.Conflicts = append(v.Conflicts, plan.Clashes()...)
		return v, nil
	}
	r, err := p.PlanRestore(*c.Turn, c.side(), c.Names[0])
	if err != nil {
		return v, err
	}
	if r.Diff != nil {
		v.Diff, v.Hunks = diff.Unified(r.Diff, "a/"+r.Path, "b/"+r.Path, 3), len(r.Diff.Hunks)
	}
	if !r.Now.Same(r.Then.State) {
		v.Files = append(v.Files, plannedRow{Path: r.Path, Change: checkpoints.Became(r.Now.State, r.Then.State)})
	}
	return v, nil
}

// clashes says in words why a file can't be freed of a turn without a choice.
var clashes = map[checkpoints.Clash]string{
	checkpoints.ClashLines:    "the same lines were changed since",
	checkpoints.ClashChanged:  "changed since",
	checkpoints.ClashReturned: "another file is there since",
	checkpoints.ClashTaken:    "another file has its old name since",
	checkpoints.ClashLost:     "what it was is not kept any more, or it can't be reached",
}
