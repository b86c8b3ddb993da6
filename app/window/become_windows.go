package window

import (
	"fmt"
	"os"
	"os/exec"
)

// become starts the other program and ends this one: Windows can't replace a
// process.
func become(path string, argv []string) error {
	if err := exec.Command(path, argv[1:]...).Start(); err != nil {
		return fmt.Errorf("start %s: %w", path, err)
	}
	os.Exit(0)
	return nil
}
