package workspace

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// folderHandle is an open folder.
type folderHandle struct {
	root   *os.Root
	id     fileID
	unreal string
}

// fileID is unknown here: the path stands for the file.
type fileID struct{ device, inode uint64 }

func idOf(fs.FileInfo) (fileID, bool) { return fileID{}, false }

// folds is never asked: all names are compared so.
func (h *folderHandle) folds() bool { return true }

func openHandle(root *os.Root) (*folderHandle, error) {
	sub, err := root.OpenRoot(".")
	return &folderHandle{root: sub}, err
}

func (h *folderHandle) close() { h.root.Close() }

func (h *folderHandle) open(name string) (*folderHandle, error) {
	info, err := h.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s %w", name, ErrNotFolder)
	}
	sub, err := openSame(h.root, name, info)
	return &folderHandle{root: sub}, err
}

func (h *folderHandle) entries() ([]FolderEntry, error) {
	f, err := h.root.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	found, err := f.ReadDir(-1)
	list := make([]FolderEntry, len(found))
	for i, e := range found {
		list[i] = FolderEntry{Name: e.Name(), Type: e.Type()}
	}
	return list, err
}

func (h *folderHandle) stat(name string) (FileInfo, error) {
	info, err := h.root.Lstat(name)
	if err != nil {
		return FileInfo{}, err
	}
	return FileInfo{Type: info.Mode().Type(), Size: info.Size(), Modified: info.ModTime().UnixNano(), Links: links(info)}, nil
}

func (h *folderHandle) read(name string, buffer []byte, limit int64) ([]byte, error) {
	before, err := h.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, fmt.Errorf("%s %w", name, ErrNotRegular)
	}
	f, err := h.root.OpenFile(name, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || !os.SameFile(before, info):
		return nil, fmt.Errorf("%s %w", name, ErrNotRegular)
	case info.Size() > limit:
		return nil, tooLargeName(name, info.Size(), limit)
	}
	return readLimited(f, name, info.Size(), buffer, limit)
}

func readLimited(f *os.File, name string, size int64, buffer []byte, limit int64) ([]byte, error) {
	if int64(cap(buffer)) < size {
		buffer = make([]byte, 0, size)
	}
	buffer = buffer[:size]
	n, err := io.ReadFull(f, buffer)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return buffer[:n], nil
	}
	if err != nil {
		return nil, err
	}
	more, err := io.ReadAll(io.LimitReader(f, limit-size+1))
	if err == nil && size+int64(len(more)) > limit {
		err = tooLargeName(name, size+int64(len(more)), limit)
	}
	return append(buffer, more...), err
}
