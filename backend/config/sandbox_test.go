package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What a settings file says of the sandbox holds as written. A file that can't be
// understood and may say something of it leaves the sandbox unknown, not at its
// defaults: those may be wider (FS-01).
func TestSandboxSettings(t *testing.T) {
	for _, tc := range []struct {
		name, file string
		allowed    []string
		blocked    []string // nil for the default patterns
		max        int64
		problem    string
		lost       bool
	}{
		{name: "nothing", file: ""},
		{name: "all", file: "[sandbox]\nallowed_paths = [\"../more\"]\nread_only_paths = [\"/usr/share/dict\"]\nblocked_paths = [\"*.key\"]\n[tools]\nmax_file_size_bytes = 1000\n",
			allowed: []string{"../more"}, blocked: []string{"*.key"}, max: 1000},
		{name: "nothing blocked", file: "[sandbox]\nblocked_paths = []\n", blocked: []string{}},
		{name: "misspelt key", file: "[sandbox]\nblocked_path = [\"secret\"]\n", problem: "the nearest is \"sandbox.blocked_paths\"", lost: true},
		{name: "wrong type", file: "sandbox.allowed_paths = 3\n", problem: "line 1", lost: true},
		{name: "other key misspelt", file: "[sandbox]\nblocked_paths = [\"secret\"]\n[ui]\nthem = \"dark\"\n", problem: "line 4", lost: true},
		{name: "quoted", file: "['sandbox']\nblockd = 1\n", problem: "line 2", lost: true},
		{name: "misspelt section", file: "sandbx.blocked_paths = ['secret']\n", problem: "line 1", lost: true},
		{name: "in braces", file: "sandbx = {blocked_paths = ['secret']}\n", problem: "line 1", lost: true},
		{name: "in a comment", file: "# sandbox\n[ui]\nthem = 'dark'\n", problem: "line 3"},
		{name: "cut short", file: "[sandbox\n", problem: "line 1", lost: true},
		{name: "broken without a sandbox", file: "[ui]\nthem = \"dark\"\n", problem: "line 2"},
		{name: "negative budget", file: "[checkpoints]\nmax_bytes = -1\n", problem: "line 2: max_bytes"},
		{name: "an age that is none", file: "[checkpoints]\nmax_age_days = 40000\n", problem: "line 2: max_age_days"},
		{name: "negative limit", file: "[tools]\nmax_file_size_bytes = -1\n", problem: "line 2: max_file_size_bytes"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "config.toml")
			if err := os.WriteFile(path, []byte(tc.file), 0o600); err != nil {
				t.Fatal(err)
			}
			c, err := Load(path)
			if (err != nil) != (tc.problem != "") || err != nil && !strings.Contains(err.Error(), tc.problem) {
				t.Fatalf("problem %v, want %q", err, tc.problem)
			}
			if (c.Sandbox.Lost != "") != tc.lost {
				t.Errorf("lost: %q", c.Sandbox.Lost)
			}
			if (c.Sandbox.BlockedPaths == nil) != (tc.blocked == nil) || tc.blocked != nil && !slices.Equal(*c.Sandbox.BlockedPaths, tc.blocked) {
				t.Errorf("blocked %v", c.Sandbox.BlockedPaths)
			}
			if !slices.Equal(c.Sandbox.AllowedPaths, tc.allowed) || c.Tools.MaxFileSizeBytes != tc.max {
				t.Errorf("settings %+v %+v", c.Sandbox, c.Tools)
			}
			if err != nil {
				return
			}
			if err := Save(path, c); err != nil {
				t.Fatal(err)
			}
			back, err := Load(path)
			if err != nil || (back.Sandbox.BlockedPaths == nil) != (tc.blocked == nil) || !slices.Equal(back.Sandbox.AllowedPaths, tc.allowed) {
				t.Errorf("saved and read again: %+v, %v", back.Sandbox, err)
			}
		})
	}
}
