//go:build unix

package window

import (
	"fmt"
	"os"
	"syscall"
)

// become replaces this process, so that signals and the exit status are the
// other program's own.
func become(path string, argv []string) error {
	return fmt.Errorf("start %s: %w", path, syscall.Exec(path, argv, os.Environ()))
}
