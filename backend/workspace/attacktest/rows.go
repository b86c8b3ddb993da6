package attacktest

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// link plants symbolic links in the workspace: names and targets in turn. What stands
// under a name goes.
func link(pairs ...string) func(r *Rig) error {
	return func(r *Rig) error {
		var err error
		for i := 0; i < len(pairs); i += 2 {
			name := filepath.Join(r.Work, pairs[i])
			err = errors.Join(err, os.RemoveAll(name), os.MkdirAll(filepath.Dir(name), 0o755), os.Symlink(r.expand(pairs[i+1]), name))
		}
		return err
	}
}

// hardLink plants another name of a canary.
func hardLink(name, of string) func(r *Rig) error {
	return func(r *Rig) error {
		at := filepath.Join(r.Work, name)
		return errors.Join(os.RemoveAll(at), os.Link(r.expand(of), at))
	}
}

// chain plants n links of which each leads to the next, and the last to target.
func chain(n int, target string) func(r *Rig) error {
	return func(r *Rig) error {
		pairs := []string{}
		for i := range n {
			next := "l" + strconv.Itoa(i+1)
			if i == n-1 {
				next = target
			}
			pairs = append(pairs, "l"+strconv.Itoa(i), next)
		}
		return link(pairs...)(r)
	}
}

