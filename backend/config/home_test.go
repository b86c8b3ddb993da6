package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/adrg/xdg"
)

// REDLINE_HOME is the home where it is set, made for its owner only; else it is the
// platform's folder for an application's data.
func TestFindHome(t *testing.T) {
	t.Run("named", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "deep", "home")
		t.Setenv("REDLINE_HOME", dir)
		h, err := FindHome()
		if err != nil || h.Dir() != dir {
			t.Fatalf("%q, %v", h.Dir(), err)
		}
		if info, err := os.Stat(dir); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		for name, got := range map[string]string{
			"config.toml": h.Settings(), "state.toml": h.State(), "approvals.toml": h.Approvals(), "locks": h.Locks(),
			filepath.Join("workspaces", "abc"): h.Workspace("abc"),
		} {
			if got != filepath.Join(dir, name) {
				t.Errorf("%s is %s", name, got)
			}
		}
		library, err := h.Library()
		if err != nil || library != filepath.Join(dir, "library") {
			t.Fatalf("%q, %v", library, err)
		}
		if again, err := h.Library(); err != nil || again != library {
			t.Errorf("%q, %v", again, err)
		}
		if info, err := os.Stat(library); err != nil || !info.IsDir() {
			t.Errorf("%v, %v", info, err)
		}
	})
	t.Run("relative", func(t *testing.T) {
		t.Chdir(t.TempDir())
		here, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("REDLINE_HOME", "home")
		if h, err := FindHome(); err != nil || h.Dir() != filepath.Join(here, "home") {
			t.Errorf("%q, %v", h.Dir(), err)
		}
	})
	t.Run("platform", func(t *testing.T) {
		data := t.TempDir()
		t.Setenv("REDLINE_HOME", "")
		t.Setenv("XDG_DATA_HOME", data)
		xdg.Reload()
		if h, err := FindHome(); err != nil || h.Dir() != filepath.Join(data, "redline") {
			t.Errorf("%q, %v", h.Dir(), err)
		}
	})
	t.Run("a file in its place", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, dir := range []string{file, filepath.Join(file, "home")} {
			t.Setenv("REDLINE_HOME", dir)
			if _, err := FindHome(); err == nil || !strings.Contains(err.Error(), "set REDLINE_HOME to a folder that can be written") {
				t.Errorf("%s: %v", dir, err)
			}
		}
	})
}
