package checkpoints

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
)

// newLog ends the name of a log that is being written anew.
const newLog = ".new"

// openLog hands every record in the file to replay. A last line that was cut short by a
// crash is taken off. Where a line can't be understood the file is kept beside it, and
// the log goes on from what stands before that line (FS-67); what can't be the log that
// was written is put aside as it is.
func openLog(name string, replay func(*record) error) (*log, []string, error) {
	if err := os.Remove(name + newLog); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	if damage := planted(name); damage != nil {
		return setAside(name, 0, damage)
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, nil, err
	}
	l := &log{file: f, name: name}
	damage, err := l.read(replay)
	if err == nil && damage != nil {
		if err := f.Close(); err != nil {
			return nil, nil, err
		}
		return setAside(name, l.size, damage)
	}
	if err == nil {
		err = f.Truncate(l.size)
	}
	if err == nil {
		err = syncDir(filepath.Dir(name))
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return l, nil, nil
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

// read replays the lines that are whole and can be understood, and says why the next one
// could not be.
func (l *log) read(replay func(*record) error) (damage, err error) {
	for part := range parsedParts(l.file) {
		for _, line := range part {
			switch {
			case errors.Is(line.err, io.EOF):
				return nil, nil // what is cut short is taken off
			case line.failed:
				return nil, line.err
			case line.err == nil:
				line.err = replay(line.record)
			}
			if errors.Is(line.err, errLongLine) {
				return fmt.Errorf("line %d %w", l.lines+1, line.err), nil
			}
			if line.err != nil {
				return fmt.Errorf("line %d: %w", l.lines+1, line.err), nil
			}
			l.size += int64(line.length)
			l.lines++
		}
	}
	return nil, nil
}

// parsed is a line of a log.
type parsed struct {
	record *record
	length int   // bytes, with its ending
	err    error // io.EOF behind the last whole line
	failed bool  // the file could not be read
}

// partBytes is about how many bytes of lines are parsed in one go.
const partBytes = 128 << 10

// parsedParts parses a log, several parts of it at once, and gives them in order: most of
// what opening a long timeline takes goes into this.
func parsedParts(file io.Reader) iter.Seq[[]parsed] {
	return func(yield func([]parsed) bool) {
		parts := make(chan chan []parsed, runtime.GOMAXPROCS(0))
		stop := make(chan struct{})
		defer close(stop)
		go func() {
			defer close(parts)
			lines := bufio.NewReaderSize(file, 64<<10)
			for {
				text, err := readPart(lines)
				part := make(chan []parsed, 1)
				select {
				case parts <- part:
				case <-stop:
					return
				}
				go func() { part <- parsePart(text, err) }()
				if err != nil {
					return
				}
			}
		}()
		for part := range parts {
			if !yield(<-part) {
				return
			}
		}
	}
}

// readPart reads whole lines, and why there are no more.
func readPart(lines *bufio.Reader) (text []byte, err error) {
	for len(text) < partBytes {
		line, err := lineOf(lines)
		if err != nil {
			return text, err
		}
		text = append(text, line...)
	}
	return text, nil
}

// parsePart parses whole lines; end is why none follow, if that is so.
func parsePart(text []byte, end error) []parsed {
	var all []parsed
	for len(text) > 0 {
		n := bytes.IndexByte(text, '\n') + 1
		r, err := parseLine(text[:n-1])
		all = append(all, parsed{record: r, length: n, err: err})
		text = text[n:]
	}
	if end != nil {
		all = append(all, parsed{err: end, failed: !errors.Is(end, errLongLine)})
	}
	return all
}

// maxLogLine is the longest line that is read, in bytes: many times that of a move of
// 100,000 files. What is longer is no log.
const maxLogLine = 64 << 20

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

// setAside gives a log that can't be used another name, whatever it is, and begins one
// with as many bytes of it as are whole.
func setAside(name string, whole int64, damage error) (*log, []string, error) {
	aside := name + ".damaged"
	for n := 2; ; n++ {
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			break
		}
		aside = fmt.Sprintf("%s.damaged-%d", name, n) // an earlier one is not written over
	}
	if err := os.Rename(name, aside); err != nil {
		return nil, nil, err
	}
	var lines []byte
	if whole > 0 {
		f, err := os.Open(aside)
		if err != nil {
			return nil, nil, err
		}
		lines = make([]byte, whole)
		_, err = io.ReadFull(f, lines)
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, nil, err
		}
	}
	l, err := writeLog(name, lines)
	if err != nil {
		return nil, nil, err
	}
	warning := fmt.Sprintf("The timeline of this folder could not be read to its end (%v). The whole of it was kept as %s; what stands before the damage is there, what came after it is not. Your files are not affected.", damage, filepath.Base(aside))
	return l, []string{warning}, nil
}

// writeLog makes a log of the given lines, in one step.
func writeLog(name string, lines []byte) (_ *log, err error) {
	f, err := os.OpenFile(name+newLog, os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(lines)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(name+newLog))
	}
	l := &log{file: f, name: name, size: int64(len(lines)), lines: bytes.Count(lines, []byte("\n"))}
	return l, syncDir(filepath.Dir(name))
}
