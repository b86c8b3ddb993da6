package backend

import (
	"errors"
	"fmt"
	"strings"

	"redline/backend/approvals"
	"redline/backend/audit"
)

// ConfinedBy says what holds this process, "" when nothing is known to.
func (p *Project) ConfinedBy() string {
	if p.options.ConfinedBy != nil {
		return p.options.ConfinedBy()
	}
	return approvals.ConfinedBy()
}

// Mode is what a chat asks about. A chat that is gone, one whose mode isn't known to
// this Redline, and one that bypassed in a sandbox and is resumed outside of one, ask
// about everything.
func (p *Project) Mode(chat string) approvals.Mode {
	if p.options.Mode != "" {
		return p.options.Mode
	}
	c, err := p.Chats.Get(chat)
	if err != nil {
		return approvals.ModeAsk
	}
	mode, err := approvals.ParseMode(c.Mode, p.ConfinedBy())
	if err != nil {
		return approvals.ModeAsk
	}
	return mode
}

// SetMode sets what a chat asks about, from its next edit on; edits that wait go on
// waiting. It is kept with the chat. An unknown mode, or bypass in a process that
// nothing holds, changes nothing (WS-44); nor does a mode that can't be recorded,
// unless it is one that asks about everything.
func (p *Project) SetMode(chat, name string) error {
	mode, err := approvals.ParseMode(name, p.ConfinedBy())
	if err != nil {
		return err
	}
	if _, err := p.Chats.Get(chat); err != nil {
		return err
	}
	unrecorded := p.Audit.Append(audit.Entry{Kind: audit.ModeSet, Chat: chat, Text: string(mode)})
	if unrecorded != nil && mode != approvals.ModeAsk {
		return fmt.Errorf("the mode was not changed: %w", unrecorded)
	}
	err = p.Chats.SetMode(chat, string(mode))
	p.observer().Chats()
	return errors.Join(unrecorded, err)
}

// Revoke takes back rules by their IDs, at once, and says how many there were.
func (p *Project) Revoke(ids ...string) (int, error) {
	n, err := p.Rules.Revoke(ids...)
	return n, errors.Join(err, p.recordRevoked(n, strings.Join(ids, "\n")))
}

// ClearRules takes back every rule.
func (p *Project) ClearRules() (int, error) {
	n, err := p.Rules.Clear()
	return n, errors.Join(err, p.recordRevoked(n, "all"))
}

// recordRevoked comes after the fact: what can't be recorded is revoked all the same.
func (p *Project) recordRevoked(n int, which string) error {
	if n == 0 {
		return nil
	}
	if err := p.Audit.Append(audit.Entry{Kind: audit.RuleGone, Text: which}); err != nil {
		return fmt.Errorf("%d rules were revoked: %w", n, err)
	}
	return nil
}
