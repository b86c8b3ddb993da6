// Package app is what every face of Redline shows: the window, the browser and
// the command line's JSON. It has one struct an area, knows nothing of how a call
// travels, and has no rules of its own: those are the backend's.
//
// Every exported method of an area may be called by the page, with anything a
// hostile page could send; methods check what they are given and answer with an
// *Error. Whatever is longer than a moment is a job with progress events.
package app

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"redline/backend"
	"redline/backend/config"
)

// Native is what only the window can do. Behind `redline serve` there is none.
type Native interface {
	// ChooseFolder shows the system's dialog; "" means that it was closed.
	ChooseFolder(title string) (string, error)
	// OpenFile opens a file with the program that the system has for it.
	OpenFile(path string) error
	// Reveal shows a file in the system's file manager.
	Reveal(path string) error
}

// App is one running Redline: the folder that is open, if one is, and the pages
// that look at it.
type App struct {
	Events  Events
	Version string
	Native  Native   // nil without a window
	AddDirs []string // further folders for whichever is opened, for this run (FS-01a)

	home    config.Home
	ctx     context.Context
	cancel  context.CancelFunc
	exports jobs

	saving  sync.Mutex // settings are saved one after another
	opening sync.Mutex // folders are opened and closed one after another
	mu      sync.Mutex
	config  config.Config
	problem string // about the settings file
	start   string // about the folder that was named at start
	project *backend.Project
}

// New makes an app with no folder open. A settings file that can't be understood
// is told by Workspaces.Info; the defaults hold.
func New(home config.Home, version string) *App {
	a := &App{Version: version, home: home}
	a.ctx, a.cancel = context.WithCancel(context.Background())
	c, err := config.Load(home.Settings())
	if err != nil {
		a.problem = err.Error()
	}
	a.config = c
	return a
}

// Config gives the settings that hold.
func (a *App) Config() config.Config {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.config
}

// Done is closed when the app shuts down.
func (a *App) Done() <-chan struct{} { return a.ctx.Done() }

// Shutdown stops what runs and closes the folder.
func (a *App) Shutdown() error {
	a.exports.cancelAll()
	a.cancel()
	a.opening.Lock()
	defer a.opening.Unlock()
	a.mu.Lock()
	p := a.project
	a.project = nil
	a.mu.Unlock()
	if p == nil {
		return nil
	}
	return p.Close()
}

// Area is one struct of the contract under the name by which a page calls it.
type Area struct {
	Name  string
	Value any
}

// Areas gives the areas, each with the methods that a page may call.
func (a *App) Areas() []Area {
	return []Area{
		{"Workspaces", &Workspaces{a}}, {"Chats", &Chats{a}}, {"Approvals", &Approvals{a}},
		{"Timeline", &Timeline{a}}, {"Files", &Files{a}}, {"Preview", &Preview{a}},
		{"Exports", &Exports{a}}, {"Settings", &Settings{a}},
	}
}

// Bound gives the areas' structs, for the window's bindings.
func (a *App) Bound() []any {
	var all []any
	for _, area := range a.Areas() {
		all = append(all, area.Value)
	}
	return all
}

// StartWith tells the page why the folder that was named at start isn't open.
func (a *App) StartWith(problem error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.start = AsError(problem).Message
}

// Report shows a failure that no call of the page is waiting for.
func (a *App) Report(err error) {
	if err != nil {
		a.Events.Emit(TopicProblem, AsError(err))
	}
}

// OpenFolder opens dir for work and closes what was open before. When it fails,
// what was open stays open.
func (a *App) OpenFolder(dir string) (Workspace, error) {
	a.opening.Lock()
	defer a.opening.Unlock()
	a.mu.Lock()
	if p := a.project; p != nil && sameFolder(p.Workspace.Dir(), dir) {
		a.mu.Unlock()
		return a.workspace(p), nil
	}
	settings := a.config
	a.mu.Unlock()
	if a.ctx.Err() != nil {
		return Workspace{}, &Error{Code: CodeNoWorkspace, Message: "Redline is closing."}
	}

	p, err := backend.Open(a.ctx, dir, backend.Options{Home: a.home, Config: settings, Observer: observer{a}, AddDirs: a.AddDirs})
	if err != nil {
		return Workspace{}, AsError(err)
	}
	if err := config.AddRecent(a.home.State(), p.Workspace.Dir(), time.Now()); err != nil {
		p.Problems = append(p.Problems, err.Error())
	}
	// Closed before the other takes its place: what it still tells is about itself.
	a.mu.Lock()
	old := a.project
	a.mu.Unlock()
	if old != nil {
		if err := old.Close(); err != nil {
			p.Problems = append(p.Problems, "the folder that was open before was not closed cleanly: "+err.Error())
		}
	}
	a.mu.Lock()
	a.project = p
	a.mu.Unlock()
	w := a.workspace(p)
	a.Events.Emit(TopicWorkspace, w)
	return w, nil
}

func sameFolder(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// open gives the project that is open.
func (a *App) open() (*backend.Project, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.project == nil {
		return nil, &Error{Code: CodeNoWorkspace, Message: "No folder is open. Open one first."}
	}
	return a.project, nil
}

func (a *App) info() Info {
	a.mu.Lock()
	defer a.mu.Unlock()
	return Info{
		Version: a.Version, Platform: runtime.GOOS, Native: a.Native != nil,
		Home: a.home.Dir(), Problem: strings.TrimSpace(a.problem + " " + a.start),
	}
}

// FileBytes reads a file of the workspace through its sandbox.
func (a *App) FileBytes(name string) ([]byte, error) {
	p, err := a.open()
	if err != nil {
		return nil, err
	}
	path, err := p.Workspace.Resolve(name)
	if err != nil {
		return nil, AsError(err)
	}
	f, err := p.Workspace.Read(path)
	if err != nil {
		return nil, AsError(err)
	}
	return f.Bytes, nil
}

// native gives the window, or an error that says why there is none.
func (a *App) native() (Native, error) {
	if a.Native == nil {
		return nil, &Error{Code: CodeNoDialog, Message: "Redline runs in a browser, which can't reach the system's own programs. Use the path shown instead."}
	}
	return a.Native, nil
}

// Defect is the error for something that must not happen: a panic.
func Defect(p any, stack []byte) *Error {
	fmt.Fprintf(os.Stderr, "redline: defect: %v\n%s\n", p, stack)
	return &Error{Code: CodeInternal, Message: fmt.Sprintf("Redline met a defect of its own (%v). Your files are as the timeline shows them. Try again; if it happens again, restart Redline.", p)}
}
