//go:build production && !linux

package window

// holdPage leaves navigation to the page's own handling of links: Wails gives no
// hold on the view of this system.
func holdPage() {}

// present does nothing more than Wails' own WindowShow, which raises here.
func present() {}
