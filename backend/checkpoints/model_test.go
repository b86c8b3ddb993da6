package checkpoints

import (
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"redline/backend/workspace"
)

// tree is a folder in memory: content by path.
type tree map[string]string

func (d tree) state(path string) (workspace.State, error) {
	f, err := d.read(path)
	return f.State, err
}

func (d tree) read(path string) (workspace.File, error) {
	s, ok := d[path]
	if !ok {
		return workspace.File{}, nil
	}
	return fileOf(s), nil
}

func fileOf(s string) workspace.File {
	return workspace.File{
		State: workspace.State{Exists: true, Hash: workspace.HashOf([]byte(s)), Size: int64(len(s)), Mode: 0o644},
		Bytes: []byte(s),
	}
}

func (d tree) set(path string, s string, there bool) {
	if there {
		d[path] = s
	} else {
		delete(d, path)
	}
}

func (d tree) same(e tree, path string) bool {
	a, inD := d[path]
	b, inE := e[path]
	return inD == inE && a == b
}

// model is what a timeline ought to do, kept as whole trees: after[k] is the folder
// after turn k, for every file that some turn changed.
type model struct {
	disk    tree // what is there, edits from outside included
	known   tree // what the timeline believes is there
	after   map[int]tree
	changes map[int]map[string]bool // the files that each turn changed
	before  map[int]tree            // those of them that stood there before the turn
	last    map[int]tree            // those of them that it left there
	state   map[int]TurnState
	latest  int
	redo    []moment
}

// moment is what a redo brings back.
type moment struct {
	paths       map[string]bool
	disk, known tree
	state       map[int]TurnState
}

var modelPaths = []string{"a", "b", "d/c"}

func newModel() *model {
	return &model{
		disk: tree{}, known: tree{}, after: map[int]tree{0: {}},
		changes: map[int]map[string]bool{}, before: map[int]tree{}, last: map[int]tree{}, state: map[int]TurnState{},
	}
}

func (m *model) begin() {
	m.latest++
	m.after[m.latest] = maps.Clone(m.known)
	m.changes[m.latest] = map[string]bool{}
	m.before[m.latest], m.last[m.latest] = tree{}, tree{}
	m.state[m.latest] = Kept
}

// kept lists the kept turns from 0 on.
func (m *model) kept() []int {
	all := []int{0}
	for n := 1; n <= m.latest; n++ {
		if m.state[n] == Kept {
			all = append(all, n)
		}
	}
	return all
}

func (m *model) change(turn int, path, s string, there bool) {
	if len(m.redo) > 0 {
		m.redo = nil
		for n, state := range m.state {
			if state == Undone {
				m.state[n] = Branch
			}
		}
	}
	if !m.disk.same(m.known, path) && !m.changes[turn][path] {
		// An edit from outside stood there before this turn: going back finds it.
		for _, k := range slices.Backward(m.kept()) {
			if k < turn {
				old, was := m.disk[path]
				m.after[k].set(path, old, was)
				if m.changes[k][path] {
					break
				}
			}
		}
	}
	if !m.changes[turn][path] {
		old, was := m.disk[path]
		m.before[turn].set(path, old, was)
	}
	m.disk.set(path, s, there)
	m.known.set(path, s, there)
	m.after[turn].set(path, s, there)
	m.last[turn].set(path, s, there)
	m.changes[turn][path] = true
}

// crossed lists the files that going to a turn is about.
func (m *model) crossed(to int) map[string]bool {
	paths := map[string]bool{}
	onward := m.state[to] == Undone
	for n, state := range m.state {
		if state == Kept && n > to || onward && state == Undone && n <= to {
			maps.Copy(paths, m.changes[n])
		}
	}
	return paths
}

func (m *model) goTo(to int, keep map[string]bool) {
	paths := m.crossed(to)
	m.redo = append(m.redo, moment{paths, maps.Clone(m.disk), maps.Clone(m.known), maps.Clone(m.state)})
	onward := m.state[to] == Undone
	before := maps.Clone(m.state)
	for n, state := range m.state {
		switch {
		case state == Kept && n > to:
			m.state[n] = Undone
			for k := range n {
				if before[k] == Undone {
					m.state[n] = Branch // it began while others were undone, and changed nothing
				}
			}
		case state == Undone && n <= to && onward:
			m.state[n] = Kept
		}
	}
	if maps.Equal(before, m.state) {
		m.redo = m.redo[:len(m.redo)-1]
	}
	for path := range paths {
		s, there := m.after[to][path]
		m.known.set(path, s, there)
		if !keep[path] {
			m.disk.set(path, s, there)
		}
	}
	m.settle()
}

