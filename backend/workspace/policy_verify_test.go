//go:build linux && verify

package workspace

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

func init() {
	limited["probe"] = func(string) error { return probe() }
	limited["landlock"] = func(string) error { return errors.Join(confine(), probe()) }
}

// probe opens each file that is named on standard input, one after a NUL, and tells of
// each by a digit what it could do.
func probe() error {
	var names bytes.Buffer
	if _, err := names.ReadFrom(os.Stdin); err != nil {
		return err
	}
	var said strings.Builder
	for _, name := range strings.Split(names.String(), "\x00") {
		access := Hidden
		if content, err := os.ReadFile(name); err == nil && string(content) == "x" {
			access = ReadOnly
		}
		if f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0); err == nil {
			access = ReadWrite
			f.Close()
		}
		said.WriteString(strconv.Itoa(int(access)))
	}
	return errors.New(said.String())
}

// probed gives what a process that cmd starts can do with the paths.
func probed(t *testing.T, cmd *exec.Cmd, what string, paths []string) []Access {
	t.Helper()
	cmd.Env = append(os.Environ(), limitedAt+"="+what+":")
	cmd.Stdin = strings.NewReader(strings.Join(paths, "\x00"))
	out, err := cmd.CombinedOutput()
	digits := strings.TrimSpace(string(out))
	if err != nil || len(digits) != len(paths) {
		t.Fatalf("%v: %.500s", err, out)
	}
	all := make([]Access, len(paths))
	for i := range all {
		all[i] = Access(digits[i] - '0')
	}
	return all
}

// regular gives the paths that are files with content, by their own names.
func regular(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(name string) bool {
		info, err := os.Lstat(name)
		return err != nil || !info.Mode().IsRegular() || info.Size() == 0
	})
}

// Bubblewrap itself refuses and allows what its model in the policy does (FS-13).
func TestBubblewrap(t *testing.T) {
	if exec.Command("bwrap", "--ro-bind", "/", "/", "true").Run() != nil {
		t.Skip("bubblewrap can't be used here")
	}
	self, err := os.Executable()
	must(t, err)
	for seed := range uint64(8) {
		w, paths := thicket(t, rand.New(rand.NewPCG(seed, 7)))
		policy, err := w.Policy(t.Context())
		must(t, err)
		args := append(policy.Bubblewrap(), "--ro-bind", self, "/run/self", "--proc", "/proc", "--dev", "/dev", "--die-with-parent", "/run/self")
		shell := append(policy.Bubblewrap(), "--proc", "/proc", "--dev", "/dev", "/bin/sh", "-c", "ls / >/dev/null")
		if out, err := exec.Command("bwrap", shell...).CombinedOutput(); err != nil {
			t.Errorf("seed %d: a shell can't run: %v %s", seed, err, out)
		}
		paths = regular(paths)
		for i, got := range probed(t, exec.Command("bwrap", args...), "probe", paths) {
			if want := policy.Allows(paths[i]); got != want {
				t.Errorf("seed %d: %s is of access %d, want %d", seed, paths[i], got, want)
			}
		}
	}
}

// grantsAt is where the process that is to confine itself finds its grants.
const grantsAt = "REDLINE_TEST_GRANTS"

// Landlock itself refuses and allows what its model in the test above does (FS-13).
func TestLandlock(t *testing.T) {
	if _, _, err := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION); err != 0 {
		t.Skipf("Landlock is not there: %v", err)
	}
	self, err := os.Executable()
	must(t, err)
	for seed := range uint64(8) {
		w, paths := thicket(t, rand.New(rand.NewPCG(seed, 7)))
		policy, err := w.Policy(t.Context())
		must(t, err)
		var list strings.Builder
		for _, g := range policy.Landlock() {
			list.WriteString(strconv.FormatBool(g.Write) + " " + g.Path + "\x00")
		}
		file := filepath.Join(t.TempDir(), "grants")
		must(t, os.WriteFile(file, []byte(list.String()), 0o600))
		t.Setenv(grantsAt, file)
		paths = regular(paths)
		for i, got := range probed(t, exec.Command(self), "landlock", paths) {
			if want := granted(policy.Landlock(), paths[i]); got != want {
				t.Errorf("seed %d: %s is of access %d, want %d", seed, paths[i], got, want)
			}
		}
	}
}

// confine lets this process do from now on what its grants say.
func confine() error {
	list, err := os.ReadFile(os.Getenv(grantsAt))
	if err != nil {
		return err
	}
	const onFiles = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_READ_FILE
	const reading = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	const all = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1
	set := unix.LandlockRulesetAttr{Handled_access_fs: all}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&set)), unsafe.Sizeof(set.Handled_access_fs), 0)
	if errno != 0 {
		return errno
	}
	for _, line := range strings.Split(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		write, name, _ := strings.Cut(line, " ")
		at, err := unix.Open(name, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		var s unix.Stat_t
		if err := unix.Fstat(at, &s); err != nil {
			return err
		}
		rule := unix.LandlockPathBeneathAttr{Allowed_access: reading, Parent_fd: int32(at)}
		if write == "true" {
			rule.Allowed_access = all
		}
		if s.Mode&unix.S_IFMT != unix.S_IFDIR {
			rule.Allowed_access &= onFiles
		}
		_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, fd, unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
		if errno != 0 {
			return errno
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	// All threads of the process: what opens the files may be any of them.
	if _, _, errno := syscall.AllThreadsSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return errno
	}
	return nil
}
