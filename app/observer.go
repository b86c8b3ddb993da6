package app

import "redline/backend"

// observer turns what happens in the project into events for the pages.
type observer struct{ app *App }

var _ backend.Observer = observer{}

// Turn implements backend.Observer.
func (o observer) Turn(chat string, t backend.Turn) {
	p, err := o.app.open()
	if err != nil {
		return // the folder was closed under the turn: nobody looks any more
	}
	o.app.Events.Emit(TopicTurn, TurnEvent{chat, turnOf(t, firstWaiting(p, chat))})
}

// Text implements backend.Observer.
func (o observer) Text(chat string, turn, block int, words string) {
	o.app.Events.Emit(TopicText, TextEvent{chat, turn, block, words})
}

// Chats implements backend.Observer.
func (o observer) Chats() {
	if p, err := o.app.open(); err == nil {
		o.app.Events.Emit(TopicChats, chatsOf(p))
	}
}

// Approvals implements backend.Observer. The head of the queue may have changed,
// and with it what the thread says of the others.
func (o observer) Approvals() {
	p, err := o.app.open()
	if err != nil {
		return
	}
	slips, err := (&Approvals{o.app}).Waiting()
	if err != nil {
		return
	}
	o.app.Events.Emit(TopicApprovals, slips)
	o.app.Events.Emit(TopicChats, chatsOf(p))
	o.app.Events.Emit(TopicTimeline, timelineOf(p))
	p.EachRunning(o.Turn)
}

// Timeline implements backend.Observer.
func (o observer) Timeline() {
	if p, err := o.app.open(); err == nil {
		o.app.Events.Emit(TopicTimeline, timelineOf(p))
	}
}

// Files implements backend.Observer.
func (o observer) Files(paths []string) {
	o.app.Events.Emit(TopicFiles, FilesEvent{list(paths)})
}
