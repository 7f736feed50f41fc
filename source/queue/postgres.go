package queue

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource"
	"notdone/source/queue/schema"
	"notdone/source/sqlsource"
)

// StartPostgres finds a queue of notdone's own among the tables of a database.
func StartPostgres(o source.Options) pgsource.Start {
	return func(ctx context.Context, tx pgx.Tx, there pgsource.Columns, shown string, clock *pgsource.Clock) (*pgsource.Queue, error) {
		names := there.Names()
		if !slices.Contains(names["meta"], "schema_version") || !slices.Contains(names["tasks"], "change_note") || len(names["changes"]) == 0 {
			return nil, fmt.Errorf("%w: no queue of notdone, which notdone init makes", source.ErrUndetected)
		}
		var version int64
		if err := tx.QueryRow(ctx, `SELECT coalesce(max(schema_version), 0) FROM meta`).Scan(&version); err != nil {
			return nil, err
		}
		if version > schema.PostgresVersion {
			return nil, fmt.Errorf("the queue has schema version %d and this notdone knows %d: a newer notdone is needed", version, schema.PostgresVersion)
		}
		f := &format{path: shown, options: clock.Options(o), host: []string{source.Here()}}
		facts := []source.Fact{{Name: "schema version", Value: strconv.FormatInt(version, 10)}}
		if o.Runs != "" {
			name, err := schema.LogFolder(func(statement string, into ...any) error { return tx.QueryRow(ctx, statement).Scan(into...) })
			if err != nil {
				return nil, err
			}
			f.root = filepath.Join(o.Runs, name)
			facts = append(facts, source.Fact{Name: "logs of this machine", Value: f.root})
		}
		return &pgsource.Queue{Adapter: Adapter(), Listen: []string{schema.Channel}, Tables: []pgsource.Table{&pgTable{f}}, Facts: facts}, nil
	}
}

// pgTable is a queue in PostgreSQL. It reads the same columns as that of a file, and builds
// and judges the same cases of them.
type pgTable struct{ *format }

// Shape describes the table of tasks.
func (*pgTable) Shape() *pgsource.Shape {
	return &pgsource.Shape{
		Name: "tasks", From: "tasks", Key: "t.id", Type: "text", Status: "t.state", Title: "t.title",
		Live: "t.state NOT IN ('done', 'cancelled')", Ended: "t.state IN ('done', 'cancelled')",
		Log: &pgsource.Log{Table: "changes", Number: "rev", Task: "task_id", Transaction: "tx", Most: 2 * backlog},
		Ways: []string{
			`SELECT t.id FROM runs r JOIN tasks t ON t.id = r.task_id WHERE r.id::text = $1`,
			`SELECT t.id FROM runs r JOIN tasks t ON t.id = r.task_id
			WHERE r.id = substring($1 FROM '-([0-9]{1,18})[.]log$')::bigint AND right($1, length(r.log_path) + 1) = '/' || r.log_path`,
		},
	}
}

// Read reads tasks with their runs, events and links, in the order of their rows.
func (t *pgTable) Read(ctx context.Context, tx pgx.Tx, whole bool, end string, args ...any) ([]model.Case, error) {
	x := &forList
	if whole {
		x = &forDetail
	}
	var ids []string
	found := map[string]*record{}
	err := pgsource.Each(ctx, tx, x.taskColumns(), func(r sqlsource.Row) {
		one := t.record(r.Text("id"), r)
		ids, found[one.Task.ID] = append(ids, one.Task.ID), one
	}, "(SELECT * FROM tasks t "+end+") x", args...)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	newest := func(table string, most int) string {
		return fmt.Sprintf(`unnest($1::text[]) k CROSS JOIN LATERAL (SELECT * FROM %s y WHERE y.task_id = k ORDER BY y.id DESC LIMIT %d) x ORDER BY x.id`, table, most)
	}
	err = errors.Join(
		pgsource.Each(ctx, tx, x.runColumns(), func(r sqlsource.Row) { found[r.Text("task_id")].addRun(r) }, newest("runs", x.runs), ids),
		pgsource.Each(ctx, tx, x.eventColumns(), func(r sqlsource.Row) { found[r.Text("task_id")].addEvent(r) }, newest("events", x.events), ids),
		pgsource.Each(ctx, tx, linkColumns(x), func(r sqlsource.Row) { found[r.Text("task_id")].addLink(r, x.links) }, pgLinks, ids),
	)
	if err != nil {
		return nil, err
	}
	cases := make([]model.Case, len(ids))
	for i, id := range ids {
		r := found[id]
		if t.root == "" {
			r.logPaths = nil // there is no folder that they are relative to
		}
		t.build(r)
		cases[i] = r.Case
	}
	return cases, nil
}

