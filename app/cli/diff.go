package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"redline/backend/diff"
)

type diffCommand struct {
	A string `arg:"" help:"The old file."`
	B string `arg:"" help:"The new file."`
}

func (c diffCommand) Run(e *env) error {
	a, err := os.ReadFile(c.A)
	if err != nil {
		return err
	}
	b, err := os.ReadFile(c.B)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(e.out, diff.Unified(diff.Compare(a, b), "a/"+filepath.ToSlash(c.A), "b/"+filepath.ToSlash(c.B), 3))
	return err
}
