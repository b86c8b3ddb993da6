// Package typescript writes the front end's side of the contract: an interface
// for every type that travels, and one client class with a method for each
// method that an area offers. It is run by `go generate ./app/typescript`, and a
// test fails when the file it writes is not the one that is committed.
package typescript

//go:generate go run ./generate ../../frontend/src/api/types.gen.ts

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"redline/app"
)

// topics pairs each event topic with the type of its data.
var topics = []struct {
	name string
	data any
}{
	{app.TopicWorkspace, app.Workspace{}},
	{app.TopicTurn, app.TurnEvent{}},
	{app.TopicText, app.TextEvent{}},
	{app.TopicChats, []app.Chat{}},
	{app.TopicApprovals, []app.EditSlip{}},
	{app.TopicTimeline, app.TimelineState{}},
	{app.TopicFiles, app.FilesEvent{}},
	{app.TopicExport, app.ExportJob{}},
	{app.TopicProblem, app.Error{}},
	{app.TopicSettings, app.Preferences{}},
}

// Write writes the TypeScript of all areas to w.
func Write(w io.Writer) error {
	g := &generator{names: map[reflect.Type]string{}}
	var client strings.Builder
	for _, area := range (&app.App{}).Areas() {
		g.area(&client, area)
	}
	var events strings.Builder
	for _, t := range topics {
		fmt.Fprintf(&events, "  %s: %s;\n", t.name, g.typeOf(reflect.TypeOf(t.data)))
	}
	slices.SortFunc(g.types, func(a, b declaration) int { return strings.Compare(a.name, b.name) })

	var out strings.Builder
	out.WriteString("// Written by `go generate ./app/typescript` from the Go types. Don't edit.\n\n")
	for _, d := range g.types {
		fmt.Fprintf(&out, "export interface %s {\n%s}\n\n", d.name, d.body)
	}
	fmt.Fprintf(&out, "/** The data of each event topic. */\nexport interface Topics {\n%s}\n\n", events.String())
	out.WriteString("/** Carries one call to the Go side and brings back its result. */\n" +
		"export type Call = <T>(area: string, method: string, request?: unknown) => Promise<T>;\n\n" +
		"/** Every operation that the Go side offers. */\n" +
		"export class Client {\n  constructor(private readonly call: Call) {}\n\n")
	out.WriteString(client.String())
	out.WriteString("}\n")
	_, err := io.WriteString(w, out.String())
	return err
}

type declaration struct{ name, body string }

type generator struct {
	names map[reflect.Type]string
	types []declaration
}

func (g *generator) area(out *strings.Builder, area app.Area) {
	fmt.Fprintf(out, "  readonly %s = {\n", strings.ToLower(area.Name[:1])+area.Name[1:])
	t := reflect.TypeOf(area.Value)
	for m := range t.Methods() {
		params, pass := "", ""
		if m.Type.NumIn() == 2 {
			params = "request: " + g.typeOf(m.Type.In(1))
			pass = ", request"
		}
		result := "void"
		if m.Type.NumOut() == 2 {
			result = g.typeOf(m.Type.Out(0))
		}
		name := strings.ToLower(m.Name[:1]) + m.Name[1:]
		fmt.Fprintf(out, "    %s: (%s): Promise<%s> => this.call('%s', '%s'%s),\n",
			name, params, result, area.Name, m.Name, pass)
	}
	out.WriteString("  };\n\n")
}

func (g *generator) typeOf(t reflect.Type) string {
	switch {
	case t == reflect.TypeOf(time.Time{}):
		return "string"
	case t.Kind() == reflect.Pointer:
		return g.typeOf(t.Elem()) + " | null"
	case t.Kind() == reflect.Slice:
		return g.typeOf(t.Elem()) + "[]"
	case t.Kind() == reflect.String:
		return "string"
	case t.Kind() == reflect.Bool:
		return "boolean"
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64:
		return "number"
	case t.Kind() == reflect.Struct:
		return g.structure(t)
	}
	panic("typescript: no counterpart for " + t.String())
}

func (g *generator) structure(t reflect.Type) string {
	if name, ok := g.names[t]; ok {
		return name
	}
	name := t.Name()
	g.names[t] = name
	var body strings.Builder
	for i := range t.NumField() {
		f := t.Field(i)
		fmt.Fprintf(&body, "  %s: %s;\n", f.Tag.Get("json"), g.typeOf(f.Type))
	}
	g.types = append(g.types, declaration{name, body.String()})
	return name
}
