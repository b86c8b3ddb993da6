package search

import (
	"cmp"
	"context"
	"slices"
	"time"

	"redline/backend/workspace"
)

// Found is a file that a pattern means.
type Found struct {
	Path     string // display form
	Modified int64  // nanoseconds since 1970
}

// Glob finds the regular files that the pattern means, newest first and then by path.
// Dependencies and folders that begin with a dot are entered only where the pattern
// names them.
func Glob(ctx context.Context, s Scope, p *Pattern) ([]Found, Counts, error) {
	w := &walk[Found]{visitor: visitor[Found]{
		enter: func(n *node[Found], name string) (any, bool, bool) {
			inside, named := p.enter(n.places(p), name)
			return inside, named, len(inside) > 0
		},
		want: func(n *node[Found], e workspace.FolderEntry) bool { return p.file(n.places(p), e.Name) },
		visit: func(n *node[Found], e workspace.FolderEntry, s *scratch) (Found, bool) {
			info, err := n.folder.Stat(e.Name)
			switch {
			case err != nil:
				s.counts.refused(err)
				return Found{}, false
			case !info.Type.IsRegular():
				return Found{}, false // exchanged since the folder was read
			}
			s.counts.Files++
			return Found{n.folder.Path(e.Name), info.Modified}, true
		},
		scratch: func() *scratch { return &scratch{} },
	}}
	var found []Found
	counts, err := w.run(ctx, s, func(f Found) bool {
		found = append(found, f)
		return true
	})
	if err != nil {
		return nil, counts, err
	}
	slices.SortFunc(found, func(a, b Found) int {
		return cmp.Or(cmp.Compare(b.Modified, a.Modified), cmp.Compare(a.Path, b.Path))
	})
	return found, counts, nil
}

// places gives where the pattern stands in a folder.
func (n *node[T]) places(p *Pattern) []place {
	if n.state == nil {
		n.state = p.begin()
	}
	return n.state.([]place)
}

// Listed is what a list of a folder names.
type Listed struct {
	Path     string // display form
	IsDir    bool
	Size     int64 // bytes; 0 for a folder
	Modified time.Time
	Links    uint64
}

// List gives what is in the folder in the order of names, at most limit of it, and
// whether there is more; below folders too when recursive is set, a folder's content
// behind it. Links are listed and not followed.
func List(ctx context.Context, s Scope, recursive bool, limit int) (list []Listed, more bool, counts Counts, err error) {
	w := &walk[Listed]{visitor: visitor[Listed]{
		enter:   func(*node[Listed], string) (any, bool, bool) { return nil, false, true },
		want:    func(*node[Listed], workspace.FolderEntry) bool { return true },
		folders: true,
		shallow: !recursive,
		scratch: func() *scratch { return &scratch{} },
		visit: func(n *node[Listed], e workspace.FolderEntry, s *scratch) (Listed, bool) {
			info, err := n.folder.Stat(e.Name)
			if err != nil {
				s.counts.refused(err)
				return Listed{}, false
			}
			s.counts.Files++
			found := Listed{Path: n.folder.Path(e.Name), IsDir: info.Type.IsDir(), Modified: time.Unix(0, info.Modified), Links: info.Links}
			if !found.IsDir {
				found.Size = info.Size
			}
			return found, true
		},
	}}
	counts, err = w.run(ctx, s, func(l Listed) bool {
		if more = len(list) == limit; !more {
			list = append(list, l)
		}
		return !more
	})
	return list, more, counts, err
}
