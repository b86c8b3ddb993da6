package patch

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkPlan reads and plans a patch of 1,000 hunks: in 100 files, in one file,
// and in one whose hints are all wrong.
func BenchmarkPlan(b *testing.B) {
	for _, c := range []struct {
		name         string
		files, hunks int
		off          int
	}{{"100files", 100, 10, 0}, {"1file", 1, 1000, 0}, {"1file-moved", 1, 1000, 5000}} {
		fs, text := generated(c.files, c.hunks, c.off)
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, _, err := fs.apply(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// generated gives files of 30 lines for each hunk, and a patch whose hints are off by
// some lines.
func generated(n, hunks, off int) (files, string) {
	fs := files{}
	var patch strings.Builder
	for f := range n {
		name := fmt.Sprintf("src/file%d.txt", f)
		var content strings.Builder
		for i := range hunks * 30 {
			fmt.Fprintf(&content, "line %d of file %d\n", i, f)
		}
		fs[name] = content.String()
		fmt.Fprintf(&patch, "--- a/%s\n+++ b/%s\n", name, name)
		for h := range hunks {
			at := h*30 + 10
			fmt.Fprintf(&patch, "@@ -%d,3 +%d,3 @@\n line %d of file %d\n-line %d of file %d\n+changed %d\n line %d of file %d\n",
				at+1+off, at+1+off, at, f, at+1, f, h, at+2, f)
		}
	}
	return fs, patch.String()
}
