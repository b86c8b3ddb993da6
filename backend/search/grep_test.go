package search

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"redline/backend/workspace"
)

// grep prints what is found: path:number:text, with what is around a match in brackets.
func grep(t *testing.T, w *workspace.Workspace, path, text string, isRegex, fold bool, o Options) (string, bool, Counts) {
	t.Helper()
	q, err := CompileQuery(text, isRegex, fold)
	must(t, err)
	if o.Limit == 0 {
		o.Limit = 100
	}
	found, more, counts, err := Grep(t.Context(), scope(t, w, path), q, o)
	must(t, err)
	var out []string
	for _, f := range found {
		switch {
		case f.Binary:
			out = append(out, f.Path+" is binary")
		case o.Mode == ByCount:
			out = append(out, fmt.Sprintf("%s has %d", f.Path, f.Count))
		case o.Mode == ByFile:
			out = append(out, f.Path)
		}
		for _, l := range f.Lines {
			if len(l.Before)+len(l.After) > 0 {
				out = append(out, fmt.Sprintf("%s:%d:%s%q%q", f.Path, l.Number, l.Text, l.Before, l.After))
				continue
			}
			out = append(out, fmt.Sprintf("%s:%d:%s", f.Path, l.Number, l.Text))
		}
	}
	return strings.Join(out, " "), more, counts
}

func TestGrepMatches(t *testing.T) {
	for _, tc := range []struct {
		name, content, query string
		regex, fold          bool
		want                 string
	}{
		{name: "a literal", content: "one\ntwo a.c\nabc\n", query: "a.c", want: "f:2:two a.c"},
		{name: "one line of two finds", content: "aa\nb aa aa\n", query: "aa", want: "f:1:aa f:2:b aa aa"},
		{name: "no final newline", content: "x\nlast", query: "last", want: "f:2:last"},
		{name: "a literal past case", content: "Straße\nSTRASSE\nstraSSe\n", query: "strasse", fold: true, want: "f:2:STRASSE f:3:straSSe"},
		{name: "forms of other lengths", content: "a\nmilliKelvin\nmilli\u212Aelvin\n", query: "MILLIK", fold: true, want: "f:2:milliKelvin f:3:milli\u212Aelvin"},
		{name: "long s", content: "ſo\n", query: "SO", fold: true, want: "f:1:ſo"},
		{name: "no case to fold", content: "12\n", query: "12", fold: true, want: "f:1:12"},
		{name: "broken UTF-8 is not U+FFFD", content: "\xff\n\uFFFD x\n", query: "\uFFFD X", fold: true, want: "f:2:\uFFFD x"},
		{name: "broken UTF-8 is given as U+FFFD", content: "a\xffb\n", query: "b", want: "f:1:a\uFFFDb"},
		{name: "an expression", content: "foo1\nfo\nfoo\n", query: `fo+\d`, regex: true, want: "f:1:foo1"},
		{name: "an expression of alternatives", content: "cat\ncow\ndog\n", query: `cat|dog`, regex: true, want: "f:1:cat f:3:dog"},
		{name: "an expression past case", content: "CAT\nDog\ncow\n", query: `(cat|dog)$`, regex: true, fold: true, want: "f:1:CAT f:2:Dog"},
		{name: "an expression with a flag", content: "CAT\n", query: `(?i)cat`, regex: true, want: "f:1:CAT"},
		{name: "nothing literal in it", content: "a1\nb\n\n", query: `\d`, regex: true, want: "f:1:a1"},
		{name: "ends at CRLF", content: "one\r\ntwo\r\n", query: `e$`, regex: true, want: "f:1:one"},
		{name: "empty lines", content: "a\n\nb\n\n", query: `^$`, regex: true, want: "f:2: f:4:"},
		{name: "not over a line's end", content: "a\nb\n", query: `a.b|a\nb|a\sb`, regex: true},
		{name: "a byte order mark", content: "\ufeffone\n", query: `^one`, regex: true, want: "f:1:one"},
		{name: "UTF-16", content: "\xff\xfea\x00\n\x00\xe9\x00\r\x00\n\x00", query: "é", want: "f:2:é"},
		{name: "UTF-16, big end first, beyond 16 bits", content: "\xfe\xff\xd8\x3d\xde\x00", query: "😀", want: "f:1:😀"},
		{name: "UTF-16, half a pair", content: "\xff\xfe\x3d\xd8x\x00", query: "x", want: "f:1:\uFFFDx"},
		{name: "binary", content: "needle\x00", query: "needle", want: "f is binary"},
		{name: "binary without a match", content: "needl\x00e", query: "needle"},
		{name: "a NUL behind the head", content: strings.Repeat("a", binaryHead) + "\x00\nneedle\n", query: "needle", want: "f:2:needle"},
		{name: "a repeated part", content: "ababab\nab\n", query: `(ab){2,}`, regex: true, want: "f:1:ababab"},
		{name: "a repeat of none", content: "x\n", query: `(ab){0,2}x`, regex: true, want: "f:1:x"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, more, _ := grep(t, folder(t, map[string]string{"f": tc.content}), ".", tc.query, tc.regex, tc.fold, Options{})
			if got != tc.want || more {
				t.Errorf("found %q, want %q", got, tc.want)
			}
		})
	}
}

