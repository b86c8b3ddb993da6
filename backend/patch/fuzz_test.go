package patch

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// seeds are patches that look for what may go wrong; text and file.
var seeds = [][2]string{
	{"--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n", "one\r\ntwo\nthree"},
	{"*** Begin Patch\n*** Update File: f\n*** Move to: g\n@@ one\n-two\n+2\n*** End of File\n*** End Patch", "one\ntwo\n"},
	{"*** Begin Patch\n*** Add File: g\n+x\n*** Delete File: f\n*** End Patch", ""},
	{"diff --git a/f b/g\nrename from f\nrename to g\nold mode 100644\nnew mode 100755\n", "x"},
	{"--- \"a/f\\303\\251\"\t1970-01-01 00:00:00 +0000\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n", "x"},
	// Counts that promise more than there is, and hints beyond the file.
	{"--- a/f\n+++ b/f\n@@ -10485760,10485760 +1,10485760 @@\n-a\n", "a\na\na"},
	{"--- a/f\n+++ b/f\n@@ -99999999999999999999 +1 @@\n-a\n", "a"},
	{"--- a/f\n+++ b/f\n@@ -0,0 +0,0 @@\n\\\n\n\n", "\n"},
	// Old lines that stand before the beginning, behind the end, and everywhere.
	{"--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n x\n y\n-a\n+b\n", "a\n"},
	{"--- a/f\n+++ b/f\n@@ -9,2 +9,1 @@\n a\n-a\n", "a\na\na\na\na"},
	// Lone CR, NUL and bytes that are no UTF-8.
	{"--- a/f\r\n+++ b/f\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n", "a\rb\rc"},
	{"--- a/f\n+++ b/f\n@@ -1 +1 @@\n-\xff\x00\n+\xfe\n", "\xff\x00\n"},
	// Marks in odd places.
	{"*** Begin Patch\n@@\n*** Update File: f\n@@\n@@ x\n@@\n\n\n*** End of File\n*** End of File\n*** End Patch", "x\n"},
	{"*** Begin Patch\n*** Update File: f\n-a\n\\ No newline at end of file\n*** End Patch\n*** Begin Patch", "a"},
}

// allocated gives how many bytes a function allocates. Others allocate beside it, the
// fuzzer among them, so that it is tried again while it seems too much.
func allocated(enough uint64, f func()) (least uint64) {
	least = ^uint64(0)
	for range 5 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		before := m.TotalAlloc
		f()
		runtime.ReadMemStats(&m)
		if least = min(least, m.TotalAlloc-before); least <= enough {
			break
		}
	}
	return least
}

// room is how many bytes may be allocated for so many: 20 times as many, and beside that
// as much as the names, numbers and notes of so many hunks take.
func room(given, hunks int) uint64 { return 20*uint64(given) + 64<<10 + 1<<10*uint64(hunks) }

// marks counts what may begin a file or a hunk.
func marks(text string) (n int) {
	for _, m := range []string{"@@", "***", "diff --git", "+++ "} {
		n += strings.Count(text, m)
	}
	return n
}

// Whatever bytes come, reading and planning end without a panic and in bounded
// memory: with an *Error, or with changes in which every line of a file that no
// hunk names still stands.
func FuzzPatch(f *testing.F) {
	for _, s := range seeds {
		f.Add(s[0], s[1])
	}
	f.Fuzz(checkPatch)
}

func checkPatch(t *testing.T, text, content string) {
	var p *Patch
	var err error
	file := []byte(content)
	again := max(1, strings.Count(text, "\n+++ ")) // a file may be named again, and is planned again
	enough := room(len(text)+len(content)*again, marks(text))
	used := allocated(enough, func() {
		if p, err = Parse(text); err == nil {
			_, _, err = p.Plan(func(string) ([]byte, bool, error) { return file, true, nil })
		}
	})
	if used > enough {
		t.Errorf("%d bytes were allocated for %d", used, len(text)+len(content))
	}
	var e *Error
	if err != nil && !errors.As(err, &e) {
		t.Errorf("a defect: %v", err)
	}
	if err == nil {
		checkKept(t, p, content)
	}
}

// The memory is bounded also where a patch or a file is nothing but line endings, or
// none of its lines is like another.
func TestBoundedMemory(t *testing.T) {
	numbers := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%x\n", i)
		}
		return b.String()
	}
	const head = "--- a/f\n+++ b/f\n"
	for what, c := range map[string][2]string{
		"a file of line endings":   {head + "@@ -1 +1 @@\n-a\n+b\n", strings.Repeat("\n", 5<<20) + "a\n"},
		"a file of other lines":    {head + "@@ -1 +1 @@\n-1ffff\n+b\n", numbers(1 << 20)},
		"a hunk of added lines":    {head + "@@ -1 +1,49000 @@\n a\n" + strings.Repeat("+\n", 49_000), "a\n"},
		"a hunk of old lines":      {head + "@@ -1,49000 +1 @@\n" + strings.Repeat("-\n", 49_000), strings.Repeat("\n", 49_000)},
		"a hunk that fits nowhere": {head + "@@ -1,49000 +1 @@\n" + strings.Repeat("-a\n", 49_000), strings.Repeat("a\nb\n", 1<<20)},
		"many hunks":               {head + strings.Repeat("@@ -1 +1 @@\n-a\n+b\n", 1000), strings.Repeat("a\n", 1000)},
		"many files":               {strings.Repeat("--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+b\n", 100), ""},
		"one line":                 {head + "@@ -1 +1 @@\n-" + strings.Repeat("x", 1<<19), strings.Repeat("x", 10<<20)},
	} {
		t.Run(what, func(t *testing.T) { checkPatch(t, c[0], c[1]) })
	}
}

// checkKept makes sure that no line went that no hunk takes out.
func checkKept(t *testing.T, p *Patch, content string) {
	for i := range p.Files {
		f := p.Files[i]
		if f.Op != Update || strings.Contains(content, "\r") {
			continue
		}
		after, _, err := f.Apply([]byte(content))
		if err != nil {
			continue // it is for what an earlier part makes
		}
		if removed, kept := count(f.Hunks, '-'), bytes.Count(after, []byte("\n")); kept < strings.Count(content, "\n")-removed-1 {
			t.Errorf("lines were lost: %q became %q", content, after)
		}
	}
}

func count(hunks []Hunk, kind byte) (n int) {
	for _, h := range hunks {
		for _, l := range h.Body {
			if l.Kind == kind {
				n++
			}
		}
	}
	return n
}
