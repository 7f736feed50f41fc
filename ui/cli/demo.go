package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"notdone/ui/demo"
	"notdone/ui/safe"
)

var demoCommand = command{
	use:   "demo",
	short: "Watch a simulated fleet, with nothing to set up",
	long: `Start a simulated fleet of agents in a process of its own, which writes a queue file
and run logs as any client would and the files of a NanoClaw installation and of a batch
of Taskplane, and open the dashboard on them.`,
	example: "notdone demo --speed 4",
	flags:   "config " + screenFlags + " actor seed speed keep (read-only)",
	run: func(ctx context.Context, c *call) (err error) {
		if c.readOnly && c.cmd.Flags().Changed("read-only") {
			return c.refuses("to create the demo's queue")
		}
		c.readOnly = false // what the configuration protects is not the demo's
		exe, err := os.Executable()
		if err != nil {
			return fmt.Errorf("finding this program for the fleet's process: %w", err)
		}
		fleet, err := demo.Start(ctx, exe, c.demo)
		if err != nil {
			return err
		}
		defer func() {
			err = errors.Join(err, fleet.Close())
			if c.demo.Keep {
				_, perr := fmt.Fprintln(c.diag, "notdone: kept", safe.Line(fleet.QueuePath, 4<<10))
				err = errors.Join(err, perr)
			}
		}()
		c.logs, c.args = []string{fleet.LogsDir}, append([]string{fleet.QueuePath}, fleet.Others...)
		// What is done to a simulated fleet is of no interest later.
		c.state = filepath.Join(fleet.Dir, "state")
		return c.dashboard(ctx)
	},
}
