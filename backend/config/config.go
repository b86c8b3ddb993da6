// Package config is the person's settings and where Redline keeps its own files.
//
// A file that can't be understood never stops Redline: the defaults hold, the
// file is left as it is, and the problem is told in one sentence that names the
// line. An unknown key is such a problem and names the nearest known key.
// Settings are written whole and at once, so a crash leaves the old or the new.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Config is what config.toml can hold.
type Config struct {
	UI      UI      `toml:"ui"`
	PDF     PDF     `toml:"pdf"`
	Sandbox Sandbox `toml:"sandbox,omitempty"`
	Tools   Tools   `toml:"tools,omitempty"`
	// Checkpoints is how much of the past is kept.
	Checkpoints Checkpoints `toml:"checkpoints,omitempty"`
	// LSP names language servers by language. Only the person's own file may.
	LSP map[string]LanguageServer `toml:"lsp,omitempty"`
}

// UI is how the interface looks.
type UI struct {
	Theme     string `toml:"theme"`      // system, light, dark
	AddedText string `toml:"added_text"` // blue, green, none
	Sidebar   bool   `toml:"sidebar"`
	Inspector bool   `toml:"inspector"`
	// Acceleration says whether the window draws with the graphics card: auto (where
	// there is one), on, off. It is read when the window opens.
	Acceleration string `toml:"acceleration"`
}

// PDF is how documents are set.
type PDF struct {
	PageSize string `toml:"page_size"` // auto, a4, letter (FS-70)
}

// Sandbox is what tools may reach besides the workspace. It is read when a folder is
// opened. Only the person's own file may say any of it.
type Sandbox struct {
	AllowedPaths  []string `toml:"allowed_paths,omitempty"`   // read and written (FS-01)
	ReadOnlyPaths []string `toml:"read_only_paths,omitempty"` // read (FS-01)
	// BlockedPaths are the patterns of what is never touched (FS-10), in place of the
	// default ones; nil leaves those.
	BlockedPaths *[]string `toml:"blocked_paths"`
	// Lost says why the section in the file could not be understood, "" when it was or
	// there is none. No folder is to be opened then: a limit may be missing.
	Lost string `toml:"-"`
}

// Tools is the limits of tools.
type Tools struct {
	// MaxFileSizeBytes is the largest file that is read; 0 is 10 MiB (FS-06).
	MaxFileSizeBytes int64 `toml:"max_file_size_bytes,omitempty"`
}

// Checkpoints is the budget of the timeline. It is read when a folder is opened.
type Checkpoints struct {
	// MaxBytes is how many bytes of contents are kept for a folder; 0 is 64 MiB (FS-62).
	MaxBytes int64 `toml:"max_bytes,omitempty"`
	// MaxAgeDays is the age at which turns are dropped; 0 is 30 days (FS-67).
	MaxAgeDays int `toml:"max_age_days,omitempty"`
}

// LanguageServer is a program that checks files of one language (FS-61).
type LanguageServer struct {
	Command    string   `toml:"command"`
	Args       []string `toml:"args,omitempty"`
	Extensions []string `toml:"extensions"`
	Disabled   bool     `toml:"disabled,omitempty"`
}

// Default is what holds when nothing is set.
func Default() Config {
	return Config{
		UI:  UI{Theme: "system", AddedText: "blue", Sidebar: true, Inspector: true, Acceleration: "auto"},
		PDF: PDF{PageSize: "auto"},
	}
}

// Problem is something wrong in a settings file. The defaults hold in its place.
type Problem struct {
	File string
	Line int // 1-based, 0 when it isn't about a line
	What string
}

func (p *Problem) Error() string {
	return p.bare() + ". The default settings are used until it is mended; the file was not changed."
}

func (p *Problem) bare() string {
	where := filepath.Base(p.File)
	if p.Line > 0 {
		where = fmt.Sprintf("%s, line %d", where, p.Line)
	}
	return where + ": " + p.What
}

// Load reads the file at path. A missing file is the defaults. On a *Problem the
// defaults are returned beside it.
func Load(path string) (Config, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Default(), nil
	}
	if err != nil {
		return withoutSandbox(&Problem{File: path, What: "it can't be read (" + cause(err) + ")"})
	}
	c := Default()
	dec := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	var problem *Problem
	if err := dec.Decode(&c); err != nil {
		problem = problemOf(path, err)
	} else if what := c.check(); what != "" {
		problem = &Problem{File: path, Line: lineOf(data, what), What: what}
	}
	switch {
	case problem == nil:
		return c, nil
	case sandboxKey.Match(data):
		return withoutSandbox(problem)
	}
	return Default(), problem
}

// sandboxKey finds where a settings file may say something of the sandbox, however it
// is written and well formed or not. Taking too much for it does no harm.
var sandboxKey = regexp.MustCompile(`(?m)^[^#\r\n]*\b(?:sandbox|allowed_paths|read_only_paths|blocked_paths)\b`)

// withoutSandbox gives the defaults, of which those for the sandbox don't hold: what the
// person set in their place is not known.
func withoutSandbox(p *Problem) (Config, error) {
	c := Default()
	c.Sandbox.Lost = p.bare()
	return c, p
}

// Save writes c to path in one step.
func Save(path string, c Config) error {
	if what := c.check(); what != "" {
		return &Problem{File: path, What: what}
	}
	return writeTOML(path, c)
}

func writeTOML(path string, v any) error {
	data, err := toml.Marshal(v)
	if err != nil {
		return fmt.Errorf("save %s: %w", filepath.Base(path), err)
	}
	if err := WriteWhole(path, data); err != nil {
		return fmt.Errorf("save %s: %w", filepath.Base(path), err)
	}
	return nil
}

// WriteWhole replaces the file at path, or that a link there names, readable by its
// owner only; a crash leaves the old content or the new.
func WriteWhole(path string, data []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link stays, and the file that it names is replaced
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".tmp-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}

func (c Config) check() string {
	for _, f := range []struct {
		key, value string
		known      []string
	}{
		{"theme", c.UI.Theme, []string{"system", "light", "dark"}},
		{"added_text", c.UI.AddedText, []string{"blue", "green", "none"}},
		{"acceleration", c.UI.Acceleration, []string{"auto", "on", "off"}},
		{"page_size", c.PDF.PageSize, []string{"auto", "a4", "letter"}},
	} {
		if !contains(f.known, f.value) {
			return fmt.Sprintf("%s can be %s, not %q", f.key, list(f.known), f.value)
		}
	}
	if c.Tools.MaxFileSizeBytes < 0 {
		return "max_file_size_bytes is a number of bytes, so it can't be below 0"
	}
	if c.Checkpoints.MaxBytes < 0 {
		return "max_bytes is a number of bytes, so it can't be below 0"
	}
	if c.Checkpoints.MaxAgeDays < 0 || c.Checkpoints.MaxAgeDays > maxAgeDays {
		return "max_age_days is a number of days, from 0 to 36,500"
	}
	return ""
}

const maxAgeDays = 36_500 // a hundred years; more can't be told as a duration

func contains(set []string, s string) bool {
	for _, v := range set {
		if v == s {
			return true
		}
	}
	return false
}

func list(set []string) string {
	if len(set) < 2 {
		return strings.Join(set, "")
	}
	return strings.Join(set[:len(set)-1], ", ") + " or " + set[len(set)-1]
}

// cause is the innermost reason of a failed file operation, without the path that
// the sentence around it names already.
func cause(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
