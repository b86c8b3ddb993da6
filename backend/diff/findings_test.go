package diff

import (
	"fmt"
	"strings"
	"testing"
)

func TestFindings(t *testing.T) {
	for _, tc := range []struct{ name, before, after, want string }{
		{"nothing hidden", "a\n", "b\n", ""},
		{"direction", "a\nb\n", "a\nb\u202Ec\u2066\n", `bidi 2 "\u202e", bidi 2 "\u2066"`},
		{"direction, moved", "a\u202E\nb\n", "a\nb\u202E\n", `bidi 2 "\u202e"`},
		{"zero width", "a\n", "pay\u200Bpal\n", `invisible 1 "\u200b"`},
		{"zero width in what stays", "a\u200B\nb\n", "a\u200B\nc\n", ""},
		{"zero width as before in its line", "one two\u200B three\n", "one two\u200B four\n", ""},
		{"one more in its line", "one two\u200B three\n", "one\u200B two\u200B four\n", `invisible 1 "\u200b"`},
		{"new file with direction", "", "a\u202E\n", `bidi 1 "\u202e"`},
		{"joiner in an emoji", "a\n", "👩\u200D🔬 and ❤\uFE0F\n", ""},
		{"joiner in Persian", "a\n", "می\u200Cخواهم\n", ""},
		{"joiner in a word", "a\n", "ad\u200Dmin\n", `invisible 1 "\u200d"`},
		{"selector beside a letter", "a\n", "a\uFE0Fb\n", "invisible 1 \"\ufe0f\""},
		{"flag of Scotland", "a\n", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F here\n", ""},
		{"text in tag characters", "a\n", "hi\U000E0061\n", `invisible 1 "\U000e0061"`},
		{"filler", "a\n", "a\u3164 = 1\n", `invisible 1 "ㅤ"`},
		{"mark within", "a\n", "b\uFEFF\n", `invisible 1 "\ufeff"`},
		{"escape", "a\n", "a\x1b[2K\n", `control 1 "\x1b"`},
		{"carriage return within", "a\n", "# safe\rrm\n", `control 1 "\r"`},
		{"byte order mark added", "a\n", "\xef\xbb\xbfa\n", "byte-order-mark"},
		{"byte order mark taken away", "\xef\xbb\xbfa\n", "a\n", "byte-order-mark"},
		{"line endings", "a\r\nb\r\n", "a\nb\n", "line-ending"},
		{"line endings mixed", "a\nb\n", "a\r\nb\n", "line-ending"},
		{"final newline lost", "a\n", "a", "final-line"},
		{"final newline gained", "a", "a\n", "final-line"},
		{"white space at line ends", "a\nb\n", "a \nb\t\n", `trailing 1 " ", trailing 2 "\t"`},
		{"white space at line ends, as before", "one a \n", "one b \n", ""},
		{"white space in a new file", "", "a \n", ""},
		{"Cyrillic in a Latin word", "user = 1\n", "usеr = 2\n", `homoglyph 1 "usеr"`},
		{"Greek in a Latin word", "a\n", "Οpen()\n", `homoglyph 1 "Οpen"`},
		{"full-width in a Latin word", "a\n", "e\uFF56al(x)\n", `homoglyph 1 "eｖal"`},
		{"a word that only looks Latin", "scope = 1\n", "ѕсоре = 2\n", `homoglyph 1 "ѕсоре"`},
		{"a Cyrillic word", "один\n", "один сор\n", ""},
		{"accents", "a\n", "naïve Größe\n", ""},
		{"signs of science", "a\n", "Δx in µm\n", ""},
		{"homoglyph as before", "x usеr = 1\n", "x usеr = 2\n", ""},
		{"Greek question mark", "a;\n", "b()\u037E\n", "look-alike 1 \"\u037e\""},
		{"no-break space", "if a\n", "if\u00A0b\n", `look-alike 1 "\u00a0"`},
		{"quotes alone", "say \"yes\"\n", "say “yes”\n", `look-alike 1 "say “yes”"`},
		{"quotes among other words", "say \"yes\"\n", "say “no”\n", ""},
		{"long line", "a\n", strings.Repeat("x", 501) + "\n", "long-line 1"},
		{"long line, as before", strings.Repeat("x", 501) + "\n", strings.Repeat("x", 502) + "\n", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := Compare([]byte(tc.before), []byte(tc.after))
			if got := list(d, d.Findings(false)); got != tc.want {
				t.Errorf("found %s, want %s", got, tc.want)
			}
		})
	}
}

func list(d *Diff, f Findings) string {
	var all []string
	for _, found := range f.List {
		s := string(found.Kind)
		if found.Line > 0 {
			s += fmt.Sprintf(" %d", found.Line)
		}
		if r := found.Range; r.To > r.From {
			s += fmt.Sprintf(" %q", d.After[r.From:r.To])
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

// In prose, what typography asks for is no finding, unless a line changes in nothing else.
func TestFindingsInProse(t *testing.T) {
	for _, tc := range []struct{ name, before, after, want string }{
		{"typography", "a\n", "Ce n’est pas\u00A0: “oui” — " + strings.Repeat("très ", 200) + "long\n", ""},
		{"a dash alone", "from 3-4 on\n", "from 3–4 on\n", `look-alike 1 "from 3–4 on"`},
		{"a space alone", "10 km\n", "10\u00A0km\n", `look-alike 1 "10\u00a0km"`},
		{"direction", "a\n", "\u202Ea\n", `bidi 1 "\u202e"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := Compare([]byte(tc.before), []byte(tc.after))
			if got := list(d, d.Findings(true)); got != tc.want {
				t.Errorf("found %s, want %s", got, tc.want)
			}
		})
	}
}

// What is too much to list is counted all the same.
func TestFindingsAreBounded(t *testing.T) {
	after := strings.Repeat("a\u200B\u202E \n", 1000)
	f := Compare([]byte("x\n"), []byte(after)).Findings(false)
	if len(f.List) != maxFindings || f.Counts[Invisible] != 1000 || f.Counts[Bidi] != 1000 || f.Counts[Trailing] != 1000 {
		t.Errorf("%d listed, counted %v", len(f.List), f.Counts)
	}
	want := "adds 1000 characters that change the direction of text; adds 1000 characters that can't be seen; 1000 lines end in white space"
	if got := strings.Join(f.Summary(), "; "); got != want {
		t.Errorf("summary %q", got)
	}
}

func TestFindingsSayWhatTheyAre(t *testing.T) {
	for after, want := range map[string]string{
		"b\u202E\n":              "a right-to-left override (U+202E)",
		"usеr\n":                 "“usеr” has a Cyrillic letter (U+0435), which looks like e",
		"b\u00A0c\n":             "U+00A0, which looks like a space",
		"b\x1b[0m\n":             "the control character U+001B, escape, which steers terminals",
		"\xef\xbb\xbfa\n":        "a byte order mark is added",
		strings.Repeat("ä", 600): "the line is 600 characters long",
	} {
		f := Compare([]byte("a\n"), []byte(after)).Findings(false)
		var all []string
		for _, found := range f.List {
			all = append(all, found.Text)
		}
		if got := strings.Join(all, "; "); !strings.Contains(got, want) {
			t.Errorf("%q: said %q, want %q", after, got, want)
		}
	}
}
