//go:build linux || darwin

package workspace

import (
	"bytes"
	"errors"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// keepAttributes gives a new file the extended attributes and the ACL of the one that
// it replaces, as far as the system lets it. What its folder gave it and the old file
// doesn't have is taken away: nobody may read it who couldn't before.
func keepAttributes(from, to *os.File) {
	old := attributes(from)
	control(to, func(fd int) {
		for _, name := range attributes(to) {
			if kept(name) && !slices.Contains(old, name) {
				_ = unix.Fremovexattr(fd, name) // where it can't be, the mode that is set after decides
			}
		}
	})
	for _, name := range old {
		if !kept(name) {
			continue
		}
		if value, err := attribute(from, name); err == nil {
			control(to, func(fd int) { _ = unix.Fsetxattr(fd, name, value, 0) }) // another file system's label, or one that needs more rights
		}
	}
}

// attributes lists the names of an open file's extended attributes.
func attributes(f *os.File) []string {
	list, err := sized(func(buf []byte) (n int, err error) {
		control(f, func(fd int) { n, err = unix.Flistxattr(fd, buf) })
		return n, err
	})
	if err != nil {
		return nil
	}
	var names []string
	for name := range bytes.SplitSeq(list, []byte{0}) {
		if len(name) > 0 {
			names = append(names, string(name))
		}
	}
	return names
}

func attribute(f *os.File, name string) ([]byte, error) {
	return sized(func(buf []byte) (n int, err error) {
		control(f, func(fd int) { n, err = unix.Fgetxattr(fd, name, buf) })
		return n, err
	})
}

// sized calls get with enough room: first with none, to learn how much.
func sized(get func([]byte) (int, error)) ([]byte, error) {
	for range maxLooks {
		n, err := get(nil)
		if err != nil || n == 0 {
			return nil, err
		}
		buf := make([]byte, n)
		n, err = get(buf)
		if !errors.Is(err, unix.ERANGE) { // it grew in between
			return buf[:max(n, 0)], err
		}
	}
	return nil, unix.ERANGE
}
