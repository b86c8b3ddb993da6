package tools

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"
	"time"

	"redline/backend/approvals"
	"redline/backend/audit"
	"redline/backend/checkpoints"
	"redline/backend/diff"
	"redline/backend/workspace"
)

// Writer is the one door to the disk. Whatever changes a file of the workspace,
// a tool, a person's export, a rewind, comes through here, in this order: the
// person is asked; the file is compared with what was shown; its content before
// and after is stored and the intent logged; the file is replaced whole; the
// entry is made visible (FS-23, FS-30, FS-31).
type Writer struct {
	Workspace *workspace.Workspace
	Gate      *approvals.Gate
	Store     *checkpoints.Store
	// Notify is told of every stage that an edit goes through. It must not block.
	Notify func(Edit)
	// RunsLater says what runs a file's content later, "" when nothing is known to;
	// nil knows of nothing.
	RunsLater func(workspace.Path) string
	Audit     *audit.Log // nil records nothing

	edits atomic.Int64
}

// Change is what is to become of one file. The caller holds the file's lock and
// has read Before under it.
type Change struct {
	Path      workspace.Path
	Before    workspace.File
	After     []byte // ignored with Delete
	Delete    bool
	Summary   string     // what a diff can't show; the change is then decided as a whole
	View      *diff.Diff // what is read beside a summary (approvals.Request.View)
	MatchedBy string
}

// Outcome is what was written.
type Outcome struct {
	Change    string // created, edited, deleted
	Diff      *diff.Diff
	Answer    approvals.Answer
	State     workspace.State
	Requested int // hunks that were proposed
}

// RejectedError is a person's no. Nothing was written.
type RejectedError struct {
	Path  string
	Notes string // the person's, on the whole and on single changes; "" without any
}

func (e *RejectedError) Error() string {
	s := fmt.Sprintf("the person rejected the change to %s; nothing was written", e.Path)
	if e.Notes == "" {
		return s
	}
	return s + ". " + e.Notes
}

// ErrChanged is the refusal to write over an edit that was made elsewhere while
// the question waited (FS-31).
var ErrChanged = errors.New("changed while waiting for approval (edited outside this tool); nothing was written. Read it again and redo the edit")

// Apply asks for the change, and writes what the answer allows.
func (w *Writer) Apply(ctx context.Context, call Call, c Change) (Outcome, error) {
	edit, request := w.propose(call, c)
	out := Outcome{Change: edit.Change, Diff: request.Diff, Requested: edit.Hunks}
	answer, err := w.ask(ctx, call, request, edit)
	if err != nil {
		return out, errors.Join(err, w.recordAnswer(call, request, answer, err))
	}
	out.Answer = answer
	edit.decided(answer)
	err = w.recordAnswer(call, request, answer, nil)
	if !answer.Approved {
		w.tell(edit, EditRejected, nil)
		return out, errors.Join(&RejectedError{Path: edit.Path, Notes: notes(answer)}, err)
	}
	if err == nil {
		err = answer.Redeem(c.Path.Canonical(), c.Delete, c.Before.State)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", edit.Path, err)
		w.tell(edit, EditFailed, err)
		return out, err
	}
	w.tell(edit, EditWriting, nil)
	c.After = answer.After
	if request.Diff != nil {
		out.Diff, _, _ = Compare(c.Before.Bytes, c.After)
	}
	out.State, err = w.write(ctx, call, c, out)
	return out, w.recordWritten(call, request, out.State, w.ended(edit, out, err))
}

// ended tells how the writing of an edit ended, and words what went wrong.
func (w *Writer) ended(edit Edit, out Outcome, err error) error {
	switch {
	case errors.Is(err, workspace.ErrStale):
		err = fmt.Errorf("%s %w", edit.Path, ErrChanged)
		w.tell(edit, EditStale, err)
	case err != nil:
		w.tell(edit, EditFailed, err)
	default:
		if out.Diff != nil {
			edit.Added, edit.Removed = counts(out.Diff)
		}
		w.tell(edit, edit.finished(), nil)
	}
	return err
}

// propose makes the question and the edit that the thread shows of it.
func (w *Writer) propose(call Call, c Change) (Edit, *approvals.Request) {
	r := &approvals.Request{
		ID:      fmt.Sprintf("%d-%d", time.Now().UnixMilli(), w.edits.Add(1)),
		Session: call.Session, Turn: call.Turn,
		Kind: approvals.WriteFile, Key: "write:" + w.Workspace.RootOf(c.Path),
		Path: c.Path.String(), File: c.Path.Canonical(), Change: changeOf(c), Summary: c.Summary, View: c.View, MatchedBy: c.MatchedBy,
		Before: c.Before, After: c.After,
	}
	if c.Delete {
		r.Kind, r.Key, r.After = approvals.DeleteFile, "delete:"+w.Workspace.RootOf(c.Path), nil
	}
	if w.RunsLater != nil {
		r.RunsLater = w.RunsLater(c.Path)
	}
	if c.Summary == "" {
		r.Diff, r.Encoding, _ = Compare(c.Before.Bytes, r.After)
	}
	e := Edit{
		ID: r.ID, Call: call, CallID: call.ID, Request: r,
		Path: r.Path, Change: r.Change, Summary: c.Summary, Status: EditWaiting,
	}
	e.Added, e.Removed = counts(cmp.Or(r.Diff, r.View))
	if r.Diff != nil {
		e.Hunks = len(r.Diff.Hunks)
	}
	return e, r
}

