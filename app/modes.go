package app

import "redline/backend/approvals"

// Modes gives the modes that a chat could have, and why it can't have some.
func (c *Chats) Modes() ([]ModeChoice, error) {
	p, err := c.app.open()
	if err != nil {
		return nil, err
	}
	choices := make([]ModeChoice, len(approvals.Modes))
	for i, m := range approvals.Modes {
		choices[i].Mode = string(m)
		if _, err := approvals.ParseMode(string(m), p.ConfinedBy()); err != nil {
			choices[i].Refused = AsError(err).Message
		}
	}
	return choices, nil
}

// SetMode gives a chat a mode, from its next edit on; it is kept with the chat.
func (c *Chats) SetMode(r ModeRequest) (Chat, error) {
	p, err := c.app.open()
	if err != nil {
		return Chat{}, err
	}
	if err := p.SetMode(r.Chat, r.Mode); err != nil {
		return Chat{}, AsError(err)
	}
	s, err := p.Chats.Get(r.Chat)
	if err != nil {
		return Chat{}, AsError(err)
	}
	_, running := p.RunningChats()[r.Chat]
	return chatOf(p, s, running, waitingIn(p, r.Chat)), nil
}
