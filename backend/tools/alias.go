package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// fields are a call's arguments by name.
type fields map[string]json.RawMessage

// In gives the box as models of the dialect know it. Tools that the dialect names are
// listed under that name only; they answer to their own as well.
func (b *Box) In(d Dialect) *Box {
	in := &Box{tools: maps.Clone(b.tools)}
	hidden := map[string]bool{}
	for _, w := range d.words {
		in.tools[w.name] = alias{w, d, b.tools[w.tool]}
		in.names = append(in.names, w.name)
		hidden[w.tool] = true
	}
	for _, name := range b.names {
		if !hidden[name] {
			in.names = append(in.names, name)
		}
	}
	slices.Sort(in.names)
	return in
}

// alias is a tool under the names of a dialect.
type alias struct {
	word
	dialect Dialect
	of      Tool
}

// Spec implements Tool.
func (a alias) Spec() Spec {
	s := a.of.Spec()
	s.Name, s.Aliases = a.name, nil
	s.Description = a.description(s)
	s.Parameters = a.schema(s.Parameters)
	return s
}

// Run implements Tool.
func (a alias) Run(ctx context.Context, c *Context, raw json.RawMessage) (any, error) {
	args, err := a.arguments(raw)
	if err != nil {
		return nil, err
	}
	value, err := a.of.Run(ctx, c, args)
	var wrong *argsError
	if errors.As(err, &wrong) {
		err = &argsError{a.inTheirWords(err.Error())}
	}
	return value, err
}

// schema describes the arguments by the dialect's names.
func (w word) schema(ours *jsonschema.Schema) *jsonschema.Schema {
	s := ours.CloneSchemas()
	s.Properties, s.Required, s.PropertyOrder = theirs(w.args, ours), nil, nil
	for _, a := range w.args {
		s.PropertyOrder = append(s.PropertyOrder, a.name)
		if a.needed {
			s.Required = append(s.Required, a.name)
		}
	}
	return s
}

func theirs(args []arg, ours *jsonschema.Schema) map[string]*jsonschema.Schema {
	all := map[string]*jsonschema.Schema{}
	for _, a := range args {
		p := &jsonschema.Schema{Type: a.kind}
		if a.ours != "" {
			p = ours.Properties[a.ours].CloneSchemas()
		}
		if a.about != "" {
			p.Description = a.about
		}
		if a.inside != nil {
			p.Items = word{args: a.inside}.schema(p.Items)
		}
		all[a.name] = p
	}
	return all
}

// arguments gives the tool's own arguments. What is no object is left for the tool to
// refuse.
func (a alias) arguments(raw json.RawMessage) (json.RawMessage, error) {
	given := fields{}
	if trimmed := bytes.TrimSpace(raw); len(raw) > maxArgsBytes || len(trimmed) > 0 && json.Unmarshal(trimmed, &given) != nil {
		return raw, nil
	}
	args, err := rename(a.args, given, a.of.Spec().Parameters)
	if err == nil {
		for name, value := range a.fixed {
			if args[name] == nil {
				args[name] = json.RawMessage(value)
			}
		}
		if a.ready != nil {
			err = a.ready(args)
		}
	}
	if err != nil {
		return nil, nothingDone(err)
	}
	return json.Marshal(args)
}

// rename gives the arguments our names. One that neither has is refused, one that is
// needed must be there.
func rename(args []arg, given fields, ours *jsonschema.Schema) (fields, error) {
	out := fields{}
	known := make([]string, len(args))
	for i, a := range args {
		known[i] = a.name
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		value, own := given[name], name
		if i := slices.Index(known, name); i >= 0 {
			a := args[i]
			if a.ours != "" {
				own = a.ours
			}
			var err error
			if value, err = renameInside(a, value, ours); err != nil {
				return nil, err
			}
		} else if ours.Properties[name] == nil {
			return nil, unknown(name, known)
		}
		if out[own] != nil {
			return nil, fmt.Errorf("the argument %q is given twice, under two names", name)
		}
		out[own] = value
	}
	for _, a := range args {
		own := a.ours
		if own == "" {
			own = a.name
		}
		if a.needed && (out[own] == nil || string(out[own]) == "null") {
			return nil, fmt.Errorf("the argument %q is missing", a.name)
		}
	}
	return out, nil
}

