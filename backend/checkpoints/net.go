package checkpoints

import "redline/backend/workspace"

// Net is the lines of a file that differ between before a turn and after it: what is
// written and taken away again within the turn counts for nothing.
type Net struct {
	Added   int `json:"added"`
	Removed int `json:"removed"`
}

// tally is what the changes of one turn come to, file by file.
type tally struct {
	order []string // in the order of the first change
	files map[string]*sum
}

// sum is what several changes of one file come to.
type sum struct {
	first, last workspace.State
	origin      string          // the path under which the content stood before the turn
	before      workspace.State // what stood there
	away        bool            // what stood there has another path now
	kind        string          // of the last change
	net         Net
}

func newTally(entries []*entry, counts func(*entry) bool) *tally {
	t := &tally{files: map[string]*sum{}}
	for _, e := range entries {
		if counts(e) {
			t.add(e)
		}
	}
	return t
}

func (t *tally) add(e *entry) {
	f := t.file(e.Path, e.Before)
	if e.From != "" {
		f.origin, f.before = t.origin(e.From, e.Source)
		f.away = false
		t.file(e.From, e.Source).leave()
	}
	f.kind, f.last, f.net = e.Kind, e.After, e.Net
}

// file gives the sum of a path at which now stands; it begins one where there is none.
func (t *tally) file(path string, now workspace.State) *sum {
	f := t.files[path]
	if f == nil {
		f = &sum{first: now, last: now, origin: path, before: now}
		t.files[path] = f
		t.order = append(t.order, path)
	}
	return f
}

// leave says that the content has another path from now on: what comes here later is a
// new file.
func (f *sum) leave() { f.away, f.origin, f.before = true, "", workspace.State{} }

// origin gives the path, and what stood there before the turn, that the content now
// at a path was made of. now is what stands at a path that the turn did not change yet.
func (t *tally) origin(path string, now workspace.State) (string, workspace.State) {
	if f := t.files[path]; f != nil {
		return f.origin, f.before
	}
	return path, now
}

// changes lists the files that differ between before the turn and after it. A file
// that has another name is one change.
func (t *tally) changes() []FileChange {
	arrived := map[string]bool{}
	for path, f := range t.files {
		if f.moved(path) {
			arrived[f.origin] = true
		}
	}
	var all []FileChange
	for _, path := range t.order {
		f := t.files[path]
		c := FileChange{Path: path, Kind: between(f.first, f.last), Added: f.net.Added, Removed: f.net.Removed}
		switch {
		case isFolder(path):
			c.Kind = f.kind
		case f.moved(path):
			c.Kind, c.From = Moved, f.origin
		case f.away && f.last.Exists:
			c.Kind = Created
		case f.away && arrived[path], f.first.Same(f.last) && (f.first.Mode == f.last.Mode || f.first.Mode == 0):
			continue
		}
		all = append(all, c)
	}
	return all
}

// moved tells whether what stands at the path stood at another before the turn.
func (f *sum) moved(path string) bool { return f.origin != path && f.before.Exists && f.last.Exists }

// net counts what a change makes of its file since before its turn. What can't be read
// any more, or is no text, counts for nothing, as it does in a change by itself.
func (s *Store) net(t *turn, c Change) Net {
	so := t.tally()
	origin, before := so.origin(c.Path, c.Before.State)
	if c.From != "" {
		origin, before = so.origin(c.From, c.Source)
	}
	first := origin == c.Path && before.Same(c.Before.State)
	if first && (c.After.Exists || c.Removed > 0) {
		return Net{c.Added, c.Removed}
	}
	old := c.Before.Bytes
	if !first {
		var err error
		if old, err = s.content(before); err != nil {
			return Net{c.Added, c.Removed}
		}
	}
	d, _, ok := Compare(old, c.After.Bytes)
	if !ok {
		return Net{}
	}
	return Net{d.Added, d.Removed}
}
