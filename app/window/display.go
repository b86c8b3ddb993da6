package window

import (
	"os"
	"path/filepath"
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

// hasGraphicsCard tells whether the system has a graphics card that programs may
// draw with. Elsewhere than on Linux the system decides.
func hasGraphicsCard() bool {
	if runtime.GOOS != "linux" {
		return true
	}
	cards, _ := filepath.Glob("/dev/dri/renderD*") // the pattern is right, which is all that can fail
	return len(cards) > 0
}
