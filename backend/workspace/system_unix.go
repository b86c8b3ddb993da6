//go:build unix

package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// nonBlocking keeps the opening of a pipe from waiting for a writer.
const nonBlocking = syscall.O_NONBLOCK

func links(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}

// identity names a file however it is reached.
func identity(info fs.FileInfo) string {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d:%d", s.Dev, s.Ino)
	}
	return ""
}

// keepOwner gives a new file the owner of the one that it replaces, where the
// system permits it, and tells whether it has the same group at least.
func keepOwner(f *os.File, old fs.FileInfo) (group bool) {
	s, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	// Only the superuser may always; a group that one is in, everybody.
	return f.Chown(int(s.Uid), int(s.Gid)) == nil || f.Chown(-1, int(s.Gid)) == nil
}

// control runs do with the number of an open file, which stays as it was opened:
// os.File.Fd would make its reads wait.
func control(f *os.File, do func(fd int)) {
	if c, err := f.SyscallConn(); err == nil {
		_ = c.Control(func(fd uintptr) { do(int(fd)) }) // a file that was closed
	}
}

func isInvalid(err error) bool { return errors.Is(err, syscall.EINVAL) }

// shortNames is whether files have a second, short name.
const shortNames = false
