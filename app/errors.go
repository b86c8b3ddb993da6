package app

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
	CodeForbidden   Code = "forbidden"    // the sandbox refuses the path
	CodeDiskFull    Code = "disk_full"    // no room left; nothing was changed
	CodePermission  Code = "permission"   // the system refuses; nothing was changed
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
