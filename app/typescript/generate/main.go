// Command generate writes the TypeScript of the contract to the file it is given.
package main

import (
	"bytes"
	"fmt"
	"os"

	"redline/app/typescript"
)

func main() {
	var b bytes.Buffer
	err := typescript.Write(&b)
	if err == nil {
		err = os.WriteFile(os.Args[1], b.Bytes(), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}
