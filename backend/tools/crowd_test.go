package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"redline/backend/approvals"
)

// crowd is many chats that edit few files at once, each edit a word of its own, and a
// person who answers whatever waits, in any order.
type crowd struct {
	*desk
	files, chats, edits int // edits of each chat
}

func newCrowd(t *testing.T) *crowd {
	c := &crowd{files: 10, chats: 20, edits: 5}
	content := map[string]string{}
	for f := range c.files {
		var words []string
		for chat := range c.chats {
			for e := range c.edits {
				if c.file(chat, e) == f {
					words = append(words, c.word(chat, e))
				}
			}
		}
		content[fmt.Sprintf("%d.txt", f)] = strings.Join(words, "\n") + "\n"
	}
	c.desk = newDesk(t, content)
	return c
}

func (c *crowd) file(chat, edit int) int       { return (chat + edit*3) % c.files }
func (c *crowd) word(chat, edit int) string    { return fmt.Sprintf("chat%dedit%d.", chat, edit) }
func (c *crowd) written(chat, edit int) string { return fmt.Sprintf("CHAT%dEDIT%d.", chat, edit) }

// run lets every chat make its edits at once and gives what came of each.
func (c *crowd) run(ctx func(chat int) context.Context) [][]error {
	results := make([][]error, c.chats)
	var wg sync.WaitGroup
	for chat := range c.chats {
		results[chat] = make([]error, c.edits)
		for e := range c.edits {
			wg.Go(func() {
				at := *c.c
				at.Reads, at.Call = nil, Call{ID: fmt.Sprint(e), Session: fmt.Sprint(chat)}
				args := fmt.Sprintf(`{"path":"%d.txt","target_content":%q,"replacement_content":%q}`, c.file(chat, e), c.word(chat, e), c.written(chat, e))
				results[chat][e] = c.box.Run(ctx(chat), "replace_in_file", &at, json.RawMessage(args)).Err
			})
		}
	}
	wg.Wait()
	return results
}

// answering has a person approve what waits, one of it at a time, until the test ends.
func (c *crowd) answering(before func(*approvals.Request)) {
	gate := c.c.Writer.Gate
	gate.Always = nil
	news := make(chan struct{}, 1)
	gate.Announce = func() {
		select {
		case news <- struct{}{}:
		default:
		}
	}
	end := c.t.Context()
	go func() {
		for {
			select {
			case <-end.Done():
				return
			case <-news:
			}
			for w := gate.Waiting(); len(w) > 0; w = gate.Waiting() {
				r := w[rand.IntN(len(w))]
				before(r)
				_ = gate.Resolve(r.ID, approvals.Decision{All: approvals.Approve, Shown: r.Shown()}) // it may have been withdrawn
			}
		}
	}()
}

// check holds the files and the timeline against what came of each edit.
func (c *crowd) check(results [][]error) (done int) {
	c.t.Helper()
	now := c.desk.files()
	for chat := range c.chats {
		for e, err := range results[chat] {
			text := now[fmt.Sprintf("%d.txt", c.file(chat, e))]
			if has, had := strings.Contains(text, c.written(chat, e)), strings.Contains(text, c.word(chat, e)); has != (err == nil) || had == has {
				c.t.Errorf("edit %d of chat %d ended with %v; written %t, the old there %t", e, chat, err, has, had)
			}
			if err == nil {
				done++
			}
		}
	}
	entries := 0
	for _, turn := range c.c.Writer.Store.Turns() {
		entries += len(c.c.Writer.Store.Entries(turn.Number))
	}
	if entries != done {
		c.t.Errorf("%d edits were written and %d are on the timeline", done, entries)
	}
	if w := c.c.Writer.Gate.Waiting(); len(w) > 0 {
		c.t.Errorf("%d edits still wait", len(w))
	}
	return done
}

// FS-30: a hundred edits of ten files by twenty chats at once neither wait for each
// other without end nor lose one.
func TestCrowd(t *testing.T) {
	c := newCrowd(t)
	c.answering(func(*approvals.Request) {})
	if done := c.check(c.run(func(int) context.Context { return t.Context() })); done != c.chats*c.edits {
		t.Errorf("%d of %d edits were written", done, c.chats*c.edits)
	}
}

// Chats that are stopped in the middle, some while they wait for an answer and some
// while they wait for a file, lose what wasn't written yet and hold nobody up: every
// edit of the others is written, and every file is free afterwards.
func TestCrowdPartlyStopped(t *testing.T) {
	c := newCrowd(t)
	stopped := errors.New("stopped by you")
	ctxs := make([]context.Context, c.chats)
	stops := make([]context.CancelCauseFunc, c.chats)
	for i := range ctxs {
		ctxs[i], stops[i] = context.WithCancelCause(t.Context())
	}
	var answered atomic.Int64
	c.answering(func(*approvals.Request) {
		if n := answered.Add(1); n%4 == 0 && n <= 40 {
			stops[2*(n/4)-1](stopped) // every second chat, one after the other
		}
	})
	results := c.run(func(chat int) context.Context { return ctxs[chat] })
	c.check(results)
	lost := 0
	for chat := range c.chats {
		for e, err := range results[chat] {
			switch {
			case err == nil:
			case chat%2 == 1 && errors.Is(err, stopped):
				lost++
			default:
				t.Errorf("edit %d of chat %d, which was not stopped: %v", e, chat, err)
			}
		}
	}
	if lost == 0 {
		t.Error("nobody was stopped in the middle")
	}
	c.c.Writer.Gate.Always = &approvals.Decision{All: approvals.Approve}
	for f := range c.files {
		c.says(c.call("create_file", map[string]any{"path": fmt.Sprintf("%d.txt", f), "content": "free\n", "overwrite": true}), "was not read")
	}
}
