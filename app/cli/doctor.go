package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"text/tabwriter"

	"redline/app/window"
	"redline/backend/agent/builtin"
	"redline/backend/config"
)

type doctorCommand struct {
	JSON  bool `name:"json" help:"Print one JSON object."`
	Audit bool `help:"Check the audit records of all folders that were opened, instead."`
	folderFlags
}

// finding is one thing that was looked at.
type finding struct {
	What   string `json:"what"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
}

func (c doctorCommand) Run(e *env) error {
	if c.Audit {
		return e.checkRecords(c.JSON)
	}
	if err := existingFolders(c.AddDir); err != nil {
		return err
	}
	limits, sandbox := e.lookSandbox(c.folderFlags)
	all := []finding{
		{"version", true, fmt.Sprintf("%s, %s/%s, %s", Version(), runtime.GOOS, runtime.GOARCH, runtime.Version())},
		e.lookHome(), e.lookSettings(), e.lookLibrary(), lookWindow(), lookDisplay(),
		{"who answers", true, builtin.New(nil).Name() + ": always here, no model, no network"},
		{"fonts for documents", true, "bundled: Latin, Greek and Cyrillic, with a mono face and symbols"},
		sandbox,
	}
	if c.JSON {
		return printJSON(e, map[string]any{"findings": all, "sandbox": limits})
	}
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	for _, f := range all {
		mark := "ok"
		if !f.OK {
			mark = "--"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", mark, f.What, f.Detail)
	}
	if limits != nil {
		for _, row := range sandboxRows(*limits) {
			fmt.Fprintf(w, "\t%s\t%s\n", row[0], row[1])
		}
	}
	return w.Flush()
}

func (e *env) lookHome() finding {
	probe, err := os.CreateTemp(e.home.Dir(), ".doctor-*")
	if err != nil {
		return finding{"own folder", false, fmt.Sprintf("%s can't be written (%v); set REDLINE_HOME to one that can", e.home.Dir(), err)}
	}
	name := probe.Name()
	if err := probe.Close(); err != nil {
		return finding{"own folder", false, err.Error()}
	}
	if err := os.Remove(name); err != nil {
		return finding{"own folder", false, err.Error()}
	}
	return finding{"own folder", true, e.home.Dir()}
}

func (e *env) lookSettings() finding {
	if _, err := config.Load(e.home.Settings()); err != nil {
		return finding{"settings", false, err.Error()}
	}
	if _, err := os.Stat(e.home.Settings()); err != nil {
		return finding{"settings", true, "none set: the defaults hold"}
	}
	return finding{"settings", true, e.home.Settings()}
}

func (e *env) lookLibrary() finding {
	dir, err := e.home.Library()
	if err != nil {
		return finding{"file library", false, err.Error()}
	}
	return finding{"file library", true, dir}
}

func lookWindow() finding {
	self, err := os.Executable()
	if err != nil {
		return finding{"window", false, err.Error()}
	}
	desktop := filepath.Join(filepath.Dir(self), "redline-desktop")
	if _, err := os.Stat(desktop); err != nil {
		return finding{"window", false, desktop + " is not there; redline serve opens the interface in a browser"}
	}
	return finding{"window", true, desktop}
}

func lookDisplay() finding {
	if !window.HasDisplay() {
		return finding{"display", false, "none; redline serve opens the interface in a browser"}
	}
	return finding{"display", true, "there"}
}
