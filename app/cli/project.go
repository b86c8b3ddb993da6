package cli

import (
	"fmt"

	"redline/backend"
	"redline/backend/approvals"
	"redline/backend/config"
	"redline/backend/workspace"
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
	roots := make([]workspace.Root, len(f.AddDir))
	for i, dir := range f.AddDir {
		roots[i] = workspace.Root{Dir: dir, Writable: true}
	}
	p, err := backend.Open(e.ctx, f.Dir, backend.Options{Home: e.home, Config: settings, Always: always, Roots: roots})
	if err != nil {
		return nil, err
	}
	for _, problem := range p.Problems {
		fmt.Fprintln(e.err, "redline:", problem)
	}
	return p, nil
}
