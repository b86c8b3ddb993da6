package diff

import (
	"fmt"
	"strings"
	"testing"
)

// Hunks fall where a reader expects them. The wanted texts were judged by eye; a
// line that stays begins with a space.
func TestHunksFallWell(t *testing.T) {
	for _, tc := range []struct{ name, before, after, want string }{
		{
			"a function between others",
			"func a() {\n\tx()\n}\n\nfunc c() {\n\tz()\n}\n",
			"func a() {\n\tx()\n}\n\nfunc b() {\n\tx()\n}\n\nfunc c() {\n\tz()\n}\n",
			" func a() {\n \tx()\n }\n \n+func b() {\n+\tx()\n+}\n+\n func c() {\n \tz()\n }\n",
		},
		{
			"a function at the end",
			"func a() {\n\tx()\n}\n",
			"func a() {\n\tx()\n}\n\nfunc b() {\n\ty()\n}\n",
			" func a() {\n \tx()\n }\n+\n+func b() {\n+\ty()\n+}\n",
		},
		{
			"a block without blank lines",
			"if a {\n\tx()\n}\nreturn\n",
			"if a {\n\tx()\n}\nif b {\n\tx()\n}\nreturn\n",
			" if a {\n \tx()\n }\n+if b {\n+\tx()\n+}\n return\n",
		},
		{
			"a paragraph",
			"One.\n\nThree.\n",
			"One.\n\nTwo.\n\nThree.\n",
			" One.\n \n+Two.\n+\n Three.\n",
		},
		{
			"an item like its neighbours",
			"{\n  a,\n},\n{\n  c,\n},\n",
			"{\n  a,\n},\n{\n  b,\n},\n{\n  c,\n},\n",
			" {\n   a,\n },\n+{\n+  b,\n+},\n {\n   c,\n },\n",
		},
		{
			"swapped lines",
			"a\nb\nc\nd\n",
			"a\nc\nb\nd\n",
			" a\n-b\n c\n+b\n d\n",
		},
		{
			"braces don't hold what was rewritten",
			"void a() {\n  if (x) {\n    one();\n  }\n}\n\nvoid keep() {\n  stay();\n}\n",
			"void keep() {\n  stay();\n}\n\nvoid b() {\n  if (y) {\n    two();\n  }\n}\n",
			"-void a() {\n-  if (x) {\n-    one();\n-  }\n-}\n-\n void keep() {\n   stay();\n }\n+\n+void b() {\n+  if (y) {\n+    two();\n+  }\n+}\n",
		},
		{
			"a moved block",
			"one\ntwo\nthree\nfour\nfive\n",
			"four\nfive\none\ntwo\nthree\n",
			"+four\n+five\n one\n two\n three\n-four\n-five\n",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			patch := Unified(Compare([]byte(tc.before), []byte(tc.after)), "a", "b", 100)
			_, got, _ := strings.Cut(patch, "@@\n")
			if got != tc.want {
				t.Errorf("got\n%s\nwant\n%s", got, tc.want)
			}
		})
	}
}

// One line that moves through a table whose other lines all occur twice is one
// move, although it is the only line to hold on to.
func TestALoneUniqueLineIsNoAnchor(t *testing.T) {
	var table strings.Builder
	for i := range 200 {
		fmt.Fprintf(&table, "row %d\n", i%100)
	}
	d := Compare([]byte("mark\n"+table.String()), []byte(table.String()+"mark\n"))
	if d.Added != 1 || d.Removed != 1 {
		t.Errorf("+%d -%d, want +1 -1", d.Added, d.Removed)
	}
}

// What has too much out of order is compared coarsely and says so, and gives the
// new content all the same; ordinary edits never are.
func TestCoarse(t *testing.T) {
	var a, b, c strings.Builder
	state := uint32(1)
	random := func() uint32 {
		state = state*1664525 + 1013904223
		return state >> 8
	}
	for i := range 8000 {
		line := random() % 40
		fmt.Fprintf(&a, "%d\n", line)
		fmt.Fprintf(&b, "%d\n", random()%40)
		if i%100 == 0 {
			line = 40
		}
		fmt.Fprintf(&c, "%d\n", line)
	}
	for _, tc := range []struct {
		name  string
		after string
		want  bool
	}{{"nothing in order", b.String(), true}, {"some lines", c.String(), false}} {
		t.Run(tc.name, func(t *testing.T) {
			d := Compare([]byte(a.String()), []byte(tc.after))
			if d.Coarse != tc.want {
				t.Errorf("coarse is %v", d.Coarse)
			}
			if got := d.Apply(all(Accept())); string(got) != tc.after {
				t.Error("it doesn't give the new content")
			}
		})
	}
}
