//go:build !linux && !darwin

package workspace

import "os"

// unreal names the system that makes a file's content up when it is read. None is
// known here.
func unreal(*os.File) string { return "" }

// folds tells whether an open folder takes names that differ in case for one, where
// the system doesn't anyway. It can't be told here, and refusing too much is the
// safer mistake.
func folds(*os.Root) bool { return true }

func foldsIn(*os.File) bool { return true }

// keepAttributes has nothing to do: no way to them is known here.
func keepAttributes(_, _ *os.File) {}
