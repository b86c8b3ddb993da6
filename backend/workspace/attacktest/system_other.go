//go:build !linux

package attacktest

import "os"

// exchange lets two names change places, in three steps.
func exchange(a, b string) {
	_ = os.Rename(a, a+"-")
	_ = os.Rename(b, a)
	_ = os.Rename(a+"-", b)
}

// systemRows are the attacks that need this system.
func systemRows() []row { return nil }

func unmount(*Rig) {}
