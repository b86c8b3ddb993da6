// Package sessions keeps the chats of one workspace on disk.
//
// A chat is one file of JSON lines that is only appended to, each line synced
// before the next; whatever the moment of a crash, the file reads up to the last
// whole line. Chats are readable by their owner only.
package sessions

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// ErrNotFound is a chat that isn't there.
var ErrNotFound = errors.New("there is no such chat")

// maxTitle is how many characters of the first prompt name a chat.
const maxTitle = 60

// Store is the folder of a workspace's chats.
type Store struct {
	dir string

	mu    sync.Mutex
	chats map[string]*Chat
}

// Chat is one conversation.
type Chat struct {
	ID      string
	Title   string // the first prompt, "" until there is one
	Updated time.Time
	Turns   int
	Mode    string // what it asks about, as it was set last; "" is the default
	file    string
}

// Record is one line of a chat's file. Kind says which of the others are set.
type Record struct {
	Kind Kind            `json:"kind"`
	Time time.Time       `json:"time"`
	Turn int             `json:"turn"`           // its number on the timeline
	Text string          `json:"text,omitempty"` // prompt, text, end
	ID   string          `json:"id,omitempty"`   // of a call or an edit
	Name string          `json:"name,omitempty"` // of a tool
	Data json.RawMessage `json:"data,omitempty"` // arguments, result, or edit
	// Status is how a turn ended or a call went.
	Status string `json:"status,omitempty"`
	Mode   string `json:"mode,omitempty"` // of the chat, from here on: prompt, mode
}

// Kind is what a record is about.
type Kind string

// The kinds of record.
const (
	Prompt Kind = "prompt" // begins a turn
	Text   Kind = "text"   // words of the agent
	Call   Kind = "call"   // a tool call
	Result Kind = "result" // of a tool call
	Edit   Kind = "edit"   // an edit as it ended
	End    Kind = "end"    // of a turn
	Mode   Kind = "mode"   // the chat's mode changed
)

// Open reads the list of chats in dir, which is made if it isn't there. It gives a
// sentence for each file that can't be read.
func Open(dir string) (*Store, []string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, fmt.Errorf("make the folder of chats: %w", err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, nil, err
	}
	s := &Store{dir: dir, chats: map[string]*Chat{}}
	var problems []string
	for _, name := range names {
		c := &Chat{ID: strings.TrimSuffix(filepath.Base(name), ".jsonl"), file: name}
		records, err := read(name)
		if err != nil {
			problems = append(problems, fmt.Sprintf("the chat in %s can't be read: %v", filepath.Base(name), err))
			continue
		}
		for _, r := range records {
			c.note(r)
		}
		s.chats[c.ID] = c
	}
	return s, problems, nil
}

// New begins a chat. Its file is made with its first record.
func (s *Store) New() Chat {
	id := time.Now().UTC().Format("20060102-150405-") + strings.ToLower(rand.Text()[:6])
	c := &Chat{ID: id, Updated: time.Now(), file: filepath.Join(s.dir, id+".jsonl")}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chats[id] = c
	return *c
}

// List gives the chats, the latest first.
func (s *Store) List() []Chat {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]Chat, 0, len(s.chats))
	for _, c := range s.chats {
		all = append(all, *c)
	}
	slices.SortFunc(all, func(a, b Chat) int {
		return cmp.Or(b.Updated.Compare(a.Updated), strings.Compare(b.ID, a.ID))
	})
	return all
}

// Get gives one chat.
func (s *Store) Get(id string) (Chat, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[id]
	if c == nil {
		return Chat{}, ErrNotFound
	}
	return *c, nil
}

// Records reads a chat from its beginning.
func (s *Store) Records(id string) ([]Record, error) {
	c, err := s.Get(id)
	if err != nil {
		return nil, err
	}
	return read(c.file)
}

// Append adds a record to a chat and syncs it.
func (s *Store) Append(id string, r Record) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[id]
	if c == nil {
		return ErrNotFound
	}
	return c.append(r)
}

// SetMode sets what a chat asks about. One that has no prompt yet keeps it with its
// first. The mode holds also beside an error, but only until Redline ends.
func (s *Store) SetMode(id, mode string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[id]
	if c == nil {
		return ErrNotFound
	}
	c.Mode = mode
	if c.Turns == 0 {
		return nil
	}
	if err := c.append(Record{Kind: Mode}); err != nil {
		return fmt.Errorf("the mode holds, but only until Redline ends: %w", err)
	}
	return nil
}

func (c *Chat) append(r Record) error {
	if r.Time.IsZero() {
		r.Time = time.Now()
	}
	if r.Kind == Prompt || r.Kind == Mode {
		r.Mode = c.Mode
	}
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("save the chat: %w", err)
	}
	if err := appendLine(c.file, line); err != nil {
		return fmt.Errorf("save the chat: %w", err)
	}
	c.note(r)
	return nil
}

func (c *Chat) note(r Record) {
	c.Updated = r.Time
	if r.Mode != "" {
		c.Mode = r.Mode
	}
	if r.Kind != Prompt {
		return
	}
	c.Turns++
	if c.Title == "" {
		c.Title = ellipsize(strings.Join(strings.Fields(r.Text), " "), maxTitle)
	}
}

// appendLine writes one line at the end of the file. What a crash left of a line
// before is ended first, so that it can't swallow this one.
func appendLine(name string, line []byte) (err error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}()
	if torn(f) {
		line = append([]byte{'\n'}, line...)
	}
	if _, err := f.Write(append(line, '\n')); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if info, err := f.Stat(); err == nil && info.Size() == int64(len(line))+1 {
		syncFolder(filepath.Dir(name)) // the first line: the file is new
	}
	return nil
}

// syncFolder makes a new file's name durable, where the system can.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}

func torn(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	last := make([]byte, 1)
	_, err = f.ReadAt(last, info.Size()-1)
	return err == nil && last[0] != '\n'
}

// read gives a file's records. A line that can't be understood is the torn end of
// a write that a crash cut short, and is passed over.
func read(name string) ([]Record, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var records []Record
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1)
	for lines.Scan() {
		var r Record
		if json.Unmarshal(lines.Bytes(), &r) == nil && r.Kind != "" {
			records = append(records, r)
		}
	}
	return records, lines.Err()
}

func ellipsize(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return strings.TrimRight(string(r[:n-1]), " ") + "…"
}
