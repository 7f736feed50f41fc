// Package client is a client of a queue of notdone's own, in a file or in PostgreSQL: it makes such
// queues, adds tasks and works on them. Package queue reads them.
package client

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"notdone/source"
	"notdone/source/pgsource"
	"notdone/source/queue/schema"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Client is a connection to a queue, in a file or in PostgreSQL, for adding tasks and for
// working on them. It runs the blocks of ClientSQL or of PostgresClientSQL, each in one
// transaction, and is one client among others: it holds no lock between its calls. It is
// safe for concurrent use; one call waits for another. A lock that others hold for longer
// than busyTimeout is an error for which IsBusy returns true, and nothing is done then. A
// connection to a server that was lost is made again by the next call; while that fails
// IsAway is true of the error.
type Client struct {
	name string // as it may be shown

	mu      sync.Mutex // held during a transaction
	link    link
	version int
	doubt   map[string]bool // the workers whose last call may have been done although it failed
}

// link is a connection to the database of a queue. One transaction runs at a time.
type link interface {
	// begin begins a transaction; one that only reads keeps no writer waiting.
	begin(ctx context.Context, reads bool) error
	// commit returns an error that wraps source.ErrInDoubt where it may have been done.
	commit(ctx context.Context) error
	rollback(ctx context.Context) error
	// exec runs a statement whose parameters are numbered.
	exec(ctx context.Context, statement string, args []any) (changed int64, err error)
	query(ctx context.Context, statement string, args []any, row func(scan func(into ...any) error) error) error
	// statements are those of a block, without what begins and ends a transaction.
	statements(block string) []string
	// changes tells that something may have changed, until the context ends; nil: it
	// cannot.
	changes(ctx context.Context) <-chan struct{}
	close() error
}

// busyTimeout is how long a call waits for the locks of other clients.
const busyTimeout = 5 * time.Second

// Dial opens a queue that Init or InitPostgres has made: the path of a file, or the URL or
// the service of a PostgreSQL database. The caller closes the client.
func Dial(ctx context.Context, name string) (c *Client, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", pgsource.Shown(name), err)
		}
	}()
	c = &Client{doubt: map[string]bool{}}
	if source.OnServer(name) {
		c.link, c.name, err = dialServer(ctx, name)
	} else {
		c.link, c.name, err = dialFile(ctx, name)
	}
	if err != nil {
		return nil, err
	}
	if err = c.readVersion(ctx); err != nil {
		return nil, errors.Join(err, c.link.close())
	}
	return c, nil
}

func (c *Client) readVersion(ctx context.Context) error {
	err := c.View(ctx, func(t *Tx) error {
		return t.Read("SELECT schema_version FROM meta", func(scan func(...any) error) error { return scan(&c.version) })
	})
	switch {
	case IsBusy(err), IsAway(err), errors.Is(err, sqlitedb.ErrFull), errors.Is(err, sqlitedb.ErrReadOnlyFile), errors.Is(err, sqlitedb.ErrIO),
		err != nil && ctx.Err() != nil:
		return err
	case err != nil && lacksTable(err):
		return errors.New("no queue of notdone, which notdone init makes, or a damaged one: it has no table meta")
	case err != nil:
		return fmt.Errorf("no queue of notdone, which notdone init makes: %w", err)
	case c.version > schema.Version:
		return fmt.Errorf("its schema has version %d, and this program knows %d", c.version, schema.Version)
	}
	return nil
}

// lacksTable reports whether a statement names a table that is not there.
func lacksTable(err error) bool {
	if told, ok := errors.AsType[*pgconn.PgError](err); ok {
		return told.Code == undefinedTable
	}
	return strings.Contains(err.Error(), "no such table")
}

// undefinedTable is a code of PostgreSQL.
const undefinedTable = "42P01"

// Name returns the absolute path of the file, or the name of the database without its
// password.
func (c *Client) Name() string { return c.name }

// Close closes the connection.
func (c *Client) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.link.close()
}

// Changes returns a channel that receives when something may have changed, until the context
// ends; nil for a file, which tells nobody.
func (c *Client) Changes(ctx context.Context) <-chan struct{} { return c.link.changes(ctx) }

// IsBusy reports whether an error says that other clients held locks, so that the same call
// may succeed later.
func IsBusy(err error) bool { return errors.Is(err, source.ErrBusy) }

// IsAway reports whether an error says that the server of the queue cannot be reached now,
// so that the same call may succeed later.
func IsAway(err error) bool { return errors.Is(err, pgsource.ErrNoConnection) }

// Tx is a transaction of a client. It ends with the function it was passed to.
type Tx struct {
	client *Client
	ctx    context.Context
}

