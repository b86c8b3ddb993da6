package tools

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"redline/backend/approvals"
	"redline/backend/audit"
	"redline/backend/checkpoints"
	"redline/backend/patch"
	"redline/backend/workspace"
)

// BenchmarkApplyPatch writes patches through the whole of apply_patch: asked, sealed,
// checkpointed, journaled and synced, into a store that is new each time. In the same
// round it has git and GNU patch apply them, plainly and with every file synced after,
// and gives our time as a multiple of theirs.
func BenchmarkApplyPatch(b *testing.B) {
	for _, c := range []struct {
		name                string
		files, hunks, lines int
		size                int // bytes added in each hunk
		peers               []string
	}{
		{"100files-1000hunks", 100, 10, 2000, 40, []string{"git-synced", "git", "gnu"}},
		{"1file-1000hunks", 1, 1000, 100_000, 40, []string{"git", "gnu"}},
		{"1MiB-patch-10MiB-file", 1, 900, 215_000, 800, []string{"gnu"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			m := newContest(b, c.files, c.hunks, c.lines, c.size)
			took := map[string][]float64{}
			for b.Loop() {
				b.StopTimer()
				for _, peer := range c.peers {
					took[peer] = append(took[peer], m.peer(peer))
				}
				took["plan"] = append(took["plan"], m.plan())
				took["ours"] = append(took["ours"], m.ours())
				b.StartTimer()
			}
			for _, peer := range c.peers {
				b.ReportMetric(median(took["ours"])/median(took[peer]), "x-"+peer)
			}
			last := c.peers[len(c.peers)-1]
			b.ReportMetric(median(took["plan"])/median(took[last]), "plan-x-"+last)
			if slices.Contains(c.peers, "git") {
				b.ReportMetric(median(took["plan"])/median(took["git"]), "plan-x-git")
			}
		})
	}
}

// A contest is one patch that several programs apply, each to fresh files.
type contest struct {
	b     *testing.B
	files map[string]string
	patch string
}

func newContest(b *testing.B, n, hunks, lines, size int) *contest {
	m := &contest{b, map[string]string{}, ""}
	var all strings.Builder
	for f := range n {
		name := fmt.Sprintf("src/pkg%d/file%d.txt", f%10, f)
		text := make([]string, lines)
		for i := range text {
			text[i] = fmt.Sprintf("line %d of file %d holds the number %d\n", i, f, i*7919%1000)
		}
		m.files[name] = strings.Join(text, "")
		fmt.Fprintf(&all, "--- a/%s\n+++ b/%s\n", name, name)
		for h := range hunks {
			at := h*(lines/hunks) + 10
			fmt.Fprintf(&all, "@@ -%d,7 +%d,7 @@\n %s-%s+changed %d %s\n %s", at-2, at-2,
				strings.Join(text[at-3:at], " "), text[at], h, strings.Repeat("x", size), strings.Join(text[at+1:at+4], " "))
		}
	}
	m.patch = all.String()
	return m
}

// lay writes the files anew and lets the disk come to rest.
func (m *contest) lay() string {
	dir := m.b.TempDir()
	for name, content := range m.files {
		file := filepath.Join(dir, "work", name)
		must(m.b, os.MkdirAll(filepath.Dir(file), 0o755))
		must(m.b, os.WriteFile(file, []byte(content), 0o644))
	}
	must(m.b, os.WriteFile(filepath.Join(dir, "change.diff"), []byte(m.patch), 0o644))
	must(m.b, exec.Command("sync", "-f", dir).Run())
	return dir
}

// peer gives how many milliseconds a program takes.
func (m *contest) peer(name string) float64 {
	args := []string{"git", "apply", "../change.diff"}
	if name == "gnu" {
		args = []string{"patch", "-s", "-p1", "-i", "../change.diff"}
	}
	if _, err := exec.LookPath(args[0]); err != nil {
		m.b.Skip(err)
	}
	dir := m.lay()
	defer os.RemoveAll(dir)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = filepath.Join(dir, "work")
	begin := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		m.b.Fatalf("%q: %v: %s", args, err, out)
	}
	if strings.HasSuffix(name, "-synced") {
		for file := range m.files {
			f, err := os.Open(filepath.Join(cmd.Dir, file))
			must(m.b, err)
			must(m.b, f.Sync())
			must(m.b, f.Close())
		}
	}
	return milliseconds(begin)
}

// plan gives how many milliseconds reading and planning the patch takes, without the
// disk.
func (m *contest) plan() float64 {
	files := map[string][]byte{}
	for name, content := range m.files {
		files[name] = []byte(content)
	}
	begin := time.Now()
	p, err := patch.Parse(m.patch)
	must(m.b, err)
	_, _, err = p.Plan(func(name string) ([]byte, bool, error) {
		content, ok := files[name]
		return content, ok, nil
	})
	must(m.b, err)
	return milliseconds(begin)
}

// ours gives how many milliseconds the tool takes, when the files were read before.
func (m *contest) ours() float64 {
	dir := m.lay()
	defer os.RemoveAll(dir)
	w, err := openWriter(dir)
	must(m.b, err)
	defer w.Workspace.Close()
	defer w.Store.Close()
	w.Audit, _, err = audit.Open(filepath.Join(dir, "audit.jsonl"), dir, nil)
	must(m.b, err)
	defer w.Audit.Close()
	w.RunsLater = w.Workspace.RunsLater
	w.Gate.Always = &approvals.Decision{All: approvals.Approve}
	_, err = w.Store.BeginTurn(checkpoints.TurnInfo{Session: "s", Prompt: 1})
	must(m.b, err)
	c := &Context{Workspace: w.Workspace, Writer: w, Reads: &Reads{}, Call: Call{Session: "s"}}
	for name, content := range m.files {
		p, err := w.Workspace.ResolveWritable(name)
		must(m.b, err)
		c.Reads.Note(p, workspace.HashOf([]byte(content)))
	}
	args, err := json.Marshal(applyPatchArgs{Patch: m.patch})
	must(m.b, err)
	box := Standard(nil)
	begin := time.Now()
	m.b.StartTimer()
	r := box.Run(m.b.Context(), "apply_patch", c, args)
	m.b.StopTimer()
	took := milliseconds(begin)
	if r.Err != nil {
		m.b.Fatal(r.Err)
	}
	return took
}

func milliseconds(since time.Time) float64 { return float64(time.Since(since)) / 1e6 }

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}
