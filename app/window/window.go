// Package window opens Redline's interface as a window of the desktop.
//
// It is the only importer of Wails, and it knows nothing of what Redline does:
// the caller gives it the built front end, the structs whose methods the page
// may call, and a handler for everything that travels by HTTP. What it promises:
//
//   - One window for each home folder: a second start hands its folder to the
//     first window and ends (Claim).
//   - The page can't be replaced. Whatever would navigate away is refused, and a
//     web or mail address that a person clicked opens in the system's own
//     program, never anything else (OpenURL).
//   - A failure of the display is an error, not a crash (ErrNoDisplay), and a
//     panic in the handler is an answer of 500.
//   - The window comes back where it was and as large as it was.
//
// The window needs GTK and WebKit, or their counterparts elsewhere, and stands
// behind the build tag production. Without the tag Run returns ErrNotBuilt, and
// everything else here is plain Go: so `go build`, `go vet` and `go test` need
// no C compiler, and StartBeside starts the program that has the window.
package window

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
)

// Why a window doesn't open.
var (
	// ErrNotBuilt says that this program was built without the window.
	ErrNotBuilt = errors.New("this program has no window; redline-desktop has it")
	// ErrNoDisplay says that there is no screen to open a window on.
	ErrNoDisplay = errors.New("there is no display here; redline serve opens the same interface in a browser")
	// ErrNoPage says that the program was built before the front end was.
	ErrNoPage = errors.New("the front end is not in this program; build it again with make")
	// ErrHandedOver says that a window was open already and has taken the folder.
	ErrHandedOver = errors.New("the window that is open already took the folder over")
	// ErrDialogOpen says that a dialog of the system waits for an answer.
	ErrDialogOpen = errors.New("a dialog is open already; answer it first")
)

// Options is what a window is made of. Assets, Handler and Claim are needed; the
// functions may be nil.
type Options struct {
	Title string // what the title bar and the list of windows show
	Claim *Claim // keeps this window the only one over its home folder

	Assets  fs.FS        // the built front end, with index.html at its root
	Handler http.Handler // everything that Assets doesn't hold: /api/, /events, /content/
	// Acceleration says whether the page is drawn with the graphics card: on, off, or
	// else where there is one.
	Acceleration string
	Policy       string // content security policy sent with every answer; "" sends none

	// Bind holds pointers to the structs whose exported methods the page may call
	// as window.go.<package>.<Struct>.<Method>.
	Bind []any
	// FormatError turns the error of such a method into what the page's promise is
	// rejected with. Nil gives the error's text.
	FormatError func(error) any

	// Ready is called once, on a goroutine of its own, when the window exists.
	Ready func(Native)
	// Opened is called when a second start hands its folder over: an absolute
	// path, or "" when it named none. The window has come to the front by then.
	Opened func(folder string)
	// MayClose is asked when a person closes the window; false keeps it open. It
	// isn't asked when the system ends the program.
	MayClose func() bool
}

// Native is what only a window can do.
type Native interface {
	// ChooseFolder shows the system's own dialog and returns the folder's absolute
	// path, or "" when the person cancelled. Only one dialog is open at a time
	// (ErrDialogOpen). When ctx ends first its error is returned; the dialog stays
	// until the person closes it.
	ChooseFolder(ctx context.Context, title string) (string, error)
	// Raise brings the window to the front.
	Raise()
	// Quit closes the window without asking; Run returns.
	Quit()
}
