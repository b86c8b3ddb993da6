package app

import "time"

// The types in this file are what a face shows. Their JSON form is the contract
// with the front end: frontend/src/api/types.gen.ts is generated from them, and
// a test fails when the two differ. Paths are in display form (FS-05).

// Info says which program answers and what it can do here.
type Info struct {
	Version  string `json:"version"`
	Platform string `json:"platform"` // runtime.GOOS: linux, darwin, windows
	// Native is true in the window, where the system's dialogs, file manager and
	// browser can be asked for, and false behind `redline serve`.
	Native bool   `json:"native"`
	Home   string `json:"home"` // where Redline keeps its own files
	// Problem is one sentence about something wrong at start (a broken config
	// file), "" when all is well.
	Problem string `json:"problem"`
}

// Workspace is the folder that is open, or Open == false when none is.
type Workspace struct {
	Open    bool   `json:"open"`
	Dir     string `json:"dir"`     // absolute path
	Name    string `json:"name"`    // last element of Dir
	Library bool   `json:"library"` // Dir is the file library
	// Problems are sentences about what could not be read or settled at opening.
	Problems []string `json:"problems"`
}

// RecentWorkspace is a folder that was opened before.
type RecentWorkspace struct {
	Dir     string    `json:"dir"`
	Name    string    `json:"name"`
	Opened  time.Time `json:"opened"`
	Missing bool      `json:"missing"` // the folder is not where it was
}

// FolderCheck says what opening a folder would meet.
type FolderCheck struct {
	Dir     string `json:"dir"`
	Name    string `json:"name"`
	Files   int    `json:"files"`   // regular files inside at any depth, hidden ones aside, at most 1,000 counted
	Library bool   `json:"library"` // it is the file library
	Problem string `json:"problem"` // one sentence when it can't be opened, else ""
}

// Folders lists the folders inside one, for choosing where the system has no
// dialog to offer.
type Folders struct {
	Dir     string   `json:"dir"`
	Parent  string   `json:"parent"` // "" at the top
	Folders []string `json:"folders"`
}

// Writer is somebody who can answer in a chat.
type Writer struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Detail string `json:"detail"`
	Status string `json:"status"`
}

// Chat is one conversation in a workspace.
type Chat struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"` // "" until the first prompt
	Updated time.Time `json:"updated"`
	Turns   int       `json:"turns"`
	Running bool      `json:"running"`
	Waiting int       `json:"waiting"` // edits that wait for an answer
	Mode    string    `json:"mode"`    // ask, accept-edits, plan, jail, bypass
}

// ModeChoice is a mode that a chat could have.
type ModeChoice struct {
	Mode    string `json:"mode"`
	Refused string `json:"refused"` // a sentence when it can't be chosen here, else ""
}

// Rule is a standing yes, for later edits like the one that it was given for.
type Rule struct {
	ID     string    `json:"id"`
	Kind   string    `json:"kind"`   // write, delete
	Folder string    `json:"folder"` // in which it holds
	Here   bool      `json:"here"`   // Folder is the one that is open
	Scope  string    `json:"scope"`  // chat: until Redline ends; always: saved
	Chat   string    `json:"chat"`   // where it was given; with scope chat the only one that it holds for
	Title  string    `json:"title"`  // that chat's, "" when it isn't one of this folder
	Turn   int       `json:"turn"`   // in which it was given
	Path   string    `json:"path"`   // the file that was asked about
	Given  time.Time `json:"given"`
	Used   time.Time `json:"used"` // zero: never
}

// RuleList is the rules that hold: those of single chats, then the saved ones.
type RuleList struct {
	Rules   []Rule `json:"rules"`
	Problem string `json:"problem"` // a sentence when the saved ones can't be read and don't hold, else ""
}

// Thread is a chat with its turns, oldest first.
type Thread struct {
	Chat  Chat   `json:"chat"`
	Turns []Turn `json:"turns"`
}

// TurnStatus is where a turn stands.
type TurnStatus string

// The states of a turn.
const (
	TurnRunning TurnStatus = "running"
	TurnDone    TurnStatus = "done"
	TurnStopped TurnStatus = "stopped"
	TurnFailed  TurnStatus = "failed"
)

// Turn is a prompt and what came of it.
type Turn struct {
	Index  int        `json:"index"`  // its place in the chat, from 1
	Number int        `json:"number"` // its number on the timeline, 0 for one that isn't on it (undo, redo)
	Prompt string     `json:"prompt"`
	Time   time.Time  `json:"time"`
	Status TurnStatus `json:"status"`
	Error  string     `json:"error"` // one or two sentences when Status is failed
	Blocks []Block    `json:"blocks"`
}

