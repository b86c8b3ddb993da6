package workspace

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// thicket makes a folder tree of random names, among them blocked ones, repositories,
// links and further roots, and gives the workspace on it and every path that is there.
func thicket(t *testing.T, random *rand.Rand) (w *Workspace, paths []string) {
	t.Helper()
	base := t.TempDir()
	names := []string{
		"a", "b", "c", "notes.md", "main.go", ".env", ".env.local", ".env.example", ".envrc", "x.pem", "x.key", "id_rsa", "id_rsa.pub", "id_ed25519_sk", "keys",
		".git", "config", "HEAD", "refs", "objects", "hooks", ".redline", "config.toml", "secret", "se cret", "s\u00e9cret", "(x)", "prod.yaml", ".GIT", "a+b",
	}
	fill(t, filepath.Join(base, "work"), map[string]string{"bare/HEAD": "", "bare/refs/x": "", "bare/objects/x": "", "bare/config": "", ".git/hooks/x": "", ".git/y.pem": ""})
	var grow func(dir string, depth int)
	grow = func(dir string, depth int) {
		must(t, os.MkdirAll(dir, 0o755))
		for _, i := range random.Perm(len(names))[:7] {
			path := filepath.Join(dir, names[i])
			_, err := os.Lstat(path)
			switch n := random.IntN(10); {
			case err == nil:
			case n < 4 && depth > 0:
				grow(path, depth-1)
			case n < 8:
				must(t, os.WriteFile(path, []byte("x"), 0o644))
			default:
				must(t, os.Symlink(filepath.Join(base, "work", names[random.IntN(len(names))]), path))
			}
		}
	}
	for _, dir := range []string{"work", "work/ro", "work/ro/rw", "beside", "outside", "work/own", "home/.ssh", "work-secret"} {
		grow(filepath.Join(base, dir), 2)
	}
	t.Setenv("HOME", filepath.Join(base, "home"))
	w, err := Open(filepath.Join(base, "work"), Options{
		Extra:   []Root{{Dir: "ro"}, {Dir: "ro/rw", Writable: true}, {Dir: filepath.Join(base, "beside")}, {Dir: "~", Writable: true}},
		Private: []string{filepath.Join(base, "work", "own")},
		Blocked: append(DefaultBlocked(), "secret", "a/*/config", "b/**/x.pem", filepath.Join(base, "beside", "c"), "s?cret"),
	})
	must(t, err)
	t.Cleanup(func() { w.Close() })
	must(t, filepath.WalkDir(base, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			paths = append(paths, name)
		}
		return err
	}))
	random.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	return w, paths
}

// allowed gives what the workspace lets its own operations do with a path.
func (w *Workspace) allowed(path string) Access {
	p, err := w.Resolve(path)
	if err != nil {
		return Hidden
	}
	if _, err := w.ResolveWritable(path); err != nil || p.Real() == "" {
		return ReadOnly
	}
	return ReadWrite
}

// granted gives what a Landlock ruleset of these grants allows.
func granted(grants []Grant, path string) Access {
	access := Hidden
	for _, g := range grants {
		if _, ok := inside(g.Path, path); !ok {
			continue
		}
		if g.Write {
			return ReadWrite
		}
		access = ReadOnly
	}
	return access
}

// What the workspace refuses, every policy refuses, and what it allows of the files
// that are there, mounts and Landlock allow (FS-13): 1,000 paths of random trees.
func TestPoliciesAgree(t *testing.T) {
	checked := 0
	counts := map[Access]int{}
	for seed := uint64(1); checked < 1000; seed++ {
		w, paths := thicket(t, rand.New(rand.NewPCG(seed, 7)))
		policy, err := w.Policy(t.Context())
		must(t, err)
		grants, profile := policy.Landlock(), parseSeatbelt(t, policy.Seatbelt())
		for _, path := range paths {
			own := w.allowed(path)
			real, err := filepath.EvalSymlinks(path)
			if err != nil {
				continue // a link to nothing: there is no file that a command could reach
			}
			if info, err := os.Stat(real); err != nil || info.IsDir() {
				continue
			}
			if real != path {
				// A link counts by where it leads; the workspace also goes by its name.
				own = max(own, w.allowed(real))
			}
			checked++
			counts[own]++
			for name, got := range map[string]Access{"mounts": policy.Allows(real), "Landlock": granted(grants, real), "Seatbelt": profile.allows(real)} {
				if got > own {
					t.Errorf("seed %d: the workspace lets %d be done with %s, %s lets %d", seed, own, path, name, got)
				}
				if got < own && name != "Seatbelt" {
					t.Errorf("seed %d: the workspace lets %d be done with %s, %s only %d", seed, own, path, name, got)
				}
			}
		}
	}
	for access, n := range counts {
		if n < 50 {
			t.Errorf("of %d paths only %d are of access %d", checked, n, access)
		}
	}
	t.Logf("%d paths: %v", checked, counts)
}

