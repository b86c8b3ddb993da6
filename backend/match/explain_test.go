package match

import (
	"strings"
	"testing"
)

// A model is told where something like its text stands and how that differs, down to
// what isn't seen (product.md: guidance on failure).
func TestExplain(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, tc := range []struct {
		name, text, target string
		want               []string
	}{
		{"no-break space", "a\nfoo(a,\u00a0b)\nc\n", "foo(a,b)", []string{"stands at line 2 but for white space", "   2: foo(a,\u00a0b)\n", "the file has `foo(a,⟨U+00A0 no-break space⟩b)`, the text `foo(a,b)`."}},
		{"zero width", "a\nzero\u200bwidth\n", "zerowidth", []string{"`zero⟨U+200B zero-width space⟩width`"}},
		{"one that has no name here", "a\u2061b\n", "ab", []string{"`a⟨U+2061⟩b`"}},
		{"carriage returns", "old\rmac\r", "old\nmac", []string{"`old⟨U+000D carriage return⟩mac`, the text `old⟨line end⟩mac`"}},
		{"a tab for spaces", "a\tb\n", "ab", []string{"`a⟨tab⟩b`"}},
		{"capital letters, in several places", "Tide\n\ntIDE\n", "tide", []string{"lines 1 and 3", "the file has `Tide`, the text `tide`."}},
		{"letters composed otherwise", "cafe\u0301 au lait\n", "café au lait", []string{"Nearest to it is line 1", "`cafe⟨U+0301⟩ au lait`", "composed otherwise"}},
		{"line numbers", "a\n\tfoo(a)\nc\n", "   2: \tfoo(a)\n   3: c\n", []string{"with the line numbers", "Without them it stands at line 2."}},
		{"other words", "func main() {\n\tx := 1\n\tfmt.Println(x)\n}\n\nfunc other() {\n}\n", "func main() {\n\ty := 1\n\tfmt.Println(x)\n}\n", []string{"Nearest to it are lines 1 to 4:\n   1: func main() {\n", "Of 4 lines, 1 differ: 2. The first: the file has `⟨tab⟩x := 1`, the text `⟨tab⟩y := 1`."}},
		{"nested otherwise", "if a:\n    b()\nc()\n", "if a:\n    b()\n    c()\n", []string{"stands at line 1 but for white space", "the file has `", "line end⟩c()`"}},
		{"more lines than there are", "alpha beta\n", "alpha beta\ngamma", []string{"The file has 1 lines from there, the text 2."}},
		{"many lines", strings.Repeat("alpha beta\n", 20), strings.Repeat("alpha beta!\n", 20), []string{"   6: alpha beta\n      (14 more lines)\n", "Of 20 lines, 20 differ: 1, 2, 3, 4, 5, 6, 7, 8 and 12 more."}},
		{"a long line", long + "ab cd" + long, long + "ab ce" + long, []string{"…xxx", "xxab cdxxx", "xxx…"}},
		{"bytes that are no text", "alpha \xff beta\n", "alpha  gamma beta", []string{"⟨a byte that is no UTF-8⟩"}},
		{"nothing like it", "nothing\n", "completely different text", []string{"Nothing in the file is like it. Read the file again"}},
		{"too short to be like anything", "nothing\n", "qx", []string{"Nothing in the file is like it"}},
		{"nothing that is seen", "a\u200b\n", "\u2060\u2060", []string{"Nothing in the file is like it"}},
		{"white space", "a\n", " \n\n", []string{"white space alone"}},
		{"an empty file", "", "a", []string{"The file is empty."}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if f, ok := Find(tc.text, tc.target); ok {
				t.Fatalf("it was found, by %q", f.Step)
			}
			got := Explain(tc.text, tc.target)
			for _, part := range tc.want {
				if !strings.Contains(got, part) {
					t.Errorf("says %q, which lacks %q", got, part)
				}
			}
		})
	}
}

// Files as large as they may be, and as repetitive, are searched to the end, by
// every step, and explained.
func TestLargeFiles(t *testing.T) {
	size := 10 << 20
	for _, tc := range []struct{ text, target string }{
		{strings.Repeat("}\n", size/2), "}\n" + strings.Repeat("x\n", 1000) + "}\n}"},
		{strings.Repeat("\r\n", size/2), strings.Repeat("}\n", 10_000) + "{"},
		{strings.Repeat("“", size/3), "ab"},
		{strings.Repeat("ab ", size/3), "ab  ab\nabx"},
		{strings.Repeat("\tthe same line “again”  and\tagain\n", size/36), "the same line \"again\" and again!\n"},
	} {
		if f, ok := Find(tc.text, tc.target); ok {
			t.Fatalf("%.20q: found by %q", tc.text, f.Step)
		}
		if Explain(tc.text, tc.target) == "" {
			t.Errorf("%.20q: nothing is explained", tc.text)
		}
	}
}
