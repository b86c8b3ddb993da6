package diff

import (
	"fmt"
	"strings"
	"testing"
)

// Within a replaced block a line is paired with the one that it became, so that
// the marked words fall on the right lines.
func TestPairs(t *testing.T) {
	for _, tc := range []struct{ name, before, after, want string }{
		{"a line put in on top", "width = 10\nheight = 20\n", "depth of it all\nwidth = 11\nheight = 21\n", "1-2 2-3"},
		{"a line taken out in the middle", "first item here\nsecond one there\nthird item too\n", "first item now\nthird item now\n", "1-1 3-2"},
		{"nothing alike", "alpha\nbeta\n", "gamma\ndelta\n", ""},
		{"more indented", "a = f(x)\nb = g(y)\n", "\tif ok {\n\t\ta = f(x)\n\t\tb = g(y)\n\t}\n", "1-2 2-3"},
		{"the best of several", "call(one, two)\n", "call(three, four)\ncall(one, two, three)\n", "1-2"},
		{"line endings", "same\r\nwords\r\n", "same\nwords\n", "1-1 2-2"},
		{"a final newline", "the end", "the end\n", "1-1"},
		{"white space at the end of blank lines", "a \n\nb\n", "a\n \nb \n", "1-1 2-2 3-3"},
		{"a script without spaces", "我喜欢苹果\n你好世界\n", "新的一行\n我很喜欢苹果\n你好新世界\n", "1-2 2-3"},
		{"stray bytes", "key \xff\xfe value\n", "new\nkey \xff\xfd value\n", "1-2"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := pairsOf(Compare([]byte(tc.before), []byte(tc.after))); got != tc.want {
				t.Errorf("pairs %q, want %q", got, tc.want)
			}
		})
	}
}

func pairsOf(d *Diff) string {
	var pairs []string
	for _, b := range d.Lines(0) {
		for _, l := range b.Lines {
			if l.Kind == Delete && l.Pair > 0 {
				pairs = append(pairs, fmt.Sprintf("%d-%d", l.Old, l.Pair))
			}
		}
	}
	return strings.Join(pairs, " ")
}

// A block that is too large to weigh every line against every other is held by
// those that differ in white space alone.
func TestPairsOfALargeBlock(t *testing.T) {
	var before, after strings.Builder
	after.WriteString("if ok {\n")
	for i := range 5000 {
		fmt.Fprintf(&before, "call(%d)\n", i)
		if i%100 == 0 {
			fmt.Fprintf(&after, "\tnote()\n\tcall(%d, true)\n", i)
		} else {
			fmt.Fprintf(&after, "\tcall(%d)\n", i)
		}
	}
	after.WriteString("}\n")
	d := Compare([]byte(before.String()), []byte(after.String()))
	pairs := strings.Fields(pairsOf(d))
	if len(pairs) != 5000 || pairs[0] != "1-3" || pairs[1] != "2-4" || pairs[4999] != "5000-5051" {
		t.Errorf("%d pairs, %v … %v", len(pairs), pairs[:2], pairs[len(pairs)-1])
	}
}
