package workspace

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// renameNew renames a file within a folder if nothing has the new name yet, in one
// step: at no moment has the file two names, and none is left to be removed (FS-21).
// The error is errors.ErrUnsupported where the file system can't.
func renameNew(dir *os.Root, from, to string) error {
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	fd := int(f.Fd())
	err = unix.Renameat2(fd, from, fd, to, unix.RENAME_NOREPLACE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		return errors.ErrUnsupported
	}
	return err
}
