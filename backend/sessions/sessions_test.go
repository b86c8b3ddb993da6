package sessions

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, dir string) *Store {
	t.Helper()
	s, problems, err := Open(dir)
	must(t, err)
	if len(problems) > 0 {
		t.Fatalf("problems: %q", problems)
	}
	return s
}

var day = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// What was appended is read back, by this process and the next, to the byte.
func TestRecordsComeBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "chats")
	s := open(t, dir)
	c := s.New()
	want := []Record{
		{Kind: Prompt, Time: day, Turn: 3, Text: "fix  it:\n\"ä\" \u2028 <b> \x00"},
		{Kind: Call, Time: day, Turn: 3, ID: "1", Name: "read_file", Data: json.RawMessage(`{"path":"f"}`)},
		{Kind: Result, Time: day, Turn: 3, ID: "1", Name: "read_file", Data: json.RawMessage(`{"n":12345678901234567890}`), Status: "failed"},
		{Kind: Text, Time: day, Turn: 3, Text: strings.Repeat("long ", 1<<20)},
		{Kind: End, Time: day.Add(time.Hour), Turn: 3, Status: "done"},
	}
	for _, r := range want {
		must(t, s.Append(c.ID, r))
	}
	for name, s := range map[string]*Store{"the same": s, "the next": open(t, dir)} {
		got, err := s.Records(c.ID)
		must(t, err)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s process reads %.300v", name, got)
		}
		if c, err := s.Get(c.ID); err != nil || c.Title != "fix it: \"ä\" <b> \x00" || c.Turns != 1 || !c.Updated.Equal(day.Add(time.Hour)) {
			t.Errorf("%s process: %+v, %v", name, c, err)
		}
	}
	info, err := os.Stat(filepath.Join(dir, c.ID+".jsonl"))
	must(t, err)
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the chat may be read by others: %v", info.Mode())
	}
}

// A crash at any byte of a line leaves a chat that reads up to the line before, and
// that can be gone on with (WS-28).
func TestTornAtEveryByte(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	c := s.New()
	for _, text := range []string{"one", "two"} {
		must(t, s.Append(c.ID, Record{Kind: Text, Time: day, Text: text}))
	}
	file := filepath.Join(dir, c.ID+".jsonl")
	whole, err := os.ReadFile(file)
	must(t, err)
	first := strings.Index(string(whole), "\n") + 1
	for cut := first; cut < len(whole); cut++ {
		must(t, os.WriteFile(file, whole[:cut], 0o600))
		s := open(t, dir)
		must(t, s.Append(c.ID, Record{Kind: Text, Time: day, Text: "three"}))
		records, err := open(t, dir).Records(c.ID)
		must(t, err)
		var texts []string
		for _, r := range records {
			texts = append(texts, r.Text)
		}
		want := []string{"one", "three"}
		if cut == len(whole)-1 { // only the line's end was cut
			want = []string{"one", "two", "three"}
		}
		if !slices.Equal(texts, want) {
			t.Errorf("cut at byte %d of %d: %q", cut, len(whole), texts)
		}
	}
}

// The latest chat comes first; a new one is in the list before it has a file, and
// has none until something is said in it.
func TestList(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	a, b := s.New(), s.New()
	if a.ID == b.ID {
		t.Fatal("two chats have one id")
	}
	must(t, s.Append(a.ID, Record{Kind: Prompt, Time: day.Add(time.Minute), Text: "a"}))
	must(t, s.Append(b.ID, Record{Kind: Prompt, Time: day, Text: strings.Repeat("é", 61)}))
	must(t, s.Append(b.ID, Record{Kind: Prompt, Time: day.Add(time.Second), Text: "again"}))
	fresh := s.New()
	ids := func(s *Store) (ids []string) {
		for _, c := range s.List() {
			ids = append(ids, c.ID)
		}
		return ids
	}
	if got := ids(s); !slices.Equal(got, []string{fresh.ID, a.ID, b.ID}) {
		t.Errorf("list %v", got)
	}
	next := open(t, dir)
	if got := ids(next); !slices.Equal(got, []string{a.ID, b.ID}) {
		t.Errorf("list of the next process %v", got)
	}
	if c, err := next.Get(b.ID); err != nil || c.Turns != 2 || c.Title != strings.Repeat("é", 59)+"…" {
		t.Errorf("%+v, %v", c, err)
	}
	for _, id := range []string{"", "none", "../" + filepath.Base(dir) + "/" + a.ID, fresh.ID} {
		if _, err := next.Get(id); !errors.Is(err, ErrNotFound) {
			t.Errorf("Get(%q): %v", id, err)
		}
		if err := next.Append(id, Record{Kind: Text}); !errors.Is(err, ErrNotFound) {
			t.Errorf("Append(%q): %v", id, err)
		}
		if _, err := next.Records(id); !errors.Is(err, ErrNotFound) {
			t.Errorf("Records(%q): %v", id, err)
		}
	}
}

