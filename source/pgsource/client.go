package pgsource

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"notdone/source"
)

// Client is a connection of somebody who works on a queue: he writes. It is made again at
// the beginning of a transaction when it was lost. One call runs at a time.
type Client struct {
	given string // its name, which may have a password
	link  *link
	conn  *pgx.Conn // nil: there is none
	tx    pgx.Tx    // nil: there is none

	listening sync.WaitGroup
	silent    []context.CancelFunc // end the listening
}

// Limits of a client: how long it waits for the rows of others, and how long it may keep
// rows while it says nothing, so that a worker that hangs keeps nobody waiting.
const (
	clientLockTimeout = 5 * time.Second
	clientIdleTimeout = 30 * time.Second
)

// Dial connects to a database that a URL or a service names, and that may be written. The
// caller closes the client.
func Dial(ctx context.Context, name string) (*Client, error) {
	l, err := newLink(name, map[string]string{
		"default_transaction_read_only":       "off",
		"lock_timeout":                        fmt.Sprint(clientLockTimeout.Milliseconds()),
		"idle_in_transaction_session_timeout": fmt.Sprint(clientIdleTimeout.Milliseconds()),
	})
	if err != nil {
		return nil, withoutSecrets(err, name)
	}
	if l.cfg.ValidateConnect == nil {
		l.cfg.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
	}
	c := &Client{given: name, link: l}
	return c, c.connect(ctx)
}

// Name returns the name of the database without its password.
func (c *Client) Name() string { return WithoutPassword(c.given) }

// connect makes the connection unless there is one.
func (c *Client) connect(ctx context.Context) (err error) {
	if c.conn != nil && !c.conn.IsClosed() {
		return nil
	}
	if c.conn, err = c.link.connect(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return withoutSecrets(err, c.given)
	}
	return nil
}

// Begin begins a transaction. A connection that was lost since the last one is made again;
// where that fails the error wraps ErrNoConnection.
func (c *Client) Begin(ctx context.Context, reads bool) (err error) {
	level, mode := pgx.ReadCommitted, pgx.ReadWrite
	if reads {
		level, mode = pgx.RepeatableRead, pgx.ReadOnly
	}
	for fresh := false; ; fresh = true {
		if err := c.connect(ctx); err != nil {
			return err
		}
		limited, cancel := context.WithTimeout(ctx, callTimeout)
		c.tx, err = c.conn.BeginTx(limited, c.link.transaction(level, mode))
		cancel()
		if err == nil || fresh || !c.conn.IsClosed() || ctx.Err() != nil {
			return c.explain(ctx, err)
		}
	}
}

// callTimeout is how long the client waits for an answer of a server that may be out of
// reach; the server itself ends a statement before.
const callTimeout = statementTimeout + clientLockTimeout

// Commit commits. The error wraps source.ErrInDoubt where the connection was lost meanwhile.
func (c *Client) Commit(ctx context.Context) error {
	err := commit(ctx, c.tx)
	if errors.Is(err, source.ErrInDoubt) {
		return fmt.Errorf("%w: %w", ErrNoConnection, err)
	}
	return c.explain(ctx, err)
}

// Rollback undoes the transaction. With the connection the server does so by itself.
func (c *Client) Rollback(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if err := c.tx.Rollback(limited); err != nil && !errors.Is(err, pgx.ErrTxClosed) && !c.conn.IsClosed() {
		return c.explain(ctx, err)
	}
	return nil
}

// Exec runs a statement in the transaction and returns how many rows it changed.
func (c *Client) Exec(ctx context.Context, statement string, args ...any) (changed int64, err error) {
	limited, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	tag, err := c.tx.Exec(limited, statement, args...)
	return tag.RowsAffected(), c.explain(ctx, err)
}

// Query runs a statement in the transaction and passes each row to a function that scans it.
func (c *Client) Query(ctx context.Context, statement string, row func(scan func(into ...any) error) error, args ...any) error {
	limited, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	rows, err := c.tx.Query(limited, statement, args...)
	if err != nil {
		return c.explain(ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return c.explain(ctx, rows.Err())
}

// explain says which errors pass: source.ErrBusy, and ErrNoConnection.
func (c *Client) explain(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case isCode(err, lockNotAvailable, deadlockDetected, serializationFailure):
		return fmt.Errorf("%w; nothing was written: %w", source.ErrBusy, err)
	case c.conn.IsClosed():
		return withoutSecrets(fmt.Errorf("%w: the connection was lost: %w", ErrNoConnection, err), c.given)
	}
	return err
}

// Close closes the connections.
func (c *Client) Close() error {
	for _, end := range c.silent {
		end()
	}
	c.listening.Wait()
	if c.conn == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return c.conn.Close(ctx)
}

// Listen returns a channel that receives after notifications of a channel, on a connection
// of its own, until the context ends or the client is closed; nil behind a pooler, which
// passes no notification on.
func (c *Client) Listen(ctx context.Context, channel string) <-chan struct{} {
	if c.link.pooled.Load() {
		return nil
	}
	told := make(chan struct{}, 1)
	ctx, end := context.WithCancel(ctx)
	c.silent = append(c.silent, end)
	another := c.link.another()
	c.listening.Go(func() {
		listen(ctx, another, []string{channel}, func() {
			select {
			case told <- struct{}{}:
			default:
			}
		})
	})
	return told
}

// listen calls told at each notification until the context ends. A connection that was lost
// is made again, unless it would be one to a pooler.
func listen(ctx context.Context, l *link, channels []string, told func()) {
	for pause := leastPause; sleep(ctx, pause); pause = min(2*pause, mostPause) {
		conn, err := pgx.ConnectConfig(ctx, l.cfg)
		if err != nil {
			continue
		}
		for _, channel := range channels {
			if _, err = conn.Exec(ctx, "LISTEN "+Quote(channel)); err != nil {
				break
			}
		}
		for err == nil {
			if _, err = conn.WaitForNotification(ctx); err == nil {
				pause = leastPause
				told()
			}
		}
		closing, cancel := context.WithTimeout(context.Background(), time.Second)
		_ = conn.Close(closing) // it is broken, or nobody listens any more
		cancel()
	}
}

// sleep waits, and reports whether the context has not ended.
func sleep(ctx context.Context, pause time.Duration) bool {
	t := time.NewTimer(pause)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
