// Package builtin is the assistant that needs no model and no network. It
// understands a documented set of commands and turns each into the same tool
// calls, approvals and checkpoints that a model's work goes through. It says what
// it is and what it can't do, and never pretends to be a model.
package builtin

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"redline/backend/agent"
	"redline/backend/config"
)

// Timeline is what the person's own commands about time need.
type Timeline interface {
	// Undo takes back the latest turn that changed files and says what it did.
	Undo(ctx context.Context) (string, error)
	// Redo takes back the latest undo or rewind and says what it did.
	Redo(ctx context.Context) (string, error)
}

// Assistant is the built-in assistant.
type Assistant struct{ time Timeline }

var _ agent.Model = (*Assistant)(nil)

// New makes the assistant; undo and redo go to t.
func New(t Timeline) *Assistant { return &Assistant{t} }

// Name implements agent.Model.
func (*Assistant) Name() string { return "Built-in commands" }

// Aside tells whether a prompt is about the timeline rather than a turn on it.
func (*Assistant) Aside(prompt string) bool {
	cmd, err := understand(prompt)
	return err == nil && (cmd.verb == verbUndo || cmd.verb == verbRedo)
}

// Stream implements agent.Model.
func (a *Assistant) Stream(ctx context.Context, conversation []agent.Message) iter.Seq2[agent.Part, error] {
	return func(yield func(agent.Part, error) bool) {
		prompt, round := lastPrompt(conversation)
		if round > 0 {
			a.goOn(conversation, prompt, round, yield)
			return
		}
		cmd, err := understand(prompt)
		if err != nil {
			say(yield, err.Error())
			return
		}
		switch cmd.verb {
		case verbHelp:
			say(yield, Help)
		case verbUndo, verbRedo:
			a.travel(ctx, cmd, yield)
		default:
			if call := cmd.call(round); call != nil {
				yield(agent.Part{Call: call}, nil)
			}
		}
	}
}

// goOn continues a command whose calls have been answered.
func (a *Assistant) goOn(conversation []agent.Message, prompt string, round int, yield func(agent.Part, error) bool) {
	cmd, err := understand(prompt)
	if err != nil {
		return
	}
	last := conversation[len(conversation)-1].Results
	if len(last) == 0 {
		return
	}
	if last[0].Failed {
		say(yield, failure(last[0].JSON))
		return
	}
	if call := cmd.call(round); call != nil {
		yield(agent.Part{Call: call}, nil)
		return
	}
	say(yield, cmd.report(last[0].JSON))
}

func (a *Assistant) travel(ctx context.Context, cmd command, yield func(agent.Part, error) bool) {
	move := a.time.Undo
	if cmd.verb == verbRedo {
		move = a.time.Redo
	}
	said, err := move(ctx)
	if err != nil {
		said = config.Sentence(err.Error())
	}
	say(yield, said)
}

// say yields a text word by word, so that it is shown as a model's would be.
func say(yield func(agent.Part, error) bool, text string) {
	for _, word := range strings.SplitAfter(text, " ") {
		if !yield(agent.Part{Text: word}, nil) {
			return
		}
	}
}

// lastPrompt gives the user's latest message and how many rounds of calls were
// answered since.
func lastPrompt(conversation []agent.Message) (prompt string, rounds int) {
	for i := len(conversation) - 1; i >= 0; i-- {
		switch conversation[i].Role {
		case agent.User:
			return conversation[i].Text, rounds
		case agent.Tools:
			rounds++
		}
	}
	return "", rounds
}

func toolCall(round int, name string, args map[string]any) *agent.Call {
	data, err := json.Marshal(args)
	if err != nil {
		panic("builtin: " + err.Error()) // strings and booleans always marshal
	}
	return &agent.Call{ID: fmt.Sprintf("call-%d", round+1), Name: name, Args: data}
}
