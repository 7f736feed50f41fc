package queue

import (
	"context"
	"strconv"
	"strings"
)

// LogFolder returns the name of the folder in which the workers of this machine keep their
// logs, for a queue that has no folder of its own: the name of its database, and a number
// that no other queue has. It is empty for a file, whose logs lie beside it.
func (c *Client) LogFolder(ctx context.Context) (name string, err error) {
	if _, server := c.link.(*serverLink); !server {
		return "", nil
	}
	err = c.View(ctx, func(t *Tx) (err error) {
		name, err = folderName(func(statement string, into ...any) error {
			return t.Read(statement, func(scan func(...any) error) error { return scan(into...) })
		})
		return err
	})
	return name, err
}

// folderName reads the name of the folder from a database. Not every server lets everybody
// see its own number.
func folderName(read func(statement string, into ...any) error) (string, error) {
	var seen bool
	if err := read(`SELECT has_function_privilege('pg_control_system()', 'EXECUTE')`, &seen); err != nil {
		return "", err
	}
	system := "0"
	if seen {
		system = "(SELECT system_identifier FROM pg_control_system())"
	}
	var database, number string
	err := read(`SELECT current_database()::text, to_hex(hashtextextended(concat_ws('/', `+system+`,
		(SELECT oid FROM pg_database WHERE datname = current_database()), 'tasks'::regclass::oid), 0))`, &database, &number)
	return fileName(database, 40) + "-" + number, err
}

// fileName makes a text of hostile origin part of a file's name.
func fileName(text string, most int) string {
	name := strings.Map(func(r rune) rune {
		if r < 0x80 && (r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || r == '.') {
			return r
		}
		return '-'
	}, text)
	return strings.TrimLeft(name[:min(len(name), most)], ".-")
}

// LogName names the log of an attempt.
func LogName(c *Claim) string {
	name := fileName(c.ID, 60)
	if name == "" {
		name = "task"
	}
	return name + "-" + strconv.FormatInt(c.Run, 10) + ".log"
}
