package checkpoints

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"redline/backend/parallel"
	"redline/backend/workspace"
)

// blobs is the folder of contents, each in a file named by its hash or, with others, in
// a pack.
type blobs struct {
	dir   string
	packs *packs
	book  *book
}

func newBlobs(dir string) blobs {
	return blobs{dir, &packs{dir: dir}, &book{holds: map[workspace.Hash]int{}}}
}

func (b blobs) name(h workspace.Hash) string { return filepath.Join(b.dir, h.String()) }

// newBlob begins the name of a content that is being written.
const newBlob = ".new-"

// put keeps a file's content, durable once it returns.
func (b blobs) put(f workspace.File) error { return b.putAll([]workspace.File{f}) }

// putAll keeps the contents of files, durable once it returns. What is kept already is
// not written again, unless it is damaged.
func (b blobs) putAll(files []workspace.File) error {
	missing, err := b.missing(files)
	switch {
	case err != nil:
		return err
	case len(missing) >= packed:
		err = b.packs.write(missing)
	default:
		err = parallel.Each(len(missing), func(i int) error { return b.write(missing[i]) })
	}
	if err != nil {
		return err
	}
	b.book.wrote(missing)
	return syncDir(b.dir)
}

// missing gives those of the files whose contents are not kept, each content once.
func (b blobs) missing(files []workspace.File) ([]workspace.File, error) {
	kept := make([]bool, len(files))
	err := parallel.Each(len(files), func(i int) error {
		f := files[i]
		if kept[i] = !f.Exists; kept[i] {
			return nil
		}
		if workspace.HashOf(f.Bytes) != f.Hash {
			return fmt.Errorf("the content to keep is not the one that its hash %.12s names", f.Hash.String())
		}
		_, err := b.get(f.Hash)
		kept[i] = err == nil
		return nil
	})
	var missing []workspace.File
	seen := map[workspace.Hash]bool{}
	for i, f := range files {
		if !kept[i] && !seen[f.Hash] {
			seen[f.Hash] = true
			missing = append(missing, f)
		}
	}
	return missing, err
}

// write keeps a content under a name that is durable once the folder is synced.
func (b blobs) write(f workspace.File) error {
	return writeNew(b.dir, b.name(f.Hash), func(file *os.File) error {
		_, err := file.Write(f.Bytes)
		return err
	})
}

// writeNew makes the file name of what fill writes: beside it, synced, and renamed.
func writeNew(dir, name string, fill func(*os.File) error) error {
	temp, err := os.CreateTemp(dir, newBlob+"*")
	if err != nil {
		return err
	}
	err = fill(temp)
	if err == nil {
		err = temp.Sync()
	}
	if cerr := temp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		_ = os.Remove(temp.Name()) // the error that is returned is the one that matters
	}
	return err
}

// get reads a content and makes sure that it is the one its name promises.
func (b blobs) get(h workspace.Hash) ([]byte, error) {
	data, err := readRegular(b.name(h))
	if err == nil && workspace.HashOf(data) == h {
		return data, nil
	}
	if s, ok := b.packs.find(h); ok {
		if again, e := s.get(); e == nil && workspace.HashOf(again) == h {
			return again, nil
		}
		err = nil // it is there, and not right
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the content %.12s is not kept any more", h.String())
	case err != nil:
		return nil, fmt.Errorf("the content %.12s can't be read: %w", h.String(), err)
	}
	return nil, fmt.Errorf("the content %.12s is damaged", h.String())
}

// readRegular reads a file that is no link: one could lead to what never ends.
func readRegular(name string) ([]byte, error) {
	info, err := os.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("a link or a folder stands in its place")
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}
