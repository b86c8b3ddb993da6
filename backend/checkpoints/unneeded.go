package checkpoints

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"redline/backend/workspace"
)

// book counts what is done with contents.
type book struct {
	mu    sync.Mutex
	holds map[workspace.Hash]int // contents that are about to be named in the log
	added int64                  // bytes that were written since somebody asked
}

func (b *book) wrote(files []workspace.File) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range files {
		b.added += int64(len(f.Bytes))
	}
}

// taken gives how many bytes were written since it was last called.
func (b *book) taken() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := b.added
	b.added = 0
	return n
}

// hold keeps contents from being removed until release is called.
func (b blobs) hold(contents ...workspace.Hash) (release func()) {
	b.book.mu.Lock()
	defer b.book.mu.Unlock()
	for _, h := range contents {
		b.book.holds[h]++
	}
	return func() {
		b.book.mu.Lock()
		defer b.book.mu.Unlock()
		for _, h := range contents {
			if b.book.holds[h]--; b.book.holds[h] == 0 {
				delete(b.book.holds, h)
			}
		}
	}
}

// remove removes contents that nobody needs or holds. What can't be removed is tried
// again when the store is opened the next time.
func (b blobs) remove(contents []workspace.Hash, needed map[workspace.Hash]int64) {
	b.book.mu.Lock()
	defer b.book.mu.Unlock()
	live := func(h workspace.Hash) bool {
		_, needs := needed[h]
		return needs || b.book.holds[h] > 0
	}
	for _, h := range contents {
		if !live(h) {
			_ = os.Remove(b.name(h))
		}
	}
	for _, name := range b.packs.names() {
		_ = b.thin(name, live)
	}
}

// thin removes a pack of which less than half is live, once what is has a file of its
// own.
func (b blobs) thin(name string, live func(workspace.Hash) bool) error {
	index, from, err := readIndex(name)
	if err != nil {
		return err
	}
	var all, left int64
	var keep []spot
	var hashes []workspace.Hash
	for _, c := range index.Contents {
		if all += c.Size; live(c.Hash) {
			left += c.Size
			keep = append(keep, spot{name, from, from + c.Size})
			hashes = append(hashes, c.Hash)
		}
		from += c.Size
	}
	if len(keep) > 0 && 2*left >= all {
		return nil
	}
	for i, s := range keep {
		content, err := s.get()
		if err == nil && workspace.HashOf(content) == hashes[i] {
			err = b.write(workspace.File{State: workspace.State{Exists: true, Hash: hashes[i]}, Bytes: content})
		}
		if err != nil {
			return err
		}
	}
	if err := syncDir(b.dir); err != nil {
		return err
	}
	b.packs.forget(name)
	return os.Remove(name)
}

// sweep removes whatever a crash left: contents half written, and, with all, those that
// nothing needs any more.
func (b blobs) sweep(needed map[workspace.Hash]int64, all bool) error {
	f, err := os.Open(b.dir)
	if err != nil {
		return err
	}
	names, err := f.Readdirnames(-1)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	var unneeded []workspace.Hash
	packed := false
	for _, name := range names {
		var h workspace.Hash
		switch {
		case strings.HasPrefix(name, newBlob):
			err = errors.Join(err, os.Remove(filepath.Join(b.dir, name)))
		case strings.HasSuffix(name, packSuffix):
			packed = true
		case len(name) == 2*len(h) && h.UnmarshalText([]byte(name)) == nil:
			if _, needs := needed[h]; !needs {
				unneeded = append(unneeded, h)
			}
		}
	}
	if all && (packed || len(unneeded) > 0) {
		b.remove(unneeded, needed)
	}
	return err
}
