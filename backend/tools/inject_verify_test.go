//go:build verify && linux

package tools

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"redline/backend/checkpoints"
)

// onceDir and onceWhat tell a process what to do a single time, and where; they are
// set only for the processes that this file starts.
const (
	onceDir  = "REDLINE_TEST_ONCE"
	onceWhat = "REDLINE_TEST_ONCE_WHAT"
)

// The begin and the end of the work are calls that can be found in a trace.
const (
	beginMark = "/redline-begins"
	endMark   = "/redline-ends"
)

// The counts of strace are per thread, so the work stays on one. It is done before
// any test begins, and ends the process.
func init() {
	dir := os.Getenv(onceDir)
	if dir == "" {
		return
	}
	runtime.LockOSThread()
	w, err := openWriter(dir)
	if err == nil {
		_, _ = os.Lstat(beginMark)
		err = operations[os.Getenv(onceWhat)].do(w)
		_, _ = os.Lstat(endMark)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// An operation changes one or two files, which prepare has brought to version 1.
type operation struct {
	do    func(w *Writer) error
	after map[string]int // the version of each file when it is done; 0: not there
	// atLeast is at how many calls it must have been killed for the test to say much.
	atLeast int
}

var operations = map[string]operation{
	"edit": {
		do:    func(w *Writer) error { return changeInTurn(w, "a", false, 2) },
		after: map[string]int{"a": 2, "d/b": 1},
	},
	"create in new folders": {
		do:    func(w *Writer) error { return changeInTurn(w, "d/e/f/c", false, 2) },
		after: map[string]int{"a": 1, "d/b": 1, "d/e/f/c": 2},
	},
	"delete": {
		do:    func(w *Writer) error { return changeInTurn(w, "a", true, 2) },
		after: map[string]int{"a": 0, "d/b": 1},
	},
	"patch": {
		do:    changeThree,
		after: map[string]int{"a": 2, "d/b": 0, "d/e/f/c": 2},
	},
	"patch of five": {
		do:      changeFive,
		after:   map[string]int{"a": 2, "d/b": 0, "d/e/b": 2, "d/e/f/c": 2, "n/o": 2, "p": 2},
		atLeast: 200,
	},
	"move": {
		do:    func(w *Writer) error { return moveInTurn(w, "a", "d/e/f/c", false) },
		after: map[string]int{"a": 0, "d/b": 1, "d/e/f/c": 1},
	},
	"move over another": {
		do:    func(w *Writer) error { return moveInTurn(w, "a", "d/b", true) },
		after: map[string]int{"a": 0, "d/b": 1},
	},
	"rewind": {
		do: func(w *Writer) error {
			plan, err := w.Store.PlanRewind(0, w.Disk)
			if err != nil {
				return err
			}
			return w.Move(context.Background(), plan, false)
		},
		after: map[string]int{"a": 0, "d/b": 0},
	},
}

// changeThree edits, deletes and creates in one transaction.
func changeThree(w *Writer) error {
	if _, err := w.Store.BeginTurn(checkpoints.TurnInfo{Session: "s", Prompt: 2, Label: "step"}); err != nil {
		return err
	}
	changes := []Change{{After: wholeVersion(2)}, {Delete: true}, {After: wholeVersion(2)}}
	for i, name := range []string{"a", "d/b", "d/e/f/c"} {
		c := &changes[i]
		var err error
		if c.Path, err = w.Workspace.ResolveWritable(name); err != nil {
			return err
		}
		if c.Before, err = read(w.Workspace, c.Path); err != nil {
			return err
		}
	}
	_, err := w.ApplyAll(context.Background(), Call{Session: "s", Person: true}, changes)
	return err
}

// changeFive edits a file, moves and edits another, and creates three in new folders
// and old ones, in one transaction.
func changeFive(w *Writer) error {
	if _, err := w.Store.BeginTurn(checkpoints.TurnInfo{Session: "s", Prompt: 2, Label: "step"}); err != nil {
		return err
	}
	var changes []Change
	for _, name := range []string{"a", "d/e/b", "d/e/f/c", "n/o", "p"} {
		from := name
		if name == "d/e/b" {
			from = "d/b"
		}
		p, err := w.Workspace.ResolveWritable(name)
		if err != nil {
			return err
		}
		old, err := w.Workspace.ResolveWritable(from)
		if err != nil {
			return err
		}
		c := Change{Path: p, After: wholeVersion(2)}
		if c.Before, err = read(w.Workspace, old); err != nil {
			return err
		}
		if from != name {
			c.From = old
		}
		changes = append(changes, c)
	}
	_, err := w.ApplyAll(context.Background(), Call{Session: "s", Person: true}, changes)
	return err
}

func moveInTurn(w *Writer, from, to string, overwrite bool) error {
	if _, err := w.Store.BeginTurn(checkpoints.TurnInfo{Session: "s", Prompt: 2, Label: "step"}); err != nil {
		return err
	}
	c := &Context{Workspace: w.Workspace, Writer: w, Call: Call{Session: "s", Person: true}}
	_, err := MoveFile{}.Run(context.Background(), c, fmt.Appendf(nil, `{"path":%q,"destination":%q,"overwrite":%t}`, from, to, overwrite))
	return err
}

// before is what prepare leaves.
var before = map[string]int{"a": 1, "d/b": 1}

func changeInTurn(w *Writer, name string, remove bool, version int) error {
	if _, err := w.Store.BeginTurn(checkpoints.TurnInfo{Session: "s", Prompt: version, Label: "step"}); err != nil {
		return err
	}
	return changeOne(w, name, remove, version)
}

func prepare(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "work"), 0o755); err != nil {
		t.Fatal(err)
	}
	w, err := openWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if err := changeInTurn(w, name, false, 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Store.Close(), w.Workspace.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// traced runs the operation below strace and gives how it ended and what it said.
func traced(t *testing.T, dir, what string, args ...string) (said string, err error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "strace", append(append([]string{"-f", "-qq"}, args...), self)...)
	cmd.Env = append(os.Environ(), onceDir+"="+dir, onceWhat+"="+what, "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err = cmd.Run()
	return stderr.String(), err
}

// A call is the nth of its name that the working thread makes.
type call struct {
	name string
	nth  int
}

// callsOf gives the calls between the marks.
func callsOf(t *testing.T, what, set string) (calls []call) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "trace")
	if said, err := traced(t, prepare(t), what, "-o", log, "-e", "trace="+set); err != nil {
		t.Fatalf("%s: %v: %s", what, err, said)
	}
	b, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(b), " ")
	seen, working := map[string]int{}, false
	for line := range strings.Lines(string(b)) {
		pid, rest, _ := strings.Cut(line, " ")
		name, _, ok := strings.Cut(strings.TrimSpace(rest), "(")
		if pid != first || !ok || strings.HasPrefix(name, "<") {
			continue
		}
		seen[name]++
		switch {
		case strings.Contains(line, beginMark):
			working = true
		case strings.Contains(line, endMark):
			return calls
		case working && name != "mmap" && name != "epoll_pwait": // the runtime makes them as often as it likes
			calls = append(calls, call{name, seen[name]})
		}
	}
	t.Fatalf("%s: the trace has no end", what)
	return nil
}