// Block is one piece of an answer, in order. Exactly one of Text, Tool and Edit
// is set, as Kind says.
type Block struct {
	Kind string    `json:"kind"` // text, tool, edit
	Text string    `json:"text"` // Markdown
	Tool *ToolLine `json:"tool"`
	Edit *EditSlip `json:"edit"`
}

// ToolLine is a tool call that changed nothing, as one line.
type ToolLine struct {
	ID      string `json:"id"`
	Name    string `json:"name"`    // the tool's name, as in read_file
	Summary string `json:"summary"` // past tense: "Read notes/newlyn.md"
	Status  string `json:"status"`  // running, done, failed
	Args    string `json:"args"`    // JSON, indented
	Result  string `json:"result"`  // what the model was told, cut at 4,000 characters and said so
}

// EditStatus is where a proposed edit stands.
type EditStatus string

// The states of an edit.
const (
	EditWaiting   EditStatus = "waiting"  // asked, and first in the queue
	EditQueued    EditStatus = "queued"   // asked, behind another of its chat
	EditWriting   EditStatus = "writing"  // answered, being written
	EditApproved  EditStatus = "approved" // written as proposed
	EditPartly    EditStatus = "partly"   // some changes written, some left out
	EditAmended   EditStatus = "amended"  // written as the person rewrote it
	EditRejected  EditStatus = "rejected"
	EditStale     EditStatus = "stale"     // the file changed underneath; nothing was written
	EditFailed    EditStatus = "failed"    // could not be written; nothing was changed
	EditWithdrawn EditStatus = "withdrawn" // the turn was stopped before an answer
)

// EditSlip is a proposed or finished edit of one file, as the thread shows it.
type EditSlip struct {
	ID       string     `json:"id"`
	Path     string     `json:"path"`
	From     string     `json:"from"`   // the old path of a move, else ""
	Change   string     `json:"change"` // created, edited, deleted, moved
	Added    int        `json:"added"`
	Removed  int        `json:"removed"`
	Changes  int        `json:"changes"`  // hunks
	Accepted int        `json:"accepted"` // hunks written, once decided
	Status   EditStatus `json:"status"`
	Error    string     `json:"error"` // a sentence for stale and failed
	Note     string     `json:"note"`  // the person's note on the whole edit
	Decided  time.Time  `json:"decided"`
	Prose    bool       `json:"prose"`   // set in serif
	Summary  string     `json:"summary"` // for an edit without a text diff: "Create notes.pdf from notes.md (3 pages, 84 KB)"
	Excerpt  []DiffLine `json:"excerpt"` // the first change, at most 12 lines
	Shown    string     `json:"shown"`   // names what is shown; the answer carries it
	MustAsk  string     `json:"mustAsk"` // why no rule can cover it, else ""
	Hides    string     `json:"hides"`   // what its diff can hide: "adds one character that can't be seen", else ""
	By       string     `json:"by"`      // who allowed it in place of a person: chat, always (rules), or a mode; else ""
}

// DiffLine is one line of a diff. Kind is keep, delete or insert; Old and New are
// 1-based line numbers, 0 on the side where the line is not.
type DiffLine struct {
	Kind  string `json:"kind"`
	Old   int    `json:"old"`
	New   int    `json:"new"`
	Text  string `json:"text"` // without its line ending
	Marks []Mark `json:"marks"`
}

// Mark is a changed run inside a line, in UTF-16 code units, half open.
type Mark struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Review is one waiting edit with everything needed to decide on it.
type Review struct {
	ID       string   `json:"id"`
	Chat     string   `json:"chat"`
	Turn     int      `json:"turn"`
	Path     string   `json:"path"`
	Change   string   `json:"change"`
	Summary  string   `json:"summary"` // as in EditSlip
	Prose    bool     `json:"prose"`
	Language string   `json:"language"` // for syntax colours: "markdown", "go", ""
	Before   string   `json:"before"`   // "" for a new file; text with LF line ends
	After    string   `json:"after"`
	Binary   bool     `json:"binary"` // no hunks: approve or reject as a whole
	Hunks    []Hunk   `json:"hunks"`
	Added    int      `json:"added"`
	Removed  int      `json:"removed"`
	Notices  []string `json:"notices"` // what the diff can hide: "line endings change from CRLF to LF"
	// Findings are the places of what the diff can hide, the first 500.
	Findings []Finding `json:"findings"`
	Position int       `json:"position"` // 1 is next in the queue
	Stale    bool      `json:"stale"`    // the file on disk is no longer Before
	Shown    string    `json:"shown"`    // as in EditSlip
	MustAsk  string    `json:"mustAsk"`  // as in EditSlip

	// View is what there is to read of an edit without hunks: a notebook's cell, or the
	// file that a move replaces; null when nothing is.
	View *FileDiff `json:"view"`
}

