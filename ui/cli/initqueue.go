package cli

import (
	"context"

	"notdone/source"
	"notdone/source/pgsource"
	"notdone/source/queue/client"
	"notdone/ui/safe"
)

var initCommand = command{
	use:   "init FILE|URL",
	short: "Create a queue of notdone's own",
	long: `Create an empty queue file that any client in any language can fill and serve with
plain SQL (source/queue/README.md has the statements). Its triggers keep the history. An existing
file is never touched, unless --upgrade brings one of an older schema, or without an index that
new files have, up to date: nothing is taken away, and its clients go on as before. With the URL
or the service of a PostgreSQL database the same queue is made there; a table of one of its names
is never touched.`,
	example: "notdone init queue.db\nnotdone init --upgrade old.db\nnotdone init postgres://db.example/agents",
	least:   1,
	most:    1,
	flags:   "upgrade (read-only)",
	json:    "print the outcome as a JSON object",
	run: func(ctx context.Context, c *call) error {
		if c.readOnly {
			return c.refuses("to create a queue")
		}
		if c.upgrade {
			return c.upgradeQueue(ctx)
		}
		path, initialise := c.args[0], client.Init
		if source.OnServer(path) {
			initialise = client.InitPostgres
		}
		if err := initialise(ctx, path); err != nil {
			return err
		}
		path = pgsource.Shown(path)
		if c.asJSON {
			return c.out.json(map[string]string{"created": path})
		}
		return c.out.line("created " + safe.Line(path, 4<<10))
	},
}

// upgradeQueue brings the schema of a queue file up to date.
func (c *call) upgradeQueue(ctx context.Context) error {
	if err := c.configure(); err != nil {
		return err
	}
	if c.readOnly {
		return c.refuses("to upgrade a queue")
	}
	path, err := c.ownQueue(ctx)
	if err != nil {
		return err
	}
	done, err := client.Upgrade(ctx, path)
	if err != nil {
		return err
	}
	if c.asJSON {
		return c.out.json(map[string]any{"file": c.args[0], "upgraded": done})
	}
	said := " is up to date already"
	if done {
		said = " is up to date"
	}
	return c.out.line(safe.Line(c.args[0], 4<<10) + said)
}
