package window

import (
	"os"
	"runtime"
)

// HasDisplay tells whether the system says that there is a screen. A display
// that is named but can't be reached shows only when Run returns ErrNoDisplay.
func HasDisplay() bool {
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		return true
	}
	return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}
