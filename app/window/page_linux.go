//go:build production

package window

/*
#cgo pkg-config: gtk+-3.0 webkit2gtk-4.1
void redline_hold_page(void);
void redline_present(void);
*/
import "C"

import "log/slog"

// holdPage makes the view refuse every page but Redline's own: a page that got in
// by navigation could call every bound method.
func holdPage() { C.redline_hold_page() }

// present brings the window to the front, which Wails can't.
func present() { C.redline_present() }

// redlineClicked is called by the view when a person clicked an address that
// leads out of Redline.
//
//export redlineClicked
func redlineClicked(address *C.char) {
	if err := OpenURL(C.GoString(address)); err != nil {
		slog.Warn("a link was not opened", "error", err)
	}
}
