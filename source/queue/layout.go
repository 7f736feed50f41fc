package queue

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"notdone/source/sqlitedb"
)

// layout is the part of the schema that a file really has. A file made by hand or
// by an older client may lack columns; they read as unknown.
type layout struct {
	version  int64 // 0 when the file does not say
	schema   int64 // SQLite's own count of changes of the schema
	triggers bool  // changes leave history
	changes  bool  // every change of a task is in the table changes
	tasks    map[string]sqlitedb.Column
	runs     map[string]sqlitedb.Column
	events   map[string]sqlitedb.Column
	links    map[string]sqlitedb.Column
	feed     map[string]sqlitedb.Column // of the table changes
}

// historians are the triggers that write the history of a task.
var historians = []string{"tasks_created", "tasks_state", "tasks_edited", "runs_added", "runs_changed"}

// readLayout looks at the schema and refuses one that this package would
// misread.
func readLayout(ctx context.Context, q sqlitedb.Queryer) (*layout, error) {
	l := &layout{}
	if err := sqlitedb.PlainTables(ctx, q, "meta", "tasks", "runs", "events", "links", "changes"); err != nil {
		return nil, err
	}
	if err := q.QueryRowContext(ctx, `PRAGMA schema_version`).Scan(&l.schema); err != nil {
		return nil, err
	}
	meta, err := sqlitedb.ColumnsOf(ctx, q, "meta")
	if err != nil {
		return nil, err
	}
	if _, ok := meta["schema_version"]; ok {
		var v cell
		if err := q.QueryRowContext(ctx, `SELECT max(schema_version) FROM meta`).Scan(&v); err != nil {
			return nil, err
		}
		l.version, _ = v.number()
	}
	if l.version > SchemaVersion {
		return nil, fmt.Errorf("the queue file has schema version %d and this notdone knows %d: a newer notdone is needed",
			l.version, SchemaVersion)
	}
	for name, into := range map[string]*map[string]sqlitedb.Column{
		"tasks": &l.tasks, "runs": &l.runs, "events": &l.events, "links": &l.links, "changes": &l.feed,
	} {
		if *into, err = sqlitedb.ColumnsOf(ctx, q, name); err != nil {
			return nil, err
		}
	}
	for _, column := range []string{"id", "state"} {
		if _, ok := l.tasks[column]; !ok {
			return nil, fmt.Errorf("not a queue file: it has no tasks.%s", column)
		}
	}
	return l, l.readTriggers(ctx, q)
}

// readTriggers says what the file's triggers keep.
func (l *layout) readTriggers(ctx context.Context, q sqlitedb.Queryer) error {
	there := map[string]bool{}
	var name cell
	err := each(ctx, q, `SELECT name FROM sqlite_schema WHERE type = 'trigger'`, nil, []any{&name}, func() error {
		there[name.text()] = true
		return nil
	})
	if err != nil {
		return err
	}
	lacks := func(name string) bool { return !there[name] }
	l.triggers = !slices.ContainsFunc(historians, lacks) && l.has(l.tasks, "updated_at") && l.hasEvents()
	l.changes = !slices.ContainsFunc(currentTriggers(), lacks) && l.has(l.feed, "rev", "task_id")
	return nil
}

func (l *layout) has(table map[string]sqlitedb.Column, columns ...string) bool {
	for _, c := range columns {
		if _, ok := table[c]; !ok {
			return false
		}
	}
	return true
}

func (l *layout) hasRuns() bool   { return l.has(l.runs, "id", "task_id") }
func (l *layout) hasEvents() bool { return l.has(l.events, "id", "task_id", "kind") }
func (l *layout) hasLinks() bool  { return l.has(l.links, "parent_id", "child_id") }

// newest is the expression by which tasks are ordered in time: an indexed column
// in the shipped schema, the best other one elsewhere.
func (l *layout) newest() string {
	if c, ok := l.tasks["updated_at"]; ok && c.NotNull {
		return "t.updated_at"
	}
	var have []string
	for _, c := range []string{"updated_at", "finished_at", "created_at"} {
		if _, ok := l.tasks[c]; ok {
			have = append(have, "t."+c)
		}
	}
	return "CAST(coalesce(" + strings.Join(append(have, "0", "0"), ", ") + ") AS INTEGER)"
}

// column is one value that is read: the column's name, how many characters of
// it at most (0: it is short by nature), and where it goes.
type column struct {
	name string
	keep int
	into *cell
}

// huge is how many bytes of a value are read at most. SQLite reads a text whole,
// even where a part of it is asked for.
const huge = 32 << 20

// columns returns a select list over the alias, with NULL for columns that the
// table lacks, and where each value goes. A text that is too long loses its middle,
// so that its beginning and its end are kept; of a huge text only the length is
// read.
func columns(alias string, table map[string]sqlitedb.Column, cols []column) (list string, into []any) {
	parts := make([]string, len(cols))
	into = make([]any, len(cols))
	for i, c := range cols {
		into[i] = c.into
		name := alias + "." + c.name
		switch _, ok := table[c.name]; {
		case !ok:
			parts[i] = "NULL"
		case c.keep == 0:
			parts[i] = name
		default:
			head := c.keep / 4
			parts[i] = fmt.Sprintf("CASE WHEN octet_length(%[1]s) > %[6]d THEN '[… ' || octet_length(%[1]s) || ' bytes …]' "+
				"WHEN length(%[1]s) > %[2]d THEN substr(%[1]s, 1, %[3]d) || %[4]s || substr(%[1]s, %[5]d) ELSE %[1]s END",
				name, c.keep, head, cut, head-c.keep, huge)
		}
	}
	return strings.Join(parts, ", "), into
}

// cut stands where the middle of a long text was.
const cut = `char(10) || '[…]' || char(10)`
