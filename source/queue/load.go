package queue

import (
	"context"
	"errors"
	"strings"

	"notdone/model"
	"notdone/source/sqlitedb"
)

// extent is how much of a task is read. Texts count characters.
type extent struct {
	title, text, body, result int
	runs, events, links       int // the newest so many of one task
}

var (
	forList   = extent{title: 4 << 10, text: 16 << 10, body: 64 << 10, result: 64 << 10, runs: 100, events: 300, links: 200}
	forDetail = extent{title: 64 << 10, text: 256 << 10, body: 1 << 20, result: 1 << 20, runs: 1000, events: 5000, links: 1000}
)

// batch is how many tasks one query names.
const batch = 200

// load reads whole tasks, in the order of ids. Those that do not exist are
// left out.
func (s *queue) load(ctx context.Context, q sqlitedb.Queryer, ids []string, x extent) ([]model.Case, error) {
	cases := make([]model.Case, 0, len(ids))
	for len(ids) > 0 {
		n := min(batch, len(ids))
		some, err := s.loadBatch(ctx, q, ids[:n], x)
		if err != nil {
			return nil, err
		}
		cases, ids = append(cases, some...), ids[n:]
	}
	return cases, nil
}

func (s *queue) loadBatch(ctx context.Context, q sqlitedb.Queryer, ids []string, x extent) ([]model.Case, error) {
	found, err := s.loadTasks(ctx, q, ids, x)
	if err != nil {
		return nil, err
	}
	for _, more := range []func(context.Context, sqlitedb.Queryer, []string, extent, map[string]*record) error{
		s.loadRuns, s.loadEvents, s.loadLinks,
	} {
		if err := more(ctx, q, ids, x, found); err != nil {
			return nil, err
		}
	}
	cases := make([]model.Case, 0, len(ids))
	for _, id := range ids {
		if r := found[id]; r != nil {
			cases = append(cases, s.build(r))
			delete(found, id) // an id that was asked for twice is answered once
		}
	}
	return cases, nil
}

// want begins a query with the ids as a table of their own, which keeps them
// byte for byte as they are.
func want(ids []string) (with string, args []any) {
	args = make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	return "WITH want(id) AS (VALUES (?)" + strings.Repeat(",(?)", len(ids)-1) + ") ", args
}

// each runs a query and calls row after each row was scanned.
func each(ctx context.Context, q sqlitedb.Queryer, query string, args, into []any, row func() error) (err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := row(); err != nil {
			return err
		}
	}
	return rows.Err()
}
