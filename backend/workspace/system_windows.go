package workspace

import (
	"io/fs"
	"os"
)

// nonBlocking has no counterpart here.
const nonBlocking = 0

func links(fs.FileInfo) uint64 { return 1 }

// identity is unknown here: the canonical path stands for the file.
func identity(fs.FileInfo) string { return "" }

// keepOwner has nothing to do: a new file belongs to whoever makes it, as its folder
// says.
func keepOwner(*os.File, fs.FileInfo) bool { return true }

// isInvalid is true for everything: folders can't be synced here.
func isInvalid(error) bool { return true }

// shortNames is whether files have a second, short name.
const shortNames = true
