package audit

import (
	"encoding/json"
	"time"
)

// Kind is what a record is about.
type Kind string

// The kinds of record. One that leads to a change of files comes twice: as what is
// about to be done, and as what came of it.
const (
	Begun    Kind = "begun"    // the record; Text is the folder
	Prompt   Kind = "prompt"   // Text is what was asked
	Call     Kind = "call"     // Tool is about to run
	Result   Kind = "result"   // Tool has run
	Approval Kind = "approval" // Edit was decided
	Written  Kind = "written"  // Edit was written, or not, as Error says
	Move     Kind = "move"     // Travel is about to begin: undo, redo, rewind
	Moved    Kind = "moved"    // Travel was made, or not, as Error says
	ModeSet  Kind = "mode"     // of a chat; Text is the mode
	RuleGone Kind = "revoked"  // rules were taken back; Text says which
	Damage   Kind = "damage"   // of this record, found at opening; Text says what
)

// durable tells whether a record of the kind is synced: it leads to a change, or
// couldn't be told again from what else is kept.
func (k Kind) durable() bool {
	switch k {
	case Call, Result, Written, Moved:
		return false
	}
	return true
}

// Entry is one record. Which of the fields are set, Kind says.
type Entry struct {
	Seq    int64     `json:"seq"` // from 1, without gaps
	Time   time.Time `json:"time"`
	Prev   string    `json:"prev"` // hash of the record before, "" for the first
	Kind   Kind      `json:"kind"`
	Chat   string    `json:"chat,omitempty"`
	Turn   int       `json:"turn,omitempty"`
	Text   string    `json:"text,omitempty"`
	Tool   *Tool     `json:"tool,omitempty"`
	Edit   *Edit     `json:"edit,omitempty"`
	Travel *Travel   `json:"travel,omitempty"`
	Error  string    `json:"error,omitempty"` // why it wasn't done
}

// Tool is a tool call.
type Tool struct {
	ID   string          `json:"id,omitempty"` // the model's
	Name string          `json:"name"`
	Args json.RawMessage `json:"args,omitempty"`
	// Result is the hash of what the model was told, Bytes its length.
	Result string `json:"result,omitempty"`
	Bytes  int    `json:"bytes,omitempty"`
}

// Edit is an edit with what was shown of it and what was decided.
type Edit struct {
	ID     string `json:"id"`
	Path   string `json:"path"`
	File   string `json:"file,omitempty"` // canonical
	Change string `json:"change,omitempty"`
	Rule   string `json:"rule,omitempty"` // the key that a rule for it would have
	// Shown is the digest of all that was shown; Before and After are the hashes of
	// the content then on disk and of the content that the answer allows, "" for none.
	Shown  string `json:"shown,omitempty"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Answer string `json:"answer,omitempty"` // approved, rejected, withdrawn, refused
	By     string `json:"by,omitempty"`     // whose answer, when no person was asked: a mode, a rule, the person's own wish
	Scope  string `json:"scope,omitempty"`  // chat, always: how far a person's yes reaches
	Note   string `json:"note,omitempty"`
	Hunks  []Hunk `json:"hunks,omitempty"`
	Asks   string `json:"asks,omitempty"` // why no rule covers it
}

// Hunk is one change of an edit: which lines, and what was decided on it.
type Hunk struct {
	Old    [2]int `json:"old"` // first line, number of lines
	New    [2]int `json:"new"`
	Action string `json:"action"`
	Text   string `json:"text,omitempty"` // the person's own lines
	// Goes and Comes are the numbers of the old and new lines that were chosen singly.
	Goes  []int  `json:"goes,omitempty"`
	Comes []int  `json:"comes,omitempty"`
	Note  string `json:"note,omitempty"`
}

// Travel is files going to another moment.
type Travel struct {
	Kind     string `json:"kind"` // undo, redo, rewind
	From, To int    // turns
	Force    bool   `json:"force,omitempty"`
	Files    []Step `json:"files"`
}

// Step is what becomes of one file; a hash is "" where nothing is.
type Step struct {
	Path   string `json:"path"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}
