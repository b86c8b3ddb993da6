// Redline lets people work on a folder with an AI agent and see every change
// as a redline before it is written.
//
// This file embeds the built front end and hands over to the command line.
package main

import (
	"embed"
	"os"

	"redline/app/cli"
)

//go:embed all:frontend/dist
var frontend embed.FS

func main() {
	os.Exit(cli.Main(os.Args[1:], frontend))
}
