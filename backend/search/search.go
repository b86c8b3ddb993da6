// Package search finds files by name and lines by content in a workspace.
//
// Every folder and file is reached through workspace.Folder, so what the sandbox
// closes is never entered, links are not followed, and a pipe holds nothing up.
// Folders are read by several goroutines, and results come in walk order all the
// same: the first N are always the same N. Whatever is passed over is counted by
// its reason. A search whose context ends gives an error and no partial list.
//
// It doesn't read git's global excludes or settings, and rules of folders above the
// workspace don't hold in it.
package search
