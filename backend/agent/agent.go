// Package agent runs a turn: it hands the conversation to a model, shows what the
// model says as it says it, runs the tools that it calls, and goes on until the
// model has nothing more to call.
//
// A turn that is stopped keeps what was said and done. It knows no user
// interface: what happens goes to a Sink.
package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"sync"
)

// Model answers a conversation. Stream yields the parts of one answer in order;
// an error ends it. It stops soon after ctx ends.
type Model interface {
	Name() string
	Stream(ctx context.Context, conversation []Message) iter.Seq2[Part, error]
}

// Part is a piece of an answer: some words or, with Call set, one tool call.
type Part struct {
	Text string
	Call *Call
}

// Role is who a message is from.
type Role string

// The authors of messages.
const (
	User  Role = "user"
	Agent Role = "agent"
	Tools Role = "tools" // the results of the calls in the message before
)

// Message is one message of a conversation.
type Message struct {
	Role    Role
	Text    string
	Calls   []Call   // by the agent
	Results []Result // by the tools, in the order of the calls
}

// Call asks for a tool.
type Call struct {
	ID   string          `json:"id"` // unique in its turn
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"` // one object
}

// Result is what a tool answered.
type Result struct {
	CallID string          `json:"call"`
	JSON   json.RawMessage `json:"result"`
	Failed bool            `json:"failed"`
}

// Sink is told what happens in a turn, in order. Results of calls that run at
// once may come in any order, each on its own goroutine.
type Sink interface {
	Text(words string)
	Call(c Call)
	Result(c Call, r Result)
}

// Runner runs one tool call.
type Runner func(ctx context.Context, c Call) Result

// MaxSteps is how often a model is asked in one turn before the turn is ended; a
// model that calls tools without end is a defect, not work.
const MaxSteps = 100

// ErrMaxSteps ends a turn whose model never comes to an end.
var ErrMaxSteps = errors.New("the turn was ended after 100 steps; what was written is on the timeline")

// Run answers the conversation, whose last message is the user's. Calls that a
// model makes in one answer run at once; none runs when the answer broke off. What
// the model said and did is appended to the conversation that it returns, also
// beside an error.
func Run(ctx context.Context, m Model, conversation []Message, run Runner, sink Sink) ([]Message, error) {
	ids := map[string]bool{}
	for range MaxSteps {
		answer, err := listen(ctx, m, conversation, ids, sink)
		if answer.Text != "" || len(answer.Calls) > 0 {
			conversation = append(conversation, answer)
		}
		if err != nil && len(answer.Calls) > 0 {
			conversation = append(conversation, Message{Role: Tools, Results: unanswered(answer.Calls, sink)})
		}
		if err != nil || len(answer.Calls) == 0 {
			return conversation, err
		}
		conversation = append(conversation, Message{Role: Tools, Results: runAll(ctx, answer.Calls, run, sink)})
		if ctx.Err() != nil {
			return conversation, context.Cause(ctx)
		}
	}
	return conversation, ErrMaxSteps
}

// listen takes one answer of the model. A model that panics has failed like one
// that says so. Calls get an id of their own where the model gave none, or one that
// another call of the turn has.
func listen(ctx context.Context, m Model, conversation []Message, ids map[string]bool, sink Sink) (answer Message, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s broke off because of a defect (%v); what it wrote before is kept", m.Name(), r)
		}
	}()
	answer.Role = Agent
	for part, err := range m.Stream(ctx, conversation) {
		if ctx.Err() != nil {
			return answer, context.Cause(ctx)
		}
		if err != nil {
			return answer, err
		}
		if part.Text != "" {
			answer.Text += part.Text
			sink.Text(part.Text)
		}
		if part.Call != nil {
			c := *part.Call
			for n := len(ids) + 1; c.ID == "" || ids[c.ID]; n++ {
				c.ID = fmt.Sprintf("call-%d", n)
			}
			ids[c.ID] = true
			answer.Calls = append(answer.Calls, c)
			sink.Call(c)
		}
	}
	if ctx.Err() != nil { // a model may just end when it is stopped
		return answer, context.Cause(ctx)
	}
	return answer, nil
}

// notRun is the result of a call whose answer broke off.
const notRun = `{"error":"not run: the answer broke off after this call; nothing was written"}`

// unanswered gives calls that are not run a result each: a conversation where one
// has none can't be gone on with.
func unanswered(calls []Call, sink Sink) []Result {
	results := make([]Result, len(calls))
	for i, c := range calls {
		results[i] = Result{CallID: c.ID, JSON: json.RawMessage(notRun), Failed: true}
		sink.Result(c, results[i])
	}
	return results
}

func runAll(ctx context.Context, calls []Call, run Runner, sink Sink) []Result {
	results := make([]Result, len(calls))
	var wg sync.WaitGroup
	for i, c := range calls {
		wg.Go(func() {
			results[i] = run(ctx, c)
			sink.Result(c, results[i])
		})
	}
	wg.Wait()
	return results
}
