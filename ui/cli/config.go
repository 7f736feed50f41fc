package cli

import (
	"context"

	"notdone/ui/safe"
)

var configCommand = command{
	use:   "config",
	short: "Print the configuration in use",
	long: `Print the configuration in use, with what each setting means: a file that can be saved
as ~/.config/notdone/config.toml and changed. What the file does not set has its default.
With --path it prints where the file is, whether it exists or not.`,
	example: "notdone config\nnotdone config --path",
	flags:   "config path",
	unread:  true,
	run: func(_ context.Context, c *call) error {
		if c.path {
			return c.out.line(safe.Line(c.configPath(), 4<<10))
		}
		if err := c.configure(); err != nil {
			return err
		}
		return c.out.write([]byte(c.config.Print(known())))
	},
}
