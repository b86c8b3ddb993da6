package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"redline/backend"
	"redline/backend/approvals"
	"redline/backend/config"
)

// folderFlags name the folder that a command works on.
type folderFlags struct {
	Dir    string   `help:"The workspace; the current folder when left out." default:"." type:"path"`
	AddDir []string `name:"add-dir" help:"A further folder that tools may read and write, for this run." type:"path"`
}

// open opens the folder. A settings file that can't be understood is told and the
// defaults hold. always answers whatever would ask; nil refuses it.
func (f folderFlags) open(e *env, always *approvals.Decision) (*backend.Project, error) {
	settings, err := config.Load(e.home.Settings())
	if err != nil {
		fmt.Fprintln(e.err, "redline:", err)
	}
	if always == nil {
		always = &approvals.Decision{All: approvals.Reject}
	}
	if err := existingFolders(f.AddDir); err != nil {
		return nil, err
	}
	p, err := backend.Open(e.ctx, f.Dir, backend.Options{Home: e.home, Config: settings, Always: always, AddDirs: f.AddDir})
	if err != nil {
		return nil, err
	}
	for _, problem := range p.Problems {
		fmt.Fprintln(e.err, "redline:", problem)
	}
	return p, nil
}

// existingFolders refuses a command line with a further folder that isn't there
// (FS-01a).
func existingFolders(dirs []string) error {
	for _, dir := range dirs {
		info, err := os.Stat(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return usageError(fmt.Sprintf("--add-dir %s: there is no such folder", dir))
		case err != nil:
			return usageError(fmt.Sprintf("--add-dir %s: %v", dir, err))
		case !info.IsDir():
			return usageError(fmt.Sprintf("--add-dir %s: it is a file, not a folder", dir))
		}
	}
	return nil
}
