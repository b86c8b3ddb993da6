//go:build !linux && !darwin

package workspace

import (
	"errors"
	"os"
)

// renameNew renames a file if nothing has the new name yet. No such call is known
// of this system.
func renameNew(*os.Root, string, string) error { return errors.ErrUnsupported }
