package workspace_test

import (
	"context"
	"fmt"
	"testing"

	"redline/backend/workspace"
	"redline/backend/workspace/attacktest"
)

// Nothing that leads out, is blocked, private or read-only is reached or changed by any
// operation of a workspace, whatever is planted (FS-01 to FS-22; security.md, C.1, C.2).
func TestAttacks(t *testing.T) { attacktest.Run(t, attacked) }

func attacked(t *testing.T, r *attacktest.Rig) *attacktest.Target {
	t.Helper()
	w, err := workspace.Open(r.Work, workspace.Options{Extra: []workspace.Root{{Dir: r.RO}}, Private: []string{r.Home}})
	if err != nil {
		t.Fatal(err)
	}
	reading := func(name string, do func(ctx context.Context, p workspace.Path) (string, error)) attacktest.Operation {
		return attacktest.Operation{Name: name, Do: func(ctx context.Context, path string) (string, error) {
			p, err := w.Resolve(path)
			if err != nil {
				return "", err
			}
			return do(ctx, p)
		}}
	}
	looking := func(name string, do func(ctx context.Context, p workspace.Path) (string, error)) attacktest.Operation {
		op := reading(name, do)
		op.Looks = true
		return op
	}
	writing := func(name string, do func(ctx context.Context, p workspace.Path, now workspace.State) error) attacktest.Operation {
		return attacktest.Operation{Name: name, Writes: true, Do: func(ctx context.Context, path string) (string, error) {
			p, err := w.ResolveWritable(path)
			if err != nil {
				return "", err
			}
			now, err := w.State(p)
			if err != nil {
				return "", err
			}
			return "", do(ctx, p, now)
		}}
	}
	write := func(ctx context.Context, p workspace.Path, want workspace.State) error {
		_, _, err := w.Replace(ctx, p, want, []byte("evil"), 0)
		return err
	}
	listing := reading("List", func(ctx context.Context, p workspace.Path) (string, error) {
		entries, _, err := w.List(ctx, p, workspace.ListOptions{Recursive: true, Hidden: true, Max: 1000})
		return fmt.Sprint(entries), err
	})
	listing.Refuses = true
	return &attacktest.Target{
		Close: w.Close,
		Lock: func(ctx context.Context, path string) error {
			p, err := w.Resolve(path)
			if err != nil {
				return err
			}
			unlock, err := w.Lock(ctx, p)
			if err == nil {
				unlock()
			}
			return err
		},
		Operations: []attacktest.Operation{
			reading("Read", func(_ context.Context, p workspace.Path) (string, error) {
				f, err := w.Read(p)
				return string(f.Bytes), err
			}),
			looking("State", func(_ context.Context, p workspace.Path) (string, error) {
				s, err := w.State(p)
				return fmt.Sprint(s), err
			}),
			looking("Modified", func(_ context.Context, p workspace.Path) (string, error) {
				at, err := w.Modified(p)
				return at.String(), err
			}),
			listing,
			writing("Replace", write),
			writing("Replace as if it were new", func(ctx context.Context, p workspace.Path, now workspace.State) error {
				if err := write(ctx, p, workspace.State{}); !now.Exists {
					return err
				}
				return write(ctx, p, now)
			}),
			writing("Remove", func(ctx context.Context, p workspace.Path, now workspace.State) error {
				return w.Remove(ctx, p, now)
			}),
			writing("Sweep", func(ctx context.Context, p workspace.Path, now workspace.State) error {
				w.Sweep(p)
				return write(ctx, p, now)
			}),
		},
	}
}
