package diff

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// sides draws a content and two that were edited from it, with an alphabet of
// lines that is sometimes so small that lines repeat.
func sides(t *rapid.T) (base, ours, theirs []byte) {
	alphabet := rapid.SampledFrom([]int{2, 4, 8, 1000}).Draw(t, "alphabet")
	line := rapid.Custom(func(t *rapid.T) string {
		return fmt.Sprintf("line %d%s", rapid.IntRange(0, alphabet).Draw(t, "line"), rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n"}).Draw(t, "end"))
	})
	lines := rapid.SliceOfN(line, 0, 14).Draw(t, "base")
	edited := func(label string) []byte {
		var out []string
		for _, l := range lines {
			switch rapid.IntRange(0, 9).Draw(t, label) {
			case 0:
			case 1:
				out = append(out, line.Draw(t, label), l)
			case 2:
				out = append(out, line.Draw(t, label))
			default:
				out = append(out, l)
			}
		}
		if rapid.IntRange(0, 5).Draw(t, label) == 0 {
			out = append(out, "unfinished")
		}
		return []byte(strings.Join(out, ""))
	}
	return []byte(strings.Join(lines, "")), edited("ours"), edited("theirs")
}

func TestMerge3(t *testing.T) {
	for _, tc := range []struct{ name, base, ours, theirs, want string }{
		{"nothing changed", "a\nb\n", "a\nb\n", "a\nb\n", "a\nb\n"},
		{"changes apart", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"},
		{"the same change", "a\nb\nc\n", "a\nB\nc\n", "a\nB\nc\n", "a\nB\nc\n"},
		{"different changes of a line", "a\nb\nc\n", "a\nB\nc\n", "a\nbb\nc\n", "a\n<B\n|b\n|bb\n>c\n"},
		{"changes that touch", "a\nb\n", "A\nb\n", "a\nB\n", "<A\nb\n|a\nb\n|a\nB\n>"},
		{"a line changed and taken out", "a\nb\nc\n", "a\nc\n", "a\nB\nc\n", "a\n<|b\n|B\n>c\n"},
		{"put in at one place", "a\nb\n", "a\nours\nb\n", "a\ntheirs\nb\n", "a\n<ours\n||theirs\n>b\n"},
		{"alike at both ends", "a\nb\nc\n", "a\nx\nours\ny\nc\n", "a\nx\ntheirs\ny\nc\n", "a\nx\n<ours\n|b\n|theirs\n>y\nc\n"},
		{"a paragraph below a changed one", "One\n\nThree\n", "ONE\n\nThree\n", "One\n\nTwo\n\nThree\n", "ONE\n\nTwo\n\nThree\n"},
		{"which of equal lines went is unclear", "x\nx\ny\n", "x\ny\n", "x\nn\nx\ny\n", "x\n<|x\n|n\nx\n>y\n"},
		{"line endings and stray bytes", "a\r\nb\r\n\xff\r\n", "A\r\nb\r\n\xff\r\n", "a\r\nb\r\n\xfe\r\n", "A\r\nb\r\n\xfe\r\n"},
		{"final newline and first line", "a\nb\nc", "A\nb\nc", "a\nb\nc\n", "A\nb\nc\n"},
		{"from nothing", "", "a\n", "b\n", "<a\n||b\n>"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := Merge3([]byte(tc.base), []byte(tc.ours), []byte(tc.theirs))
			got := m.Apply(func(s Stretch) []byte {
				return fmt.Appendf(nil, "<%s|%s|%s>", m.Ours[s.Ours.From:s.Ours.To], m.Base[s.Base.From:s.Base.To], m.Theirs[s.Theirs.From:s.Theirs.To])
			})
			if string(got) != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// The stretches hold every byte of all three contents once, a side that changed
// nothing has no say, and it is all the same which side is called ours.
func TestMerge3Holds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, ours, theirs := sides(t)
		m := Merge3(base, ours, theirs)
		var a, b, c, merged []byte
		for _, s := range m.Stretches {
			if n := bytes.Count(base[:s.Base.From], []byte("\n")) + 1; n != s.Line {
				t.Fatalf("%+v begins in line %d", s, n)
			}
			a, b, c = append(a, base[s.Base.From:s.Base.To]...), append(b, ours[s.Ours.From:s.Ours.To]...), append(c, theirs[s.Theirs.From:s.Theirs.To]...)
		}
		if !bytes.Equal(a, base) || !bytes.Equal(b, ours) || !bytes.Equal(c, theirs) {
			t.Fatalf("%+v isn't all of %q, %q and %q", m.Stretches, base, ours, theirs)
		}
		for _, tc := range []struct{ base, ours, theirs, want []byte }{
			{base, ours, base, ours}, {base, base, theirs, theirs}, {base, ours, ours, ours},
		} {
			if got := Merge3(tc.base, tc.ours, tc.theirs); len(got.Conflicts()) > 0 || !bytes.Equal(got.Apply(nil), tc.want) {
				t.Fatalf("%q, %q, %q: %+v", tc.base, tc.ours, tc.theirs, got.Stretches)
			}
		}
		swapped := Merge3(base, theirs, ours)
		merged = m.Apply(func(s Stretch) []byte { return ours[s.Ours.From:s.Ours.To] })
		if got := swapped.Apply(func(s Stretch) []byte { return ours[s.Theirs.From:s.Theirs.To] }); !bytes.Equal(got, merged) {
			t.Fatalf("called theirs: %q, want %q", got, merged)
		}
	})
}

// What is merged without a conflict git merges without one, to the same bytes. We
// are stricter only where lines repeat or moved: git takes one of several ways to
// match them, and another would give another result.
func TestGitMergesAlike(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	checks := flag.Lookup("rapid.checks")
	old := checks.Value.String()
	_ = checks.Value.Set(fmt.Sprint(gitCases))
	defer func() { _ = checks.Value.Set(old) }()
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		base, ours, theirs := sides(t)
		for name, text := range map[string][]byte{"ours": ours, "base": base, "theirs": theirs} {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("git", "merge-file", "--stdout", "ours", "base", "theirs")
		cmd.Dir = dir
		gits, err := cmd.Output()
		m := Merge3(base, ours, theirs)
		conflicts := m.Conflicts()
		switch {
		case err != nil && len(conflicts) == 0:
			t.Fatalf("git sees a conflict in %q, %q, %q", base, ours, theirs)
		case err == nil && len(conflicts) == 0:
			if got := m.Apply(nil); !bytes.Equal(got, gits) {
				t.Fatalf("%q, git has %q", got, gits)
			}
		case err == nil && !unclear(m):
			t.Fatalf("a conflict in %q, %q, %q, where git has none and no line repeats or moved", base, ours, theirs)
		}
	})
}

// unclear tells whether a content holds a line more than once, or a side has lines
// of the base in another order.
func unclear(m *Merge) bool {
	place := map[string]int{}
	for side, text := range [][]byte{m.Base, m.Ours, m.Theirs} {
		seen := map[string]bool{}
		last := -1
		for i, line := range splitLines(text) {
			if seen[string(line)] {
				return true
			}
			seen[string(line)] = true
			if side == 0 {
				place[string(line)] = i
			}
			if at, ok := place[string(line)]; ok {
				if at < last {
					return true
				}
				last = at
			}
		}
	}
	return false
}
