package workspace

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"sync"

	"golang.org/x/sys/unix"
)

// entries reads names and types with the one system call for it. The library has a
// reader of names alone, which would cost a look at every file.
func (h *folderHandle) entries() ([]FolderEntry, error) {
	var list []FolderEntry
	buffer := entryBuffers.Get().(*[32 << 10]byte)
	defer entryBuffers.Put(buffer)
	for {
		n, err := unix.Getdents(h.fd(), buffer[:])
		if err == unix.EINTR {
			continue
		}
		if err != nil || n == 0 {
			return list, err
		}
		list = h.parse(list, buffer[:n])
	}
}

var entryBuffers = sync.Pool{New: func() any { return new([32 << 10]byte) }}

// The places of a directory entry's parts, see getdents64(2).
const (
	entryLength = 16
	entryType   = 18
	entryName   = 19
)

func (h *folderHandle) parse(list []FolderEntry, data []byte) []FolderEntry {
	// One string holds all names of a read.
	all := string(data)
	for at := 0; at+entryName < len(data); {
		length := int(binary.NativeEndian.Uint16(data[at+entryLength:]))
		if length < entryName || at+length > len(data) {
			break
		}
		name := all[at+entryName : at+length]
		if end := bytes.IndexByte(data[at+entryName:at+length], 0); end >= 0 {
			name = name[:end]
		}
		if name != "." && name != ".." {
			list = append(list, FolderEntry{Name: name, Type: h.typeOf(name, data[at+entryType])})
		}
		at += length
	}
	return list
}

// typeOf asks for the type where the file system didn't give it.
func (h *folderHandle) typeOf(name string, kind byte) fs.FileMode {
	if kind != unix.DT_UNKNOWN {
		return typeBits(uint32(kind) << 12)
	}
	info, err := h.stat(name)
	if err != nil {
		return fs.ModeIrregular
	}
	return info.Type
}