// Finding is a place in a proposed text that reads otherwise than it looks. From..To
// are offsets into After like those of a Hunk; they are equal where the whole line is
// meant. Kind is one of those of backend/diff: "bidi", "invisible", "homoglyph" ...
type Finding struct {
	Kind string `json:"kind"`
	Line int    `json:"line"` // of After, counted from 1
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"` // what it is: "a zero width space (U+200B)"
}

// Hunk is one change: a run of lines replaced by another. Line numbers are
// 1-based; FromA..ToA and FromB..ToB are offsets into Before and After in UTF-16
// code units, half open, so that an editor can mark and replace them.
type Hunk struct {
	Index    int    `json:"index"`
	Title    string `json:"title"` // what it stands under: a heading or a function's first line, else ""
	OldStart int    `json:"oldStart"`
	OldLines int    `json:"oldLines"`
	NewStart int    `json:"newStart"`
	NewLines int    `json:"newLines"`
	FromA    int    `json:"fromA"`
	ToA      int    `json:"toA"`
	FromB    int    `json:"fromB"`
	ToB      int    `json:"toB"`
	// MarksA and MarksB are the changed words, as offsets like FromA and FromB.
	MarksA []Mark `json:"marksA"`
	MarksB []Mark `json:"marksB"`
	// Rows are its lines, to choose among them: each old line goes and each new line
	// comes, in the order in which those that stand follow each other. There are none
	// where a choice would make no sense: of one line, or of more than 400.
	Rows []Row `json:"rows"`
}

// Row is one line of a change: an old one or a new one, by its 1-based number on that
// side and 0 on the other.
type Row struct {
	Old int `json:"old"`
	New int `json:"new"`
}

// Decision is the person's answer on one hunk. Action is approve, reject, amend or
// lines; Text replaces the hunk's new lines when it is amend. When it is lines, the
// old lines of Old go and the new lines of New come, by their numbers, and the hunk's
// others stay as they are.
type Decision struct {
	Hunk   int    `json:"hunk"`
	Action string `json:"action"`
	Text   string `json:"text"`
	Old    []int  `json:"old"`
	New    []int  `json:"new"`
	Note   string `json:"note"` // goes to the agent, also for approved changes
}

// TimelineTurn is one turn as the timeline marks it.
type TimelineTurn struct {
	Number  int       `json:"number"`
	Chat    string    `json:"chat"`
	Label   string    `json:"label"` // the prompt, at most 60 characters
	Time    time.Time `json:"time"`
	Files   int       `json:"files"`
	Added   int       `json:"added"`
	Removed int       `json:"removed"`
	State   string    `json:"state"` // kept, undone (redo returns to it)
	Running bool      `json:"running"`
	Waiting int       `json:"waiting"` // edits that wait for an answer
	Pin     string    `json:"pin"`     // its name, when it is kept whatever the budget, else ""
}

// OutsideMark is a change of files past the tools, between two turns.
type OutsideMark struct {
	ID    string    `json:"id"`
	After int       `json:"after"` // the turn after which it was seen
	By    string    `json:"by"`    // outside (a person, or a program of theirs), command
	Time  time.Time `json:"time"`
	Files []string  `json:"files"` // the first of them
	Count int       `json:"count"` // how many there are
}

// OutsideChange is such a mark with all that is known of it.
type OutsideChange struct {
	ID    string        `json:"id"`
	After int           `json:"after"`
	By    string        `json:"by"`
	Time  time.Time     `json:"time"`
	Files []OutsideFile `json:"files"`
	More  int           `json:"more"` // files that are only counted
}

// OutsideFile is one file of it. HasBefore and HasAfter say whether that content was
// seen and can be looked at and restored.
type OutsideFile struct {
	Path      string `json:"path"`
	Change    string `json:"change"` // edited, created, deleted
	Prose     bool   `json:"prose"`
	HasBefore bool   `json:"hasBefore"`
	HasAfter  bool   `json:"hasAfter"`
}

