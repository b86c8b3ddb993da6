package window

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// ErrNoDesktop says that the program with the window isn't where it belongs.
var ErrNoDesktop = errors.New("the window is not installed")

// StartBeside runs redline-desktop, which stands beside this program, with the
// given arguments in this program's place: it returns only on an error. The
// error is ErrNoDesktop when it isn't there.
func StartBeside(args []string) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find redline-desktop: %w", err)
	}
	desktop, err := beside(self)
	if err != nil {
		return err
	}
	return become(desktop, append([]string{desktop}, args...))
}

// beside finds redline-desktop in the folder of self, or in the folder of what
// self is a link to: a person may have linked only one of the two onto PATH.
func beside(self string) (string, error) {
	name := "redline-desktop"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	candidate := filepath.Join(filepath.Dir(self), name)
	if isProgram(candidate) {
		return candidate, nil
	}
	if target, err := filepath.EvalSymlinks(self); err == nil {
		if linked := filepath.Join(filepath.Dir(target), name); isProgram(linked) {
			return linked, nil
		}
	}
	return "", fmt.Errorf("%w: there is no %s. Use redline serve, or build the window with make desktop", ErrNoDesktop, candidate)
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() &&
		(runtime.GOOS == "windows" || info.Mode()&fs.FileMode(0o111) != 0)
}
