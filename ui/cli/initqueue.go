package cli

import (
	"context"
	"errors"

	"notdone/source/queue"
	"notdone/ui/safe"
)

var initCommand = command{
	use:   "init FILE",
	short: "Create a queue file of notdone's own",
	long: `Create an empty queue file that any client in any language can fill and serve with
plain SQL (source/queue/README.md has the statements). Its triggers keep the history. An existing
file is never touched.`,
	example: "notdone init queue.db",
	least:   1,
	most:    1,
	flags:   "(read-only)",
	json:    "print the outcome as a JSON object",
	run: func(ctx context.Context, c *call) error {
		if c.readOnly {
			return errors.New("--read-only refuses to create a file")
		}
		if err := queue.Init(ctx, c.args[0]); err != nil {
			return err
		}
		if c.asJSON {
			return c.out.json(map[string]string{"created": c.args[0]})
		}
		return c.out.line("created " + safe.Line(c.args[0], 4<<10))
	},
}
