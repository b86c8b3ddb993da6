package checkpoints

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"redline/backend/workspace"
)

// A pack goes with the last content that is needed of it; where less than half is, the
// rest gets files of its own first.
func TestThinPacks(t *testing.T) {
	for _, tc := range []struct {
		name          string
		needed        int
		held          bool
		packs, others int
	}{
		{"nothing needed", 0, false, 0, 0},
		{"a few needed", 3, false, 0, 3},
		{"most needed", packed - 1, false, 1, 0},
		{"one held", 0, true, 0, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBlobs(t.TempDir())
			files := many(packed)
			must(t, b.putAll(files))
			needed, live := map[workspace.Hash]int64{}, files[:tc.needed]
			for _, f := range live {
				needed[f.Hash] = f.Size
			}
			if tc.held {
				live = files[packed-1:]
				defer b.hold(live[0].Hash)()
			}
			b.remove(nil, needed)
			packs, err := filepath.Glob(filepath.Join(b.dir, "*"+packSuffix))
			must(t, err)
			all, err := os.ReadDir(b.dir)
			must(t, err)
			if len(packs) != tc.packs || len(all)-len(packs) != tc.others {
				t.Errorf("%d packs and %d others are left, want %d and %d", len(packs), len(all)-len(packs), tc.packs, tc.others)
			}
			for _, f := range live {
				for _, from := range []blobs{b, newBlobs(b.dir)} {
					if got, err := from.get(f.Hash); err != nil || !bytes.Equal(got, f.Bytes) {
						t.Errorf("%q: %q, %v", f.Bytes, got, err)
					}
				}
			}
		})
	}
}

// At opening what nothing names goes, loose or in packs, but for what a damaged log may
// still name; what is about to be named stays.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	must(t, s.blobs.putAll(many(packed)))
	must(t, s.blobs.put(fileOf("loose")))
	must(t, os.WriteFile(filepath.Join(dir, "blobs", newBlob+"1"), nil, 0o600))
	must(t, s.Close())
	aside := filepath.Join(dir, "log.jsonl.damaged")
	must(t, os.WriteFile(aside, nil, 0o600))
	s = openStore(t, dir)
	if n := files(t, dir); n != 2 {
		t.Errorf("beside a damaged log %d files are left, want the pack and the loose one", n)
	}
	must(t, s.Close())
	must(t, os.Remove(aside))
	openStore(t, dir)
	if n := files(t, dir); n != 0 {
		t.Errorf("%d files are left that nothing names", n)
	}
}
