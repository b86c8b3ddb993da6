// Package cli is the command line of Redline: every operation that a script or a
// test needs, over the same backend as the window.
//
// Standard output carries the result only; progress and logs go to standard
// error. The exit status is 0 when it is done, 1 when it failed and said why, 2
// when the command line is wrong, 3 when the workspace is in use, 130 when it was
// interrupted.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"redline/app"
	"redline/backend/config"
	"redline/backend/workspace"
)

// The exit statuses.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitBusy        = 3
	exitInterrupted = 130
)

type commands struct {
	Open        openCommand        `cmd:"" default:"withargs" hidden:"" help:"Open the window on a folder."`
	Serve       serveCommand       `cmd:"" help:"Offer the same interface in a browser."`
	Tool        toolCommand        `cmd:"" help:"Run one tool, or many from standard input."`
	Diff        diffCommand        `cmd:"" help:"Show the difference of two files."`
	Checkpoints checkpointsCommand `cmd:"" help:"List the turns of a folder; undo, rewind and redo them."`
	Export      exportCommand      `cmd:"" help:"Make a PDF or Word document from a Markdown file."`
	Approvals   approvalsCommand   `cmd:"" help:"List what was answered with Always; take it back."`
	Doctor      doctorCommand      `cmd:"" help:"Say what is there and what is missing."`
	Version     versionCommand     `cmd:"" help:"Print the version."`
}

// env is what a command works with.
type env struct {
	ctx      context.Context
	in       io.Reader
	out, err io.Writer
	frontend fs.FS
	home     config.Home
}

// errSaid ends a command that has said itself what failed.
var errSaid = errors.New("said")

// usageError is a command line that is wrong in a way the parser can't see.
type usageError string

func (e usageError) Error() string { return string(e) }

// Main runs the command line args (without the program's name) and returns the
// exit status. frontend holds the built front end below "frontend/dist".
func Main(args []string, frontend fs.FS) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl C ends what doesn't heed the first
	return run(args, &env{ctx: ctx, in: os.Stdin, out: os.Stdout, err: os.Stderr, frontend: frontend})
}

func run(args []string, e *env) int {
	var c commands
	exited := -1
	parser, err := kong.New(&c,
		kong.Name("redline"),
		kong.Description("Let an AI agent work on a folder of yours without losing sight of a single change.\n\nredline [DIR] opens the window."),
		kong.Writers(e.out, e.err),
		kong.Exit(func(status int) { exited = status }),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		panic(err) // the commands above are fixed: a test meets this
	}
	parsed, err := parser.Parse(args)
	if exited >= 0 {
		return exited // --help
	}
	if err != nil {
		fmt.Fprintf(e.err, "redline: %v (redline --help lists the commands)\n", err)
		return exitUsage
	}
	if e.home, err = config.FindHome(); err != nil {
		return e.failed(err)
	}
	return e.failed(parsed.Run(e))
}

// failed tells an error and gives its exit status; nil is done.
func (e *env) failed(err error) int {
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case e.ctx.Err() != nil:
		fmt.Fprintln(e.err, "redline: interrupted; what was not finished was not written")
		return exitInterrupted
	case errors.Is(err, errSaid):
		return exitFailed
	case errors.As(err, &usage):
		fmt.Fprintln(e.err, "redline:", err)
		return exitUsage
	}
	said := app.AsError(err)
	fmt.Fprintln(e.err, "redline:", said.Message)
	if errors.Is(err, workspace.ErrBusy) || said.Code == app.CodeBusy {
		return exitBusy
	}
	return exitFailed
}
