package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"redline/backend/checkpoints"
	"redline/backend/tools"
)

// maxLine is the longest line that is read as a call; what is longer is answered
// with an error and passed over.
const maxLine = 64 << 20

// request is one line of `redline tool -`.
type request struct {
	ID       json.RawMessage `json:"id"`
	Tool     string          `json:"tool"`
	Args     json.RawMessage `json:"args"`
	Parallel []request       `json:"parallel"`
	Turn     *string         `json:"turn"`
}

// reply is the line that answers it.
type reply struct {
	ID      json.RawMessage   `json:"id,omitempty"`
	Result  json.RawMessage   `json:"result,omitempty"`
	Results []json.RawMessage `json:"results,omitzero"`
	Error   string            `json:"error,omitempty"`
}

// serve answers each line before it reads the next, until the input ends.
func (c *caller) serve(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewReaderSize(in, 1<<16)
	for ctx.Err() == nil {
		line, err := until(ctx, func() (inputLine, error) { return readLine(lines, maxLine) })
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if text := bytes.TrimSpace(line.text); len(text) > 0 || line.tooLong {
			answer := reply{Error: fmt.Sprintf("the line is longer than %d MiB; it was passed over", maxLine>>20)}
			if !line.tooLong {
				answer = c.answer(ctx, text)
			}
			data, merr := json.Marshal(answer)
			if merr != nil {
				return merr
			}
			if _, werr := out.Write(append(data, '\n')); werr != nil {
				return werr
			}
		}
		if err != nil {
			return nil
		}
	}
	return context.Cause(ctx)
}

type inputLine struct {
	text    []byte
	tooLong bool
}

// readLine reads up to the line's end. A line over limit is read to its end and
// thrown away.
func readLine(r *bufio.Reader, limit int) (line inputLine, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if len(line.text)+len(part) > limit {
			line = inputLine{tooLong: true}
		}
		if !line.tooLong {
			line.text = append(line.text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func (c *caller) answer(ctx context.Context, line []byte) reply {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return reply{ID: r.ID, Error: "the line is not a call: " + tools.JSONFault(err)}
	}
	switch {
	case r.kinds() > 1:
		return reply{ID: r.ID, Error: `the line names more than one of "tool", "parallel" and "turn"; nothing was done`}
	case r.Turn != nil:
		return reply{ID: r.ID, Result: c.turn(*r.Turn)}
	case r.Parallel != nil:
		return reply{ID: r.ID, Results: c.parallel(ctx, r.Parallel)}
	case r.Tool != "":
		return reply{ID: r.ID, Result: c.call(ctx, r.Tool, r.Args).JSON}
	}
	return reply{ID: r.ID, Error: `the line names no "tool", "parallel" or "turn"`}
}

// kinds counts what a line asks for.
func (r request) kinds() (n int) {
	for _, asked := range []bool{r.Tool != "", r.Parallel != nil, r.Turn != nil} {
		if asked {
			n++
		}
	}
	return n
}

// parallel runs the calls of one model answer at once.
func (c *caller) parallel(ctx context.Context, calls []request) []json.RawMessage {
	results := make([]json.RawMessage, len(calls))
	var wg sync.WaitGroup
	for i, call := range calls {
		wg.Go(func() {
			if call.Tool == "" {
				results[i] = errorObject(errors.New(`the call names no "tool"; nothing was done`))
				return
			}
			results[i] = c.call(ctx, call.Tool, call.Args).JSON
		})
	}
	wg.Wait()
	return results
}

// call runs a tool, or one of the person's own operations.
func (c *caller) call(ctx context.Context, name string, args json.RawMessage) tools.Result {
	if own, ok := ownOperations[name]; ok {
		return c.own(ctx, name, own, args)
	}
	return c.project.Box.Run(ctx, name, &tools.Context{
		Workspace: c.project.Workspace, Writer: c.project.Writer, Reads: c.reads,
		Call: tools.Call{Session: c.session}, Uncapped: c.uncapped, Print: c.print,
	}, args)
}

func (c *caller) turn(label string) json.RawMessage {
	t, err := c.project.Store.BeginTurn(checkpoints.TurnInfo{Session: c.session, Label: label, Time: time.Now()})
	if err != nil {
		return errorObject(err)
	}
	return object(map[string]int{"turn": t.Number})
}