// settle makes a file that no later kept turn changed stand after each turn as it
// stands now: a turn that began while others were undone has them before it once
// they are brought back.
func (m *model) settle() {
	for _, path := range modelPaths {
		for _, k := range slices.Backward(m.kept()) {
			s, there := m.known[path]
			m.after[k].set(path, s, there)
			if m.changes[k][path] {
				break
			}
		}
	}
}

func (m *model) redoOne() {
	last := m.redo[len(m.redo)-1]
	m.redo = m.redo[:len(m.redo)-1]
	for path := range last.paths {
		s, there := last.disk[path]
		m.disk.set(path, s, there)
		s, there = last.known[path]
		m.known.set(path, s, there)
	}
	for n, state := range last.state {
		m.state[n] = state
	}
	m.settle()
}

// run is a store beside its model.
type run struct {
	*model
	dir   string
	store *Store
	disk  tree // what the store's plans made
	n     int
}

func (r *run) reopen(t *rapid.T) {
	if r.store != nil {
		if err := r.store.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s, warnings, err := Open(r.dir, then)
	if err != nil || len(warnings) > 0 {
		t.Fatalf("open: %v, %q", err, warnings)
	}
	r.store = s
}

func (r *run) write(t *rapid.T, path, s string, there bool) {
	if r.latest == 0 || r.state[r.latest] != Kept {
		r.turn(t)
	}
	before, _ := r.disk.read(path)
	after := workspace.File{}
	if there {
		after = fileOf(s)
	}
	in, err := r.store.Begin(Change{Session: "s", Path: path, Kind: between(before.State, after.State), Before: before, After: after})
	if err != nil {
		t.Fatal(err)
	}
	if rapid.IntRange(0, 5).Draw(t, "abort") == 0 {
		if err := r.store.Abort(in.ID); err != nil {
			t.Fatal(err)
		}
		return
	}
	r.disk.set(path, s, there)
	if _, err := r.store.Commit(in.ID, after.State, nil); err != nil {
		t.Fatal(err)
	}
	r.change(in.Turn, path, s, there)
}

func (r *run) turn(t *rapid.T) {
	r.n++
	turn, err := r.store.BeginTurn(TurnInfo{Session: "s", Prompt: r.n, Label: "p", Time: time.Unix(0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	r.begin()
	if turn.Number != r.latest {
		t.Fatalf("turn %d, want %d", turn.Number, r.latest)
	}
}

// carry carries out a plan on the disk in memory, as the writer does on a real one.
func (r *run) carry(t *rapid.T, p Plan, m Move) {
	for _, s := range p.Steps {
		content := []byte(nil)
		if s.Then.Exists && !s.Then.Same(s.Now) {
			var err error
			if content, err = r.store.Blob(s.Then.Hash); err != nil {
				t.Fatal(err)
			}
		}
		if !s.Then.Same(s.Now) {
			r.disk.set(s.Path, string(content), s.Then.Exists)
		}
	}
	if err := r.store.CommitMove(m.ID); err != nil {
		t.Fatal(err)
	}
}

func (r *run) rewind(t *rapid.T, p Plan, to int) {
	if p.To != to {
		t.Fatalf("planned to go to %d, want %d", p.To, to)
	}
	want := map[string]bool{}
	for path := range r.crossed(to) {
		if !r.model.disk.same(r.known, path) && !r.model.disk.same(r.after[to], path) {
			want[path] = true
		}
	}
	keep := map[string]bool{}
	var names []string
	for _, c := range p.Conflicts {
		if !want[c.Path] {
			t.Fatalf("FS-63: %s is said to be in conflict", c.Path)
		}
		delete(want, c.Path)
		if rapid.Bool().Draw(t, "keep") {
			keep[c.Path] = true
			names = append(names, c.Path)
		}
	}
	if len(want) > 0 {
		t.Fatalf("FS-63: no conflict is said for %v", want)
	}
	m, err := r.store.BeginMove(p.Keep(names...), r.disk.read)
	if err != nil {
		t.Fatal(err)
	}
	r.carry(t, p.Keep(names...), m)
	r.goTo(to, keep)
}

func (r *run) check(t *rapid.T) {
	if !maps.Equal(r.disk, r.model.disk) {
		t.Fatalf("the folder holds %v, want %v", r.disk, r.model.disk)
	}
	for _, turn := range r.store.Turns() {
		if turn.State != r.state[turn.Number] {
			t.Fatalf("turn %d is %s, want %s", turn.Number, turn.State, r.state[turn.Number])
		}
		if turn.State == Branch {
			continue
		}
		for _, path := range modelPaths {
			r.checkAt(t, turn.Number, path)
		}
	}
	for _, path := range modelPaths {
		r.checkAt(t, 0, path)
	}
	if kept := r.kept(); r.store.Head() != kept[len(kept)-1] {
		t.Fatalf("head %d, want %d", r.store.Head(), kept[len(kept)-1])
	}
}

func (r *run) checkAt(t *rapid.T, turn int, path string) {
	got, known := r.store.AsOf(turn, After, path)
	touched := false
	for n, paths := range r.changes {
		touched = touched || paths[path] && r.state[n] != Branch
	}
	if known != touched {
		t.Fatalf("%s after turn %d is known: %v, want %v", path, turn, known, touched)
	}
	if want, _ := r.after[turn].state(path); touched && !got.Same(want) {
		t.Fatalf("%s after turn %d: %v, want %v (%q)", path, turn, got, want, r.after[turn][path])
	}
}

// A timeline does what the model does, whatever is done in whatever order: turns,
// changes, edits from outside, undo, rewind back and forth, redo, reopening
// (FS-60 to FS-68).
func TestTimelineAgainstModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := &run{model: newModel(), dir: t.TempDir(), disk: tree{}}
		r.reopen(rt)
		defer func() { _ = r.store.Close() }()
		path := rapid.SampledFrom(modelPaths)
		body := rapid.StringMatching(`[a-d]{1,2}`)
		rt.Repeat(map[string]func(*rapid.T){
			"turn":   r.turn,
			"write":  func(t *rapid.T) { r.write(t, path.Draw(t, "path"), body.Draw(t, "content"), true) },
			"write2": func(t *rapid.T) { r.write(t, path.Draw(t, "path"), body.Draw(t, "content"), true) },
			"remove": func(t *rapid.T) {
				if p := path.Draw(t, "path"); r.disk[p] != "" {
					r.write(t, p, "", false)
				}
			},
			"outside": func(t *rapid.T) {
				p, s, there := path.Draw(t, "path"), "outside "+body.Draw(t, "content"), rapid.IntRange(0, 3).Draw(t, "there") > 0
				r.disk.set(p, s, there)
				r.model.disk.set(p, s, there)
			},
			"rewind": func(t *rapid.T) {
				to := rapid.IntRange(0, r.latest).Draw(t, "to")
				p, err := r.store.PlanRewind(to, r.disk.state)
				if r.state[to] == Branch {
					if !errors.Is(err, ErrNoTurn) {
						t.Fatalf("a turn on a branch: %v", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				r.rewind(t, p, to)
			},
			"undo": func(t *rapid.T) {
				to, any := r.undoTarget()
				p, err := r.store.PlanUndo(r.disk.state)
				if !any {
					if !errors.Is(err, ErrNothingToUndo) {
						t.Fatalf("nothing to undo: %v", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				r.rewind(t, p, to)
			},
			"redo": func(t *rapid.T) {
				p, err := r.store.PlanRedo(r.disk.state)
				if len(r.redo) == 0 {
					if !errors.Is(err, ErrNothingToRedo) {
						t.Fatalf("nothing to redo: %v", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				m, err := r.store.BeginMove(p, r.disk.read)
				if err != nil {
					t.Fatal(err)
				}
				r.carry(t, p, m)
				r.redoOne()
			},
			"given up": func(t *rapid.T) {
				if p, err := r.store.PlanRewind(0, r.disk.state); err == nil {
					m, err := r.store.BeginMove(p, r.disk.read)
					if err == nil {
						err = r.store.AbortMove(m.ID)
					}
					if err != nil {
						t.Fatal(err)
					}
				}
			},
			"reopen": r.reopen,
			"":       r.check,
		})
	})
}

func (m *model) undoTarget() (int, bool) {
	kept := m.kept()
	for i := len(kept) - 1; i > 0; i-- {
		if !maps.Equal(m.before[kept[i]], m.last[kept[i]]) {
			return kept[i-1], true
		}
	}
	return 0, false
}
