package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

// script is a model that gives its answers one after another, whatever it is told.
type script [][]any

func (script) Name() string { return "Script" }

func (s script) Stream(ctx context.Context, conversation []Message) iter.Seq2[Part, error] {
	round := 0
	for _, m := range conversation {
		if m.Role == Tools {
			round++
		}
	}
	return func(yield func(Part, error) bool) {
		for _, piece := range s[min(round, len(s)-1)] {
			var ok bool
			switch piece := piece.(type) {
			case string:
				ok = yield(Part{Text: piece}, nil)
			case Call:
				ok = yield(Part{Call: &piece}, nil)
			case error:
				ok = yield(Part{}, piece)
			case func():
				piece()
				ok = true
			}
			if !ok {
				return
			}
		}
	}
}

// heard writes down what a sink is told.
type heard struct {
	mu  sync.Mutex
	log []string
}

func (h *heard) add(s string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.log = append(h.log, s)
}

func (h *heard) Text(words string)       { h.add("text " + words) }
func (h *heard) Call(c Call)             { h.add("call " + c.ID) }
func (h *heard) Result(c Call, r Result) { h.add(fmt.Sprintf("result %s %t", c.ID, r.Failed)) }

func call(id, name string) Call { return Call{ID: id, Name: name, Args: json.RawMessage(`{}`)} }

var prompt = []Message{{Role: User, Text: "go"}}

// run answers with the name of the tool; one called fail fails.
func run(_ context.Context, c Call) Result {
	return Result{CallID: c.ID, JSON: json.RawMessage(`"` + c.Name + `"`), Failed: c.Name == "fail"}
}

// A turn goes on until the model calls nothing more; what was said and done is in
// the conversation in order, and is told as it happens.
func TestRun(t *testing.T) {
	broken := errors.New("the line is dead")
	for name, tc := range map[string]struct {
		model script
		want  string // the conversation after the prompt
		heard []string
		err   error
	}{
		"words":         {script{{"a ", "", "b"}}, "agent:a b", []string{"text a ", "text b"}, nil},
		"nothing":       {script{{}}, "", nil, nil},
		"a call":        {script{{"a", call("1", "read"), "b"}, {"done"}}, "agent:ab[1] tools:1=\"read\" agent:done", []string{"text a", "call 1", "text b", "result 1 false", "text done"}, nil},
		"a failed call": {script{{call("1", "fail")}, {"sorry"}}, "agent:[1] tools:1=\"fail\"! agent:sorry", []string{"call 1", "result 1 true", "text sorry"}, nil},
		"rounds":        {script{{call("1", "a")}, {call("2", "b")}, {"c"}}, "agent:[1] tools:1=\"a\" agent:[2] tools:2=\"b\" agent:c", nil, nil},
		"an error":      {script{{"a", broken}}, "agent:a", []string{"text a"}, broken},
		"an error after calls": {script{{"a", call("1", "read"), broken}},
			"agent:a[1] tools:1=" + notRun + "!", []string{"text a", "call 1", "result 1 true"}, broken},
		"an error at once":      {script{{broken}}, "", nil, broken},
		"an error in round two": {script{{call("1", "a")}, {broken}}, "agent:[1] tools:1=\"a\"", nil, broken},
		"ids that are missing or the same": {script{{call("", "a"), call("x", "b"), call("x", "c")}, {call("x", "d"), call("call-4", "e")}, {"f"}},
			`agent:[call-1 x call-3] tools:call-1="a" x="b" call-3="c" agent:[call-4 call-5] tools:call-4="d" call-5="e" agent:f`, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var h heard
			got, err := Run(t.Context(), tc.model, prompt, run, &h)
			if told := tell(got[1:]); told != tc.want || !errors.Is(err, tc.err) {
				t.Errorf("%s, error %v\nwant %s", told, err, tc.want)
			}
			if tc.heard != nil && !slices.Equal(h.log, tc.heard) {
				t.Errorf("heard %q", h.log)
			}
			if !reflect.DeepEqual(got[0], prompt[0]) || len(prompt) != 1 {
				t.Errorf("the prompt became %+v", got[0])
			}
		})
	}
}

