package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"redline/backend/approvals"
	"redline/backend/checkpoints"
	"redline/backend/workspace"
	"redline/backend/workspace/attacktest"
)

// attackedBy says how each argument that is a path is given to its tool: one call for
// each. A tool that takes no path has none.
var attackedBy = map[string][]struct {
	argument string
	with     map[string]any // the other arguments
	refuses  bool           // also what is harmless
	ending   string         // is put behind a path that hasn't it
	text     string         // is the argument, with the path in place of {path}
}{
	"read_file":      {{argument: "path"}},
	"list_files":     {{argument: "directory", refuses: true, with: map[string]any{"recursive": true}}},
	"grep":           {{argument: "path", refuses: true, with: map[string]any{"query": ".", "is_regex": true}}},
	"glob":           {{argument: "path", refuses: true, with: map[string]any{"pattern": "**"}}},
	"make_directory": {{argument: "path", refuses: true}},
	"notebook_edit":  {{argument: "path", refuses: true, with: map[string]any{"cell": "0", "action": "replace", "source": "evil"}}},
	"move_file": {
		{argument: "path", with: map[string]any{"destination": "moved.md"}},
		{argument: "destination", with: map[string]any{"path": "notes.md"}, refuses: true},
	},
	"create_file":     {{argument: "path", with: map[string]any{"content": "evil", "overwrite": true}}},
	"replace_in_file": {{argument: "path", with: map[string]any{"target_content": "a", "replacement_content": "e", "allow_multiple": true}}},
	"delete_snippet":  {{argument: "path", with: map[string]any{"snippet": "a"}}},
	"delete_file":     {{argument: "path"}},
	"apply_patch": {
		{argument: "patch", text: "*** Begin Patch\n*** Add File: {path}\n+evil\n*** End Patch\n", refuses: true},
		{argument: "patch", text: "*** Begin Patch\n*** Update File: {path}\n@@\n-plain words\n+evil words\n*** End Patch\n"},
		{argument: "patch", text: "*** Begin Patch\n*** Delete File: {path}\n*** End Patch\n"},
		{argument: "patch", text: "*** Begin Patch\n*** Update File: {path}\n*** Move to: moved.md\n@@\n-plain words\n+evil words\n*** End Patch\n"},
		{argument: "patch", text: "*** Begin Patch\n*** Update File: notes.md\n*** Move to: {path}\n@@\n-plain words\n+evil words\n*** End Patch\n", refuses: true},
		{argument: "patch", text: "--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+evil\n", refuses: true},
		{argument: "patch", text: "--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-plain words\n+evil words\n"},
		{argument: "patch", text: "diff --git a/{path} b/{path}\ndeleted file mode 100644\n--- a/{path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-plain words\n"},
		{argument: "patch", text: "diff --git a/notes.md b/{path}\nsimilarity index 100%\nrename from notes.md\nrename to {path}\n", refuses: true},
		{argument: "patch", text: "diff --git a/{path} b/{path}\nnew file mode 120000\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+../outside\n\\ No newline at end of file\n", refuses: true},
	},
	"export_pdf": {
		{argument: "path", with: map[string]any{"output": "made.pdf"}},
		{argument: "output", with: map[string]any{"markdown": "evil", "overwrite": true}, ending: ".pdf"},
	},
	"export_docx": {
		{argument: "path", with: map[string]any{"output": "made.docx"}},
		{argument: "output", with: map[string]any{"markdown": "evil", "overwrite": true}, ending: ".docx"},
	},
}

// paths are the arguments that name a file or folder, in any tool.
var paths = []string{"path", "directory", "output", "destination", "from", "to", "file", "dir"}

// A tool with a path that no attack goes through would be the one that leads out.
func TestEveryPathIsAttacked(t *testing.T) {
	for _, spec := range Standard(func() string { return "a4" }).Specs() {
		covered := map[string]bool{}
		for _, call := range attackedBy[spec.Name] {
			covered[call.argument] = true
		}
		if _, known := attackedBy[spec.Name]; !known {
			t.Errorf("%s is not in the table of attacks", spec.Name)
		}
		for _, name := range paths {
			if _, has := spec.Parameters.Properties[name]; has && !covered[name] {
				t.Errorf("no attack goes through %s of %s", name, spec.Name)
			}
		}
	}
}

// No attack on a path gets through any tool, through a picture of a document, or
// through the way back in time (FS-02 to FS-04, FS-20, FS-31; security.md, C.1, C.2).
func TestAttacks(t *testing.T) { attacktest.Run(t, attacked) }