// renameInside renames in the objects of a list, also one that was written as a
// string. What is no such list is left for the tool to refuse.
func renameInside(a arg, value json.RawMessage, ours *jsonschema.Schema) (json.RawMessage, error) {
	if a.inside == nil {
		return value, nil
	}
	list := value
	var text string
	if json.Unmarshal(value, &text) == nil {
		list = json.RawMessage(text)
	}
	var items []fields
	if json.Unmarshal(list, &items) != nil {
		return value, nil
	}
	for i, item := range items {
		renamed, err := rename(a.inside, item, ours.Properties[a.ours].Items)
		if err != nil {
			return nil, fmt.Errorf("%s[%d]: %w", a.name, i, err)
		}
		items[i] = renamed
	}
	return json.Marshal(items)
}

var quoted = regexp.MustCompile("`[a-z_]+`")

// description is the tool's own in the dialect's names, without the paragraphs about
// arguments that the dialect lacks.
func (a alias) description(ours Spec) string {
	if a.about != "" {
		return a.translated(a.about)
	}
	var kept []string
	for paragraph := range strings.SplitSeq(ours.Description, "\n\n") {
		lacks := slices.ContainsFunc(quoted.FindAllString(paragraph, -1), func(name string) bool {
			name = strings.Trim(name, "`")
			return hasArgument(ours.Parameters, name) && a.argument(name) == ""
		})
		if !lacks {
			kept = append(kept, a.translated(paragraph))
		}
	}
	return strings.Join(kept, "\n\n")
}

// hasArgument tells whether a tool has an argument of that name, or the objects of a
// list among its arguments do.
func hasArgument(s *jsonschema.Schema, name string) bool {
	for known, p := range s.Properties {
		if known == name || p.Items != nil && hasArgument(p.Items, name) {
			return true
		}
	}
	return false
}

// argument gives the dialect's name of an argument of ours, "" where it has none.
func (w word) argument(ours string) string {
	for _, x := range w.args {
		if x.ours == ours || x.like == ours {
			return x.name
		}
		if x.inside != nil {
			if name := (word{args: x.inside}).argument(ours); name != "" {
				return name
			}
		}
	}
	return ""
}

// translated puts the dialect's names into a text for models.
func (a alias) translated(text string) string {
	return quoted.ReplaceAllStringFunc(text, func(name string) string {
		own := strings.Trim(name, "`")
		if theirs := a.argument(own); theirs != "" {
			return "`" + theirs + "`"
		}
		for _, w := range a.dialect.words {
			if w.tool == own {
				return "`" + w.name + "`"
			}
		}
		return name
	})
}

var argumentName = regexp.MustCompile(`"[a-z_]+"|\b[a-z]+(_[a-z]+)+\b`)

// inTheirWords gives what is wrong with arguments by the names that they were given
// under.
func (a alias) inTheirWords(text string) string {
	return argumentName.ReplaceAllStringFunc(text, func(name string) string {
		own := strings.Trim(name, `"`)
		if theirs := a.argument(own); theirs != "" {
			return strings.Replace(name, own, theirs, 1)
		}
		return name
	})
}

// lineRange makes first and last line of a first line, counted from base, and a number
// of lines.
func lineRange(first, count string, base int) func(fields) error {
	return func(given fields) error {
		start, n := base, 0
		for name, to := range map[string]*int{first: &start, count: &n} {
			if value := given[name]; value != nil && string(value) != "null" {
				if err := setInt(to, value); err != nil {
					return fmt.Errorf("the argument %q must be a whole number", name)
				}
			}
		}
		if given[first] != nil || given[count] != nil {
			given["start_line"] = json.RawMessage(fmt.Sprint(max(1, start-base+1)))
		}
		if n > 0 {
			given["end_line"] = json.RawMessage(fmt.Sprint(max(1, start-base+1) + n - 1))
		}
		delete(given, first)
		delete(given, count)
		return nil
	}
}

// notebookDefaults gives what may be left out: an edit replaces, and what is inserted
// after no cell comes first.
func notebookDefaults(given fields) error {
	if given["action"] == nil {
		given["action"] = json.RawMessage(`"replace"`)
	}
	if given["cell"] == nil && string(given["action"]) == `"insert"` {
		given["cell"] = json.RawMessage(`-1`)
	}
	if given["cell"] == nil {
		return errors.New(`the argument "cell_id" is missing`)
	}
	return nil
}
