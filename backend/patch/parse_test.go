package patch

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// files is a folder in memory.
type files map[string]string

func (fs files) read(name string) ([]byte, bool, error) {
	s, ok := fs[name]
	return []byte(s), ok, nil
}

// apply gives the folder as the patch makes it.
func (fs files) apply(text string) (files, []string, error) {
	p, err := Parse(text)
	if err != nil {
		return nil, nil, err
	}
	changes, notes, err := p.Plan(fs.read)
	if err != nil {
		return nil, nil, err
	}
	out := files{}
	for name, s := range fs {
		out[name] = s
	}
	for _, c := range changes {
		delete(out, c.File.Path)
		if c.File.Op != Delete {
			out[c.File.Target()] = string(c.After)
		}
	}
	return out, notes, nil
}

func equal(a, b files) bool { return fmt.Sprint(a) == fmt.Sprint(b) && len(a) == len(b) }

// Both forms are read, in whatever wrapping models give them (FS-50, FS-52).
func TestForms(t *testing.T) {
	const old = "one\ntwo\nthree\n"
	const new = "one\n2\nthree\n"
	update := func(s string) (files, files) { return files{"f": s}, files{"f": strings.Replace(s, "two", "2", 1)} }
	lf, lfAfter := update(old)
	crlf, crlfAfter := update(strings.ReplaceAll(old, "\n", "\r\n"))
	const hunk = "@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"
	for _, c := range []struct {
		what, patch  string
		before, want files
		note         string
	}{
		{"plain", "--- f\n+++ f\n" + hunk, lf, lfAfter, ""},
		{"git", "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n" + hunk, lf, lfAfter, ""},
		{"dates", "--- f\t2020-01-01 10:00:00.0 +0100\n+++ f\t2020-01-01 10:00:00.0 +0100\n" + hunk, lf, lfAfter, ""},
		{"a copy's name", "--- f.orig\n+++ f\n" + hunk, lf, lfAfter, ""},
		{"prose around", "Here it is:\n\n```diff\n--- a/f\n+++ b/f\n" + hunk + "```\nDone.\n", lf, lfAfter, ""},
		{"a mail's signature", "--- a/f\n+++ b/f\n" + hunk + "-- \n2.40\n", lf, lfAfter, ""},
		{"a section's name", "--- a/f\n+++ b/f\n" + strings.Replace(hunk, " @@\n", " @@ func two()\n", 1), lf, lfAfter, ""},
		{"wrong counts", "--- a/f\n+++ b/f\n" + strings.Replace(hunk, "-1,3 +1,3", "-1,9 +1,2", 1), lf, lfAfter, "3 old and 3 new lines, not the 9 and 2"},
		{"a wrong line", "--- a/f\n+++ b/f\n" + strings.Replace(hunk, "-1,3 +1,3", "-7,3 +7,3", 1), lf, lfAfter, ""},
		{"CRLF in the file", "--- a/f\n+++ b/f\n" + hunk, crlf, crlfAfter, ""},
		{"CRLF in the patch", strings.ReplaceAll("--- a/f\n+++ b/f\n"+hunk, "\n", "\r\n"), lf, lfAfter, ""},
		{"CRLF in both", strings.ReplaceAll("--- a/f\n+++ b/f\n"+hunk, "\n", "\r\n"), crlf, crlfAfter, ""},
		{"a lost space on a blank line", "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n one\n\n-two\n+2\n", files{"f": "one\n\ntwo\n"}, files{"f": "one\n\n2\n"}, ""},
		{"no final newline", "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n", files{"f": "a"}, files{"f": "b"}, ""},
		{"a final newline added", "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n", files{"f": "a"}, files{"f": "a\n"}, ""},
		{"trailing space", "--- a/f\n+++ b/f\n" + hunk, files{"f": "one  \ntwo\nthree\n"}, files{"f": "one  \n2\nthree\n"}, "matched by trailing space"},
		{"surrounding space", "--- a/f\n+++ b/f\n" + hunk, files{"f": "\tone\ntwo\nthree\n"}, files{"f": "\tone\n2\nthree\n"}, "matched by surrounding space"},
		{"new", "--- /dev/null\n+++ b/d/g\n@@ -0,0 +1,2 @@\n+x\n+y\n", files{}, files{"d/g": "x\ny\n"}, ""},
		{"new by its date", "--- g\t1970-01-01 00:00:00 +0000\n+++ g\t2020-01-01 00:00:00 +0000\n@@ -0,0 +1 @@\n+x\n", files{}, files{"g": "x\n"}, ""},
		{"new and empty", "diff --git a/g b/g\nnew file mode 100644\nindex 0..0\n", files{}, files{"g": ""}, ""},
		{"gone", "--- a/f\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-one\n-two\n-three\n", lf, files{}, ""},
		{"renamed", "diff --git a/f b/g\nsimilarity index 100%\nrename from f\nrename to g\n", lf, files{"g": old}, ""},
		{"renamed and changed", "diff --git a/f b/g\nrename from f\nrename to g\n--- a/f\n+++ b/g\n" + hunk, lf, files{"g": new}, ""},
		{"a quoted name", "diff --git \"a/t\\tb\\303\\251\" \"b/t\\tb\\303\\251\"\n--- \"a/t\\tb\\303\\251\"\n+++ \"b/t\\tb\\303\\251\"\n" + hunk, files{"t\tbé": old}, files{"t\tbé": new}, ""},
		{"a name with spaces", "--- a/my file\t\n+++ b/my file\t\n" + hunk, files{"my file": old}, files{"my file": new}, ""},
		{"a series of mails", "--- a/f\n+++ b/f\n" + hunk + "\n--- a/f\n+++ b/f\n@@ -2 +2 @@\n-2\n+zwei\n", lf, files{"f": "one\nzwei\nthree\n"}, ""},

		{"block", "*** Begin Patch\n*** Update File: f\n@@\n one\n-two\n+2\n*** End Patch\n", lf, lfAfter, ""},
		{"block in a heredoc", "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: f\n one\n-two\n+2\n*** End Patch\nEOF\n", lf, lfAfter, ""},
		{"block with an anchor", "*** Begin Patch\n*** Update File: f\n@@ func b\n-x\n+y\n*** End Patch", files{"f": "func a\nx\nfunc b\nx\n"}, files{"f": "func a\nx\nfunc b\ny\n"}, ""},
		{"block with two anchors", "*** Begin Patch\n*** Update File: f\n@@ class B\n@@ def m\n-x\n+y\n*** End Patch", files{"f": "class A\n  def m\nx\nclass B\n  def m\nx\n"}, files{"f": "class A\n  def m\nx\nclass B\n  def m\ny\n"}, ""},
		{"block at the end", "*** Begin Patch\n*** Update File: f\n@@\n-x\n+y\n*** End of File\n*** End Patch", files{"f": "x\nx\n"}, files{"f": "x\ny\n"}, ""},
		{"block that adds", "*** Begin Patch\n*** Add File: g\n+x\n+\n+y\n*** End Patch", files{}, files{"g": "x\n\ny\n"}, ""},
		{"block that adds, a + lost", "*** Begin Patch\n*** Add File: g\n+x\n\n+y\n*** End Patch", files{}, files{"g": "x\n\ny\n"}, "an empty line without its +"},
		{"block that deletes", "*** Begin Patch\n*** Delete File: f\n*** End Patch", lf, files{}, ""},
		{"block that moves", "*** Begin Patch\n*** Update File: f\n*** Move to: g\n@@\n-two\n+2\n*** End Patch", lf, files{"g": new}, ""},
		{"block that moves only", "*** Begin Patch\n*** Update File: f\n*** Move to: g\n*** End Patch", lf, files{"g": old}, ""},
		{"block that appends", "*** Begin Patch\n*** Update File: f\n@@\n+four\n*** End Patch", files{"f": "a\r\n"}, files{"f": "a\r\nfour\r\n"}, ""},
		{"block without a final newline", "*** Begin Patch\n*** Update File: f\n@@\n-b\n+B\n*** End Patch", files{"f": "a\nb"}, files{"f": "a\nB"}, ""},
		{"block that appends to no newline", "*** Begin Patch\n*** Update File: f\n@@\n a\n+b\n*** End Patch", files{"f": "a"}, files{"f": "a\nb\n"}, ""},
		{"hunks out of order", "*** Begin Patch\n*** Update File: f\n@@\n-three\n+3\n@@\n-one\n+1\n*** End Patch", lf, files{"f": "1\ntwo\n3\n"}, "before the hunk above it"},
		{"two places", "*** Begin Patch\n*** Update File: f\n@@\n-x\n+y\n*** End Patch", files{"f": "x\nx\n"}, files{"f": "y\nx\n"}, "its lines stand in 2 places; the first was taken, line 1"},
		{"the nearest of two places", "--- a/f\n+++ b/f\n@@ -5 +5 @@\n-x\n+y\n", files{"f": "x\na\nb\nx\n"}, files{"f": "x\na\nb\ny\n"}, "its lines stand in 2 places; the one nearest to line 5 was taken, line 4"},
	} {
		t.Run(c.what, func(t *testing.T) {
			got, notes, err := c.before.apply(c.patch)
			if err != nil || !equal(got, c.want) {
				t.Errorf("%q, %v; want %q", got, err, c.want)
			}
			if said := strings.Join(notes, "\n"); c.note == "" && said != "" || !strings.Contains(said, c.note) {
				t.Errorf("notes %q, want %q", said, c.note)
			}
		})
	}
}

