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

	"redline/backend/parallel"
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
	answers, err := g.AskAll(ctx, []*Request{r}, func(int) { asked() })
	return answers[0], err
}

// AskAll asks, as Ask does, for changes that are made together, and waits for all the
// answers; asked is told the index of each that is put to the person. They stand in
// the queue one after the other. When one is refused, or ctx ends, those that wait
// are withdrawn. The answers are as many as the requests, also beside an error.
func (g *Gate) AskAll(ctx context.Context, requests []*Request, asked func(i int)) ([]Answer, error) {
	answers := make([]Answer, len(requests))
	var open []int
	for i, r := range requests {
		a, ok, err := g.standing(r)
		if err != nil {
			return answers, err
		}
		if answers[i] = a; !ok {
			open = append(open, i)
		}
	}
	if ctx.Err() != nil {
		return answers, context.Cause(ctx)
	}
	questions := make([]*question, len(open))
	_ = parallel.Each(len(open), func(n int) error {
		r := requests[open[n]]
		r.Asked = time.Now()
		r.keep()
		questions[n] = &question{r, make(chan outcome, 1)}
		return nil
	})
	for _, i := range open {
		asked(i)
	}
	return answers, g.put(ctx, questions, func(n int, a Answer) { answers[open[n]] = a })
}

// put queues the questions and hands over each answer.
func (g *Gate) put(ctx context.Context, questions []*question, take func(n int, a Answer)) error {
	if g.Always != nil {
		return parallel.Each(len(questions), func(n int) error {
			a, err := decide(questions[n].request, *g.Always)
			if err == nil {
				take(n, a)
			}
			return err
		})
	}
	g.mu.Lock()
	g.waiting = append(g.waiting, questions...)
	g.mu.Unlock()
	if len(questions) > 0 {
		g.announce()
	}
	for n, q := range questions {
		a, err := g.await(ctx, q)
		if err != nil {
			g.withdraw(questions[n+1:]...)
			return err
		}
		take(n, a)
	}
	return nil
}

func (g *Gate) await(ctx context.Context, q *question) (Answer, error) {
	select {
	case o := <-q.outcome:
		return o.answer, o.err
	case <-ctx.Done():
	}
	if !g.withdraw(q) {
		o := <-q.outcome // it was answered in the same instant; the answer holds
		return o.answer, o.err
	}
	return Answer{}, context.Cause(ctx)
}

// withdraw takes questions that nobody answered yet out of the queue; false says that
// there was none.
func (g *Gate) withdraw(questions ...*question) bool {
	g.mu.Lock()
	n := len(g.waiting)
	g.waiting = slices.DeleteFunc(g.waiting, func(q *question) bool { return slices.Contains(questions, q) })
	gone := len(g.waiting) < n
	g.mu.Unlock()
	if gone {
		g.announce()
	}
	return gone
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
	if err == nil && r.fingerprint() != r.print {
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
