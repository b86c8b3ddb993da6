package tools

import (
	"time"

	"redline/backend/approvals"
)

// EditStatus is a stage of an edit.
type EditStatus string

// The stages of an edit, from the question to its end.
const (
	EditWaiting   EditStatus = "waiting"
	EditWriting   EditStatus = "writing"
	EditApproved  EditStatus = "approved"
	EditPartly    EditStatus = "partly"
	EditAmended   EditStatus = "amended"
	EditRejected  EditStatus = "rejected"
	EditStale     EditStatus = "stale"
	EditFailed    EditStatus = "failed"
	EditWithdrawn EditStatus = "withdrawn"
)

// Edit is one proposed change of a file as it goes from question to end; a chat
// keeps the last one it was told of.
type Edit struct {
	ID       string             `json:"id"` // unique among all edits ever
	Call     Call               `json:"-"`
	CallID   string             `json:"call,omitempty"` // the model's call that proposed it
	Request  *approvals.Request `json:"-"`              // nil once it is read back from a transcript
	Path     string             `json:"path"`
	From     string             `json:"from,omitempty"` // of a move
	Change   string             `json:"change"`
	Summary  string             `json:"summary,omitempty"`
	Added    int                `json:"added,omitempty"`
	Removed  int                `json:"removed,omitempty"`
	Hunks    int                `json:"hunks,omitempty"`
	Accepted int                `json:"accepted,omitempty"`
	Amended  bool               `json:"amended,omitempty"` // rewritten, or single lines of it chosen
	By       string             `json:"by,omitempty"`      // approvals.Answer.By
	Status   EditStatus         `json:"status"`
	Err      string             `json:"err,omitempty"`
	Note     string             `json:"note,omitempty"`
	Decided  time.Time          `json:"decided,omitzero"`
}

func (e *Edit) decided(a approvals.Answer) {
	e.Accepted, e.Amended, e.Note, e.By, e.Decided = a.Accepted, a.Amended || a.Picked, a.Note, a.By, time.Now()
}

// finished is how an edit that was written ended.
func (e *Edit) finished() EditStatus {
	switch {
	case e.Amended:
		return EditAmended
	case e.Accepted < e.Hunks:
		return EditPartly
	}
	return EditApproved
}
