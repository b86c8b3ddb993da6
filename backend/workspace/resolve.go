package workspace

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// Path is a place in a workspace that was resolved and may be read.
type Path struct {
	root    *root
	rel     string // within root as it was named, the system's separators
	abs     string // the same, absolute
	display string
	folder  bool   // it was named with a slash at its end
	real    string // absolute, links followed, when it was resolved
	shown   string // the same in display form
}

// String is the path in display form: relative to the workspace inside it,
// absolute elsewhere, with "/" between names (FS-05).
func (p Path) String() string { return p.display }

// Canonical names the place whatever spelling or link it was reached by.
func (p Path) Canonical() string { return p.real }

// Real is Canonical in display form: the one name under which what happens to a
// file is remembered, whatever link it was reached by.
func (p Path) Real() string { return p.shown }

// RootOf gives the folder, the workspace or one beside it, that p leads into.
func (w *Workspace) RootOf(p Path) string {
	if r, _ := w.deepest(p.real); r != nil {
		return r.dir
	}
	return p.root.dir
}

// Resolve finds the place that a name means, for reading: relative to the
// workspace, or absolute, or below "~", inside one of the roots. No file is
// opened, and the path need not exist.
func (w *Workspace) Resolve(name string) (Path, error) { return w.resolve(name, w.find) }

// ResolveWritable finds the place that a name means, for writing. Read-only roots
// are refused, and so is what makes a later command run something: git's own
// files and the workspace's settings.
func (w *Workspace) ResolveWritable(name string) (Path, error) {
	return w.resolve(name, w.findWritable)
}

func (w *Workspace) resolve(name string, find func(Path) (*place, error)) (Path, error) {
	p, err := w.lexical(name)
	if err != nil {
		return Path{}, err
	}
	at, err := find(p)
	if err != nil {
		return Path{}, err
	}
	defer at.close()
	p.real = at.abs()
	p.shown = w.display(p.real)
	return p, nil
}

// checkWritable refuses the absolute path abs, which p is or leads to.
func (w *Workspace) checkWritable(p Path, abs string) error {
	r, rel := w.deepest(abs)
	switch {
	case r == nil:
		return leadsOut(p)
	case !r.writable:
		return fmt.Errorf("%s %w", p, ErrReadOnlyPath)
	case rel == ".":
		return badName("%s is a folder; name a file inside it", p)
	}
	if by := neverWritten(filepath.ToSlash(rel)); by != "" {
		return &BlockedError{Path: p.display, Pattern: by, Via: abs != p.abs}
	}
	if dir := gitFolder(r, rel); dir != "" {
		return &BlockedError{Path: p.display, Pattern: w.display(r.path(dir)) + "/**", Via: abs != p.abs}
	}
	return nil
}

// gitFolder gives the folder around rel that git keeps a repository in, whatever it is
// called: one without a working tree, or one that a ".git" leads to. It is "" where
// there is none.
func gitFolder(r *root, rel string) string {
	for dir := filepath.Dir(rel); ; dir = filepath.Dir(dir) {
		has := func(name string) bool { _, err := r.handle.Lstat(filepath.Join(dir, name)); return err == nil }
		if has("HEAD") && has("refs") && (has("objects") || has("commondir")) {
			return dir
		}
		if dir == "." {
			return ""
		}
	}
}

// neverWritten names the rule that keeps a path from being written, whatever the
// patterns. It compares without case everywhere: a single folder may fold it where
// the system doesn't.
func neverWritten(rel string) string {
	for name := range strings.SplitSeq(rel, "/") {
		if isGit(name) {
			return ".git/**"
		}
	}
	if foldedSpelling.key(rel) == ".redline/config.toml" {
		return ".redline/config.toml"
	}
	return ""
}

// lexical finds the root that a name belongs to, without looking at the disk
// unless the name is another spelling of a root (FS-03).
func (w *Workspace) lexical(name string) (Path, error) {
	if runtime.GOOS != "windows" {
		name = unescapeName(name)
	}
	if err := checkName(name); err != nil {
		return Path{}, err
	}
	outside := fmt.Errorf("%s %w; nothing was done", display(name), ErrOutsideWorkspace)
	if home, rest, ok := strings.Cut(name, "/"); ok && w.isHome(home) {
		return Path{}, fmt.Errorf("%s means a file in another person's home folder, which %w; for a folder of that name write ./%s/%s", display(name), ErrOutsideWorkspace, home, rest)
	}
	native := filepath.FromSlash(expandHome(name))
	if !filepath.IsAbs(native) {
		rel := filepath.Clean(native)
		if !filepath.IsLocal(rel) {
			return Path{}, outside
		}
		native = filepath.Join(w.Dir(), rel)
	}
	abs, ok := w.locate(native)
	if !ok {
		return Path{}, outside
	}
	p := Path{display: w.display(abs), abs: abs, folder: strings.HasSuffix(name, "/") || strings.HasSuffix(name, "/.")}
	p.root, p.rel = w.deepest(abs)
	return p, nil
}

// isHome tells whether a name is what a shell takes for a person's home folder, and
// the workspace has nothing under it. "~" is this person's, where it isn't known.
func (w *Workspace) isHome(name string) bool {
	if !strings.HasPrefix(name, "~") || expandHome(name) != name {
		return false
	}
	_, err := w.roots[0].handle.Lstat(name)
	return err != nil
}

// locate brings an absolute name to the spelling of a root. One that fits none,
// such as /var for /private/var, is tried again with the links in its longest part
// that exists followed. Only a name comes of it: it is looked up through a root.
func (w *Workspace) locate(name string) (string, bool) {
	abs := filepath.Clean(name)
	if r, _ := w.deepest(abs); r != nil {
		return abs, true
	}
	abs = followPrefix(abs)
	r, _ := w.deepest(abs)
	return abs, r != nil
}

func followPrefix(abs string) string {
	rest := ""
	for dir := abs; ; {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return abs
		}
		rest = filepath.Join(filepath.Base(dir), rest)
		dir = up
	}
}

func (w *Workspace) display(abs string) string {
	if rel, ok := inside(w.Dir(), abs); ok {
		rel = display(filepath.ToSlash(rel))
		if first, _, below := strings.Cut(rel, "/"); first == "~" || below && strings.HasPrefix(first, "~") {
			return "./" + rel // without it, it would be read as a home folder
		}
		return rel
	}
	if runtime.GOOS == "windows" {
		return filepath.ToSlash(abs)
	}
	return display(abs)
}

// display makes text of a name. Windows has none that isn't.
func display(name string) string {
	if runtime.GOOS == "windows" {
		return name
	}
	return escapeName(name)
}
