// Package checkpoints remembers what every turn changed, so that each of them can
// be looked at, taken back and brought back.
//
// It never touches a workspace: it stores contents, plans moves through time and
// answers questions; whoever writes the files tells it before and after. Contents
// are kept once, by their hash. The log is only appended to. Durable in this
// order: contents, intent, (the file), entry. A crash at any byte leaves a log
// that can be read, and an intent without an end that Unsettled names.
//
// Turn numbers are never used twice. A turn is kept, or undone by a rewind that
// redo can take back, or on a branch: undone, and then left behind by a new
// change. The same holds for each change of a file, and mostly goes with its turn:
// but where two chats changed one file in turns, going back before the change of
// the one takes along what the other built on it.
package checkpoints

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"redline/backend/workspace"
)

// Why a store can't do something. Nothing is changed then.
var (
	ErrNoTurn        = errors.New("there is no such turn on this line")
	ErrDropped       = errors.New("is no longer kept: its contents were dropped because of their age or size; nothing was changed")
	ErrNoMark        = errors.New("there is no such change from outside")
	ErrNotSeen       = errors.New("its content was not seen, so it is not kept; nothing was changed")
	ErrNothingToUndo = errors.New("there is nothing to undo")
	ErrNothingToRedo = errors.New("there is nothing to redo")
	ErrBusy          = errors.New("a file is being written right now; nothing was changed. Try again in a moment")
	ErrOldPlan       = errors.New("the timeline moved on since this was planned; nothing was changed. Look at it again")
	ErrUntouched     = errors.New("was not changed by any turn that is kept, so nothing older is known of it; nothing was changed")
	errNoIntent      = errors.New("that change is settled already, or was never begun")
)

// The kinds of change.
const (
	Created = "created"
	Edited  = "edited"
	Deleted = "deleted"
	Moved   = "moved" // of a whole turn: the file has another name, and may be edited too
)

// TurnState is where a turn stands on the line.
type TurnState string

// The states of a turn.
const (
	Kept   TurnState = "kept"
	Undone TurnState = "undone"
	Branch TurnState = "branch"
)

// Change is a change of one file that is about to be made, or, with Folder, a folder
// that is.
type Change struct {
	Session        string
	Turn           int // 0 is the session's latest
	Path           string
	Kind           string
	Folder         bool
	Before, After  workspace.File
	Added, Removed int
	Making         []string // folders that are made for it, outermost first
	// From is where the content stood, of a file that is moved to Path, and Source what
	// it was there. That it goes from there is a change of its own, in the same batch.
	From   string
	Source workspace.State
}

// folderMark ends the path of an entry about a folder. No content stands there, before
// or after, so that there is nothing to restore but the folder itself.
const folderMark = "/"

// Intent is a change that was logged and is not made yet.
type Intent struct {
	ID   string
	Turn int
}

// Entry is a change that was made.
type Entry struct {
	ID      string          `json:"id"`
	Turn    int             `json:"turn"`
	Path    string          `json:"path"`
	Kind    string          `json:"kind"`
	Before  workspace.State `json:"before,omitzero"`
	After   workspace.State `json:"after,omitzero"`
	Added   int             `json:"added,omitempty"`
	Removed int             `json:"removed,omitempty"`
	Net     Net             `json:"net,omitzero"`      // from before the turn
	From    string          `json:"from,omitempty"`    // where the content stood, of a file that was moved
	Source  workspace.State `json:"source,omitzero"`   // what it was there
	Folders []string        `json:"folders,omitempty"` // that were made for it, outermost first
}

// Store is the memory of one workspace. It is safe for use by several goroutines.
type Store struct {
	mu       sync.Mutex
	log      *log
	blobs    blobs
	release  func() // lets another process open the store
	options  Options
	turns    []*turn             // without those that are dropped before the first that is kept
	base     int                 // how many those are
	byID     map[string]*record  // intents and moves without an end
	paths    map[string][]*entry // the changes of each file in the order in which they were made
	moved    map[string][]*entry // the changes that moved content away from each path, likewise
	current  map[string]workspace.State
	seq      int              // number of the latest change
	lastMark int              // number of the latest mark
	used     int64            // bytes of contents; not less than there are
	marks    []*Mark          // changes from outside, the oldest first
	seen     map[string]known // what was seen at paths since their last change
	calm     bool             // nothing happened since the latest mark
	carried  int              // counts moves
	redo     []*move          // what redo takes back, the next one last
	next     int              // number of the latest intent or move
	version  int              // counts records, so that an old plan is noticed
	open     map[string]kind  // intents and moves that this process is carrying out
}

type turn struct {
	TurnInfo
	number  int
	state   TurnState
	pin     string // the name under which it is kept whatever the budget, "" for none
	dropped bool   // it stands between others only so that they can be gone to
	entries []*entry
	sums    *tally // nil until somebody asks
	shown   *Turn  // likewise
}

// entry is a change that was made, and whether it still counts.
type entry struct {
	Entry
	state TurnState
	seq   int // its place among all changes
}

// Options is how a store is kept.
type Options struct {
	MaxBytes int64         // of contents (FS-62); 0 is DefaultMaxBytes
	MaxAge   time.Duration // older turns are dropped at opening (FS-67); 0 is DefaultMaxAge
	// Now is the clock; nil is the system's.
	Now func() time.Time
}

// The budget of a store where nothing else is set (FS-62, FS-67).
const (
	DefaultMaxBytes = 64 << 20
	DefaultMaxAge   = 30 * 24 * time.Hour
)

