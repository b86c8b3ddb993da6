package match

import (
	"strings"
	"testing"
)

// found is one case of a step: with step "" the text must not be found.
type found struct {
	name, text, target, replacement, want string
	step                                  Step
}

func check(t *testing.T, cases []found) {
	t.Helper()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			f, ok := Find(tc.text, tc.target)
			if ok != (tc.step != "") || f.Step != tc.step {
				t.Fatalf("found by %q at %v, want %q", f.Step, f.Places, tc.step)
			}
			if ok && f.Replace(tc.replacement) != tc.want {
				t.Errorf("gave %q, want %q", f.Replace(tc.replacement), tc.want)
			}
		})
	}
}

// The very text, and nothing in it is a pattern. A line end is one whole, and each
// line keeps its own (B.4 row 36).
func TestExactAndLineEnds(t *testing.T) {
	check(t, []found{
		{"as it stands", "a.c [x] $1\n", ".c [x] $1", "$0\\1", "a$0\\1\n", Exact},
		{"all of it", "x", "x", "", "", Exact},
		{"every place", "aaaa", "aa", "b", "bb", Exact},
		{"another case", "Tide", "tide", "", "", ""},
		{"nothing", "abc", "", "", "", ""},
		{"a space more", "a b", "a  c", "", "", ""},
		{"LF for CRLF", "a\r\nb\r\nc\r\n", "a\nb\n", "x\n", "x\r\nc\r\n", LineEnds},
		{"CRLF for LF", "a\nb\n", "a\r\nb", "x\r\ny\r\nz", "x\ny\nz\n", LineEnds},
		{"never half a CRLF", "a\r\nb", "\nb", "", "a", LineEnds},
		{"half a CRLF is a blank", "a\r\nb", "a\r", "x", "x\r\nb", WhiteSpace},
		{"mixed: the same lines keep theirs", "1\r\n2\n3\r\n4\n", "1\n2\n3\n4\n", "1\ntwo\n3\nfour\n", "1\r\ntwo\n3\r\nfour\n", LineEnds},
		{"mixed: further lines take the line's", "1\r\n2\n3\r\n", "2", "2\na\nb", "1\r\n2\na\nb\n3\r\n", Exact},
		{"mixed: at the end, the last one's", "1\r\n2", "2", "2\n3", "1\r\n2\r\n3", Exact},
		{"lines that go", "1\r\n2\n3\r\n", "2\n3\n", "3\n", "1\r\n3\r\n", LineEnds},
		{"no line end to go by", "a", "a", "x\r\ny", "x\r\ny", Exact},
		{"a lone CR stays", "a\rb\rc", "b", "B", "a\rB\rc", Exact},
		{"stray bytes stay", "x\xff\xfey\n", "y", "z", "x\xff\xfez\n", Exact},
	})
}

// Blanks at the ends of lines are not seen by a model; those of lines that it
// doesn't change stay, as in Markdown they break the line.
func TestTrailing(t *testing.T) {
	check(t, []found{
		{"fewer", "a  \nb\n", "a\nb\n", "a\nc\n", "a  \nc\n", Trailing},
		{"more", "a\nb\n", "a \t\nb\n", "x\nb\n", "x\nb\n", Trailing},
		{"at the very end", "a\nb\n", "b  ", "c", "a\nc\n", Trailing},
		{"blanks after it are no part of it", "a  \nb \t\n", "a\nb", "x\ny", "x\ny \t\n", Trailing},
		{"with CRLF", "a \r\nb\r\n", "a\nb\n", "a\nc\n", "a \r\nc\r\n", Trailing},
		{"no line end at the end of the file", "a\nb", "b\n", "c\n", "a\nc", Trailing},
		{"that, taken away", "a\nb", "b\n", "", "a\n", Trailing},
		{"not inside a word", "barter\n", "bar ", "", "", ""},
		{"not before other text", "a b\n", "a \n", "", "", ""},
		{"white space alone is nowhere", "a\n\n\nb", " \n\t\n", "", "", ""},
	})
}

// Quotes and dashes match whichever way they are written. What the replacement
// doesn't change keeps the file's, and what it adds takes them on; a dash or a quote
// is no other character (B.4 row 39).
func TestTypography(t *testing.T) {
	check(t, []found{
		{"curly in the file", "He said “yes” – and left.\n", `He said "yes" - and left.`, `He said "no" - and left.`, "He said “no” – and left.\n", Typography},
		{"curly in the target", "x = \"a\"\n", "x = “a”", "x = “b”", "x = \"b\"\n", Typography},
		{"apostrophes", "It’s here, isn’t it?\n", "It's here, isn't it?", "It's here, don't you see?", "It’s here, don’t you see?\n", Typography},
		{"further quotes open and close", "“Yes.”\n", `"Yes."`, `"No," she said. "Not ('now')."`, "“No,” she said. “Not ('now').”\n", Typography},
		{"low and high", "Er sagte „ja“.\n", `Er sagte "ja".`, `Sie rief "nein" und "nie".`, "Sie rief „nein“ und „nie“.\n", Typography},
		{"both ways in one place", "a “b” \"c\"\n", `a "b" "c"`, `a "d" "c"`, "a “d” \"c\"\n", Typography},
		{"lines that stay", "“a”\n“b”\n“c”\n", "\"a\"\n\"b\"\n\"c\"\n", "\"a\"\n\"c\"\n", "“a”\n“c”\n", Typography},
		{"minus", "−1\n", "-1", "-2", "−2\n", Typography},
		{"guillemets are others", "«a»\n", `"a"`, "", "", ""},
		{"two hyphens are no dash", "a — b\n", "a -- b", "", "", ""},
		{"a backtick is no quote", "‘a’\n", "`a`", "", "", ""},
		{"an ellipsis is no three points", "a…\n", "a...", "", "", ""},
	})
}

