//go:build !production

package window

// Run returns ErrNotBuilt: the window is in redline-desktop.
func Run(Options) error { return ErrNotBuilt }
