package workspace

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
)

// locks hands out one lock a file (FS-30).
type locks struct {
	mu   sync.Mutex
	held map[string]chan struct{} // closed when the lock is free again
}

// Lock takes the locks of all paths, in a fixed order so that no two callers wait
// for each other, and gives a function that frees them. A file has one lock
// however it is spelled. When ctx ends first nothing is locked.
func (w *Workspace) Lock(ctx context.Context, paths ...Path) (unlock func(), err error) {
	keys := make([]string, len(paths))
	for i, p := range paths {
		keys[i] = p.key()
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	for i, k := range keys {
		if err := w.locks.take(ctx, k); err != nil {
			w.locks.free(keys[:i])
			return nil, err
		}
	}
	var once sync.Once
	return func() { once.Do(func() { w.locks.free(keys) }) }, nil
}

// key names a file: by the folder that it is in and its name there. The file's own
// identity changes with every write, its folder's doesn't.
func (p Path) key() string {
	dir := filepath.Dir(p.rel)
	if info, err := p.root.handle.Stat(dir); err == nil {
		if id := identity(info); id != "" {
			return id + "/" + filepath.Base(p.rel)
		}
	}
	return p.real
}

func (l *locks) take(ctx context.Context, key string) error {
	for {
		l.mu.Lock()
		if l.held == nil {
			l.held = map[string]chan struct{}{}
		}
		free, taken := l.held[key]
		if !taken {
			l.held[key] = make(chan struct{})
		}
		l.mu.Unlock()
		if !taken {
			return nil
		}
		select {
		case <-free:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func (l *locks) free(keys []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range keys {
		close(l.held[k])
		delete(l.held, k)
	}
}
