package checkpoints

import (
	"strings"
	"time"

	"redline/backend/workspace"
)

// noPrompt labels the turn of changes that nobody's prompt asked for (FS-60).
const noPrompt = "(no prompt)"

// maxLabel is how many characters of a prompt label its turn (WS-22).
const maxLabel = 60

// TurnInfo says what turn begins.
type TurnInfo struct {
	Session string    `json:"session,omitempty"` // the chat
	Prompt  int       `json:"prompt,omitempty"`  // which of its prompts, from 1
	Label   string    `json:"label,omitempty"`   // the prompt; white space is collapsed and the rest cut off
	Time    time.Time `json:"time,omitzero"`
}

// Turn is a prompt's place on the timeline.
type Turn struct {
	TurnInfo
	Number         int // from 1
	State          TurnState
	Pin            string       // its name, when it is kept whatever the budget
	Files          []FileChange // what differs from before it to after it, in the order of the first change
	Added, Removed int          // lines, likewise
}

// FileChange is what a turn did to one file, all its changes together. A file that it
// only gave another name counts as one.
type FileChange struct {
	Path           string
	From           string // its path before, when Kind is Moved
	Kind           string
	Added, Removed int // lines
}

// BeginTurn puts a turn on the timeline. Nothing is scanned or copied. The empty
// latest turn of the same prompt is used again instead of a second one (FS-60).
func (s *Store) BeginTurn(info TurnInfo) (Turn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.beginTurn(info)
}

func (s *Store) beginTurn(info TurnInfo) (Turn, error) {
	info.Label = ellipsize(strings.Join(strings.Fields(info.Label), " "))
	if info.Label == "" {
		info.Label = noPrompt
	}
	if n := len(s.turns); n > 0 {
		last := s.turns[n-1]
		if last.state == Kept && len(last.entries) == 0 && last.pin == "" && last.Session == info.Session && last.Prompt == info.Prompt {
			info.Time = last.Time
			err := s.write(&record{Kind: kindTurn, Turn: last.number, Info: &info})
			return last.view(), err
		}
	}
	number := s.base + len(s.turns) + 1
	if err := s.write(&record{Kind: kindTurn, Turn: number, Info: &info}); err != nil {
		return Turn{}, err
	}
	return s.turn(number).view(), nil
}

func ellipsize(s string) string {
	r := []rune(s)
	if len(r) <= maxLabel {
		return s
	}
	return strings.TrimRight(string(r[:maxLabel-1]), " ") + "…"
}

// Turns gives all turns that are kept in the order of their numbers.
func (s *Store) Turns() []Turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	views := make([]Turn, 0, len(s.turns))
	for _, t := range s.turns {
		if !t.dropped {
			views = append(views, t.view())
		}
	}
	return views
}

// Turn gives one turn, and whether there is one of that number.
func (s *Store) Turn(number int) (Turn, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.turn(number); t != nil && !t.dropped {
		return t.view(), true
	}
	return Turn{}, false
}

// Entries gives what a turn changed, in order.
func (s *Store) Entries(number int) []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Entry
	if t := s.turn(number); t != nil {
		for _, e := range t.entries {
			all = append(all, e.Entry)
		}
	}
	return all
}

// Head is the number of the latest kept turn, or of the moment before the first that is
// still kept, which is 0 as long as none was dropped.
func (s *Store) Head() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.head()
}

func (s *Store) head() int {
	for i := len(s.turns) - 1; i >= 0; i-- {
		if s.turns[i].state == Kept {
			return s.turns[i].number
		}
	}
	return s.base
}

// turn finds a turn by its number; numbers have no gaps.
func (s *Store) turn(number int) *turn {
	if number <= s.base || number > s.base+len(s.turns) {
		return nil
	}
	return s.turns[number-1-s.base]
}

// view is the turn as it is shown; its lists are not to be changed.
func (t *turn) view() Turn {
	if t.shown == nil {
		v := Turn{TurnInfo: t.TurnInfo, Number: t.number, State: t.state, Pin: t.pin, Files: t.tally().changes()}
		for _, f := range v.Files {
			v.Added, v.Removed = v.Added+f.Added, v.Removed+f.Removed
		}
		t.shown = &v
	}
	return *t.shown
}

func (t *turn) tally() *tally {
	if t.sums == nil {
		t.sums = newTally(t.entries, func(*entry) bool { return true })
	}
	return t.sums
}

// effective tells whether taking back what still counts of the turn changes a file.
func (t *turn) effective() bool {
	kept := func(e *entry) bool { return e.state == Kept }
	return t.state == Kept && len(newTally(t.entries, kept).changes()) > 0
}

// Became names what going from one state of a file to another does to it, "" when its
// content stays.
func Became(now, then workspace.State) string {
	if now.Same(then) {
		return ""
	}
	return between(now, then)
}

// between names what became of a file by several changes together.
func between(before, after workspace.State) string {
	switch {
	case !after.Exists:
		return Deleted
	case !before.Exists:
		return Created
	}
	return Edited
}