// pgLinks are both ends of the dependencies of the tasks $1.
const pgLinks = `(SELECT l.child_id AS task_id, 'parent' AS kind, l.parent_id AS other, t.title, t.state
	FROM links l LEFT JOIN tasks t ON t.id = l.parent_id WHERE l.child_id = ANY($1::text[])
	UNION ALL SELECT l.parent_id, 'child', l.child_id, t.title, t.state
	FROM links l LEFT JOIN tasks t ON t.id = l.child_id WHERE l.parent_id = ANY($1::text[])) x ORDER BY x.other`

func linkColumns(x *extent) sqlsource.Columns {
	return slices.Concat(sqlsource.Keep(0, "task_id", "kind", "other"), sqlsource.Keep(x.title, "title", "state"))
}

// Writing says what actions may write: the functions of the shipped triggers write the
// history, and no other trigger may be there.
func (*pgTable) Writing() pgsource.Writing {
	return pgsource.Writing{
		Rights:  map[string][]string{"tasks": {"UPDATE"}, "runs": {"UPDATE"}, "events": {"INSERT"}, "changes": {"INSERT"}},
		Trigger: func(_, name, function string) bool { return schema.PostgresTriggers()[name] == schema.Words(function) },
	}
}

// See reads a task inside a transaction.
func (t *pgTable) See(ctx context.Context, tx pgx.Tx, id string) (seen sqlsource.Seen, err error) {
	key := map[string]any{"id": id}
	size, err := pgsource.Size(ctx, tx, "tasks", key)
	if err != nil {
		return seen, err
	}
	var row map[string]any
	if size <= sqlsource.Huge {
		row, err = pgsource.Row(ctx, tx, "tasks", key)
	} else {
		var state string
		err = tx.QueryRow(ctx, `SELECT state FROM tasks WHERE id = $1`, id).Scan(&state)
		row = map[string]any{"id": id, "state": state}
	}
	switch {
	case err != nil:
		return seen, err
	case row == nil:
		return seen, source.ErrNotFound
	}
	n := situationOf(func(column string) any { return row[column] })
	n.at, n.size = t.options.Now(), size
	seen = sqlsource.Seen{Status: n.state, Situation: &n, Row: row}
	var run int64
	err = tx.QueryRow(ctx, newestOf+`,
		ARRAY(SELECT parent.id FROM links JOIN tasks AS parent ON parent.id = parent_id
			WHERE child_id = $1 AND parent.state NOT IN ('done', 'cancelled') ORDER BY parent.id LIMIT 5)`, id).Scan(&n.event, &run, &n.waits)
	if err != nil || size > sqlsource.Huge {
		return seen, err
	}
	err = pgsource.Each(ctx, tx, pastExtent.eventColumns(), func(r sqlsource.Row) { n.past = append(n.past, eventOf(r)) },
		"(SELECT *"+pastOf+") x ORDER BY x.id", id, pastEvents)
	if err != nil {
		return seen, err
	}
	n.hold = holdOf(n.past)
	seen.Facts = n.facts(row, run)
	var workers []worker
	err = pgsource.Each(ctx, tx, workerColumns, func(r sqlsource.Row) {
		n.open, workers = append(n.open, sqlsource.Int(r.Value("id"))), append(workers, workerOf(r))
	}, "runs x WHERE x.task_id = $1 AND x.ended_at IS NULL ORDER BY x.id", id)
	n.worker, _ = t.alive(t.host, sqlsource.Text(row["claimed_by"]), workers)
	return seen, err
}

// Undo puts the task's own columns back as they were; see undoOf.
func (*pgTable) Undo(_ context.Context, _ pgx.Tx, record *source.Record, r source.Request, seen sqlsource.Seen) (sqlsource.Decision, error) {
	return undoOf(&seen, record, r), nil
}
