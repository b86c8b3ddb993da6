package workspace

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Seatbelt gives a profile of sandbox-exec that lets a command reach what the policy
// lets it, and no other file. Unlike the others it knows names: what matches a pattern
// is closed also when the command makes it. The network and other processes are for
// whoever runs the command to say, in what is put behind.
func (p Policy) Seatbelt() string { return p.seatbelt + p.seatbeltGit() }

// macOS has these folders for every program.
var seatbeltSystem = []string{
	"/System", "/Library/Apple", "/Library/Developer", "/Library/Frameworks", "/usr", "/bin", "/sbin", "/opt", "/private/etc", "/etc",
	"/private/var/db/dyld", "/private/var/db/timezone", "/private/var/select", "/nix/store",
}

const seatbeltBase = `(version 1)
(allow default)
(deny file-read* file-write*)
(allow file-read-metadata)
(allow file-read* (literal "/"))
(allow file-read* file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/random") (literal "/dev/urandom") (subpath "/dev/fd"))
`

// In a profile the last line that is about a file decides.
func (w *Workspace) seatbelt(scratch []string) string {
	var b strings.Builder
	b.WriteString(seatbeltBase)
	for _, dir := range seatbeltSystem {
		fmt.Fprintf(&b, "(allow file-read* (subpath %s))\n", seatbeltText(dir))
	}
	w.seatbeltFolders(&b)
	for i := range w.blocked {
		p := &w.blocked[i]
		for _, r := range w.roots {
			if p.except {
				w.seatbeltExcept(&b, r, i)
			} else {
				fmt.Fprintf(&b, "(deny file-read* file-write* (regex %s))\n", seatbeltRegex(p.seatbelt(r)+"(/|$)"))
			}
		}
	}
	for _, dir := range scratch {
		if real, err := canonical(dir); err == nil {
			fmt.Fprintf(&b, "(allow file-read* file-write* (subpath %s))\n", seatbeltText(real))
		}
	}
	for _, r := range w.roots {
		below := seatbeltPlace(r.dir)
		fmt.Fprintf(&b, "(deny file-write* (regex %s))\n", seatbeltRegex(below+"(.*/)?"+seatbeltGitName+"(/|$)"))
		fmt.Fprintf(&b, "(deny file-write* (regex %s))\n", seatbeltRegex(below+seatbeltExpression(".redline/config.toml")+"$"))
	}
	return b.String()
}

// seatbeltFolders writes what holds for whole folders, the outer ones first.
func (w *Workspace) seatbeltFolders(b *strings.Builder) {
	type folder struct{ dir, lines string }
	var all []folder
	for _, r := range slices.Backward(w.inner) { // of two about one folder the narrower is the later
		lines := "(allow file-read* file-write* (subpath %[1]s))\n"
		switch {
		case r.blocked != "":
			lines = "(deny file-read* file-write* (subpath %[1]s))\n"
		case !r.writable:
			lines = "(allow file-read* (subpath %[1]s))\n(deny file-write* (subpath %[1]s))\n"
		}
		all = append(all, folder{r.dir, lines})
	}
	for _, p := range w.private {
		all = append(all, folder{p.dir, "(deny file-read* file-write* (subpath %[1]s))\n"})
	}
	slices.SortStableFunc(all, func(a, b folder) int { return cmp.Compare(len(a.dir), len(b.dir)) })
	for _, f := range all {
		fmt.Fprintf(b, f.lines, seatbeltText(f.dir))
	}
}