func TestGrepScope(t *testing.T) {
	w := folder(t, map[string]string{
		"a.go": "x", "b.md": "x", "sub/c.go": "x", "sub/deep/d.md": "x", ".hid/e.go": "x", ".dot": "x", "node_modules/f.go": "x",
		"out.log": "x", ".gitignore": "*.log\n", "bin": "x\x00", "link -> a.go": "", "big": "x\n" + strings.Repeat("y", maxGrepFile),
	})
	must(t, syscall.Mkfifo(filepath.Join(w.Dir(), "pipe"), 0o600))
	pattern := func(text string) *Pattern {
		p, err := CompilePattern(text)
		must(t, err)
		return p
	}
	for _, tc := range []struct {
		name, path string
		o          Options
		want       string
	}{
		{name: "all", path: ".", want: ".dot:1:x a.go:1:x b.md:1:x bin is binary sub/c.go:1:x sub/deep/d.md:1:x"},
		{name: "files", path: ".", o: Options{Mode: ByFile, Type: "md"}, want: "b.md sub/deep/d.md"},
		{name: "counts", path: "sub", o: Options{Mode: ByCount}, want: "sub/c.go has 1 sub/deep/d.md has 1"},
		{name: "include", path: ".", o: Options{Include: pattern("**/*.go")}, want: "a.go:1:x sub/c.go:1:x"},
		{name: "include what is hidden", path: ".", o: Options{Include: pattern(".hid/*")}, want: ".hid/e.go:1:x"},
		{name: "exclude", path: ".", o: Options{Exclude: pattern("sub/**"), Type: "go"}, want: "a.go:1:x"},
		{name: "a file", path: "sub/c.go", want: "sub/c.go:1:x"},
		{name: "an ignored file by its name", path: "out.log", want: "out.log:1:x"},
	} {
		got, _, counts := grep(t, w, tc.path, "x", false, false, tc.o)
		if got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
		if tc.name == "all" {
			if by := fmt.Sprint(counts.ByReason()); by != "map[binary:1 dependencies:1 hidden:1 ignored:1 links:1 special:1 too_large:1]" || counts.Files != 6 {
				t.Errorf("%d files, passed over %s", counts.Files, by)
			}
		}
	}
	for path, want := range map[string]error{"pipe": workspace.ErrNotRegular, "big": workspace.ErrTooLarge} {
		q, err := CompileQuery("x", false, false)
		must(t, err)
		if _, _, _, err := Grep(t.Context(), scope(t, w, path), q, Options{Limit: 1}); !errors.Is(err, want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// The first N in walk order are given whatever is found first, and never more.
func TestGrepLimit(t *testing.T) {
	files := map[string]string{}
	for i := range 300 {
		files[fmt.Sprintf("d%d/f%02d", i%7, i)] = "x\nx\nx\n"
	}
	w := folder(t, files)
	all, more, _ := grep(t, w, ".", "x", false, false, Options{Limit: 900})
	if more || strings.Count(all, " ") != 899 {
		t.Fatalf("%d, more %t", strings.Count(all, " "), more)
	}
	for _, limit := range []int{1, 2, 3, 4, 500, 899} {
		got, more, _ := grep(t, w, ".", "x", false, false, Options{Limit: limit})
		if want := strings.Join(strings.Fields(all)[:limit], " "); got != want || !more {
			t.Errorf("%d: more %t, %.80s", limit, more, got)
		}
	}
	if got, more, _ := grep(t, w, "d0", "x", false, false, Options{Limit: 2, Mode: ByFile}); !more || got != "d0/f00 d0/f07" {
		t.Errorf("files: %q %t", got, more)
	}
}

// Lines around a match are given once, however near matches stand to each other.
func TestGrepContext(t *testing.T) {
	w := folder(t, map[string]string{"f": "1\n2\nx3\n4\n5\nx6\nx7\n8\r\n9"})
	for _, tc := range []struct {
		before, after int
		want          string
	}{
		{1, 0, `f:3:x3["2"][] f:6:x6["5"][] f:7:x7`},
		{0, 9, `f:3:x3[]["4" "5"] f:6:x6 f:7:x7[]["8" "9"]`},
		{2, 1, `f:3:x3["1" "2"]["4"] f:6:x6["5"][] f:7:x7[]["8"]`},
		{9, 9, `f:3:x3["1" "2"]["4" "5"] f:6:x6 f:7:x7[]["8" "9"]`},
	} {
		if got, _, _ := grep(t, w, ".", "x", false, false, Options{Before: tc.before, After: tc.after}); got != tc.want {
			t.Errorf("%d, %d: %s", tc.before, tc.after, got)
		}
	}
}

func TestLineText(t *testing.T) {
	long := strings.Repeat("ä", 400)
	for _, tc := range []struct{ line, has, begins, ends string }{
		{" \tabc \r", "abc", "abc", "abc"},
		{strings.Repeat("a", 500), "aaa", "aaa", "aaa"},
		{strings.Repeat("a", 501), "aaa", "aaa", "a…"},
		{long + "needle" + long, "needle", "…ä", "ä…"},
		{long + "needle", "needle", "…ä", "needle"},
		{"needle" + long, "needle", "needle", "ä…"},
		{strings.Repeat("\xffa", 250), "\uFFFDa", "\uFFFDa", "…"},
	} {
		got := lineText([]byte(tc.line), max(strings.Index(tc.line, "needle"), 0))
		if len(got) > maxLineText || !utf8.ValidString(got) || !strings.Contains(got, tc.has) || !strings.HasPrefix(got, tc.begins) || !strings.HasSuffix(got, tc.ends) {
			t.Errorf("%.20q gives %d bytes: %q", tc.line, len(got), got)
		}
	}
}

func TestCompileQueryRefuses(t *testing.T) {
	for _, tc := range []struct {
		text, says string
		regex      bool
	}{
		{"", "it is empty", false}, {"", "it is empty", true}, {strings.Repeat("a", 10_001), "10001 bytes", false},
		{"a(b", "missing closing )", true}, {`(?<=a)b`, "is_regex to false", true}, {`(a)\1`, "RE2's syntax", true}, {"a{1001}", "repeat", true},
	} {
		if _, err := CompileQuery(tc.text, tc.regex, false); !errors.Is(err, ErrQuery) || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%.20q: %v", tc.text, err)
		}
	}
}

// A search that is cancelled gives an error and nothing of what it found.
func TestGrepCancelled(t *testing.T) {
	w := folder(t, map[string]string{"f": "x\n"})
	q, err := CompileQuery("x", false, false)
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if found, _, _, err := Grep(ctx, scope(t, w, "."), q, Options{Limit: 9}); !errors.Is(err, context.Canceled) || found != nil {
		t.Errorf("%v, %v", found, err)
	}
}

// FuzzFinder holds the finder against the regular expression of the same text.
func FuzzFinder(f *testing.F) {
	f.Add("ab", "xaABb\nK")
	f.Add("k", "\u212A ſ s K")
	f.Add("ſ\u212A", "sk SK")
	f.Add("a\uFFFD", "a\xff a\uFFFD")
	f.Fuzz(func(t *testing.T, query, text string) {
		if query == "" || !utf8.ValidString(query) || len(query) > 100 {
			return
		}
		for _, fold := range []bool{false, true} {
			var h hunt
			h.begin(newFinder([]string{query}, fold), []byte(text))
			q, err := CompileQuery(regexp.QuoteMeta(query), true, fold)
			must(t, err)
			if got, want := h.from(0) >= 0, q.re.MatchString(text); got != want && utf8.ValidString(text) {
				t.Errorf("%q in %q, fold %t: %t, the expression %t", query, text, fold, got, want)
			}
		}
	})
}

func BenchmarkGrep(b *testing.B) {
	dir := b.TempDir()
	line := "The quick brown fox jumps over the lazy dog, and the log says 12:34:56 so.\n"
	for i := range 200 {
		must(b, os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%03d", i)), []byte(strings.Repeat(line, 1000)+"one needle\n"), 0o600))
	}
	w := open(b, dir)
	for _, bc := range []struct {
		name, query string
		regex, fold bool
	}{{"literal", "needle", false, false}, {"fold", "NEEDLE", false, true}, {"regex", `need\w+`, true, false}, {"no literal", `\d\d\d`, true, false}} {
		b.Run(bc.name, func(b *testing.B) {
			q, err := CompileQuery(bc.query, bc.regex, bc.fold)
			must(b, err)
			b.SetBytes(int64(200 * (1000*len(line) + 11)))
			for b.Loop() {
				if _, _, _, err := Grep(b.Context(), scope(b, w, "."), q, Options{Limit: 500}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
