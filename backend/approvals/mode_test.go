package approvals

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// What each mode does with each kind of edit, without and with a rule for it: never
// more than it says, and nothing covers what must be asked about (product.md).
func TestModes(t *testing.T) {
	const asks, writes, refuses = "asks", "writes", "refuses"
	for _, tc := range []struct {
		mode                             Mode
		edit, deletion, runsLater, final string
		ruled                            string // an edit that a rule covers
	}{
		{ModeAsk, asks, asks, asks, asks, writes},
		{ModeAcceptEdits, writes, asks, asks, asks, writes},
		{ModePlan, refuses, refuses, refuses, refuses, refuses},
		{ModeJail, writes, writes, refuses, refuses, writes},
		{ModeBypass, writes, writes, writes, writes, writes},
	} {
		t.Run(string(tc.mode), func(t *testing.T) {
			g := &Gate{Mode: func(string) Mode { return tc.mode }, Rules: OpenRules(filepath.Join(t.TempDir(), "approvals.toml"))}
			check := func(what string, r *Request, want string) {
				t.Helper()
				a, ok, err := g.standing(r)
				var refused *RefusedError
				got := asks
				switch {
				case errors.As(err, &refused):
					got = refuses
				case ok && a.Approved:
					got = writes
				}
				if got != want {
					t.Errorf("%s: it %s, want %s (%v)", what, got, want, err)
				}
			}
			deletion := edit("e", "chat", "a\n", "")
			deletion.Kind, deletion.Key = DeleteFile, "delete:/w"
			runsLater, final := edit("e", "chat", "a\n", "b\n"), edit("e", "chat", "a\n", "b\n")
			runsLater.RunsLater, final.Irreversible = "make runs it", "it is too large to be kept"
			check("an edit", edit("e", "chat", "a\n", "b\n"), tc.edit)
			check("a deletion", deletion, tc.deletion)
			check("a file that runs later", runsLater, tc.runsLater)
			check("one that can't be undone", final, tc.final)
			must(t, g.Rules.add(edit("e", "chat", "a\n", "b\n"), Always))
			must(t, g.Rules.add(edit("e", "chat", "a\n", "b\n"), ThisChat))
			check("an edit that a rule covers", edit("e", "chat", "a\n", "b\n"), tc.ruled)
			check("a deletion beside a rule for edits", deletion, tc.deletion)
			check("a file that runs later, whatever the rule", runsLater, tc.runsLater)
			check("one that can't be undone, whatever the rule", final, tc.final)
		})
	}
}

// A refusal tells a model what happened, that nothing was written, and what to do.
func TestRefusalText(t *testing.T) {
	for _, e := range []*RefusedError{
		{Path: "notes.md", Mode: ModePlan},
		{Path: "notes.md", Mode: ModeJail, Why: "make runs it"},
	} {
		for _, want := range []string{string(e.Mode), "notes.md", e.Why, "othing was written", "the person"} {
			if !strings.Contains(e.Error(), want) {
				t.Errorf("%q doesn't say %q", e.Error(), want)
			}
		}
	}
}

// WS-44: an unknown mode is refused with the nearest known, and bypass wherever
// nothing holds the process.
func TestParseMode(t *testing.T) {
	for _, m := range Modes {
		if got, err := ParseMode(string(m), "Docker"); got != m || err != nil {
			t.Errorf("%s gave %q, %v", m, got, err)
		}
	}
	if got, err := ParseMode("", ""); got != ModeAsk || err != nil {
		t.Errorf("no mode gave %q, %v", got, err)
	}
	if _, err := ParseMode("bypass", ""); !errors.Is(err, ErrBypassNeedsSandbox) {
		t.Errorf("bypass without a sandbox: %v", err)
	}
	_, err := ParseMode("accept-edit", "")
	if !errors.Is(err, ErrUnknownMode) || !strings.Contains(err.Error(), `"accept-edits"`) {
		t.Errorf("a mistyped mode: %v", err)
	}
	if _, err := ParseMode("whatever-you-like", ""); !errors.Is(err, ErrUnknownMode) || !strings.Contains(err.Error(), "jail") {
		t.Errorf("an unknown mode: %v", err)
	}
}

// A sandbox is known by the marks that it leaves; Windows' Linux leaves one and holds
// nothing.
func TestConfinedBy(t *testing.T) {
	file := func(name, text string) fstest.MapFS { return fstest.MapFS{name: {Data: []byte(text)}} }
	for _, tc := range []struct {
		root fstest.MapFS
		env  map[string]string
		want string
	}{
		{fstest.MapFS{}, nil, ""},
		{file(".dockerenv", ""), nil, "Docker"},
		{file("run/.containerenv", ""), nil, "Podman"},
		{file(".flatpak-info", "[Application]"), nil, "Flatpak"},
		{file("proc/1/comm", "bwrap\n"), nil, "bubblewrap"},
		{file("proc/1/comm", "systemd\n"), nil, ""},
		{file("run/systemd/container", "systemd-nspawn\n"), nil, "systemd-nspawn"},
		{file("run/systemd/container", "wsl\n"), nil, ""},
		{fstest.MapFS{}, map[string]string{"KUBERNETES_SERVICE_HOST": "10.0.0.1"}, "Kubernetes"},
		{fstest.MapFS{}, map[string]string{"APP_SANDBOX_CONTAINER_ID": "org.redline"}, "the App Sandbox"},
	} {
		if got := confinedBy(tc.root, func(k string) string { return tc.env[k] }); got != tc.want {
			t.Errorf("%v %v: %q, want %q", tc.root, tc.env, got, tc.want)
		}
	}
}
