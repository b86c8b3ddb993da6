//go:build verify

package search

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// ripgrep finds the same lines, on three generated trees of texts in several scripts,
// line endings and encodings, by 300 queries.
func TestGrepAgainstRipgrep(t *testing.T) {
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("ripgrep is not installed")
	}
	for tree := range uint64(3) {
		random := rand.New(rand.NewPCG(tree, 11))
		w := folder(t, textTree(random))
		for range 100 {
			query, isRegex := randomQuery(random)
			o := Options{Limit: 1 << 30}
			args := []string{"--json", "--no-config", "--sort=path", "--crlf", "--no-require-git", "--hidden"}
			fold := random.IntN(3) == 0
			if fold {
				args = append(args, "-i")
			}
			if !isRegex {
				args = append(args, "-F")
			}
			if random.IntN(4) == 0 {
				o.Include, err = CompilePattern("**/*.go")
				must(t, err)
				args = append(args, "-g", "*.go")
			}
			q, err := CompileQuery(query, isRegex, fold)
			must(t, err)
			found, _, _, err := Grep(t.Context(), scope(t, w, "."), q, o)
			must(t, err)
			var got []string
			for _, f := range found {
				for _, l := range f.Lines {
					got = append(got, fmt.Sprintf("%s:%d", f.Path, l.Number))
				}
			}
			slices.Sort(got)
			if want := ripgrep(t, rg, w.Dir(), append(args, "-e", query, ".")); !slices.Equal(got, want) {
				t.Errorf("tree %d: %q (expression %t, fold %t, include %t)\ngot  %v\nwant %v", tree, query, isRegex, fold, o.Include != nil, got, want)
			}
		}
	}
}

func ripgrep(t *testing.T, rg, dir string, args []string) []string {
	t.Helper()
	cmd := exec.Command(rg, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v: %v", args, err)
	}
	var lines []string
	for line := range bytes.Lines(out) {
		var m struct {
			Type string
			Data struct {
				Path struct{ Text string }
				Line int `json:"line_number"`
			}
		}
		must(t, json.Unmarshal(line, &m))
		if m.Type == "match" {
			lines = append(lines, fmt.Sprintf("%s:%d", strings.TrimPrefix(m.Data.Path.Text, "./"), m.Data.Line))
		}
	}
	slices.Sort(lines)
	return lines
}

var treeWords = strings.Fields("alpha Beta gamma foo bar FOO Straße straße kelvin Kelvin ПРИВЕТ привет 日本語 naïve a1 b22 x_y func return (one) a.b [c] $d ^e \\f")

func textTree(random *rand.Rand) map[string]string {
	files := map[string]string{".gitignore": "*.log\nskip/\n"}
	for i := range 60 {
		var text strings.Builder
		ending := []string{"\n", "\r\n"}[random.IntN(2)]
		for range random.IntN(40) {
			for range random.IntN(6) {
				text.WriteString(treeWords[random.IntN(len(treeWords))] + []string{" ", "", "\t"}[random.IntN(3)])
			}
			text.WriteString(ending)
		}
		content := text.String()
		switch random.IntN(8) {
		case 0:
			content = "\ufeff" + content
		case 1:
			content = wide(content)
		case 2:
			content = strings.TrimSuffix(content, ending)
		}
		dir := []string{"", "src/", "src/deep/", "skip/", "node/"}[random.IntN(5)]
		files[fmt.Sprintf("%sf%02d.%s", dir, i, []string{"go", "md", "log"}[random.IntN(3)])] = content
	}
	return files
}

func wide(text string) string {
	out := []byte("\xff\xfe")
	for _, u := range utf16.Encode([]rune(text)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}

func randomQuery(random *rand.Rand) (query string, isRegex bool) {
	word := func() string { return treeWords[random.IntN(23)] } // those without signs
	switch random.IntN(9) {
	case 0, 1, 2:
		return treeWords[random.IntN(len(treeWords))], false
	case 3:
		return word() + " " + word(), false
	case 4:
		return word() + `.*` + word(), true
	case 5:
		return word() + "|" + word(), true
	case 6:
		return []string{`\d+`, `[a-c]\d`, `^\s*$`, `\p{Cyrillic}+`, `\p{Han}`, `^[A-Z]`, `[^ a]$`, `(a|b)(a|r)`}[random.IntN(8)], true
	case 7:
		return "^" + word(), true
	}
	return word() + `\s*$`, true
}
