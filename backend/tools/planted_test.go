package tools

import (
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redline/backend/checkpoints"
	"redline/backend/workspace"
)

// plantedDesk is a folder with a file beside it that nobody may touch, and a log in
// which lines were planted.
func plantedDesk(t *testing.T, lines ...string) (dir, outside string) {
	t.Helper()
	dir = t.TempDir()
	outside = filepath.Join(dir, "outside")
	must(t, os.WriteFile(outside, []byte("mine\n"), 0o600))
	must(t, os.MkdirAll(filepath.Join(dir, "work", ".git"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "work", ".git", "config"), []byte("mine\n"), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "work", ".env"), []byte("mine\n"), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "work", "a"), []byte("mine\n"), 0o600))
	must(t, os.Symlink(outside, filepath.Join(dir, "work", "link")))
	must(t, os.Symlink(dir, filepath.Join(dir, "work", "up")))
	must(t, os.MkdirAll(filepath.Join(dir, "store"), 0o700))
	turn := `{"k":"turn","turn":1,"info":{"Session":"s","Prompt":1,"Label":"x","Time":"2026-01-01T00:00:00Z"}}`
	log := ""
	for _, line := range append([]string{turn}, lines...) {
		log += sealed(line)
	}
	must(t, os.WriteFile(filepath.Join(dir, "store", "log.jsonl"), []byte(log), 0o600))
	return dir, outside
}

// A log that was planted names files that Redline never wrote, as if they had just been
// created: followed, it would have them removed, or written over. What leads out of the
// folder or to what is blocked stops the settling with a sentence, each time the folder
// is opened, before any other file of the same record is touched.
func TestPlantedPaths(t *testing.T) {
	mine := workspace.HashOf([]byte("mine\n"))
	now := fmt.Sprintf(`{"exists":true,"hash":%q,"size":5,"mode":420}`, mine)
	none := `{"exists":false}`
	for _, p := range []struct{ path, want string }{
		{"../outside", "is outside the workspace"},
		{"OUTSIDE", "is outside the workspace"},
		{"/etc/passwd", "is outside the workspace"},
		{"d/../../outside", "is outside the workspace"},
		{"link", "a link on the way leads out"},
		{"up/outside", "a link on the way leads out"},
		{".git/config", "may not be touched"},
		{".env", "may not be touched"},
		{"a\\u0000b", "holds a NUL character"},
		{"", ""},
	} {
		for kind, line := range map[string]string{
			"batch":  `{"k":"batch","id":"c1","turn":1,"batch":[{"path":"a","change":"created","before":` + none + `,"after":` + now + `},{"path":"PATH","change":"created","before":` + none + `,"after":` + now + `,"making":["..","up","PATH"]}]}`,
			"intent": `{"k":"intent","id":"c1","turn":1,"path":"PATH","change":"created","before":` + none + `,"after":` + now + `,"folders":["..","up","PATH"]}`,
			"move":   `{"k":"move","id":"c1","move":{"Kind":"undo","Steps":[{"Path":"a","Now":` + none + `,"Then":` + now + `},{"Path":"PATH","Now":` + none + `,"Then":` + now + `}]}}`,
		} {
			if p.path == "" && kind == "intent" {
				continue // there it means a move, and there is none
			}
			t.Run(kind+" "+p.path, func(t *testing.T) {
				dir, outside := plantedDesk(t)
				path := strings.Replace(p.path, "OUTSIDE", outside, 1)
				plant(t, dir, strings.ReplaceAll(line, "PATH", path))
				before := treeOf(t, dir)
				for range 2 {
					w, err := openWriter(dir)
					must(t, err)
					problems := w.Recover(t.Context())
					if len(problems) != 1 || !strings.Contains(problems[0], p.want) {
						t.Errorf("told: %q, want %q", problems, p.want)
					}
					must(t, w.Store.Close())
					must(t, w.Workspace.Close())
					if after := treeOf(t, dir); after != before {
						t.Errorf("changed:\n%s\nwas:\n%s", after, before)
					}
				}
			})
		}
	}
}

// sealed is a record as a line of the log, with the checksum that whoever plants it can
// write as well.
func sealed(record string) string {
	return fmt.Sprintf("%s %08x\n", record, crc32.Checksum([]byte(record), crc32.MakeTable(crc32.Castagnoli)))
}

