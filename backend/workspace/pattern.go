package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// DefaultBlocked are the patterns that hold when the person has set none: keys,
// passwords, and what other programs keep of them.
func DefaultBlocked() []string {
	return []string{
		".env", ".env.*", "!.env.example", "*.pem", "*.key", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_*_sk",
		"~/.ssh", "~/.aws", "~/.gnupg", "~/.config/gh", "~/.netrc", "~/.kube",
		"~/.mozilla", "~/.config/google-chrome", "~/.config/chromium",
	}
}

// pattern is one expression of what may never be touched. It matches a path and
// everything beneath it.
type pattern struct {
	text   string
	except bool // "!": what it matches is allowed again
	name   *regexp.Regexp
	path   *regexp.Regexp // of an absolute path
}

// parsePattern reads a pattern (FS-10): without a slash it is a name at any depth;
// with one it is a place, absolute or below every root.
func parsePattern(text string, roots []*root) (pattern, error) {
	if strings.ContainsAny(text, "\"\n") || text == "" || text == "!" {
		return pattern{}, fmt.Errorf("the pattern %q is not valid: it may not be empty or hold a quote or a line end", text)
	}
	p := pattern{text: text}
	body, except := strings.CutPrefix(text, "!")
	p.except = except
	body = expandHome(strings.TrimRight(body, "/"))
	if body == "" {
		return pattern{}, fmt.Errorf("the pattern %q is not valid: it would block everything", text)
	}
	if !strings.Contains(body, "/") {
		p.name = compile("^" + expression(body) + "$")
		return p, nil
	}
	var places []string
	if filepath.IsAbs(body) {
		places = append(places, expression(filepath.ToSlash(body)))
		if real := realSpelling(body); real != body {
			places = append(places, expression(filepath.ToSlash(real)))
		}
	} else {
		for _, r := range roots {
			places = append(places, regexp.QuoteMeta(strings.TrimSuffix(filepath.ToSlash(r.dir), "/"))+"/"+expression(strings.TrimPrefix(body, "./")))
		}
	}
	p.path = compile("^(?:" + strings.Join(places, "|") + ")$")
	return p, nil
}

// realSpelling follows the links in the part of an absolute pattern before its
// first wildcard.
func realSpelling(body string) string {
	fixed := body
	if i := strings.IndexAny(body, "*?"); i >= 0 {
		fixed = body[:strings.LastIndexByte(body[:i], '/')]
	}
	if fixed == "" {
		return body
	}
	return followPrefix(fixed) + body[len(fixed):]
}

// foldsCase is whether the system's file names are compared without case.
const foldsCase = runtime.GOOS == "darwin" || runtime.GOOS == "windows"

// compile folds case where file systems do (FS-12).
func compile(expr string) *regexp.Regexp {
	if foldsCase {
		expr = "(?i)" + expr
	}
	return regexp.MustCompile("(?s)" + expr)
}

// expression turns a pattern's wildcards into a regular expression (FS-11).
func expression(glob string) string {
	var b strings.Builder
	for i := 0; i < len(glob); i++ {
		switch {
		case strings.HasPrefix(glob[i:], "**/"):
			b.WriteString("(?:.*/)?")
			i += 2
		case strings.HasPrefix(glob[i:], "**"):
			b.WriteString(".*")
			i++
		case glob[i] == '*':
			b.WriteString("[^/]*")
		case glob[i] == '?':
			b.WriteString("[^/]")
		default:
			j := i + 1
			for j < len(glob) && glob[j] != '*' && glob[j] != '?' {
				j++
			}
			b.WriteString(regexp.QuoteMeta(glob[i:j]))
			i = j - 1
		}
	}
	return b.String()
}

// blockedBy gives the pattern that blocks an absolute path, "" when none does.
func (w *Workspace) blockedBy(abs string) string {
	if dir := w.privateDir(abs); dir != "" {
		return dir
	}
	// A pattern covers what is beneath what it matches, and "!" takes back only what
	// it names itself: each folder on the way is judged by its own name.
	for end := 1; end <= len(abs); end++ {
		if end == len(abs) || os.IsPathSeparator(abs[end]) {
			if by := w.blocksItself(abs[:end]); by != "" {
				return by
			}
		}
	}
	return ""
}

// blocksItself gives the pattern that blocks one path apart from the folders above
// it. The last pattern that matches decides.
func (w *Workspace) blocksItself(abs string) string {
	found := ""
	r, rel := w.deepest(abs)
	slashed := filepath.ToSlash(abs)
	// What a root and the folders above it are called was the person's choice.
	name := ""
	if r != nil && rel != "." {
		name = filepath.Base(abs)
	}
	for _, p := range w.blocked {
		if p.matches(slashed, name) {
			found = p.text
			if p.except {
				found = ""
			}
		}
	}
	return found
}

// privateDir gives the closed folder that holds abs. The file library is inside
// Redline's own folder and a workspace itself: what is inside a root is not closed
// by what is around it.
func (w *Workspace) privateDir(abs string) string {
	for _, dir := range w.private {
		if _, ok := inside(dir, abs); ok && !w.rootInside(dir, abs) {
			return dir
		}
	}
	return ""
}

func (w *Workspace) rootInside(dir, abs string) bool {
	for _, r := range w.roots {
		if _, ok := inside(dir, r.dir); ok && r.dir != dir {
			if _, ok := inside(r.dir, abs); ok {
				return true
			}
		}
	}
	return false
}

func (p pattern) matches(abs, name string) bool {
	if p.path != nil {
		return p.path.MatchString(abs)
	}
	return name != "" && p.name.MatchString(name)
}
