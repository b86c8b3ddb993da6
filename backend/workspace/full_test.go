//go:build linux

package workspace

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// fullAt names the folder in which this process writes more than it may; it is set
// only for the process that TestWriteCutShort starts.
const fullAt = "REDLINE_TEST_FULL"

func TestMain(m *testing.M) {
	if dir := os.Getenv(fullAt); dir != "" {
		fmt.Println(writeTooMuch(dir))
		return
	}
	os.Exit(m.Run())
}

// writeTooMuch lets the system refuse to write beyond 4,096 bytes of a file, as a
// full disk does in the middle of one, and gives what a write says to that.
func writeTooMuch(dir string) error {
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: 4096, Max: 4096}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	w, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	big := strings.Repeat("x", 10000)
	_, errOld := replace(w, "old", existing("old"), big)
	_, errNew := replace(w, "new/deep/file", State{}, big)
	return errors.Join(errOld, errNew)
}

// Where the system takes only the beginning of a file, the old one stands as it
// was and nothing is left about (FS-20).
func TestWriteCutShort(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, map[string]string{"old": "old"})
	self, err := os.Executable()
	must(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), fullAt+"="+dir)
	out, err := cmd.CombinedOutput()
	must(t, err)
	if n := strings.Count(string(out), "could not be saved"); n != 2 {
		t.Errorf("of two writes %d say that they failed: %s", n, out)
	}
	if names := tree(t, dir); !slices.Equal(names, []string{"old"}) || content(t, dir, "old") != "old" {
		t.Errorf("left %q, old holds %q", names, content(t, dir, "old"))
	}
}

// A disk that is really full and one that is really read-only, where this process
// may make such.
func TestRealDisks(t *testing.T) {
	for _, tc := range []struct {
		name string
		kind error
		make func(dir string) error
	}{
		{"FS-20 full", ErrDiskFull, func(dir string) error { return nil }},
		{"FS-20 read-only", ErrReadOnly, func(dir string) error {
			return syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, "size=64k")
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := syscall.Mount("none", dir, "tmpfs", 0, "size=64k"); err != nil {
				t.Skipf("no disk can be mounted here: %v", err)
			}
			t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
			fill(t, dir, map[string]string{"old": "old"})
			must(t, tc.make(dir))
			w, err := Open(dir, Options{})
			must(t, err)
			defer w.Close()
			for name, want := range map[string]State{"old": existing("old"), "new": {}} {
				if _, err := replace(w, name, want, strings.Repeat("x", 1<<20)); !errors.Is(err, tc.kind) {
					t.Errorf("%s: error %v, want %v", name, err, tc.kind)
				}
			}
			if names := tree(t, dir); !slices.Equal(names, []string{"old"}) || content(t, dir, "old") != "old" {
				t.Errorf("left %q, old holds %q", names, content(t, dir, "old"))
			}
		})
	}
}

func TestPermissionDenied(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser is refused nothing")
	}
	w := folder(t, Options{}, map[string]string{"d/old": "old"})
	d := filepath.Join(w.Dir(), "d")
	must(t, os.Chmod(d, 0o500))
	t.Cleanup(func() { _ = os.Chmod(d, 0o700) })
	if _, err := replace(w, "d/old", existing("old"), "new"); !errors.Is(err, ErrPermission) {
		t.Errorf("error %v", err)
	}
}
