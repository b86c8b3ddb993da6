// Package approvals holds the questions that wait for a person.
//
// Nothing is written before the answer. The first answer to a question holds;
// answering one never answers another. A question whose asker gives up is
// withdrawn. Nothing expires by itself. What an answer allows is sealed to the
// path and the contents that were shown.
package approvals

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"redline/backend/diff"
	"redline/backend/workspace"
)

// ErrUnknown is the answer to a question that doesn't wait (any more).
var ErrUnknown = errors.New("that edit doesn't wait for an answer; it was decided or withdrawn before")

// ErrBadDecision is an answer that doesn't fit the question.
var ErrBadDecision = errors.New("that answer doesn't fit the edit")

// Gate is the queue of questions of one workspace. Announce is called, without
// any lock held, whenever the queue changes. With Always set every question gets
// that answer at once and nobody is asked.
type Gate struct {
	Announce func()
	Always   *Decision

	mu      sync.Mutex
	waiting []*question
}

type question struct {
	request *Request
	answer  chan Answer
}

// Ask puts the request to the person and waits for the answer, as long as it
// takes. When ctx ends first the question is withdrawn and ctx's cause returned.
func (g *Gate) Ask(ctx context.Context, r *Request) (Answer, error) {
	q := g.enqueue(r)
	if g.Always != nil {
		if err := g.Resolve(r.ID, *g.Always); err != nil {
			return Answer{}, err
		}
	} else {
		g.announce()
	}
	select {
	case a := <-q.answer:
		return a, nil
	case <-ctx.Done():
	}
	if g.remove(r.ID) == nil {
		return <-q.answer, nil // it was answered in the same instant; the answer holds
	}
	g.announce()
	return Answer{}, context.Cause(ctx)
}

func (g *Gate) enqueue(r *Request) *question {
	g.mu.Lock()
	defer g.mu.Unlock()
	r.Asked = time.Now()
	r.seal = seal{path: r.Path, before: r.Before.Hash}
	q := &question{r, make(chan Answer, 1)}
	g.waiting = append(g.waiting, q)
	return q
}

// Resolve answers the question with that id. The first answer holds: a second
// one, or one to a withdrawn question, is ErrUnknown; one that names hunks that
// aren't there is ErrBadDecision and the question goes on waiting.
func (g *Gate) Resolve(id string, d Decision) error {
	r, err := g.Request(id)
	if err != nil {
		return err
	}
	a, err := answer(r, d)
	if err != nil {
		return err
	}
	q := g.remove(id)
	if q == nil {
		return ErrUnknown
	}
	q.answer <- a
	g.announce()
	return nil
}

// Request gives the waiting question with that id.
func (g *Gate) Request(id string) (*Request, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, q := range g.waiting {
		if q.request.ID == id {
			return q.request, nil
		}
	}
	return nil, ErrUnknown
}

// Waiting gives the questions that wait, in the order of asking.
func (g *Gate) Waiting() []*Request {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := make([]*Request, len(g.waiting))
	for i, q := range g.waiting {
		all[i] = q.request
	}
	return all
}

func (g *Gate) remove(id string) *question {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.IndexFunc(g.waiting, func(q *question) bool { return q.request.ID == id })
	if i < 0 {
		return nil
	}
	q := g.waiting[i]
	g.waiting = slices.Delete(g.waiting, i, i+1)
	return q
}

func (g *Gate) announce() {
	if g.Announce != nil {
		g.Announce()
	}
}

// answer turns the decision into what is to be written.
func answer(r *Request, d Decision) (Answer, error) {
	if d.All != Approve && d.All != Reject {
		return Answer{}, fmt.Errorf("%w: it says neither approve nor reject", ErrBadDecision)
	}
	a := Answer{Note: d.Note, Hunks: d.Hunks, seal: r.seal}
	if !r.Text() {
		if len(d.Hunks) > 0 && slices.ContainsFunc(d.Hunks, func(h HunkDecision) bool { return h.Action != d.All }) {
			return Answer{}, fmt.Errorf("%w: it is decided as a whole", ErrBadDecision)
		}
		a.Approved = d.All == Approve
		if a.Approved {
			a.After = r.After
			if r.Diff != nil {
				a.Accepted = len(r.Diff.Hunks)
			}
		}
		a.seal.after = workspace.HashOf(a.After)
		return a, nil
	}
	actions, err := actionsByHunk(r.Diff, d)
	if err != nil {
		return Answer{}, err
	}
	text := r.Diff.Apply(func(h diff.Hunk) diff.Choice {
		switch decided := actions[h.Index]; decided.Action {
		case Approve:
			a.Accepted++
			return diff.Accept()
		case Amend:
			a.Accepted++
			a.Amended = true
			return diff.Replace(decided.Text)
		}
		return diff.Reject()
	})
	a.After = r.Encoding.Encode(string(text))
	a.Approved = a.Accepted > 0 || len(r.Diff.Hunks) == 0 && d.All == Approve
	a.seal.after = workspace.HashOf(a.After)
	return a, nil
}

func actionsByHunk(d *diff.Diff, decision Decision) ([]HunkDecision, error) {
	actions := make([]HunkDecision, len(d.Hunks))
	for i := range actions {
		actions[i] = HunkDecision{Hunk: i, Action: decision.All}
	}
	for _, h := range decision.Hunks {
		if h.Hunk < 0 || h.Hunk >= len(actions) {
			return nil, fmt.Errorf("%w: it has no change %d", ErrBadDecision, h.Hunk+1)
		}
		if h.Action != Approve && h.Action != Reject && h.Action != Amend {
			return nil, fmt.Errorf("%w: %q is no answer to a change", ErrBadDecision, h.Action)
		}
		actions[h.Hunk] = h
	}
	return actions, nil
}

// Granted is the answer to a person's own operation, for which nobody is asked.
func Granted(r *Request) Answer {
	a := Answer{Approved: true, After: r.After, seal: seal{path: r.Path, before: r.Before.Hash, after: workspace.HashOf(r.After)}}
	if r.Diff != nil {
		a.Accepted = len(r.Diff.Hunks)
	}
	return a
}
