package search

import (
	"math/rand/v2"
	"path"
	"regexp"
	"strings"
	"testing"
)

// What a pattern means for paths (006 section 6: glob).
func TestPattern(t *testing.T) {
	for _, tc := range []struct{ pattern, yes, no string }{
		{"*.go", "a.go .go", "a.gox d/a.go a"},
		{"**/*.go", "a.go d/a.go d/e/a.go", "a.g d/a.go/x"},
		{"d/**", "d/a d/e/f", "d da/x"},
		{"**", "a d/e", ""},
		{"d/**/f", "d/f d/e/f d/e/e/f", "d f d/e/fx"},
		{"d/**/**/e/*", "d/e/x d/q/e/x", "d/e"},
		{"a?c", "abc aéc a☺c", "ac a/c abbc"},
		{"a**c", "ac abc", "a/c"},
		{"{a,b{c,d},}x", "ax bcx bdx x", "bx cx"},
		{"{d/{a,b},e}/*.{go,md}", "d/a/x.go d/b/x.md e/x.go", "d/x.go e/x.txt"},
		{"{a}", "a", "{a}"},
		{"[a-c][!x]", "ay by", "ax dy a/"},
		{"[é-ü]", "ö", "o"},
		{"[]x]", "] x", "a"},
		{`\{a\}\*\[`, "{a}*[", "xa}"},
		{"a}b", "a}b", "ab"},
		{"[{,}]", "{ , }", "a"},
		{"./a//./b", "a/b", "b"},
		{"a/", "", "a a/b"},
	} {
		p, err := CompilePattern(tc.pattern)
		must(t, err)
		for _, name := range strings.Fields(tc.yes) {
			if !p.Match(name) {
				t.Errorf("%q doesn't match %q", tc.pattern, name)
			}
		}
		for _, name := range strings.Fields(tc.no) {
			if p.Match(name) {
				t.Errorf("%q matches %q", tc.pattern, name)
			}
		}
	}
}

// At most 64 alternatives, and relative patterns only (006 section 6: glob).
func TestPatternRefuses(t *testing.T) {
	if _, err := CompilePattern("{a,b,c,d}{a,b,c,d}{a,b,c,d}"); err != nil {
		t.Errorf("64 alternatives: %v", err)
	}
	for pattern, want := range map[string]string{
		"{a,b,c,d}{a,b,c,d}{a,b,c,d,e}": "more than 64", "{" + strings.Repeat("a,", 64) + "}": "more than 64",
		"/a": "relative", "../a": `".."`, "a/../b": `".."`, "{a,../b}": `".."`, "{/a,b}": "relative", "~/a": `"~"`, "C:/a": "relative", `C:\a`: "relative",
		"": "empty", "a[": "without its ]", "{a,[}": "without its ]", `a\`: "backslash", "{a": "without its }", "a{b,{c}": "without its }",
		strings.Repeat("{", 20000): "at most 4096",
	} {
		if _, err := CompilePattern(pattern); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v", pattern, err)
		}
	}
}

// Generated patterns match as a model does that is slow and simple.
func TestPatternLikeModel(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(from []string, n int) (s string) {
		for range 1 + random.IntN(n) {
			s += from[random.IntN(len(from))]
		}
		return s
	}
	parts := []string{"a", "b", "ab", "/", "/", "*", "?", "**", "/**/", "**/", "[ab]", "[!a]", ".", "é", "{a,b}", "{a/b,*}", "{,a}"}
	names := []string{"a", "b", "ab", "/", "/", ".", "é", "x"}
	matches := 0
	for range 20000 {
		pattern := pick(parts, 5)
		p, err := CompilePattern(pattern)
		if err != nil {
			continue
		}
		for range 5 {
			name := strings.Trim(path.Clean(pick(names, 6)), "/")
			if name == "" || name == "." || strings.HasPrefix(name, "..") {
				continue
			}
			want := modelMatches(pattern, name)
			if got := p.Match(name); got != want {
				t.Fatalf("%q matches %q: %v", pattern, name, got)
			}
			if want {
				matches++
			}
		}
	}
	if matches < 1000 {
		t.Errorf("only %d matches: the cases show nothing", matches)
	}
}

var innermost = regexp.MustCompile(`\{([^{}]*)\}`)

// modelMatches takes braces apart from the inside and makes a regular expression of
// the rest.
func modelMatches(pattern, name string) bool {
	if at := innermost.FindStringSubmatchIndex(pattern); at != nil {
		for part := range strings.SplitSeq(pattern[at[2]:at[3]], ",") {
			if modelMatches(pattern[:at[0]]+part+pattern[at[1]:], name) {
				return true
			}
		}
		return false
	}
	if strings.HasSuffix(pattern, "/") {
		return false
	}
	expr := "^"
	segments := strings.Split(strings.Trim(path.Clean("/"+pattern), "/"), "/")
	for i, s := range segments {
		last := i == len(segments)-1
		switch {
		case s == "**" && last:
			expr += ".+"
		case s == "**":
			expr += "(?:.+/)?"
		default:
			s = strings.NewReplacer(".", `\.`, "?", "[^/]", "**", "[^/]*", "*", "[^/]*", "[!a]", "[^a/]").Replace(s)
			if expr += s; !last {
				expr += "/"
			}
		}
	}
	return regexp.MustCompile(expr + "$").MatchString(name)
}

// Reading and matching never break off or take long, whatever the pattern.
func FuzzPattern(f *testing.F) {
	f.Add("a*b*c*d*e*/**/f**/[a-]{a,{b}}", "axbxcxdxexxx/fff")
	f.Add(strings.Repeat("a*", 50), strings.Repeat("a", 200)+"b")
	f.Add(strings.Repeat("**/a/", 50)+"b", strings.Repeat("a/", 200)+"c")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		p, err := CompilePattern(pattern)
		if err == nil && p.Match(name) && strings.HasSuffix(pattern, "/") {
			t.Errorf("%q matches %q", pattern, name)
		}
	})
}
