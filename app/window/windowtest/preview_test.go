//go:build window

package windowtest_test

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"redline/app/window/windowtest"
)

// A note's own pictures are shown in the window, and its formula and its diagram are
// drawn, all without the network.
func TestPreviewInTheWindow(t *testing.T) {
	folder := t.TempDir()
	picture, err := os.Create(filepath.Join(folder, "gauge.png"))
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(picture, image.NewGray(image.Rect(0, 0, 30, 20))); err != nil {
		t.Fatal(err)
	}
	if err := picture.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "note.md"), "# Newlyn\n\n![the gauge](gauge.png)\n\n$$\\frac{a}{b}$$\n\n```mermaid\ngraph TD\n  A --> B\n```\n")
	w := windowtest.Open(t, "", folder)
	w.WaitText("note.md")
	w.Find("[role=treeitem]:last-child").Click()
	for what, script := range map[string]string{
		"picture": "[...document.querySelectorAll('aside img')].some((i) => i.complete && i.naturalWidth === 30)",
		"formula": "document.querySelector('aside .katex') !== null",
		"diagram": "document.querySelector('aside svg .node') !== null",
	} {
		w.Wait("the "+what, func() (there bool) {
			w.Script(&there, "return "+script)
			return there
		})
	}
	w.Screenshot("preview")
}