// seatbeltExcept allows again what the exception with this number names, unless a
// folder above it is blocked, a later pattern blocks it, or it is in a folder with
// rules of its own.
func (w *Workspace) seatbeltExcept(b *strings.Builder, r *root, i int) {
	if r.blocked != "" {
		return
	}
	what := "file-read* file-write*"
	if !r.writable {
		what = "file-read*"
	}
	fmt.Fprintf(b, "(allow %s (require-all (regex %s)", what, seatbeltRegex(w.blocked[i].seatbelt(r)+"$"))
	for j := range w.blocked {
		if p := &w.blocked[j]; !p.except {
			end := "/"
			if j > i {
				end = "(/|$)"
			}
			fmt.Fprintf(b, " (require-not (regex %s))", seatbeltRegex(p.seatbelt(r)+end))
		}
	}
	for _, other := range w.roots {
		if _, ok := inside(r.dir, other.dir); ok && other != r {
			fmt.Fprintf(b, " (require-not (subpath %s))", seatbeltText(other.dir))
		}
	}
	for _, p := range w.private {
		if _, ok := inside(r.dir, p.dir); ok {
			fmt.Fprintf(b, " (require-not (subpath %s))", seatbeltText(p.dir))
		}
	}
	b.WriteString("))\n")
}

// seatbeltGit closes what git keeps repositories in, whatever it is called.
func (p Policy) seatbeltGit() string {
	var b strings.Builder
	for i, r := range p.Rules {
		if r.Access != ReadOnly || i == 0 {
			continue
		}
		if above := p.Rules[:i]; slices.ContainsFunc(above, func(o PolicyRule) bool {
			_, ok := inside(o.Path, r.Path)
			return ok && o.Access == ReadWrite
		}) {
			fmt.Fprintf(&b, "(deny file-write* (subpath %s))\n", seatbeltText(r.Path))
		}
	}
	return b.String()
}

// seatbelt gives the expression of the paths in a root that the pattern names.
func (p *pattern) seatbelt(r *root) string {
	if p.name {
		return seatbeltPlace(r.dir) + "(.*/)?" + seatbeltExpression(p.globs[0].body)
	}
	var all []string
	for _, g := range p.globs {
		all = append(all, seatbeltQuote(g.dir)+seatbeltExpression(g.body))
	}
	return "^(" + strings.Join(all, "|") + ")"
}

// seatbeltPlace is the expression of a folder at the beginning of a path.
func seatbeltPlace(dir string) string {
	return "^" + seatbeltQuote(strings.TrimSuffix(filepath.ToSlash(dir), "/")) + "/"
}

// seatbeltExpression is expression in every spelling of its letters: the file system
// of macOS takes them for one, and Seatbelt doesn't.
func seatbeltExpression(glob string) string { return spellings(expression(glob)) }

func seatbeltQuote(path string) string { return spellings(regexp.QuoteMeta(path)) }

// spellings puts all spellings of a letter in its place. No letter stands for anything
// else in the expressions that are made here.
func spellings(expr string) string {
	var b strings.Builder
	for _, r := range expr {
		all := []string{string(r)}
		if r != '"' {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				all = append(all, string(f))
			}
		} else {
			all = []string{"."} // it would end the text; any character is more than it, not less
		}
		for _, s := range all {
			for _, form := range []string{norm.NFC.String(s), norm.NFD.String(s)} {
				if !slices.Contains(all, form) {
					all = append(all, form)
				}
			}
		}
		if len(all) == 1 {
			b.WriteString(all[0])
		} else {
			b.WriteString("(" + strings.Join(all, "|") + ")")
		}
	}
	return b.String()
}

// seatbeltGitName is every spelling of ".git" (isGit).
var seatbeltGitName = func() string {
	var unseen []string
	for r := rune(0x2000); r <= 0x206F; r++ {
		if dropUnseen(r) < 0 {
			unseen = append(unseen, string(r))
		}
	}
	gap := "(" + strings.Join(append(unseen, "\uFEFF"), "|") + ")*"
	name := gap
	for _, r := range ".git" {
		name += spellings(regexp.QuoteMeta(string(r))) + gap
	}
	return "((" + name + "|" + spellings("git~1") + ")[. ]*(:[^/]*)?)"
}()

func seatbeltRegex(expr string) string { return `#"` + expr + `"` }

func seatbeltText(path string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(path) + `"`
}
