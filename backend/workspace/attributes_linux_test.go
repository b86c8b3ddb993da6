package workspace

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// acl gives an access list as the system keeps it: the owner and the group may do
// what mode says, and one more person may read.
func acl(mode fs.FileMode, person uint32) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 2)
	entry := func(tag, perm uint16, id uint32) {
		b = binary.LittleEndian.AppendUint16(b, tag)
		b = binary.LittleEndian.AppendUint16(b, perm)
		b = binary.LittleEndian.AppendUint32(b, id)
	}
	const nobody = ^uint32(0)
	entry(0x01, uint16(mode>>6&7), nobody)
	entry(0x02, 4, person)
	entry(0x04, uint16(mode>>3&7), nobody)
	entry(0x10, 4|uint16(mode>>3&7), nobody)
	entry(0x20, uint16(mode&7), nobody)
	return b
}

// A write keeps extended attributes and access lists, and drops rights to run with;
// what the folder gives to new files doesn't widen who may read (FS-20).
func TestReplaceAttributes(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"a": "old", "d/plain": "old"})
	a, d := filepath.Join(w.Dir(), "a"), filepath.Join(w.Dir(), "d")
	set := func(name, attribute string, value []byte) {
		t.Helper()
		switch err := unix.Setxattr(name, attribute, value, 0); {
		case errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.EPERM):
			t.Skipf("%s can't be set here: %v", attribute, err)
		default:
			must(t, err)
		}
	}
	set(a, "user.note", []byte("kept"))
	set(a, "user.empty", nil)
	set(a, "system.posix_acl_access", acl(0o640, 4242))
	set(d, "system.posix_acl_default", acl(0o770, 4242))
	must(t, os.Chmod(filepath.Join(d, "plain"), 0o640))
	if os.Geteuid() == 0 {
		set(a, "security.capability", []byte{0, 0, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	}
	for _, name := range []string{"a", "d/plain"} {
		_, err := replace(w, name, existing("old"), "new")
		must(t, err)
	}
	for name, want := range map[string][]string{
		a:                         {"system.posix_acl_access", "user.empty", "user.note"},
		filepath.Join(d, "plain"): nil,
	} {
		f, err := os.Open(name)
		must(t, err)
		got := attributes(f)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", name, got, want)
		}
		if value, err := attribute(f, "user.note"); want != nil && (err != nil || string(value) != "kept") {
			t.Errorf("the note says %q: %v", value, err)
		}
		if value, err := attribute(f, "system.posix_acl_access"); want != nil && (err != nil || !slices.Equal(value, acl(0o640, 4242))) {
			t.Errorf("the access list is %v: %v", value, err)
		}
		must(t, f.Close())
	}
	info, err := os.Stat(filepath.Join(d, "plain"))
	must(t, err)
	if info.Mode() != 0o640 {
		t.Errorf("mode %v", info.Mode())
	}
}

// The owner and the group are kept where this process may give files away (FS-20).
func TestReplaceOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only the superuser gives files away")
	}
	w := folder(t, Options{}, map[string]string{"a": "old"})
	a := filepath.Join(w.Dir(), "a")
	must(t, os.Chown(a, 4242, 4243))
	must(t, os.Chmod(a, 0o460))
	_, err := replace(w, "a", existing("old"), "new")
	must(t, err)
	info, err := os.Stat(a)
	must(t, err)
	if s := info.Sys().(*syscall.Stat_t); s.Uid != 4242 || s.Gid != 4243 || info.Mode() != 0o460 {
		t.Errorf("%d:%d %v", s.Uid, s.Gid, info.Mode())
	}
}

// Where the group can't be kept, the new one gets no right that it hadn't.
func TestWithoutGroup(t *testing.T) {
	for had, want := range map[fs.FileMode]fs.FileMode{
		0o660: 0o600, 0o664: 0o644, 0o644: 0o644, 0o750: 0o700, 0o755: 0o755, 0o617: 0o617, 0o671: 0o611, fs.ModeSetgid | 0o640: fs.ModeSetgid | 0o600,
	} {
		if got := withoutGroup(had); got != want {
			t.Errorf("%o: %o, want %o", had, got, want)
		}
	}
}
