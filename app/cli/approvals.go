package cli

import (
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"redline/backend/approvals"
)

type approvalsCommand struct {
	Action string   `arg:"" optional:"" enum:"list,revoke,clear" default:"list" help:"list, revoke or clear."`
	Keys   []string `arg:"" optional:"" help:"What to revoke, as it is listed: write:FOLDER or delete:FOLDER."`
	JSON   bool     `name:"json" help:"Print one JSON object."`
}

// ruleRow is a saved rule as it is printed.
type ruleRow struct {
	Key   string    `json:"key"`
	Path  string    `json:"path"` // the file that was asked about
	Chat  string    `json:"chat"`
	Turn  int       `json:"turn"`
	Given time.Time `json:"given"`
	Used  time.Time `json:"used,omitzero"`
}

func (c approvalsCommand) Run(e *env) error {
	rules := approvals.OpenRules(e.home.Approvals())
	switch {
	case c.Action == "revoke" && len(c.Keys) == 0:
		return usageError("say what to revoke; redline approvals lists it, and clear revokes all")
	case c.Action != "revoke" && len(c.Keys) > 0:
		return usageError(c.Action + " takes no further words")
	case c.Action == "revoke":
		return c.revoked(e, len(c.Keys), func() (int, error) { return rules.Revoke(c.Keys...) })
	case c.Action == "clear":
		return c.revoked(e, 0, rules.Clear)
	}
	return c.list(e, rules)
}

// revoked takes rules back and says how many; fewer than wanted is a failure.
func (c approvalsCommand) revoked(e *env, want int, revoke func() (int, error)) error {
	n, err := revoke()
	if err == nil && n < want {
		err = fmt.Errorf("%d of %d rules were revoked; the others aren't there. redline approvals lists those that are", n, want)
	}
	var printed error
	if c.JSON {
		printed = printJSON(e, map[string]int{"revoked": n})
	} else if err == nil {
		_, printed = fmt.Fprintf(e.out, "%d revoked\n", n)
	}
	return errors.Join(err, printed)
}

func (c approvalsCommand) list(e *env, rules *approvals.Rules) error {
	all, err := rules.List()
	if err != nil {
		return err
	}
	rows := make([]ruleRow, len(all))
	for i, r := range all {
		rows[i] = ruleRow{Key: r.Key, Path: r.Path, Chat: r.Chat, Turn: r.Turn, Given: r.Given, Used: r.Used}
	}
	if c.JSON {
		return printJSON(e, map[string]any{"rules": rows})
	}
	if len(rows) == 0 {
		_, err := fmt.Fprintln(e.err, "Nothing is allowed without asking.")
		return err
	}
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		used := "never used"
		if !r.Used.IsZero() {
			used = "used " + r.Used.Local().Format(time.DateTime)
		}
		fmt.Fprintf(w, "%s\tgiven %s for %s\t%s\n", r.Key, r.Given.Local().Format(time.DateTime), r.Path, used)
	}
	return w.Flush()
}
