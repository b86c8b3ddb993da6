package checkpoints

import (
	"flag"
	"os"
	"testing"
)

// TestMain keeps the property test short where nothing else is asked for: every
// step of it syncs a disk.
func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", "25")
	flag.Parse()
	os.Exit(m.Run())
}
