package queue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"notdone/source/sqlsource"
)

// Client is a connection to a queue file for adding tasks and for working on them. It
// runs the blocks of ClientSQL, each in one transaction, and is one client among others:
// it holds no lock between its calls. It is safe for concurrent use; one call waits for
// another. A lock that others hold for longer than busyTimeout is an error for which
// IsBusy returns true, and nothing is done then.
type Client struct {
	path string // absolute
	db   *sql.DB

	mu       sync.Mutex // held during a transaction
	conn     *sql.Conn
	prepared map[string]*sql.Stmt
	version  int
}

// busyTimeout is how long a call waits for the locks of other clients.
const busyTimeout = 5 * time.Second

// Dial opens the queue file at path, which Init has made. The caller closes the client.
func Dial(ctx context.Context, path string) (c *Client, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}()
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	name := url.URL{Scheme: "file", Path: path, RawQuery: fmt.Sprintf("mode=rw&_pragma=busy_timeout(%d)", busyTimeout.Milliseconds())}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	c = &Client{path: path, db: db, prepared: map[string]*sql.Stmt{}}
	if c.conn, err = db.Conn(ctx); err == nil {
		err = c.readVersion(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return c, nil
}

func (c *Client) readVersion(ctx context.Context) error {
	err := c.conn.QueryRowContext(ctx, "SELECT schema_version FROM meta").Scan(&c.version)
	switch {
	case IsBusy(err), err != nil && ctx.Err() != nil:
		return err
	case err != nil:
		return fmt.Errorf("no queue file of notdone, which notdone init makes: %w", err)
	case c.version > SchemaVersion:
		return fmt.Errorf("its schema has version %d, and this program knows %d", c.version, SchemaVersion)
	}
	return nil
}

// Path returns the absolute path of the file.
func (c *Client) Path() string { return c.path }

// Close closes the connection.
func (c *Client) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return errors.Join(c.conn.Close(), c.db.Close())
}

// IsBusy reports whether an error says that other clients held the file locked, so that
// the same call may succeed later.
func IsBusy(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code()&0xff == lib.SQLITE_BUSY || e.Code()&0xff == lib.SQLITE_LOCKED)
}

// Tx is a transaction of a client. It ends with the function it was passed to.
type Tx struct {
	client *Client
	ctx    context.Context
}

// Transact runs work in a transaction that excludes every other writer from its
// beginning. It commits when work returns nil, and otherwise undoes everything and
// returns the error. Once it commits, the end of the context interrupts it no more.
func (c *Client) Transact(ctx context.Context, work func(*Tx) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	tx, after := &Tx{client: c, ctx: ctx}, &Tx{client: c, ctx: context.WithoutCancel(ctx)}
	if _, err := tx.exec("BEGIN IMMEDIATE;"); err != nil {
		return err
	}
	err := work(tx)
	if err == nil {
		_, err = after.exec("COMMIT;")
	}
	if err != nil {
		// After some errors SQLite has rolled back already, and this one fails.
		_, undo := after.exec("ROLLBACK;")
		return errors.Join(err, undo)
	}
	return nil
}

// View runs work in a transaction that only reads, and keeps no writer waiting.
func (c *Client) View(ctx context.Context, work func(*Tx) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	tx, after := &Tx{client: c, ctx: ctx}, &Tx{client: c, ctx: context.WithoutCancel(ctx)}
	if _, err := tx.exec("BEGIN;"); err != nil {
		return err
	}
	err := work(tx)
	_, end := after.exec("ROLLBACK;")
	return errors.Join(err, end)
}

// Do runs a block of ClientSQL within the transaction and returns how many rows each of
// its statements changed, apart from those that begin and end it.
func (t *Tx) Do(block string, args ...any) (changed []int64, err error) {
	statements := Statements(block)
	if len(statements) == 0 {
		return nil, fmt.Errorf("no statement is called %q", block)
	}
	for _, s := range statements {
		if s == "BEGIN IMMEDIATE;" || s == "COMMIT;" {
			continue
		}
		n, err := t.exec(s, args...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", block, err)
		}
		changed = append(changed, n)
	}
	return changed, nil
}

// Read runs a statement that reads, or a block of ClientSQL that is one, and passes each
// row to a function that scans it.
func (t *Tx) Read(statement string, row func(scan func(into ...any) error) error, args ...any) (err error) {
	if block := Statements(statement); block != nil {
		statement = block[0]
	}
	s, err := t.prepare(statement) //nolint:sqlclosecheck // it is closed with the connection
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(t.ctx, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (t *Tx) exec(statement string, args ...any) (changed int64, err error) {
	s, err := t.prepare(statement) //nolint:sqlclosecheck // it is closed with the connection
	if err != nil {
		return 0, err
	}
	result, err := s.ExecContext(t.ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (t *Tx) prepare(statement string) (s *sql.Stmt, err error) {
	s = t.client.prepared[statement]
	if s == nil {
		if s, err = t.client.conn.PrepareContext(t.ctx, statement); err != nil {
			return nil, err
		}
		t.client.prepared[statement] = s
	}
	return s, nil
}

// do runs one block in a transaction of its own and reports whether its last statement
// changed anything.
func (c *Client) do(ctx context.Context, block string, args ...any) (changed bool, err error) {
	err = c.Transact(ctx, func(t *Tx) error {
		n, err := t.Do(block, args...)
		changed = err == nil && n[len(n)-1] > 0
		return err
	})
	return changed && err == nil, err
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
	changed, err := t.Do("add", n.ID, n.Title, n.Body, n.Priority, runAt, most, orNull(n.Fingerprint), orNull(n.By))
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

// Add adds tasks in one transaction: all of them, or none when there is an error, such
// as an id that exists.
func (c *Client) Add(ctx context.Context, tasks ...NewTask) error {
	return c.Transact(ctx, func(t *Tx) error {
		for i := range tasks {
			added, err := t.Add(&tasks[i])
			if err == nil && !added {
				err = errors.New("there is a task of this id")
			}
			if err != nil {
				return fmt.Errorf("task %q: %w", tasks[i].ID, err)
			}
		}
		return nil
	})
}
