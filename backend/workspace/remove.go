package workspace

import (
	"context"
	"slices"
)

// Remove removes the file at p, if it still is what want says (FS-22). Folders and
// roots are refused, and so is a path through a link: what it leads to is named
// otherwise, and whoever says yes should read that name.
func (w *Workspace) Remove(ctx context.Context, p Path, want State) error {
	if !want.Exists {
		return isStale(p)
	}
	s, err := w.Stage(p, File{State: want})
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Remove(ctx); err != nil {
		return err
	}
	return unsynced(p, "removed", syncFolder(s.at.dir()))
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
