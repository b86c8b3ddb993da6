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
	ErrLinks            = errors.New("can't be reached: its links lead in a circle")

	ErrDiskFull    = errors.New("could not be saved: the disk is full; free some space and try again. Nothing was changed")
	ErrReadOnly    = errors.New("could not be saved: the file system is read-only. Nothing was changed")
	ErrPermission  = errors.New("could not be saved: the system refuses it; change its permissions. Nothing was changed")
	ErrNameTooLong = errors.New("has a name that is too long for this file system. Nothing was changed")
)

// NameError refuses a name that can't be that of a file here.
type NameError struct{ What string }

func (e *NameError) Error() string { return e.What }

func badName(format string, args ...any) error { return &NameError{fmt.Sprintf(format, args...)} }

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
	if named(err) {
		return err
	}
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
	case errors.Is(err, fs.ErrExist):
		cause = ErrStale
	default:
		return fmt.Errorf("%s could not be saved: %w. Nothing was changed", p, err)
	}
	return fmt.Errorf("%s %w", p, cause)
}

// errNoPath is a mistake of the program, not of a person.
var errNoPath = errors.New("a path that was never resolved was used")

func leadsOut(p Path) error {
	return fmt.Errorf("%s %w: a link on the way leads out", p, ErrOutsideWorkspace)
}

func isStale(p Path) error { return fmt.Errorf("%s %w", p, ErrStale) }

// named tells whether an error says all that a person needs already.
func named(err error) bool {
	var blocked *BlockedError
	if errors.As(err, &blocked) {
		return true
	}
	for _, is := range []error{
		ErrOutsideWorkspace, ErrReadOnlyPath, ErrStale, ErrNotRegular, ErrTooLarge, ErrLinks, ErrNameTooLong, errNoPath,
	} {
		if errors.Is(err, is) {
			return true
		}
	}
	return false
}

// readError names the cause of a failed read.
func readError(p Path, err error) error {
	if named(err) {
		return err
	}
	if escapes(err) {
		return leadsOut(p)
	}
	if errors.Is(err, syscall.ENAMETOOLONG) {
		return fmt.Errorf("%s %w", p, ErrNameTooLong)
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
