package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// IsFolder tells whether a folder stands at p.
func (w *Workspace) IsFolder(p Path) bool {
	at, err := w.find(p)
	if err != nil {
		return false
	}
	defer at.close()
	return at.info != nil && at.info.IsDir()
}

// MakeFolder makes the folder at p, and those on the way that are missing, and gives
// what it made, outermost first, in display form. Where something is already the error
// is fs.ErrExist.
func (w *Workspace) MakeFolder(ctx context.Context, p Path) (made []string, err error) {
	at, err := w.findWritable(p)
	if err != nil {
		return nil, err
	}
	defer at.close()
	if at.info != nil {
		return nil, fmt.Errorf("%s is there already: %w", p, fs.ErrExist)
	}
	if at.abs() != p.real {
		return nil, isStale(p)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	at.absent = append(at.absent, at.name)
	made, err = at.makeFolders(w)
	if errors.Is(err, fs.ErrExist) {
		return nil, isStale(p)
	}
	if err != nil {
		return nil, writeError(p, err)
	}
	return made, nil
}
