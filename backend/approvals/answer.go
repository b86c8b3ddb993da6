package approvals

import (
	"bytes"
	"fmt"
	"slices"

	"redline/backend/diff"
)

// answer turns the decision into what is to be written.
func answer(r *Request, d Decision) (Answer, error) {
	if err := fits(r, d); err != nil {
		return Answer{}, err
	}
	if !r.Text() {
		d.All = whole(r, d)
	}
	a := Answer{Note: d.Note, Hunks: d.Hunks, Scope: d.Scope, Chosen: slices.Repeat([]Action{d.All}, hunks(r))}
	if r.Text() {
		a.choose(r, d)
	} else {
		a.Approved = d.All == Approve
		if a.Approved {
			a.After = bytes.Clone(r.After) // the asker still holds r.After
			a.Accepted = hunks(r)
		}
	}
	a.seal = r.seal(a.After)
	return a, nil
}

// choose splices what was chosen of the hunks.
func (a *Answer) choose(r *Request, d Decision) {
	decided := map[int]HunkDecision{}
	for _, h := range d.Hunks {
		a.Chosen[h.Hunk], decided[h.Hunk] = h.Action, h
	}
	text := r.Diff.Apply(func(h diff.Hunk) diff.Choice {
		switch a.Chosen[h.Index] {
		case Approve:
			a.Accepted++
			return diff.Accept()
		case Amend:
			a.Accepted++
			a.Amended = true
			return diff.Replace(decided[h.Index].Text)
		case Pick:
			a.Accepted++
			a.Picked = true
			return diff.Pick(decided[h.Index].takes())
		}
		return diff.Reject()
	})
	if a.After = text; r.Encoding.Encoding != "" {
		a.After = r.Encoding.Encode(string(text))
	}
	a.Approved = a.Accepted > 0 || len(r.Diff.Hunks) == 0 && d.All == Approve
}

// takes gives which lines of its hunk the decision takes.
func (h HunkDecision) takes() func(diff.Line) bool {
	old, now := map[int]bool{}, map[int]bool{}
	for _, n := range h.Old {
		old[n] = true
	}
	for _, n := range h.New {
		now[n] = true
	}
	return func(l diff.Line) bool { return old[l.Old] || now[l.New] }
}

// picks tells why the lines that a decision takes can't be taken from the hunk.
func (h HunkDecision) picks(of diff.Hunk) string {
	if len(h.Old)+len(h.New) == 0 {
		return "no line is chosen; reject the change instead"
	}
	for _, side := range []struct {
		lines        []int
		first, count int
	}{{h.Old, of.OldStart, of.OldLines}, {h.New, of.NewStart, of.NewLines}} {
		for _, n := range side.lines {
			if n < side.first || n >= side.first+side.count {
				return fmt.Sprintf("line %d is not part of change %d", n, h.Hunk+1)
			}
		}
	}
	return ""
}

// fits tells why the decision can't be an answer to the request.
func fits(r *Request, d Decision) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrBadDecision, fmt.Sprintf(format, args...))
	}
	switch {
	case d.Shown != "" && d.Shown != r.shown:
		return ErrOtherEdit
	case d.All != Approve && d.All != Reject:
		return bad("it says neither approve nor reject")
	case d.Scope != Once && d.Scope != ThisChat && d.Scope != Always:
		return bad("there is no answer %q", d.Scope)
	case d.Scope != Once && (d.All != Approve || !r.Text() && whole(r, d) != Approve):
		return bad("only a yes can hold for later edits")
	case d.Scope == ThisChat && r.Session == "":
		return bad("it belongs to no chat")
	case d.Scope != Once && r.MustAsk() != "":
		return bad("this is asked about each time, since %s", r.MustAsk())
	}
	seen := make([]bool, hunks(r))
	for _, h := range d.Hunks {
		switch {
		case h.Hunk < 0 || h.Hunk >= len(seen):
			return bad("it has no change %d", h.Hunk+1)
		case seen[h.Hunk]:
			return bad("change %d is decided twice", h.Hunk+1)
		case !slices.Contains([]Action{Approve, Reject, Amend, Pick}, h.Action):
			return bad("%q is no answer to a change", h.Action)
		case !r.Text() && h.Action != whole(r, d):
			return bad("it is decided as a whole")
		}
		if h.Action == Pick {
			if why := h.picks(r.Diff.Hunks[h.Hunk]); why != "" {
				return bad("%s", why)
			}
		}
		seen[h.Hunk] = true
	}
	return nil
}

// whole is the answer to a request that is not decided hunk by hunk: what was decided
// on every one of its hunks, or else on all.
func whole(r *Request, d Decision) Action {
	if n := hunks(r); n > 0 && len(d.Hunks) == n && (d.Hunks[0].Action == Approve || d.Hunks[0].Action == Reject) {
		return d.Hunks[0].Action
	}
	return d.All
}

func hunks(r *Request) int {
	if r.Diff == nil {
		return 0
	}
	return len(r.Diff.Hunks)
}

// Granted is a yes to the whole request that nobody was asked for; by says whose it
// is (Answer.By).
func Granted(r *Request, by string) Answer {
	n := hunks(r)
	a := Answer{Approved: true, After: bytes.Clone(r.After), Accepted: n, Chosen: slices.Repeat([]Action{Approve}, n), By: by}
	a.seal = r.seal(a.After)
	return a
}
