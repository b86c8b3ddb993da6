package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"redline/backend"
	"redline/backend/config"
	"redline/backend/workspace"
)

// lookSandbox tells what tools could reach if the folder were open; nil when it can't
// be opened so.
func (e *env) lookSandbox(f folderFlags) (*workspace.Summary, finding) {
	none := func(err error) (*workspace.Summary, finding) {
		return nil, finding{"sandbox", false, config.Sentence(err.Error())}
	}
	settings, _ := config.Load(e.home.Settings()) // a problem is a finding of its own, or the sandbox's below
	options, err := backend.Sandbox(e.home, settings, f.AddDir)
	if err != nil {
		return none(err)
	}
	ws, err := workspace.Open(f.Dir, options)
	if err != nil {
		return none(err)
	}
	summary := ws.Summary()
	if err := ws.Close(); err != nil {
		return none(err)
	}
	return &summary, finding{"sandbox", true, "what tools can reach in " + summary.Roots[0].Dir + ":"}
}

// sandboxRows words a sandbox, as pairs of what and which.
func sandboxRows(s workspace.Summary) [][2]string {
	var rows [][2]string
	add := func(what, format string, args ...any) {
		rows = append(rows, [2]string{what, fmt.Sprintf(format, args...)})
	}
	for _, r := range s.Roots {
		switch {
		case r.Blocked != "":
			add("closed", "%s (%s, but %q blocks it)", r.Dir, r.From, r.Blocked)
		case r.Writable:
			add("read, write", "%s (%s)", r.Dir, r.From)
		default:
			add("read only", "%s (%s)", r.Dir, r.From)
		}
	}
	if len(s.Patterns) > 0 {
		var texts []string
		for _, p := range s.Patterns {
			texts = append(texts, p.Pattern)
		}
		add("never touched", "%s (%s)", strings.Join(texts, ", "), s.Patterns[0].From)
	} else {
		add("never touched", "no pattern is set (sandbox.blocked_paths)")
	}
	for _, dir := range s.Private {
		add("closed", "%s (Redline's own; its folder library is not)", filepath.Clean(dir))
	}
	add("never written", "%s", strings.Join(s.NeverWritten, ", "))
	for _, why := range s.AskedEachTime {
		add("asked each time", "a file when %s", why)
	}
	add("read at most", "%.1f MiB of a file", float64(s.MaxFileBytes)/(1<<20))
	return rows
}
