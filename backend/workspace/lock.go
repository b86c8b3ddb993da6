package workspace

import (
	"context"
	"path/filepath"
	"slices"
	"sync"

	"redline/backend/parallel"
)

// lockTable holds one lock for each key that somebody holds or waits for.
type lockTable struct {
	mu   sync.Mutex
	held map[string]*keyLock
}

type keyLock struct {
	token chan struct{} // holds one token while the lock is free
	users int
}

// Lock takes the locks of the files at paths, waiting until they are free or
// ctx ends (FS-30). Two spellings of one file, a symbolic link and its target,
// hard links, and a path through another root are one lock. Several paths are
// taken in one order everywhere, so that two callers can't wait for each
// other; a caller that holds a lock must not call Lock again.
func (w *Workspace) Lock(ctx context.Context, paths ...Path) (unlock func(), err error) {
	for {
		keys, err := w.lockKeys(paths)
		if err != nil {
			return nil, err
		}
		if err := w.locks.take(ctx, keys); err != nil {
			return nil, err
		}
		// While this waited, another writer may have made or replaced a file.
		now, err := w.lockKeys(paths)
		if err == nil && subset(now, keys) {
			return sync.OnceFunc(func() { w.locks.give(keys) }), nil
		}
		w.locks.give(keys)
		if err != nil {
			return nil, err
		}
	}
}

// lockKeys names each path thrice: by its canonical name, which holds also
// while nothing exists; by its folder and name, which sees through bind
// mounts; and by its identity, which sees through hard links.
func (w *Workspace) lockKeys(paths []Path) ([]string, error) {
	each := make([][]string, len(paths))
	err := parallel.Each(len(paths), func(i int) (err error) {
		each[i], err = w.keysOf(paths[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	keys := slices.Concat(each...)
	slices.Sort(keys)
	return slices.Compact(keys), nil
}

func (w *Workspace) keysOf(p Path) ([]string, error) {
	at, err := w.find(p)
	if err != nil {
		return nil, err
	}
	defer at.close()
	same := systemSpelling
	if same != foldedSpelling && folds(at.dir()) {
		same = foldedSpelling
	}
	keys := []string{"name " + same.key(at.abs())}
	if info, err := at.dir().Stat("."); err == nil {
		if id := identity(info); id != "" {
			below := filepath.Join(filepath.Join(at.absent...), at.name)
			keys = append(keys, "in "+id+" "+same.key(below))
		}
	}
	if at.info != nil {
		if id := identity(at.info); id != "" {
			keys = append(keys, "file "+id)
		}
	}
	return keys, nil
}

func subset(some, all []string) bool {
	return !slices.ContainsFunc(some, func(k string) bool {
		_, ok := slices.BinarySearch(all, k)
		return !ok
	})
}

func (t *lockTable) take(ctx context.Context, keys []string) error {
	for i, key := range keys {
		l := t.use(key)
		select {
		case <-l.token:
			continue
		default:
		}
		select {
		case <-l.token:
		case <-ctx.Done():
			t.drop(key)
			t.give(keys[:i])
			return context.Cause(ctx)
		}
	}
	return nil
}

func (t *lockTable) give(keys []string) {
	for _, key := range slices.Backward(keys) {
		t.mu.Lock()
		l := t.held[key]
		t.mu.Unlock()
		l.token <- struct{}{}
		t.drop(key)
	}
}

func (t *lockTable) use(key string) *keyLock {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held == nil {
		t.held = make(map[string]*keyLock)
	}
	l := t.held[key]
	if l == nil {
		l = &keyLock{token: make(chan struct{}, 1)}
		l.token <- struct{}{}
		t.held[key] = l
	}
	l.users++
	return l
}

func (t *lockTable) drop(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.held[key]
	if l.users--; l.users == 0 {
		delete(t.held, key)
	}
}
