// Package workspace is the folder that people let an agent work on, and the only
// way to it.
//
// Every path is resolved against a configured root and opened through that root's
// os.Root, so neither ".." nor a link leads out. What was opened is what is
// checked: only regular files are read, never more than the limit, and no device
// or pipe can hold a call up. A file is replaced whole or not at all, and only if
// it still is what the caller says it was. What doesn't exist, can't be reached or
// may not be touched is an error that says which.
//
// A path may be kept for as long as the workspace is open: each operation looks
// again at where it leads, and holds the folders on the way open meanwhile, so
// that exchanging one of them for a link changes nothing. It can't see through
// bind mounts, and can't keep another program from moving a folder away in the
// instant of a rename.
package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Hash is the SHA-256 of a content. The zero value stands for no content at all.
type Hash [sha256.Size]byte

// HashOf gives the hash of a content.
func HashOf(b []byte) Hash { return sha256.Sum256(b) }

// String is the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText implements encoding.TextMarshaler; the zero value is "".
func (h Hash) MarshalText() ([]byte, error) {
	if h == (Hash{}) {
		return nil, nil
	}
	return []byte(h.String()), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *Hash) UnmarshalText(text []byte) error {
	*h = Hash{}
	if len(text) == 0 {
		return nil
	}
	if len(text) != hex.EncodedLen(len(h)) {
		return fmt.Errorf("a content hash has %d digits, not %d", hex.EncodedLen(len(h)), len(text))
	}
	_, err := hex.Decode(h[:], text)
	return err
}

// State is what stands at a path. A path where nothing is has the zero State.
type State struct {
	Exists bool        `json:"exists"`
	Hash   Hash        `json:"hash,omitzero"`
	Size   int64       `json:"size,omitempty"` // bytes
	Mode   fs.FileMode `json:"mode,omitempty"` // permission bits
}

// Same tells whether two states have the same content.
func (s State) Same(t State) bool { return s.Exists == t.Exists && s.Hash == t.Hash }

// File is a file that was read.
type File struct {
	State
	Bytes []byte
	Links uint64 // how many names the file has; more than one: other names share it
}

// Root is a folder that may be used beside the workspace (FS-01).
type Root struct {
	Dir      string // "~" is the home folder; a relative one is below the workspace
	Writable bool
	From     string // which setting or flag names it, for messages and Summary
}

// Options says what a workspace allows.
type Options struct {
	Extra []Root // further folders
	// Blocked are the patterns of what may never be touched (FS-10); nil means
	// DefaultBlocked.
	Blocked []string
	// Private are folders that are closed as a whole: Redline's own.
	Private []string
	// MaxFileBytes is the largest file that is read (FS-06); 0 means 10 MiB.
	MaxFileBytes int64
}

const defaultMaxFileBytes = 10 << 20 // FS-06

// Workspace is an open folder. It is safe for use by several goroutines.
type Workspace struct {
	roots     []*root // roots[0] is the workspace
	inner     []*root // the same, the longest path first
	blocked   []pattern
	byDefault bool // the patterns are DefaultBlocked
	private   []private
	max       int64
	locks     lockTable
}

type root struct {
	dir      string // canonical: absolute, links resolved
	writable bool
	from     string
	handle   *os.Root
	info     fs.FileInfo // of the folder that was opened
	blocked  string      // what blocks the whole root by its place, "" when nothing does
}

// path gives the absolute name of what is below the root under these names.
func (r *root) path(names ...string) string {
	return filepath.Join(r.dir, filepath.Join(names...))
}

// Open opens the folder dir. It must exist and be readable; so must every extra
// root, since a typing error must not widen or narrow the sandbox (FS-01).
func Open(dir string, o Options) (_ *Workspace, err error) {
	w := &Workspace{max: o.MaxFileBytes, byDefault: o.Blocked == nil}
	if w.max <= 0 {
		w.max = defaultMaxFileBytes
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.Close())
		}
	}()
	if err := w.addRoots(dir, o.Extra); err != nil {
		return nil, err
	}
	for _, p := range o.Private {
		if real, err := filepath.EvalSymlinks(p); err == nil {
			p = real
		}
		info, _ := os.Stat(p) // where nothing is, its name alone is closed
		w.private = append(w.private, private{p, info})
	}
	if err := w.addPatterns(o.Blocked); err != nil {
		return nil, err
	}
	return w, nil
}