func tell(messages []Message) string {
	var all []string
	for _, m := range messages {
		s := string(m.Role) + ":" + m.Text
		var ids, results []string
		for _, c := range m.Calls {
			ids = append(ids, c.ID)
		}
		if len(ids) > 0 {
			s += fmt.Sprint(ids)
		}
		for _, r := range m.Results {
			results = append(results, r.CallID+"="+string(r.JSON)+strings.Repeat("!", map[bool]int{true: 1}[r.Failed]))
		}
		all = append(all, s+strings.Join(results, " "))
	}
	return strings.Join(all, " ")
}

// A model that breaks off by a panic has failed; what it said before is kept.
func TestModelPanics(t *testing.T) {
	got, err := Run(t.Context(), script{{"a", func() { panic("boom") }}}, prompt, run, &heard{})
	if err == nil || !strings.Contains(err.Error(), "Script broke off because of a defect (boom)") || tell(got[1:]) != "agent:a" {
		t.Errorf("%s, %v", tell(got[1:]), err)
	}
}

// A stop ends the turn with its cause: while the model speaks, nothing after it is
// heard; while tools run, each gets its result.
func TestStop(t *testing.T) {
	byYou := errors.New("stopped by you")
	ctx, stop := context.WithCancelCause(t.Context())
	var h heard
	got, err := Run(ctx, script{{"a", func() { stop(byYou) }, "b", call("1", "read")}}, prompt, run, &h)
	if !errors.Is(err, byYou) || tell(got[1:]) != "agent:a" || !slices.Equal(h.log, []string{"text a"}) {
		t.Errorf("while it spoke: %s, %v, %q", tell(got[1:]), err, h.log)
	}
	ctx, stop = context.WithCancelCause(t.Context())
	got, err = Run(ctx, script{{"a", call("1", "read"), func() { stop(byYou) }}}, prompt, run, &heard{})
	if !errors.Is(err, byYou) || tell(got[1:]) != "agent:a[1] tools:1="+notRun+"!" {
		t.Errorf("before tools ran: %s, %v", tell(got[1:]), err)
	}
	ctx, stop = context.WithCancelCause(t.Context())
	waits := func(ctx context.Context, c Call) Result {
		if c.Name == "wait" {
			stop(byYou)
			<-ctx.Done()
		}
		return run(ctx, c)
	}
	got, err = Run(ctx, script{{call("1", "wait"), call("2", "read")}, {"never"}}, prompt, waits, &heard{})
	if want := `agent:[1 2] tools:1="wait" 2="read"`; !errors.Is(err, byYou) || tell(got[1:]) != want {
		t.Errorf("while tools ran: %s, %v", tell(got[1:]), err)
	}
}

// The calls of one answer run at once, and their results stand in the order of the
// calls.
func TestCallsRunAtOnce(t *testing.T) {
	second := make(chan struct{})
	meets := func(ctx context.Context, c Call) Result {
		if c.ID == "1" {
			<-second
		} else {
			close(second)
		}
		return run(ctx, c)
	}
	got, err := Run(t.Context(), script{{call("1", "a"), call("2", "b")}, {"c"}}, prompt, meets, &heard{})
	if want := `agent:[1 2] tools:1="a" 2="b" agent:c`; err != nil || tell(got[1:]) != want {
		t.Errorf("%s, %v", tell(got[1:]), err)
	}
}

// A model that calls without end is ended after MaxSteps answers, with everything
// it did kept (WS-29).
func TestMaxSteps(t *testing.T) {
	got, err := Run(t.Context(), script{{call("", "a")}}, prompt, run, &heard{})
	if !errors.Is(err, ErrMaxSteps) || len(got) != 1+2*MaxSteps {
		t.Errorf("%d messages, %v", len(got), err)
	}
}
