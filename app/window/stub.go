//go:build !production

package window

// Built says that this program has the window.
const Built = false

// Run returns ErrNotBuilt: the window is in redline-desktop.
func Run(Options) error { return ErrNotBuilt }
