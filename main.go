// Command notdone shows what a queue of agent tasks really did.
package main

import (
	"os"

	"notdone/ui/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
