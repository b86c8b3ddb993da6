//go:build production

package window

import (
	"path/filepath"
	"runtime"

	"github.com/wailsapp/wails/v2/pkg/options/linux"
)

// gpuPolicy leaves a graphics card to WebKit, and goes without where there is none:
// one that the processor plays costs 110 MB and draws no faster.
func gpuPolicy(acceleration string) linux.WebviewGpuPolicy {
	if acceleration == "off" || acceleration != "on" && !hasGraphicsCard() {
		return linux.WebviewGpuPolicyNever
	}
	return linux.WebviewGpuPolicyOnDemand
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
