package checkpoints

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

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
}

// log is the file that a store's records are appended to, each synced.
type log struct {
	file   *os.File
	broken error // why nothing may be appended any more
}

// openLog hands every record in the file to replay. A last line that was cut short
// by a crash is taken off; anything else that can't be understood puts the whole
// file aside (FS-67).
func openLog(name string, replay func(*record) error, reset func()) (*log, []string, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, nil, err
	}
	whole, damage, err := readLog(f, replay)
	if err == nil && damage != nil {
		reset()
		return setAside(f, name, damage)
	}
	if err == nil {
		err = f.Truncate(whole)
	}
	if err == nil {
		_, err = f.Seek(whole, io.SeekStart)
	}
	if err == nil {
		err = syncDir(filepath.Dir(name))
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return &log{file: f}, nil, nil
}

// readLog gives the length of the whole lines, and why one could not be understood.
func readLog(f *os.File, replay func(*record) error) (whole int64, damage, err error) {
	data, err := io.ReadAll(f)
	if err != nil {
		return 0, nil, err
	}
	for line := 1; ; line++ {
		end := bytes.IndexByte(data[whole:], '\n')
		if end < 0 {
			return whole, nil, nil
		}
		var r record
		if err := json.Unmarshal(data[whole:whole+int64(end)], &r); err != nil {
			return whole, fmt.Errorf("line %d: %w", line, err), nil
		}
		if err := replay(&r); err != nil {
			return whole, fmt.Errorf("line %d: %w", line, err), nil
		}
		whole += int64(end) + 1
	}
}

func setAside(f *os.File, name string, damage error) (*log, []string, error) {
	aside := name + ".damaged"
	for n := 2; ; n++ {
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			break
		}
		aside = fmt.Sprintf("%s.damaged-%d", name, n) // an earlier one is not written over
	}
	if err := errors.Join(f.Close(), os.Rename(name, aside)); err != nil {
		return nil, nil, err
	}
	fresh, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_EXCL, 0o600)
	if err != nil {
		return nil, nil, err
	}
	warning := fmt.Sprintf("The timeline of this folder could not be read (%v). It was kept as %s and begins anew. Your files are not affected.", damage, filepath.Base(aside))
	return &log{file: fresh}, []string{warning}, syncDir(filepath.Dir(name))
}

func (l *log) append(r *record) error {
	if l.broken != nil {
		return l.broken
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	at, err := l.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	_, err = l.file.Write(append(line, '\n'))
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