// What can't be read or placed is refused whole, with where and what would mend it
// (FS-51, FS-52, FS-54).
func TestRefusals(t *testing.T) {
	folder := files{"f": "one\ntwo\nthree\nfour\n", "g": "x\n"}
	head := "--- a/f\n+++ b/f\n"
	for _, c := range []struct{ what, patch, want string }{
		{"nothing", "", "there is no change in it"},
		{"prose", "I could not do it.", "there is no change in it"},
		{"no file", "@@ -1 +1 @@\n-a\n+b\n", "line 1 of the patch: this hunk belongs to no file"},
		{"no hunk", head, "f, line 1 of the patch: there is no hunk below"},
		{"broken off", head + "@@ -1,2 +1,2 @@\n", "line 3 of the patch: there is no line below this @@ line"},
		{"no numbers", head + "@@ one @@\n-one\n+1\n", `a hunk begins with a line such as @@ -12,3 +12,4 @@, and this is "@@ one @@"`},
		{"a number beyond all", head + "@@ -99999999999999999999 +1 @@\n-one\n+1\n", "is beyond any file"},
		{"a line that differs", head + "@@ -1,3 +1,3 @@\n one\n-too\n+2\n three\n", `f, hunk 1, line 3 of the patch: expected "too" and found "two" on line 2, at the place that is most like it (2 of its 3 old lines)`},
		{"an invisible difference", head + "@@ -1,2 +1,2 @@\n one\n-two\u200b\n+2\n", `expected "two\u200b" and found "two"`},
		{"past the end", head + "@@ -3,3 +3,3 @@\n three\n four\n-five\n+5\n", `expected "five" after line 4, where the file ends, at the place that is most like it (2 of its 3 old lines)`},
		{"another file", head + "@@ -1 +1 @@\n-alpha\n+beta\n", `its old line is not in the file: "alpha", and no line is like it. Is it the right file?`},
		{"overlapping hunks", head + "@@ -1,2 +1,2 @@\n one\n-two\n+2\n@@ -2,2 +2,2 @@\n two\n-three\n+3\n", "f, hunk 2, line 7 of the patch: it changes lines 2 to 3, which hunk 1 changes already"},
		{"a hunk twice", head + "@@ -2 +2 @@\n-two\n+2\n@@ -2 +2 @@\n-two\n+2\n", "which hunk 1 changes already"},
		{"a change that is there", head + "@@ -1 +1 @@\n-one\n+one\n", "the patch changes nothing in it; was it applied before?"},
		{"a file twice", "*** Begin Patch\n*** Delete File: f\n*** Delete File: f\n*** End Patch", "f is named a second time, after line 2"},
		{"a target twice", "*** Begin Patch\n*** Update File: f\n*** Move to: h\n*** Update File: g\n*** Move to: h\n*** End Patch", "h is named a second time"},
		{"adding what is there", "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+x\n", "it is to be added and is there already"},
		{"changing what isn't", "*** Begin Patch\n*** Update File: h\n@@\n-x\n+y\n*** End Patch", "h, line 2 of the patch: there is no such file"},
		{"moving onto a file", "*** Begin Patch\n*** Update File: f\n*** Move to: g\n*** End Patch", "it is to be moved to g, and something is there already"},
		{"deleting a part", "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n", "it is to be deleted, and the patch leaves 15 bytes of it"},
		{"binary", "diff --git a/p b/p\nindex 1..2 100644\nGIT binary patch\nliteral 1\n", "line 3 of the patch: a binary file can't be patched"},
		{"binary, said by diff", "Binary files a/p and b/p differ\n", "a binary file can't be patched: Binary files a/p and b/p differ"},
		{"a link", "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n", "line 2 of the patch: a symbolic link can't be made"},
		{"a submodule", "diff --git a/l b/l\nnew file mode 160000\n", "a submodule can't be made"},
		{"a copy", "diff --git a/f b/h\ncopy from f\ncopy to h\n", "copies are not made"},
		{"no end", "*** Begin Patch\n*** Delete File: f\n", "it breaks off: *** End Patch is missing"},
		{"an unknown mark", "*** Begin Patch\n*** Rename File: f\n*** End Patch", `"*** Rename File: f" begins no file`},
		{"no name", "*** Begin Patch\n*** Add File:\n+x\n*** End Patch", "the name of the file is missing"},
		{"no mark on a line", "*** Begin Patch\n*** Update File: f\n@@\none\n-two\n*** End Patch", `line 4 of the patch: a line of a hunk begins with a space, + or -, and this is "one"`},
		{"no + on a line", "*** Begin Patch\n*** Add File: h\nx\n*** End Patch", `every line of a new file begins with +, and this is "x"`},
		{"an anchor that isn't there", "*** Begin Patch\n*** Update File: f\n@@ func x\n-two\n+2\n*** End Patch", `the line "func x" of its @@ is not in the file. Name a line`},
		{"not at the end", "*** Begin Patch\n*** Update File: f\n@@\n-two\n+2\n*** End of File\n*** End Patch", "its lines stand on line 2 and not at the end of the file"},
		{"only a header", "*** Begin Patch\n*** Update File: f\n*** End Patch", "there is no change below this header"},
	} {
		t.Run(c.what, func(t *testing.T) {
			got, _, err := folder.apply(c.patch)
			var e *Error
			if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "(no files were changed)") {
				t.Errorf("%v, %q; want %s", err, got, c.want)
			}
		})
	}
}

