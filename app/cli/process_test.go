package cli

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// process is a redline that runs.
type process struct {
	*exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err bytes.Buffer
}

// start runs redline on a folder and a home of its own.
func start(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.CommandContext(t.Context(), "redline", args...)}
	p.Dir = t.TempDir()
	p.Env = append(os.Environ(), "REDLINE_HOME="+t.TempDir())
	p.Stderr = &p.err
	in, err := p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.in, p.out = in, bufio.NewReader(out)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// line reads a line that redline prints.
func (p *process) line(t *testing.T) string {
	t.Helper()
	line, err := p.out.ReadString('\n')
	if err != nil {
		_ = p.Wait()
		t.Fatalf("redline printed no line: %v\n%s", err, p.err.String())
	}
	return line
}

// interrupted sends Ctrl C and gives the exit status.
func (p *process) interrupted(t *testing.T) int {
	t.Helper()
	if err := p.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait() // its status is looked at
	return p.ProcessState.ExitCode()
}

// Ctrl C ends a command that waits for its input, with status 130 and a sentence;
// what was done before stays.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no signal to send")
	}
	t.Run("between calls", func(t *testing.T) {
		p := start(t, "tool", "-", "--approve", "all")
		if _, err := io.WriteString(p.in, `{"tool":"create_file","args":{"path":"a.md","content":"a"}}`+"\n"); err != nil {
			t.Fatal(err)
		}
		if line := p.line(t); !strings.Contains(line, `"created"`) {
			t.Fatal(line)
		}
		if status := p.interrupted(t); status != exitInterrupted {
			t.Errorf("status %d", status)
		}
		if said := p.err.String(); said != "redline: interrupted; what was not finished was not written\n" {
			t.Errorf("it says %q", said)
		}
		if got, err := os.ReadFile(p.Dir + "/a.md"); err != nil || string(got) != "a" {
			t.Errorf("the file is %q, %v", got, err)
		}
	})
	t.Run("in a line", func(t *testing.T) {
		p := start(t, "tool", "-")
		if _, err := io.WriteString(p.in, "{}\n{\"tool\":"); err != nil {
			t.Fatal(err)
		}
		p.line(t)
		if status := p.interrupted(t); status != exitInterrupted {
			t.Errorf("status %d", status)
		}
	})
}

// serve prints one address, which lets one page in and keeps it in, and ends with Ctrl C.
func TestServe(t *testing.T) {
	p := start(t, "serve")
	address := strings.TrimSuffix(p.line(t), "\n")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	page := &http.Client{Jar: jar}
	for _, c := range []struct {
		client *http.Client
		status int
	}{{page, http.StatusOK}, {page, http.StatusOK}, {&http.Client{}, http.StatusForbidden}} {
		answer, err := c.client.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != c.status {
			t.Errorf("%d, want %d: %s (%v)", answer.StatusCode, c.status, body, err)
		}
		answer.Body.Close()
	}
	if runtime.GOOS == "windows" {
		return
	}
	if status := p.interrupted(t); status != exitDone {
		t.Errorf("status %d", status)
	}
	if said := p.err.String(); said != "Redline is open at the address above, which works once. Ctrl C ends it.\n" {
		t.Errorf("it says %q", said)
	}
}
