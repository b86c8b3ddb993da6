package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"redline/backend/diff"
	"redline/backend/workspace"
)

type diffCommand struct {
	A string `arg:"" help:"The old file."`
	B string `arg:"" help:"The new file."`
}

func (c diffCommand) Run(e *env) error {
	a, err := e.readNamed(c.A)
	if err != nil {
		return err
	}
	b, err := e.readNamed(c.B)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(e.out, unifiedText(a, b, "a/"+filepath.ToSlash(c.A), "b/"+filepath.ToSlash(c.B)))
	return err
}

// unifiedText is the unified diff of two contents. Of what isn't text it says only
// that it differs.
func unifiedText(a, b []byte, from, to string) string {
	if bytes.Equal(a, b) {
		return ""
	}
	before, errA := workspace.Decode(a)
	after, errB := workspace.Decode(b)
	if errA != nil || errB != nil {
		return fmt.Sprintf("Binary files %s and %s differ\n", from, to)
	}
	if strings.HasPrefix(before.Encoding, "utf-16") || strings.HasPrefix(after.Encoding, "utf-16") {
		a, b = []byte(before.Content), []byte(after.Content)
	}
	if bytes.Equal(a, b) {
		return fmt.Sprintf("Files %s and %s differ in encoding: %s and %s\n", from, to, before.Encoding, after.Encoding)
	}
	return diff.Unified(diff.Compare(a, b), from, to, 3)
}

// readNamed reads a file that the person named, wherever it is; a pipe is read to
// its end.
func (e *env) readNamed(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s", name)
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a folder, not a file", name)
	}
	data, err := until(e.ctx, func() ([]byte, error) { return readUpTo(name, maxNamed) })
	switch {
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%s can't be read; check who may read it", name)
	case len(data) > maxNamed:
		return nil, fmt.Errorf("%s is longer than the %d MiB that are read; nothing was done", name, maxNamed>>20)
	}
	return data, err
}

// maxNamed is how many bytes of a named file are read: a device such as /dev/zero has
// no end, and would take all memory.
const maxNamed = 256 << 20

// readUpTo reads a file, and one byte more than the limit of one that is longer.
func readUpTo(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit+1))
}

// until does what may wait for somebody else, a pipe or a terminal, and gives it up
// when ctx ends.
func until[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		v, err := do()
		done <- result{v, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}
