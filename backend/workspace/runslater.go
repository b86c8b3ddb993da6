package workspace

import (
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
)

// RunsLater says what runs the content of the file at p, or obeys it, without anybody
// naming it: opening the folder in an editor, entering it in a shell, one ordinary
// command of git or of a build. It is "" for a file of which nothing of the kind is
// known. A change of such a file, the first one too, is asked about each time: no
// standing yes and no mode covers it. What a person runs by name, a program's own
// source, is not meant.
//
// A file is judged by the names that it is reached by and, in git's case, by what the
// repository's settings say.
func (w *Workspace) RunsLater(p Path) string {
	names := []string{p.real, p.abs}
	if p.real == p.abs {
		names = names[:1]
	}
	for _, abs := range names {
		r, rel := w.deepest(abs)
		if r == nil {
			continue
		}
		if why := runsLater(filepath.ToSlash(rel)); why != "" {
			return why
		}
		if w.isHook(r, rel) {
			return "git runs it: the repository's settings name its folder for hooks"
		}
	}
	return ""
}

// runsLater is RunsLater for a path below a root, with "/" between names. Names are
// compared as the loosest file system does.
func runsLater(rel string) string {
	rel = foldedSpelling.key(rel)
	for _, r := range runners {
		if r.files.MatchString(rel) {
			return r.why
		}
	}
	return ""
}

// runner is one kind of program that runs or obeys files by their names.
type runner struct {
	why   string
	files *regexp.Regexp
}

// runs makes a runner of patterns, one a line or several with blanks between. Each is
// about a file at any depth; one with "/" at its end about all that is in a folder.
func runs(why, patterns string) runner {
	var all []string
	for _, p := range strings.Fields(foldedSpelling.key(patterns)) {
		body, folder := strings.CutSuffix(p, "/")
		expr := expression(body)
		if folder {
			expr += "/.*"
		}
		all = append(all, expr)
	}
	return runner{why, regexp.MustCompile("(?s)^(?:.*/)?(?:" + strings.Join(all, "|") + ")$")}
}

// isHook tells whether a repository around the file at rel names a folder for hooks
// that the file is in.
func (w *Workspace) isHook(r *root, rel string) bool {
	for dir := filepath.Dir(rel); ; dir = filepath.Dir(dir) {
		if _, err := r.handle.Lstat(filepath.Join(dir, ".git")); errors.Is(err, fs.ErrNotExist) {
			if dir == "." {
				return false
			}
			continue // most folders are none of git's: that is told in one step
		}
		repository := r.path(dir)
		if hooks := w.hooksPath(repository); hooks != "" {
			if _, ok := inside(hooks, r.path(rel)); ok {
				return true
			}
		}
		if dir == "." {
			return false
		}
	}
}

var hooksPathLine = regexp.MustCompile(`(?im)^\s*(?:\[core\]\s*)?hookspath\s*=\s*"?([^"\r\n]*?)"?\s*$`)

// hooksPath gives the folder that the settings of a repository name for hooks, ""
// where there is no repository or they name none.
func (w *Workspace) hooksPath(repository string) string {
	p, err := w.Resolve(filepath.Join(repository, ".git", "config"))
	if err != nil {
		return ""
	}
	f, err := w.Read(p)
	if err != nil {
		return ""
	}
	found := hooksPathLine.FindAllSubmatch(f.Bytes, -1)
	if len(found) == 0 {
		return ""
	}
	hooks := expandHome(string(found[len(found)-1][1]))
	if !filepath.IsAbs(hooks) {
		hooks = filepath.Join(repository, hooks)
	}
	return filepath.Clean(hooks)
}
