package workspace

import (
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// DefaultBlocked are the patterns that hold when the person has set none: keys,
// passwords, and what browsers and other programs keep of them.
func DefaultBlocked() []string { return defaultBlocked(runtime.GOOS) }

func defaultBlocked(system string) []string {
	all := []string{
		".env", ".env.*", "!.env.example", "*.pem", "*.key", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_xmss", "id_*_sk",
		"~/.ssh", "~/.aws", "~/.gnupg", "~/.config/gh", "~/.netrc", "~/.kube",
	}
	switch system {
	case "darwin":
		return append(all,
			"~/Library/Keychains", "~/Library/Cookies", "~/Library/Safari", "~/Library/Application Support/Firefox",
			"~/Library/Application Support/Google/Chrome", "~/Library/Application Support/Chromium",
			"~/Library/Application Support/BraveSoftware", "~/Library/Application Support/Microsoft Edge",
		)
	case "windows":
		return append(all,
			"~/_netrc", "~/AppData/Roaming/gnupg", "~/AppData/Roaming/GitHub CLI", "~/AppData/Roaming/Mozilla", "~/AppData/Local/Google/Chrome/User Data",
			"~/AppData/Local/BraveSoftware", "~/AppData/Local/Microsoft/Edge/User Data",
		)
	}
	return append(all,
		"~/.mozilla", "~/.config/mozilla", "~/.config/google-chrome", "~/.config/chromium", "~/.config/BraveSoftware", "~/.config/microsoft-edge",
		"~/snap/firefox", "~/snap/chromium", "~/.var/app/org.mozilla.firefox", "~/.var/app/com.google.Chrome", "~/.var/app/org.chromium.Chromium",
	)
}

// pattern is one expression of what may never be touched. It matches a path and
// everything beneath it.
type pattern struct {
	text   string
	except bool // "!": what it matches is allowed again
	name   bool // it is about names at any depth, not about places
	globs  []glob
	system []matcher // of names as the system spells them
	folded []matcher // of names in a folder that doesn't tell case or normal forms apart
}

// glob is a name with wildcards, or an absolute path: dir as it is, and behind it
// body with wildcards, "/" between names.
type glob struct{ dir, body string }

// parsePattern reads a pattern (FS-10): without a slash it is a name at any depth;
// with one it is a place, absolute or below every root.
func parsePattern(text string, roots []*root) (pattern, error) {
	invalid := func(why string) (pattern, error) {
		return pattern{}, fmt.Errorf("the pattern %q is not valid: %s", text, why)
	}
	if strings.ContainsAny(text, "\"\n\x00") {
		return invalid("it may not hold a quote or a line end")
	}
	p := pattern{text: text}
	body, except := strings.CutPrefix(text, "!")
	p.except = except
	body = filepath.ToSlash(expandHome(body))
	place := strings.Contains(strings.TrimRight(body, "/"), "/")
	body = cleanGlob(body)
	switch {
	case body == "" || body == "/":
		return invalid("it would block everything")
	case slices.Contains(strings.Split(body, "/"), ".."):
		return invalid("\"..\" leads nowhere in a pattern; write the place itself")
	case !place:
		p.name = true
		p.globs = []glob{{"", body}}
	case filepath.IsAbs(filepath.FromSlash(body)):
		p.globs = []glob{{"", body}}
		if real := realSpelling(body); real != p.globs[0] {
			p.globs = append(p.globs, real)
		}
	default:
		for _, r := range roots {
			p.globs = append(p.globs, glob{strings.TrimSuffix(filepath.ToSlash(r.dir), "/") + "/", body})
		}
	}
	for _, g := range p.globs {
		p.system = append(p.system, newMatcher(g, systemSpelling))
		p.folded = append(p.folded, newMatcher(g, foldedSpelling))
	}
	return p, nil
}

// foldedSpelling is that of a folder that compares names as loosely as any does.
var foldedSpelling = spelling{fold: true, normal: true}

// cleanGlob takes out of a pattern what no path has: "." and doubled slashes, and a
// slash at its end.
func cleanGlob(body string) string {
	kept := []string{}
	for i, n := range strings.Split(body, "/") {
		if n != "." && (n != "" || i == 0) {
			kept = append(kept, n)
		}
	}
	if len(kept) == 1 && kept[0] == "" && body != "" {
		return "/"
	}
	return strings.Join(kept, "/")
}

// realSpelling follows the links in the part of an absolute pattern before its
// first wildcard.
func realSpelling(body string) glob {
	fixed := body
	if i := strings.IndexAny(body, "*?"); i >= 0 {
		fixed = body[:strings.LastIndexByte(body[:i], '/')]
	}
	if fixed == "" {
		return glob{"", body}
	}
	real := filepath.ToSlash(followPrefix(filepath.FromSlash(fixed)))
	if real == fixed {
		return glob{"", body}
	}
	return glob{real, body[len(fixed):]}
}

// matcher tells whether a whole name or path is what a glob means. Most globs have
// one wildcard or none: those need no regular expression, which every path would
// otherwise go through once for each pattern.
type matcher struct {
	prefix, suffix string // around the wildcards
	exact          bool   // there are none: prefix is all
	name           bool   // the one wildcard is a "*" and no path is matched
	rest           *regexp.Regexp
}

func newMatcher(g glob, s spelling) matcher {
	dir, body := s.key(g.dir), s.key(g.body)
	first, last := strings.IndexAny(body, "*?"), strings.LastIndexAny(body, "*?")
	if first < 0 {
		return matcher{prefix: dir + body, exact: true}
	}
	return matcher{
		prefix: dir + body[:first], suffix: body[last+1:],
		name: first == last && body[first] == '*' && g.dir == "" && !strings.Contains(body, "/"),
		rest: regexp.MustCompile("(?s)^" + regexp.QuoteMeta(dir) + expression(body) + "$"),
	}
}

func (m matcher) matches(s string) bool {
	if m.exact {
		return s == m.prefix
	}
	if !strings.HasPrefix(s, m.prefix) || !strings.HasSuffix(s, m.suffix) {
		return false
	}
	if m.name {
		return len(s) >= len(m.prefix)+len(m.suffix)
	}
	return m.rest.MatchString(s)
}

// expression turns a pattern's wildcards into a regular expression (FS-11), in the
// syntax that Go and the other systems' policies share.
func expression(glob string) string {
	var b strings.Builder
	for i := 0; i < len(glob); i++ {
		switch {
		case strings.HasPrefix(glob[i:], "**/") && (i == 0 || glob[i-1] == '/'):
			b.WriteString("(.*/)?")
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

// matching gives the pattern that blocks one path, apart from the folders above it.
// The last pattern that matches decides. folded matches as a folder does in which
// case and normal form tell no names apart.
func (w *Workspace) matching(abs, name string, folded bool) string {
	found := ""
	s := systemSpelling
	if folded {
		s = foldedSpelling
	}
	abs, name = s.key(filepath.ToSlash(abs)), s.key(name)
	for i := range w.blocked {
		if p := &w.blocked[i]; p.matches(abs, name, folded) {
			found = p.text
			if p.except {
				found = ""
			}
		}
	}
	return found
}

func (p *pattern) matches(abs, name string, folded bool) bool {
	globs := p.system
	if folded {
		globs = p.folded
	}
	if p.name {
		// What a root and the folders above it are called was the person's choice.
		return name != "" && globs[0].matches(name)
	}
	for i := range globs {
		if globs[i].matches(abs) {
			return true
		}
	}
	return false
}
