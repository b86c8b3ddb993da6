package checkpoints

import (
	"bufio"
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
	if damage := planted(name); damage != nil {
		return setAside(nil, name, damage)
	}
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

// planted says why what stands at the log's name can't be the log that was written
// there, nil when it may be or nothing is there. It is told before it is opened: opening
// follows a link and waits for a pipe, and what is appended to would be changed.
func planted(name string) error {
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	dir, err := os.Stat(filepath.Dir(name))
	switch {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return errors.New("it is a link to another file, which was not followed")
	case !info.Mode().IsRegular():
		return errors.New("it is no regular file")
	case otherOwner(info, dir):
		return errors.New("it belongs to another user than its folder")
	}
	return nil
}

// maxLogLine is the longest line that is read, in bytes: many times that of a move of
// 100,000 files. What is longer is no log.
const maxLogLine = 64 << 20

// readLog gives the length of the whole lines, and why one could not be understood.
func readLog(f *os.File, replay func(*record) error) (whole int64, damage, err error) {
	lines := bufio.NewReaderSize(f, 64<<10)
	for line := 1; ; line++ {
		text, err := lineOf(lines)
		switch {
		case errors.Is(err, io.EOF):
			return whole, nil, nil // what is cut short is taken off
		case errors.Is(err, errLongLine):
			return whole, fmt.Errorf("line %d %w", line, err), nil
		case err != nil:
			return 0, nil, err
		}
		var r record
		if err := json.Unmarshal(text, &r); err != nil {
			return whole, fmt.Errorf("line %d: %w", line, err), nil
		}
		if err := replay(&r); err != nil {
			return whole, fmt.Errorf("line %d: %w", line, err), nil
		}
		whole += int64(len(text))
	}
}

var errLongLine = fmt.Errorf("is longer than %d MiB", maxLogLine>>20)

// lineOf reads a line with its ending. At the end of the file the error is io.EOF.
func lineOf(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if line == nil && err == nil {
			return part, nil
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
		if len(line) > maxLogLine {
			return nil, errLongLine
		}
	}
}

// setAside gives a log that can't be used another name, whatever it is, and begins a new
// one. f is the log where it was opened.
func setAside(f *os.File, name string, damage error) (*log, []string, error) {
	aside := name + ".damaged"
	for n := 2; ; n++ {
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			break
		}
		aside = fmt.Sprintf("%s.damaged-%d", name, n) // an earlier one is not written over
	}
	if f != nil {
		if err := f.Close(); err != nil {
			return nil, nil, err
		}
	}
	if err := os.Rename(name, aside); err != nil {
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
