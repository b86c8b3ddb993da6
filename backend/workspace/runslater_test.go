package workspace

import (
	"errors"
	"testing"
)

// Files that something runs or obeys by their name are told by the reason, in every
// spelling and at any depth; others are not (security.md, files that run code later).
func TestRunsLater(t *testing.T) {
	for _, path := range []string{
		".vscode/tasks.json", ".vscode/settings.json", ".vscode/mcp.json", "sub/.VSCode/launch.json", ".envrc", "a/b/.envrc", "Makefile", "makefile", "GNUmakefile",
		"package.json", "web/package.json", "conftest.py", "tests/conftest.py", "lib/site.pth", "pyvenv.cfg", ".bazelrc", "rust-toolchain", "rust-toolchain.toml",
		".cargo/config.toml", ".cargo/config", "build.rs", ".gitattributes", ".gitmodules", ".githooks/pre-commit", "hooks/post-checkout", ".husky/pre-push",
		"x.git/config", "repo/HEAD", ".pre-commit-config.yaml", ".github/workflows/ci.yml", ".idea/workspace.xml", ".devcontainer/devcontainer.json",
		".claude/settings.json", "CLAUDE.md", "agents.md", ".mcp.json", ".cursor/mcp.json", ".redline/notes.md", "vite.config.ts", ".npmrc", "setup.py", "pyproject.toml",
		".bashrc", ".config/autostart/x.desktop", "Library/LaunchAgents/x.plist", "Start Menu/Programs/Startup/x.bat", "Dockerfile", "docker-compose.dev.yml", "flake.nix",
		"a\nb/.envrc", ".en\u200cvrc", "\uFEFFMakefile", ".VSCODE/TASKS.JSON", ".htaccess", ".gdbinit", "node_modules/.bin/tsc",
	} {
		if runsLater(path) == "" {
			t.Errorf("%q is taken for a file that nothing runs", path)
		}
	}
	for _, path := range []string{
		"notes.md", "main.go", "src/hooks.ts", "src/hooks/useState.ts", "build/out.txt", "docs/Makefile/readme.md", "package-lock.json", "go.mod", "my.envrc",
		"vscode/tasks.json", ".github/ISSUE_TEMPLATE.md", "a/headline.md", "head/x", "README.md", "config", "settings.json", "docker.md", "tasks.json", ".gitignore", ".",
	} {
		if why := runsLater(path); why != "" {
			t.Errorf("%q: %s", path, why)
		}
	}
}

// The class holds for a file by whatever name it is reached, and for folders that a
// repository's settings name for hooks, also before there is one.
func TestRunsLaterThroughLinks(t *testing.T) {
	w := folder(t, Options{}, map[string]string{
		"notes.md -> Makefile": "", "Makefile": "all:", "way -> .vscode": "", ".vscode/tasks.json": "{}", ".envrc -> plain": "", "plain": "x",
		".git/config": "[core]\n\tbare = false\n\tHooksPath = \"scripts/on-commit\"\n", "scripts/build.sh": "x",
		"sub/.git/config": "[core]\nhookspath=run\n", "sub/a": "x",
	})
	for path, runs := range map[string]bool{
		"notes.md": true, "way/tasks.json": true, "way/new.json": true, ".envrc": true, "plain": false,
		"scripts/on-commit/pre-commit": true, "scripts/build.sh": false, "sub/run/post-merge": true, "sub/a": false, "run/post-merge": false,
	} {
		p, err := w.ResolveWritable(path)
		must(t, err)
		if why := w.RunsLater(p); (why != "") != runs {
			t.Errorf("%s: %q", path, why)
		}
	}
}

// What git keeps a repository in is never written, whatever the folder's name and
// wherever the ".git" that leads to it is.
func TestGitFolders(t *testing.T) {
	w := folder(t, Options{}, map[string]string{
		"bare/HEAD": "ref: refs/heads/main\n", "bare/refs/": "", "bare/objects/": "", "bare/config": "x",
		"kept/HEAD": "x", "kept/refs/heads/": "", "kept/objects/": "", "kept/config": "x", ".git -> kept": "",
		"kept/worktrees/w/HEAD": "x", "kept/worktrees/w/refs/": "", "kept/worktrees/w/commondir": "../..",
		"half/HEAD": "x", "half/config": "x",
	})
	for path, blocked := range map[string]bool{
		"bare/config": true, "bare/hooks/post-update": true, "bare/objects/info/alternates": true, "kept/config": true, "kept/new": true,
		".git/config": true, "kept/worktrees/w/config": true, "half/config": false, "other": false,
	} {
		_, err := w.ResolveWritable(path)
		var no *BlockedError
		if errors.As(err, &no) != blocked {
			t.Errorf("%s: %v", path, err)
		}
		if _, err := w.Resolve(path); err != nil {
			t.Errorf("%s can't be read: %v", path, err)
		}
	}
}
