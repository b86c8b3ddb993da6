package tools

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"

	"redline/backend/approvals"
	"redline/backend/audit"
	"redline/backend/checkpoints"
	"redline/backend/diff"
	"redline/backend/parallel"
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

	hash workspace.Hash // of After, as the answer sealed it; zero before
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
	err := parallel.Each(len(all), func(i int) error {
		all[i] = w.propose(call, changes[i])
		return nil
	})
	if err == nil {
		err = w.ask(ctx, call, all)
	}
	if err == nil {
		err = w.decide(ctx, call, all)
	}
	outs := make([]Outcome, len(all))
	for i, p := range all {
		outs[i] = p.out
	}
	return outs, err
}

// write makes the change durable: blobs, intent, file, entry.
func (w *Writer) write(ctx context.Context, call Call, c Change, out Outcome) (workspace.State, error) {
	if err := w.unchanged(c); err != nil {
		return workspace.State{}, err
	}
	added, removed := counts(cmp.Or(out.Diff, c.View))
	intent, err := w.Store.Begin(checkpoints.Change{
		Session: call.Session, Turn: call.Turn, Path: c.Path.Real(), Kind: out.Change, Folder: c.Folder,
		Before: c.Before, After: after(c), Added: added, Removed: removed, Making: w.making(c),
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

// making gives the folders that a change makes for its file, so that they go again when
// it is cut short.
func (w *Writer) making(c Change) []string {
	if c.Before.Exists || c.Folder {
		return nil
	}
	return w.Workspace.MissingFolders(c.Path)
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
	is, err := w.Workspace.Holds(c.Path, c.Before)
	if err == nil && !is {
		err = workspace.ErrStale
	}
	return err
}

func (w *Writer) replace(ctx context.Context, c Change) (workspace.State, []string, error) {
	switch {
	case c.Delete:
		return workspace.State{}, nil, w.Workspace.Remove(ctx, c.Path, c.Before.State)
	case c.Folder:
		made, err := w.Workspace.MakeFolder(ctx, c.Path)
		return workspace.State{}, made, err
	}
	return w.Workspace.ReplaceFile(ctx, c.Path, c.Before, after(c), c.Mode)
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
	case c.Moves():
		return checkpoints.Moved
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
	hash := c.hash
	if hash == (workspace.Hash{}) {
		hash = workspace.HashOf(c.After)
	}
	return workspace.File{
		State: workspace.State{Exists: true, Hash: hash, Size: int64(len(c.After)), Mode: c.Before.Mode},
		Bytes: c.After,
	}
}

func counts(d *diff.Diff) (added, removed int) {
	if d == nil {
		return 0, 0
	}
	return d.Added, d.Removed
}

// read reads the file at p under its lock; a missing one is an empty File.
func read(ws *workspace.Workspace, p workspace.Path) (workspace.File, error) {
	f, err := ws.Read(p)
	if errors.Is(err, fs.ErrNotExist) {
		return workspace.File{}, nil
	}
	return f, err
}
