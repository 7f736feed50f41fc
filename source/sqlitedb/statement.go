package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
)

// reading is one read transaction. QueryEach runs in it the statements that its
// connection has prepared.
type reading struct {
	*sql.Tx
	on *connection
}

// QueryContext runs a query that returns rows.
func (r *reading) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return r.Tx.QueryContext(r.on.asks(ctx), query, args...)
}

// QueryRowContext runs a query that returns at most one row.
func (r *reading) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return r.Tx.QueryRowContext(r.on.asks(ctx), query, args...)
}

// asks notes the context of a query and returns the one to run it with, which does not end unless it
// has.
func (c *connection) asks(ctx context.Context) context.Context {
	if c.query = ctx; ctx.Err() != nil {
		return ctx
	}
	return context.WithoutCancel(ctx)
}

// statementsMax is the largest number of prepared statements of one connection.
const statementsMax = 64

// statements are the statements of one connection, by their text. SQLite spends more time
// on compiling a query for a few rows than on running it, so a text that comes a second
// time is prepared and kept until the connection closes.
type statements struct {
	byText map[string]*statement
}

// statement is a text that was run. Its stmt is nil until the text comes again.
type statement struct {
	stmt *sql.Stmt
	busy bool // its rows are being read: a query inside a query may have the same text
}

// take returns the statement of a text for one query, after which the caller sets busy to
// false. It returns nil where the text should be run without a prepared statement.
func (c *connection) take(ctx context.Context, text string) (*statement, error) {
	all := &c.prepared
	s := all.byText[text]
	switch {
	case s == nil:
		if len(all.byText) >= statementsMax && !all.anyBusy() {
			if err := all.close(); err != nil {
				return nil, err
			}
		}
		if all.byText == nil {
			all.byText = map[string]*statement{}
		}
		if len(all.byText) < statementsMax {
			all.byText[text] = &statement{}
		}
		return nil, nil
	case s.busy:
		return nil, nil
	case s.stmt == nil:
		stmt, err := c.conn.PrepareContext(context.WithoutCancel(ctx), text)
		if err != nil {
			return nil, err
		}
		s.stmt = stmt
	}
	s.busy = true
	return s, nil
}

func (all *statements) anyBusy() bool {
	for _, s := range all.byText {
		if s.busy {
			return true
		}
	}
	return false
}

// close closes and forgets all statements.
func (all *statements) close() error {
	var errs []error
	for _, s := range all.byText {
		if s.stmt != nil {
			errs = append(errs, s.stmt.Close())
		}
	}
	all.byText = nil
	return errors.Join(errs...)
}

// QueryEach runs a query and calls row for each row of the result, which row scans. An
// error of row ends it and is returned. The statement stays prepared while the connection
// is open, so a text should not contain values that differ from call to call.
func QueryEach(ctx context.Context, q Queryer, row func(*sql.Rows) error, query string, args ...any) (err error) {
	rows, done, err := queryRows(ctx, q, query, args...)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := rows.Close(); err == nil {
			err = cerr
		}
		done()
	}()
	for rows.Next() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// queryRows runs a query, prepared if its transaction keeps statements. The caller closes
// the rows and then calls done.
func queryRows(ctx context.Context, q Queryer, query string, args ...any) (rows *sql.Rows, done func(), err error) {
	r, ok := q.(*reading)
	if !ok {
		rows, err = q.QueryContext(ctx, query, args...)
		return rows, func() {}, err
	}
	s, err := r.on.take(ctx, query)
	if err != nil {
		return nil, nil, err
	}
	outer := r.on.query // of the rows in whose course this query runs
	done = func() {
		r.on.query = outer
		if s != nil {
			s.busy = false
		}
	}
	if s != nil {
		rows, err = s.stmt.QueryContext(r.on.asks(ctx), args...)
	} else {
		rows, err = r.QueryContext(ctx, query, args...)
	}
	if err != nil {
		done()
	}
	return rows, done, err
}
