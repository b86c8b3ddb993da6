package tools

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"redline/backend/patch"
)

// badDesk is a folder of files that were read, for patches that can't be applied.
func badDesk(t *testing.T) *desk {
	t.Helper()
	var many strings.Builder
	for i := range 40 {
		fmt.Fprintf(&many, "line %d\n", i+1)
	}
	d := newDesk(t, map[string]string{
		"f": "alpha\nbeta\ngamma\ndelta\nepsilon\n", "many": many.String(), "cr": "one\rtwo\rthree\r", "moved": "first\n",
		"bytes": "a\x00b", "dir/x": "x\n", ".env": "KEY=1\n", "unread": "x\n",
	})
	for _, name := range []string{"f", "many", "cr", "dir/x", "moved"} {
		d.call("read_file", map[string]any{"path": name})
	}
	d.write("moved", "second\n") // by another program, since it was read
	return d
}

// Each of these patches is refused whole, before anybody is asked, and says in which
// file and hunk, what was expected and what is there, and what to do, so that the next
// try can be right. A sound file before the bad one isn't changed either.
func TestBadPatches(t *testing.T) {
	const f, many = "--- a/f\n+++ b/f\n", "--- a/many\n+++ b/many\n"
	block := func(body string) string { return "*** Begin Patch\n" + body + "*** End Patch\n" }
	change := func(name string) string {
		return "--- a/" + name + "\n+++ b/" + name + "\n@@ -1 +1 @@\n-a\n+b\n"
	}
	noise := make([]byte, 4096)
	for i, r := 0, rand.New(rand.NewPCG(4, 4)); i < len(noise); i++ {
		noise[i] = byte(r.Uint32())
	}
	for _, c := range []struct {
		what, patch string
		want        []string
	}{
		{"cut off in a line", f + "@@ -1,3 +1,3 @@\n alpha\n-be", []string{"line 3 of the patch: the patch breaks off in this hunk (its @@ line promises 3 old and 3 new lines, and there are 2 and 1). Send all of it"}},
		{"cut off after a header", f, []string{"f, line 1 of the patch: there is no hunk below this header"}},
		{"cut off in a hunk's header", f + "@@ -1,3 +1", []string{`line 3 of the patch: a hunk begins with a line such as @@ -12,3 +12,4 @@, and this is "@@ -1,3 +1"`}},
		{"a block cut off", "*** Begin Patch\n*** Update File: f\n@@\n alpha\n-be", []string{"it breaks off: *** End Patch is missing"}},
		{"a hunk twice", f + "@@ -2 +2 @@\n-beta\n+B\n@@ -2 +2 @@\n-beta\n+B\n", []string{"f, hunk 2, line 6 of the patch: it changes line 2, which hunk 1 changes already", "leave out what is there twice"}},
		{"hunks that overlap", f + "@@ -1,3 +1,3 @@\n alpha\n-beta\n+B\n gamma\n@@ -2,3 +2,3 @@\n beta\n-gamma\n+G\n delta\n", []string{"f, hunk 2, line 8 of the patch: it changes lines 2 to 4, which hunk 1 changes already; put both into one hunk"}},
		{"a block that names a file twice", block("*** Update File: f\n@@\n-beta\n+B\n*** Update File: f\n@@\n-gamma\n+G\n"), []string{"f, line 6 of the patch: f is named a second time, after line 2; put all of a file's hunks below one header"}},
		{"one file under two names", block("*** Update File: f\n@@\n-beta\n+B\n*** Update File: dir/../f\n@@\n-gamma\n+G\n"), []string{"f and dir/../f are one file; name it once"}},
		{"out of the folder", change("../f"), []string{"../f is outside the workspace"}},
		{"the system's file", "--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\n-a\n+b\n", []string{"/etc/passwd is outside the workspace"}},
		{"blocked", change(".env"), []string{`.env may not be touched: ".env" blocks it`}},
		{"git's own", change(".git/config"), []string{".git/config may not be touched"}},
		{"a folder", change("dir"), []string{"dir is not a regular file: it is a folder"}},
		{"below a file", "--- /dev/null\n+++ b/f/x\n@@ -0,0 +1 @@\n+b\n", []string{"f/x lies below a file"}},
		{"not there", change("ff"), []string{"ff, line 1 of the patch: there is no such file"}},
		{"no text", change("bytes"), []string{"bytes is not text, so it can't be patched"}},
		{"not read", change("unread"), []string{"unread was not read in this chat", "Read it with read_file"}},
		{"changed since it was read", change("moved"), []string{"moved changed since it was read", "Read it again"}},
		{"one line that differs", f + "@@ -1,5 +1,5 @@\n alpha\n-beta\n+B\n gamma\n delTA\n epsilon\n", []string{`f, hunk 1, line 3 of the patch: expected "delTA" and found "delta" on line 4, at the place that is most like it (4 of its 5 old lines)`, "The file has there:\n1: alpha\n2: beta\n3: gamma\n4: delta\n5: epsilon"}},
		{"the second of two hunks", many + "@@ -1 +1 @@\n-line 1\n+1\n@@ -20,3 +20,3 @@\n line 20\n-line twenty-one\n+x\n line 22\n", []string{`many, hunk 2, line 6 of the patch: expected "line twenty-one" and found "line 21" on line 21`, "\n21: line 21\n"}},
		{"several hunks", many + "@@ -1 +1 @@\n-line one\n+1\n@@ -20 +20 @@\n-line 20\n+20\n@@ -30 +30 @@\n-line thirty\n+30\n", []string{"many, hunk 1,", "Hunks that are not in the file either: 3"}},
		{"a slip of the pen", f + "@@ -3 +3 @@\n-gamna\n+x\n", []string{`its old line is not in the file: "gamna"; most like it is line 3, "gamma"`}},
		{"nothing alike", f + "@@ -1,2 +1 @@\n-1234\n-5678\n+x\n", []string{`none of its 2 old lines is in the file, the first is "1234", and no line is like it. Is it the right file?`}},
		{"applied before", f + "@@ -2 +2 @@\n-BETA\n+beta\n", []string{"its old lines are not in the file, and its new ones are, on line 2; was it applied before?"}},
		{"no change", f + "@@ -2 +2 @@\n beta\n", []string{"the patch changes nothing in it"}},
		{"behind the end", f + "@@ -9,0 +10 @@\n+x\n", []string{"it adds lines after line 9, and the file has 5"}},
		{"an anchor with a slip", block("*** Update File: many\n@@ lines 13\n-line 14\n+x\n"), []string{`the line "lines 13" of its @@ is not in the file; most like it is line 13, "line 13"`}},
		{"a line without a mark", block("*** Update File: f\n@@\nalpha\n-beta\n+B\n"), []string{`line 4 of the patch: a line of a hunk begins with a space, + or -, and this is "alpha"`}},
		{"a hunk of no file", "@@ -2 +2 @@\n-beta\n+B\n", []string{"line 1 of the patch: this hunk belongs to no file"}},
		{"a file that ends its lines in CR", "--- a/cr\n+++ b/cr\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n", []string{"cr, hunk 1, line 3 of the patch: the lines of the file end in CR alone"}},
		{"a patch that ends its lines in CR", "--- a/f\r+++ b/f\r@@ -2 +2 @@\r-beta\r+B\r", []string{"its lines end in CR alone; send it with LF"}},
		{"a byte too many", f + strings.Repeat("p", patch.MaxBytes+1-len(f)), []string{"1048577 bytes long; at most 1048576"}},
		{"a line too many", f + "@@ -2 +2 @@\n-beta\n+B\n" + strings.Repeat("\n", patch.MaxLines-4), []string{"the patch has 50001 lines; at most 50000"}},
		{"a hunk too many", many + strings.Repeat("@@ -2 +2 @@\n-a\n+B\n", patch.MaxHunks+1), []string{"more than 1000 hunks"}},
		{"random bytes", string(noise), []string{"there is no change in it. Give a unified diff"}},
		{"nothing", "", []string{"there is no change in it"}},
		{"prose", "Please write B for beta in f.", []string{"there is no change in it"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := badDesk(t)
			d.c.Writer.Gate.Always, d.c.Writer.Gate.Announce = nil, func() { t.Error("the person was asked") }
			before := d.files()
			r := d.call("apply_patch", map[string]any{"patch": c.patch})
			d.says(r, c.want...)
			said, _ := r["error"].(string)
			if !strings.Contains(said, "no files were changed") && !strings.Contains(said, "nothing was changed") {
				t.Errorf("it doesn't say that nothing was changed: %q", said)
			}
			if len(said) > 2000 {
				t.Errorf("%d bytes are said", len(said))
			}
			d.untouched(before)
		})
	}
}

// A unified diff may name a file again, as git's own series do.
func TestPatchNamesAFileAgain(t *testing.T) {
	d := badDesk(t)
	d.says(d.call("apply_patch", map[string]any{"patch": "--- a/f\n+++ b/f\n@@ -2 +2 @@\n-beta\n+B\n--- a/f\n+++ b/f\n@@ -2 +2 @@\n-B\n+C\n"}))
	if got := d.files()["f"]; got != "alpha\nC\ngamma\ndelta\nepsilon\n" {
		t.Errorf("%q", got)
	}
}
