package workspace

import (
	"crypto/rand"
	"encoding/hex"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"
)

// maxTempName is the longest name that is put into a temporary file's: with prefix
// and suffix it stays below the 255 bytes that file systems take.
const maxTempName = 200

// writeTemp writes the content into a new file beside the place, and gives the mode
// that it has.
func writeTemp(p Path, at *place, name string, content []byte, mode fs.FileMode) (got fs.FileMode, err error) {
	creation := newFileMode
	if at.info != nil || mode != 0 {
		creation = 0o600 // nobody else reads it before it has the mode that it is to have
	}
	f, err := at.dir().OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, creation)
	if err != nil {
		return 0, err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}()
	if _, err = f.Write(content); err != nil {
		return 0, err
	}
	if at.info != nil {
		if mode, err = keep(p, at, f, mode); err != nil {
			return 0, err
		}
	}
	if mode != 0 {
		// By the open file: a name could have become a link to somewhere else.
		if err = f.Chmod(mode.Perm()); err != nil {
			return 0, err
		}
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Mode().Perm(), f.Sync()
}

// keep gives the new file f what the old one at the place has beside its content, and
// the mode that it is to get; mode 0 is the old one's.
func keep(p Path, at *place, f *os.File, mode fs.FileMode) (fs.FileMode, error) {
	old, info, err := open(p, at)
	if err != nil {
		return 0, err
	}
	defer old.Close()
	if mode == 0 {
		mode = info.Mode()
	}
	if !keepOwner(f, info) {
		mode = withoutGroup(mode)
	}
	keepAttributes(old, f)
	return mode, nil
}

// withoutGroup leaves a group no more rights than everybody has: the new file's may be
// another one than the old file's.
func withoutGroup(mode fs.FileMode) fs.FileMode { return mode &^ (^(mode << 3) & 0o070) }

// tempSuffix is how the names of temporary files end (FS-20).
var tempSuffix = regexp.MustCompile(`^\.tmp-[0-9a-f]{16}$`)

func tempName(name string) string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return tempPrefix(name) + ".tmp-" + hex.EncodeToString(b[:])
}

func tempPrefix(name string) string {
	n := min(len(name), maxTempName)
	for n < len(name) && n > 0 && !utf8.RuneStart(name[n]) {
		n-- // half a character is refused as a name by some systems
	}
	return "." + name[:n]
}

// Sweep removes the temporary files that a crash left beside p, and gives how many.
// Only names that are made for p are touched. The caller holds p's lock, or nobody
// else writes yet.
func (w *Workspace) Sweep(p Path) int {
	at, err := w.findWritable(p)
	if err != nil {
		return 0
	}
	defer at.close()
	if len(at.absent) > 0 {
		return 0
	}
	names, err := namesIn(at.dir())
	if err != nil {
		return 0
	}
	n := 0
	for _, name := range names {
		suffix, ours := strings.CutPrefix(name, tempPrefix(at.name))
		if ours && tempSuffix.MatchString(suffix) && at.dir().Remove(name) == nil {
			n++
		}
	}
	return n
}
