package hermes

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"notdone/source/sqlitedb"
)

// errNoBoard says that a file holds no board: Hermes leaves empty kanban.db
// placeholders behind (#94106), and any other database may have that name.
var errNoBoard = errors.New("holds no Hermes board")

// Tables that a board can lack, beside tasks, which it must have.
const (
	tabTasks    = "tasks"
	tabRuns     = "task_runs"
	tabEvents   = "task_events"
	tabLinks    = "task_links"
	tabComments = "task_comments"
)

// required are the columns that every release has had and that tell a Hermes
// board from another queue with a table of the same name.
var required = []string{
	"id", "title", "assignee", "status", "created_by", "created_at", "completed_at", "workspace_kind", "claim_lock",
}

// schema is what a board's tables look like, which differs between releases:
// there is no version number, only columns (hermes kanban_db.py, PRAGMA
// user_version is 0).
type schema struct {
	version int64
	columns map[string]map[string]bool
	release release
	status  bool // an index leads with tasks.status
	timed   bool // one of the events leads with task_id and goes on with created_at, which is never NULL
	indexes *sqlitedb.Indexes
}

// lookups are the columns by which rows are looked for.
var lookups = []struct{ table, column string }{
	{tabEvents, "task_id"}, {tabRuns, "task_id"}, {tabComments, "task_id"},
	{tabLinks, "parent_id"}, {tabLinks, "child_id"},
}

// readSchema reads the schema of a board, and adds the indexes that it lacks.
func readSchema(ctx context.Context, q sqlitedb.Queryer, indexes *sqlitedb.Indexes) (*schema, error) {
	s := &schema{columns: map[string]map[string]bool{}, indexes: indexes}
	if err := q.QueryRowContext(ctx, "PRAGMA schema_version").Scan(&s.version); err != nil {
		return nil, fmt.Errorf("cannot read the schema version: %w", err)
	}
	tables := []string{tabTasks, tabRuns, tabEvents, tabLinks, tabComments, tabSubs}
	if err := sqlitedb.PlainTables(ctx, q, tables...); err != nil {
		return nil, err
	}
	for _, table := range tables {
		names, err := readNames(ctx, q, "SELECT name FROM pragma_table_info(?)", table)
		if err != nil {
			return nil, err
		}
		if len(names) > 0 {
			s.columns[table] = names
		}
	}
	if !isBoard(s.columns) {
		return nil, errNoBoard
	}
	leads, err := readNames(ctx, q, leading, tabTasks)
	if err != nil {
		return nil, err
	}
	s.status = leads["status"]
	s.release = releaseOf(s.columns)
	for _, l := range lookups {
		if err := indexes.Require(ctx, q, l.table, l.column); err != nil {
			return nil, fmt.Errorf("cannot read the schema: %w", err)
		}
	}
	if err := q.QueryRowContext(ctx, timedIndex, tabEvents).Scan(&s.timed); err != nil {
		return nil, fmt.Errorf("cannot read the schema: %w", err)
	}
	return s, nil
}

// timedIndex tells whether there is an index of the events of a task by time.
const timedIndex = `SELECT EXISTS (SELECT 1 FROM pragma_index_list(?1) i, pragma_index_info(i.name) a, pragma_index_info(i.name) b, pragma_table_info(?1) c
	WHERE i.partial = 0 AND a.seqno = 0 AND lower(a.name) = 'task_id' AND b.seqno = 1 AND lower(b.name) = 'created_at' AND c.cid = b.cid AND c."notnull")`

// leading selects the columns that indexes of a table begin with.
const leading = "SELECT c.name FROM pragma_index_list(?) i, pragma_index_info(i.name) c WHERE c.seqno = 0 AND i.partial = 0"

// readNames collects the lower-cased names in the first column of a query.
func readNames(ctx context.Context, q sqlitedb.Queryer, query string, args ...any) (names map[string]bool, err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("cannot read the schema: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	names = map[string]bool{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, fmt.Errorf("cannot read the schema: %w", err)
		}
		names[strings.ToLower(name)] = true
	}
	return names, rows.Err()
}

// isBoard reports whether these tables are those of a Hermes board.
func isBoard(tables map[string]map[string]bool) bool {
	tasks := tables[tabTasks]
	for _, name := range required {
		if !tasks[name] {
			return false
		}
	}
	return tables[tabEvents] != nil || tables[tabLinks] != nil
}

// has reports whether a table exists.
func (s *schema) has(table string) bool { return s.columns[table] != nil }

// col names the first of the columns that the table has, qualified by alias,
// or NULL when it has none of them.
func (s *schema) col(table, alias string, names ...string) string {
	for _, n := range names {
		if s.columns[table][n] {
			return alias + "." + n
		}
	}
	return "NULL"
}

// hugeRow is from how many bytes on the rows that an action on a task writes are
// not read whole, to be kept as they were.
const hugeRow = 32 << 20

// longTexts are the columns that hold long texts, by table.
var longTexts = map[string][]string{
	tabTasks: {"title", "body", "result", "last_failure_error", "last_spawn_error", "skills", "completion_contract"},
	tabRuns:  {"summary", "metadata", "error"},
}

// size is an expression for how many bytes of long texts the row of a task t
// holds, with that of its current run.
func size(columns map[string]map[string]bool) string {
	length := func(table, alias string) string {
		sum := "0"
		for _, name := range longTexts[table] {
			if columns[table][name] {
				sum += " + coalesce(octet_length(" + alias + "." + name + "), 0)"
			}
		}
		return sum
	}
	all := length(tabTasks, "t")
	if columns[tabTasks]["current_run_id"] && columns[tabRuns]["id"] {
		all += " + coalesce((SELECT " + length(tabRuns, "r") + " FROM task_runs r WHERE r.id = t.current_run_id), 0)"
	}
	return all
}

// small is an SQL expression for a text that is of use only when it is whole and
// short, such as JSON; a longer one is NULL and is never read.
func small(col string) string {
	if col == "NULL" {
		return col
	}
	return fmt.Sprintf("CASE WHEN octet_length(%[1]s) <= %[2]d THEN %[1]s END", col, payloadMax)
}

// hugeText is from how many bytes on a text is not read at all: SQLite reads a
// text whole to cut it.
const hugeText = 16 << 20

// huge is the branch of an SQL CASE that says so in place of such a text.
func huge(col string) string {
	return fmt.Sprintf("WHEN octet_length(%[1]s) > %[2]d THEN '[' || octet_length(%[1]s) || ' bytes, not read]'", col, hugeText)
}

// head is an SQL expression for the beginning of a long text.
func head(col string, max int) string {
	if col == "NULL" {
		return col
	}
	return fmt.Sprintf("CASE %[4]s WHEN octet_length(%[1]s) > %[2]d THEN substr(%[1]s, 1, %[3]d) || '…' ELSE %[1]s END", col, max, max/4, huge(col))
}

// ends is an SQL expression for the beginning and the end of a long text: what
// an agent says last weighs most.
func ends(col string, max int) string {
	if col == "NULL" {
		return col
	}
	return fmt.Sprintf("CASE %[5]s WHEN octet_length(%[1]s) > %[2]d THEN substr(%[1]s, 1, %[3]d) || char(10) || '[…]' || char(10) || substr(%[1]s, -%[4]d) ELSE %[1]s END",
		col, max, max/8, max/4, huge(col))
}