// TimelineUsage is how much of the past is kept, and what goes next.
type TimelineUsage struct {
	Bytes      int64 `json:"bytes"`
	MaxBytes   int64 `json:"maxBytes"`
	MaxAgeDays int   `json:"maxAgeDays"`
	Oldest     int   `json:"oldest"`  // the oldest turn that is kept, 0 for none
	Next       int   `json:"next"`    // the turn that is dropped next, 0 when none can be
	Dropped    int   `json:"dropped"` // turns up to this one are gone, but for pinned ones
	Pinned     int   `json:"pinned"`
}

// FoundTurn is a turn that was looked for.
type FoundTurn struct {
	Turn  int      `json:"turn"`
	Files []string `json:"files"` // those of its files in whose names the words stand
}

// TurnChanges is what one turn did, from before it to after it.
type TurnChanges struct {
	Turn    int          `json:"turn"`
	Label   string       `json:"label"`
	Time    time.Time    `json:"time"`
	State   string       `json:"state"` // kept, undone, branch
	Pin     string       `json:"pin"`
	Added   int          `json:"added"`
	Removed int          `json:"removed"`
	Files   []TurnChange `json:"files"`
}

// TurnChange is what a turn did to one file. From is its path before, of one that moved.
type TurnChange struct {
	Path    string `json:"path"`
	From    string `json:"from"`
	Change  string `json:"change"` // edited, created, deleted, moved
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Prose   bool   `json:"prose"`
}

// TimelineState is the line of turns from the first to the last that redo can reach,
// and where the workspace stands on it.
type TimelineState struct {
	Turns   []TimelineTurn `json:"turns"`
	Head    int            `json:"head"` // number of the turn whose state is on disk, 0 before the first
	CanUndo bool           `json:"canUndo"`
	Redo    int            `json:"redo"` // the turn that redo goes back to, 0 when there is nothing to redo
	Outside []OutsideMark  `json:"outside"`
	Usage   TimelineUsage  `json:"usage"`
}

// FileDifference is a file that would differ, or differs, between two moments.
type FileDifference struct {
	Path    string `json:"path"`
	Change  string `json:"change"` // edited, created, deleted: what going there does to the file now on disk
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Note    string `json:"note"` // "new in turn 11, will be removed"
	Prose   bool   `json:"prose"`
}

// Conflict is a file that was changed outside Redline since its last turn.
type Conflict struct {
	Path    string    `json:"path"`
	Changed time.Time `json:"changed"` // its modification time; zero when it is gone
	Gone    bool      `json:"gone"`
}

// Moment is the workspace as of a turn, compared with now. Nothing on disk is
// touched to make it.
type Moment struct {
	Turn      int              `json:"turn"`
	Label     string           `json:"label"`
	Time      time.Time        `json:"time"`
	Files     []FileDifference `json:"files"`
	Conflicts []Conflict       `json:"conflicts"`
	// Unrestorable are files whose content as of then is no longer kept.
	Unrestorable []string `json:"unrestorable"`
}

// FileDiff is one file's diff, windowed to its changes with three lines around.
type FileDiff struct {
	Path    string      `json:"path"`
	Prose   bool        `json:"prose"`
	Binary  bool        `json:"binary"`
	Added   int         `json:"added"`
	Removed int         `json:"removed"`
	Blocks  []DiffBlock `json:"blocks"`
	Cut     string      `json:"cut"` // a sentence when not all is shown, else ""
}

// DiffBlock is a run of neighbouring diff lines.
type DiffBlock struct {
	Skipped int        `json:"skipped"` // unchanged lines left out before it
	Lines   []DiffLine `json:"lines"`
}

// RestorePlan is what restoring one file as of a turn does to it, change by change.
type RestorePlan struct {
	Path   string     `json:"path"`
	Change string     `json:"change"` // edited, created, deleted: what restoring does to the file; "" nothing
	Prose  bool       `json:"prose"`
	Binary bool       `json:"binary"` // it can only be restored whole
	Hunks  []FileDiff `json:"hunks"`  // each change by itself, with three lines around
	Cut    string     `json:"cut"`    // a sentence when not all are shown, else ""
	Now    string     `json:"now"`    // names the file that was compared; the request carries it
}

// TakeOutPlan is what taking a turn out of the line does, while later ones stay.
type TakeOutPlan struct {
	Turn  int           `json:"turn"`
	Label string        `json:"label"`
	Files []TakeOutFile `json:"files"`
	Shown string        `json:"shown"` // names the plan; the request carries it
}

