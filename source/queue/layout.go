package queue

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"notdone/source/queue/schema"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// layout is the part of the schema that a file really has. A file made by hand or
// by an older client may lack columns; they read as unknown.
type layout struct {
	version  int64 // 0 when the file does not say
	triggers bool  // changes leave history
	changes  bool  // every change of a task is in the table changes
	keyed    bool  // the tasks have no rowids
	ranges   bool  // its rows have rowids, as Range needs them
	sieved   bool  // its links can be read in their order, and a new one leaves its tasks changed now
	summed   bool  // an index has the kinds of a task's events, and a new one leaves its task changed now
	unsorted bool  // no index has the tasks of a state in the order of their last change
	sqlsource.Tables
}

// historians are the triggers that write the history of a task.
var historians = []string{"tasks_created", "tasks_state", "tasks_edited", "runs_added", "runs_changed"}

// readLayout looks at the schema and refuses one that this package would
// misread.
func readLayout(ctx context.Context, q sqlitedb.Queryer) (*layout, error) {
	tables, err := sqlsource.ReadTables(ctx, q, schema.Tables()...)
	if err != nil {
		return nil, err
	}
	l := &layout{Tables: tables}
	if l.Has("meta", "schema_version") {
		v, err := sqlsource.One(ctx, q, `SELECT max(schema_version) FROM meta`)
		if err != nil {
			return nil, err
		}
		l.version = sqlsource.Int(v)
	}
	if l.version > schema.Version {
		return nil, fmt.Errorf("the queue file has schema version %d and this notdone knows %d: a newer notdone is needed",
			l.version, schema.Version)
	}
	if !l.Has("tasks", "id", "state") {
		return nil, errors.New("not a queue file: it has no tasks.id or no tasks.state")
	}
	without, err := sqlsource.WithoutRowids(ctx, q, "tasks", "runs", "events")
	if err != nil {
		return nil, err
	}
	l.keyed = slices.ContainsFunc(without, func(table string) bool { return strings.EqualFold(table, "tasks") })
	l.ranges = len(without) == 0 && l.hasRuns() && l.hasEvents()
	sorted, err := sqlitedb.Indexed(ctx, q, "tasks", "state", "updated_at")
	if err != nil {
		return nil, err
	}
	// NULL has no place in the order of an index.
	l.unsorted = !sorted || !l.Tables["tasks"]["state"].NotNull || !l.Tables["tasks"]["updated_at"].NotNull
	there, err := sqlsource.Strings(ctx, q, `SELECT name FROM sqlite_schema WHERE type = 'trigger'`)
	lacks := func(name string) bool { return !slices.Contains(there, name) }
	l.triggers = !slices.ContainsFunc(historians, lacks) && l.Has("tasks", "updated_at") && l.hasEvents()
	l.changes = !slices.ContainsFunc(schema.Shipped().Second, lacks) && l.Has("changes", "rev", "task_id") &&
		(l.version < 3 || !slices.ContainsFunc(schema.Shipped().Third, lacks))
	if l.changes && isText(l.Tables["events"]["task_id"]) && err == nil {
		l.summed, err = sqlitedb.Indexed(ctx, q, "events", "task_id", "id", "kind")
	}
	if l.changes && !l.unsorted && isText(l.Tables["links"]["parent_id"]) && isText(l.Tables["links"]["child_id"]) && err == nil {
		l.sieved, err = sqlitedb.Indexed(ctx, q, "links", "parent_id", "child_id")
	}
	return l, err
}

// isText reports whether a column has nothing but texts and blobs.
func isText(c sqlitedb.Column) bool { return c.NotNull && strings.EqualFold(c.Type, "TEXT") }

// columns returns the names of a table's columns, in order.
func (l *layout) columns(table string) []string { return slices.Sorted(maps.Keys(l.Tables[table])) }

func (l *layout) hasRuns() bool   { return l.Has("runs", "id", "task_id") }
func (l *layout) hasEvents() bool { return l.Has("events", "id", "task_id", "kind") }

// size is an expression for how many bytes the row of a task holds, with those of
// its open runs. Indexes may be nil.
func (l *layout) size(indexes *sqlitedb.Indexes) string {
	return sqlsource.Size("t", l.columns("tasks")...) + " + " + l.openSize(indexes)
}

// openSize is an expression for how many bytes the open runs of a task hold.
func (l *layout) openSize(indexes *sqlitedb.Indexes) string {
	if !l.hasRuns() || !l.Has("runs", "ended_at") {
		return "0"
	}
	return "coalesce((SELECT sum(" + sqlsource.Size("x", l.columns("runs")...) + ") FROM (SELECT 1) CROSS JOIN " +
		indexes.Join("runs", "x", "task_id", "t.id") + " AND x.ended_at IS NULL), 0)"
}

// pageSize is size for a page, in which r is the only run of the task. Columns that are
// declared as numbers are not counted; whoever acts on the task counts them.
func (l *layout) pageSize(indexes *sqlitedb.Indexes) string {
	texts := slices.DeleteFunc(l.columns("tasks"), func(name string) bool {
		return slices.Contains([]string{"INTEGER", "REAL"}, strings.ToUpper(l.Tables["tasks"][name].Type))
	})
	open := l.openSize(indexes)
	if l.Has("runs", "ended_at") {
		open = "CASE WHEN r.ended_at IS NULL THEN " + open + " ELSE 0 END"
	}
	return sqlsource.Size("t", texts...) + " + " + open
}
