package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf8"
)

// maxPathBytes is the longest path that is looked at: what the system takes.
const maxPathBytes = 4096

// maxLinks is how many links are followed from one name, as systems do.
const maxLinks = 40

// Path is a place in a workspace that was resolved and may be read.
type Path struct {
	root    *root  // holds what the name leads to, links followed
	rel     string // within root, the system's separators
	named   *root  // holds the name itself
	display string
	real    string // absolute, links resolved as far as the path exists
}

// String is the path in display form: relative to the workspace inside it,
// absolute elsewhere, with "/" between names (FS-05).
func (p Path) String() string { return p.display }

// Canonical names the place whatever spelling or link it was reached by.
func (p Path) Canonical() string { return p.real }

// Resolve finds the place that a name means, for reading. Nothing is opened. A
// path need not exist.
func (w *Workspace) Resolve(name string) (Path, error) {
	if err := checkName(name); err != nil {
		return Path{}, err
	}
	r, rel, err := w.place(name)
	if err != nil {
		return Path{}, err
	}
	p := Path{named: r}
	abs := filepath.Join(r.dir, rel)
	p.display = w.display(abs)
	if by := w.blockedBy(abs); by != "" {
		return Path{}, &BlockedError{Path: p.display, Pattern: by}
	}
	p.real, err = resolveLinks(abs)
	if err != nil {
		return Path{}, fmt.Errorf("%s can't be used: %w", p.display, err)
	}
	if p.root, p.rel = w.deepest(p.real); p.root == nil {
		return Path{}, fmt.Errorf("%s %w: a link on the way leads out", p.display, ErrOutsideWorkspace)
	}
	if by := w.blockedBy(p.real); by != "" {
		return Path{}, &BlockedError{Path: p.display, Pattern: by, Via: true}
	}
	return p, nil
}

// ResolveWritable finds the place that a name means, for writing. Read-only roots
// are refused, and so is what makes a later command run something: git's own
// files and the workspace's settings.
func (w *Workspace) ResolveWritable(name string) (Path, error) {
	p, err := w.Resolve(name)
	if err != nil {
		return Path{}, err
	}
	if !p.named.writable || !p.root.writable {
		return Path{}, fmt.Errorf("%s %w", p, ErrReadOnlyPath)
	}
	if p.rel == "." {
		return Path{}, fmt.Errorf("%s is a folder; name a file inside it", p)
	}
	if by := neverWritten(filepath.ToSlash(p.rel)); by != "" {
		return Path{}, &BlockedError{Path: p.display, Pattern: by}
	}
	return p, nil
}

func neverWritten(rel string) string {
	for name := range strings.SplitSeq(rel, "/") {
		if strings.EqualFold(name, ".git") {
			return ".git/**"
		}
	}
	if strings.EqualFold(rel, ".redline/config.toml") {
		return ".redline/config.toml"
	}
	return ""
}

func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("the path is empty; name a file relative to the workspace")
	case strings.ContainsRune(name, 0):
		return fmt.Errorf("the path %q holds a NUL character", name)
	case len(name) > maxPathBytes:
		return fmt.Errorf("the path is %d bytes long; at most %d are taken", len(name), maxPathBytes)
	case !utf8.ValidString(name):
		return fmt.Errorf("the path %q is not valid UTF-8", name)
	}
	return nil
}

// place finds the root that a name belongs to (FS-03).
func (w *Workspace) place(name string) (*root, string, error) {
	outside := fmt.Errorf("%s %w; nothing was done", name, ErrOutsideWorkspace)
	if !filepath.IsAbs(name) {
		rel := filepath.Clean(filepath.FromSlash(name))
		if !filepath.IsLocal(rel) {
			return nil, "", outside
		}
		return w.deepestOr(filepath.Join(w.Dir(), rel), outside)
	}
	abs := filepath.Clean(name)
	if r, rel := w.deepest(abs); r != nil {
		return r, rel, nil
	}
	// Another spelling of a root, as /var for /private/var: the longest part that
	// exists is resolved and looked up once more.
	real, err := resolveLinks(abs)
	if err != nil {
		return nil, "", outside
	}
	return w.deepestOr(real, outside)
}

func (w *Workspace) deepestOr(abs string, otherwise error) (*root, string, error) {
	if r, rel := w.deepest(abs); r != nil {
		return r, rel, nil
	}
	return nil, "", otherwise
}

func (w *Workspace) display(abs string) string {
	if rel, ok := inside(w.Dir(), abs); ok {
		return filepath.ToSlash(rel)
	}
	if runtime.GOOS == "windows" {
		return filepath.ToSlash(abs)
	}
	return abs
}

// resolveLinks follows every link in an absolute path, also where its end does
// not exist yet: what can't be followed is kept as it is written.
func resolveLinks(abs string) (string, error) {
	links := 0
	done := filepath.VolumeName(abs) + string(filepath.Separator)
	rest := strings.Split(strings.TrimPrefix(abs, done), string(filepath.Separator))
	for len(rest) > 0 {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			done = filepath.Dir(done)
			continue
		}
		next := filepath.Join(done, name)
		target, err := os.Readlink(next)
		if err != nil {
			done = next // no link, or nothing there
			continue
		}
		if links++; links > maxLinks {
			return "", errors.New("it is a loop of links")
		}
		if filepath.IsAbs(target) {
			done = filepath.VolumeName(target) + string(filepath.Separator)
		}
		rest = append(strings.Split(filepath.ToSlash(target), "/"), rest...)
	}
	return done, nil
}
