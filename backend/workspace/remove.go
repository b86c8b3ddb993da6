package workspace

import (
	"context"
	"fmt"
	"slices"
)

// Remove removes the file at p, if it still is what want says (FS-22). Folders and
// roots are refused, and so is a path through a link: what it leads to is named
// otherwise, and whoever says yes should read that name.
func (w *Workspace) Remove(ctx context.Context, p Path, want State) error {
	at, err := w.findWritable(p)
	if err != nil {
		return err
	}
	defer at.close()
	if at.abs() != p.abs {
		return fmt.Errorf("%s %w: it is a link to %s; nothing was removed. Name that file itself", p, ErrNotRegular, w.display(at.abs()))
	}
	if !want.Exists || at.abs() != p.real {
		return isStale(p)
	}
	if err := at.expect(p, want, w.max); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err := at.dir().Remove(at.name); err != nil {
		return writeError(p, err)
	}
	return unsynced(p, "removed", syncFolder(at.dir()))
}

// RemoveFolders removes folders that Replace made, given in display form, if they
// are empty: innermost first. What is in use stays, and so does what a link has
// taken the place of.
func (w *Workspace) RemoveFolders(made []string) {
	for _, name := range slices.Backward(made) {
		p, err := w.ResolveWritable(name)
		if err != nil || p.real != p.abs {
			continue
		}
		if at, err := w.findWritable(p); err == nil {
			if at.info != nil && at.info.IsDir() && at.abs() == p.abs {
				_ = at.dir().Remove(at.name) // refused when something is inside: it stays
			}
			at.close()
		}
	}
}