// rows are the attacks that every system knows.
func rows() []row {
	return []row{
		// Without these two, all the refusals below could be the rig's own.
		{name: "control, plain file", path: "plain.md", may: must},
		{name: "control, plain file in a folder", path: "d/plain.md", may: must},

		{name: "link to a file outside, absolute", path: "l", plant: link("l", "{out}/secret.md")},
		{name: "link to a file outside, relative", path: "l", plant: link("l", "../outside/secret.md")},
		{name: "link in place of a Markdown file", path: "plain.md", plant: link("plain.md", "../outside/secret.md")},
		{name: "link to a link outside", path: "l", plant: link("l", "m", "m", "../outside/secret.md")},
		{name: "dangling link to a name outside", path: "l.md", plant: link("l.md", "../outside/new.md")},
		{name: "dangling link to a name outside, absolute", path: "l.md", plant: link("l.md", "{out}/new.md")},
		{name: "link with a slash behind", path: "l/", plant: link("l", "../outside")},
		{name: "link with a slash and a dot behind", path: "l/.", plant: link("l", "../outside")},
		{name: "folder link outside", path: "l/secret.md", plant: link("l", "../outside")},
		{name: "folder link outside, absolute", path: "l/secret.md", plant: link("l", "{out}")},
		{name: "folder link outside, missing file", path: "l/new.md", plant: link("l", "../outside")},
		{name: "folder link outside, missing folders", path: "l/new/deep/file.md", plant: link("l", "../outside")},
		{name: "folder link outside, missing folders, absolute", path: "l/new/file.md", plant: link("l", "{out}")},
		{name: "dangling folder link", path: "l/file.md", plant: link("l", "../outside/new")},
		{name: "folder link in place of a folder", path: "d/secret.md", plant: link("d", "../outside")},
		{name: "link up through a folder", path: "d/up/outside/secret.md", plant: link("d/up", "../..")},
		{name: "link up behind a folder that is missing", seen: true, path: "l/secret.md", plant: link("l", "none/../../outside")},
		{name: "link to the root of the disk", path: "l{out}/secret.md", plant: link("l", "/")},
		{name: "document that is a link outside", path: "l.pdf", plant: link("l.pdf", "../outside/secret.md")},
		{name: "document that is a dangling link outside", path: "l.pdf", plant: link("l.pdf", "../outside/new.pdf")},
		{name: "Word document behind a link outside", path: "l/new.docx", plant: link("l", "{out}")},
		{name: "Word document that is a link to a blocked file", path: "l.docx", plant: link("l.docx", ".env")},
		{name: "document in a read-only folder", path: "{ro}/new.pdf", seen: true},
		{name: "document that is a hard link to a file outside", path: "h.pdf", may: write, sees: true, plant: hardLink("h.pdf", "{out}/secret.md")},
		{name: "41 links", path: "l0", plant: chain(41, "plain.md")},
		{name: "41 links to a file outside", path: "l0", plant: chain(41, "../outside/secret.md")},
		{name: "link to itself", path: "l", plant: link("l", "l")},
		{name: "links in a circle", path: "l/x.md", plant: link("l", "m", "m", "l")},
		{name: "link to a read-only folder", path: "l/plain.md", may: read, plant: link("l", "{ro}")},
		{name: "link to a file in a read-only folder", path: "l.md", may: read, plant: link("l.md", "{ro}/plain.md")},
		{name: "link to a missing file in a read-only folder", seen: true, path: "l.md", plant: link("l.md", "{ro}/new.md")},
		{name: "link to a blocked file", path: "l.md", plant: link("l.md", ".env")},
		{name: "link to a blocked file, absolute", path: "l.md", plant: link("l.md", "{work}/.env")},
		{name: "link to a blocked name where nothing is", path: "l.md", plant: link("l.md", "d/.env.local")},
		{name: "link to the folder of a blocked file", path: "l/id_rsa", plant: link("l", "keys")},
		{name: "link to Redline's own folder", path: "l/config.toml", plant: link("l", "{home}")},
		{name: "link to git's settings", path: "l.md", may: read, plant: link("l.md", ".git/config")},
		{name: "link to a missing hook", seen: true, path: "l.md", plant: link("l.md", ".git/hooks/pre-commit")},
		{name: "link to git's folder", path: "l/config", may: read, plant: link("l", ".git")},
		{name: "link to Redline's settings of the folder", path: "l.md", may: read, plant: link("l.md", ".redline/config.toml")},
		{name: "blocked name that is a link to a plain file", path: ".env.local", plant: link(".env.local", "plain.md")},

		{name: "hard link to a file outside", path: "h.md", may: write, sees: true, plant: hardLink("h.md", "{out}/secret.md")},
		{name: "hard link to a blocked file", path: "h.md", may: write, sees: true, plant: hardLink("h.md", "{work}/.env")},

		{name: "parent", path: "../outside/secret.md"},
		{name: "parent further in", path: "d/../../outside/secret.md"},
		{name: "parent behind a link", path: "l/../outside/secret.md", may: write, plant: link("l", "d")},
		{name: "out and in again", path: "../work/../outside/secret.md"},
		{name: "absolute", path: "{out}/secret.md"},
		{name: "absolute, missing", path: "{out}/new/file.md"},
		{name: "absolute through the workspace", path: "{work}/../outside/secret.md"},
		{name: "absolute with a common beginning", path: "{work}-secret/secret.md"},
		{name: "absolute with doubled slashes", path: "//{out}//secret.md"},
		{name: "the system's own files", path: "/etc/passwd"},
		{name: "home folder", path: "~/secret.md"},
		{name: "another's home folder", path: "~root/secret.md"},
		{name: "Redline's own folder", path: "{home}/config.toml"},
		{name: "Redline's own folder, missing file", path: "{home}/new.md"},
		{name: "read-only folder", path: "{ro}/plain.md", may: read},
		{name: "read-only folder, missing file", seen: true, path: "{ro}/new.md"},
		{name: "blocked file", path: ".env"},
		{name: "blocked file with a dot before", path: "./.env"},
		{name: "blocked file through a parent", path: "d/../.env"},
		{name: "blocked file, absolute", path: "{work}/.env"},
		{name: "blocked file with a slash behind", path: ".env/"},
		{name: "blocked name where nothing is", path: "d/.env"},
		{name: "below a blocked name", path: "d/.env/x.md"},
		{name: "blocked key", path: "keys/id_rsa"},
		{name: "git's settings", path: ".git/config", may: read},
		{name: "git's settings in other case", seen: true, path: ".GIT/config"},
		{name: "git's hook", seen: true, path: ".git/hooks/pre-commit"},
		{name: "git's hook further down", seen: true, path: "d/.git/hooks/pre-commit"},
		{name: "git's name with a character that is not seen", seen: true, path: ".g\u200cit/config"},
		{name: "git's name with a dot behind", seen: true, path: ".git./config"},
		{name: "git's short name", seen: true, path: "GIT~1/config"},
		{name: "Redline's settings of the folder", path: ".redline/config.toml", may: read},
		{name: "Redline's settings of the folder in other case", seen: true, path: ".Redline/Config.toml"},

		{name: "empty", path: ""},
		{name: "NUL", path: "plain.md\x00.png"},
		{name: "NUL before a parent", path: "\x00/../../outside/secret.md"},
		{name: "longer than a path can be", path: strings.Repeat("d/", 2100) + "x.md"},
		{name: "longer than a name can be", path: strings.Repeat("n", 256) + ".md"},
		{name: "URL", path: "file://{out}/secret.md"},
		{name: "URL of another machine", path: "https://example.org/secret.md"},
		{name: "the workspace itself", path: ".", may: read},
		{name: "the workspace, absolute", path: "{work}", may: read},
		{name: "a folder", path: "d", may: read},
		{name: "the parent alone", path: ".."},
		{name: "below a file", path: "plain.md/x.md"},
		{name: "file with a slash behind", path: "plain.md/"},

		// Odd but harmless: whatever is made is made inside.
		{name: "percent signs", path: "%2e%2e/outside/secret.md", may: write},
		{name: "backslashes", path: `..\outside\secret.md`, may: write},
		{name: "variable", path: "$HOME/secret.md", may: write},
		{name: "full-width dots", path: "\uff0e\uff0e/outside/secret.md", may: write},
		{name: "three dots", path: ".../outside/secret.md", may: write},
		{name: "minus", path: "-rf", may: write},
		{name: "line end", path: "a\nb.md", may: write},
		{name: "no UTF-8", path: "a\xffb.md", may: write},
		{name: "shown byte of a parent", path: `\x2e\x2e/outside/secret.md`, may: write},
		{name: "shown byte of a slash", path: `..\x2foutside\x2fsecret.md`, may: write},

		{name: "1 TiB of nothing", seen: true, path: "big.md", plant: func(r *Rig) error {
			name := filepath.Join(r.Work, "big.md")
			return errors.Join(os.WriteFile(name, nil, 0o644), os.Truncate(name, 1<<40))
		}},
		{name: "folder in place of a file", path: "plain.md", may: read, plant: func(r *Rig) error {
			name := filepath.Join(r.Work, "plain.md")
			return errors.Join(os.Remove(name), os.Mkdir(name, 0o755))
		}},
		{name: "workspace that is gone", path: "plain.md", plant: func(r *Rig) error { return os.Rename(r.Work, r.Work+"-moved") }},
		{name: "workspace that was exchanged", path: "secret.md", plant: func(r *Rig) error {
			return errors.Join(os.Rename(r.Work, r.Work+"-moved"), os.Symlink(r.Outside, r.Work))
		}},

		{name: "race, file and link to a blocked file", path: "a.md", race: swapping("a.md", Plain, ".env")},
		{name: "race, file and link outside", path: "a.md", race: swapping("a.md", Plain, "../outside/secret.md")},
		{name: "race, folder and link outside", path: "s/secret.md", race: swapping("s/", "secret.md", "../outside")},
		{name: "race, folder and link to a blocked one", path: "s/secret.md", race: swapping("s/", "secret.md", ".env.d")},
		{name: "race, folder and link to a read-only one", path: "s/plain.md", race: swapping("s/", "plain.md", "../ro")},
	}
}

// swapping makes a file, or with "/" behind its name a folder that holds a plain file
// called content, and gives a step that puts a link to target in its place and back.
func swapping(name, content, target string) func(r *Rig) (step func()) {
	return func(r *Rig) func() {
		at, other := filepath.Join(r.Work, filepath.Clean(name)), filepath.Join(r.Work, "other")
		if strings.HasSuffix(name, "/") {
			_ = os.MkdirAll(at, 0o755)
			_ = os.WriteFile(filepath.Join(at, content), []byte(Plain), 0o644)
		} else {
			_ = os.WriteFile(at, []byte(content), 0o644)
		}
		_ = os.Symlink(target, other)
		return func() { exchange(at, other) }
	}
}
