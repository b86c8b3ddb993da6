package approvals

import (
	"errors"
	"fmt"
	"strings"

	"redline/backend/config"
)

// Mode says what a chat is asked about (product.md).
type Mode string

// The modes. A chat begins with ModeAsk.
const (
	ModeAsk         Mode = "ask"          // everything that no rule covers
	ModeAcceptEdits Mode = "accept-edits" // deletions, and what always asks; edits are written
	ModePlan        Mode = "plan"         // nothing: it only reads, writes are refused
	ModeJail        Mode = "jail"         // nothing: the sandbox is the whole protection
	ModeBypass      Mode = "bypass"       // nothing, in a process that is itself sandboxed
)

// Modes lists the modes from the most asking to the least.
var Modes = []Mode{ModeAsk, ModeAcceptEdits, ModePlan, ModeJail, ModeBypass}

var (
	// ErrUnknownMode is a mode that there isn't (WS-44).
	ErrUnknownMode = errors.New("there is no such mode")
	// ErrBypassNeedsSandbox refuses to stop asking in a process that nothing holds
	// (WS-44).
	ErrBypassNeedsSandbox = errors.New("bypass is only for a Redline that itself runs in a container or sandbox; this one doesn't, so what an agent writes could reach everything that you can. Use jail instead: it doesn't ask either, and stays in the folder")
)

// ParseMode understands the name of a mode; "" is ModeAsk. confinedBy names what
// holds this process (ConfinedBy), "" when nothing does: then ModeBypass is refused.
func ParseMode(name, confinedBy string) (Mode, error) {
	if name == "" {
		return ModeAsk, nil
	}
	known := make([]string, len(Modes))
	for i, m := range Modes {
		known[i] = string(m)
		if string(m) != name {
			continue
		}
		if m == ModeBypass && confinedBy == "" {
			return "", ErrBypassNeedsSandbox
		}
		return m, nil
	}
	hint := "known are " + strings.Join(known, ", ")
	if near := config.Nearest(name, known); near != "" {
		hint = fmt.Sprintf("the nearest is %q", near)
	}
	return "", fmt.Errorf("%w as %q; %s", ErrUnknownMode, name, hint)
}

// RefusedError is a mode's no: nobody was asked and nothing was written.
type RefusedError struct {
	Path string
	Mode Mode
	Why  string // what of the edit the mode doesn't let through; "" is any edit
}

func (e *RefusedError) Error() string {
	if e.Mode == ModePlan {
		return fmt.Sprintf("%s stays as it is, since this chat is in plan mode, which only reads; nothing was written. Go on reading, and describe the change in your answer: the person can switch the mode and have it carried out", e.Path)
	}
	return fmt.Sprintf("%s needs a person's yes (%s), and this chat is in %s mode, which never asks; nothing was written. Leave this file, or tell the person what it would need", e.Path, e.Why, e.Mode)
}

// standing tells what the chat's mode and the rules say of a request without asking:
// an answer, a refusal, or neither (ok is false), and then a person is asked.
func (g *Gate) standing(r *Request) (_ Answer, ok bool, err error) {
	mode := ModeAsk
	if g.Mode != nil {
		mode = g.Mode(r.Session)
	}
	why := r.MustAsk()
	switch {
	case mode == ModePlan, mode == ModeJail && why != "":
		return Answer{}, false, &RefusedError{Path: r.Path, Mode: mode, Why: why}
	case mode == ModeBypass, mode == ModeJail:
		return Granted(r, string(mode)), true, nil
	case why != "":
		return Answer{}, false, nil
	case mode == ModeAcceptEdits && r.Kind == WriteFile:
		return Granted(r, string(mode)), true, nil
	}
	if scope, ok := g.Rules.cover(r); ok {
		return Granted(r, string(scope)), true, nil
	}
	return Answer{}, false, nil
}
