package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// limitedAt names the folder in which this process works under a limit of the system,
// and which; it is set only for the process that inLimits starts.
const limitedAt = "REDLINE_TEST_LIMITED"

func TestMain(m *testing.M) {
	if at := os.Getenv(limitedAt); at != "" {
		limit, dir, _ := strings.Cut(at, ":")
		fmt.Println(limited[limit](dir))
		return
	}
	os.Exit(m.Run())
}

// limited are what a process does under a limit; each gives what it was told.
var limited = map[string]func(dir string) error{
	// The system refuses to write beyond 4,096 bytes of a file, as a full disk does in
	// the middle of one.
	"size": func(dir string) error {
		signal.Ignore(syscall.SIGXFSZ)
		return under(dir, syscall.RLIMIT_FSIZE, 4096, func(w *Workspace) error {
			big := strings.Repeat("x", 10000)
			_, errOld := replace(w, "old", existing("old"), big)
			_, errNew := replace(w, "new/deep/file", State{}, big)
			return errors.Join(errOld, errNew)
		})
	},
	// No more files can be opened.
	"files": func(dir string) error {
		return under(dir, syscall.RLIMIT_NOFILE, 64, func(w *Workspace) error {
			for {
				if _, err := syscall.Dup(0); err != nil {
					break
				}
			}
			_, errOld := replace(w, "old", existing("old"), "new")
			_, errNew := replace(w, "new", State{}, "new")
			_, errRead := w.Read(Path{root: w.roots[0], rel: "old", abs: filepath.Join(dir, "old"), display: "old"})
			_, _, errList := w.List(context.Background(), Path{root: w.roots[0], rel: ".", abs: dir, display: "."}, ListOptions{Max: 9})
			return errors.Join(errOld, errNew, errRead, errList)
		})
	},
	// A path far deeper than files may be open at once.
	"depth": func(dir string) error {
		return under(dir, syscall.RLIMIT_NOFILE, 32, func(w *Workspace) error {
			deep := strings.Repeat("d/", 100) + "file"
			made, err := replace(w, deep, State{}, "x")
			if err != nil || len(made.folders) != 100 {
				return fmt.Errorf("%d folders were made: %w", len(made.folders), err)
			}
			p, err := w.ResolveWritable(deep)
			if err != nil {
				return err
			}
			if err := w.Remove(context.Background(), p, made.State); err != nil {
				return err
			}
			w.RemoveFolders(made.folders)
			return errors.New("done")
		})
	},
}

func under(dir string, what int, most uint64, do func(*Workspace) error) error {
	w, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	if err := syscall.Setrlimit(what, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
		return err
	}
	return do(w)
}

// inLimits runs one of limited in a process of its own and gives what it was told. The
// folder must be left as it was.
func inLimits(t *testing.T, limit string) string {
	t.Helper()
	dir := t.TempDir()
	fill(t, dir, map[string]string{"old": "old"})
	self, err := os.Executable()
	must(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), limitedAt+"="+limit+":"+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if names := tree(t, dir); !slices.Equal(names, []string{"old"}) || content(t, dir, "old") != "old" {
		t.Errorf("left %q, old holds %q", names, content(t, dir, "old"))
	}
	return string(out)
}

// Where the system takes only the beginning of a file, the old one stands as it
// was and nothing is left about (FS-20).
func TestWriteCutShort(t *testing.T) {
	if said := inLimits(t, "size"); strings.Count(said, "could not be saved") != 2 {
		t.Errorf("of two writes not both say that they failed: %s", said)
	}
}

// Every operation names the cause when no file can be opened any more.
func TestTooManyOpen(t *testing.T) {
	if said := inLimits(t, "files"); strings.Count(said, "too many files are open") != 4 {
		t.Errorf("of four operations not all say why they failed: %s", said)
	}
}

// However deep a path is, a few open files are enough for it.
func TestDeepPath(t *testing.T) {
	if said := inLimits(t, "depth"); strings.TrimSpace(said) != "done" {
		t.Error(said)
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

const immutableFlag = 0x10 // FS_IMMUTABLE_FL

// A file that nobody may change, in a folder that is fine: the system's no is told and
// nothing is left (FS-20).
func TestImmutable(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"a": "old"})
	name := filepath.Join(w.Dir(), "a")
	set := func(flags int) error {
		f, err := os.Open(name)
		must(t, err)
		return errors.Join(unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, flags), f.Close())
	}
	if err := set(immutableFlag); err != nil {
		t.Skipf("no file can be made immutable here: %v", err)
	}
	t.Cleanup(func() { _ = set(0) })
	if _, err := replace(w, "a", existing("old"), "new"); !errors.Is(err, ErrPermission) {
		t.Errorf("error %v", err)
	}
	if err := w.Remove(t.Context(), resolve(t, w, "a"), existing("old")); !errors.Is(err, ErrPermission) {
		t.Errorf("error %v", err)
	}
	if names := tree(t, w.Dir()); !slices.Equal(names, []string{"a"}) || content(t, w.Dir(), "a") != "old" {
		t.Errorf("left %q", names)
	}
}

// One cause is told for each failure of a write, by its name (disk full, quota,
// read-only, permission, name too long, too many files).
func TestCauses(t *testing.T) {
	p := Path{display: "d/notes.md"}
	for _, tc := range []struct {
		errno syscall.Errno
		is    error
		says  string
	}{
		{syscall.ENOSPC, ErrDiskFull, "the disk is full"},
		{syscall.EDQUOT, ErrQuota, "quota"},
		{syscall.EROFS, ErrReadOnly, "the file system is read-only"},
		{syscall.EACCES, ErrPermission, "the system refuses it"},
		{syscall.EPERM, ErrPermission, "the system refuses it"},
		{syscall.ENAMETOOLONG, ErrNameTooLong, "too long"},
		{syscall.EMFILE, ErrTooManyOpen, "too many files are open"},
		{syscall.ENFILE, ErrTooManyOpen, "too many files are open"},
		{syscall.EIO, syscall.EIO, "input/output error"},
	} {
		for _, wrapped := range []error{
			&fs.PathError{Op: "openat", Path: ".notes.md.tmp-0123456789abcdef", Err: tc.errno},
			&os.LinkError{Op: "renameat", Old: ".notes.md.tmp-0123456789abcdef", New: "notes.md", Err: tc.errno},
		} {
			err := writeError(p, wrapped)
			if !errors.Is(err, tc.is) || !strings.HasPrefix(err.Error(), "d/notes.md ") || !strings.Contains(err.Error(), tc.says) ||
				!strings.Contains(err.Error(), "Nothing was changed") || strings.Contains(err.Error(), "tmp-") {
				t.Errorf("%v: %v", tc.errno, err)
			}
			if again := writeError(p, err); again.Error() != err.Error() {
				t.Errorf("told twice: %v", again)
			}
		}
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