func (w *Workspace) addRoots(dir string, extra []Root) error {
	if err := w.add(Root{Dir: dir, Writable: true, From: "workspace"}); err != nil {
		return err
	}
	for _, r := range extra {
		if r.Dir == "" {
			return fmt.Errorf("%s names a folder without a name; take it out, or name one", r.From)
		}
		named := r.Dir
		r.Dir = expandHome(r.Dir)
		if !filepath.IsAbs(r.Dir) {
			r.Dir = filepath.Join(w.Dir(), r.Dir)
		}
		if err := w.add(r); err != nil && r.From != "" {
			return fmt.Errorf("%s names %q: %w", r.From, named, err)
		} else if err != nil {
			return err
		}
	}
	w.inner = slices.Clone(w.roots)
	slices.SortStableFunc(w.inner, func(a, b *root) int {
		if n := len(b.dir) - len(a.dir); n != 0 || a.writable == b.writable {
			return n
		}
		if a.writable { // of two settings about one folder the narrower one holds
			return 1
		}
		return -1
	})
	return nil
}

func (w *Workspace) addPatterns(blocked []string) error {
	if blocked == nil {
		blocked = DefaultBlocked()
	}
	for _, text := range blocked {
		p, err := parsePattern(text, w.roots)
		if err != nil {
			return fmt.Errorf("sandbox.blocked_paths: %w", err)
		}
		w.blocked = append(w.blocked, p)
	}
	for _, r := range w.roots {
		r.blocked = w.blockedAbove(r.dir)
	}
	return nil
}

func (w *Workspace) add(r Root) error {
	dir, err := canonical(r.Dir)
	if err != nil {
		return err
	}
	handle, err := os.OpenRoot(dir)
	if err != nil {
		return folderError(r.Dir, err)
	}
	made := &root{dir: dir, writable: r.Writable, from: r.From, handle: handle}
	w.roots = append(w.roots, made)
	if made.info, err = handle.Stat("."); err != nil {
		return folderError(r.Dir, err)
	}
	return nil
}

// canonical gives the absolute path of a folder with its links resolved (FS-02),
// and makes sure that it is a folder that can be read.
func canonical(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", folderError(dir, err)
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", folderError(dir, err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", folderError(dir, err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("%s %w", dir, ErrNotFolder)
	}
	f, err := os.Open(real)
	if err != nil {
		return "", folderError(dir, err)
	}
	_, err = f.Readdirnames(1)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return "", folderError(dir, err)
	}
	return real, nil
}

func folderError(dir string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s %w", dir, ErrNoFolder)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s %w", dir, ErrUnreadableFolder)
	}
	return fmt.Errorf("%s can't be opened as a folder: %w", dir, err)
}

// expandHome puts the home folder in place of a leading "~".
func expandHome(name string) string {
	if name != "~" && !strings.HasPrefix(name, "~/") {
		return name
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return name
	}
	return filepath.Join(home, name[1:])
}

// Dir is the workspace's canonical path.
func (w *Workspace) Dir() string { return w.roots[0].dir }

// Close lets the folders go.
func (w *Workspace) Close() error {
	var err error
	for _, r := range w.roots {
		err = errors.Join(err, r.handle.Close())
	}
	return err
}

// deepest gives the root that holds an absolute path and has the longest path
// itself, so that a read-only root inside the workspace wins (FS-03).
func (w *Workspace) deepest(abs string) (*root, string) {
	for _, r := range w.inner {
		if rel, ok := inside(r.dir, abs); ok {
			return r, rel
		}
	}
	return nil, ""
}

// inside gives the path of abs below dir. /w/app-secret is not inside /w/app.
func inside(dir, abs string) (string, bool) {
	if abs == dir {
		return ".", true
	}
	prefix := dir
	if !os.IsPathSeparator(dir[len(dir)-1]) {
		prefix += string(filepath.Separator)
	}
	if rel, ok := strings.CutPrefix(abs, prefix); ok {
		return rel, true
	}
	return systemSpelling.inside(dir, abs)
}

// inside is inside for other spellings of the same names.
func (s spelling) inside(dir, abs string) (string, bool) {
	if s == (spelling{}) {
		return "", false
	}
	outer, inner := split(dir), split(abs)
	if len(inner) < len(outer) {
		return "", false
	}
	for i := range outer {
		if s.key(outer[i]) != s.key(inner[i]) {
			return "", false
		}
	}
	return filepath.Join(".", filepath.Join(inner[len(outer):]...)), true
}
