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

func keepOwner(*os.File, fs.FileInfo) {}

// isInvalid is true for everything: folders can't be synced here.
func isInvalid(error) bool { return true }

// shortNames is whether files have a second, short name.
const shortNames = true