// TakeOutFile is one file of such a plan. Clash is why somebody has to choose: lines
// (restore, merge), changed, returned or taken (restore), lost; it can always be kept.
type TakeOutFile struct {
	Path    string `json:"path"`
	From    string `json:"from"`   // where it is now, of a file that goes back to its old name
	Change  string `json:"change"` // edited, created, deleted, moved
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Prose   bool   `json:"prose"`
	Clash   string `json:"clash"`  // "" when nobody has to choose
	Reason  string `json:"reason"` // a sentence with clash lost
}

// MergePlan is a file that two sides changed, as data: no marker is ever in a text.
type MergePlan struct {
	Path      string         `json:"path"`
	Stretches []MergeStretch `json:"stretches"`
	Conflicts int            `json:"conflicts"`
}

// MergeStretch is a run of lines. Origin is unchanged, now, then, both or conflict;
// of an unchanged one longer than six lines only the ends are sent.
type MergeStretch struct {
	Origin string `json:"origin"`
	Line   int    `json:"line"` // 1-based: the line of the common content that it begins with or stands before
	Base   string `json:"base"`
	Now    string `json:"now"`
	Then   string `json:"then"`
	Left   int    `json:"left"` // unchanged lines that are not sent, between the first three and the last three
}

// RewindResult says what a rewind, an undo or a redo did.
type RewindResult struct {
	Turn     int      `json:"turn"` // where the workspace now stands
	Restored []string `json:"restored"`
	Kept     []string `json:"kept"` // left as they are at the person's wish
}

// FileEntry is one file or folder in a listing.
type FileEntry struct {
	Path    string `json:"path"`
	Name    string `json:"name"`
	Dir     bool   `json:"dir"`
	Size    int64  `json:"size"`
	Status  string `json:"status"` // "", edited, created, deleted: by waiting edits or the latest turn
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Blocked bool   `json:"blocked"` // the agent may never touch it
}

// FileList is a folder's entries, folders first, then by name.
type FileList struct {
	Dir     string      `json:"dir"`
	Entries []FileEntry `json:"entries"`
	Cut     string      `json:"cut"` // a sentence when not all are listed, else ""
}

// FileText is a file's text now or as of a turn.
type FileText struct {
	Path     string `json:"path"`
	Text     string `json:"text"`
	Exists   bool   `json:"exists"`
	Binary   bool   `json:"binary"`
	Size     int64  `json:"size"`
	Lines    int    `json:"lines"`
	Language string `json:"language"`
	Prose    bool   `json:"prose"`
	Cut      string `json:"cut"` // a sentence when only the start is given, else ""
}

// PreviewPage is a Markdown file as it will print, as sanitised HTML.
type PreviewPage struct {
	Path     string        `json:"path"`
	HTML     string        `json:"html"`
	Title    string        `json:"title"` // first heading or front matter's title
	Words    int           `json:"words"`
	Outline  []OutlineItem `json:"outline"`
	Changed  []LineRange   `json:"changed"`  // source lines that a waiting edit changes
	Changes  int           `json:"changes"`  // how many changes are proposed in it
	LastTurn int           `json:"lastTurn"` // the turn that edited it last, 0 when none
	Warnings []string      `json:"warnings"`
}

// OutlineItem is a heading of a previewed page.
type OutlineItem struct {
	Level  int    `json:"level"` // 1 to 6
	Text   string `json:"text"`
	Anchor string `json:"anchor"` // the heading's id in the HTML
	Line   int    `json:"line"`
}

// LineRange is a range of source lines, 1-based and inclusive.
type LineRange struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// ExportJob is an export under way or ended.
type ExportJob struct {
	ID       string   `json:"id"`
	Path     string   `json:"path"`
	Format   string   `json:"format"` // pdf, docx
	Output   string   `json:"output"` // where it is or will be
	Status   string   `json:"status"` // running, done, failed, cancelled
	Page     int      `json:"page"`   // pages set so far
	Pages    int      `json:"pages"`  // all pages, 0 while not known
	Bytes    int64    `json:"bytes"`
	Warnings []string `json:"warnings"`
	Error    string   `json:"error"`
	Exists   bool     `json:"exists"` // failed because Output is there and Overwrite was not given
}

// Preferences are the person's choices that the interface shows.
type Preferences struct {
	Theme     string `json:"theme"`     // system, light, dark
	AddedText string `json:"addedText"` // blue, green, none
	PageSize  string `json:"pageSize"`  // auto, a4, letter
	Sidebar   bool   `json:"sidebar"`   // shown
	Inspector bool   `json:"inspector"` // shown
}
