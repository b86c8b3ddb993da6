package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// A further folder of the command line is read and written in this run only; one that
// isn't a folder is a wrong command line (FS-01a).
func TestAddDir(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("REDLINE_HOME", filepath.Join(dir, "home"))
	for name, content := range map[string]string{"work/a": "x", "more/b": "hello", "more/.env": "x"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	work, more := filepath.Join(dir, "work"), filepath.Join(dir, "more")
	for _, tc := range []struct {
		name   string
		args   []string
		status int
		says   string
	}{
		{"read in it", []string{"tool", "--dir", work, "--add-dir", more, "read_file", "path=" + more + "/b"}, exitDone, "hello"},
		{"written in it", []string{"tool", "--dir", work, "--add-dir", more, "--approve", "all", "create_file", "path=" + more + "/c", "content=y"}, exitDone, "created"},
		{"blocked in it", []string{"tool", "--dir", work, "--add-dir", more, "read_file", "path=" + more + "/.env"}, exitFailed, "blocks it"},
		{"not saved", []string{"tool", "--dir", work, "read_file", "path=" + more + "/b"}, exitFailed, "outside the workspace"},
		{"missing", []string{"tool", "--dir", work, "--add-dir", more + "x", "read_file", "path=a"}, exitUsage, "there is no such folder"},
		{"a file", []string{"tool", "--dir", work, "--add-dir", more + "/b", "read_file", "path=a"}, exitUsage, "it is a file"},
		{"missing, of the timeline", []string{"checkpoints", "list", "--dir", work, "--add-dir", more + "x"}, exitUsage, "there is no such folder"},
		{"missing, of the server", []string{"serve", work, "--add-dir", more + "x"}, exitUsage, "there is no such folder"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			status := run(tc.args, &env{ctx: t.Context(), in: strings.NewReader(""), out: &out, err: &errs, frontend: fstest.MapFS{}})
			if said := out.String() + errs.String(); status != tc.status || !strings.Contains(said, tc.says) {
				t.Errorf("status %d, want %d; said %s", status, tc.status, said)
			}
		})
	}
}
