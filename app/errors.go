package app

import (
	"errors"
	"io/fs"

	"redline/backend"
	"redline/backend/approvals"
	"redline/backend/checkpoints"
	"redline/backend/config"
	"redline/backend/notebook"
	"redline/backend/patch"
	"redline/backend/pdftext/pdffile"
	"redline/backend/search"
	"redline/backend/sessions"
	"redline/backend/tools"
	"redline/backend/workspace"
)

// Code names a kind of failure for the front end, which words it in the person's
// language and decides what to offer.
type Code string

// The kinds of failure that a face tells apart.
const (
	CodeBadRequest  Code = "bad_request"  // the page sent something that makes no sense
	CodeNoWorkspace Code = "no_workspace" // no folder is open
	CodeNotFound    Code = "not_found"    // a file, chat, turn or edit that isn't there
	CodeBadFolder   Code = "bad_folder"   // not a folder, or it can't be read
	CodeBusy        Code = "busy"         // the folder is open in another Redline
	CodeRunning     Code = "running"      // the chat is answering; stop it first
	CodeStale       Code = "stale"        // the file changed underneath; nothing was written
	CodeConflict    Code = "conflict"     // files were edited outside Redline
	CodeAnswered    Code = "answered"     // that edit was decided before
	CodeExists      Code = "exists"       // a file is there and overwriting wasn't asked for
	CodeForbidden   Code = "forbidden"    // the sandbox refuses the path, or the file is none that can be used
	CodeDiskFull    Code = "disk_full"    // no room left; nothing was changed
	CodePermission  Code = "permission"   // the system refuses; nothing was changed
	CodeStillSaved  Code = "still_saved"  // rules hold no more, but couldn't be taken out of their file
	CodeNoDialog    Code = "no_dialog"    // the system's dialog can't be shown here
	CodeInternal    Code = "internal"     // a defect in Redline
)

// Error is what a face gets when an operation fails.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"` // what happened, that nothing was lost, what to do next
	Path    string `json:"path"`    // the file it is about, or ""
	Hint    string `json:"hint"`    // what to do next, when it stands apart from Message
}

func (e *Error) Error() string { return e.Message }

// AsErrorOrNil is AsError for an operation that may have succeeded.
func AsErrorOrNil(err error) error {
	if err == nil {
		return nil
	}
	return AsError(err)
}

// AsError gives a failure its code and its sentence for a person.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Code: codeOf(err), Message: config.Sentence(err.Error())}
}

func codeOf(err error) Code {
	for _, t := range types {
		if t.is(err) {
			return t.code
		}
	}
	for _, known := range codes {
		if errors.Is(err, known.is) {
			return known.code
		}
	}
	return CodeInternal
}

// types pairs the types of error of the backend's packages with the codes of the faces.
var types = []struct {
	is   func(error) bool
	code Code
}{
	{as[*workspace.NameError], CodeBadRequest},
	{as[*workspace.BlockedError], CodeForbidden},
	{as[*tools.ConflictError], CodeConflict},
	{as[*tools.ClashError], CodeConflict},
	{as[*tools.RejectedError], CodeAnswered},
	{as[*approvals.StillSavedError], CodeStillSaved},
	{as[*approvals.RefusedError], CodeForbidden},
	{as[*patch.Error], CodeBadRequest},
	{as[*config.Problem], CodeBadRequest},
}

func as[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// codes pairs what the backend's packages tell apart with the codes of the faces.
var codes = []struct {
	is   error
	code Code
}{
	{search.ErrQuery, CodeBadRequest},
	{pdffile.ErrNotPDF, CodeForbidden},
	{pdffile.ErrPassword, CodeForbidden},
	{pdffile.ErrCipher, CodeForbidden},
	{pdffile.ErrDamaged, CodeForbidden},
	{workspace.ErrBusy, CodeBusy},
	{checkpoints.ErrBusy, CodeRunning},
	{checkpoints.ErrOldPlan, CodeStale},
	{checkpoints.ErrNoMerge, CodeBadRequest},
	{checkpoints.ErrPicks, CodeConflict},
	{checkpoints.ErrNoConflict, CodeNotFound},
	{checkpoints.ErrChoice, CodeBadRequest},
	{backend.ErrSide, CodeBadRequest},
	{checkpoints.ErrUntouched, CodeNotFound},
	{checkpoints.ErrDropped, CodeNotFound},
	{checkpoints.ErrNoMark, CodeNotFound},
	{checkpoints.ErrNotSeen, CodeNotFound},
	{workspace.ErrNoFolder, CodeBadFolder},
	{workspace.ErrUnreadableFolder, CodeBadFolder},
	{workspace.ErrNotRegular, CodeForbidden},
	{workspace.ErrTooLarge, CodeForbidden},
	{workspace.ErrBinary, CodeForbidden},
	{workspace.ErrLinks, CodeForbidden},
	{workspace.ErrPolicyTooLarge, CodeForbidden},
	{tools.ErrExists, CodeExists},
	{workspace.ErrStale, CodeStale},
	{tools.ErrChanged, CodeStale},
	{workspace.ErrDiskFull, CodeDiskFull},
	{workspace.ErrQuota, CodeDiskFull},
	{workspace.ErrRootGone, CodeBadFolder},
	{backend.ErrSandboxLost, CodeBadFolder},
	{workspace.ErrNotFolder, CodeBadFolder},
	{workspace.ErrOutsideWorkspace, CodeForbidden},
	{workspace.ErrReadOnlyPath, CodeForbidden},
	{workspace.ErrPermission, CodePermission},
	{workspace.ErrReadOnly, CodePermission},
	{workspace.ErrTooManyOpen, CodePermission},
	{workspace.ErrNameTooLong, CodeBadRequest},
	{approvals.ErrUnknown, CodeAnswered},
	{approvals.ErrSeal, CodeStale},
	{approvals.ErrBadDecision, CodeBadRequest},
	{approvals.ErrOtherEdit, CodeBadRequest},
	{approvals.ErrUnknownMode, CodeBadRequest},
	{approvals.ErrBypassNeedsSandbox, CodeForbidden},
	{notebook.ErrNothing, CodeBadRequest},
	{backend.ErrRunning, CodeRunning},
	{backend.ErrWaiting, CodeRunning},
	{sessions.ErrNotFound, CodeNotFound},
	{checkpoints.ErrNoTurn, CodeNotFound},
	{checkpoints.ErrNothingToUndo, CodeNotFound},
	{checkpoints.ErrNothingToRedo, CodeNotFound},
	{fs.ErrNotExist, CodeNotFound},
	{fs.ErrPermission, CodePermission},
}
