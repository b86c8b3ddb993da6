package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// The folders opened before are listed latest first, each once, the oldest dropped.
func TestRecent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.toml")
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	list := func() (dirs []string) {
		all, err := LoadRecent(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range all {
			dirs = append(dirs, r.Dir)
		}
		return dirs
	}
	if got := list(); got != nil {
		t.Errorf("before the first: %v", got)
	}
	for i, dir := range []string{"/a", "/b b", "/ü\n\"", "/a"} {
		if err := AddRecent(path, dir, at.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := list(), []string{"/a", "/ü\n\"", "/b b"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if all, err := LoadRecent(path); err != nil || !all[0].Opened.Equal(at.Add(3*time.Hour)) {
		t.Errorf("%v, %v", all, err)
	}
	for _, dir := range []string{"/ü\n\"", "/never"} {
		if err := RemoveRecent(path, dir); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := list(), []string{"/a", "/b b"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for i := range maxRecent + 3 {
		if err := AddRecent(path, fmt.Sprint("/", i), at); err != nil {
			t.Fatal(err)
		}
	}
	if got := list(); len(got) != maxRecent || got[0] != "/14" || got[maxRecent-1] != "/3" {
		t.Errorf("%q", got)
	}
}

// A state that can't be understood is none: it holds nothing that a person wrote. One
// that can't be read is told, and not written over.
func TestRecentDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.toml")
	if err := os.WriteFile(path, []byte("recent = [[["), 0o600); err != nil {
		t.Fatal(err)
	}
	if all, err := LoadRecent(path); err != nil || all != nil {
		t.Errorf("%v, %v", all, err)
	}
	if err := AddRecent(path, "/a", time.Now()); err != nil {
		t.Fatal(err)
	}
	if all, err := LoadRecent(path); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
	dir := t.TempDir()
	if _, err := LoadRecent(dir); err == nil {
		t.Error("a folder is read")
	}
	if err := AddRecent(dir, "/a", time.Now()); err == nil {
		t.Error("a folder is written over")
	}
}
