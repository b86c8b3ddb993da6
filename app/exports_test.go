package app

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// An export says why it failed, offers to overwrite where it may, and is shown by
// the system's own programs where there are any.
func TestExports(t *testing.T) {
	f := newFace(t, map[string]string{"n.md": "# N\n", "exports/n.pdf": "mine"})
	for _, bad := range []ExportRequest{{Path: "n.md", Format: "html"}, {Path: "n.md", Format: "pdf", PageSize: "a3"}, {Path: "n.md"}} {
		if _, err := f.exports.Start(bad); code(err) != CodeBadRequest {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	run := func(r ExportRequest) ExportJob {
		job, err := f.exports.Start(r)
		must(t, err)
		return f.exported(job)
	}
	if job := run(ExportRequest{Path: "none.md", Format: "pdf"}); job.Status != "failed" || job.Error != "There is no file at none.md; nothing was written." || job.Exists {
		t.Errorf("%+v", job)
	}
	there := run(ExportRequest{Path: "n.md", Format: "pdf"})
	if there.Status != "failed" || !there.Exists || there.Output != "exports/n.pdf" || !strings.Contains(there.Error, "is there already") {
		t.Errorf("%+v", there)
	}
	f.holds("exports/n.pdf", "mine")
	done := run(ExportRequest{Path: "n.md", Format: "pdf", Overwrite: true})
	if done.Status != "done" || done.Pages != 1 || done.Page != 1 || done.Error != "" {
		t.Errorf("%+v", done)
	}
	if cancelled, err := f.exports.Cancel(JobRequest{done.ID}); err != nil || cancelled.Status != "done" {
		t.Errorf("cancelled when it was done: %+v, %v", cancelled, err)
	}
	if err := f.exports.Open(JobRequest{done.ID}); code(err) != CodeNoDialog {
		t.Errorf("in a browser: %v", err)
	}
	window := &desktop{}
	f.app.Native = window
	must(t, f.exports.Open(JobRequest{done.ID}))
	if err := f.exports.Reveal(JobRequest{done.ID}); err == nil || !strings.Contains(err.Error(), "o file manager") {
		t.Errorf("what the system says: %v", err)
	}
	if err := f.files.Reveal(PathRequest{"n.md"}); err == nil {
		t.Error("what the system says is lost")
	}
	if err := f.files.Reveal(PathRequest{"../x"}); code(err) != CodeForbidden {
		t.Errorf("outside: %v", err)
	}
	file := filepath.Join(f.dir, "exports", "n.pdf")
	if want := []string{"open " + file, "reveal " + file, "reveal " + filepath.Join(f.dir, "n.md")}; !slices.Equal(window.asked, want) {
		t.Errorf("asked the system to %q", window.asked)
	}
	for _, id := range []string{"", "none"} {
		if err := f.exports.Open(JobRequest{id}); code(err) != CodeNotFound {
			t.Errorf("%q: %v", id, err)
		}
	}
	if err := f.exports.Open(JobRequest{there.ID}); code(err) != CodeNotFound {
		t.Errorf("one that failed: %v", err)
	}
}

// A cancelled export leaves no file, no folder and no turn.
func TestExportCancelled(t *testing.T) {
	f := newFace(t, map[string]string{"n.md": strings.Repeat("# Page\n\ntext\n\n", 20_000)})
	job, err := f.exports.Start(ExportRequest{Path: "n.md", Format: "pdf", Output: "new/n.pdf"})
	must(t, err)
	_, err = f.exports.Cancel(JobRequest{job.ID})
	must(t, err)
	if job = f.exported(job); job.Status != "cancelled" || job.Error != "" || job.Output != "new/n.pdf" {
		t.Errorf("%+v", job)
	}
	if line, err := f.timeline.State(); err != nil || len(line.Turns) > 0 {
		t.Errorf("%+v, %v", line, err)
	}
	if _, err := os.Stat(filepath.Join(f.dir, "new")); !errors.Is(err, os.ErrNotExist) {
		t.Error("it left a folder")
	}
}
