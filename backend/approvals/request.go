package approvals

import (
	"io/fs"
	"strings"
	"time"

	"redline/backend/diff"
	"redline/backend/workspace"
)

// Kind is what is asked for; it decides which rules could cover it (FS-40).
type Kind string

// The kinds of question about files.
const (
	WriteFile  Kind = "write_file"
	DeleteFile Kind = "delete_file"
)

// Request is a question to the person: may this be written? What it shows is
// what is written if the answer is yes. It must not be changed after Ask; one that
// is gets ErrMutated instead of an answer.
type Request struct {
	ID      string // given by the asker; no two that wait have the same
	Session string // the chat it belongs to
	Turn    int    // its turn's number, 0 for "(no prompt)"
	Kind    Kind
	Key     string // "write:<folder>" or "delete:<folder>": what a rule would cover
	Path    string // display form
	File    string // the file's canonical name, one for all its spellings and links
	From    string // the old path of a move
	Change  string // created, edited, deleted, moved
	Summary string // what a diff can't show: "Create notes.pdf from notes.md (3 pages, 84 KB)"
	// MatchedBy is the step by which the text to replace was found, "" where
	// nothing was looked for.
	MatchedBy string
	// RunsLater says what runs the file's content later, "" for a file that nothing
	// is known to run; Irreversible says why the change can't be undone, "" when it
	// can. Both are asked about each time, whatever the rules.
	RunsLater    string
	Irreversible string
	Before       workspace.File // what is on disk
	After        []byte         // what would be written; nil for a deletion
	// Mode is the permissions that the file gets; 0 leaves them, or is the usual ones.
	Mode fs.FileMode
	// Diff is the difference between what is on disk and what would be written, as
	// texts; nil for content that isn't text.
	Diff *diff.Diff
	// Findings are what Diff, or View, hides from who reads it.
	Findings diff.Findings
	// View is what a person reads where a diff of the file would say little, such as
	// the cell of a notebook, before and after; Diff is nil then and the change is
	// decided as a whole.
	View *diff.Diff
	// Encoding makes the bytes of a file from a text of Diff. The zero value takes
	// them as they are.
	Encoding workspace.Text
	Asked    time.Time

	// As it was when it was asked:
	shown     string         // the digest
	print     uint64         // the fingerprint
	afterHash workspace.Hash // of After
}

// Text tells whether the request has a diff that can be decided hunk by hunk.
func (r *Request) Text() bool { return r.Diff != nil && !r.deletes() }

func (r *Request) deletes() bool { return r.Kind == DeleteFile }

// MustAsk says why no rule can cover the request, "" when one can.
func (r *Request) MustAsk() string {
	var why []string
	for _, s := range []string{r.RunsLater, r.Irreversible} {
		if s != "" {
			why = append(why, s)
		}
	}
	return strings.Join(why, ", and ")
}

// Action is the answer to one hunk.
type Action string

// The answers to a hunk.
const (
	Approve Action = "approve"
	Reject  Action = "reject"
	Amend   Action = "amend" // write the person's own lines in its place
	Pick    Action = "lines" // write single lines of it
)

// HunkDecision is the answer to one hunk of a diff.
type HunkDecision struct {
	Hunk   int
	Action Action
	Text   []byte // the person's lines, for Amend
	// Old and New are the lines that Pick takes, by their 1-based numbers in the file
	// as it is and as it would be: the old ones go, the new ones come, and all others
	// of the hunk stay as they are.
	Old, New []int
	Note     string // for the agent
}

// Scope is how far a yes reaches.
type Scope string

// The scopes. With All == Approve they are the answers Once, This chat and Always;
// All == Reject is No.
const (
	Once     Scope = ""
	ThisChat Scope = "chat"   // the same kind of edit in this chat, until Redline ends
	Always   Scope = "always" // in every chat of this folder, until it is revoked
)

// Decision is the person's answer to a request: All for every hunk that Hunks
// doesn't name, and for requests without hunks.
type Decision struct {
	All   Action // Approve or Reject
	Hunks []HunkDecision
	Note  string
	Scope Scope
	// Shown is the request's digest as the person saw it; "" is for answers that
	// nobody looked for, such as --approve all.
	Shown string
}

// Answer is what came of a question.
type Answer struct {
	Approved bool   // something is to be written
	After    []byte // what is to be written: the proposal, part of it, or the person's own text
	Accepted int    // hunks of the proposal that are written as proposed or amended
	Amended  bool   // some lines are the person's own
	Picked   bool   // of some hunks only single lines are written
	Note     string
	Hunks    []HunkDecision // as the person decided them; the others got Decision.All
	Chosen   []Action       // what became of each hunk of the proposal
	Scope    Scope          // how far the person's yes reaches
	// By is who said yes without a person being asked: a Scope whose rule covers it, a
	// Mode, or OwnWish. "" is a person's answer.
	By string

	seal seal
}

// OwnWish is Answer.By of an operation that a person asked for.
const OwnWish = "person"
