package search

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Lines of ignore files mean what git's documentation says; what it doesn't say is
// in TestIgnoreLikeGit.
func TestRules(t *testing.T) {
	for _, tc := range []struct {
		file    string
		out, in []string // left out and not; a folder ends in "/"
	}{
		{"*.o\n", []string{"a.o", "d/a.o", ".o"}, []string{"a.oo", "o"}},
		{"build/\n", []string{"build/", "d/build/"}, []string{"build", "builds/"}},
		{"/a\nd/b\n", []string{"a", "d/b"}, []string{"d/a", "d/d/b"}},
		{"a\n!a\na/\n", []string{"a/"}, []string{"a"}},
		{"# x\n\\#y\n\\!z\n", []string{"#y", "!z"}, []string{"# x", "x"}},
		{"a  \nb\\  \n\tc\n", []string{"a", "b ", "\tc"}, []string{"b", "c"}},
		{"a\r\nb\r", []string{"a", "b"}, nil},
		{"\ufeffa\n", []string{"a"}, nil},
		{"**/x\nd/**\ne/**/f\n", []string{"x", "q/x", "d/y", "d/y/z", "e/f", "e/1/2/f"}, []string{"d/", "ef"}},
		{"a**b\nfo?\n[a-c]1\n[!a]2\n", []string{"axb", "foo", "b1", "b2"}, []string{"a/b", "fo/", "d1", "a2", "foé"}},
		{"[]-]\n[[:digit:]x]y\n", []string{"]", "-", "1y", "xy"}, []string{"ay"}},
		{"[\nx\\\n[[:no:]]\n/\n", nil, []string{"[", "x", "x\\", "n"}},
		{"a\x00b\n", []string{"a"}, []string{"ab"}},
	} {
		r := &rules{git: parseRules([]byte(tc.file), false)}
		for _, name := range slices.Concat(tc.out, tc.in) {
			bare, isDir := strings.CutSuffix(name, "/")
			if got, want := r.ignored(bare, isDir), slices.Contains(tc.out, name); got != want {
				t.Errorf("%q leaves %q out: %v", tc.file, name, got)
			}
		}
	}
}

// The file nearest to a path decides; .ignore over .gitignore over info/exclude; a
// repository inside another has only its own rules of git.
func TestRulesOutweigh(t *testing.T) {
	parse := func(s string) []rule { return parseRules([]byte(s), false) }
	top := &rules{repository: true, exclude: parse("e\n"), git: parse("g\n!e2\n"), ignore: parse("i\n")}
	sub := &rules{above: top, dir: "d/", git: parse("!g\n!i\n!e\n")}
	inner := &rules{above: sub, dir: "d/r/", repository: true, ignore: parse("!i\n"), exclude: parse("own\n")}
	for _, tc := range []struct {
		r    *rules
		path string
		out  bool
	}{
		{top, "e", true}, {top, "g", true}, {top, "i", true}, {top, "x", false},
		{sub, "d/g", false}, {sub, "d/i", true}, {sub, "d/e", false},
		{inner, "d/r/g", false}, {inner, "d/r/i", false}, {inner, "d/r/e", false}, {inner, "d/r/own", true},
	} {
		if got := tc.r.ignored(tc.path, false); got != tc.out {
			t.Errorf("%s is left out: %v", tc.path, got)
		}
	}
	if (*rules)(nil).ignored("a", false) {
		t.Error("no rules leave something out")
	}
}

// A name is matched without case only where the file system has it so.
func TestRulesFold(t *testing.T) {
	for _, fold := range []bool{false, true} {
		r := &rules{git: parseRules([]byte("Ab\n*.Txt\nd/[k-m]?X*\n"), fold)}
		for _, path := range []string{"aB", "f.tXT", "D/L1xy"} {
			if r.ignored(path, false) != fold {
				t.Errorf("fold %v: %s", fold, path)
			}
		}
	}
}

// Generated ignore files leave out what `git check-ignore` says.
func TestIgnoreLikeGit(t *testing.T) {
	git := gitRepository(t)
	total := 0
	for seed := range ignoreCases {
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		dir := filepath.Join(t.TempDir(), "w")
		must(t, os.MkdirAll(filepath.Join(dir, ".git", "info"), 0o755))
		must(t, os.CopyFS(filepath.Join(dir, ".git"), os.DirFS(git)))
		files := map[string]string{".git/info/exclude": randomIgnore(random)}
		for _, d := range []string{"", "a", "a/b", "foo", "foo/bar"} {
			if random.IntN(2) == 0 {
				files[path.Join(d, ".gitignore")] = randomIgnore(random)
			}
		}
		for name, content := range files {
			must(t, os.MkdirAll(filepath.Join(dir, path.Dir(name)), 0o755))
			must(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644))
		}
		paths := randomTree(t, random, dir)
		got, want := ignoredHere(files, paths), ignoredByGit(t, dir, paths)
		if !slices.Equal(got, want) {
			t.Errorf("seed %d, %q:\nleft out  %q\ngit says  %q", seed, files, got, want)
		}
		total += len(want)
	}
	if total < ignoreCases {
		t.Errorf("only %d paths are left out: the cases show nothing", total)
	}
}

