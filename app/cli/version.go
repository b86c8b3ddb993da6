package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is the version of this program; the build of a package sets it.
var release = "0.1.0"

// Version is the release and, where the build knows it, the commit.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return release + "+" + s.Value[:12]
		}
	}
	return release
}

type versionCommand struct{}

func (versionCommand) Run(e *env) error {
	_, err := fmt.Fprintf(e.out, "redline %s %s/%s\n", Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
