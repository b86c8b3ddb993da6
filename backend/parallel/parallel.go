// Package parallel does one thing to each of many, several at a time.
//
// Most of what is done so here waits for the disk, so more than there are processors
// are under way at once. A process that is held to one processor (GOMAXPROCS=1) does
// one after the other, in order, on the goroutine that asked: what happens is then the
// same each time.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// width is how many are under way at once.
const width = 8

// Each calls do with 0 to n-1 and waits until all have ended. Once one has failed no
// further one begins, and the error is that of the lowest number that failed. A panic
// ends Each with the same panic.
func Each(n int, do func(i int) error) error {
	workers := min(width, n)
	if runtime.GOMAXPROCS(0) == 1 {
		workers = min(1, n)
	}
	e := &each{n: n, do: do, failedAt: n}
	if workers == 1 {
		e.run()
		return e.err
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			defer e.catch()
			e.run()
		})
	}
	wg.Wait()
	if e.panicked {
		panic(e.reason)
	}
	return e.err
}

type each struct {
	n    int
	do   func(i int) error
	next atomic.Int64
	stop atomic.Bool

	mu       sync.Mutex
	err      error
	failedAt int
	panicked bool
	reason   any
}

func (e *each) run() {
	for i := int(e.next.Add(1)) - 1; i < e.n && !e.stop.Load(); i = int(e.next.Add(1)) - 1 {
		if err := e.do(i); err != nil {
			e.fail(i, err)
		}
	}
}

func (e *each) fail(i int, err error) {
	e.stop.Store(true)
	e.mu.Lock()
	defer e.mu.Unlock()
	if i < e.failedAt {
		e.failedAt, e.err = i, err
	}
}

func (e *each) catch() {
	if r := recover(); r != nil {
		e.stop.Store(true)
		e.mu.Lock()
		defer e.mu.Unlock()
		e.panicked, e.reason = true, r
	}
}