// versions reads the files; -1 is one that isn't whole.
func versions(t *testing.T, dir string, names []string) map[string]int {
	t.Helper()
	got := map[string]int{}
	for _, name := range names {
		b, err := os.ReadFile(filepath.Join(dir, "work", name))
		switch {
		case os.IsNotExist(err):
			got[name] = 0
		case err != nil:
			t.Fatal(err)
		case checkWhole(b) != nil:
			got[name] = -1
		default:
			var n int
			if _, err := fmt.Sscanf(string(b), "version %d\n", &n); err != nil {
				t.Fatal(err)
			}
			got[name] = n
		}
	}
	return got
}

// check holds what must be true however the operation ended: every file is old or
// new while nobody has settled anything; after that all are old or all are new.
func check(t *testing.T, dir, at string, op operation) (now map[string]int) {
	t.Helper()
	names := slices.Sorted(maps.Keys(op.after))
	for name, v := range versions(t, dir, names) {
		if v != before[name] && v != op.after[name] {
			t.Fatalf("FS-20: %s: %s is version %d, neither old nor new", at, name, v)
		}
	}
	w, err := openWriter(dir)
	if err != nil {
		t.Fatalf("%s: opening it again: %v", at, err)
	}
	defer w.Workspace.Close()
	defer w.Store.Close()
	if problems := w.Recover(t.Context()); len(problems) > 0 {
		t.Errorf("%s: settling: %q", at, problems)
	}
	if left := w.Store.Unsettled(); len(left) > 0 {
		t.Errorf("%s: %d are unsettled", at, len(left))
	}
	plan, err := w.Store.PlanRewind(0, w.Disk)
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Conflicts) > 0 || len(plan.Unrestorable) > 0 {
		t.Errorf("%s: disk and timeline differ: %+v, %q can't be restored", at, plan.Conflicts, plan.Unrestorable)
	}
	if litter := litterIn(t, dir); len(litter) > 0 {
		t.Errorf("%s: left about: %q", at, litter)
	}
	checkSettledOnce(t, dir, at, w)
	now = versions(t, dir, names)
	old := maps.Clone(op.after)
	for name := range old {
		old[name] = before[name]
	}
	if !maps.Equal(now, old) && !maps.Equal(now, op.after) {
		t.Errorf("%s: between old and new: %v", at, now)
	}
	if got, want := foldersIn(t, dir), foldersOf(now); !slices.Equal(got, want) {
		t.Errorf("%s: the folders %q are there, of %q", at, got, want)
	}
	return now
}