// The limits hold to the last byte, line, file and hunk.
func TestLimits(t *testing.T) {
	const one = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n"
	adds := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "--- /dev/null\n+++ b/f%d\n@@ -0,0 +1 @@\n+x\n", i)
		}
		return b.String()
	}
	hunks := func(n int) string {
		return "--- a/f\n+++ b/f\n" + strings.Repeat("@@ -1 +1 @@\n-a\n+b\n", n)
	}
	for _, c := range []struct {
		what, within, beyond, want string
	}{
		{"bytes", pad(one, MaxBytes), pad(one, MaxBytes+1), "at most 1048576 are read"},
		{"lines", one + strings.Repeat("\n", MaxLines-5), one + strings.Repeat("\n", MaxLines-4), "the patch has 50001 lines; at most 50000"},
		{"files", adds(MaxFiles), adds(MaxFiles + 1), "it names 101 files; at most 100"},
		{"hunks", hunks(MaxHunks), hunks(MaxHunks + 1), "more than 1000 hunks"},
	} {
		if _, err := Parse(c.within); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		if _, err := Parse(c.beyond); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.what, err, c.want)
		}
	}
	_, _, err := files{"f": "a\n" + strings.Repeat("x", MaxFileBytes-1)}.apply(one)
	if err == nil || !strings.Contains(err.Error(), "at most 10485760 are patched") {
		t.Errorf("a file too large: %v", err)
	}
}

func pad(s string, n int) string { return s + strings.Repeat("p", n-len(s)) }
