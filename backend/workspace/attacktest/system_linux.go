package attacktest

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// exchange lets two names change places in one step.
func exchange(a, b string) {
	if unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE) != nil {
		runtime.Gosched() // one of them is being replaced
	}
}

// systemRows are the attacks that need this system.
func systemRows() []row {
	at := func(do func(name string) error) func(r *Rig) error {
		return func(r *Rig) error {
			name := filepath.Join(r.Work, "it.md")
			return errors.Join(os.RemoveAll(name), do(name))
		}
	}
	return []row{
		{name: "pipe", seen: true, path: "it.md", plant: at(func(name string) error { return syscall.Mkfifo(name, 0o666) })},
		{name: "socket", seen: true, path: "it.md", plant: at(func(name string) error {
			fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
			if err != nil {
				return err
			}
			return errors.Join(syscall.Bind(fd, &syscall.SockaddrUnix{Name: name}), syscall.Close(fd))
		})},
		{name: "device", seen: true, path: "it.md", plant: at(func(name string) error { return syscall.Mknod(name, syscall.S_IFCHR|0o666, 1<<8|5) })},
		{name: "link to a device", path: "l.md", plant: link("l.md", "/dev/zero")},
		{name: "link to the process's own variables", path: "l.md", plant: link("l.md", "/proc/self/environ")},
		{name: "link through /proc outside", path: "l/secret.md", plant: link("l", "/proc/self/root{out}")},
		{name: "link through /proc to an open file", path: "l.md", plant: link("l.md", "/proc/self/fd/0")},
		{name: "/proc by its name", path: "/proc/self/environ"},
		{name: "an open file by its name", path: "/dev/fd/0"},
		{name: "bind mount of the read-only folder", path: "d/plain.md", may: read, plant: mounted("{ro}", "d")},
		{name: "bind mount of Redline's own folder", path: "d/config.toml", plant: mounted("{home}", "d")},
		{name: "/proc mounted inside", seen: true, path: "d/self/environ", plant: func(r *Rig) error {
			return syscall.Mount("proc", filepath.Join(r.Work, "d"), "proc", 0, "")
		}},
		{name: "/proc mounted inside, a file that waits", seen: true, path: "d/kmsg", plant: func(r *Rig) error {
			return syscall.Mount("proc", filepath.Join(r.Work, "d"), "proc", 0, "")
		}},
		{name: "race, file and pipe", path: "a.md", race: func(r *Rig) func() {
			a, pipe := filepath.Join(r.Work, "a.md"), filepath.Join(r.Work, "pipe")
			_ = os.WriteFile(a, []byte(Plain), 0o644)
			_ = syscall.Mkfifo(pipe, 0o666)
			return func() { exchange(a, pipe) }
		}},
		{name: "race, folder and pipe", path: "d/plain.md", race: func(r *Rig) func() {
			d, pipe := filepath.Join(r.Work, "d"), filepath.Join(r.Work, "pipe")
			_ = syscall.Mkfifo(pipe, 0o666)
			return func() { exchange(d, pipe) }
		}},
	}
}

// mounted shows a folder of the rig under another name in the workspace. Whoever
// plants it unmounts with the rig.
func mounted(from, at string) func(r *Rig) error {
	return func(r *Rig) error {
		return syscall.Mount(r.expand(from), filepath.Join(r.Work, at), "", syscall.MS_BIND, "")
	}
}

// unmount takes away what a row mounted in the rig.
func unmount(r *Rig) {
	for _, work := range []string{r.Work, r.Work + "-moved"} {
		_ = syscall.Unmount(filepath.Join(work, "d"), syscall.MNT_DETACH)
	}
}