// Open reads the store in dir, which is made for its owner only if it isn't there
// (FS-67), and drops what its budget doesn't hold any more. Where the log can't be
// understood to its end it is put aside, and the store has what stands before that, with
// a warning. A store that another process has open is workspace.ErrBusy.
func Open(dir string, o Options) (*Store, []string, error) {
	s, warnings, err := open(dir, o)
	if errors.Is(err, fs.ErrPermission) {
		return nil, nil, fmt.Errorf("the timeline in %s can't be opened: the system refuses it (%w); nothing was changed. Change its permissions", dir, err)
	}
	return s, warnings, err
}

func open(dir string, o Options) (_ *Store, _ []string, err error) {
	if err := os.MkdirAll(filepath.Join(dir, "blobs"), 0o700); err != nil {
		return nil, nil, err
	}
	if info, err := os.Lstat(filepath.Join(dir, "blobs")); err != nil || !info.IsDir() {
		return nil, nil, errors.Join(err, fmt.Errorf("%s must be a folder itself, not a link to one; nothing was done. Move it away and open the folder again", filepath.Join(dir, "blobs")))
	}
	release, err := workspace.Claim(dir, dir)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			release()
		}
	}()
	s := &Store{
		blobs: newBlobs(filepath.Join(dir, "blobs")), release: release,
		options: Options{cmp.Or(o.MaxBytes, DefaultMaxBytes), cmp.Or(o.MaxAge, DefaultMaxAge), o.Now},
		byID:    map[string]*record{}, open: map[string]kind{}, moved: map[string][]*entry{},
		paths: map[string][]*entry{}, current: map[string]workspace.State{}, seen: map[string]known{},
	}
	if s.options.Now == nil {
		s.options.Now = time.Now
	}
	l, warnings, err := openLog(filepath.Join(dir, "log.jsonl"), s.replay)
	if err != nil {
		return nil, nil, err
	}
	s.log = l
	if err := s.tidy(); err != nil {
		return nil, nil, errors.Join(err, l.close())
	}
	return s, warnings, nil
}

// Close closes the log and lets the store go. Nothing is lost without it.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := errors.Join(s.compact(), s.log.close())
	s.release()
	return err
}

// Begin stores what the change replaces and what it writes, and logs the intent.
// The file may be written once it returns, and must be settled by Commit or Abort.
// While files go to another moment it fails with ErrBusy.
func (s *Store) Begin(c Change) (Intent, error) {
	defer s.blobs.hold(c.Before.Hash, c.After.Hash)()
	if err := s.storeAll([]Change{c}); err != nil {
		return Intent{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moving() {
		return Intent{}, ErrBusy
	}
	number, err := s.turnFor(c)
	if err != nil {
		return Intent{}, err
	}
	path := c.Path
	if c.Folder {
		path += folderMark
	}
	r := &record{
		Kind: kindIntent, ID: s.nextID(), Turn: number, Path: path, Change: c.Kind,
		Before: &c.Before.State, After: &c.After.State, Added: c.Added, Removed: c.Removed, Folders: c.Making,
		Net: s.net(s.turn(number), c),
	}
	if err := s.write(r); err != nil {
		return Intent{}, err
	}
	s.open[r.ID] = kindIntent
	return Intent{ID: r.ID, Turn: number}, nil
}

// turnFor gives the turn that a change belongs to (FS-60a): the one it names, the
// session's latest, or the latest of all. What was undone takes no changes.
func (s *Store) turnFor(c Change) (int, error) {
	for i := len(s.turns) - 1; i >= 0; i-- {
		t := s.turns[i]
		if t.state == Kept && !t.dropped && (t.number == c.Turn || c.Turn == 0 && t.Session == c.Session) {
			return t.number, nil
		}
	}
	if n := len(s.turns); n > 0 && s.turns[n-1].state == Kept && c.Turn == 0 {
		return s.turns[n-1].number, nil
	}
	t, err := s.beginTurn(TurnInfo{Session: c.Session, Label: noPrompt, Time: time.Now()})
	return t.Number, err
}

func (s *Store) nextID() string {
	s.next++
	return fmt.Sprintf("c%d", s.next)
}

// Commit makes a change part of the timeline: the file is written, after is what
// stands there now, folders are those that were made for it.
func (s *Store) Commit(id string, after workspace.State, folders []string) (Entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.byID[id]
	if r == nil || r.Kind != kindIntent {
		return Entry{}, errNoIntent
	}
	end := &record{Kind: kindEntry, ID: id, Folders: folders}
	if after != *r.After {
		end.After = &after
	}
	if err := s.write(end); err != nil {
		return Entry{}, err
	}
	entries := s.turn(r.Turn).entries
	made := entries[len(entries)-1].Entry
	_ = s.fit() // the change is on the timeline; what is too much is dropped with the next
	return made, nil
}

// Abort forgets a change that was not made.
func (s *Store) Abort(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.byID[id]; r == nil || r.Kind != kindIntent {
		return errNoIntent
	}
	return s.write(&record{Kind: kindAbort, ID: id})
}

// Blob gives a content that is kept. One that is missing or damaged is an error.
func (s *Store) Blob(h workspace.Hash) ([]byte, error) { return s.blobs.get(h) }

// content gives what a state stands for; where nothing is it is nil.
func (s *Store) content(of workspace.State) ([]byte, error) {
	if !of.Exists {
		return nil, nil
	}
	return s.blobs.get(of.Hash)
}
