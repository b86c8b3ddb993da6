//go:build window

package windowtest_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"redline/app/window/windowtest"
)

// BenchmarkStart measures what a person waits for, from the start of the process to
// the first words on the page of an opened folder, and the memory of the whole
// process tree then. The driver that looks on costs some of both.
func BenchmarkStart(b *testing.B) {
	folder, home := b.TempDir(), b.TempDir()
	write := func(path, content string) {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	write(filepath.Join(folder, "newlyn.md"), note)
	write(filepath.Join(home, "config.toml"), "[ui]\nacceleration = 'auto'\n")
	var words, memory float64
	for b.Loop() {
		w := windowtest.Open(b, home, folder)
		w.WaitText("What should change?")
		var painted float64
		w.Script(&painted, "return performance.timeOrigin + performance.getEntriesByName('first-contentful-paint')[0].startTime")
		words += painted - float64(w.Started().UnixNano())/float64(time.Millisecond)
		memory += pss(b, w.PID())
		w.Terminate()
	}
	b.ReportMetric(words/float64(b.N), "ms-to-words")
	b.ReportMetric(memory/float64(b.N), "MB-pss")
}

// pss adds up the proportional memory of a process and all that it started, in MB.
func pss(b *testing.B, pid int) (sum float64) {
	b.Helper()
	rollup, err := os.Open(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		b.Fatal(err)
	}
	defer rollup.Close()
	for lines := bufio.NewScanner(rollup); lines.Scan(); {
		var kb float64
		if n, _ := fmt.Sscanf(lines.Text(), "Pss: %f kB", &kb); n == 1 {
			sum += kb / 1024
		}
	}
	children, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		b.Fatal(err)
	}
	for _, path := range children {
		list, err := os.ReadFile(path)
		if err != nil {
			continue // that thread has ended
		}
		for _, field := range strings.Fields(string(list)) {
			var child int
			if _, err := fmt.Sscan(field, &child); err != nil {
				b.Fatal(err)
			}
			sum += pss(b, child)
		}
	}
	return sum
}
