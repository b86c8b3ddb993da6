package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

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
	"app/cli":                      "what redline doctor tries, in Redline's home",
	"app/typescript/generate":      "a source file, while Redline is developed",
	"app/window/windowtest":        "test support",
	"backend/workspace/attacktest": "test support",
}

// changing are the functions of os, syscall, golang.org/x/sys and backend/config that
// change files by name, or open a way to.
var changing = []string{
	"WriteFile", "Create", "CreateTemp", "OpenFile", "Remove", "RemoveAll", "Rename", "Mkdir", "MkdirAll", "MkdirTemp",
	"Link", "Symlink", "Chmod", "Chown", "Lchown", "Chtimes", "Truncate", "CopyFS", "OpenRoot", "OpenInRoot",
	"Open", "Openat", "Openat2", "Creat", "Renameat", "Renameat2", "Unlink", "Unlinkat", "Rmdir", "Mkdirat", "Linkat", "Symlinkat", "Mknod", "Mkfifo",
	"CreateFile", "DeleteFile", "MoveFile", "MoveFileEx", "WriteWhole",
}

// readers are those of os among them that only read.
var readers = []string{"os.Open"}

// One door to the disk: nobody else changes a file.
func TestOneDoorToTheDisk(t *testing.T) {
	used := map[string]bool{}
	seen := map[string]bool{}
	for _, p := range list(t) {
		name := short(p.ImportPath)
		for _, file := range slices.Concat(p.GoFiles, p.CgoFiles) {
			at := filepath.Join(p.Dir, file)
			if seen[at] {
				continue
			}
			seen[at] = true
			for _, call := range changes(t, at, nil) {
				used[name] = true
				if writers[name] == "" {
					t.Errorf("%s uses %s; only backend/workspace changes files of a workspace", filepath.Join(name, file), call)
				}
			}
		}
	}
	for name := range writers {
		if !used[name] {
			t.Errorf("%s may change files and changes none", name)
		}
	}
}

// The rule above would see a fault, under whatever name os goes.
func TestPlantedWritesAreSeen(t *testing.T) {
	for source, want := range map[string]string{
		`import "os"; var _ = os.WriteFile`:                             "os.WriteFile",
		`import disk "os"; func f() { disk.Rename("a", "b") }`:          "os.Rename",
		`import . "os"; func f() { Remove("a") }`:                       "os imported as .",
		`import "syscall"; func f() { syscall.Unlink("a") }`:            "syscall.Unlink",
		`import "golang.org/x/sys/unix"; var _ = unix.Renameat`:         "unix.Renameat",
		`import "golang.org/x/sys/windows"; var _ = windows.MoveFileEx`: "windows.MoveFileEx",
		`import "io/ioutil"; var _ = ioutil.WriteFile`:                  "ioutil.WriteFile",
		`import "redline/backend/config"; var _ = config.WriteWhole`:    "config.WriteWhole",
		`import "os"; var _, _ = os.Open("a")`:                          "",
		`import "os"; var _ = os.ReadFile`:                              "",
		`import "redline/backend/workspace"; var _ = workspace.Open`:    "",
	} {
		if got := strings.Join(changes(t, "planted.go", "package planted; "+source), " "); got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

// changes lists how a file changes files by name. source is as for parser.ParseFile.
func changes(t *testing.T, file string, source any) (calls []string) {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, source, 0)
	if err != nil {
		t.Fatal(err)
	}
	disk := map[string]string{} // what the file calls a package, and what it is
	for _, i := range tree.Imports {
		name, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains([]string{"os", "syscall", "io/ioutil", "golang.org/x/sys/unix", "golang.org/x/sys/windows", "redline/backend/config"}, name) {
			continue
		}
		name = path.Base(name)
		switch {
		case i.Name == nil:
			disk[name] = name
		case i.Name.Name == ".":
			calls = append(calls, name+" imported as .")
		default:
			disk[i.Name.Name] = name
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := s.X.(*ast.Ident)
		if !ok || disk[x.Name] == "" {
			return true
		}
		if call := disk[x.Name] + "." + s.Sel.Name; slices.Contains(changing, s.Sel.Name) && !slices.Contains(readers, call) {
			calls = append(calls, call)
		}
		return true
	})
	return calls
}
