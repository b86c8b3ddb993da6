package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"redline/backend/workspace"
)

// The doctor tells what tools could reach in a folder and which setting says so, and
// why the folder can't be opened.
func TestDoctorTellsTheSandbox(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("REDLINE_HOME", filepath.Join(dir, "home"))
	for _, name := range []string{"home", "work", "ro", "added"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	settings := filepath.Join(dir, "home", "config.toml")
	write := func(text string) {
		if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	doctor := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		args = append([]string{"doctor", "--dir", filepath.Join(dir, "work")}, args...)
		if status := run(args, &env{ctx: t.Context(), in: strings.NewReader(""), out: &out, err: &errs, frontend: fstest.MapFS{}}); status != exitDone {
			t.Fatalf("status %d: %s", status, errs.String())
		}
		return out.String()
	}
	write("[sandbox]\nread_only_paths = [\"../ro\"]\nblocked_paths = [\"*.key\", \"!pub.key\"]\n")
	text := strings.Join(strings.Fields(doctor("--add-dir", filepath.Join(dir, "added"))), " ")
	for _, want := range []string{
		"read, write " + dir + "/work (workspace)", "read, write " + dir + "/added (--add-dir)", "read only " + dir + "/ro (sandbox.read_only_paths)",
		"never touched *.key, !pub.key (sandbox.blocked_paths)", "closed " + dir + "/home", "never written .git/**", "a file when git runs it by itself",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	var said struct{ Sandbox *workspace.Summary }
	if err := json.Unmarshal([]byte(doctor("--json")), &said); err != nil || said.Sandbox == nil || len(said.Sandbox.Roots) != 2 {
		t.Errorf("as JSON: %+v, %v", said.Sandbox, err)
	}
	for text, want := range map[string]string{
		"[sandbox]\nread_only_paths = [\"../rw\"]\n": "names \"../rw\"",
		"[sandbox]\nreadonly_paths = []\n":           "not known",
		"[sandbox]\nblocked_paths = [\"a\\nb\"]\n":   "is not valid",
	} {
		write(text)
		if said := doctor(); !strings.Contains(said, want) || !strings.Contains(said, "--  sandbox") {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
}
