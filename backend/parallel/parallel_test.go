package parallel

import (
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
)

// Every number is done once, on one processor in order.
func TestEach(t *testing.T) {
	for _, processors := range []int{1, 2} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		for _, n := range []int{0, 1, 7, 100} {
			did := make([]atomic.Int32, n)
			var last atomic.Int32
			last.Store(-1)
			err := Each(n, func(i int) error {
				did[i].Add(1)
				if before := last.Swap(int32(i)); processors == 1 && int(before) != i-1 {
					t.Errorf("%d was done after %d", i, before)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			for i := range did {
				if did[i].Load() != 1 {
					t.Errorf("%d of %d was done %d times", i, n, did[i].Load())
				}
			}
		}
	}
}

// After a failure no further one begins, and the first of those that failed is told.
func TestEachFails(t *testing.T) {
	var begun atomic.Int32
	err := Each(1000, func(i int) error {
		begun.Add(1)
		return fmt.Errorf("number %d", i)
	})
	if err == nil || begun.Load() > width {
		t.Errorf("%v after %d were begun", err, begun.Load())
	}
	// The first is held until the second has failed.
	failed := make(chan struct{})
	first := errors.New("the first")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	err = Each(2, func(i int) error {
		if i == 0 {
			<-failed
			return first
		}
		defer close(failed)
		return errors.New("the second")
	})
	if !errors.Is(err, first) {
		t.Errorf("%v", err)
	}
}

// A panic is the caller's, who may know what to do about it.
func TestEachPanics(t *testing.T) {
	defer func() {
		if r := recover(); r != "at 3" {
			t.Errorf("recovered %v", r)
		}
	}()
	_ = Each(10, func(i int) error {
		if i == 3 {
			panic("at 3")
		}
		return nil
	})
	t.Error("it went on")
}
