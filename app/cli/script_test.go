package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/testscript"

	"redline/backend/workspace"
)

// page stands for the built front end.
var page = fstest.MapFS{"frontend/dist/index.html": {Data: []byte("<!doctype html><title>Redline</title>")}}

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"redline": func() { os.Exit(Main(os.Args[1:], page)) },
		// The program as it is without its interface.
		"redline-bare": func() { os.Exit(Main(os.Args[1:], fstest.MapFS{"frontend/dist/.gitkeep": {}})) },
	})
}

// The scripts hold the command line to its contract. Each begins with what it shows.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("REDLINE_HOME", filepath.Join(env.WorkDir, "home"))
			env.Setenv("DISPLAY", "")
			env.Setenv("WAYLAND_DISPLAY", "")
			env.Setenv("TZ", "UTC")
			return writeBytes(env.WorkDir)
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("there is no condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "field": field, "holds": holds,
			"torn":   spoil(func(text string) string { return text + `{"hash":"12` }),
			"tamper": spoil(func(text string) string { return strings.Replace(text, `"kind":"call"`, `"kind":"Call"`, 1) }),
			"behead": spoil(func(text string) string { return text[:strings.Index(text, "\n")+1] }),
		},
	})
}

// writeBytes puts files beside a script that it can't hold as text.
func writeBytes(dir string) error {
	var err error
	for name, content := range map[string]string{
		"zero":      "a\x00b",
		"utf16_one": "\xff\xfeo\x00n\x00e\x00\n\x00",
		"utf16_two": "\xff\xfet\x00w\x00o\x00\n\x00",
	} {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644))
	}
	return err
}

// exits N PROGRAM ARGS... runs a program that must end with status N.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM [ARGS...]")
	}
	err, status := ts.Exec(args[1], args[2:]...), 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(status) != args[0] {
		ts.Fatalf("the exit status is %d, want %s", status, args[0])
	}
}

// field PATH VALUE finds a value in the JSON that was printed last, such as
// turns.0.state, and compares its JSON; without VALUE it must only be there. Of
// several JSON objects, one a line, the first name is the line's number from 0.
func field(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 && len(args) != 2 {
		ts.Fatalf("usage: field PATH [VALUE]")
	}
	v, err := find(ts.ReadFile("stdout"), args[0])
	switch {
	case neg && len(args) == 1 && err == nil:
		ts.Fatalf("%s is there: %s", args[0], v)
	case neg && len(args) == 1:
	case err != nil:
		ts.Fatalf("%s: %v", args[0], err)
	case len(args) == 2 && (v == args[1]) == neg:
		ts.Fatalf("%s is %s", args[0], v)
	}
}

func find(printed, path string) (string, error) {
	var all []any
	for dec := json.NewDecoder(strings.NewReader(printed)); ; {
		var v any
		if err := dec.Decode(&v); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return "", err
		}
		all = append(all, v)
	}
	var v any = all
	if len(all) == 1 {
		v = all[0]
	}
	for name := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			inner, ok := in[name]
			if !ok {
				return "", fmt.Errorf("there is no %q", name)
			}
			v = inner
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(in) {
				return "", fmt.Errorf("there is no %q in a list of %d", name, len(in))
			}
			v = in[i]
		default:
			return "", fmt.Errorf("%q is looked for in %v", name, v)
		}
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSuffix(text.String(), "\n"), err
}

// spoil gives a command that changes the one audit record of a home.
func spoil(change func(string) string) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		found, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "workspaces", "*", "audit.jsonl"))
		ts.Check(err)
		if len(found) != 1 {
			ts.Fatalf("the records are %v", found)
		}
		ts.Check(os.WriteFile(found[0], []byte(change(ts.ReadFile(found[0]))), 0o600))
	}
}

// holds DIR has a folder open, as another Redline would, until the script ends.
func holds(ts *testscript.TestScript, neg bool, args []string) {
	dir, err := filepath.EvalSymlinks(ts.MkAbs(args[0]))
	ts.Check(err)
	release, err := workspace.Claim(filepath.Join(ts.Getenv("REDLINE_HOME"), "locks"), dir)
	ts.Check(err)
	ts.Defer(release)
}
