// Package attacktest is the attacks on a sandbox that concern paths, as one table, for
// tests. Every package that takes a path from a model or a page runs the same rows
// through each of its operations.
//
// A row plants something in a folder beside canaries: files outside the workspace,
// blocked, private or read-only ones. Whatever an operation says, none of them has
// changed afterwards and none of their content was told, the answer came at once, the
// file's lock is free and nothing is left behind.
package attacktest

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Canary is the content of every file that must not be told.
const Canary = "CANARY-4b1d-the-content-of-a-file-that-nobody-may-see"

// Plain is the content of the files that operations meet where nothing is wrong.
const Plain = "plain words\n"

// Rig is one folder tree that is attacked.
type Rig struct {
	Base    string
	Work    string // the workspace
	Outside string // beside it, not to be reached
	RO      string // a further root that may only be read
	Home    string // Redline's own folder, closed
}

// Operation is one thing that can be done with a path.
type Operation struct {
	Name    string
	Writes  bool // it changes files
	Slow    bool // it does more than read or write a file
	Refuses bool // it may refuse what is harmless, as a list of a folder refuses a file
	Looks   bool // it tells whether something is there, and no content
	// Alters tells whether it makes another path of the one that it is given: then a
	// success may be about a file that nothing is wrong with. nil never does.
	Alters func(path string) bool
	// Prepare runs before the attack is planted, with the path still harmless; it may
	// be nil.
	Prepare func(path string) error
	// Do does it and gives all that it tells.
	Do func(ctx context.Context, path string) (said string, err error)
}

// Target is what is attacked: the operations of a package on one rig.
type Target struct {
	Operations []Operation
	// Lock takes and gives back the lock of a path, if it can be named at all.
	Lock  func(ctx context.Context, path string) error
	Close func() error
}

// may says what a row lets an operation do.
type may int

const (
	nothing may = iota // it is an error
	read               // reading may succeed, writing is an error
	write              // anything may succeed
	must               // everything has to succeed: the rig works
)

// row is one attack.
type row struct {
	name string
	path string // {work}, {out}, {ro}, {home} and {base} stand for the rig's folders
	may  may
	// sees is set where the canary's content may be read: a hard link shares it, and
	// git's own files may be read.
	sees bool
	// seen is set where a thing may be looked at that may not be read.
	seen  bool
	plant func(r *Rig) error // before the operation; nil plants nothing
	// race gives a step that is repeated while the operation is.
	race func(r *Rig) (step func())
}

// How often an operation runs in a row with a race, when it is quick and when it
// waits for the disk.
const (
	quickTries = 1000
	slowTries  = 25
)

// patience is how long an operation may take; it says that one hangs, no more.
const patience = 30 * time.Second

// Run runs every row through every operation that open gives for a rig.
func Run(t *testing.T, open func(t *testing.T, r *Rig) *Target) {
	for _, row := range append(rows(), systemRows()...) {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			s := &scene{row: row, open: open}
			defer s.close(t)
			s.set(t)
			for i, op := range s.target.Operations {
				t.Run(op.Name, func(t *testing.T) { s.run(t, i) })
			}
		})
	}
}

// scene is a row with its rig. Operations share the rig while none of them changes it.
type scene struct {
	row    row
	open   func(t *testing.T, r *Rig) *Target
	rig    *Rig
	target *Target
	shape  string // of the rig when the attack was planted; "" while it isn't
}

// set makes a rig on which nothing is planted.
func (s *scene) set(t *testing.T) {
	t.Helper()
	s.rig = newRig(t)
	s.target = s.open(t, s.rig)
	s.shape = ""
}

func (s *scene) close(t *testing.T) {
	t.Helper()
	if err := s.target.Close(); err != nil {
		t.Error(err)
	}
	unmount(s.rig)
	if err := os.RemoveAll(s.rig.Base); err != nil {
		t.Error(err)
	}
}

// run attacks the operation with this number.
func (s *scene) run(t *testing.T, i int) {
	if s.shape != "" && (s.shape != s.rig.shape() || s.target.Operations[i].Prepare != nil) {
		s.close(t)
		s.set(t)
	}
	op, path := s.target.Operations[i], s.rig.expand(s.row.path)
	if s.shape == "" {
		s.plant(t, op, path)
	}
	before := s.rig.guarded()
	if s.row.race != nil {
		s.race(t, op, path)
	} else {
		said, err := within(t, op, path)
		s.row.judge(t, op, path, said, err)
	}
	s.rig.unchanged(t, before)
	lock := Operation{Name: "lock", Do: func(ctx context.Context, path string) (string, error) { return "", s.target.Lock(ctx, path) }}
	_, _ = within(t, lock, path) // a path that can't be named has no lock; one that is held would be waited for
	s.rig.noLitter(t)
}

// plant prepares the operation while the path is harmless, and plants the attack.
func (s *scene) plant(t *testing.T, op Operation, path string) {
	t.Helper()
	if op.Prepare != nil {
		if err := op.Prepare(path); err != nil && s.row.may == must {
			t.Fatalf("can't be prepared: %v", err)
		}
	}
	if s.row.plant != nil {
		if err := s.row.plant(s.rig); err != nil {
			t.Skipf("can't be planted here: %v", err)
		}
	}
	s.shape = s.rig.shape()
	if op.Prepare != nil || s.row.race != nil {
		s.shape = "used"
	}
}

