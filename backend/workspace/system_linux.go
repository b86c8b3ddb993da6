package workspace

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// unreal names the system that makes a file's content up when it is read, "" for a
// file that is kept somewhere. Reading one may wait for ever, or tell what belongs
// to a program: /proc/kmsg, /proc/self/environ.
func unreal(f *os.File) string {
	return unrealTypes[typeOf(f)]
}

// typeOf gives the magic number of the file system that an open file is on.
func typeOf(f *os.File) int64 {
	var s unix.Statfs_t
	control(f, func(fd int) { _ = unix.Fstatfs(fd, &s) }) // 0 is no system's
	return int64(s.Type)
}

var unrealTypes = map[int64]string{
	unix.PROC_SUPER_MAGIC:    "/proc",
	unix.SYSFS_MAGIC:         "/sys",
	unix.DEBUGFS_MAGIC:       "debugfs",
	unix.TRACEFS_MAGIC:       "tracefs",
	unix.SECURITYFS_MAGIC:    "securityfs",
	unix.CGROUP_SUPER_MAGIC:  "cgroup",
	unix.CGROUP2_SUPER_MAGIC: "cgroup",
	unix.EFIVARFS_MAGIC:      "efivarfs",
	unix.SELINUX_MAGIC:       "selinuxfs",
	unix.BPF_FS_MAGIC:        "bpf",
	unix.DEVPTS_SUPER_MAGIC:  "devpts",
	unix.BINFMTFS_MAGIC:      "binfmt_misc",
	configfsMagic:            "configfs",
	fusectlMagic:             "fusectl",
}

// Magic numbers of linux/magic.h that the library doesn't have.
const (
	configfsMagic = 0x62656570
	fusectlMagic  = 0x65735543
	ntfs3Magic    = 0x7366746e
	ntfsMagic     = 0x5346544e
	casefoldFlag  = 0x40000000 // FS_CASEFOLD_FL
)

// folds tells whether an open folder takes names that differ in case for one: those
// of other systems' disks do, and single folders of ext4, f2fs and tmpfs.
func folds(dir *os.Root) bool {
	f, err := dir.Open(".")
	if err != nil {
		return true // it can't be told, and refusing too much is the safer mistake
	}
	defer f.Close()
	return foldsIn(f)
}

func foldsIn(f *os.File) bool {
	switch typeOf(f) {
	case unix.MSDOS_SUPER_MAGIC, unix.EXFAT_SUPER_MAGIC, ntfsMagic, ntfs3Magic,
		unix.CIFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.V9FS_MAGIC:
		return true
	}
	var flags int
	var err error
	control(f, func(fd int) { flags, err = unix.IoctlGetInt(fd, unix.FS_IOC_GETFLAGS) })
	return err == nil && flags&casefoldFlag != 0
}

// kept tells whether an extended attribute is the file's own. Rights to run with, such
// as capabilities, and seals over the old content are not: like set-user-id they would
// hold for content that nobody gave them to.
func kept(name string) bool {
	switch name {
	case "system.posix_acl_access", "system.nfs4_acl", "security.selinux":
		return true
	}
	return strings.HasPrefix(name, "user.")
}
