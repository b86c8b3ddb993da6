package cli

import (
	"fmt"
	"io/fs"
	"net"

	"redline/app"
	"redline/app/web"
	"redline/app/window"
)

type serveCommand struct {
	Dir         string   `arg:"" optional:"" help:"The folder to open; without one the interface asks." type:"path"`
	Addr        string   `help:"The address to listen on; port 0 is any free one." default:"127.0.0.1:0"`
	Open        bool     `help:"Open the address in the system's browser."`
	AddDir      []string `name:"add-dir" help:"A further folder that tools may read and write, for this run." type:"path"`
	AllowRemote bool     `name:"allow-remote" help:"Listen on an address that other machines can reach."`
}

func (c serveCommand) Run(e *env) error {
	if err := c.loopback(); err != nil {
		return err
	}
	if err := existingFolders(c.AddDir); err != nil {
		return err
	}
	assets, err := fs.Sub(e.frontend, "frontend/dist")
	if err != nil {
		return err
	}
	if _, err := fs.Stat(assets, "index.html"); err != nil {
		return fmt.Errorf("this program was built without its interface; build it with make build")
	}
	a := app.New(e.home, Version())
	a.AddDirs = c.AddDir
	if c.Dir != "" {
		if _, err := a.OpenFolder(c.Dir); err != nil {
			return err
		}
	}
	defer func() {
		if err := a.Shutdown(); err != nil {
			fmt.Fprintln(e.err, "redline:", err)
		}
	}()
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("can't listen on %s: %w", c.Addr, err)
	}
	go func() {
		<-e.ctx.Done()
		_ = listener.Close() // ends Serve; the deferred shutdown reports the rest
	}()
	server := web.NewServer(a, listener.Addr(), assets, c.AllowRemote)
	address := server.URL(listener.Addr())
	fmt.Fprintf(e.out, "%s\n", address)
	fmt.Fprintln(e.err, "Redline is open at the address above, which works once. Ctrl C ends it.")
	if c.Open {
		if err := window.OpenURL(address); err != nil {
			fmt.Fprintln(e.err, "redline:", err)
		}
	}
	err = server.Serve(listener)
	if e.ctx.Err() != nil {
		return nil
	}
	return err
}

// loopback refuses an address that others can reach, unless that is asked for.
func (c serveCommand) loopback() error {
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return usageError(fmt.Sprintf("%q is not an address such as 127.0.0.1:8080", c.Addr))
	}
	ip := net.ParseIP(host)
	if c.AllowRemote || host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return usageError(fmt.Sprintf("%s can be reached from other machines; add --allow-remote if that is wanted", c.Addr))
}