func attacked(t *testing.T, r *attacktest.Rig) *attacktest.Target {
	t.Helper()
	ws, err := workspace.Open(r.Work, workspace.Options{Extra: []workspace.Root{{Dir: r.RO}}, Private: []string{r.Home}})
	must(t, err)
	store, _, err := checkpoints.Open(filepath.Join(r.Home, "own", "checkpoints"), checkpoints.Options{})
	must(t, err)
	w := &Writer{Workspace: ws, Gate: &approvals.Gate{Always: &approvals.Decision{All: approvals.Approve}}, Store: store}
	c := &Context{Workspace: ws, Writer: w, Call: Call{Session: "s"}}
	target := &attacktest.Target{
		Close: func() error { _ = store.Close(); return ws.Close() },
		Lock: func(ctx context.Context, path string) error {
			p, err := ws.Resolve(path)
			if err != nil {
				return err
			}
			unlock, err := ws.Lock(ctx, p)
			if err == nil {
				unlock()
			}
			return err
		},
	}
	box := Standard(func() string { return "a4" })
	for _, spec := range box.Specs() {
		for i, call := range attackedBy[spec.Name] {
			op := attacktest.Operation{
				Name: fmt.Sprintf("%s %s %d", spec.Name, call.argument, i), Writes: spec.Writes && call.with["output"] == nil, Refuses: call.refuses, Slow: spec.Writes,
				Do: func(ctx context.Context, path string) (string, error) {
					args := map[string]any{call.argument: path}
					if call.text != "" {
						args[call.argument] = strings.ReplaceAll(call.text, "{path}", path)
					}
					for name, value := range call.with {
						args[name] = value
					}
					raw, err := json.Marshal(args)
					if err != nil {
						return "", err
					}
					result := box.Run(ctx, spec.Name, c, raw)
					return string(result.JSON), result.Err
				},
			}
			if call.ending != "" {
				op.Alters = func(path string) bool { return !strings.HasSuffix(path, call.ending) }
			}
			if call.text != "" || call.argument == "directory" || spec.Name == "glob" || spec.Name == "grep" {
				// In a patch a line's end ends the path, and "a/" may begin it; a folder that
				// isn't named is the workspace.
				op.Alters = func(path string) bool {
					return strings.ContainsAny(path, "\n\t") || path == "" || strings.HasPrefix(path, "/")
				}
			}
			if spec.Name == "make_directory" || call.argument == "destination" {
				// A folder that is there is made again for nothing, and takes what is moved to it.
				op.Alters = func(path string) bool {
					info, err := os.Lstat(filepath.Join(r.Work, path))
					return err == nil && info.IsDir() && filepath.IsLocal(path)
				}
			}
			target.Operations = append(target.Operations, op)
		}
	}
	target.Operations = append(target.Operations, attacktest.Operation{
		Name: "picture", Alters: func(path string) bool { return strings.HasSuffix(path, "/") }, Do: func(_ context.Context, path string) (string, error) {
			data, err := Picture(ws, ".", path)
			return string(data), err
		},
	}, undoing(w, false), undoing(w, true), recovering(w))
	return target
}

// written makes the change that a later step is to take back or to settle.
func written(w *Writer, path string) (checkpoints.Change, error) {
	p, err := w.Workspace.ResolveWritable(path)
	if err != nil {
		return checkpoints.Change{}, err
	}
	before, err := w.Workspace.Read(p)
	if err != nil {
		before = workspace.File{}
	}
	content := []byte("words of the agent")
	return checkpoints.Change{
		Session: "s", Path: p.Real(), Kind: checkpoints.Edited, Before: before,
		After: workspace.File{State: workspace.State{Exists: true, Hash: workspace.HashOf(content), Size: int64(len(content))}, Bytes: content},
	}, nil
}

// undoing takes a change back after what it changed has become something else.
func undoing(w *Writer, force bool) attacktest.Operation {
	return attacktest.Operation{
		Name: fmt.Sprintf("undo, forced %v", force), Writes: true, Refuses: true,
		Prepare: func(path string) error {
			c, err := written(w, path)
			if err != nil {
				return err
			}
			p, err := w.Workspace.ResolveWritable(path)
			if err != nil {
				return err
			}
			intent, err := w.Store.Begin(c)
			if err != nil {
				return err
			}
			state, made, err := w.Workspace.Replace(context.Background(), p, c.Before.State, c.After.Bytes, 0)
			if err != nil {
				return err
			}
			_, err = w.Store.Commit(intent.ID, state, made)
			return err
		},
		Do: func(ctx context.Context, _ string) (string, error) {
			plan, err := w.Store.PlanUndo(w.Disk)
			if err == nil {
				err = w.Move(ctx, plan, force)
			}
			return fmt.Sprint(plan), err
		},
	}
}

// recovering settles a change that a crash left unfinished, after what it was about has
// become something else.
func recovering(w *Writer) attacktest.Operation {
	return attacktest.Operation{
		Name: "recover", Writes: true, Refuses: true,
		Prepare: func(path string) error {
			c, err := written(w, path)
			if err == nil {
				_, err = w.Store.Begin(c)
			}
			return err
		},
		Do: func(ctx context.Context, _ string) (string, error) {
			if problems := w.Recover(ctx); len(problems) > 0 {
				return "", fmt.Errorf("%q", problems)
			}
			return "", fmt.Errorf("it is settled")
		},
	}
}
