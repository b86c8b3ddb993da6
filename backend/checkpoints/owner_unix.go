//go:build unix

package checkpoints

import (
	"io/fs"
	"syscall"
)

// otherOwner tells whether a file belongs to another user than its folder.
func otherOwner(file, dir fs.FileInfo) bool {
	f, ok := file.Sys().(*syscall.Stat_t)
	d, also := dir.Sys().(*syscall.Stat_t)
	return ok && also && f.Uid != d.Uid
}
