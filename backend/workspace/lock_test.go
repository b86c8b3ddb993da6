package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

// Two names of one file are one lock (FS-30): while the first is held, the second
// can't be had.
func TestLockIdentity(t *testing.T) {
	for _, tc := range []struct {
		name, a, b string
		apart      bool
	}{
		{name: "one name", a: "d/a", b: "d/a"},
		{name: "two spellings", a: "d/a", b: "./d/../d//a"},
		{name: "absolute", a: "d/a", b: "{dir}/d/a"},
		{name: "through another root", a: "d/a", b: "{root}/a"},
		{name: "link to the file", a: "d/a", b: "link"},
		{name: "link to the folder", a: "d/a", b: "way/a"},
		{name: "hard link", a: "d/a", b: "hard"},
		{name: "missing file", a: "d/new", b: "way/new"},
		{name: "missing folder", a: "d/new/deep/a", b: "way/new/deep/a"},
		{name: "other file", a: "d/a", b: "d/b", apart: true},
		{name: "other missing file", a: "d/new", b: "d/new2", apart: true},
		{name: "one name in two folders", a: "d/a", b: "a", apart: true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := folder(t, Options{}, map[string]string{"d/a": "x", "d/b": "x", "a": "x", "link -> d/a": "", "way -> d": ""})
			must(t, os.Link(filepath.Join(w.Dir(), "d/a"), filepath.Join(w.Dir(), "hard")))
			alias := filepath.Join(t.TempDir(), "alias")
			must(t, os.Symlink(filepath.Join(w.Dir(), "d"), alias))
			v, err := Open(w.Dir(), Options{Extra: []Root{{Dir: alias, Writable: true}}})
			must(t, err)
			defer v.Close()
			spell := func(s string) Path {
				switch {
				case len(s) > 5 && s[:5] == "{dir}":
					s = w.Dir() + s[5:]
				case len(s) > 6 && s[:6] == "{root}":
					s = alias + s[6:]
				}
				return resolve(t, v, s)
			}
			unlock, err := v.Lock(t.Context(), spell(tc.a))
			must(t, err)
			defer unlock()
			if got := !free(v, spell(tc.b)); got == tc.apart {
				t.Errorf("%s and %s share a lock: %v", tc.a, tc.b, got)
			}
		})
	}
}

// free tells whether the lock of p can be had at once.
func free(w *Workspace, p Path) bool {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	unlock, err := w.Lock(ctx, p)
	if err == nil {
		unlock()
	}
	return err == nil
}

// A lock outlives what is done under it: the file may be made, replaced and
// removed, and the folders on the way with it.
func TestLockHoldsWhileTheFileChanges(t *testing.T) {
	w := folder(t, Options{}, nil)
	p := resolve(t, w, "x/y/a")
	unlock, err := w.Lock(t.Context(), p)
	must(t, err)
	held := func(when string) {
		t.Helper()
		if free(w, resolve(t, w, "x/y/a")) {
			t.Errorf("FS-30: the lock is free %s", when)
		}
	}
	first, _, err := w.Replace(t.Context(), p, State{}, []byte("1"), 0)
	must(t, err)
	held("after the file was made")
	second, _, err := w.Replace(t.Context(), p, first, []byte("2"), 0)
	must(t, err)
	held("after it was replaced")
	must(t, w.Remove(t.Context(), p, second))
	held("after it was removed")
	unlock()
	unlock() // twice is once
	if !free(w, p) {
		t.Error("FS-30: the lock is held after it was given back")
	}
	if n := len(w.locks.held); n != 0 {
		t.Errorf("%d locks are remembered that nobody holds", n)
	}
}

func TestLockWaitHonoursCancelling(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"a": "x", "b": "x"})
	unlock, err := w.Lock(t.Context(), resolve(t, w, "b"))
	must(t, err)
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("the chat was stopped")
	cancel(why)
	if _, err := w.Lock(ctx, resolve(t, w, "a"), resolve(t, w, "b")); !errors.Is(err, why) {
		t.Errorf("error %v", err)
	}
	if !free(w, resolve(t, w, "a")) {
		t.Error("the lock of a is held by a caller that gave up")
	}
	unlock()
	if n := len(w.locks.held); n != 0 {
		t.Errorf("%d locks are remembered that nobody holds", n)
	}
}

// Callers that take the same files in different orders and spellings neither wait
// for each other for ever nor overlap.
func TestLockOrder(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"d/a": "0", "d/b": "0", "way -> d": ""})
	names := [][]string{{"d/a", "d/b"}, {"d/b", "d/a"}, {"way/b", "d/a", "way/a"}, {"way/a", "way/b"}}
	var all sync.WaitGroup
	const rounds = 25
	for _, pair := range names {
		all.Go(func() {
			for range rounds {
				if err := addOne(t, w, pair); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	for _, name := range []string{"d/a", "d/b"} {
		if got, want := content(t, w.Dir(), name), strconv.Itoa(rounds*len(names)); got != want {
			t.Errorf("%s was written %s times without loss, want %s", name, got, want)
		}
	}
}

// addOne adds one to the number in d/a and d/b, under the locks of names.
func addOne(t *testing.T, w *Workspace, names []string) error {
	paths := make([]Path, len(names))
	for i, name := range names {
		p, err := w.Resolve(name)
		if err != nil {
			return err
		}
		paths[i] = p
	}
	unlock, err := w.Lock(t.Context(), paths...)
	if err != nil {
		return err
	}
	defer unlock()
	for _, p := range paths[:2] {
		f, err := w.Read(p)
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(string(f.Bytes))
		if err != nil {
			return err
		}
		if _, _, err := w.Replace(t.Context(), p, f.State, fmt.Append(nil, n+1), 0); err != nil {
			return fmt.Errorf("under the lock: %w", err)
		}
	}
	return nil
}

// Whoever waits gets the lock when it is given back.
func TestLockIsHandedOn(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"a": "x"})
	p := resolve(t, w, "a")
	synctest.Test(t, func(t *testing.T) {
		var table lockTable
		must(t, table.take(t.Context(), []string{p.String()}))
		got := false
		go func() {
			if table.take(t.Context(), []string{p.String()}) == nil {
				got = true
				table.give([]string{p.String()})
			}
		}()
		synctest.Wait()
		if got {
			t.Fatal("the lock was had twice")
		}
		table.give([]string{p.String()})
		synctest.Wait()
		if !got {
			t.Error("the one that waited got nothing")
		}
	})
}

func TestClaim(t *testing.T) {
	locks, dir := filepath.Join(t.TempDir(), "locks"), t.TempDir()
	release, err := Claim(locks, dir)
	must(t, err)
	_, err = Claim(locks, dir)
	if !errors.Is(err, ErrBusy) {
		t.Fatalf("WS-03: a second claim: %v", err)
	}
	if pid := fmt.Sprint(os.Getpid()); !strings.Contains(err.Error(), pid) || !strings.Contains(err.Error(), dir) {
		t.Errorf("%q names neither process nor folder", err)
	}
	if other, err := Claim(locks, t.TempDir()); err != nil {
		t.Errorf("another folder: %v", err)
	} else {
		other()
	}
	release()
	again, err := Claim(locks, dir)
	must(t, err)
	again()
}
