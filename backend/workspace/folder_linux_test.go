package workspace

import (
	"errors"
	"testing"
)

// Files that the system makes up are not read in a walk, and the systems that hold
// them not entered.
func TestFolderOfMadeUpFiles(t *testing.T) {
	w, err := Open("/proc/sys/kernel", Options{})
	must(t, err)
	defer w.Close()
	f, _ := opened(t, w, ".")
	if data, err := f.Read("ostype", nil, 100); !errors.Is(err, ErrNotRegular) {
		t.Errorf("reads %q, %v", data, err)
	}
	all, err := Open("/", Options{})
	must(t, err)
	defer all.Close()
	f, _ = opened(t, all, ".")
	var blocked *BlockedError
	for _, name := range []string{"proc", "sys"} {
		if _, err := f.Open(name); !errors.As(err, &blocked) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
