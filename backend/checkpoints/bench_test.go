package checkpoints

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redline/backend/workspace"
)

// Opening a timeline of 10,000 turns.
func BenchmarkOpen10000Turns(b *testing.B) {
	dir := b.TempDir()
	writeTurns(b, dir, 10_000)
	for b.Loop() {
		s, _, err := Open(dir, Options{})
		must(b, err)
		if len(s.Turns()) != 10_000 {
			b.Fatalf("%d turns", len(s.Turns()))
		}
		must(b, s.Close())
	}
}

// writeTurns writes a log as a store does, without its syncing.
func writeTurns(b *testing.B, dir string, n int) {
	var log strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&log, format+"\n", args...) }
	for i := range n {
		turn, hash := i+1, workspace.HashOf(fmt.Append(nil, i))
		line(`{"k":"turn","turn":%d,"info":{"Session":"s","Prompt":%d,"Label":"Tidy the chapter","Time":"2026-10-01T10:00:00Z"}}`, turn, turn)
		for j := range 2 {
			id := fmt.Sprintf("c%d", 2*i+j+1)
			line(`{"k":"intent","id":%q,"turn":%d,"path":"notes/%d.md","change":"edited","before":{"exists":true,"hash":%q},"after":{"exists":true,"hash":%q}}`,
				id, turn, (i+j)%50, hash, hash)
			line(`{"k":"entry","id":%q,"after":{"exists":true,"hash":%q,"size":3,"mode":420}}`, id, hash)
		}
	}
	must(b, os.WriteFile(filepath.Join(dir, "log.jsonl"), []byte(log.String()), 0o600))
}
