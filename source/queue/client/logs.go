package client

import (
	"context"
	"strconv"

	"notdone/source/queue/schema"
)

// LogFolder returns the name of the folder in which the workers of this machine keep their
// logs, for a queue that has no folder of its own: the name of its database, and a number
// that no other queue has. It is empty for a file, whose logs lie beside it.
func (c *Client) LogFolder(ctx context.Context) (name string, err error) {
	if _, server := c.link.(*serverLink); !server {
		return "", nil
	}
	err = c.View(ctx, func(t *Tx) (err error) {
		name, err = schema.LogFolder(func(statement string, into ...any) error {
			return t.Read(statement, func(scan func(...any) error) error { return scan(into...) })
		})
		return err
	})
	return name, err
}

// LogName names the log of an attempt.
func LogName(c *Claim) string {
	name := schema.FileName(c.ID, 60)
	if name == "" {
		name = "task"
	}
	return name + "-" + strconv.FormatInt(c.Run, 10) + ".log"
}
