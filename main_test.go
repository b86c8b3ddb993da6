package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
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
	{"backend/diff", "backend/patch", "backend/notebook", "backend/search", "backend/export/html", "backend/export/pdf", "backend/export/docx"},
	{"backend/workspace", "backend/export/document", "backend/export/fonts", "backend/export/code"},
	{"backend/config", "backend/audit"},
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
	ImportPath, Dir string
	Imports         []string
	GoFiles         []string
}

const module = "redline"

func short(path string) string {
	if path == module {
		return "main"
	}
	return strings.TrimPrefix(path, module+"/")
}

// list gives the module's packages, as they are built with the window and without.
func list(t *testing.T) []pkg {
	t.Helper()
	var all []pkg
	for _, tags := range []string{"", "desktop,production,window"} {
		cmd := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=ImportPath,Dir,Imports,GoFiles,CgoFiles", "-tags", tags, "./...")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=1") // so that files with cgo are listed; nothing is compiled
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		for d := json.NewDecoder(strings.NewReader(string(out))); ; {
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
			if ours && below <= at && path != "main" {
				faults = append(faults, fmt.Sprintf("%s imports %s, which is not below it", name, short(path)))
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
		{"redline/backend/util", "fmt", "backend/util is in no layer"},
	} {
		if got := faults([]pkg{{ImportPath: c.from, Imports: []string{c.to}}}); len(got) != 1 || got[0] != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
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

// writers are the packages that may change files by name: the sandbox, and those that
// keep what is Redline's own. A workspace is written through backend/workspace alone.
var writers = map[string]string{
	"backend/workspace":            "the sandbox",
	"backend/checkpoints":          "its log and its contents, in Redline's home",
	"backend/sessions":             "its chats, in Redline's home",
	"backend/config":               "settings, in Redline's home",
	"backend/audit":                "its record, in Redline's home",
	"backend/approvals":            "its rules, in Redline's home",
	"app/window":                   "the window's place and its claim, in Redline's home",
	"app/cli":                      "the document that redline export was told to write",
	"app/typescript/generate":      "a source file, while Redline is developed",
	"app/window/windowtest":        "test support",
	"backend/workspace/attacktest": "test support",
}

var changing = []string{
	"WriteFile", "Create", "CreateTemp", "OpenFile", "Remove", "RemoveAll", "Rename", "Mkdir", "MkdirAll", "MkdirTemp",
	"Link", "Symlink", "Chmod", "Chown", "Lchown", "Chtimes", "Truncate", "CopyFS", "OpenRoot",
}

// One door to the disk: nobody else changes a file.
func TestOneDoorToTheDisk(t *testing.T) {
	for _, p := range list(t) {
		if name := short(p.ImportPath); writers[name] == "" {
			for _, file := range p.GoFiles {
				for _, call := range changes(t, filepath.Join(p.Dir, file)) {
					t.Errorf("%s calls %s; only backend/workspace changes files of a workspace", filepath.Join(name, file), call)
				}
			}
		}
	}
}

func changes(t *testing.T, file string) (calls []string) {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); ok && x.Name == "os" && slices.Contains(changing, s.Sel.Name) {
			calls = append(calls, "os."+s.Sel.Name)
		}
		return true
	})
	return calls
}
