package checkpoints

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"redline/backend/workspace"
)

// blobs is the folder of contents, each in a file named by its hash.
type blobs struct{ dir string }

func (b blobs) name(h workspace.Hash) string { return filepath.Join(b.dir, h.String()) }

// newBlob begins the name of a content that is being written.
const newBlob = ".new-"

// sweep removes contents that a crash left half written.
func (b blobs) sweep() error {
	left, err := filepath.Glob(filepath.Join(b.dir, newBlob+"*"))
	for _, name := range left {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

// put keeps a file's content, durable once it returns.
func (b blobs) put(f workspace.File) error {
	if err := b.write(f); err != nil {
		return err
	}
	return syncDir(b.dir)
}

// write keeps a file's content under a name that is durable once the folder is synced.
// One that is kept already is not written again, unless it is damaged.
func (b blobs) write(f workspace.File) (err error) {
	if !f.Exists {
		return nil
	}
	if workspace.HashOf(f.Bytes) != f.Hash {
		return fmt.Errorf("the content to keep is not the one that its hash %.12s names", f.Hash.String())
	}
	if _, err := b.get(f.Hash); err == nil {
		return nil
	}
	temp, err := os.CreateTemp(b.dir, newBlob+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temp.Name()) // the error that is returned is the one that matters
		}
	}()
	_, err = temp.Write(f.Bytes)
	if err == nil {
		err = temp.Sync()
	}
	if cerr := temp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(temp.Name(), b.name(f.Hash))
	}
	return err
}

// get reads a content and makes sure that it is the one its name promises.
func (b blobs) get(h workspace.Hash) ([]byte, error) {
	data, err := os.ReadFile(b.name(h))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the content %.12s is not kept any more", h.String())
	}
	if err != nil {
		return nil, err
	}
	if workspace.HashOf(data) != h {
		return nil, fmt.Errorf("the content %.12s is damaged", h.String())
	}
	return data, nil
}
