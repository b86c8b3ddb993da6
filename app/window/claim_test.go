package window

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shortHome is a home folder whose path leaves room for a socket, which a test's
// own folder may not.
func shortHome(t *testing.T) string {
	home, err := os.MkdirTemp("", "rl")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	return home
}

func take(t *testing.T, home string) *Claim {
	t.Helper()
	claim, err := TakeClaim(home, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { claim.Release() })
	return claim
}

func TestSecondStartHandsItsFolderOver(t *testing.T) {
	home := shortHome(t)
	first := take(t, home)
	opened := make(chan string, 2)
	go first.Serve(func(folder string) { opened <- folder })

	for _, folder := range []string{"/some/where with spaces/\u00fc", ""} {
		if _, err := TakeClaim(home, folder); !errors.Is(err, ErrHandedOver) {
			t.Fatalf("second start with %q: got %v, want ErrHandedOver", folder, err)
		}
		if got := <-opened; got != folder {
			t.Errorf("the first window was given %q, want %q", got, folder)
		}
	}
}

func TestClaimIsFreeAfterReleaseAndAfterACrash(t *testing.T) {
	home := shortHome(t)
	claim := take(t, home)
	if err := claim.Release(); err != nil {
		t.Fatal(err)
	}
	// A process that was killed leaves its socket behind and nobody listening.
	dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(home, "window.sock"), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	dead.SetUnlinkOnClose(false)
	dead.Close()
	take(t, home)
}

func TestHomesDontShareAClaim(t *testing.T) {
	take(t, shortHome(t))
	take(t, shortHome(t))
}

func TestHomeWithALongPathIsStillClaimed(t *testing.T) {
	home := filepath.Join(shortHome(t), strings.Repeat("long", maxSocketPath/4))
	if err := os.Mkdir(home, 0o700); err != nil {
		t.Fatal(err)
	}
	claim := take(t, home)
	claim.Serve(func(string) { t.Error("something was handed over") })
}

func TestNonsenseOnTheSocketIsRefused(t *testing.T) {
	home := shortHome(t)
	first := take(t, home)
	opened := make(chan string, 1)
	go first.Serve(func(folder string) { opened <- folder })

	for _, message := range []string{`{"folder":"relative"}` + "\n", "nonsense\n", `{"folder":"/` + strings.Repeat("x", maxHandOver) + `"}`} {
		conn, err := net.Dial("unix", filepath.Join(home, "window.sock"))
		if err != nil {
			t.Fatal(err)
		}
		// The other end may close before all of a message is written.
		io.WriteString(conn, message)
		answer, _ := io.ReadAll(conn)
		conn.Close()
		if len(answer) != 0 {
			t.Errorf("%.20q was answered with %q", message, answer)
		}
	}
	if _, err := TakeClaim(home, "/after"); !errors.Is(err, ErrHandedOver) {
		t.Fatal(err)
	}
	if got := <-opened; got != "/after" {
		t.Errorf("the window was given %q first", got)
	}
}