// checkSettledOnce makes sure that settling again, and after opening again, changes
// nothing, neither of the files nor of the timeline.
func checkSettledOnce(t *testing.T, dir, at string, w *Writer) {
	t.Helper()
	before := wholeTree(t, dir)
	again, err := openWriter(dir)
	if err != nil {
		t.Fatalf("%s: opening it again: %v", at, err)
	}
	defer again.Workspace.Close()
	defer again.Store.Close()
	for _, x := range []*Writer{w, again} {
		if problems := x.Recover(t.Context()); len(problems) > 0 {
			t.Errorf("%s: settling again: %q", at, problems)
		}
	}
	if now := wholeTree(t, dir); !maps.Equal(before, now) {
		t.Errorf("%s: settling again changed something", at)
	}
}

// wholeTree gives the content of every file of a workspace and its store.
func wholeTree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			all[path] = "/"
			return err
		}
		b, err := os.ReadFile(path)
		all[path] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// foldersIn gives the folders of the workspace but those that files were in before.
func foldersIn(t *testing.T, dir string) (folders []string) {
	t.Helper()
	work := filepath.Join(dir, "work")
	for path, content := range wholeTree(t, work) {
		if rel, err := filepath.Rel(work, path); err == nil && content == "/" && rel != "." && rel != "d" {
			folders = append(folders, filepath.ToSlash(rel))
		}
	}
	slices.Sort(folders)
	return folders
}

// foldersOf gives those that the files which are there are in.
func foldersOf(files map[string]int) (folders []string) {
	for name, v := range files {
		for dir := path.Dir(name); v > 0 && dir != "." && dir != "d"; dir = path.Dir(dir) {
			folders = append(folders, dir)
		}
	}
	slices.Sort(folders)
	return slices.Compact(folders)
}

// Killed at every system call that touches a file, each operation is wholly undone
// or wholly done once the folder is opened again, and nothing lies about.
func TestKilledAtEverySystemCall(t *testing.T) {
	for _, what := range slices.Sorted(maps.Keys(operations)) {
		t.Run(what, func(t *testing.T) {
			calls := callsOf(t, what, "%file,%desc")
			t.Logf("killed at each of %d calls", len(calls))
			if len(calls) < operations[what].atLeast {
				t.Errorf("only %d", len(calls))
			}
			for _, c := range calls {
				at := fmt.Sprintf("%s %d", c.name, c.nth)
				dir := prepare(t)
				said, err := traced(t, dir, what, "-o", "/dev/null", "-e", "trace="+c.name, "-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", c.name, c.nth))
				var exit *exec.ExitError
				if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
					t.Fatalf("%s: it was not killed: %v: %s", at, err, said)
				}
				check(t, dir, at, operations[what])
			}
		})
	}
}

// faults are what the system may say, by the call that it says it to.
var faults = map[string][]string{
	"openat":    {"EMFILE", "EACCES", "EIO"},
	"write":     {"ENOSPC", "EDQUOT", "EIO"},
	"pwrite64":  {"ENOSPC", "EDQUOT", "EIO"},
	"fsync":     {"EIO", "ENOSPC"},
	"fchmod":    {"EPERM", "EIO"},
	"renameat":  {"EROFS", "EIO", "ENOSPC"},
	"renameat2": {"EROFS", "EIO", "ENOSPC"},
	"linkat":    {"EROFS", "EIO", "EPERM"},
	"unlinkat":  {"EROFS", "EIO"},
	"mkdirat":   {"ENOSPC", "EROFS", "EACCES"},
}

// Where the system refuses any one call, the operation is wholly done or it says
// that it failed, and in either case the timeline tells what stands on the disk.
func TestRefusedAtEverySystemCall(t *testing.T) {
	set := strings.Join(slices.Sorted(maps.Keys(faults)), ",") + ",newfstatat"
	for _, what := range slices.Sorted(maps.Keys(operations)) {
		t.Run(what, func(t *testing.T) {
			for _, c := range callsOf(t, what, set) {
				for _, fault := range faults[c.name] {
					at := fmt.Sprintf("%s %d %s", c.name, c.nth, fault)
					dir := prepare(t)
					said, err := traced(t, dir, what, "-o", "/dev/null", "-e", "trace="+c.name, "-e", fmt.Sprintf("inject=%s:error=%s:when=%d", c.name, fault, c.nth))
					now := check(t, dir, at, operations[what])
					if err == nil && !maps.Equal(now, operations[what].after) {
						t.Errorf("%s: it said it was done, and it isn't", at)
					}
					if err != nil && said == "" && c.name != "write" { // it may be the message that could not be written
						t.Errorf("%s: it failed and said nothing", at)
					}
					if strings.Contains(said, "panic:") {
						t.Errorf("%s: %s", at, said)
					}
				}
			}
		})
	}
}
