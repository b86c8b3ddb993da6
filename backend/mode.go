package backend

import "redline/backend/approvals"

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
// nothing holds, changes nothing (WS-44).
func (p *Project) SetMode(chat, name string) error {
	mode, err := approvals.ParseMode(name, p.ConfinedBy())
	if err != nil {
		return err
	}
	err = p.Chats.SetMode(chat, string(mode))
	p.observer().Chats()
	return err
}
