package tools

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
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
	// From is where the content is now, of a file that is moved to Path: Before is what
	// stands there, and Over what stands at Path, which it replaces.
	From workspace.Path
	Over workspace.File
	// Folder says that a folder is to be made at Path; Summary is then set.
	Folder bool
	Mode   fs.FileMode // permissions that the file is to have, 0 to keep what it has
}

// Moves tells whether the change gives a file another name.
func (c *Change) Moves() bool { return c.From != workspace.Path{} }

// file names what an answer is sealed to: the file, of a move both its names.
func (c *Change) file() string {
	if c.Moves() {
		return c.From.Canonical() + " -> " + c.Path.Canonical()
	}
	return c.Path.Canonical()
}

// Outcome is what was written.
type Outcome struct {
	Change    string // created, edited, deleted, moved
	Diff      *diff.Diff
	Answer    approvals.Answer
	State     workspace.State
	Requested int // hunks that were proposed
}

// RejectedError is a person's no. Nothing was written.
type RejectedError struct {
	Paths []string
	Notes string // the person's, on the whole and on single changes; "" without any
}

func (e *RejectedError) add(p *proposal) {
	e.Paths = append(e.Paths, p.edit.Path)
	e.Notes = join(e.Notes, notes(p.out.Answer))
}

func (e *RejectedError) Error() string {
	what := "the change to " + e.Paths[0]
	if len(e.Paths) > 1 {
		what = "the changes to " + strings.Join(e.Paths, ", ")
	}
	s := fmt.Sprintf("the person rejected %s; nothing was written", what)
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
	outs, err := w.ApplyAll(ctx, call, []Change{c})
	return outs[0], err
}

// ApplyAll asks for each of the changes, and writes those that were approved when all
// are answered, together or not at all (FS-53, FS-54). The outcomes are as many as the
// changes, also beside an error; one whose Answer isn't approved was not written. When
// none was, the error is a *RejectedError.
func (w *Writer) ApplyAll(ctx context.Context, call Call, changes []Change) ([]Outcome, error) {
	all := make([]*proposal, len(changes))
	for i, c := range changes {
		all[i] = w.propose(call, c)
	}
	err := w.ask(ctx, call, all)
	if err == nil {
		err = w.decide(ctx, call, all)
	}
	outs := make([]Outcome, len(all))
	for i, p := range all {
		outs[i] = p.out
	}
	return outs, err
}

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
		Before: c.Before, After: c.After,
	}
	if c.Moves() {
		r.From = c.From.String()
	}
	if c.Delete {
		r.Kind, r.Key, r.After = approvals.DeleteFile, "delete:"+w.folders(c), nil
	}
	r.RunsLater = w.runsLater(c)
	if c.Summary == "" {
		r.Diff, r.Encoding, _ = Compare(c.Before.Bytes, r.After)
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
	for _, p := range taken {
		if err == nil {
			if err = p.out.Answer.Redeem(p.change.file(), p.change.Delete, p.change.Before.State); err != nil {
				err = fmt.Errorf("%s: %w", p.edit.Path, err)
			}
		}
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

// finish writes the proposals and tells how each ended.
func (w *Writer) finish(ctx context.Context, call Call, taken []*proposal) error {
	for _, p := range taken {
		w.tell(p.edit, EditWriting, nil)
		p.change.After = p.out.Answer.After
		if p.request.Diff != nil {
			p.out.Diff, _, _ = Compare(p.change.Before.Bytes, p.change.After)
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

// write makes the change durable: blobs, intent, file, entry.
func (w *Writer) write(ctx context.Context, call Call, c Change, out Outcome) (workspace.State, error) {
	if err := w.unchanged(c); err != nil {
		return workspace.State{}, err
	}
	added, removed := counts(cmp.Or(out.Diff, c.View))
	intent, err := w.Store.Begin(checkpoints.Change{
		Session: call.Session, Turn: call.Turn, Path: c.Path.Real(), Kind: out.Change, Folder: c.Folder,
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
	switch {
	case c.Delete:
		return workspace.State{}, nil, w.Workspace.Remove(ctx, c.Path, c.Before.State)
	case c.Folder:
		made, err := w.Workspace.MakeFolder(ctx, c.Path)
		return workspace.State{}, made, err
	}
	return w.Workspace.Replace(ctx, c.Path, c.Before.State, c.After, c.Mode)
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

// moved is the change that gives a file another name.
const moved = "moved"

func changeOf(c Change) string {
	switch {
	case c.Moves():
		return moved
	case c.Delete:
		return checkpoints.Deleted
	case !c.Before.Exists:
		return checkpoints.Created
	}
	return checkpoints.Edited
}

func after(c Change) workspace.File {
	if c.Delete || c.Folder {
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
