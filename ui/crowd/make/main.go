// Command make writes a queue of made-up tasks:
//
//	go run ./ui/crowd/make -system hermes -tasks 100000 /tmp/big/kanban.db
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"notdone/ui/crowd"
)

func main() {
	system := flag.String("system", "queue", "which kind of queue: "+strings.Join(crowd.Systems(), ", "))
	tasks := flag.Int("tasks", 10_000, "how many tasks")
	loud := flag.Int("loud", 0, "how many ask for an operator; 0: one in fifteen")
	waiting := flag.Int("waiting", -1, "how many wait to be run; -1: at most 1,200")
	seed := flag.Uint64("seed", 1, "another queue of the same kind")
	flag.Parse()
	if err := run(*system, *tasks, *loud, *waiting, *seed, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(system string, tasks, loud, waiting int, seed uint64, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("name one path to write to")
	}
	p := crowd.Usual(tasks, time.Now())
	p.Seed = seed
	if loud > 0 {
		p = p.Loud(loud)
	}
	if waiting >= 0 {
		p.Waiting = waiting
	}
	return crowd.Write(context.Background(), system, args[0], p)
}
