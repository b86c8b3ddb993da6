//go:build unix && !linux

package workspace

import "os"

func (h *folderHandle) entries() ([]FolderEntry, error) {
	fd, err := duplicate(h.fd())
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), ".")
	defer f.Close()
	found, err := f.ReadDir(-1)
	list := make([]FolderEntry, len(found))
	for i, e := range found {
		list[i] = FolderEntry{Name: e.Name(), Type: e.Type()}
	}
	return list, err
}
