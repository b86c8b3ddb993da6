package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"
)

// Read reads the file at p whole. A path where nothing is gives an error that is
// fs.ErrNotExist; so do all below that read.
func (w *Workspace) Read(p Path) (File, error) { return w.ReadLimited(p, w.max) }

// ReadLimited is Read with a limit of its own, in bytes (FS-06).
func (w *Workspace) ReadLimited(p Path, limit int64) (File, error) {
	for range maxLooks {
		at, err := w.find(p)
		if err != nil {
			return File{}, err
		}
		f, err := readAt(p, at, limit)
		at.close()
		if !errors.Is(err, errMoved) {
			return f, err
		}
	}
	return File{}, fmt.Errorf("%s can't be read: it keeps being exchanged", p)
}

// State tells what stands at p; where nothing is it is the zero State.
func (w *Workspace) State(p Path) (State, error) {
	f, err := w.Read(p)
	if errors.Is(err, fs.ErrNotExist) {
		return State{}, nil
	}
	return f.State, err
}

// Holds tells whether the file at p is what want says, which holds its content.
func (w *Workspace) Holds(p Path, want File) (bool, error) {
	for range maxLooks {
		at, err := w.find(p)
		if err != nil {
			return false, err
		}
		if at.info == nil {
			at.close()
			return !want.Exists, nil
		}
		if err = checkRegular(p, at.info); err != nil || !want.Exists {
			at.close()
			return false, err
		}
		same, err := holdsAt(p, at, want, w.max)
		at.close()
		if !errors.Is(err, errMoved) {
			return same, err
		}
	}
	return false, fmt.Errorf("%s can't be read: it keeps being exchanged", p)
}

// Modified tells when the file at p was last changed.
func (w *Workspace) Modified(p Path) (time.Time, error) {
	at, err := w.find(p)
	if err != nil {
		return time.Time{}, err
	}
	defer at.close()
	if at.info == nil {
		return time.Time{}, readError(p, fs.ErrNotExist)
	}
	return at.info.ModTime(), nil
}

// readAt reads the file at a place. It fails with errMoved when another file has
// taken its place since it was found.
func readAt(p Path, at *place, limit int64) (File, error) {
	data, info, err := bytesAt(p, at, limit)
	if err != nil {
		return File{}, err
	}
	return File{
		State: State{Exists: true, Hash: HashOf(data), Size: int64(len(data)), Mode: info.Mode().Perm()},
		Bytes: data, Links: links(info),
	}, nil
}

// bytesAt is readAt without a look at what it read.
func bytesAt(p Path, at *place, limit int64) ([]byte, fs.FileInfo, error) {
	if at.info == nil {
		return nil, nil, readError(p, fs.ErrNotExist)
	}
	if err := checkRegular(p, at.info); err != nil {
		return nil, nil, err
	}
	f, info, err := open(p, at)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if info.Size() > limit {
		return nil, nil, tooLarge(p, info.Size(), limit)
	}
	data, err := readWhole(f, info.Size(), limit)
	if err != nil {
		return nil, nil, readError(p, err)
	}
	if int64(len(data)) > limit {
		return nil, nil, tooLarge(p, int64(len(data)), limit)
	}
	return data, info, nil
}

// holdsAt tells whether the file at a place is what want says.
func holdsAt(p Path, at *place, want File, limit int64) (bool, error) {
	if want.Bytes == nil {
		now, _, err := bytesAt(p, at, limit)
		return err == nil && HashOf(now) == want.Hash, err
	}
	f, info, err := open(p, at)
	if err != nil {
		return false, err
	}
	defer f.Close()
	if info.Size() != int64(len(want.Bytes)) {
		return false, nil
	}
	same, err := reads(f, want.Bytes)
	if err != nil {
		err = readError(p, err)
	}
	return same, err
}

var chunks = sync.Pool{New: func() any { return new([64 << 10]byte) }}

// reads tells whether a reader gives these bytes and then ends.
func reads(f io.Reader, want []byte) (bool, error) {
	chunk := chunks.Get().(*[64 << 10]byte)
	defer chunks.Put(chunk)
	for {
		n, err := f.Read(chunk[:])
		if n > len(want) || !bytes.Equal(chunk[:n], want[:n]) {
			return false, nil
		}
		want = want[n:]
		if errors.Is(err, io.EOF) {
			return len(want) == 0, nil
		}
		if err != nil {
			return false, err
		}
	}
}

// readWhole reads a file that was size bytes long. It may grow while it is read: one
// byte more than allowed tells.
func readWhole(f io.Reader, size, limit int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(size, limit)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(f, limit+1))
	return b.Bytes(), err
}

func tooLarge(p Path, size, limit int64) error {
	return fmt.Errorf("%s %w: it is %d bytes long and at most %d are read", p, ErrTooLarge, size, limit)
}

// open opens the file at a place without ever waiting for a pipe or a device, and
// makes sure that what was opened is what was found there.
func open(p Path, at *place) (*os.File, fs.FileInfo, error) {
	f, err := at.dir().OpenFile(at.name, os.O_RDONLY|nonBlocking, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, errMoved
	}
	if err != nil {
		return nil, nil, readError(p, err)
	}
	info, err := f.Stat()
	if err == nil && !os.SameFile(info, at.info) {
		err = errMoved
	}
	if err == nil {
		err = checkRegular(p, info)
	}
	if err == nil {
		if by := unreal(f); by != "" {
			err = fmt.Errorf("%s %w: %s makes it up", p, ErrNotRegular, by)
		}
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

// checkRegular refuses what isn't a file with content, and says what it is.
func checkRegular(p Path, info fs.FileInfo) error {
	what := ""
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		what = ": it is a folder"
	case mode&fs.ModeNamedPipe != 0:
		what = ": it is a pipe"
	case mode&fs.ModeSocket != 0:
		what = ": it is a socket"
	case mode&fs.ModeDevice != 0:
		what = ": it is a device"
	}
	return fmt.Errorf("%s %w%s", p, ErrNotRegular, what)
}
