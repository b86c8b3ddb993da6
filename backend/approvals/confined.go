package approvals

import (
	"io/fs"
	"os"
	"strings"
	"sync"
)

// ConfinedBy names what holds the whole process, as "Docker", and is "" when nothing
// is recognised: a sandbox that leaves no mark is taken for none.
func ConfinedBy() string { return found() }

// found looks once: what holds a process doesn't change.
var found = sync.OnceValue(func() string { return confinedBy(os.DirFS("/"), os.Getenv) })

// marks are the files that containers leave in the folder tree that they show.
var marks = []struct{ file, by string }{
	{".dockerenv", "Docker"},
	{"run/.containerenv", "Podman"},
	{".flatpak-info", "Flatpak"},
}

func confinedBy(root fs.FS, getenv func(string) string) string {
	for _, m := range marks {
		if _, err := fs.Stat(root, m.file); err == nil {
			return m.by
		}
	}
	// The first process of a bubblewrap sandbox is bubblewrap itself; systemd names
	// the kind of container that it runs in.
	if text(root, "proc/1/comm") == "bwrap" {
		return "bubblewrap"
	}
	if kind := text(root, "run/systemd/container"); kind != "" && kind != "wsl" {
		return kind
	}
	switch {
	case getenv("KUBERNETES_SERVICE_HOST") != "":
		return "Kubernetes"
	case getenv("APP_SANDBOX_CONTAINER_ID") != "":
		return "the App Sandbox"
	}
	return ""
}

func text(root fs.FS, name string) string {
	data, err := fs.ReadFile(root, name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}
