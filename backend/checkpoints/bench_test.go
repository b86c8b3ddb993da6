package checkpoints

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"redline/backend/workspace"
)

// Opening a timeline of 10,000 turns and 20,000 changes: as it grew, and as it is when it
// was closed and written anew.
func BenchmarkOpen10000Turns(b *testing.B) {
	for _, name := range []string{"grown", "compact"} {
		b.Run(name, func(b *testing.B) {
			dir := b.TempDir()
			writeTurns(b, dir, 10_000)
			if name == "compact" {
				s, _, err := Open(dir, Options{})
				must(b, err)
				must(b, s.Close())
			}
			for b.Loop() {
				s, _, err := Open(dir, Options{})
				must(b, err)
				b.StopTimer()
				if len(s.Turns()) != 10_000 {
					b.Fatalf("%d turns", len(s.Turns()))
				}
				s.log.size = 0 // nothing is to be written anew
				must(b, s.Close())
				b.StartTimer()
			}
		})
	}
}

// writeTurns writes a log as a store does, without its syncing.
func writeTurns(b *testing.B, dir string, n int) {
	var log bytes.Buffer
	add := func(r record) {
		line, err := r.line()
		must(b, err)
		log.Write(line)
	}
	now := time.Now()
	for i := range n {
		turn := i + 1
		state := &workspace.State{Exists: true, Hash: workspace.HashOf(fmt.Append(nil, i)), Size: 3, Mode: 0o644}
		add(record{Kind: kindTurn, Turn: turn, Info: &TurnInfo{Session: "s", Prompt: turn, Label: "Tidy the chapter", Time: now}})
		for j := range 2 {
			id, path := fmt.Sprintf("c%d", 2*i+j+1), fmt.Sprintf("notes/%d.md", (i+j)%50)
			add(record{Kind: kindIntent, ID: id, Turn: turn, Path: path, Change: Edited, Before: state, After: state, Added: 1})
			add(record{Kind: kindEntry, ID: id})
		}
	}
	must(b, os.WriteFile(filepath.Join(dir, "log.jsonl"), log.Bytes(), 0o600))
}
