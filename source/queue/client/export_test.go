package client

import (
	"context"
	"errors"
	"fmt"

	"notdone/source"
)

// What the tests of this package, which are in another one, see of its inside.
var (
	Empty     = empty
	MakeNamed = makeNamed
	Verify    = verify
)

// Hurry lets the client of a file wait no longer for others than a moment.
func (c *Client) Hurry(ctx context.Context) error {
	l, ok := c.link.(*fileLink)
	if !ok {
		return errors.New("not the client of a file")
	}
	_, err := l.conn.ExecContext(ctx, "PRAGMA busy_timeout = 1")
	return err
}

// Fill lets the file of the client grow no more, as a full disk does.
func (c *Client) Fill(ctx context.Context) error {
	l, ok := c.link.(*fileLink)
	if !ok {
		return errors.New("not the client of a file")
	}
	_, err := l.conn.ExecContext(ctx, "PRAGMA max_page_count = 1")
	return err
}

// Doubt lets the client not know whether the last commit for a worker was done.
func (c *Client) Doubt(w *Worker) { c.doubt[w.Name] = true }

// LoseCommits lets the commits of the client be done and say that this is not known, until restore
// is called.
func (c *Client) LoseCommits() (restore func()) {
	sound := c.link
	c.link = doubtful{sound}
	return func() { c.link = sound }
}

// doubtful is a connection whose commits are done and say that this is not known.
type doubtful struct{ link }

func (d doubtful) commit(ctx context.Context) error {
	if err := d.link.commit(ctx); err != nil {
		return err
	}
	return fmt.Errorf("lost: %w", source.ErrInDoubt)
}

func (doubtful) rollback(context.Context) error { return nil }