// judge compares what an operation said with what the row lets it.
func (row row) judge(t *testing.T, op Operation, path, said string, err error) {
	t.Helper()
	switch {
	case err == nil && op.Alters != nil && op.Alters(path):
	case err == nil && row.seen && op.Looks:
	case err == nil && (row.may == nothing || row.may == read && op.Writes):
		t.Errorf("%.80q was accepted", path)
	case err != nil && row.may == must && !op.Refuses:
		t.Errorf("%.80q: %v", path, err)
	case err != nil && len(err.Error()) > 2000:
		t.Errorf("the refusal is %d bytes long", len(err.Error()))
	}
	if err != nil {
		said += err.Error()
	}
	if strings.Contains(said, Canary) && !row.sees {
		t.Errorf("%.80q: the canary's content was told: %.300q", path, said)
	}
}

// race repeats an operation while what it works on is exchanged.
func (s *scene) race(t *testing.T, op Operation, path string) {
	t.Helper()
	step := s.row.race(s.rig)
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for ctx.Err() == nil {
			step()
		}
	}()
	defer func() { stop(); <-stopped }()
	tries := quickTries
	if op.Writes || op.Slow {
		tries = slowTries
	}
	for range tries {
		said, _ := within(t, op, path) // which of the two it met can't be known
		if strings.Contains(said, Canary) {
			t.Fatalf("%.80q: the canary's content was told: %.300q", path, said)
		}
	}
}

// within runs an operation, and fails the test when it hangs.
func within(t *testing.T, op Operation, path string) (string, error) {
	t.Helper()
	type answer struct {
		said string
		err  error
	}
	done := make(chan answer, 1)
	ctx := t.Context()
	go func() {
		said, err := op.Do(ctx, path)
		done <- answer{said, err}
	}()
	select {
	case a := <-done:
		return a.said, a.err
	case <-time.After(patience):
		t.Fatalf("%s of %.80q still waits", op.Name, path)
		return "", nil
	}
}

// newRig makes the tree: a workspace with a few files and the canaries around it.
func newRig(t *testing.T) *Rig {
	t.Helper()
	base, err := os.MkdirTemp("", "attack-*")
	if err != nil {
		t.Fatal(err)
	}
	if real, err := filepath.EvalSymlinks(base); err == nil {
		base = real
	}
	in := func(name string) string { return filepath.Join(base, name) }
	r := &Rig{Base: base, Work: in("work"), Outside: in("outside"), RO: in("ro"), Home: in("home")}
	for name, content := range map[string]string{
		"work/plain.md": Plain, "work/d/plain.md": Plain, "work/notes.md": Plain,
		"work/.env": Canary, "work/keys/id_rsa": Canary, "work/.env.d/secret.md": Canary, "work/.git/config": "[core]\n", "work/.git/hooks/pre-commit.sample": "x", "work/.redline/config.toml": "x",
		"outside/secret.md": Canary, "outside/d/secret.md": Canary, "work-secret/secret.md": Canary, "ro/plain.md": Plain, "home/config.toml": Canary,
	} {
		if err := os.MkdirAll(filepath.Dir(in(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(in(name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func (r *Rig) expand(path string) string {
	return strings.NewReplacer("{work}", r.Work, "{out}", r.Outside, "{ro}", r.RO, "{home}", r.Home, "{base}", r.Base).Replace(path)
}

// guards are what no operation may change: files, and folders with all that is in them.
var guards = []string{
	"outside", "work-secret", "ro", "home/config.toml", "home/new.md", "work/.env", "work/.env.d", "work/keys/id_rsa", "work/.git", "work/.redline/config.toml",
}

// guarded describes every guarded file.
func (r *Rig) guarded() map[string]string {
	all := map[string]string{}
	for _, guard := range guards {
		_ = filepath.WalkDir(filepath.Join(r.Base, guard), func(name string, e fs.DirEntry, err error) error {
			if err != nil {
				return nil // it isn't there
			}
			info, err := e.Info()
			if err != nil {
				return nil
			}
			what := info.Mode().String()
			if info.Mode().IsRegular() {
				content, err := os.ReadFile(name)
				what += fmt.Sprintf(" %s %v", content, err)
			}
			all[strings.TrimPrefix(name, r.Base)] = what
			return nil
		})
	}
	return all
}

// unchanged fails the test when a guarded file isn't as it was.
func (r *Rig) unchanged(t *testing.T, before map[string]string) {
	t.Helper()
	for name, now := range r.guarded() {
		if before[name] != now {
			t.Errorf("%s was %.200q and is %.200q", name, before[name], now)
		}
		delete(before, name)
	}
	if len(before) > 0 {
		t.Errorf("gone are %q", slices.Sorted(maps.Keys(before)))
	}
}

// shape describes what stands in the workspace and around it, to tell whether an
// operation changed anything.
func (r *Rig) shape() string {
	var b strings.Builder
	r.walk(func(name string, info fs.FileInfo) {
		fmt.Fprintln(&b, name, info.Mode(), info.Size(), info.ModTime().UnixNano())
	})
	return b.String()
}

// walk goes through what may be changed, not down into what a row has mounted.
func (r *Rig) walk(see func(name string, info fs.FileInfo)) {
	const depth = 2
	for _, dir := range []string{r.Work, r.Outside, r.RO} {
		_ = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
			if err != nil {
				return nil // gone, or not to be read
			}
			if info, err := e.Info(); err == nil {
				see(name, info)
			}
			if e.IsDir() && strings.Count(strings.TrimPrefix(name, dir), string(filepath.Separator)) >= depth {
				return fs.SkipDir
			}
			return nil
		})
	}
}

// noLitter fails the test when a temporary file is left.
func (r *Rig) noLitter(t *testing.T) {
	t.Helper()
	r.walk(func(name string, _ fs.FileInfo) {
		if strings.Contains(filepath.Base(name), ".tmp-") {
			t.Errorf("%s is left", name)
		}
	})
}
