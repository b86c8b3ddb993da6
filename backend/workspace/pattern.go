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
	if !strings.Contains(body, "/") && !strings.HasPrefix(body, "~") {
		p.name = compile("^" + expression(body) + "$")
		return p, nil
	}
	if rest, ok := strings.CutPrefix(body, "~"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			home = "/nonexistent"
		}
		body = home + rest
	}
	var places []string
	if filepath.IsAbs(body) {
		places = append(places, expression(filepath.ToSlash(body)))
		if real, err := filepath.EvalSymlinks(body); err == nil && real != body {
			places = append(places, expression(filepath.ToSlash(real)))
		}
	} else {
		for _, r := range roots {
			places = append(places, regexp.QuoteMeta(filepath.ToSlash(r.dir))+"/"+expression(body))
		}
	}
	p.path = compile("^(?:" + strings.Join(places, "|") + ")(?:/.*)?$")
	return p, nil
}

// compile folds case where file systems do (FS-12).
func compile(expr string) *regexp.Regexp {
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
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
	for _, dir := range w.private {
		// The file library is inside Redline's own folder and a workspace itself:
		// what is inside a root is not closed by what is around it.
		if _, ok := inside(dir, abs); ok && !w.rootInside(dir, abs) {
			return dir
		}
	}
	found := ""
	slashed := filepath.ToSlash(abs)
	for _, p := range w.blocked {
		if p.matches(slashed, w.relative(abs)) {
			found = p.text
			if p.except {
				found = ""
			}
		}
	}
	return found
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

// relative gives the path below the root that holds it: a name above the root
// doesn't count, else a workspace inside a folder called .env would be closed.
func (w *Workspace) relative(abs string) string {
	if r, rel := w.deepest(abs); r != nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(abs)
}

func (p pattern) matches(abs, rel string) bool {
	if p.path != nil {
		return p.path.MatchString(abs)
	}
	for name := range strings.SplitSeq(rel, "/") {
		if p.name.MatchString(name) {
			return true
		}
	}
	return false
}
