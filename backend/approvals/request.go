package approvals

import (
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
// what is written if the answer is yes. It is not changed after Ask.
type Request struct {
	ID      string // given by the asker; no two that wait have the same
	Session string // the chat it belongs to
	Turn    int    // its turn's number, 0 for "(no prompt)"
	Kind    Kind
	Key     string // "write:<workspace>" or "delete:<workspace>"
	Path    string // display form
	From    string // the old path of a move
	Change  string // created, edited, deleted, moved
	Summary string // what a diff can't show: "Create notes.pdf from notes.md (3 pages, 84 KB)"
	// MatchedBy is the step by which the text to replace was found, "" where
	// nothing was looked for.
	MatchedBy string
	Before    workspace.File // what is on disk
	After     []byte         // what would be written; nil for a deletion
	// Diff is the difference between what is on disk and what would be written, as
	// texts; nil for content that isn't text.
	Diff *diff.Diff
	// Encoding makes the bytes of a file from a text of Diff. The zero value takes
	// them as they are.
	Encoding workspace.Text
	Asked    time.Time

	seal seal
}

// Text tells whether the request has a diff that can be decided hunk by hunk.
func (r *Request) Text() bool { return r.Diff != nil && r.Change != "deleted" }

// seal binds a question to one content of one file: an answer can't be used for
// another.
type seal struct {
	path          string
	before, after workspace.Hash
}

// Action is the answer to one hunk.
type Action string

// The answers to a hunk.
const (
	Approve Action = "approve"
	Reject  Action = "reject"
	Amend   Action = "amend" // write the person's own lines in its place
)

// HunkDecision is the answer to one hunk of a diff.
type HunkDecision struct {
	Hunk   int
	Action Action
	Text   []byte // the person's lines, for Amend
	Note   string // for the agent
}

// Decision is the person's answer to a request: All for every hunk that Hunks
// doesn't name, and for requests without hunks.
type Decision struct {
	All   Action // Approve or Reject
	Hunks []HunkDecision
	Note  string
}

// Answer is what came of a question.
type Answer struct {
	Approved bool   // something is to be written
	After    []byte // what is to be written: the proposal, part of it, or the person's own text
	Accepted int    // hunks of the proposal that are written as proposed or amended
	Amended  bool   // some lines are the person's own
	Note     string
	Hunks    []HunkDecision // as decided, in order

	seal seal
}

// Covers tells whether the answer was given for this path and this content: the
// writer accepts no other (the seal).
func (a Answer) Covers(path string, before workspace.Hash) bool {
	return a.seal.path == path && a.seal.before == before && a.seal.after == workspace.HashOf(a.After)
}
