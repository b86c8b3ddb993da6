package workspace

// Summary is the sandbox as data: what may be reached, what may not, and which setting
// says so (for /sandbox and redline doctor).
type Summary struct {
	Roots    []RootSummary    `json:"roots"` // the workspace first
	Patterns []PatternSummary `json:"patterns"`
	// Private are folders that are closed as a whole.
	Private []string `json:"private"`
	// NeverWritten are what no tool writes, whatever the patterns; reading is allowed.
	NeverWritten []string `json:"never_written"`
	// AskedEachTime says for which files a yes holds once only, by what runs them.
	AskedEachTime []string `json:"asked_each_time"`
	MaxFileBytes  int64    `json:"max_file_bytes"` // the largest file that is read
}

// RootSummary is one folder that may be used.
type RootSummary struct {
	Dir      string `json:"dir"` // canonical
	Writable bool   `json:"writable"`
	From     string `json:"from"`              // workspace, a setting's key, or --add-dir
	Blocked  string `json:"blocked,omitempty"` // the pattern that closes the whole folder after all
}

// PatternSummary is one pattern of what is never touched.
type PatternSummary struct {
	Pattern   string `json:"pattern"`
	Exception bool   `json:"exception,omitempty"` // it allows again what an earlier one blocks
	From      string `json:"from"`                // default, or sandbox.blocked_paths
}

// Summary describes the sandbox as it is now.
func (w *Workspace) Summary() Summary {
	s := Summary{
		Roots: []RootSummary{}, Patterns: []PatternSummary{}, Private: []string{}, MaxFileBytes: w.max,
		NeverWritten: []string{".git/**", ".redline/config.toml"},
	}
	for _, r := range w.roots {
		s.Roots = append(s.Roots, RootSummary{Dir: r.dir, Writable: r.writable, From: r.from, Blocked: r.blocked})
	}
	from := "sandbox.blocked_paths"
	if w.byDefault {
		from = "default"
	}
	for _, p := range w.blocked {
		s.Patterns = append(s.Patterns, PatternSummary{Pattern: p.text, Exception: p.except, From: from})
	}
	for _, p := range w.private {
		s.Private = append(s.Private, p.dir)
	}
	for _, r := range runners {
		s.AskedEachTime = append(s.AskedEachTime, r.why)
	}
	return s
}
