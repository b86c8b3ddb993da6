package checkpoints

import (
	"flag"
	"os"
	"testing"
)

// memory is a file system in memory, where there is one: the tests open a store thousands
// of times and sync it each time, and none of them is about the disk.
const memory = "/dev/shm"

// TestMain keeps the property test short where nothing else is asked for, and measures on
// a real disk.
func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", "25")
	flag.Parse()
	if info, err := os.Stat(memory); err == nil && info.IsDir() && flag.Lookup("test.bench").Value.String() == "" {
		_ = os.Setenv("TMPDIR", memory)
	}
	os.Exit(m.Run())
}
