package workspace

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// unreal names the system that makes a file's content up when it is read, "" for a
// file that is kept somewhere.
func unreal(f *os.File) string {
	var s unix.Statfs_t
	control(f, func(fd int) { _ = unix.Fstatfs(fd, &s) }) // no name is no system's
	switch name := unix.ByteSliceToString(s.Fstypename[:]); name {
	case "devfs", "autofs":
		return name
	}
	return ""
}

// folds is never asked: all names are compared so.
func folds(*os.Root) bool { return true }

func foldsIn(*os.File) bool { return true }

// kept tells whether an extended attribute is the file's own. A signature of its old
// content is not.
func kept(name string) bool { return !strings.HasPrefix(name, "com.apple.cs.") }
