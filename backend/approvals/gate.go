// Package approvals holds the questions that wait for a person, and what a person
// said in advance.
//
// Nothing is written before the answer. The first answer to a question holds;
// answering one never answers another, not even an answer that makes a rule. A
// question whose asker gives up is withdrawn. Nothing expires by itself. What an
// answer allows is sealed to the file and the contents that were shown, and is used
// once.
//
// A chat's mode and the person's rules answer in advance. Neither covers a file that
// other programs run later, nor a change that can't be undone: those are asked about
// each time, and a mode that never asks refuses them.
package approvals

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
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
	Mode     func(session string) Mode // nil: every chat asks
	Rules    *Rules                    // nil: there are none, and none can be made

	mu      sync.Mutex
	waiting []*question
}

type question struct {
	request *Request
	outcome chan outcome
}

// outcome ends a question: an answer, or an error that no answer could mend.
type outcome struct {
	answer Answer
	err    error
}

// Ask gives what the chat's mode and the rules say of the request or, where they say
// nothing, puts it to the person and waits for the answer, as long as it takes.
// asked is called before that. When ctx ends first the question is withdrawn
// and ctx's cause returned. A mode's no is a *RefusedError.
func (g *Gate) Ask(ctx context.Context, r *Request, asked func()) (Answer, error) {
	if a, ok, err := g.standing(r); ok || err != nil {
		return a, err
	}
	r.Asked, r.shown = time.Now(), r.digest()
	if ctx.Err() != nil {
		return Answer{}, context.Cause(ctx)
	}
	asked()
	if g.Always != nil {
		return decide(r, *g.Always)
	}
	q := &question{r, make(chan outcome, 1)}
	g.mu.Lock()
	g.waiting = append(g.waiting, q)
	g.mu.Unlock()
	g.announce()
	select {
	case o := <-q.outcome:
		return o.answer, o.err
	case <-ctx.Done():
	}
	if !g.withdraw(q) {
		o := <-q.outcome // it was answered in the same instant; the answer holds
		return o.answer, o.err
	}
	g.announce()
	return Answer{}, context.Cause(ctx)
}

func (g *Gate) withdraw(q *question) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, q)
	if i < 0 {
		return false
	}
	g.waiting = slices.Delete(g.waiting, i, i+1)
	return true
}

// Resolve answers the question with that id. The first answer holds: a second
// one, or one to a withdrawn question, is ErrUnknown. One that doesn't fit
// (ErrBadDecision, ErrOtherEdit) or whose rule can't be saved decides nothing, and
// the question goes on waiting. ErrMutated ends it without an answer.
func (g *Gate) Resolve(id string, d Decision) error {
	err := g.resolve(id, d)
	if err == nil || errors.Is(err, ErrMutated) {
		g.announce()
	}
	return err
}

func (g *Gate) resolve(id string, d Decision) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := g.find(id)
	if i < 0 {
		return ErrUnknown
	}
	q := g.waiting[i]
	a, err := decide(q.request, d)
	if err == nil {
		err = g.Rules.add(q.request, d.Scope)
	}
	if err != nil && !errors.Is(err, ErrMutated) {
		return err
	}
	g.waiting = slices.Delete(g.waiting, i, i+1)
	q.outcome <- outcome{a, err}
	return err
}

// decide makes the answer, and only then looks whether the request still is what was
// shown: what was made into the answer is what was compared.
func decide(r *Request, d Decision) (Answer, error) {
	a, err := answer(r, d)
	if err == nil && r.digest() != r.shown {
		return Answer{}, ErrMutated
	}
	return a, err
}

func (g *Gate) find(id string) int {
	return slices.IndexFunc(g.waiting, func(q *question) bool { return q.request.ID == id })
}

// Request gives the waiting question with that id.
func (g *Gate) Request(id string) (*Request, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := g.find(id); i >= 0 {
		return g.waiting[i].request, nil
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

func (g *Gate) announce() {
	if g.Announce != nil {
		g.Announce()
	}
}