// Transact runs work in a transaction. In a file it excludes every other writer from its
// beginning. It commits when work returns nil, and otherwise undoes everything and
// returns the error. Once it commits, the end of the context interrupts it no more. The
// error wraps source.ErrInDoubt where the connection was lost during the commit.
func (c *Client) Transact(ctx context.Context, work func(*Tx) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.transact(ctx, work)
}

func (c *Client) transact(ctx context.Context, work func(*Tx) error) error {
	if err := c.link.begin(ctx, false); err != nil {
		return err
	}
	after := context.WithoutCancel(ctx)
	err := work(&Tx{client: c, ctx: ctx})
	if err == nil {
		err = c.link.commit(after)
	}
	if err != nil {
		return errors.Join(err, c.link.rollback(after))
	}
	return nil
}

// transactAs is Transact of a worker. It calls resume first when it is not known whether the
// worker's last transaction was done; work is left out when resume says so.
func (c *Client) transactAs(ctx context.Context, w *Worker, resume func(*Tx) (done bool, err error), work func(*Tx) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.transact(ctx, func(t *Tx) error {
		if c.doubt[w.Name] {
			if done, err := resume(t); done || err != nil {
				return err
			}
		}
		return work(t)
	})
	switch {
	case errors.Is(err, source.ErrInDoubt):
		c.doubt[w.Name] = true
	case err == nil:
		delete(c.doubt, w.Name)
	}
	return err
}

// View runs work in a transaction that only reads, and keeps no writer waiting.
func (c *Client) View(ctx context.Context, work func(*Tx) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.link.begin(ctx, true); err != nil {
		return err
	}
	err := work(&Tx{client: c, ctx: ctx})
	return errors.Join(err, c.link.rollback(context.WithoutCancel(ctx)))
}

// Do runs a block of the client's statements within the transaction and returns how many
// rows each of its statements changed, apart from those that begin and end it.
func (t *Tx) Do(block string, args ...any) (changed []int64, err error) {
	statements := t.client.link.statements(block)
	if len(statements) == 0 {
		return nil, fmt.Errorf("no statement is called %q", block)
	}
	for _, s := range statements {
		n, err := t.client.link.exec(t.ctx, s, args)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", block, err)
		}
		changed = append(changed, n)
	}
	return changed, nil
}

// Read runs a statement that reads, or a block that is one, and passes each row to a
// function that scans it. The parameters of a statement are ?1, ?2 and so on.
func (t *Tx) Read(statement string, row func(scan func(into ...any) error) error, args ...any) error {
	if block := t.client.link.statements(statement); block != nil {
		statement = block[0]
	}
	return t.client.link.query(t.ctx, statement, args, row)
}

// NewTask is a task to add.
type NewTask struct {
	ID          string // not empty
	Title, Body string
	Priority    int       // the highest is claimed first
	RunAt       time.Time // the earliest moment at which it may be claimed; zero: at once
	MaxAttempts int       // 0: no limit
	Fingerprint string    // equal ones are the same wish; empty: it is computed when read
	By          string    // who asks for it; may be empty
	After       []string  // ids of the tasks that must be done or cancelled first
	Tags        []string  // what it is sorted by
	// Every makes it the first task of a series: when one of the series is done or has
	// failed, the next one is scheduled for the next multiple of Every after the first.
	// Zero: it is asked for once. It is at least a second.
	Every time.Duration
}

// ErrOldSchema is the error for what needs a newer version of the schema than a file has.
// Upgrade mends it.
var ErrOldSchema = errors.New("the file has an older schema, which has no tags and no series: notdone init --upgrade brings it up to date")

// Add adds a task within the transaction and reports whether it did: a task whose id
// exists is left as it is.
func (t *Tx) Add(n *NewTask) (added bool, err error) {
	if t.client.version < 3 && (len(n.Tags) > 0 || n.Every != 0) {
		return false, ErrOldSchema
	}
	var runAt, most any
	if !n.RunAt.IsZero() {
		runAt = n.RunAt.UnixMilli()
	}
	if n.MaxAttempts > 0 {
		most = n.MaxAttempts
	}
	changed, err := t.Do("add", n.ID, n.Title, n.Body, n.Priority, runAt, most, sqlsource.OrNull(n.Fingerprint), sqlsource.OrNull(n.By))
	if err != nil || changed[0] == 0 {
		return false, err
	}
	for _, parent := range n.After {
		_, err = t.Do("depend", parent, n.ID)
		if err != nil {
			return false, err
		}
	}
	if len(n.Tags) > 0 {
		_, err = t.Do("tag", n.ID, sqlsource.List(n.Tags))
	}
	if err == nil && n.Every != 0 {
		_, err = t.Do("repeat", n.ID, n.Every.Milliseconds())
	}
	return err == nil, err
}
