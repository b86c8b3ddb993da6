package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"redline/backend"
	"redline/backend/approvals"
	"redline/backend/tools"
)

type toolCommand struct {
	Name  string   `arg:"" optional:"" help:"The tool, or - for one call a line on standard input."`
	Words []string `arg:"" optional:"" help:"Arguments as name=value; value @FILE is the file's content."`

	List        bool   `help:"Print every tool with its JSON Schema."`
	Args        string `help:"The arguments as one JSON object, or - for standard input."`
	Approve     string `help:"What to answer to whatever would ask: all or none." enum:"all,none" default:"none"`
	Session     string `help:"The chat that the call belongs to."`
	RequireRead bool   `name:"require-read" help:"Refuse to edit a file that was not read before, as for a model."`
	Format      string `help:"json, or text for what a person reads." enum:"json,text" default:"json"`
	folderFlags
}

func (c toolCommand) Run(e *env) error {
	if c.List {
		return c.list(e)
	}
	if c.Name == "" {
		return usageError("name a tool, or use --list to see them")
	}
	var always *approvals.Decision
	if c.Approve == "all" {
		always = &approvals.Decision{All: approvals.Approve}
	}
	p, err := c.open(e, always)
	if err != nil {
		return err
	}
	caller := caller{project: p, session: c.Session}
	if c.RequireRead {
		caller.reads = &tools.Reads{}
	}
	if c.Name == "-" {
		err = caller.serve(e.ctx, e.in, e.out)
	} else {
		err = c.one(e, &caller)
	}
	return errors.Join(err, p.Close())
}

func (c toolCommand) list(e *env) error {
	enc := json.NewEncoder(e.out)
	enc.SetIndent("", "  ")
	return enc.Encode(tools.Standard(nil).Specs())
}

// one runs a single call and prints its result.
func (c toolCommand) one(e *env, caller *caller) error {
	args, err := c.arguments(e)
	if err != nil {
		return err
	}
	result := caller.call(e.ctx, c.Name, args)
	text := string(result.JSON)
	if c.Format == "text" {
		text = readable(result.JSON)
	}
	if _, err := fmt.Fprintln(e.out, text); err != nil {
		return err
	}
	if result.Err != nil {
		return errSaid
	}
	return nil
}

// arguments makes the call's object from --args and the words.
func (c toolCommand) arguments(e *env) (json.RawMessage, error) {
	raw := []byte(c.Args)
	if c.Args == "-" {
		data, err := io.ReadAll(e.in)
		if err != nil {
			return nil, err
		}
		raw = data
	}
	if len(c.Words) == 0 {
		return raw, nil
	}
	args := map[string]any{}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &args); err != nil {
			return nil, usageError("--args must be one JSON object: " + err.Error())
		}
	}
	for _, word := range c.Words {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			return nil, usageError(fmt.Sprintf("%q is not of the form name=value", word))
		}
		if file, ok := strings.CutPrefix(value, "@"); ok {
			data, err := os.ReadFile(file)
			if err != nil {
				return nil, usageError(err.Error())
			}
			value = string(data)
		}
		args[name] = value
	}
	return json.Marshal(args)
}

// readable gives what a person reads of a result: its error, its diff, its
// content, or the paths it lists.
func readable(result json.RawMessage) string {
	var r struct {
		Error   string `json:"error"`
		Diff    string `json:"diff"`
		Content string `json:"content"`
		Entries []struct {
			Path string `json:"path"`
		} `json:"entries"`
	}
	if json.Unmarshal(result, &r) != nil {
		return string(result)
	}
	switch {
	case r.Error != "":
		return r.Error
	case r.Diff != "":
		return strings.TrimSuffix(r.Diff, "\n")
	case r.Content != "":
		return strings.TrimSuffix(r.Content, "\n")
	case len(r.Entries) > 0:
		paths := make([]string, len(r.Entries))
		for i, entry := range r.Entries {
			paths[i] = entry.Path
		}
		return strings.Join(paths, "\n")
	}
	return string(result)
}

// caller makes calls on one project.
type caller struct {
	project *backend.Project
	session string
	reads   *tools.Reads
}
