package web

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"redline/app"
)

// /content/ gives files of the workspace and no others, whatever a page asks for.
func TestContentStaysInside(t *testing.T) {
	s := serve(t).letIn(t)
	outside := filepath.Join(filepath.Dir(s.dir), "outside.png")
	for name, content := range map[string]string{outside: "secret", filepath.Join(s.dir, "in.png"): "picture"} {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(s.dir, "link.png")); err != nil {
		t.Logf("no links here: %v", err)
	}
	if status, body, _ := s.ask(t, s.page, "GET", "/content/file?path=in.png", "", nil); status != http.StatusOK || body != "picture" {
		t.Fatalf("%d %s", status, body)
	}
	for _, name := range []string{
		"../outside.png", "a/../../outside.png", outside, "file://" + outside, "link.png", "in.png/../../outside.png", "..\\outside.png",
		"~/.ssh/id_rsa", "/etc/passwd", "/proc/self/environ", "", ".", "..", "in.png\x00.md", "nope.png", s.dir,
		filepath.Join(os.Getenv("REDLINE_HOME"), "state.toml"),
	} {
		status, body, _ := s.ask(t, s.page, "GET", "/content/file?path="+url.QueryEscape(name), "", nil)
		if status != http.StatusNotFound && status != http.StatusForbidden {
			t.Errorf("%q: %d %s", name, status, body)
			continue
		}
		if e := failure(t, body); e.Code == app.CodeInternal {
			t.Errorf("%q is told as a defect: %s", name, e.Message)
		}
	}
}

// Only pictures that can't hold scripts are shown in place; the rest is a download,
// whatever its name says.
func TestContentIsNeverRun(t *testing.T) {
	s := serve(t).letIn(t)
	for name, want := range map[string]struct{ kind, disposition string }{
		"a.png":       {"image/png", ""},
		"A.JPG":       {"image/jpeg", ""},
		"a.gif":       {"image/gif", ""},
		"a.svg":       {"application/octet-stream", "attachment; filename=a.svg"},
		"a.html":      {"application/octet-stream", "attachment; filename=a.html"},
		"a.js":        {"application/octet-stream", "attachment; filename=a.js"},
		"noending":    {"application/octet-stream", "attachment; filename=noending"},
		"a \"b\".pdf": {"application/octet-stream", `attachment; filename="a \"b\".pdf"`},
	} {
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte("<script>alert(1)</script>"), 0o644); err != nil {
			t.Fatal(err)
		}
		status, _, header := s.ask(t, s.page, "GET", "/content/file?path="+url.QueryEscape(name), "", nil)
		if status != http.StatusOK || header.Get("Content-Type") != want.kind || header.Get("Content-Disposition") != want.disposition {
			t.Errorf("%s: %d %q %q", name, status, header.Get("Content-Type"), header.Get("Content-Disposition"))
		}
		if header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", name, header)
		}
	}
	if _, _, header := s.ask(t, s.page, "GET", "/content/file?path=a.png&download", "", nil); header.Get("Content-Type") != "application/octet-stream" {
		t.Errorf("a download is %q", header.Get("Content-Type"))
	}
}
