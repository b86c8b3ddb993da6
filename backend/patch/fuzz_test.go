package patch

import (
	"bytes"
	"errors"
	"runtime"
	"strings"
	"testing"
)

// Whatever bytes come, reading and planning end without a panic and in bounded
// memory: with an *Error, or with changes in which every line of a file that no
// hunk names still stands.
func FuzzPatch(f *testing.F) {
	for _, seed := range []string{
		"--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",
		"*** Begin Patch\n*** Update File: f\n*** Move to: g\n@@ one\n-two\n+2\n*** End of File\n*** End Patch",
		"*** Begin Patch\n*** Add File: g\n+x\n*** Delete File: f\n*** End Patch",
		"diff --git a/f b/g\nrename from f\nrename to g\nold mode 100644\nnew mode 100755\n",
		"--- \"a/f\\303\\251\"\t1970-01-01 00:00:00 +0000\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n",
	} {
		f.Add(seed, "one\r\ntwo\nthree")
	}
	f.Fuzz(func(t *testing.T, text, content string) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		allocated := m.TotalAlloc
		p, err := Parse(text)
		if err == nil {
			_, _, err = p.Plan(func(string) ([]byte, bool, error) { return []byte(content), true, nil })
		}
		runtime.ReadMemStats(&m)
		if used, given := m.TotalAlloc-allocated, uint64(len(text)+len(content)); used > 400*given+1<<20 {
			t.Errorf("%d bytes were allocated for %d", used, given)
		}
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Errorf("a defect: %v", err)
		}
		if err == nil {
			checkKept(t, p, content)
		}
	})
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
