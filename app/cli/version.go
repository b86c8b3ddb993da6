package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is set by the build; without it the commit that the Go tool noted
// stands for it.
var version string

// Version names this program: a release, or the commit that it was built from.
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				return "dev+" + s.Value[:12]
			}
		}
	}
	return "dev"
}

type versionCommand struct{}

func (versionCommand) Run(e *env) error {
	_, err := fmt.Fprintf(e.out, "redline %s %s/%s\n", Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
