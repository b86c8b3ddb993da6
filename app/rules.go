package app

import "redline/backend"

// Rules gives what the person allowed in advance.
func (a *Approvals) Rules() (RuleList, error) {
	p, err := a.app.open()
	if err != nil {
		return RuleList{}, err
	}
	return rulesOf(p), nil
}

func rulesOf(p *backend.Project) RuleList {
	rules, err := p.Rules.List()
	l := RuleList{Rules: []Rule{}}
	if err != nil {
		l.Problem = AsError(err).Message
	}
	for _, r := range rules {
		v := Rule{
			ID: r.ID(), Scope: string(r.Scope), Chat: r.Chat, Turn: r.Turn,
			Path: r.Path, Given: r.Given, Used: r.Used,
		}
		v.Kind, v.Folder = r.Split()
		v.Here = v.Folder == p.Workspace.Dir()
		if chat, err := p.Chats.Get(r.Chat); err == nil {
			v.Title = chat.Title
		}
		l.Rules = append(l.Rules, v)
	}
	return l
}

// Revoke takes back rules, at once. Those that can't be taken out of their file are
// named in an error, and hold no more all the same until Redline ends (WS-62).
func (a *Approvals) Revoke(req RevokeRequest) (RuleList, error) {
	return a.revoked(func(p *backend.Project) (int, error) { return p.Revoke(req.Rules...) })
}

// ClearRules takes back every rule, as Revoke does.
func (a *Approvals) ClearRules() (RuleList, error) { return a.revoked((*backend.Project).ClearRules) }

func (a *Approvals) revoked(revoke func(*backend.Project) (int, error)) (RuleList, error) {
	p, err := a.app.open()
	if err != nil {
		return RuleList{}, err
	}
	if _, err := revoke(p); err != nil {
		return RuleList{}, AsError(err)
	}
	return rulesOf(p), nil
}
