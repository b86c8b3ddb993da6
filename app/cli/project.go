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

// modeFlag says what calls are asked about.
type modeFlag struct {
	Mode string `help:"What asks: ask, accept-edits, plan, jail or bypass; the chat's own mode when left out."`
}

func (f modeFlag) parse() (approvals.Mode, error) {
	if f.Mode == "" {
		return "", nil
	}
	mode, err := approvals.ParseMode(f.Mode, approvals.ConfinedBy())
	if errors.Is(err, approvals.ErrUnknownMode) {
		return "", usageError("--mode: " + err.Error())
	}
	return mode, err
}

// open opens the folder. A settings file that can't be understood is told and the
// defaults hold. always answers whatever would ask; nil refuses it.
func (f folderFlags) open(e *env, always *approvals.Decision) (*backend.Project, error) {
	return f.openIn(e, always, "")
}

// openIn is open with a mode for every call; "" is each chat's.
func (f folderFlags) openIn(e *env, always *approvals.Decision, mode approvals.Mode) (*backend.Project, error) {
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
	p, err := backend.Open(e.ctx, f.Dir, backend.Options{Home: e.home, Config: settings, Always: always, AddDirs: f.AddDir, Mode: mode})
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
