package checkpoints

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"

	"redline/backend/workspace"
)

// kind is what a line of the log is about.
type kind string

const (
	kindTurn    kind = "turn"    // a turn begins, or its empty predecessor is used again
	kindIntent  kind = "intent"  // a file is about to be changed
	kindEntry   kind = "entry"   // it was
	kindAbort   kind = "abort"   // it was not, or a move was put back
	kindMove    kind = "move"    // files are about to go to another moment
	kindMoved   kind = "moved"   // they did
	kindBatch   kind = "batch"   // several files are about to be changed together
	kindBatched kind = "batched" // they were
	kindPin     kind = "pin"     // a turn is named, or no more
	kindDrop    kind = "drop"    // turns are not kept any more
	kindOutside kind = "outside" // files were changed past the tools

	// These are written only when the log is written anew, to say what it came to.
	kindBegin kind = "begin" // the log begins with what another held
	kindKept  kind = "kept"  // changes of a turn, and whether each counts
	kindNow   kind = "now"   // what stands at a path, where its last change doesn't say it
	kindRedo  kind = "redo"  // a move that redo takes back
	kindSeen  kind = "seen"  // what was seen at a path since its last change
)

// record is one line of the log.
type record struct {
	Kind    kind             `json:"k"`
	ID      string           `json:"id,omitempty"` // of an intent or a move, and of what ends it
	Turn    int              `json:"turn,omitempty"`
	Info    *TurnInfo        `json:"info,omitempty"`
	Path    string           `json:"path,omitempty"`
	Change  string           `json:"change,omitempty"`
	Before  *workspace.State `json:"before,omitempty"`
	After   *workspace.State `json:"after,omitempty"`
	Added   int              `json:"added,omitempty"`
	Removed int              `json:"removed,omitempty"`
	Net     Net              `json:"net,omitzero"`
	Folders []string         `json:"folders,omitempty"`
	Move    *Plan            `json:"move,omitempty"`
	Batch   []planned        `json:"batch,omitempty"`
	Written []Written        `json:"written,omitempty"`
	Name    string           `json:"name,omitempty"`  // of a pin
	Turns   []int            `json:"turns,omitempty"` // that are dropped
	State   TurnState        `json:"state,omitempty"`
	Dropped bool             `json:"dropped,omitempty"` // of a turn: between kept ones, see drop
	Rows    []string         `json:"rows,omitempty"`    // changes of a turn, in a log that was written anew
	Mark    *Mark            `json:"mark,omitempty"`
	Known   bool             `json:"known,omitempty"` // of what was seen
	Flip    *flipped         `json:"flip,omitempty"`
	Base    int              `json:"base,omitempty"`  // how many turns the log before had dropped
	Next    int              `json:"next,omitempty"`  // its latest intent or move
	Marks   int              `json:"marks,omitempty"` // its latest mark
}

// log is the file that a store's records are appended to, each synced. A line is a
// record as JSON, a space, and the CRC-32C of the JSON in eight hexadecimal digits: one
// damaged digit of a path or a hash would restore the wrong thing.
type log struct {
	file   *os.File
	name   string
	size   int64 // bytes
	lines  int
	broken error // why nothing may be appended any more
}

// checksum is the CRC-32C of a record's JSON.
func checksum(json []byte) uint32 { return crc32.Checksum(json, castagnoli) }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumLength is the length of a line's end: a space and the checksum's digits.
const sumLength = 9

func parseLine(line []byte) (*record, error) {
	if len(line) < sumLength {
		return nil, errors.New("it is no record")
	}
	text, sum := line[:len(line)-sumLength], line[len(line)-sumLength:]
	if string(sum) != fmt.Sprintf(" %08x", checksum(text)) {
		return nil, errors.New("it is damaged")
	}
	var r record
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, err
	}
	return &r, nil
}

func (r *record) line() ([]byte, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(text, " %08x\n", checksum(text)), nil
}

func (l *log) append(r *record) error {
	if l.broken != nil {
		return l.broken
	}
	line, err := r.line()
	if err != nil {
		return err
	}
	at := l.size
	_, err = l.file.WriteAt(line, at)
	if err == nil {
		err = l.file.Sync()
	}
	if err != nil {
		// Half a line would be taken for damage once something follows it. What can't
		// be taken off stays the last line, which opening takes off.
		if terr := l.file.Truncate(at); terr != nil {
			l.broken = errors.Join(err, terr)
			return l.broken
		}
		return err
	}
	l.size += int64(len(line))
	l.lines++
	return nil
}

func (l *log) close() error { return l.file.Close() }

// write appends a record and takes it in.
func (s *Store) write(r *record) error {
	if err := s.log.append(r); err != nil {
		return fmt.Errorf("the timeline could not be saved: %w", err)
	}
	return s.replay(r)
}

// syncDir makes changes of a folder's entries durable.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = f.Sync()
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}
