package app

import (
	"sync"
	"time"
)

// Event is one message to the front end. Seq rises by one with each; a page that
// sees a gap asks for the present state again.
type Event struct {
	Seq   uint64 `json:"seq"`
	Topic string `json:"topic"` // one of the Topic constants
	Data  any    `json:"data"`  // the topic's type below
}

// The topics, each with the type of its Data.
const (
	TopicWorkspace = "workspace" // Workspace: another folder, or none, is open
	TopicTurn      = "turn"      // TurnEvent: a turn as it stands now
	TopicText      = "text"      // TextEvent: words added to a turn's last block
	TopicChats     = "chats"     // []Chat: the list of chats changed
	TopicApprovals = "approvals" // []EditSlip: the edits that wait, oldest first
	TopicTimeline  = "timeline"  // TimelineState
	TopicFiles     = "files"     // FilesEvent: files changed on disk
	TopicExport    = "export"    // ExportJob
	TopicProblem   = "problem"   // Error: something failed that no call was waiting for
	TopicSettings  = "settings"  // Preferences
)

// TurnEvent carries a whole turn: when it begins, when a block is added or
// changes state, and when it ends.
type TurnEvent struct {
	Chat string `json:"chat"`
	Turn Turn   `json:"turn"`
}

// TextEvent appends Text to the last block of a turn.
type TextEvent struct {
	Chat  string `json:"chat"`
	Turn  int    `json:"turn"`  // Turn.Index
	Block int    `json:"block"` // index in Turn.Blocks
	Text  string `json:"text"`
}

// FilesEvent names files that changed, by a tool or from outside.
type FilesEvent struct {
	Paths []string `json:"paths"`
}

// subscriberBuffer is how many events a slow page may lag behind before it is cut
// off; it then reconnects and asks for the present state.
const subscriberBuffer = 256

// Events numbers what happens and hands it to every open page. The zero value is
// ready. It never blocks the sender: a page that can't keep up is closed.
type Events struct {
	mu   sync.Mutex
	seq  uint64
	subs map[chan Event]struct{}
}

// Emit sends data to every subscriber under the next sequence number.
func (e *Events) Emit(topic string, data any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.seq++
	ev := Event{Seq: e.seq, Topic: topic, Data: data}
	for ch := range e.subs {
		select {
		case ch <- ev:
		default:
			delete(e.subs, ch)
			close(ch)
		}
	}
}

// Subscribe gives a channel of the events from now on, the number of the last one
// already sent, and a function that ends the subscription. The channel is closed
// when the subscriber lags too far behind.
func (e *Events) Subscribe() (<-chan Event, uint64, func()) {
	ch := make(chan Event, subscriberBuffer)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.subs == nil {
		e.subs = map[chan Event]struct{}{}
	}
	e.subs[ch] = struct{}{}
	return ch, e.seq, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if _, ok := e.subs[ch]; ok {
			delete(e.subs, ch)
			close(ch)
		}
	}
}

// Heartbeat keeps proxies and the window from closing a silent event stream, and
// lets a handler notice a page that is gone by the failed write.
const Heartbeat = 15 * time.Second
