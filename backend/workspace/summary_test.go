package workspace

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// The summary names every folder and pattern with what it comes from.
func TestSummary(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", filepath.Join(dir, "home"))
	fill(t, dir, map[string]string{"work/": "", "rw/": "", "ro/": "", "home/.ssh/": "", "own/": ""})
	w, err := Open(filepath.Join(dir, "work"), Options{
		Extra:   []Root{{Dir: "../rw", Writable: true, From: "--add-dir"}, {Dir: "../ro", From: "sandbox.read_only_paths"}, {Dir: "~/.ssh", From: "sandbox.allowed_paths"}},
		Blocked: []string{"*.key", "!pub.key", "~/.ssh"}, Private: []string{filepath.Join(dir, "own")}, MaxFileBytes: 1000,
	})
	must(t, err)
	defer w.Close()
	s := w.Summary()
	s.AskedEachTime = s.AskedEachTime[:1]
	got, err := json.Marshal(s)
	must(t, err)
	want := `{"roots":[{"dir":"D/work","writable":true,"from":"workspace"},{"dir":"D/rw","writable":true,"from":"--add-dir"},` +
		`{"dir":"D/ro","writable":false,"from":"sandbox.read_only_paths"},{"dir":"D/home/.ssh","writable":false,"from":"sandbox.allowed_paths","blocked":"~/.ssh"}],` +
		`"patterns":[{"pattern":"*.key","from":"sandbox.blocked_paths"},{"pattern":"!pub.key","exception":true,"from":"sandbox.blocked_paths"},{"pattern":"~/.ssh","from":"sandbox.blocked_paths"}],` +
		`"private":["D/own"],"never_written":[".git/**",".redline/config.toml"],"asked_each_time":["git runs it by itself"],"max_file_bytes":1000}`
	if string(got) != strings.ReplaceAll(want, "D/", dir+"/") {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	v := folder(t, Options{}, nil)
	for _, p := range v.Summary().Patterns {
		if p.From != "default" {
			t.Errorf("%s is from %s", p.Pattern, p.From)
		}
	}
}