func (w *Writer) ask(ctx context.Context, call Call, r *approvals.Request, edit Edit) (approvals.Answer, error) {
	if call.Person {
		return approvals.Granted(r, approvals.OwnWish), nil
	}
	asked := false
	answer, err := w.Gate.Ask(ctx, r, func() {
		asked = true
		w.tell(edit, EditWaiting, nil)
	})
	switch {
	case err == nil || !asked: // a mode's no is the call's failure: there never was an edit to show
	case errors.Is(err, approvals.ErrMutated):
		w.tell(edit, EditFailed, err)
	default:
		w.tell(edit, EditWithdrawn, nil)
	}
	return answer, err
}

// write makes the change durable: blobs, intent, file, entry.
func (w *Writer) write(ctx context.Context, call Call, c Change, out Outcome) (workspace.State, error) {
	if err := w.unchanged(c); err != nil {
		return workspace.State{}, err
	}
	added, removed := counts(cmp.Or(out.Diff, c.View))
	intent, err := w.Store.Begin(checkpoints.Change{
		Session: call.Session, Turn: call.Turn, Path: c.Path.Real(), Kind: out.Change,
		Before: c.Before, After: after(c), Added: added, Removed: removed,
	})
	if err != nil {
		return workspace.State{}, fmt.Errorf("%s could not be checkpointed, so nothing was written: %w", c.Path, err)
	}
	state, created, err := w.replace(ctx, c)
	if err != nil {
		return workspace.State{}, errors.Join(err, w.giveUp(intent.ID, c, created))
	}
	if _, err := w.Store.Commit(intent.ID, state, created); err != nil {
		return state, fmt.Errorf("%s was written, but its place on the timeline could not be saved: %w", c.Path, err)
	}
	return state, nil
}

// giveUp settles a change that failed. Where only the last step did, the syncing of
// the folder, the new content is there and the timeline has to know.
func (w *Writer) giveUp(id string, c Change, created []string) error {
	now, err := w.Workspace.State(c.Path)
	if wrote := after(c); err == nil && now.Same(wrote.State) && !now.Same(c.Before.State) {
		_, err := w.Store.Commit(id, now, created)
		return err
	}
	return w.Store.Abort(id)
}

// unchanged compares the file with what the person was shown, before anything is
// stored for it.
func (w *Writer) unchanged(c Change) error {
	now, err := w.Workspace.State(c.Path)
	if err != nil {
		return err
	}
	if now.Exists != c.Before.Exists || now.Hash != c.Before.Hash {
		return workspace.ErrStale
	}
	return nil
}

func (w *Writer) replace(ctx context.Context, c Change) (workspace.State, []string, error) {
	if c.Delete {
		return workspace.State{}, nil, w.Workspace.Remove(ctx, c.Path, c.Before.State)
	}
	return w.Workspace.Replace(ctx, c.Path, c.Before.State, c.After, 0)
}

func (w *Writer) tell(e Edit, status EditStatus, err error) {
	e.Status = status
	if err != nil {
		e.Err = err.Error()
	}
	if w.Notify != nil {
		w.Notify(e)
	}
}

func changeOf(c Change) string {
	switch {
	case c.Delete:
		return checkpoints.Deleted
	case !c.Before.Exists:
		return checkpoints.Created
	}
	return checkpoints.Edited
}

func after(c Change) workspace.File {
	if c.Delete {
		return workspace.File{}
	}
	return workspace.File{
		State: workspace.State{Exists: true, Hash: workspace.HashOf(c.After), Size: int64(len(c.After)), Mode: c.Before.Mode},
		Bytes: c.After,
	}
}

func counts(d *diff.Diff) (added, removed int) {
	if d == nil {
		return 0, 0
	}
	return d.Added, d.Removed
}

// Compare finds the difference of two files as texts, and what makes bytes of such
// a text again. UTF-16 is compared decoded: cut at its bytes, it could be put
// together wrongly. UTF-8 is compared as it is, stray bytes included. ok is false
// where either is not text.
func Compare(before, after []byte) (d *diff.Diff, encoding workspace.Text, ok bool) {
	a, errA := workspace.Decode(before)
	b, errB := workspace.Decode(after)
	switch {
	case errA != nil || errB != nil:
		return nil, workspace.Text{}, false
	case !wide(a) && !wide(b):
		return diff.Compare(before, after), workspace.Text{}, true
	}
	return diff.Compare([]byte(a.Content), []byte(b.Content)), b, true
}

func wide(t workspace.Text) bool { return t.Encoding == "utf-16le" || t.Encoding == "utf-16be" }

// read reads the file at p under its lock; a missing one is an empty File.
func read(ws *workspace.Workspace, p workspace.Path) (workspace.File, error) {
	f, err := ws.Read(p)
	if errors.Is(err, fs.ErrNotExist) {
		return workspace.File{}, nil
	}
	return f, err
}
