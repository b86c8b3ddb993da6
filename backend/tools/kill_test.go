package tools

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"redline/backend/approvals"
	"redline/backend/checkpoints"
	"redline/backend/workspace"
)

// victim names the folder that this process works on until it is killed; it is set
// only for the processes that TestKilled starts.
const victim = "REDLINE_TEST_VICTIM"

func TestMain(m *testing.M) {
	if dir := os.Getenv(victim); dir != "" {
		seed, _ := strconv.ParseUint(os.Getenv(victim+"_SEED"), 10, 64)
		if err := work(dir, rand.New(rand.NewPCG(seed, 1))); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1) // it only ends by itself when something failed
	}
	os.Exit(m.Run())
}

// openWriter opens the folder dir/work with its checkpoints beside it.
func openWriter(dir string) (*Writer, error) {
	ws, err := workspace.Open(filepath.Join(dir, "work"), workspace.Options{})
	if err != nil {
		return nil, err
	}
	store, warnings, err := checkpoints.Open(filepath.Join(dir, "store"), checkpoints.Options{MaxBytes: 1 << 40}) // nothing is dropped
	if err != nil {
		return nil, err
	}
	if len(warnings) > 0 {
		return nil, fmt.Errorf("warnings: %q", warnings)
	}
	return &Writer{Workspace: ws, Gate: &approvals.Gate{}, Store: store}, nil
}

var victimFiles = []string{"a", "d/b", "d/e/c"}

// work changes files and goes through time for ever, telling of each step.
func work(dir string, random *rand.Rand) error {
	w, err := openWriter(dir)
	if err != nil {
		return err
	}
	if problems := w.Recover(context.Background()); len(problems) > 0 {
		return fmt.Errorf("recover: %q", problems)
	}
	for n := 1; ; n++ {
		if err := step(w, random, n); err != nil {
			return fmt.Errorf("step %d: %w", n, err)
		}
		fmt.Println(n)
	}
}

func step(w *Writer, random *rand.Rand, n int) error {
	var plan checkpoints.Plan
	err := checkpoints.ErrNothingToUndo
	switch random.IntN(8) {
	case 0:
		plan, err = w.Store.PlanUndo(w.Disk)
	case 1:
		plan, err = w.Store.PlanRedo(w.Disk)
	case 2:
		plan, err = w.Store.PlanRewind(w.Store.Head()/2, w.Disk)
	}
	if err == nil {
		return w.Move(context.Background(), plan, false)
	}
	if _, err := w.Store.BeginTurn(checkpoints.TurnInfo{Session: "s", Prompt: n, Label: "step"}); err != nil {
		return err
	}
	if random.IntN(3) == 0 {
		return changeAll(w, n)
	}
	for range 2 {
		name := victimFiles[random.IntN(len(victimFiles))]
		if err := changeOne(w, name, random.IntN(4) == 0, n); err != nil {
			return err
		}
	}
	return nil
}

// changeAll writes every file in one transaction.
func changeAll(w *Writer, n int) error {
	var changes []Change
	for _, name := range victimFiles {
		p, err := w.Workspace.ResolveWritable(name)
		if err != nil {
			return err
		}
		before, err := read(w.Workspace, p)
		if err != nil {
			return err
		}
		changes = append(changes, Change{Path: p, Before: before, After: wholeVersion(n)})
	}
	_, err := w.ApplyAll(context.Background(), Call{Session: "s", Person: true}, changes)
	return err
}

// changeOne writes a file that tells whether it is whole, or removes it.
func changeOne(w *Writer, name string, remove bool, n int) error {
	p, err := w.Workspace.ResolveWritable(name)
	if err != nil {
		return err
	}
	before, err := read(w.Workspace, p)
	if err != nil {
		return err
	}
	c := Change{Path: p, Before: before, Delete: remove}
	if remove && !before.Exists {
		return nil
	}
	if !remove {
		c.After = wholeVersion(n)
	}
	_, err = w.Apply(context.Background(), Call{Session: "s", Person: true}, c)
	return err
}

const versionLines = 3000

func wholeVersion(n int) []byte {
	return bytes.Repeat(fmt.Appendf(nil, "version %d\n", n), versionLines)
}

// checkWhole makes sure that b is one version, whole.
func checkWhole(b []byte) error {
	line, _, _ := bytes.Cut(b, []byte("\n"))
	if n := bytes.Count(b, append(line, '\n')); n != versionLines || len(b) != versionLines*(len(line)+1) {
		return fmt.Errorf("holds %d of %d lines, %d bytes, beginning with %q", n, versionLines, len(b), line)
	}
	return nil
}

// Killed at any moment, every file is wholly an old or a new version, and once the
// folder is opened again nothing is unsettled, nothing lies about, and the timeline
// and the disk agree (FS-20, FS-67).
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "work"), 0o755); err != nil {
		t.Fatal(err)
	}
	for round := range kills {
		if err := killOne(t, dir, uint64(round)); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		checkAfterKill(t, dir, round)
	}
}

// killOne starts a process that works on dir and kills it in the middle.
func killOne(t *testing.T, dir string, seed uint64) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), victim+"="+dir, fmt.Sprintf("%s_SEED=%d", victim, seed))
	var failed bytes.Buffer
	cmd.Stderr = &failed
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(seed, 2))
	lines := bufio.NewScanner(out)
	for range 1 + random.IntN(8) {
		if !lines.Scan() {
			_ = cmd.Wait()
			return fmt.Errorf("it ended by itself: %s", failed.String())
		}
	}
	// It goes on working: how far it gets before the signal is the luck that is wanted.
	for range random.IntN(20000) {
		runtime.Gosched()
	}
	if err := cmd.Process.Kill(); err != nil {
		return err
	}
	_ = cmd.Wait() // it says "killed"
	if failed.Len() > 0 {
		return fmt.Errorf("it failed before it was killed: %s", failed.String())
	}
	return nil
}

func checkAfterKill(t *testing.T, dir string, round int) {
	t.Helper()
	for _, name := range victimFiles {
		b, err := os.ReadFile(filepath.Join(dir, "work", name))
		if err == nil {
			err = checkWhole(b)
		}
		if err != nil && !os.IsNotExist(err) {
			t.Fatalf("round %d: FS-20: %s %v", round, name, err)
		}
	}
	w, err := openWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Workspace.Close()
	defer w.Store.Close()
	if problems := w.Recover(t.Context()); len(problems) > 0 {
		t.Fatalf("round %d: settling: %q", round, problems)
	}
	if left := w.Store.Unsettled(); len(left) > 0 {
		t.Errorf("round %d: %d are unsettled", round, len(left))
	}
	plan, err := w.Store.PlanRewind(0, w.Disk)
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Conflicts) > 0 || len(plan.Unrestorable) > 0 {
		t.Errorf("round %d: disk and timeline differ: %+v, %q can't be restored", round, plan.Conflicts, plan.Unrestorable)
	}
	if litter := litterIn(t, dir); len(litter) > 0 {
		t.Errorf("round %d: left about: %q", round, litter)
	}
}

func litterIn(t *testing.T, dir string) (litter []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if strings.Contains(d.Name(), ".tmp-") || strings.HasPrefix(d.Name(), ".new-") {
			litter = append(litter, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return litter
}