// plant appends a line to the log.
func plant(t *testing.T, dir, line string) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(dir, "store", "log.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteString(sealed(line))
	must(t, err)
	must(t, f.Close())
}

// treeOf gives names and contents of all files below a folder but those of the store.
func treeOf(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	must(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || strings.HasPrefix(path, filepath.Join(dir, "store")) {
			return err
		}
		content := "/"
		if d.Type().IsRegular() {
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			content = string(b)
		}
		fmt.Fprintf(&all, "%s %v %q\n", strings.TrimPrefix(path, dir), d.Type(), content)
		return nil
	}))
	return all.String()
}

// What can't be a log is put aside with a sentence, and neither followed, waited for,
// appended to nor removed.
func TestPlantedLogs(t *testing.T) {
	for _, c := range []struct {
		what, want string
		plant      func(t *testing.T, log, outside string)
	}{
		{"a link", "a link to another file", func(t *testing.T, log, outside string) { must(t, os.Symlink(outside, log)) }},
		{"a link to nothing", "a link to another file", func(t *testing.T, log, outside string) { must(t, os.Symlink(outside+"-not-there", log)) }},
		{"a folder", "no regular file", func(t *testing.T, log, _ string) { must(t, os.Mkdir(log, 0o700)) }},
		{"another's", "another user", func(t *testing.T, log, _ string) {
			if os.Getuid() != 0 {
				t.Skip("only root gives files away")
			}
			must(t, os.WriteFile(log, nil, 0o600))
			must(t, os.Chown(log, 12345, 12345))
		}},
		{"no JSON", "line 1", func(t *testing.T, log, _ string) { must(t, os.WriteFile(log, []byte("nonsense\n"), 0o600)) }},
		{"of a later version", "unknown kind of record", func(t *testing.T, log, _ string) {
			must(t, os.WriteFile(log, []byte(sealed(`{"k":"batch2","id":"c1"}`)), 0o600))
		}},
		{"a batch of nothing", "an incomplete batch", func(t *testing.T, log, _ string) {
			must(t, os.WriteFile(log, []byte(sealed(`{"k":"batch","id":"c1","turn":1}`)), 0o600))
		}},
		{"huge", "line 1 is longer than 64 MiB", func(t *testing.T, log, _ string) {
			must(t, os.WriteFile(log, nil, 0o600))
			must(t, os.Truncate(log, 8<<30)) // it has no blocks
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			dir, outside := plantedDesk(t)
			log := filepath.Join(dir, "store", "log.jsonl")
			must(t, os.Remove(log))
			c.plant(t, log, outside)
			was, err := os.Lstat(log)
			must(t, err)
			before := treeOf(t, dir)
			store, warnings, err := checkpoints.Open(filepath.Join(dir, "store"), checkpoints.Options{})
			must(t, err)
			defer store.Close()
			if len(warnings) != 1 || !strings.Contains(warnings[0], c.want) || !strings.Contains(warnings[0], "Your files are not affected") {
				t.Errorf("told: %q, want %q", warnings, c.want)
			}
			if _, err := store.BeginTurn(checkpoints.TurnInfo{Session: "s", Prompt: 1}); err != nil {
				t.Error(err)
			}
			if aside, err := os.Lstat(log + ".damaged"); err != nil || !os.SameFile(aside, was) {
				t.Errorf("it was not put aside as it is: %v", err)
			}
			if now := treeOf(t, dir); now != before {
				t.Errorf("changed:\n%s\nwas:\n%s", now, before)
			}
		})
	}
}

// A folder of contents that is a link is not gone into: what is swept there would be
// another's.
func TestPlantedBlobs(t *testing.T) {
	dir, _ := plantedDesk(t)
	other := filepath.Join(dir, "other")
	must(t, os.Mkdir(other, 0o700))
	must(t, os.WriteFile(filepath.Join(other, ".new-1"), []byte("mine\n"), 0o600))
	must(t, os.Symlink(other, filepath.Join(dir, "store", "blobs")))
	before := treeOf(t, dir)
	_, _, err := checkpoints.Open(filepath.Join(dir, "store"), checkpoints.Options{})
	if err == nil || !strings.Contains(err.Error(), "not a link to one; nothing was done") {
		t.Errorf("%v", err)
	}
	if now := treeOf(t, dir); now != before {
		t.Errorf("changed:\n%s\nwas:\n%s", now, before)
	}
}
