// Package cli is the command line of Redline: every operation that a script or
// a test needs, over the same backend as the window. Standard output carries
// the result only; progress and logs go to standard error.
package cli

import (
	"fmt"
	"io/fs"
	"os"
)

// Main runs the command line args (without the program's name) and returns the
// exit status: 0 done, 1 it failed and said why, 2 the command line is wrong,
// 3 the workspace is in use, 130 interrupted. frontend holds the built front
// end below "frontend/dist".
func Main(args []string, frontend fs.FS) int {
	fmt.Fprintln(os.Stderr, "redline: no such command")
	return 2
}
