// Package backend is one folder opened for work: its sandbox, its chats, its
// timeline and who answers, composed of the packages below. It knows no user
// interface: it returns data and typed errors, tells an Observer what happens,
// and never prints.
package backend

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"redline/backend/agent"
	"redline/backend/agent/builtin"
	"redline/backend/approvals"
	"redline/backend/audit"
	"redline/backend/checkpoints"
	"redline/backend/config"
	"redline/backend/sessions"
	"redline/backend/tools"
	"redline/backend/workspace"
)

// Observer is told what happens in a project. Its methods must not block.
type Observer interface {
	Turn(chat string, t Turn)                        // a turn began, changed or ended
	Text(chat string, turn, block int, words string) // words were added to a block
	Chats()                                          // the list of chats changed
	Approvals()                                      // the edits that wait changed
	Timeline()                                       // turns or the place on the line changed
	Files(paths []string)                            // files changed on disk
}

// Options says how a project is opened.
type Options struct {
	Home     config.Home
	Config   config.Config
	Observer Observer            // nil: nobody looks
	Always   *approvals.Decision // answers every question; nil asks the person
	AddDirs  []string            // further folders that tools may use, for this run (FS-01a)
	Mode     approvals.Mode      // of every call, whatever its chat's; "" is the chat's
	// ConfinedBy says what holds this process; nil looks (approvals.ConfinedBy).
	ConfinedBy func() string
}

// Project is an open folder. It is safe for use by several goroutines.
type Project struct {
	Workspace *workspace.Workspace
	Gate      *approvals.Gate
	Rules     *approvals.Rules
	Store     *checkpoints.Store
	Writer    *tools.Writer
	Chats     *sessions.Store
	Box       *tools.Box
	Audit     *audit.Log
	// Problems are sentences about what could not be read or settled at opening.
	Problems []string

	options Options
	model   agent.Model
	release func()

	mu     sync.Mutex
	live   map[string]*live        // turns that run, by chat
	begun  int                     // how many have run
	reads  map[string]*tools.Reads // what each chat has read
	closed bool
}

// Open opens dir for work (WS-01 to WS-09). Only one process can have a folder
// open: a second gets workspace.ErrBusy. What a crash left half done is settled
// before it returns.
func Open(ctx context.Context, dir string, o Options) (_ *Project, err error) {
	sandbox, err := Sandbox(o.Home, o.Config, o.AddDirs)
	if err != nil {
		return nil, err
	}
	ws, err := workspace.Open(dir, sandbox)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, ws.Close())
		}
	}()
	release, err := workspace.Claim(o.Home.Locks(), ws.Dir())
	if err != nil {
		return nil, err
	}
	p := &Project{
		Workspace: ws, options: o, release: release,
		live: map[string]*live{}, reads: map[string]*tools.Reads{},
	}
	if err := p.compose(ctx); err != nil {
		release()
		return nil, err
	}
	return p, nil
}

func (p *Project) compose(ctx context.Context) error {
	kept := p.options.Home.Workspace(nameOf(p.Workspace.Dir()))
	store, warnings, err := checkpoints.Open(filepath.Join(kept, "checkpoints"), checkpoints.Options{
		MaxBytes: p.options.Config.Checkpoints.MaxBytes,
		MaxAge:   time.Duration(p.options.Config.Checkpoints.MaxAgeDays) * 24 * time.Hour,
	})
	if err != nil {
		return fmt.Errorf("open the checkpoints: %w", err)
	}
	p.Problems = append(p.Problems, warnings...)
	p.Store = store
	chats, problems, err := sessions.Open(filepath.Join(kept, "chats"))
	if err != nil {
		return errors.Join(err, store.Close())
	}
	p.Chats = chats
	p.Problems = append(p.Problems, problems...)
	p.Audit, problems, err = audit.Open(filepath.Join(kept, auditName), p.Workspace.Dir(), audit.EnvironmentSecrets(os.Environ()))
	if err != nil {
		return errors.Join(err, store.Close())
	}
	p.Problems = append(p.Problems, problems...)
	p.Rules = approvals.OpenRules(p.options.Home.Approvals())
	if _, err := p.Rules.List(); err != nil {
		p.Problems = append(p.Problems, err.Error())
	}
	p.Gate = &approvals.Gate{Announce: p.observer().Approvals, Always: p.options.Always, Mode: p.Mode, Rules: p.Rules}
	p.Writer = &tools.Writer{
		Workspace: p.Workspace, Gate: p.Gate, Store: store, Notify: p.edited, RunsLater: p.Workspace.RunsLater, Audit: p.Audit,
	}
	p.Box = tools.Standard(p.PageSize)
	p.model = builtin.New(travel{p})
	p.Problems = append(p.Problems, p.Writer.Recover(ctx)...)
	return nil
}

// nameOf names what is kept for a workspace after its path.
func nameOf(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return hex.EncodeToString(sum[:12])
}

// Close stops what runs, withdraws what waits and lets the folder go.
func (p *Project) Close() error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil
	}
	p.closed = true
	running := make([]*live, 0, len(p.live))
	for _, l := range p.live {
		running = append(running, l)
	}
	p.mu.Unlock()
	for _, l := range running {
		l.stop(errClosed)
		<-l.done
	}
	err := errors.Join(p.Store.Close(), p.Audit.Close(), p.Workspace.Close())
	p.release()
	return err
}

// Model names who answers.
func (p *Project) Model() string { return p.model.Name() }

// PageSize is the page size for documents, as set.
func (p *Project) PageSize() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.options.Config.PDF.PageSize
}

// Configure makes settings hold that were changed since the folder was opened.
func (p *Project) Configure(c config.Config) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.options.Config = c
}

func (p *Project) observer() Observer {
	if p.options.Observer == nil {
		return blind{}
	}
	return p.options.Observer
}

// blind is the observer of a project that nobody looks at.
type blind struct{}

func (blind) Turn(string, Turn)             {}
func (blind) Text(string, int, int, string) {}
func (blind) Chats()                        {}
func (blind) Approvals()                    {}
func (blind) Timeline()                     {}
func (blind) Files([]string)                {}
