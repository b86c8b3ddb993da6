package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// Whatever a model sends instead of a tool's arguments, it gets a result with an
// error that says that nothing was done, and nothing is (006 section 6).
func TestMalformedArguments(t *testing.T) {
	d := newDesk(t, map[string]string{"f.md": "one\n"})
	before := d.files()
	for _, spec := range d.box.Specs() {
		for name, args := range malformed(spec.Parameters) {
			t.Run(spec.Name+"/"+name, func(t *testing.T) {
				d.t = t
				d.says(d.call(spec.Name, args), "Nothing was done", " ")
				d.untouched(before)
			})
		}
	}
}

// malformed gives argument objects that don't fit a schema, by what is wrong.
func malformed(s *jsonschema.Schema) map[string]string {
	deep := strings.Repeat("[", 100_000)
	all := map[string]string{
		"a list": "[]", "text": `"f.md"`, "a number": "3", "cut off": `{"path": "f.md`, "two objects": `{}{}`,
		"not JSON": "path=f.md", "too deep": deep, "deep inside": `{"path":` + deep, "a comma too many": `{"path":"f.md",}`,
		"too long": `{"path":"` + strings.Repeat("x", maxArgsBytes) + `"}`,
	}
	with := func(name, value string) string {
		given := map[string]json.RawMessage{}
		for p, v := range s.Properties {
			given[p] = json.RawMessage(map[string]string{"string": `"f.md"`, "integer": "1", "boolean": "true", "array": "[]"}[typesOf(v)[0]])
		}
		if delete(given, name); value != "" {
			given[name] = json.RawMessage(value)
		}
		data, err := json.Marshal(given)
		if err != nil {
			panic(err)
		}
		return string(data)
	}
	for _, name := range s.Required {
		all[name+" missing"] = with(name, "")
		all[name+" null"] = with(name, "null")
	}
	if len(s.Required) > 0 {
		all["empty"], all["null"], all["nothing"] = "{}", "null", ""
	}
	for name, p := range s.Properties {
		all["near "+name] = with(name+"s", "1")
		for _, value := range []string{"3", "2.5", "true", `"text"`, `""`, "[]", "[1]", "{}", `{"` + name + `":1}`, `[[{"a":[]}]]`, "1e99", "99999999999999999999"} {
			if !slices.ContainsFunc(typesOf(p), func(kind string) bool { return fits(kind, value) }) {
				all[name+" is "+value] = with(name, value)
			}
		}
		if p.Type == "string" {
			all[name+" is half a character"] = with(name, `"\ud83d"`)
			all[name+" is half a character before another"] = with(name, `"\ud83d\ud83d\ude00"`)
		}
	}
	return all
}

func typesOf(s *jsonschema.Schema) []string {
	if s.Type != "" {
		return []string{s.Type}
	}
	return s.Types
}

func fits(kind, value string) bool {
	switch kind {
	case "string":
		return value[0] == '"'
	case "integer":
		return value == "3"
	case "array":
		return value == "[]"
	}
	return value == kind || value == "true"
}

// A mistyped name is answered with the nearest one, a wrong type with the right
// one.
func TestArgumentsAreExplained(t *testing.T) {
	d := newDesk(t, nil)
	for _, tc := range []struct{ tool, args, want string }{
		{"read_file", `{"paht":"f"}`, `there is no argument "paht"; the nearest is "path"`},
		{"read_file", `{"path":"f","startline":1}`, `the nearest is "start_line"`},
		{"replace_in_file", `{"path":"f","new_string":"x"}`, "known are path, target_content, replacement_content, allow_multiple"},
		{"create_file", `{"path":"f","content":["a"]}`, `"content" must be text`},
		{"read_file", `{"path":"f","end_line":2.5}`, `"end_line" must be a whole number`},
		{"list_files", `{"recursive":"maybe"}`, `"recursive" must be true or false`},
		{"create_file", `{"path":"f"}`, `"content" is missing`},
		{"create_file", "{\"path\":\"f\",\"content\":\"\xff\"}", "half a character"},
		{"read_fil", `{}`, `there is no tool "read_fil"; the nearest is "read_file"`},
		{"rm", `{}`, "the tools are apply_patch, create_file, delete_file"},
		{"create_file", `{"path":"f",`, "at byte 12"},
	} {
		d.says(d.call(tc.tool, tc.args), tc.want)
	}
	d.untouched(nil)
}

