package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"redline/app"
	"redline/app/web"
	"redline/app/window"
)

type openCommand struct {
	Dir string `arg:"" optional:"" help:"The folder to open; without one the window asks." type:"path"`
}

// Run opens the window. The program without one hands over to the one beside it
// that has.
func (c openCommand) Run(e *env) error {
	dir, err := c.folder()
	if err != nil {
		return err
	}
	err = c.window(e, dir)
	if errors.Is(err, window.ErrNotBuilt) {
		if !window.HasDisplay() {
			return window.ErrNoDisplay
		}
		var args []string
		if dir != "" {
			args = append(args, dir)
		}
		return window.StartBeside(args)
	}
	if errors.Is(err, window.ErrHandedOver) {
		fmt.Fprintln(e.err, "redline: the window that is open already shows the folder")
		return nil
	}
	return err
}

// folder checks the folder before a window is opened for nothing. A file stands
// for the folder that it is in.
func (c openCommand) folder() (string, error) {
	if c.Dir == "" {
		return "", nil
	}
	info, err := os.Stat(c.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s does not exist", c.Dir)
	case err != nil:
		return "", err
	case !info.IsDir() && filepath.Ext(c.Dir) == ".md":
		return filepath.Dir(c.Dir), nil
	case !info.IsDir():
		return "", fmt.Errorf("%s is a file, not a folder", c.Dir)
	}
	return c.Dir, nil
}

func (c openCommand) window(e *env, dir string) error {
	if !window.Built {
		return window.ErrNotBuilt
	}
	claim, err := window.TakeClaim(e.home.Dir(), dir)
	if err != nil {
		return err
	}
	assets, err := fs.Sub(e.frontend, "frontend/dist")
	if err != nil {
		return errors.Join(err, claim.Release())
	}
	a := app.New(e.home, Version())
	var opened error
	if dir != "" {
		_, opened = a.OpenFolder(dir)
	}
	if opened != nil && isTerminal(e.err) {
		return errors.Join(opened, claim.Release())
	}
	if opened != nil {
		a.StartWith(opened) // started by a click: only the window can tell
	}
	native := &native{}
	a.Native = native
	err = window.Run(window.Options{
		Title: "Redline", Claim: claim, Assets: assets, Handler: web.Handler(a), Policy: web.Policy,
		Acceleration: a.Config().UI.Acceleration,
		Bind:         a.Bound(),
		FormatError:  func(err error) any { return app.AsError(err) },
		Ready:        func(n window.Native) { native.window.Store(&n) },
		Opened: func(folder string) {
			if folder != "" {
				_, err := a.OpenFolder(folder)
				a.Report(err)
			}
		},
	})
	return errors.Join(err, a.Shutdown(), claim.Release())
}

// native is the window as the app uses it.
type native struct{ window atomic.Pointer[window.Native] }

var _ app.Native = (*native)(nil)

// ChooseFolder implements app.Native.
func (n *native) ChooseFolder(title string) (string, error) {
	w := n.window.Load()
	if w == nil {
		return "", errors.New("the window is still opening; try again")
	}
	return (*w).ChooseFolder(context.Background(), title)
}

// OpenFile implements app.Native.
func (n *native) OpenFile(path string) error { return window.OpenFile(path) }

// Reveal implements app.Native.
func (n *native) Reveal(path string) error { return window.Reveal(path) }
