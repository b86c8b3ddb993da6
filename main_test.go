package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// layers is the order of the packages: each may import those below its row, and none
// of its own row or above. A new package adds itself here and to the table in
// docs/architecture.md.
var layers = [][]string{
	{"main"},
	{"app/cli"},
	{"app/window", "app/web", "app/typescript"},
	{"app"},
	{"backend"},
	{"backend/agent/builtin"},
	{"backend/agent"},
	{"backend/tools"},
	{"backend/approvals", "backend/checkpoints", "backend/sessions", "backend/export", "backend/match"},
	{"backend/diff", "backend/patch", "backend/notebook", "backend/search", "backend/pdftext", "backend/export/html", "backend/export/pdf", "backend/export/docx"},
	{"backend/export/math/layout"},
	{"backend/workspace", "backend/export/document", "backend/export/fonts", "backend/export/code"},
	{"backend/config", "backend/audit", "backend/parallel", "backend/export/math", "backend/pdftext/pdffile"},
}

// helpers are commands and test support, below the package that they are for.
var helpers = map[string]string{
	"app/typescript/generate":      "app/cli",
	"app/window/windowtest":        "app/cli",
	"backend/workspace/attacktest": "backend/workspace",
}

// only says who alone may import what.
var only = map[string]string{
	"github.com/wailsapp/wails":       "app/window",
	"github.com/alecthomas/kong":      "app/cli",
	"github.com/yuin/goldmark/parser": "backend/export/document",
	"github.com/go-pdf/fpdf":          "backend/export/pdf",
	"znkr.io/diff":                    "backend/diff",
}

type pkg struct {
	ImportPath, Dir   string
	Imports           []string
	GoFiles, CgoFiles []string
}

const module = "redline"

func short(path string) string {
	if path == module {
		return "main"
	}
	return strings.TrimPrefix(path, module+"/")
}

// builds are the ways in which the packages are built: with the window and without, for
// each system.
var builds = []struct{ system, tags string }{
	{"linux", ""}, {"linux", "desktop,production,window"}, {"darwin", "desktop,production,window"}, {"windows", "desktop,production,window"},
}

// list gives the module's packages, once for each way in which they are built.
func list(t *testing.T) []pkg {
	t.Helper()
	lookAtFiles(t)
	var all []pkg
	for _, b := range builds {
		cmd := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=ImportPath,Dir,Imports,GoFiles,CgoFiles", "-tags", b.tags, "./...")
		cmd.Env = append(os.Environ(), "GOOS="+b.system, "CGO_ENABLED=1") // so that files with cgo are listed; nothing is compiled
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		for d := json.NewDecoder(bytes.NewReader(out)); ; {
			var p pkg
			if err := d.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			all = append(all, p)
		}
	}
	return all
}

// lookAtFiles makes the result of this test depend on every source file: go test keeps
// results, and doesn't know what go list has read.
func lookAtFiles(t *testing.T) {
	t.Helper()
	for _, dir := range []string{"app", "backend", "main.go"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") {
				_, err = os.Stat(path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// faults names every import that the rules forbid, and every package that they don't
// know.
func faults(packages []pkg) (faults []string) {
	row := map[string]int{}
	for i, names := range layers {
		for _, name := range names {
			row[name] = i
		}
	}
	for name, over := range helpers {
		row[name] = row[over]
	}
	for _, p := range packages {
		name := short(p.ImportPath)
		at, known := row[name]
		if !known {
			faults = append(faults, name+" is in no layer")
			continue
		}
		for _, path := range p.Imports {
			below, ours := row[short(path)]
			if ours && below <= at {
				faults = append(faults, fmt.Sprintf("%s imports %s, which is not below it", name, short(path)))
			}
			if helpers[short(path)] != "" && helpers[name] == "" {
				faults = append(faults, fmt.Sprintf("%s imports %s, which is no part of the program", name, short(path)))
			}
			for prefix, who := range only {
				if strings.HasPrefix(path, prefix) && name != who {
					faults = append(faults, fmt.Sprintf("%s imports %s, which only %s may", name, path, who))
				}
			}
		}
	}
	slices.Sort(faults)
	return slices.Compact(faults)
}

func TestImportsPointDown(t *testing.T) {
	packages := list(t)
	for _, fault := range faults(packages) {
		t.Error(fault)
	}
	for _, name := range slices.Concat(layers...) {
		if !slices.ContainsFunc(packages, func(p pkg) bool { return short(p.ImportPath) == name }) {
			t.Errorf("%s is in a layer and is no package", name)
		}
	}
}

// The rule above would see a fault.
func TestPlantedImportsAreSeen(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"redline/backend/workspace", "redline/backend/tools", "backend/workspace imports backend/tools, which is not below it"},
		{"redline/backend/diff", "redline/backend/export/pdf", "backend/diff imports backend/export/pdf, which is not below it"},
		{"redline/app", "redline/app/web", "app imports app/web, which is not below it"},
		{"redline/app/web", "github.com/wailsapp/wails/v2/pkg/runtime", "app/web imports github.com/wailsapp/wails/v2/pkg/runtime, which only app/window may"},
		{"redline/app", "redline/app/cli", "app imports app/cli, which is not below it"},
		{"redline/backend/tools", "redline/backend/tools", "backend/tools imports backend/tools, which is not below it"},
		{"redline/backend/tools", "redline/backend/workspace/attacktest", "backend/tools imports backend/workspace/attacktest, which is no part of the program"},
		{"redline/backend/util", "fmt", "backend/util is in no layer"},
	} {
		if got := faults([]pkg{{ImportPath: c.from, Imports: []string{c.to}}}); len(got) != 1 || got[0] != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := faults([]pkg{{ImportPath: "redline/backend/tools", Imports: []string{"redline/backend/workspace", "os"}}}); got != nil {
		t.Errorf("what is allowed is refused: %q", got)
	}
}

// The table that people read has the same rows.
func TestArchitectureSaysTheSame(t *testing.T) {
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| layer | packages |")
	table, _, _ = strings.Cut(table, "\n\n")
	quoted := regexp.MustCompile("`([^`]+)`")
	var rows [][]string
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 || !strings.Contains(cells[2], "`") {
			continue
		}
		var names []string
		for _, m := range quoted.FindAllStringSubmatch(cells[2], -1) {
			names = append(names, braces(m[1])...)
		}
		slices.Sort(names)
		rows = append(rows, names)
	}
	want := make([][]string, len(layers))
	for i := range layers {
		want[i] = slices.Sorted(slices.Values(layers[i]))
	}
	if fmt.Sprint(rows) != fmt.Sprint(want) {
		t.Errorf("docs/architecture.md has\n%v, and the layers are\n%v", rows, want)
	}
}

// braces expands a/{b,c}.
func braces(s string) []string {
	head, rest, ok := strings.Cut(s, "{")
	if !ok {
		return []string{s}
	}
	list, tail, _ := strings.Cut(rest, "}")
	var all []string
	for _, part := range strings.Split(list, ",") {
		all = append(all, head+part+tail)
	}
	return all
}