// Escapes that were written once too often are undone in the target and, the same
// ones, in the replacement, unless that was written with care (B.4 row 38).
func TestUnescaped(t *testing.T) {
	check(t, []found{
		{"a line end", "f(\"a\nb\")", `f("a\nb")`, "f(\"a\nc\")", "f(\"a\nc\")", Unescaped},
		{"both", "a\nb\n", `a\nb`, `a\nc`, "a\nc\n", Unescaped},
		{"quotes", "say \"a\" 'b' `c`\n", "say \\\"a\\\" \\'b\\' \\`c\\`", "say \\\"d\\\"", "say \"d\"\n", Unescaped},
		{"a tab", "\ta\n", `\ta`, `\tb`, "\tb\n", Unescaped},
		{"characters by number", "naïve 😀\n", `na\u00efve \ud83d\ude00`, `na\u00efve \ud83d\ude01`, "naïve 😁\n", Unescaped},
		{"an escaped escape", `p("\n")`, `p(\"\\n\")`, `p(\"\\t\")`, `p("\t")`, Unescaped},
		{"the file's line ends", "a\r\nb\r\n", `a\nb`, `x\ny`, "x\r\ny\r\n", Unescaped},
		{"other escapes stay", "a \"b\"\n", `a \"b\"`, `a \"\n\"`, "a \"\\n\"\n", Unescaped},
		{"some of both", `p("\n")`, `p(\"\\n")`, `p(\"\\t")`, `p("\t")`, Unescaped},
		{"meant, in the file", `p("\n")`, `p("\n")`, `p("\t")`, `p("\t")`, Exact},
		{"an unknown one", "a\x0cb", `a\fb`, "", "", ""},
		{"half a pair", "a\ufffd", `a\ud83d`, "", "", ""},
		{"a backslash at the end", "a", `a\`, "", "", ""},
	})
}

// White space inside lines may be other, prose may be wrapped otherwise; a space is
// never nothing, and the end of a paragraph no space.
func TestWhiteSpace(t *testing.T) {
	check(t, []found{
		{"fewer spaces", "x   =     5;\ny\n", "x = 5;", "x = 6;", "x = 6;\ny\n", WhiteSpace},
		{"more", "f(a, b) {\n    g\n}", "f(a,  b)\t{\n    g\n}", "f(a, b) {\n    h\n}", "f(a, b) {\n    h\n}", WhiteSpace},
		{"no-break spaces", "10\u00a0km\u202fnorth\n", "10 km north", "10 km south", "10 km south\n", WhiteSpace},
		{"lines that stay keep theirs", "a  b\nc   d\n", "a b\nc d\n", "a b\nc e\n", "a  b\nc e\n", WhiteSpace},
		{"prose in one line", "The sea\nis grey. It\nrains.\n", "The sea is grey.", "The sea is blue.", "The sea is blue. It\nrains.\n", WhiteSpace},
		{"prose in more lines", "The sea is grey.\n", "The sea\nis grey.\n", "The sea\nis blue.\n", "The sea\nis blue.\n", WhiteSpace},
		{"a list item", "- one\n  two\n- three\n", "- one two\n", "- one\n", "- one\n- three\n", WhiteSpace},
		{"at the end of the file", "y z ", "y\nz\n", "x\n", "x ", WhiteSpace},
		{"a space for nothing", "f(a,b)", "f(a, b)", "", "", ""},
		{"nothing for a space", "f (a)", "f(a)", "", "", ""},
		{"not a paragraph's end", "one\n\ntwo\n", "one two", "", "", ""},
		{"not half a line", "one\ntwo three\n", "one two\n", "", "", ""},
	})
}

// Whole lines are found whatever they are indented with, and the replacement is
// indented as the file is: tabs or spaces, deeper or less deep. Lines that are nested
// otherwise than in the file are not found (B.4 row 38).
func TestIndentation(t *testing.T) {
	check(t, []found{
		{"none given", "\tif a {\n\t\tf()\n\t}\n", "if a {\n\tf()\n}", "if a {\n\tg()\n\tif b {\n\t\th()\n\t}\n}", "\tif a {\n\t\tg()\n\t\tif b {\n\t\t\th()\n\t\t}\n\t}\n", Indentation},
		{"spaces for tabs", "f {\n\tg\n}\n", "f {\n    g\n}\n", "f {\n    h {\n        i\n    }\n}\n", "f {\n\th {\n\t\ti\n\t}\n}\n", Indentation},
		{"tabs for spaces", "f\n  g\n", "f\n\tg", "f\n\tg\n\t\th", "f\n  g\n    h\n", Indentation},
		{"two for four", "f:\n    g\n", "f:\n  g\n", "f:\n  g\n    h\n", "f:\n    g\n        h\n", Indentation},
		{"one level is known", "\t\ta\n", "        a\n", "        a\n            b\n    c\n", "\t\ta\n\t\t\tb\n\tc\n", Indentation},
		{"less than in the target", "    a\n      b\n", "a\n  b\n", "a\n  b\nc\n", "    a\n      b\n    c\n", Indentation},
		{"out of what is known", "\ta\n", "  a\n", "a\n", "a\n", Indentation},
		{"from the first line's text on", "    a\n\tb\n", "a\n    b\n", "a\n    c\n", "    a\n\tc\n", Indentation},
		{"blank lines count, their blanks don't", "  a\n \n  b\n", "a\n\nb\n", "a\n\nc\n", "  a\n \n  c\n", Indentation},
		{"CRLF", "  a\r\n  b\r\n", "a\nb\n", "a\nc\n", "  a\r\n  c\r\n", Indentation},
		{"with quotes", "  “a”\n  b\n", "\"a\"\nb\n", "\"a\" or \"c\"\nb\n", "  “a” or “c”\n  b\n", Indentation},
		{"in every place", "  a\n  b\n\ta\n\tb\n", "a\nb\n", "c\nb\n", "  c\n  b\n\tc\n\tb\n", Indentation},
		{"nested otherwise", "if a:\n    b\nc\n", "if a:\n    b\n    c\n", "", "", ""},
		{"flat for nested", "  if {\n    x\n  }\n", "if {\nx\n}", "", "", ""},
		{"part of a line", "  a b\n  c\n", " b\n\tc\n", "", "", ""},
		{"a line too few", "  a\n\n  b\n", "a\nb\n", "", "", ""},
	})
}

// A block of at least three lines is found by its first and last where 85 in 100 of
// the lines between are the file's: one in seven may differ (Blade).
func TestAnchored(t *testing.T) {
	lines := func(s string) string { return strings.Join(strings.Split(s, ""), "\n") + "\n" }
	check(t, []found{
		{"one of seven", lines("[abcdefg]"), lines("[abcXefg]"), lines("[abcXef!]"), lines("[abcdef!]"), Anchored},
		{"its line rewritten", lines("[abcdefg]"), lines("[abcXefg]"), lines("[abcYefg]"), lines("[abcYefg]"), Anchored},
		{"indented", "\t" + strings.Join(strings.Split("[abcdefg]", ""), "\n\t") + "\n", lines("[abcXefg]"), lines("[abc]"), "\t[\n\ta\n\tb\n\tc\n\t]\n", Anchored},
		{"three of twenty", lines("[abcdefghijklmnopqrst]"), lines("[XbcdefghiYklmnopqrsZ]"), "", "", Anchored},
		{"four of twenty", lines("[abcdefghijklmnopqrst]"), lines("[XbcdefghiYkWmnopqrsZ]"), "", "", ""},
		{"one of six", lines("[abcdef]"), lines("[abcXef]"), "", "", ""},
		{"nothing between is that", lines("[a]"), lines("[X]"), "", "", ""},
		{"another first line", lines("[abcdefg]"), lines("(abcdefg]"), "", "", ""},
		{"another last line", lines("[abcdefg]"), lines("[abcdefg)"), "", "", ""},
		{"a line more", lines("[abcdefg]"), lines("[abcdefgh]"), "", "", ""},
	})
}

// Several places are all given, with their lines, and nobody chooses among them.
func TestSeveralPlaces(t *testing.T) {
	for _, tc := range []struct {
		text, target string
		step         Step
		lines        []int
	}{
		{"a\nb\na\n", "a", Exact, []int{1, 3}},
		{"a\r\nb\na\nb\n", "a\nb", LineEnds, []int{1, 3}}, // a model sees no difference
		{"a \nb\n\na \nb\n", "a\nb", Trailing, []int{1, 4}},
		{"“a”\n“a”\n", `"a"`, Typography, []int{1, 2}},
		{"\ta\n\tb\n  a\n  b\n", "a\nb\n", Indentation, []int{1, 3}},
		{strings.Repeat("[\na\nb\nc\nd\ne\nf\ng\n]\n", 2), "[\na\nb\nX\nd\ne\nf\ng\n]\n", Anchored, []int{1, 10}},
	} {
		f, _ := Find(tc.text, tc.target)
		if f.Step != tc.step || len(f.Places) != len(tc.lines) {
			t.Errorf("%q in %q: by %q at %v", tc.target, tc.text, f.Step, f.Places)
			continue
		}
		for i, n := range f.Lines() {
			if n != tc.lines[i] {
				t.Errorf("%q in %q: lines %v", tc.target, tc.text, f.Lines())
			}
		}
	}
}
