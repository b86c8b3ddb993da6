package checkpoints

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"redline/backend/workspace"
)

func many(n int) (files []workspace.File) {
	for i := range n {
		files = append(files, fileOf(fmt.Sprintf("content %d\n", i)))
	}
	return files
}

// Many contents are one file, from which each is read, also when the folder is opened
// anew; few are a file each, and what is kept already is not kept twice.
func TestPack(t *testing.T) {
	for _, tc := range []struct{ n, loose, packs int }{{1, 1, 0}, {packed - 1, packed - 1, 0}, {packed, 0, 1}, {300, 0, 1}} {
		b := newBlobs(t.TempDir())
		files := many(tc.n)
		for range 2 {
			must(t, b.putAll(append(files, files[0], workspace.File{})))
			all, err := os.ReadDir(b.dir)
			must(t, err)
			found, err := filepath.Glob(filepath.Join(b.dir, "*"+packSuffix))
			must(t, err)
			if len(found) != tc.packs || len(all) != tc.packs+tc.loose {
				t.Fatalf("%d contents: %d files, %d packs", tc.n, len(all), len(found))
			}
			for _, f := range files {
				for _, from := range []blobs{b, newBlobs(b.dir)} {
					if got, err := from.get(f.Hash); err != nil || !bytes.Equal(got, f.Bytes) {
						t.Fatalf("%q: %q, %v", f.Bytes, got, err)
					}
				}
			}
		}
	}
}

// A pack that is damaged, or is none, gives nothing that isn't right, hinders nothing,
// and what was in it can be kept anew.
func TestDamagedPack(t *testing.T) {
	files := many(packed)
	first := files[0]
	for what, spoil := range map[string]func(name string, whole []byte) error{
		"a byte of the first content": func(name string, whole []byte) error {
			return os.WriteFile(name, bytes.Replace(whole, []byte("\ncontent 0"), []byte("\ncontent X"), 1), 0o600)
		},
		"cut short": func(name string, whole []byte) error { return os.Truncate(name, int64(len(whole))-1) },
		"empty":     func(name string, _ []byte) error { return os.Truncate(name, 0) },
		"no line":   func(name string, _ []byte) error { return os.Truncate(name, 10) },
		"gone":      func(name string, _ []byte) error { return os.Remove(name) },
		"a huge line": func(name string, _ []byte) error {
			return os.WriteFile(name, bytes.Repeat([]byte("x"), 2*maxPackIndex), 0o600)
		},
		"sizes below 0": func(name string, whole []byte) error {
			return os.WriteFile(name, bytes.Replace(whole, []byte(`"size":10`), []byte(`"size":-9`), 1), 0o600)
		},
		"sizes beyond the end": func(name string, whole []byte) error {
			return os.WriteFile(name, bytes.Replace(whole, []byte(`"size":10`), []byte(`"size":99999999999999`), 1), 0o600)
		},
		"a link": func(name string, whole []byte) error {
			other := filepath.Join(t.TempDir(), "pack")
			must(t, os.WriteFile(other, whole, 0o600))
			must(t, os.Remove(name))
			return os.Symlink(other, name)
		},
	} {
		t.Run(what, func(t *testing.T) {
			b := newBlobs(t.TempDir())
			must(t, b.putAll(files))
			names, err := filepath.Glob(filepath.Join(b.dir, "*"+packSuffix))
			must(t, err)
			whole, err := os.ReadFile(names[0])
			must(t, err)
			must(t, spoil(names[0], whole))
			b = newBlobs(b.dir)
			if got, err := b.get(first.Hash); err == nil {
				t.Errorf("it gives %q", got)
			}
			must(t, b.put(first))
			if got, err := b.get(first.Hash); err != nil || !bytes.Equal(got, first.Bytes) {
				t.Errorf("kept anew: %q, %v", got, err)
			}
		})
	}
}

// A content whose own file is damaged is read from the pack that has it.
func TestPackStandsIn(t *testing.T) {
	b := newBlobs(t.TempDir())
	files := many(packed)
	must(t, b.putAll(files))
	must(t, os.WriteFile(b.name(files[3].Hash), []byte("other"), 0o600))
	if got, err := b.get(files[3].Hash); err != nil || !bytes.Equal(got, files[3].Bytes) {
		t.Errorf("%q, %v", got, err)
	}
}
