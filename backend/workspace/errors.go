package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// Why something in a workspace can't be done. Nothing is changed when one of these
// is returned.
var (
	ErrNoFolder         = errors.New("does not exist; choose another folder")
	ErrNotFolder        = errors.New("is a file, not a folder; choose the folder that it is in")
	ErrUnreadableFolder = errors.New("can't be read: the system refuses it; change its permissions or choose another folder")

	ErrOutsideWorkspace = errors.New("is outside the workspace")
	ErrReadOnlyPath     = errors.New("is in a folder that may only be read")
	ErrStale            = errors.New("was changed by another program in the meantime; nothing was written")
	ErrNotRegular       = errors.New("is not a regular file")
	ErrTooLarge         = errors.New("is too large to be read")
	ErrBinary           = errors.New("is not text")

	ErrDiskFull    = errors.New("could not be saved: the disk is full; free some space and try again. Nothing was changed")
	ErrReadOnly    = errors.New("could not be saved: the file system is read-only. Nothing was changed")
	ErrPermission  = errors.New("could not be saved: the system refuses it; change its permissions. Nothing was changed")
	ErrNameTooLong = errors.New("has a name that is too long for this file system. Nothing was changed")
)

// BlockedError refuses a path that matches a pattern of what may never be touched
// (FS-04).
type BlockedError struct {
	Path    string
	Pattern string
	Via     bool // it is a link to such a path
}

func (e *BlockedError) Error() string {
	if e.Via {
		return fmt.Sprintf("%s may not be touched: via symlink it is a path that %q blocks", e.Path, e.Pattern)
	}
	return fmt.Sprintf("%s may not be touched: %q blocks it", e.Path, e.Pattern)
}

// writeError names the cause of a failed write, one for each.
func writeError(p Path, err error) error {
	cause := err
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		cause = ErrDiskFull
	case errors.Is(err, syscall.EROFS):
		cause = ErrReadOnly
	case errors.Is(err, fs.ErrPermission):
		cause = ErrPermission
	case errors.Is(err, syscall.ENAMETOOLONG):
		cause = ErrNameTooLong
	case errors.Is(err, fs.ErrExist), errors.Is(err, ErrStale):
		cause = ErrStale
	default:
		return fmt.Errorf("%s could not be saved: %w. Nothing was changed", p, err)
	}
	return fmt.Errorf("%s %w", p, cause)
}

// readError names the cause of a failed read.
func readError(p Path, err error) error {
	if escapes(err) {
		return fmt.Errorf("%s %w: a link on the way leads out", p, ErrOutsideWorkspace)
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s can't be read: %w", p, err)
}

// escapes tells whether os.Root refused a path because it leads out. The error has
// no name of its own.
func escapes(err error) bool {
	var pe *fs.PathError
	return errors.As(err, &pe) && pe.Err.Error() == "path escapes from parent"
}
