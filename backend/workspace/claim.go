package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

// ErrBusy says that another process has the folder open (WS-03).
var ErrBusy = errors.New("is open in another Redline; close it there first")

// Claim makes this process the only one that has dir open, until release is called
// or the process ends. locks is the folder that the lock files are in; the lock
// file names the folder and the process for a person who looks.
func Claim(locks, dir string) (release func(), err error) {
	if err := os.MkdirAll(locks, 0o700); err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	sum := sha256.Sum256([]byte(dir))
	name := filepath.Join(locks, hex.EncodeToString(sum[:])[:24]+".lock")
	lock := flock.New(name, flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	if !ok {
		return nil, fmt.Errorf("%s %w%s", dir, ErrBusy, holder(name))
	}
	// Only for people and messages: some systems refuse to write to a locked file,
	// and the lock holds without it.
	_ = os.WriteFile(name, fmt.Appendf(nil, "%s\n%d\n", dir, os.Getpid()), 0o600)
	return func() { _ = lock.Close() }, nil // the system frees it with the process at the latest
}

// holder names the process that a lock file was written by.
func holder(name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	if _, pid, ok := strings.Cut(strings.TrimSpace(string(data)), "\n"); ok {
		return " (process " + pid + ")"
	}
	return ""
}
