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
	Folders bool // it takes folders, and refuses files
	Looks   bool // it tells whether something is there, and no content
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

// How often an operation runs in a row with a race. A write waits for the disk each
// time.
const (
	readTries  = 1000
	writeTries = 50
)

// patience is how long an operation may take; it says that one hangs, no more.
const patience = 30 * time.Second

// Run runs every row through every operation that open gives for a rig.
func Run(t *testing.T, open func(t *testing.T, r *Rig) *Target) {
	for _, row := range append(rows(), systemRows()...) {
		t.Run(row.name, func(t *testing.T) {
			for _, name := range operationsOf(t, open) {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					row.run(t, open, name)
				})
			}
		})
	}
}

func operationsOf(t *testing.T, open func(t *testing.T, r *Rig) *Target) []string {
	target := open(t, newRig(t))
	defer closed(t, target)
	var names []string
	for _, op := range target.Operations {
		names = append(names, op.Name)
	}
	return names
}

func closed(t *testing.T, target *Target) {
	t.Helper()
	if err := target.Close(); err != nil {
		t.Error(err)
	}
}

func (row row) run(t *testing.T, open func(t *testing.T, r *Rig) *Target, name string) {
	r := newRig(t)
	target := open(t, r)
	defer closed(t, target)
	i := slices.IndexFunc(target.Operations, func(op Operation) bool { return op.Name == name })
	op := target.Operations[i]
	path := r.expand(row.path)
	if op.Prepare != nil {
		if err := op.Prepare(path); err != nil && row.may == must {
			t.Fatalf("can't be prepared: %v", err)
		}
	}
	if row.plant != nil {
		if err := row.plant(r); err != nil {
			t.Skipf("can't be planted here: %v", err)
		}
	}
	before := r.guarded(t)
	if row.race != nil {
		row.runRace(t, r, op, path)
	} else {
		said, err := within(t, op, path)
		row.judge(t, op, path, said, err)
	}
	for name, now := range r.guarded(t) {
		if before[name] != now {
			t.Errorf("%s was %q and is %q", name, before[name], now)
		}
		delete(before, name)
	}
	if len(before) > 0 {
		t.Errorf("gone are %q", slices.Sorted(maps.Keys(before)))
	}
	lock := Operation{Name: "lock", Do: func(ctx context.Context, path string) (string, error) { return "", target.Lock(ctx, path) }}
	_, _ = within(t, lock, path) // a path that can't be named has no lock; one that is held would be waited for
	unmount(r)                   // what was mounted is not looked through
	r.noLitter(t)
}

// judge compares what an operation said with what the row lets it.
func (row row) judge(t *testing.T, op Operation, path, said string, err error) {
	t.Helper()
	switch {
	case err == nil && row.seen && op.Looks:
	case err == nil && (row.may == nothing || row.may == read && op.Writes):
		t.Errorf("%.80q was accepted", path)
	case err != nil && row.may == must && !op.Folders:
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

func (row row) runRace(t *testing.T, r *Rig, op Operation, path string) {
	step := row.race(r)
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for ctx.Err() == nil {
			step()
		}
	}()
	defer func() { stop(); <-stopped }()
	tries := readTries
	if op.Writes {
		tries = writeTries
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
	base := t.TempDir()
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
	t.Cleanup(func() { unmount(r) })
	return r
}

func (r *Rig) expand(path string) string {
	return strings.NewReplacer("{work}", r.Work, "{out}", r.Outside, "{ro}", r.RO, "{home}", r.Home, "{base}", r.Base).Replace(path)
}

// guards are what no operation may change: files, and folders with all that is in them.
var guards = []string{
	"outside", "work-secret", "ro", "home/config.toml", "home/new.md", "work/.env", "work/.env.d", "work/keys", "work/.git", "work/.redline/config.toml",
}

// guarded describes every guarded file.
func (r *Rig) guarded(t *testing.T) map[string]string {
	t.Helper()
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

// noLitter fails the test when a temporary file is left in the workspace or outside.
func (r *Rig) noLitter(t *testing.T) {
	t.Helper()
	for _, dir := range []string{r.Work, r.Outside, r.RO} {
		_ = filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
			if err == nil && strings.Contains(filepath.Base(name), ".tmp-") {
				t.Errorf("%s is left", name)
			}
			return nil
		})
	}
}
