package demo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	_ "modernc.org/sqlite" // what the fleet's own process writes with

	"notdone/source/queue"
)

// client speaks a queue file's SQL on one connection.
type client struct {
	db *sql.DB
	tx *sql.Tx // not nil inside transaction
}

func dial(path string) (*client, error) {
	name := (&url.URL{Scheme: "file", Path: path, RawQuery: "mode=rw&_pragma=busy_timeout(5000)&_txlock=immediate"}).String()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return &client{db: db}, nil
}

// transaction runs fn so that all that it writes is seen at once.
func (c *client) transaction(ctx context.Context, fn func(ctx context.Context) error) (err error) {
	c.tx, err = c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	tx := c.tx
	defer func() { c.tx = nil }()
	if err := fn(ctx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// exec runs one statement and returns how many rows it changed.
func (c *client) exec(ctx context.Context, query string, args ...any) (int64, error) {
	run := c.db.ExecContext
	if c.tx != nil {
		run = c.tx.ExecContext
	}
	r, err := run(ctx, query, args...)
	if err != nil {
		return 0, fmt.Errorf("%.60s: %w", query, err)
	}
	return r.RowsAffected()
}

// ids reads one column of text.
func (c *client) ids(ctx context.Context, query string, args ...any) (ids []string, err error) {
	ask := c.db.QueryContext
	if c.tx != nil {
		ask = c.tx.QueryContext
	}
	rows, err := ask(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%.60s: %w", query, err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// call runs a block of the statements that queue files are served with, and
// returns how many tasks it changed.
func (c *client) call(ctx context.Context, block string, args ...any) (int64, error) {
	statements := queue.Client(block)
	if len(statements) == 0 {
		return 0, fmt.Errorf("no statement is called %q", block)
	}
	var changed int64
	inside := func(ctx context.Context) error {
		for _, s := range statements {
			if s == "BEGIN IMMEDIATE;" || s == "COMMIT;" {
				continue // transaction does it
			}
			n, err := c.exec(ctx, s, args...)
			if err != nil {
				return fmt.Errorf("%s: %w", block, err)
			}
			if strings.HasPrefix(s, "UPDATE tasks") || strings.HasPrefix(s, "INSERT INTO tasks") {
				changed += n
			}
		}
		return nil
	}
	if len(statements) == 1 {
		err := inside(ctx)
		return changed, err
	}
	err := c.transaction(ctx, inside)
	return changed, err
}

// millis is a moment as the queue file writes it.
func millis(t time.Time) int64 { return t.UnixMilli() }