// Seatbelt knows names that aren't there yet.
func TestSeatbeltKnowsNames(t *testing.T) {
	w := folder(t, Options{Extra: []Root{}}, map[string]string{"ro/": ""})
	v, err := Open(w.Dir(), Options{Extra: []Root{{Dir: "ro"}}, Blocked: []string{".env", ".env.*", "!.env.example", "caf\u00e9", "d/*.txt"}})
	must(t, err)
	defer v.Close()
	policy, err := v.Policy(t.Context())
	must(t, err)
	profile := parseSeatbelt(t, policy.Seatbelt())
	for path, want := range map[string]Access{
		"notes.md": ReadWrite, "d/e/notes.md": ReadWrite, "ro/notes.md": ReadOnly, ".env.example": ReadWrite, "ro/.env.example": ReadOnly, "d/.env.example": ReadWrite,
		".env": Hidden, ".ENV": Hidden, "d/.Env.local": Hidden, ".env/x": Hidden, ".env.local/.env.example": Hidden, ".envrc": ReadWrite,
		"caf\u00e9": Hidden, "cafe\u0301": Hidden, "CAF\u00c9/x": Hidden, "cafe": ReadWrite, "d/a.txt": Hidden, "d/a.TXT": Hidden, "d/e/a.txt": ReadWrite, "a.txt": ReadWrite,
		".git/config": ReadOnly, ".GIT/hooks/x": ReadOnly, "d/.g\u200cit/config": ReadOnly, ".git./x": ReadOnly, "git~1/x": ReadOnly, ".gitignore": ReadWrite,
		".redline/config.toml": ReadOnly, ".Redline/CONFIG.toml": ReadOnly, ".redline/x": ReadWrite, "../x": Hidden,
	} {
		if got := profile.allows(filepath.Join(w.Dir(), path)); got != want {
			t.Errorf("%q: %d, want %d", path, got, want)
		}
	}
}

// clauses are the lines of a profile about files.
type clauses []clause

type clause struct {
	allow, read, write bool
	about              func(path string) bool
}

func (c clauses) allows(path string) Access {
	read, write := true, true // as the profile begins
	for _, line := range c {
		if line.about(path) {
			if line.read {
				read = line.allow
			}
			if line.write {
				write = line.allow
			}
		}
	}
	switch {
	case read && write:
		return ReadWrite
	case read:
		return ReadOnly
	}
	return Hidden
}

var seatbeltFilter = regexp.MustCompile(`^\s*\((require-all|require-not|regex|subpath|literal)\s*`)

// parseSeatbelt reads a profile, so that the test goes by what is handed over.
func parseSeatbelt(t *testing.T, profile string) (all clauses) {
	t.Helper()
	for line := range strings.Lines(profile) {
		verb, rest, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "("), " ")
		c := clause{allow: verb == "allow", read: strings.Contains(rest, "file-read* "), write: strings.Contains(rest, "file-write*")}
		if !c.read && !c.write {
			continue
		}
		if strings.HasPrefix(line, "(deny file-read* file-write*)") {
			c.about = func(string) bool { return true }
			all = append(all, c)
			continue
		}
		var filters []func(string) bool
		for rest = rest[strings.IndexByte(rest, '('):]; seatbeltFilter.MatchString(rest); {
			var f func(string) bool
			f, rest = parseFilter(t, rest)
			filters = append(filters, f)
		}
		if strings.TrimSpace(rest) != ")" {
			t.Fatalf("a line ends in %q: %s", rest, line)
		}
		c.about = func(path string) bool {
			return slices.ContainsFunc(filters, func(f func(string) bool) bool { return f(path) })
		}
		all = append(all, c)
	}
	return all
}

func parseFilter(t *testing.T, s string) (f func(path string) bool, rest string) {
	t.Helper()
	m := seatbeltFilter.FindStringSubmatch(s)
	rest = s[len(m[0]):]
	var text string
	switch m[1] {
	case "require-all", "require-not":
		var inner []func(string) bool
		for seatbeltFilter.MatchString(rest) {
			f, rest = parseFilter(t, rest)
			inner = append(inner, f)
		}
		not := m[1] == "require-not"
		f = func(path string) bool {
			for _, in := range inner {
				if in(path) == not {
					return false
				}
			}
			return true
		}
	case "regex":
		text, rest, _ = strings.Cut(strings.TrimPrefix(rest, `#"`), `"`)
		re := regexp.MustCompile("(?s)" + text)
		f = re.MatchString
	default:
		if _, err := fmt.Sscanf(rest, "%q", &text); err != nil {
			t.Fatalf("%q: %v", rest, err)
		}
		rest = rest[len(fmt.Sprintf("%q", text)):]
		f = func(path string) bool {
			_, ok := inside(text, path)
			return ok && (m[1] == "subpath" || path == text)
		}
	}
	rest = strings.TrimSpace(rest)
	if !strings.HasPrefix(rest, ")") {
		t.Fatalf("a filter ends in %q", rest)
	}
	return f, rest[1:]
}