// gitRepository makes an empty repository and gives its .git folder.
func gitRepository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	must(t, exec.CommandContext(t.Context(), "git", "init", "-q", "--template=", dir).Run())
	return filepath.Join(dir, ".git")
}

// pieces are what lines of generated ignore files are made of.
var pieces = []string{
	"a", "b", "foo", "bar", "foo.c", ".c", "x y", "é", "/", "/", "/", "*", "*", "**", "**/", "/**", "/**/", "?", "[ab]", "[!a]", "[^f-x]", "[]]",
	"[[:alpha:]]", "[a-", "[\\]b]", "\\", "\\*", "\\ ", " ", "!", "#", "-", "[--b]", "[[:upper:]x]", "[[:bad:]]", "***", "[/]", "\\/", "\t", "[a\\-z]", "[b-a]",
}

func randomIgnore(random *rand.Rand) string {
	var b strings.Builder
	for range 1 + random.IntN(5) {
		if random.IntN(4) == 0 {
			b.WriteByte('!')
		}
		for range 1 + random.IntN(4) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		b.WriteString([]string{"\n", "\n", "\r\n", "/\n"}[random.IntN(4)])
	}
	return b.String()
}

// randomTree makes files and folders below dir and gives their paths, a folder's with
// a "/" behind it.
func randomTree(t *testing.T, random *rand.Rand, dir string) []string {
	t.Helper()
	names := []string{"a", "b", "foo", "bar", "foo.c", "b.c", ".c", "x y", "é", "]", "-", "ab", "A", "*", "[", "\\", "#", "!a", " ", "b ", "\t"}
	var paths []string
	var fill func(string, int)
	fill = func(below string, depth int) {
		for _, name := range names {
			p := path.Join(below, name)
			switch _, err := os.Lstat(filepath.Join(dir, p)); {
			case random.IntN(2) == 0 && err != nil:
			case depth < 3 && (err == nil || random.IntN(3) == 0):
				must(t, os.MkdirAll(filepath.Join(dir, p), 0o755))
				paths = append(paths, p+"/")
				fill(p, depth+1)
			case err != nil:
				must(t, os.WriteFile(filepath.Join(dir, p), nil, 0o644))
				paths = append(paths, p)
			}
		}
	}
	fill("", 0)
	return paths
}

// ignoredHere walks the paths as a search does: what is in a folder that is left out
// isn't looked at.
func ignoredHere(files map[string]string, paths []string) []string {
	at := map[string]*rules{}
	var of func(string) *rules
	of = func(dir string) *rules {
		if dir == "." {
			dir = ""
		}
		if r := at[dir]; r != nil {
			return r
		}
		r := &rules{git: parseRules([]byte(files[path.Join(dir, ".gitignore")]), false)}
		if dir == "" {
			r.repository, r.exclude = true, parseRules([]byte(files[".git/info/exclude"]), false)
		} else {
			r.above, r.dir = of(path.Dir(dir)), dir+"/"
		}
		at[dir] = r
		return r
	}
	var out []string
	for _, p := range paths {
		bare, isDir := strings.CutSuffix(p, "/")
		inside := slices.ContainsFunc(out, func(o string) bool { return strings.HasSuffix(o, "/") && strings.HasPrefix(p, o) })
		if inside || of(path.Dir(bare)).ignored(bare, isDir) {
			out = append(out, p)
		}
	}
	return out
}

func ignoredByGit(t *testing.T, dir string, paths []string) []string {
	t.Helper()
	var in bytes.Buffer
	for _, p := range paths {
		fmt.Fprintf(&in, "%s\x00", strings.TrimSuffix(p, "/"))
	}
	cmd := exec.CommandContext(t.Context(), "git", "-C", dir, "-c", "core.excludesFile=", "check-ignore", "-z", "--stdin")
	cmd.Stdin = &in
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	said, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok && exit.ExitCode() == 1 {
		err = nil // nothing is ignored
	}
	must(t, err)
	ignored := strings.Split(string(said), "\x00")
	return slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !slices.Contains(ignored, strings.TrimSuffix(p, "/")) })
}
