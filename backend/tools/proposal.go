package tools

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"redline/backend/approvals"
	"redline/backend/checkpoints"
	"redline/backend/diff"
	"redline/backend/parallel"
	"redline/backend/workspace"
)

// proposal is a change on its way from the question to its end.
type proposal struct {
	change  Change
	edit    Edit
	request *approvals.Request
	out     Outcome
}

// written is the difference that is written, as it is read.
func (p *proposal) written() *diff.Diff { return cmp.Or(p.out.Diff, p.change.View) }

// propose makes the question and the edit that the thread shows of it.
func (w *Writer) propose(call Call, c Change) *proposal {
	r := &approvals.Request{
		ID:      fmt.Sprintf("%d-%d", time.Now().UnixMilli(), w.edits.Add(1)),
		Session: call.Session, Turn: call.Turn,
		Kind: approvals.WriteFile, Key: "write:" + w.folders(c),
		Path: c.Path.String(), File: c.file(), Change: changeOf(c), Summary: c.Summary, View: c.View, MatchedBy: c.MatchedBy,
		Before: c.Before, After: c.After, Mode: c.Mode,
	}
	if c.Moves() {
		r.From = c.From.String()
	}
	if c.Delete {
		r.Kind, r.Key, r.After = approvals.DeleteFile, "delete:"+w.folders(c), nil
	}
	r.RunsLater = w.runsLater(c)
	if c.Summary == "" {
		r.Diff, r.Encoding, _ = checkpoints.Compare(c.Before.Bytes, r.After)
	}
	if shown := cmp.Or(r.Diff, r.View); shown != nil {
		r.Findings = shown.Findings(diff.Prose(r.Path))
	}
	e := Edit{
		ID: r.ID, Call: call, CallID: call.ID, Request: r,
		Path: r.Path, From: r.From, Change: r.Change, Summary: c.Summary, Status: EditWaiting,
	}
	e.Added, e.Removed = counts(cmp.Or(r.Diff, r.View))
	if r.Diff != nil {
		e.Hunks = len(r.Diff.Hunks)
	}
	return &proposal{c, e, r, Outcome{Change: e.Change, Diff: r.Diff, Requested: e.Hunks}}
}

// folders names where the change is made, for the key of a rule (FS-40). A move from
// one folder to another is a thing of its own, which no rule for either covers.
func (w *Writer) folders(c Change) string {
	to := w.Workspace.RootOf(c.Path)
	if !c.Moves() {
		return to
	}
	if from := w.Workspace.RootOf(c.From); from != to {
		return from + " -> " + to
	}
	return to
}

// runsLater says what runs the file later, of a move under either name.
func (w *Writer) runsLater(c Change) string {
	if w.RunsLater == nil {
		return ""
	}
	why := w.RunsLater(c.Path)
	if why == "" && c.Moves() {
		why = w.RunsLater(c.From)
	}
	return why
}

// ask gets an answer to each proposal, or an error: then none of them is made.
func (w *Writer) ask(ctx context.Context, call Call, all []*proposal) error {
	requests := make([]*approvals.Request, len(all))
	for i, p := range all {
		requests[i] = p.request
		if call.Person {
			p.out.Answer = approvals.Granted(p.request, approvals.OwnWish)
		}
	}
	if call.Person {
		return nil
	}
	asked := make([]bool, len(all))
	answers, err := w.Gate.AskAll(ctx, requests, func(i int) {
		asked[i] = true
		w.tell(all[i].edit, EditWaiting, nil)
	})
	for i, p := range all {
		p.out.Answer = answers[i]
		if err == nil {
			continue
		}
		switch {
		case !asked[i]: // a mode's no is the call's failure: there never was an edit to show
		case errors.Is(err, approvals.ErrMutated):
			w.tell(p.edit, EditFailed, err)
		default:
			w.tell(p.edit, EditWithdrawn, nil)
		}
		p.out.Answer = approvals.Answer{}
	}
	if err != nil {
		err = errors.Join(err, w.recordAnswers(call, all, answers, err))
	}
	return err
}

// decide records the answers and writes what they allow.
func (w *Writer) decide(ctx context.Context, call Call, all []*proposal) error {
	var taken []*proposal
	rejected := &RejectedError{}
	answers := make([]approvals.Answer, len(all))
	for i, p := range all {
		answers[i] = p.out.Answer
	}
	err := w.recordAnswers(call, all, answers, nil)
	for _, p := range all {
		p.edit.decided(p.out.Answer)
		if p.out.Answer.Approved {
			taken = append(taken, p)
			continue
		}
		w.tell(p.edit, EditRejected, nil)
		rejected.add(p)
	}
	if len(taken) == 0 {
		return errors.Join(rejected, err)
	}
	if err == nil {
		err = parallel.Each(len(taken), func(i int) error { return taken[i].redeem() })
	}
	if err != nil {
		for _, p := range taken {
			w.tell(p.edit, EditFailed, err)
			p.out.Answer = approvals.Answer{}
		}
		return err
	}
	return w.finish(ctx, call, taken)
}

// redeem uses the answer up.
func (p *proposal) redeem() error {
	if err := p.out.Answer.Redeem(p.change.file(), p.change.Delete, p.change.Before.State); err != nil {
		return fmt.Errorf("%s: %w", p.edit.Path, err)
	}
	return nil
}

// finish writes the proposals and tells how each ended.
func (w *Writer) finish(ctx context.Context, call Call, taken []*proposal) error {
	for _, p := range taken {
		w.tell(p.edit, EditWriting, nil)
		p.change.After = p.out.Answer.After
		_, p.change.hash = p.out.Answer.Seal()
		if p.request.Diff != nil && !bytes.Equal(p.change.After, p.request.After) {
			p.out.Diff, _, _ = checkpoints.Compare(p.change.Before.Bytes, p.change.After)
		}
	}
	var err error
	if p := taken[0]; len(taken) == 1 && !p.change.Moves() {
		p.out.State, err = w.write(ctx, call, p.change, p.out)
		if errors.Is(err, workspace.ErrStale) {
			err = fmt.Errorf("%s %w", p.edit.Path, ErrChanged)
		}
	} else {
		err = w.together(ctx, call, taken)
	}
	told := err
	for _, p := range taken {
		w.ended(p, err)
		if e := w.recordWritten(call, p.request, p.out.State, err); e != nil && err == nil {
			told = errors.Join(told, e)
		}
	}
	return told
}

// ended tells how the writing of a proposal ended.
func (w *Writer) ended(p *proposal, err error) {
	switch {
	case errors.Is(err, ErrChanged):
		w.tell(p.edit, EditStale, err)
	case err != nil:
		w.tell(p.edit, EditFailed, err)
	default:
		p.edit.Added, p.edit.Removed = counts(p.written())
		w.tell(p.edit, p.edit.finished(), nil)
	}
}
