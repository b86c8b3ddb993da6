//go:build unix

package workspace

import (
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A pipe, socket or device is refused by its type and never waited for.
func TestNeverWaits(t *testing.T) {
	w := folder(t, Options{}, nil)
	must(t, syscall.Mkfifo(filepath.Join(w.Dir(), "pipe"), 0o600))
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	must(t, err)
	defer syscall.Close(fd)
	t.Chdir(w.Dir()) // a socket's name is at most 108 bytes long
	must(t, syscall.Bind(fd, &syscall.SockaddrUnix{Name: "socket"}))
	for _, name := range []string{"pipe", "socket"} {
		for op, do := range operations {
			if op == "lock" {
				continue
			}
			t.Run(name+"/"+op, func(t *testing.T) {
				done := make(chan error, 1)
				go func() { done <- do(w, name) }()
				select {
				case err := <-done:
					if err == nil {
						t.Error("was accepted")
					}
				case <-time.After(10 * time.Second):
					t.Fatal("still waits")
				}
			})
		}
	}
}

// Nor does a walk wait, or take it for a file.
func TestFolderNeverWaits(t *testing.T) {
	w := folder(t, Options{}, nil)
	must(t, syscall.Mkfifo(filepath.Join(w.Dir(), "pipe"), 0o600))
	f, _ := opened(t, w, ".")
	entries, err := f.Entries()
	if err != nil || entries[0].Type != fs.ModeNamedPipe {
		t.Errorf("%v, %v", entries, err)
	}
	if _, err := f.Read("pipe", nil, 5); !errors.Is(err, ErrNotRegular) {
		t.Errorf("read: %v", err)
	}
	if _, err := f.Open("pipe"); err == nil {
		t.Error("is opened as a folder")
	}
}
