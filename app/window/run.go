//go:build production

package window

import (
	"context"
	_ "embed"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// Built says that this program has the window.
const Built = true

//go:embed icon.png
var icon []byte

// desk is the colour behind the page until it is drawn (the design's --desk).
var desk = options.NewRGB(0xEF, 0xEE, 0xEB)

// Run opens the window and returns when it is closed. It must be called from the
// main goroutine. ErrNoDisplay says that there is no screen, ErrNoPage that Assets
// holds no page.
func Run(o Options) (err error) {
	if !HasDisplay() {
		return ErrNoDisplay
	}
	// Wails would end the process.
	if _, err := fs.Stat(o.Assets, "index.html"); err != nil {
		return ErrNoPage
	}
	defer func() {
		if r := recover(); r != nil {
			err = startFailure(r)
		}
	}()
	w := &shell{options: o, place: loadPlace(o.Claim.Home())}
	if err := wails.Run(w.wails()); err != nil {
		return fmt.Errorf("open the window: %w", err)
	}
	return nil
}

// startFailure names what made the toolkit give up. Its message is all that it
// tells.
func startFailure(r any) error {
	if e, ok := r.(error); ok && e.Error() == "failed to init GTK" {
		return ErrNoDisplay
	}
	return fmt.Errorf("the window ended unexpectedly: %v\n%s", r, debug.Stack())
}

// shell is one open window.
type shell struct {
	options Options
	place   place // as it was before; kept while the window is maximised

	ctx     context.Context // what Wails wants with each call; set once, before Ready
	dialog  sync.Mutex      // held while a dialog of the system is open
	ending  atomic.Bool     // nobody is asked any more
	leaving sync.Once
}

func (s *shell) wails() *options.App {
	return &options.App{
		Title:            s.options.Title,
		Width:            s.place.Width,
		Height:           s.place.Height,
		MinWidth:         minWidth,
		MinHeight:        minHeight,
		BackgroundColour: desk,
		AssetServer: &assetserver.Options{
			Assets:     s.options.Assets,
			Handler:    s.options.Handler,
			Middleware: s.guard,
		},
		Bind:             s.options.Bind,
		ErrorFormatter:   s.formatError,
		OnStartup:        s.startup,
		OnBeforeClose:    s.keepOpen,
		WindowStartState: startState(s.place),
		Linux: &linux.Options{
			Icon:             icon,
			ProgramName:      "redline",
			WebviewGpuPolicy: gpuPolicy(s.options.Acceleration),
		},
	}
}

func startState(p place) options.WindowStartState {
	if p.Maximised {
		return options.Maximised
	}
	return options.Normal
}

func (s *shell) formatError(err error) any {
	if s.options.FormatError == nil {
		return err.Error()
	}
	return s.options.FormatError(err)
}

// guard adds the content security policy, and answers for a handler that panics:
// the toolkit would end the whole program.
func (s *shell) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				slog.Error("a request failed inside Redline", "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
				rw.WriteHeader(http.StatusInternalServerError)
			}
		}()
		if s.options.Policy != "" {
			rw.Header().Set("Content-Security-Policy", s.options.Policy)
		}
		next.ServeHTTP(rw, r)
	})
}

func (s *shell) startup(ctx context.Context) {
	s.ctx = ctx
	holdPage()
	s.restorePlace()
	go s.endOnSignal()
	go s.options.Claim.Serve(func(folder string) {
		s.Raise()
		if s.options.Opened != nil {
			s.options.Opened(folder)
		}
	})
	if s.options.Ready != nil {
		s.options.Ready(s)
	}
}

// restorePlace puts the window where it was. Asking for its size first waits for
// the main loop, and by then Wails has queued its own centring: what is queued
// now comes after it.
func (s *shell) restorePlace() {
	runtime.WindowGetSize(s.ctx)
	if !s.place.known || s.place.Maximised {
		return
	}
	p := s.place
	if width, height, ok := s.screen(); ok {
		p = p.within(width, height)
	}
	runtime.WindowSetSize(s.ctx, p.Width, p.Height)
	runtime.WindowSetPosition(s.ctx, p.X, p.Y)
}

// screen is the size of the screen that the window is on.
func (s *shell) screen() (width, height int, ok bool) {
	screens, err := runtime.ScreenGetAll(s.ctx)
	if err != nil {
		return 0, 0, false
	}
	for _, screen := range screens {
		if screen.IsCurrent {
			return screen.Size.Width, screen.Size.Height, true
		}
	}
	return 0, 0, false
}

// endOnSignal closes the window when the system ends the program. Wails listens
// too, but its own closing may have been refused by MayClose a moment before.
func (s *shell) endOnSignal() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, os.Interrupt)
	<-signals
	s.Quit()
}

// keepOpen decides, each time that something asks the window to close, whether it
// stays. Only the first permission counts: closing twice upsets the toolkit.
func (s *shell) keepOpen(ctx context.Context) bool {
	if !s.ending.Load() && s.options.MayClose != nil && !s.options.MayClose() {
		return true
	}
	stay := true
	s.leaving.Do(func() {
		stay = false
		s.rememberPlace(ctx)
	})
	return stay
}

func (s *shell) rememberPlace(ctx context.Context) {
	p := s.place
	p.Maximised = runtime.WindowIsMaximised(ctx)
	if runtime.WindowIsNormal(ctx) {
		p.Width, p.Height = runtime.WindowGetSize(ctx)
		p.X, p.Y = runtime.WindowGetPosition(ctx)
	}
	if err := p.save(s.options.Claim.Home()); err != nil {
		slog.Warn("the window's place could not be remembered", "error", err)
	}
}

// ChooseFolder implements Native.
func (s *shell) ChooseFolder(ctx context.Context, title string) (string, error) {
	if !s.dialog.TryLock() {
		return "", ErrDialogOpen
	}
	type answer struct {
		folder string
		err    error
	}
	answers := make(chan answer, 1)
	go func() {
		defer s.dialog.Unlock()
		folder, err := runtime.OpenDirectoryDialog(s.ctx, runtime.OpenDialogOptions{Title: title, CanCreateDirectories: true})
		answers <- answer{folder, err}
	}()
	select {
	case a := <-answers:
		return a.folder, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Raise implements Native.
func (s *shell) Raise() {
	runtime.WindowUnminimise(s.ctx)
	runtime.WindowShow(s.ctx)
	present()
}

// Quit implements Native.
func (s *shell) Quit() {
	s.ending.Store(true)
	runtime.Quit(s.ctx)
}
