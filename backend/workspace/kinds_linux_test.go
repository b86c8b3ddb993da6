package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// within gives what do says, and fails the test when it waits for something.
func within(t *testing.T, do func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-time.After(20 * time.Second):
		t.Fatal("still waits")
		return nil
	}
}

// What is no file with content is refused by its type, for every operation, and its
// lock is free again (never blocks).
func TestKindsOfFile(t *testing.T) {
	for _, tc := range []struct {
		name string
		says string
		make func(t *testing.T, path string) error
	}{
		{"pipe", "a pipe", func(_ *testing.T, path string) error { return syscall.Mkfifo(path, 0o600) }},
		{"socket", "a socket", func(t *testing.T, path string) error {
			fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
			if err != nil {
				return err
			}
			t.Chdir(filepath.Dir(path)) // a socket's name is at most 108 bytes long
			return errors.Join(syscall.Bind(fd, &syscall.SockaddrUnix{Name: filepath.Base(path)}), syscall.Close(fd))
		}},
		{"device", "a device", func(_ *testing.T, path string) error { return syscall.Mknod(path, syscall.S_IFCHR|0o600, 1<<8|5) }},
		{"disk", "a device", func(_ *testing.T, path string) error { return syscall.Mknod(path, syscall.S_IFBLK|0o600, 7<<8) }},
		{"folder", "a folder", func(_ *testing.T, path string) error { return os.Mkdir(path, 0o700) }},
	} {
		for op, do := range operations {
			if op == "lock" || op == "list" {
				continue
			}
			t.Run(tc.name+"/"+op, func(t *testing.T) {
				w := folder(t, Options{}, nil)
				if err := tc.make(t, filepath.Join(w.Dir(), "it")); errors.Is(err, fs.ErrPermission) {
					t.Skip("this process may not make one")
				} else {
					must(t, err)
				}
				err := within(t, func() error { return do(w, "it") })
				if !errors.Is(err, ErrNotRegular) || !strings.Contains(err.Error(), tc.says) {
					t.Errorf("error %v", err)
				}
				must(t, within(t, func() error { return operations["lock"](w, "it") }))
				if names := tree(t, w.Dir()); len(names) != 1 {
					t.Errorf("left %q", names)
				}
			})
		}
	}
}

// A file that the system makes up is not read, whatever it says it is; /proc/kmsg
// would be waited for.
func TestFilesThatAreMadeUp(t *testing.T) {
	w, err := Open("/", Options{})
	must(t, err)
	defer w.Close()
	for _, name := range []string{
		"/proc/self/environ", "/proc/self/mem", "/proc/kmsg", "/proc/version", "/proc/self/cmdline",
		"/proc/self/root/proc/version", "/sys/kernel/notes", "/dev/null", "/dev/zero", "/dev/tty",
	} {
		err := within(t, func() error { _, err := w.Read(resolve(t, w, name)); return err })
		if !errors.Is(err, ErrNotRegular) && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// What stands behind /proc is the file itself, with its own name's rights.
	p, err := w.Resolve("/proc/self/root" + t.TempDir())
	must(t, err)
	if strings.HasPrefix(p.Canonical(), "/proc") {
		t.Errorf("canonical name %s", p.Canonical())
	}
}

// A pipe that takes a folder's or a file's place in the instant between looking and
// opening is not waited for either.
func TestExchangedForPipe(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"d/e/a": "fine"})
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	pipe, aside := filepath.Join(w.Dir(), "pipe"), filepath.Join(w.Dir(), "aside")
	must(t, syscall.Mkfifo(pipe, 0o600))
	go func() {
		defer close(stopped)
		for ctx.Err() == nil {
			for _, name := range []string{"d/e", "d/e/a"} {
				name = filepath.Join(w.Dir(), name)
				_ = os.Rename(name, aside)
				_ = os.Rename(pipe, name)
				_ = os.Rename(name, pipe)
				_ = os.Rename(aside, name)
			}
		}
	}()
	err := within(t, func() error {
		for range 5000 {
			p, err := w.Resolve("d/e/a")
			if err != nil {
				continue
			}
			if f, err := w.Read(p); err == nil && string(f.Bytes) != "fine" {
				return errors.New("read " + string(f.Bytes))
			}
			_, _, _ = w.List(ctx, p, ListOptions{Max: 9})
		}
		return nil
	})
	stop()
	<-stopped
	must(t, err)
}

// A file of 1 TiB that holds nothing is refused by its size; a file that grows or
// shrinks while it is read gives at most the limit and is never waited for (FS-06).
func TestFilesThatChangeSize(t *testing.T) {
	w := folder(t, Options{MaxFileBytes: 1 << 20}, map[string]string{"sparse": "", "growing": "", "shrinking": ""})
	must(t, os.Truncate(filepath.Join(w.Dir(), "sparse"), 1<<40))
	for op, do := range operations {
		if op == "lock" || op == "list" {
			continue
		}
		if err := do(w, "sparse"); err == nil || op != "create" && !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", op, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		grow, err := os.OpenFile(filepath.Join(w.Dir(), "growing"), os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return
		}
		defer grow.Close()
		shrink := filepath.Join(w.Dir(), "shrinking")
		for n := 0; ctx.Err() == nil; n++ {
			if n%64 == 0 {
				_ = grow.Truncate(0)
			}
			_, _ = grow.Write(make([]byte, 32<<10))
			_ = os.Truncate(shrink, int64(n%2)*(1<<20))
		}
	}()
	for range 500 {
		for _, name := range []string{"growing", "shrinking"} {
			f, err := w.Read(resolve(t, w, name))
			if err != nil && !errors.Is(err, ErrTooLarge) {
				t.Fatalf("%s: %v", name, err)
			}
			if len(f.Bytes) > 1<<20 || f.Size != int64(len(f.Bytes)) || err == nil && f.Hash != HashOf(f.Bytes) {
				t.Fatalf("%s: %d bytes for a size of %d", name, len(f.Bytes), f.Size)
			}
		}
	}
	stop()
	<-stopped
}
