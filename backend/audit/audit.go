// Package audit is the record of what was asked, answered and done in one folder:
// prompts, tool calls, approvals with what was shown, undo and rewind.
//
// It is a file of JSON lines that is only appended to and readable by its owner only.
// Each record holds the hash of the one before, so that a record which is changed,
// removed, put in or moved breaks the chain, and Verify says where. How far the
// record had come stands beside it, so that lines cut off its end are missed. What
// led to a change of files is synced before the change is made. Secrets are masked
// before anything is written, and long texts are cut, with their length and hash in
// place of the rest.
//
// Whoever can write both files can make a whole new chain: it shows accidents, other
// programs and agents at work, not a person forging their own record.
package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Log is one folder's record, open for appending. A nil Log records nothing.
type Log struct {
	mask masker

	mu     sync.Mutex
	file   *os.File
	head   *os.File
	last   point
	broken error // why nothing may be appended any more
}

// line is a line of the file: a record, and the hash of its bytes as they stand.
type line struct {
	Hash  string          `json:"hash"`
	Entry json.RawMessage `json:"entry"`
}

// Open opens the record in file for the folder dir, or begins it. secrets are values
// to mask wherever they occur. What is wrong with the end of the record is put right
// where a crash explains it, noted in the record itself, and told in sentences.
func Open(file, dir string, secrets []string) (_ *Log, problems []string, err error) {
	l := &Log{mask: newMasker(secrets)}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("open the audit record: %w", err), l.Close())
		}
	}()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, nil, err
	}
	if l.file, err = os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return nil, nil, err
	}
	if l.head, err = os.OpenFile(headOf(file), os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return nil, nil, err
	}
	found, err := l.findEnd()
	if err != nil {
		return nil, nil, err
	}
	if l.last == (point{}) && len(found) == 0 {
		return l, nil, l.begin(file, dir)
	}
	for _, what := range found {
		if err := l.Append(Entry{Kind: Damage, Text: what}); err != nil {
			return nil, nil, err
		}
		problems = append(problems, "The audit record of this folder: "+what+". Your files are not affected; redline doctor --audit says more.")
	}
	return l, problems, nil
}

// begin writes the first record. Both files are made durable: later, only the record
// itself is, since how far it has come may lag behind but must not be empty.
func (l *Log) begin(file, dir string) error {
	if err := l.Append(Entry{Kind: Begun, Text: dir}); err != nil {
		return err
	}
	if err := l.head.Sync(); err != nil {
		return err
	}
	if f, err := os.Open(filepath.Dir(file)); err == nil {
		_ = f.Sync() // not every system can
		_ = f.Close()
	}
	return nil
}

// findEnd finds the last record, takes off a line that a crash cut short, and gives a
// sentence for each thing that is wrong.
func (l *Log) findEnd() (found []string, err error) {
	end, err := l.file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	text, from, err := lastLine(l.file, end)
	if err != nil {
		return nil, err
	}
	if torn := end - from - int64(len(text)); torn > 0 {
		found = append(found, fmt.Sprintf("its last line was cut short by a crash and was taken off (%d bytes)", torn))
		if err := l.file.Truncate(end - torn); err != nil {
			return nil, err
		}
	}
	head, headErr := readHead(l.head)
	last, entryErr := pointOf(text)
	l.last = last
	switch {
	case headErr != nil && len(text) > 0:
		found = append(found, "how far it had come can't be read, so that missing records at its end would not be noticed")
	case entryErr != nil && len(text) > 0:
		found = append(found, "its last record can't be understood")
		l.last = head
	case head.Seq == 0 && last.Seq > 1:
		found = append(found, "how far it had come was wiped out, so that missing records at its end would not be noticed")
	case head.Seq > last.Seq:
		found = append(found, fmt.Sprintf("records %d to %d are missing at its end", last.Seq+1, head.Seq))
		l.last = head
	case head.Seq == last.Seq && head.Hash != last.Hash:
		found = append(found, fmt.Sprintf("record %d is not the one that was written", last.Seq))
	}
	return found, nil
}

// Append adds entries, whose Seq, Time and Prev it sets, all of them or none, and waits
// once for the disk. After an error they don't count as recorded, and what they would
// have told of must not be done.
func (l *Log) Append(entries ...Entry) error {
	if l == nil || len(entries) == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.broken != nil {
		return l.broken
	}
	next, durable := l.last, false
	var text []byte
	for _, e := range entries {
		line, at, err := l.line(e, next)
		if err != nil {
			return fmt.Errorf("the audit record could not be written: %w", err)
		}
		text, next, durable = append(text, line...), at, durable || e.Kind.durable()
	}
	if err := l.write(text, durable); err != nil {
		return fmt.Errorf("the audit record could not be written: %w", err)
	}
	l.last = next
	// Where this is lost in a crash it says less than there is, which is no damage.
	if _, err := l.head.WriteAt(next.text(), 0); err != nil {
		return fmt.Errorf("how far the audit record has come could not be written: %w", err)
	}
	return nil
}

// line makes the line of an entry that follows the one at last, and gives its place.
func (l *Log) line(e Entry, last point) ([]byte, point, error) {
	l.mask.entry(&e)
	e.Seq, e.Prev, e.Time = last.Seq+1, last.Hash, time.Now().UTC()
	entry, err := json.Marshal(e)
	if err != nil {
		return nil, point{}, err
	}
	at := point{e.Seq, hashOf(entry)}
	text, err := json.Marshal(line{at.Hash, entry})
	return append(text, '\n'), at, err
}

// write appends lines or leaves the file as it was.
func (l *Log) write(text []byte, durable bool) error {
	at, err := l.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if _, err = l.file.Write(text); err == nil && durable {
		err = l.file.Sync()
	}
	if err == nil {
		return nil
	}
	if terr := l.file.Truncate(at); terr != nil {
		l.broken = errors.Join(err, terr)
	}
	return err
}

// Close closes the record. Nothing is lost without it.
func (l *Log) Close() error {
	if l == nil {
		return nil
	}
	var errs []error
	for _, f := range []*os.File{l.file, l.head} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
