package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"redline/backend"
	"redline/backend/checkpoints"
)

// turnRow is one turn as scripts see it.
type turnRow struct {
	Turn    int       `json:"turn"`
	Session string    `json:"session"`
	Label   string    `json:"label"`
	Time    time.Time `json:"time"`
	State   string    `json:"state"`
	Pin     string    `json:"pin,omitempty"`
	Files   []fileRow `json:"files"`
}

type fileRow struct {
	Path    string `json:"path"`
	From    string `json:"from,omitempty"` // its path before, of a file that was moved
	Change  string `json:"change"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
}

// outsideRow is a change past the tools, after a turn.
type outsideRow struct {
	ID    string    `json:"id"`
	After int       `json:"after"`
	By    string    `json:"by"` // outside or command
	Time  time.Time `json:"time"`
	Files []fileRow `json:"files"`
	More  int       `json:"more,omitempty"`
}

// usageRow says how much is kept, in bytes.
type usageRow struct {
	Bytes    int64 `json:"bytes"`
	MaxBytes int64 `json:"max_bytes"`
	MaxAge   int   `json:"max_age_days"`
	Oldest   int   `json:"oldest"`
	Next     int   `json:"next"`    // the turn that is dropped next, 0 for none
	Dropped  int   `json:"dropped"` // turns up to this one are gone, but for pinned ones
	Pinned   int   `json:"pinned"`
}

// timelineRows is what checkpoints gives to scripts.
type timelineRows struct {
	Turns   []turnRow    `json:"turns"` // newest first (WS-60)
	Head    int          `json:"head"`
	Outside []outsideRow `json:"outside"` // newest first
	Usage   usageRow     `json:"usage"`
}

func rowsOf(p *backend.Project) timelineRows {
	u := p.Store.Usage()
	t := timelineRows{Turns: []turnRow{}, Head: p.Store.Head(), Outside: []outsideRow{}, Usage: usageRow{
		u.Bytes, u.MaxBytes, int(u.MaxAge.Hours() / 24), u.Oldest, u.Next, u.Dropped, u.Pinned,
	}}
	for _, turn := range slices.Backward(p.Store.Turns()) {
		t.Turns = append(t.Turns, rowOf(turn))
	}
	for _, m := range slices.Backward(p.Store.Marks()) {
		row := outsideRow{ID: m.ID, After: m.Turn, By: string(m.By), Time: m.Time, Files: []fileRow{}, More: m.More}
		for _, f := range m.Files {
			row.Files = append(row.Files, fileRow{Path: f.Path, Change: f.Change()})
		}
		t.Outside = append(t.Outside, row)
	}
	return t
}

func rowOf(t checkpoints.Turn) turnRow {
	row := turnRow{Turn: t.Number, Session: t.Session, Label: t.Label, Time: t.Time, State: string(t.State), Pin: t.Pin, Files: []fileRow{}}
	for _, f := range t.Files {
		row.Files = append(row.Files, fileRow{f.Path, f.From, f.Kind, f.Added, f.Removed})
	}
	return row
}

func (c checkpointsCommand) list(e *env, p *backend.Project) error {
	rows := rowsOf(p)
	found := map[int]bool{}
	words := strings.Join(c.Names, " ")
	for _, f := range p.Store.Find(words) {
		found[f.Turn] = true
	}
	rows.Turns = slices.DeleteFunc(rows.Turns, func(r turnRow) bool {
		return c.Session != "" && r.Session != c.Session || words != "" && !found[r.Turn]
	})
	if words != "" {
		rows.Outside = []outsideRow{}
	}
	if c.JSON {
		return printJSON(e, rows)
	}
	if len(rows.Turns)+len(rows.Outside) == 0 {
		none := "There are no turns yet."
		if words != "" {
			none = "No turn has that in its prompt, its name or its files."
		}
		_, err := fmt.Fprintln(e.err, none)
		return err
	}
	_, err := fmt.Fprint(e.out, rows.text(), rows.Usage.text())
	return err
}

// text is the turns, a line each, with what was changed outside between them.
func (t timelineRows) text() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	outside := t.Outside
	mark := func(from int) {
		for ; len(outside) > 0 && outside[0].After >= from; outside = outside[1:] {
			m := outside[0]
			fmt.Fprintf(w, "-\t%s\t%s\t%s\t%s\n", clock(m.Time), m.By, counted(len(m.Files)+m.More, "file"), m.names())
		}
	}
	for _, r := range t.Turns {
		mark(r.Turn)
		label := r.Label
		if r.Pin != "" {
			label += " [pinned: " + r.Pin + "]"
		}
		at := ""
		if r.Turn == t.Head {
			at = "\t<- here"
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s%s\n", r.Turn, clock(r.Time), r.State, counted(len(r.Files), "file"), label, at)
	}
	mark(0)
	_ = w.Flush() // into memory
	return b.String()
}

func clock(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

// names gives the first files of a change from outside.
func (r outsideRow) names() string {
	const most = 3
	var names []string
	for _, f := range r.Files[:min(len(r.Files), most)] {
		names = append(names, f.Path)
	}
	if more := len(r.Files) + r.More - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// text states the budget (FS-62, FS-67).
func (u usageRow) text() string {
	if u.MaxBytes == 0 {
		return "" // it wasn't told
	}
	s := fmt.Sprintf("Kept: %s of %s, for %s.", bytesText(u.Bytes), bytesText(u.MaxBytes), counted(u.MaxAge, "day"))
	if u.Dropped > 0 {
		s += fmt.Sprintf(" Turns up to %d are no longer kept, but for pinned ones.", u.Dropped)
	}
	if u.Next > 0 {
		s += fmt.Sprintf(" Turn %d is dropped next.", u.Next)
	}
	return s + "\n"
}

func bytesText(n int64) string {
	switch {
	case n < 1<<10:
		return counted(int(n), "byte")
	case n < 1<<20:
		return fmt.Sprintf("%d KB", (n+1<<9)>>10)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}

// pin names a turn, after its prompt where no name is given, or takes the name away.
func (c checkpointsCommand) pin(e *env, p *backend.Project) error {
	turn, ok := p.Store.Turn(*c.Turn)
	if !ok {
		return fmt.Errorf("there is no turn %d; redline checkpoints list shows them", *c.Turn)
	}
	name := ""
	if c.Action == "pin" {
		name = cmp.Or(strings.Join(c.Names, " "), turn.Label)
	}
	if err := p.Store.Pin(turn.Number, name); err != nil {
		return err
	}
	turn, _ = p.Store.Turn(turn.Number)
	if c.JSON {
		return printJSON(e, rowOf(turn))
	}
	said := fmt.Sprintf("Turn %d is pinned as %q. It is kept whatever its age and the budget.", turn.Number, turn.Pin)
	if name == "" {
		said = fmt.Sprintf("Turn %d is no longer pinned.", turn.Number)
	}
	_, err := fmt.Fprintln(e.out, said)
	return err
}
