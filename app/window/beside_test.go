//go:build unix

package window

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// When this variable is set the test program behaves as redline does: it becomes
// the redline-desktop beside it.
const actAsRedline = "REDLINE_TEST_START_BESIDE"

func TestMain(m *testing.M) {
	if os.Getenv(actAsRedline) != "" {
		os.Stderr.WriteString(StartBeside(os.Args[1:]).Error())
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// install puts this test program into dir as redline, and beside it, unless
// script is empty, a redline-desktop.
func install(t *testing.T, dir, script string) string {
	t.Helper()
	self, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Skip("this system has no /proc/self/exe")
	}
	redline := filepath.Join(dir, "redline")
	if err := os.WriteFile(redline, self, 0o755); err != nil {
		t.Fatal(err)
	}
	if script != "" {
		if err := os.WriteFile(filepath.Join(dir, "redline-desktop"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return redline
}

func runAs(path string, args ...string) (string, *exec.ExitError) {
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(), actAsRedline+"=1")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	errors.As(err, &exit)
	return string(out), exit
}

func TestRedlineBecomesTheDesktopBesideIt(t *testing.T) {
	redline := install(t, t.TempDir(), `printf '<%s>' "$@"; exit 7`)
	link := filepath.Join(t.TempDir(), "rl")
	if err := os.Symlink(redline, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{redline, link} {
		out, exit := runAs(path, "/a folder", "--x")
		if out != "</a folder><--x>" || exit == nil || exit.ExitCode() != 7 {
			t.Errorf("%s: got %q, %v", path, out, exit)
		}
	}
}

func TestMissingDesktopOffersServe(t *testing.T) {
	out, exit := runAs(install(t, t.TempDir(), ""))
	if exit == nil || !strings.Contains(out, "redline-desktop") || !strings.Contains(out, "redline serve") {
		t.Errorf("got %q, %v", out, exit)
	}
}

func TestAFolderOrAPlainFileIsNoDesktop(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "redline-desktop"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := beside(filepath.Join(dir, "redline")); !errors.Is(err, ErrNoDesktop) {
		t.Errorf("got %v, want ErrNoDesktop", err)
	}
}
