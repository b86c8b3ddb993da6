package backend

import (
	"errors"
	"fmt"

	"redline/backend/config"
	"redline/backend/workspace"
)

// ErrSandboxLost refuses to open a folder while the settings may limit the sandbox in a
// way that can't be read.
var ErrSandboxLost = errors.New("no folder is opened, since what the settings say of the sandbox is not known. Mend the file, or take that section out of it")

// Sandbox gives what tools may reach in any folder: what the settings say, and addDirs,
// which may be read and written for this run (FS-01, FS-01a). Redline's own folder is
// closed.
func Sandbox(home config.Home, c config.Config, addDirs []string) (workspace.Options, error) {
	if c.Sandbox.Lost != "" {
		return workspace.Options{}, fmt.Errorf("%s; %w", c.Sandbox.Lost, ErrSandboxLost)
	}
	o := workspace.Options{Private: []string{home.Dir()}, MaxFileBytes: c.Tools.MaxFileSizeBytes}
	for _, set := range []struct {
		from     string
		dirs     []string
		writable bool
	}{
		{"sandbox.allowed_paths", c.Sandbox.AllowedPaths, true},
		{"sandbox.read_only_paths", c.Sandbox.ReadOnlyPaths, false},
		{"--add-dir", addDirs, true},
	} {
		for _, dir := range set.dirs {
			o.Extra = append(o.Extra, workspace.Root{Dir: dir, Writable: set.writable, From: set.from})
		}
	}
	if c.Sandbox.BlockedPaths != nil {
		o.Blocked = append([]string{}, *c.Sandbox.BlockedPaths...)
	}
	return o, nil
}
