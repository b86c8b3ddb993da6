package config

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// Home is where Redline keeps what is its own: settings, chats, checkpoints,
// locks and the file library. Nothing in it can be reached by an agent's tools.
type Home struct{ dir string }

// FindHome gives $REDLINE_HOME if that is set, else the platform's own folder
// for an application's data. The folder is made, readable by its owner only.
func FindHome() (Home, error) {
	dir := os.Getenv("REDLINE_HOME")
	if dir == "" {
		dir = filepath.Join(xdg.DataHome, "redline")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Home{}, fmt.Errorf("find Redline's own folder: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Home{}, fmt.Errorf("make Redline's own folder: %w (set REDLINE_HOME to a folder that can be written)", err)
	}
	return Home{dir}, nil
}

// Dir is the home's absolute path.
func (h Home) Dir() string { return h.dir }

// Library is the default workspace, made when it is asked for first.
func (h Home) Library() (string, error) {
	dir := filepath.Join(h.dir, "library")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("make the file library: %w", err)
	}
	return dir, nil
}

// Locks is where a folder's owner is noted (WS-03).
func (h Home) Locks() string { return filepath.Join(h.dir, "locks") }

// Settings is the file of the person's settings.
func (h Home) Settings() string { return filepath.Join(h.dir, "config.toml") }

// Approvals is the file of what the person allowed in advance.
func (h Home) Approvals() string { return filepath.Join(h.dir, "approvals.toml") }

// State is the file of what Redline remembers by itself, such as the folders
// opened before.
func (h Home) State() string { return filepath.Join(h.dir, "state.toml") }

// Workspace is the folder with everything kept for one workspace, named after a
// hash of the workspace's path so that no two share one.
func (h Home) Workspace(name string) string { return filepath.Join(h.dir, "workspaces", name) }