// A chat that can't be read is named, and keeps none of the others away.
func TestUnreadableChat(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	c := s.New()
	must(t, s.Append(c.ID, Record{Kind: Prompt, Time: day, Text: "here"}))
	must(t, os.Mkdir(filepath.Join(dir, "folder.jsonl"), 0o700))
	must(t, os.WriteFile(filepath.Join(dir, "noise.jsonl"), []byte("\x00\xff\n[]\n{}\nnull\n\"text\"\n"), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("no chat"), 0o600))
	s, problems, err := Open(dir)
	must(t, err)
	if len(problems) != 1 || !strings.Contains(problems[0], "folder.jsonl") {
		t.Errorf("problems %q", problems)
	}
	if list := s.List(); len(list) != 2 || list[0].ID != c.ID {
		t.Errorf("chats %+v", list)
	}
}

// Chats are written at once without mixing their lines.
func TestAppendAtOnce(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	chats := []Chat{s.New(), s.New()}
	var wg sync.WaitGroup
	for _, c := range chats {
		for range 4 {
			wg.Go(func() {
				for range 8 {
					if err := s.Append(c.ID, Record{Kind: Text, Text: c.ID}); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	wg.Wait()
	for _, c := range chats {
		records, err := open(t, dir).Records(c.ID)
		must(t, err)
		if len(records) != 32 || slices.ContainsFunc(records, func(r Record) bool { return r.Text != c.ID || r.Time.IsZero() }) {
			t.Errorf("%s has %d records", c.ID, len(records))
		}
	}
}

// A chat that is resumed keeps its mode, set before its first prompt or after; one
// that never had any has none.
func TestModeIsKept(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	early, late, never := s.New().ID, s.New().ID, s.New().ID
	must(t, s.SetMode(early, "jail"))
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("a chat without a prompt was saved: %v, %v", files, err)
	}
	for _, id := range []string{early, late, never} {
		must(t, s.Append(id, Record{Kind: Prompt, Text: "p"}))
		must(t, s.Append(id, Record{Kind: Text, Text: "t"}))
	}
	must(t, s.SetMode(late, "plan"))
	must(t, s.SetMode(late, "accept-edits"))
	for name, s := range map[string]*Store{"the same": s, "the next": open(t, dir)} {
		for id, want := range map[string]string{early: "jail", late: "accept-edits", never: ""} {
			if c, err := s.Get(id); err != nil || c.Mode != want {
				t.Errorf("%s process: mode %q, want %q (%v)", name, c.Mode, want, err)
			}
		}
	}
	if err := s.SetMode("there is none", "plan"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a chat that isn't there: %v", err)
	}
}

// A mode that can't be saved holds all the same, until the end, and that is said.
func TestModeThatCantBeSaved(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	id := s.New().ID
	must(t, s.Append(id, Record{Kind: Prompt, Text: "p"}))
	must(t, os.Rename(filepath.Join(dir, id+".jsonl"), filepath.Join(dir, "aside")))
	must(t, os.Mkdir(filepath.Join(dir, id+".jsonl"), 0o700))
	if err := s.SetMode(id, "ask"); err == nil || !strings.Contains(err.Error(), "until Redline ends") {
		t.Errorf("it says %v", err)
	}
	if c, err := s.Get(id); err != nil || c.Mode != "ask" {
		t.Errorf("the mode is %q, %v", c.Mode, err)
	}
}
