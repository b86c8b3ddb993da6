//go:build unix

package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// folderHandle is an open folder by its number: one that os.Root opened, or one that
// was opened by its name in such a one, with links refused.
type folderHandle struct {
	number atomic.Int64
	id     fileID
	unreal string // the system that makes its files' contents up
}

// fd is the folder's number, and none's once it is closed: the system may have given
// the number to another by then.
func (h *folderHandle) fd() int { return int(h.number.Load()) }

// openHandle opens the folder that a root is.
func openHandle(root *os.Root) (*folderHandle, error) {
	f, err := root.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fd, err := duplicate(int(f.Fd()))
	if err != nil {
		return nil, err
	}
	return newHandle(fd, nil)
}

// newHandle makes a handle of a number, which it closes when it fails. What is known
// of the folder above holds for one on the same file system.
func newHandle(fd int, above *folderHandle) (*folderHandle, error) {
	var s unix.Stat_t
	if err := unix.Fstat(fd, &s); err != nil {
		unix.Close(fd)
		return nil, err
	}
	h := &folderHandle{id: fileID{uint64(s.Dev), s.Ino}}
	h.number.Store(int64(fd))
	if above != nil && above.id.device == h.id.device {
		h.unreal = above.unreal
	} else {
		h.unreal = unrealNumber(fd)
	}
	return h, nil
}

// fileID names a file however it is reached.
type fileID struct{ device, inode uint64 }

func idOf(info fs.FileInfo) (fileID, bool) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return fileID{uint64(s.Dev), s.Ino}, true
	}
	return fileID{}, false
}

func duplicate(fd int) (int, error) { return unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0) }

// unrealNumber is unreal for an open file's number.
func unrealNumber(fd int) string {
	same, err := duplicate(fd)
	if err != nil {
		return ""
	}
	f := os.NewFile(uintptr(same), ".")
	defer f.Close()
	return unreal(f)
}

// folds tells whether the folder takes names that differ in case for one.
func (h *folderHandle) folds() bool {
	same, err := duplicate(h.fd())
	if err != nil {
		return true // it can't be told, and refusing too much is the safer mistake
	}
	f := os.NewFile(uintptr(same), ".")
	defer f.Close()
	return foldsIn(f)
}

func (h *folderHandle) close() {
	if fd := h.number.Swap(-1); fd >= 0 {
		unix.Close(int(fd))
	}
}

func (h *folderHandle) openAt(name string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(h.fd(), name, flags|unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
		if err != unix.EINTR {
			return fd, err
		}
	}
}

func (h *folderHandle) open(name string) (*folderHandle, error) {
	fd, err := h.openAt(name, unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	return newHandle(fd, h)
}

func (h *folderHandle) stat(name string) (FileInfo, error) {
	var s unix.Stat_t
	for {
		err := unix.Fstatat(h.fd(), name, &s, unix.AT_SYMLINK_NOFOLLOW)
		if err == unix.EINTR {
			continue
		}
		return infoOf(&s), err
	}
}

func infoOf(s *unix.Stat_t) FileInfo {
	return FileInfo{Type: typeBits(uint32(s.Mode)), Size: s.Size, Modified: s.Mtim.Nano(), Links: uint64(s.Nlink)}
}

func typeBits(mode uint32) fs.FileMode {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return 0
	case unix.S_IFDIR:
		return fs.ModeDir
	case unix.S_IFLNK:
		return fs.ModeSymlink
	case unix.S_IFIFO:
		return fs.ModeNamedPipe
	case unix.S_IFSOCK:
		return fs.ModeSocket
	case unix.S_IFCHR:
		return fs.ModeDevice | fs.ModeCharDevice
	case unix.S_IFBLK:
		return fs.ModeDevice
	}
	return fs.ModeIrregular
}

func (h *folderHandle) read(name string, buffer []byte, limit int64) (_ []byte, err error) {
	fd, err := h.openAt(name, 0)
	if errors.Is(err, unix.ELOOP) || errors.Is(err, unix.ENXIO) {
		return nil, fmt.Errorf("%s %w", name, ErrNotRegular) // a link, a socket
	}
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	var s unix.Stat_t
	if err := unix.Fstat(fd, &s); err != nil {
		return nil, err
	}
	made := h.unreal
	if uint64(s.Dev) != h.id.device {
		made = unrealNumber(fd)
	}
	switch {
	case uint32(s.Mode)&unix.S_IFMT != unix.S_IFREG:
		return nil, fmt.Errorf("%s %w", name, ErrNotRegular)
	case made != "":
		return nil, fmt.Errorf("%s %w: %s makes it up", name, ErrNotRegular, made)
	case s.Size > limit:
		return nil, tooLargeName(name, s.Size, limit)
	}
	return readAll(fd, name, s.Size, buffer, limit)
}

// readAll reads a file that was size bytes long a moment ago.
func readAll(fd int, name string, size int64, buffer []byte, limit int64) ([]byte, error) {
	if int64(cap(buffer)) <= size {
		buffer = make([]byte, size+1)
	}
	buffer = buffer[:cap(buffer)]
	read := 0
	for {
		if read == len(buffer) {
			buffer = append(buffer, 0)
			buffer = buffer[:cap(buffer)]
		}
		n, err := unix.Read(fd, buffer[read:])
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, err
		}
		read += n
		if int64(read) > limit {
			return nil, tooLargeName(name, int64(read), limit)
		}
		// More was asked for than there was: that is the end.
		if n == 0 || int64(read) == size && size > 0 {
			return buffer[:read], nil
		}
	}
}
