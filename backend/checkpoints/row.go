package checkpoints

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"redline/backend/workspace"
)

// A row is a change in one string, in a log that is written anew: reading them is most of
// what opening a long timeline takes, and JSON takes five times as long. Its fields are
// parted by single spaces: id, state, kind, before, after, lines added and removed, the
// same net, and the path, which is all of the rest. A state is "-" where nothing is, else
// hash, size and mode in octal, parted by commas. A change with more to it is a row of
// JSON behind its state and a space; it begins with a brace.

var errRow = errors.New("a change that can't be understood")

func rowOf(e *entry) (string, error) {
	plain := e.From == "" && !e.Source.Exists && len(e.Folders) == 0
	if strings.ContainsAny(e.ID+e.Kind, " {") || !plain {
		text, err := json.Marshal(e.Entry)
		return "{" + string(e.state) + " " + string(text), err
	}
	return fmt.Sprintf("%s %s %s %s %s %d %d %d %d %s", e.ID, e.state, e.Kind, stateText(e.Before), stateText(e.After),
		e.Added, e.Removed, e.Net.Added, e.Net.Removed, e.Path), nil
}

func stateText(s workspace.State) string {
	if !s.Exists {
		return "-"
	}
	return fmt.Sprintf("%s,%d,%o", s.Hash, s.Size, uint32(s.Mode))
}

// parseRow gives a change of a turn, and whether it counts.
func parseRow(row string, turn int) (Entry, TurnState, error) {
	e := Entry{Turn: turn}
	if rest, ok := strings.CutPrefix(row, "{"); ok {
		state, text, _ := strings.Cut(rest, " ")
		err := json.Unmarshal([]byte(text), &e)
		if e.Turn = turn; err == nil && (e.Path == "" || !TurnState(state).valid()) {
			err = errRow
		}
		return e, TurnState(state), err
	}
	f := fields{rest: row}
	e.ID = f.text()
	state := TurnState(f.text())
	e.Kind = f.text()
	e.Before, e.After = f.state(), f.state()
	e.Added, e.Removed = f.number(), f.number()
	e.Net = Net{f.number(), f.number()}
	e.Path = f.rest
	if f.bad || e.Path == "" || !state.valid() {
		return Entry{}, "", errRow
	}
	return e, state, nil
}

func (s TurnState) valid() bool { return s == Kept || s == Undone || s == Branch }

// fields takes a row apart.
type fields struct {
	rest string
	bad  bool
}

func (f *fields) text() string {
	field, rest, ok := strings.Cut(f.rest, " ")
	f.rest, f.bad = rest, f.bad || !ok
	return field
}

func (f *fields) number() int {
	n, err := strconv.Atoi(f.text())
	f.bad = f.bad || err != nil
	return n
}

func (f *fields) state() (s workspace.State) {
	text := f.text()
	if text == "-" {
		return s
	}
	hash, rest, _ := strings.Cut(text, ",")
	size, mode, _ := strings.Cut(rest, ",")
	err := s.Hash.UnmarshalText([]byte(hash))
	n, errSize := strconv.ParseInt(size, 10, 64)
	m, errMode := strconv.ParseUint(mode, 8, 32)
	if err != nil || errSize != nil || errMode != nil {
		f.bad = true
	}
	s.Exists, s.Size, s.Mode = true, n, fs.FileMode(m)
	return s
}
