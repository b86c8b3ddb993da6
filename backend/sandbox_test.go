package backend

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"redline/backend/config"
	"redline/backend/workspace"
)

// The settings' roots, patterns and limit, and the folders of the command line, are
// those of the open folder; Redline's own is closed (FS-01, FS-01a, FS-06, FS-10).
func TestSandbox(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("REDLINE_HOME", filepath.Join(dir, "home"))
	for name, content := range map[string]string{
		"work/secret": "x", "work/.env": "x", "work/big": "12345", "rw/a": "x", "ro/a": "x", "added/a": "x", "added/secret": "x", "home/config.toml": "",
	} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	home, err := config.FindHome()
	must(t, err)
	c := config.Default()
	c.Sandbox = config.Sandbox{AllowedPaths: []string{"../rw"}, ReadOnlyPaths: []string{"../ro"}, BlockedPaths: &[]string{"secret"}}
	c.Tools.MaxFileSizeBytes = 4
	p, err := Open(t.Context(), filepath.Join(dir, "work"), Options{Home: home, Config: c, AddDirs: []string{filepath.Join(dir, "added")}})
	must(t, err)
	defer p.Close()
	for _, tc := range []struct {
		path        string
		read, write error
	}{
		{"secret", &workspace.BlockedError{}, &workspace.BlockedError{}},
		{".env", nil, nil},
		{"big", workspace.ErrTooLarge, nil},
		{dir + "/rw/a", nil, nil},
		{dir + "/ro/a", nil, workspace.ErrReadOnlyPath},
		{dir + "/added/a", nil, nil},
		{dir + "/added/secret", &workspace.BlockedError{}, &workspace.BlockedError{}},
		{dir + "/home/config.toml", workspace.ErrOutsideWorkspace, workspace.ErrOutsideWorkspace},
	} {
		at, err := p.Workspace.Resolve(tc.path)
		if err == nil {
			_, err = p.Workspace.Read(at)
		}
		if !alike(err, tc.read) {
			t.Errorf("reading %s: %v", tc.path, err)
		}
		if _, err = p.Workspace.ResolveWritable(tc.path); !alike(err, tc.write) {
			t.Errorf("writing %s: %v", tc.path, err)
		}
	}
	c.Sandbox.Lost = "config.toml, line 3: it can't be understood"
	if _, err := Open(t.Context(), filepath.Join(dir, "rw"), Options{Home: home, Config: c}); !errors.Is(err, ErrSandboxLost) {
		t.Errorf("opened though the sandbox isn't known: %v", err)
	}
}

// alike tells whether an error is the wanted one, or of its type.
func alike(err, want error) bool {
	var blocked *workspace.BlockedError
	if errors.As(want, &blocked) {
		return errors.As(err, &blocked)
	}
	return errors.Is(err, want)
}
