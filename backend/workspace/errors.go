package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Why something in a workspace can't be done. Nothing is changed when one of these
// is returned.
var (
	ErrNoFolder         = errors.New("does not exist; choose another folder")
	ErrNotFolder        = errors.New("is a file, not a folder; choose the folder that it is in")
	ErrUnreadableFolder = errors.New("can't be read: the system refuses it; change its permissions or choose another folder")

	ErrRootGone         = errors.New("is no longer the folder that was opened: it was moved, removed or unmounted; nothing was done. Put it back, or open it again")
	ErrOutsideWorkspace = errors.New("is outside the workspace")
	ErrReadOnlyPath     = errors.New("is in a folder that may only be read")
	ErrStale            = errors.New("was changed by another program in the meantime; nothing was written")
	ErrNotRegular       = errors.New("is not a regular file")
	ErrTooLarge         = errors.New("is too large to be read")
	ErrBinary           = errors.New("is not text")
	ErrLinks            = errors.New("can't be reached: its links lead in a circle")

	ErrDiskFull    = errors.New("could not be saved: the disk is full; free some space and try again. Nothing was changed")
	ErrQuota       = errors.New("could not be saved: your quota on this disk is used up; free some space and try again. Nothing was changed")
	ErrReadOnly    = errors.New("could not be saved: the file system is read-only. Nothing was changed")
	ErrPermission  = errors.New("could not be saved: the system refuses it; change its permissions. Nothing was changed")
	ErrNameTooLong = errors.New("has a name that is too long for this file system. Nothing was changed")
	ErrTooManyOpen = errors.New("can't be opened: too many files are open on this computer; close some programs and try again. Nothing was changed")
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

// failure is an error of the system in words that need no more around them.
type failure struct {
	text string
	err  error
}

func (e *failure) Error() string { return e.text }
func (e *failure) Unwrap() error { return e.err }

// writeError names the cause of a failed write, one for each.
func writeError(p Path, err error) error {
	if named(err) {
		return err
	}
	for _, c := range causes {
		if errors.Is(err, c.is) {
			return fmt.Errorf("%s %w", p, c.cause)
		}
	}
	return &failure{fmt.Sprintf("%s could not be saved: %v. Nothing was changed", p, bare(err)), err}
}

// causes pairs what the system says of a failed write with what a person is told.
var causes = []struct{ is, cause error }{
	{syscall.ENOSPC, ErrDiskFull},
	{syscall.EDQUOT, ErrQuota},
	{syscall.EROFS, ErrReadOnly},
	{fs.ErrPermission, ErrPermission},
	{syscall.ENAMETOOLONG, ErrNameTooLong},
	{syscall.EMFILE, ErrTooManyOpen},
	{syscall.ENFILE, ErrTooManyOpen},
	{fs.ErrExist, ErrStale},
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
	var name *NameError
	var told *failure
	if errors.As(err, &blocked) || errors.As(err, &name) || errors.As(err, &told) {
		return true
	}
	for _, is := range []error{
		ErrRootGone, ErrOutsideWorkspace, ErrReadOnlyPath, ErrStale, ErrNotRegular, ErrTooLarge, ErrLinks,
		ErrDiskFull, ErrQuota, ErrReadOnly, ErrPermission, ErrNameTooLong, ErrTooManyOpen, errNoPath,
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
	for _, is := range []error{ErrNameTooLong, ErrTooManyOpen} {
		for _, c := range causes {
			if c.cause == is && errors.Is(err, c.is) {
				return fmt.Errorf("%s %w", p, is)
			}
		}
	}
	return &failure{fmt.Sprintf("%s can't be read: %v", p, bare(err)), err}
}

// bare takes the names that the system's error repeats away: the sentence around it
// has the one that the person knows.
func bare(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// escapes tells whether os.Root refused a path because it leads out. The error has
// no name of its own.
func escapes(err error) bool {
	var pe *fs.PathError
	return errors.As(err, &pe) && pe.Err.Error() == "path escapes from parent"
}
