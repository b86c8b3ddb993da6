package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	NoCap       bool   `name:"no-cap" help:"Find everything, however much it is and however large the files."`
	modeFlag
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
	mode, err := c.parse()
	if err != nil {
		return err
	}
	p, err := c.openIn(e, always, mode)
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
	caller.uncapped = c.NoCap
	if c.Format == "text" {
		caller.print = e.out
	}
	result := caller.call(e.ctx, c.Name, args)
	if c.Format == "text" {
		err = printReadable(e, result.JSON)
	} else {
		_, err = fmt.Fprintln(e.out, string(result.JSON))
	}
	if err == nil && result.Err != nil {
		return errSaid
	}
	return err
}

// arguments makes the call's object from --args and the words, which go over it.
// What isn't an object is left to the tool, which says so.
func (c toolCommand) arguments(e *env) (json.RawMessage, error) {
	raw := []byte(c.Args)
	if c.Args == "-" {
		data, err := until(e.ctx, func() ([]byte, error) { return io.ReadAll(e.in) })
		if err != nil {
			return nil, err
		}
		raw = data
	}
	if len(c.Words) == 0 {
		return raw, nil
	}
	args := map[string]json.RawMessage{}
	if len(raw) > 0 && json.Unmarshal(raw, &args) != nil {
		return raw, nil
	}
	given := map[string]bool{}
	for _, word := range c.Words {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			return nil, usageError(fmt.Sprintf("%q is not of the form name=value", word))
		}
		if given[name] {
			return nil, usageError(fmt.Sprintf("%s is given twice", name))
		}
		given[name] = true
		if file, ok := strings.CutPrefix(value, "@"); ok {
			data, err := e.readNamed(file)
			if err != nil {
				return nil, err
			}
			value = string(data)
		}
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		args[name] = text
	}
	return json.Marshal(args)
}

// caller makes calls on one project.
type caller struct {
	project *backend.Project
	session string
	reads   *tools.Reads

	uncapped bool      // the person's own call: see tools.Context
	print    io.Writer // where it prints what is found
}
