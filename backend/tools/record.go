package tools

import (
	"errors"
	"fmt"

	"redline/backend/approvals"
	"redline/backend/audit"
	"redline/backend/checkpoints"
	"redline/backend/workspace"
)

// recordAnswers records what came of the questions: what was shown, and what each
// answer allows. why is why there is none, or why they came to nothing. Where they
// can't be recorded nothing may be written.
func (w *Writer) recordAnswers(call Call, all []*proposal, answers []approvals.Answer, why error) error {
	entries := make([]audit.Entry, len(all))
	for i, p := range all {
		entries[i] = audit.Entry{Kind: audit.Approval, Chat: call.Session, Turn: call.Turn, Edit: answered(p.request, answers[i], why)}
		if why != nil {
			entries[i].Error = why.Error()
		}
	}
	if err := w.Audit.Append(entries...); err != nil {
		return fmt.Errorf("%s: nothing was written: %w", all[0].edit.Path, err)
	}
	return nil
}

// answered is what a request showed, and its answer.
func answered(r *approvals.Request, a approvals.Answer, why error) *audit.Edit {
	e := &audit.Edit{
		ID: r.ID, Path: r.Path, File: r.File, Change: r.Change, Rule: r.Key, Shown: r.Shown(),
		By: a.By, Scope: string(a.Scope), Note: a.Note, Asks: r.MustAsk(), Before: digits(r.Before.Hash),
	}
	var refused *approvals.RefusedError
	switch {
	case errors.As(why, &refused):
		e.Answer, e.By = "refused", string(refused.Mode)
	case !a.Given():
		e.Answer = "withdrawn"
	case a.Approved:
		_, after := a.Seal()
		e.Answer, e.After, e.Hunks = "approved", digits(after), hunks(r, a)
	default:
		e.Answer, e.Hunks = "rejected", hunks(r, a)
	}
	return e
}

// hunks lists the changes of the request with what was decided on each.
func hunks(r *approvals.Request, a approvals.Answer) []audit.Hunk {
	if r.Diff == nil {
		return nil
	}
	all := make([]audit.Hunk, len(r.Diff.Hunks))
	for i, h := range r.Diff.Hunks {
		all[i] = audit.Hunk{Old: [2]int{h.OldStart, h.OldLines}, New: [2]int{h.NewStart, h.NewLines}, Action: string(a.Chosen[i])}
	}
	for _, h := range a.Hunks {
		if h.Hunk < len(all) {
			all[h.Hunk].Text, all[h.Hunk].Note = string(h.Text), h.Note
			all[h.Hunk].Goes, all[h.Hunk].Comes = h.Old, h.New
		}
	}
	return all
}

// recordWritten records whether an approved edit was written, and what stands there.
func (w *Writer) recordWritten(call Call, r *approvals.Request, now workspace.State, err error) error {
	rec := audit.Entry{Kind: audit.Written, Chat: call.Session, Turn: call.Turn, Edit: &audit.Edit{ID: r.ID, Path: r.Path, After: digits(now.Hash)}}
	if err != nil {
		rec.Error = err.Error()
	}
	if failed := w.Audit.Append(rec); failed != nil && err == nil {
		return fmt.Errorf("%s was written and is on the timeline, but that could not be recorded: %w", r.Path, failed)
	}
	return err
}

// recordMove records that files are about to go to another moment.
func (w *Writer) recordMove(plan checkpoints.Plan, force bool) error {
	t := &audit.Travel{Kind: string(plan.Kind), From: plan.From, To: plan.To, Force: force, Files: []audit.Step{}}
	for _, s := range plan.Steps {
		if !s.Stays() {
			t.Files = append(t.Files, audit.Step{Path: s.Path, Before: digits(s.Now.Hash), After: digits(s.Then.Hash)})
		}
	}
	if err := w.Audit.Append(audit.Entry{Kind: audit.Move, Travel: t}); err != nil {
		return fmt.Errorf("nothing was changed: %w", err)
	}
	return nil
}

// recordMoved records what came of it.
func (w *Writer) recordMoved(plan checkpoints.Plan, err error) error {
	rec := audit.Entry{Kind: audit.Moved, Travel: &audit.Travel{Kind: string(plan.Kind), From: plan.From, To: plan.To, Files: []audit.Step{}}}
	if err != nil {
		rec.Error = err.Error()
	}
	if failed := w.Audit.Append(rec); failed != nil && err == nil {
		return fmt.Errorf("the files are as they were after turn %d, but that could not be recorded: %w", plan.To, failed)
	}
	return err
}

// recordCall records a call before it runs.
func (w *Writer) recordCall(c Call, name string, args []byte) error {
	err := w.Audit.Append(audit.Entry{Kind: audit.Call, Chat: c.Session, Turn: c.Turn, Tool: &audit.Tool{ID: c.ID, Name: name, Args: args}})
	if err != nil {
		return fmt.Errorf("%s was not run: %w", name, err)
	}
	return nil
}

// recordResult records what the model was told. A call that can't be recorded as
// ended stands in the record as begun; what it wrote is recorded on its own.
func (w *Writer) recordResult(c Call, name string, r Result) {
	e := audit.Entry{Kind: audit.Result, Chat: c.Session, Turn: c.Turn, Tool: &audit.Tool{
		ID: c.ID, Name: name, Result: workspace.HashOf(r.JSON).String(), Bytes: len(r.JSON),
	}}
	if r.Err != nil {
		e.Error = r.Err.Error()
	}
	_ = w.Audit.Append(e)
}

// digits is a hash as it is recorded: "" for no content at all.
func digits(h workspace.Hash) string {
	text, _ := h.MarshalText() // never fails
	return string(text)
}
