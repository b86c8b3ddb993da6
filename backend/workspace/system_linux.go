package workspace

import (
	"os"

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

// control runs do with the number of an open file, which stays as it was opened:
// os.File.Fd would make its reads wait.
func control(f *os.File, do func(fd int)) {
	if c, err := f.SyscallConn(); err == nil {
		_ = c.Control(func(fd uintptr) { do(int(fd)) }) // a file that was closed
	}
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
	switch typeOf(f) {
	case unix.MSDOS_SUPER_MAGIC, unix.EXFAT_SUPER_MAGIC, ntfsMagic, ntfs3Magic,
		unix.CIFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.V9FS_MAGIC:
		return true
	}
	var flags int
	control(f, func(fd int) { flags, err = unix.IoctlGetInt(fd, unix.FS_IOC_GETFLAGS) })
	return err == nil && flags&casefoldFlag != 0
}
