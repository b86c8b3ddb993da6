package app

// What the front end sends. Every method of an area takes one of these or
// nothing, so that a call means the same over the window's bindings and over
// HTTP.

// FolderRequest names a folder by its path; ~ is the home folder.
type FolderRequest struct {
	Dir string `json:"dir"`
}

// ChatRequest names a chat.
type ChatRequest struct {
	Chat string `json:"chat"`
}

// SendRequest is a prompt.
type SendRequest struct {
	Chat string `json:"chat"`
	Text string `json:"text"`
}

// EditRequest names a proposed edit.
type EditRequest struct {
	Edit string `json:"edit"`
}

// DecideRequest is the person's answer to a proposed edit. All is "approve" or
// "reject" for every hunk that Decisions doesn't name, and for an edit that has
// no hunks. Scope, beside "approve", is how far the answer reaches: "" this edit,
// "chat" later ones like it in this chat, "always" those in every chat of the folder.
// Shown is that of the slip or the review that the person looked at.
type DecideRequest struct {
	Edit      string     `json:"edit"`
	All       string     `json:"all"`
	Decisions []Decision `json:"decisions"`
	Note      string     `json:"note"`
	Scope     string     `json:"scope"`
	Shown     string     `json:"shown"`
}

// ModeRequest gives a chat a mode.
type ModeRequest struct {
	Chat string `json:"chat"`
	Mode string `json:"mode"`
}

// RevokeRequest names rules by their ids.
type RevokeRequest struct {
	Rules []string `json:"rules"`
}

// TurnRequest names a turn by its number on the timeline.
type TurnRequest struct {
	Turn int `json:"turn"`
}

// TurnFileRequest names a file as of a turn; Turn 0 is now.
type TurnFileRequest struct {
	Turn int    `json:"turn"`
	Path string `json:"path"`
}

// RewindRequest goes back to a turn. Files in Keep stay as they are, those in Choices
// become what was chosen for each; Force replaces files that were edited outside Redline
// (their content is kept and redo brings it back).
type RewindRequest struct {
	Turn    int          `json:"turn"`
	Keep    []string     `json:"keep"`
	Choices []FileChoice `json:"choices"`
	Force   bool         `json:"force"`
}

// FileChoice is what becomes of a file that is in conflict. Take is keep (as it is now),
// restore (as it was then) or merge; Picks settle the conflicts of a merge, in order.
type FileChoice struct {
	Path  string `json:"path"`
	Take  string `json:"take"`
	Picks []Pick `json:"picks"`
}

// Pick is what is put in place of one conflict: the lines as they are now (Take keep),
// as they were then (restore), or Text (text).
type Pick struct {
	Take string `json:"take"`
	Text string `json:"text"`
}

// AsOfRequest names a file before or after a turn; Side is before or after.
type AsOfRequest struct {
	Turn int    `json:"turn"`
	Side string `json:"side"`
	Path string `json:"path"`
}

// CompareRequest names two moments of a file around a turn: From and To are before,
// after or now.
type CompareRequest struct {
	Turn int    `json:"turn"`
	Path string `json:"path"`
	From string `json:"from"`
	To   string `json:"to"`
}

// RestoreRequest brings one file back as of a turn: the changes of RestoreDiff that Hunks
// names, from 0, or with Whole all of it, its permissions included. Now is that of the
// RestorePlan that the person looked at.
type RestoreRequest struct {
	Turn  int    `json:"turn"`
	Side  string `json:"side"`
	Path  string `json:"path"`
	Whole bool   `json:"whole"`
	Hunks []int  `json:"hunks"`
	Now   string `json:"now"`
}

// PinRequest names a turn; Name "" takes its name away.
type PinRequest struct {
	Turn int    `json:"turn"`
	Name string `json:"name"`
}

// FindRequest looks for turns whose prompt, name or files hold every word of it.
type FindRequest struct {
	Query string `json:"query"`
}

// MarkRequest names a change from outside.
type MarkRequest struct {
	Mark string `json:"mark"`
}

// MarkFileRequest names one file of a change from outside; Side is before or after.
type MarkFileRequest struct {
	Mark string `json:"mark"`
	Path string `json:"path"`
	Side string `json:"side"`
}

// TakeOutRequest takes a turn out of the line. Shown is that of the TakeOutPlan that the
// person looked at; Force restores whatever nobody chose for.
type TakeOutRequest struct {
	Turn    int          `json:"turn"`
	Choices []FileChoice `json:"choices"`
	Shown   string       `json:"shown"`
	Force   bool         `json:"force"`
}

// ForceRequest says whether files edited outside Redline may be replaced.
type ForceRequest struct {
	Force bool `json:"force"`
}

// ListRequest names a folder of the workspace, "" for the workspace itself, as of
// a turn or, with Turn 0, now.
type ListRequest struct {
	Dir  string `json:"dir"`
	Turn int    `json:"turn"`
}

// PathRequest names a file of the workspace.
type PathRequest struct {
	Path string `json:"path"`
}

// PreviewRequest asks for a Markdown file as it will print: now (Turn 0), as of a
// turn, or, with Edit, as a waiting edit proposes it.
type PreviewRequest struct {
	Path string `json:"path"`
	Turn int    `json:"turn"`
	Edit string `json:"edit"`
}

// ExportRequest asks for a document made from a Markdown file. Output is relative
// to the workspace; "" is the file's own name with the format's extension, in
// exports/. PageSize is auto, a4 or letter; "" is the setting.
type ExportRequest struct {
	Path      string `json:"path"`
	Format    string `json:"format"` // pdf, docx
	Output    string `json:"output"`
	PageSize  string `json:"pageSize"`
	Overwrite bool   `json:"overwrite"`
}

// JobRequest names an export under way.
type JobRequest struct {
	Job string `json:"job"`
}
