package workspace

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// wild tells whether a glob means a whole name or path, as FS-11 says it: "*" is within
// a name, "**" across names, "**/" may be nothing where a name begins, "?" is one
// character.
func wild(glob, s string, begins bool) bool {
	switch {
	case glob == "":
		return s == ""
	case strings.HasPrefix(glob, "**/") && begins:
		if wild(glob[3:], s, true) {
			return true
		}
		for i := range len(s) {
			if s[i] == '/' && wild(glob[3:], s[i+1:], true) {
				return true
			}
		}
		return false
	case strings.HasPrefix(glob, "**"):
		for i := range len(s) + 1 {
			if wild(glob[2:], s[i:], false) {
				return true
			}
		}
		return false
	case glob[0] == '*':
		for i := range len(s) + 1 {
			if wild(glob[1:], s[i:], false) {
				return true
			}
			if i < len(s) && s[i] == '/' {
				break
			}
		}
		return false
	case s == "":
		return false
	case glob[0] == '?':
		_, n := utf8.DecodeRuneInString(s)
		return s[0] != '/' && wild(glob[1:], s[n:], false)
	}
	return glob[0] == s[0] && wild(glob[1:], s[1:], glob[0] == '/')
}

// A pattern is refused or matches what its wildcards say, however it is put together
// (FS-10, FS-11), and its expression is one for other systems too (FS-13).
func FuzzPattern(f *testing.F) {
	for _, seed := range [][2]string{
		{".env", ".env"}, {"*.pem", "d/a.pem"}, {"d/*/a", "d/e/a"}, {"**/a", "a"}, {"d/**", "d/e/f"}, {"a**b", "axb"}, {"?", "\u00e9"}, {"a?c", "a/c"},
		{"!x", "x"}, {"/", ""}, {"", "a"}, {"d//./e", "d/e"}, {"*?", "a"}, {"**/**/a", "x/a"}, {"a\xff", "a\xff"}, {"*a*", "bab"}, {"../x", "x"}, {"keys/", "keys"}, {"**", "a"},
	} {
		f.Add(seed[0], seed[1])
	}
	top := &root{dir: "/w"}
	w := &Workspace{roots: []*root{top}, inner: []*root{top}}
	f.Fuzz(func(t *testing.T, text, path string) {
		if len(text) > 60 || len(path) > 100 || strings.HasPrefix(text, "~") || strings.HasPrefix(text, "!~") || strings.Contains(path, "\x00") {
			return
		}
		p, err := parsePattern(text, w.roots)
		if err != nil {
			return
		}
		path = filepath.Clean("/w/" + path)
		rel, ok := inside("/w", path)
		if !ok || rel == "." {
			return
		}
		body := cleanGlob(strings.TrimPrefix(text, "!"))
		name := filepath.Base(path)
		want := wild(body, name, true)
		if !p.name {
			want = wild(p.globs[0].dir+p.globs[0].body, path, true)
			if p.globs[0].dir != "" {
				want = wild(p.globs[0].body, rel, true)
			}
		}
		if systemSpelling == (spelling{}) && p.matches(systemSpelling.key(path), systemSpelling.key(name), false) != want {
			t.Fatalf("%q matches %q: %v, want %v", text, path, !want, want)
		}
		if exact, loose := want, p.matches(foldedSpelling.key(path), foldedSpelling.key(name), true); exact && !loose && ascii(text) && ascii(path) {
			t.Fatalf("%q matches %q, but not where case is folded", text, path)
		}
		w := &Workspace{roots: w.roots, inner: w.inner, blocked: []pattern{p}}
		if by := w.blockedBy(path); (want && !p.except) && by == "" {
			t.Fatalf("%q matches %q and doesn't block it", text, path)
		}
		parseSeatbelt(t, w.seatbelt(nil))
	})
}

// Whatever name is given, what it resolves to lies in a root that may be used so, is no
// blocked one, and is found again under the name that is shown (FS-02 to FS-05).
func FuzzPath(f *testing.F) {
	for _, seed := range []string{
		"a", "./a/../b", "d/l/x", "/etc/passwd", "~", "~/x", "~root/x", "..", "a/..", "d/up/work/a", "\x00", "a\xff", `a\xff`, `a\x5cxff`, "loop", "out/x", ".env", "d/.ENV", "ro/x",
		"abs/x", "file://x", "d/", "d/.", "//", "/../..", "a\n", "-", "$HOME", "own/x", ".git/config", "C:x", "NUL",
	} {
		f.Add(seed)
	}
	base := f.TempDir()
	t := &testing.T{}
	fill(t, base, map[string]string{
		"work/a": "x", "work/d/e/f": "x", "work/.env": "x", "work/ro/x": "x", "work/own/x": "x", "work/.git/config": "x", "outside/x": "secret", "more/x": "x",
		"work/d/l -> e": "", "work/d/up -> ../..": "", "work/loop -> loop": "", "work/out -> ../outside": "", "work/abs -> " + base + "/more": "", "work/env -> .env": "", "work/none -> x/y/z": "",
	})
	f.Setenv("HOME", filepath.Join(base, "more"))
	w, err := Open(filepath.Join(base, "work"), Options{Extra: []Root{{Dir: "ro"}, {Dir: "../more", Writable: true}}, Private: []string{filepath.Join(base, "work", "own")}})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { w.Close() })
	f.Fuzz(func(t *testing.T, name string) {
		if len(name) > 200 {
			return // longer ones are slow to look at and say nothing new
		}
		p, err := w.Resolve(name)
		writable, errW := w.ResolveWritable(name)
		if err != nil {
			if errW == nil {
				t.Fatalf("%q can be written and not read: %v", name, err)
			}
			if len(err.Error()) == 0 {
				t.Fatalf("%q is refused without a word", name)
			}
			return
		}
		r, rel := w.deepest(p.Canonical())
		if r == nil || w.blockedBy(p.Canonical()) != "" {
			t.Fatalf("%q leads to %q", name, p.Canonical())
		}
		if errW == nil && (!r.writable || rel == "." || neverWritten(filepath.ToSlash(rel)) != "" || writable.Canonical() != p.Canonical()) {
			t.Fatalf("%q can be written at %q", name, writable.Canonical())
		}
		if f, err := w.Read(p); err == nil && string(f.Bytes) != "x" {
			t.Fatalf("%q reads %q", name, f.Bytes)
		}
		for _, shown := range []string{p.String(), p.Real()} {
			if !utf8.ValidString(shown) {
				t.Fatalf("%q is shown as %q", name, shown)
			}
			again, err := w.Resolve(shown)
			if err != nil || again.Canonical() != p.Canonical() {
				t.Fatalf("%q is shown as %q, which leads to %q and not %q: %v", name, shown, again.Canonical(), p.Canonical(), err)
			}
		}
	})
}