// Numbers and booleans written as text are understood; so are pairs of surrogates
// and escapes.
func TestArgumentsAsModelsWriteThem(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "1\n2\n3\n4\n"})
	for _, line := range []string{`2`, `"2"`, `" 2 "`, `2.0`, `"2.0"`, `2e0`} {
		r := d.call("read_file", `{"path":"f","start_line":`+line+`,"end_line":`+line+`}`)
		if d.says(r); r["content"] != "   2: 2\n" {
			t.Errorf("start_line %s shows %q", line, r["content"])
		}
	}
	d.says(d.call("read_file", `{"path":"f","start_line":null}`))
	for i, yes := range []string{`true`, `"true"`, `" True "`} {
		d.says(d.call("create_file", fmt.Sprintf(`{"path":"f","content":"%d","overwrite":%s}`, i, yes)))
	}
	for _, no := range []string{`false`, `"false"`, `null`} {
		d.says(d.call("create_file", `{"path":"f","content":"no","overwrite":`+no+`}`), "is there already")
	}
	d.says(d.call("create_file", `{"path":"g","content":"\ud83d\ude00 \\ud83d \"\\\\"}`))
	if got := d.files()["g"]; got != "\U0001F600 \\ud83d \"\\\\" {
		t.Errorf("g holds %q", got)
	}
}

// fake is a tool that does what a test wants.
type fake func(context.Context) (any, error)

func (fake) Spec() Spec { return Spec{Name: "fake"} }

func (f fake) Run(ctx context.Context, _ *Context, _ json.RawMessage) (any, error) { return f(ctx) }

// The box never fails: defects and ends of turns are results too.
func TestBoxNeverFails(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	stop(errors.New("stopped by you"))
	for name, tc := range map[string]struct {
		run  fake
		want string
	}{
		"panic":           {func(context.Context) (any, error) { panic("at the disco") }, `{"error":"fake broke off because of a defect in Redline (at the disco); the timeline shows what was written, if anything"}`},
		"no JSON":         {func(context.Context) (any, error) { return make(chan int), nil }, `{"error":"fake: its result can't be written as JSON: json: unsupported type: chan int"}`},
		"error and value": {func(context.Context) (any, error) { return map[string]int{"n": 1}, errors.New("no") }, `{"error":"no","n":1}`},
		"error and list":  {func(context.Context) (any, error) { return []int{1}, errors.New("no") }, `{"error":"no"}`},
		"a person's no": {func(context.Context) (any, error) {
			return nil, &RejectedError{Paths: []string{"f"}, Notes: "Their note: why?"}
		}, `{"error":"the person rejected the change to f; nothing was written. Their note: why?","rejected":true}`},
		"stopped":   {func(ctx context.Context) (any, error) { return nil, context.Cause(ctx) }, `{"error":"stopped before it was done; nothing was written (stopped by you)"}`},
		"cancelled": {func(ctx context.Context) (any, error) { return nil, fmt.Errorf("list: %w", ctx.Err()) }, `{"error":"stopped before it was done; nothing was written (stopped by you)"}`},
	} {
		if got := NewBox(tc.run).Run(ctx, "fake", nil, nil); string(got.JSON) != tc.want {
			t.Errorf("%s: %s, want %s", name, got.JSON, tc.want)
		}
	}
}

// Every tool tells a model what it is for, with a schema that names what it must be
// given and allows nothing else.
func TestSpecs(t *testing.T) {
	for _, s := range Standard(nil).Specs() {
		if s.Description == "" || s.Parameters.Type != "object" || s.Parameters.AdditionalProperties == nil {
			t.Errorf("%s: %+v", s.Name, s)
		}
		for name, p := range s.Parameters.Properties {
			if p.Description == "" {
				t.Errorf("%s does not say what %s is", s.Name, name)
			}
		}
		if reads := slices.Contains([]string{"read_file", "list_files", "glob", "grep"}, s.Name); s.Writes == reads {
			t.Errorf("%s writes: %t", s.Name, s.Writes)
		}
	}
}
