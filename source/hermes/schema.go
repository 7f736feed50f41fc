package hermes

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// errNoBoard says that a file holds no board: any database may have the name.
var errNoBoard = fmt.Errorf("it holds no Hermes board, for it has no table of tasks like Hermes': %w", sqlsource.ErrNotMine)

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
	tables
	release release
	status  bool // an index leads with tasks.status
	keyed   bool // its events have keys that are texts, for which nobody but Hermes can make new ones
	timed   bool // one of the events leads with task_id and goes on with created_at, which is never NULL
	indexes *sqlitedb.Indexes
}

// lookups are the columns by which rows are looked for.
var lookups = []struct{ table, column string }{
	{tabEvents, "task_id"},
	{tabRuns, "task_id"},
	{tabComments, "task_id"},
	{tabLinks, "parent_id"},
	{tabLinks, "child_id"},
}

// readSchema reads the schema of a board, and adds the indexes that it lacks.
func readSchema(ctx context.Context, q sqlitedb.Queryer, indexes *sqlitedb.Indexes) (*schema, error) {
	if err := sqlitedb.PlainTables(ctx, q, allTables...); err != nil {
		return nil, err
	}
	all, events, err := readColumns(ctx, q)
	if err != nil {
		return nil, err
	}
	if !all.isBoard() {
		return nil, errNoBoard
	}
	if err := requireRowids(ctx, q); err != nil {
		return nil, err
	}
	s := &schema{tables: all, release: all.release(), indexes: indexes}
	s.keyed = events["id"].Key != 1 || !strings.EqualFold(events["id"].Type, "INTEGER")
	if s.status, err = sqlitedb.Indexed(ctx, q, tabTasks, "status"); err != nil {
		return nil, err
	}
	timed, err := sqlitedb.Indexed(ctx, q, tabEvents, "task_id", "created_at")
	s.timed = timed && events["created_at"].NotNull
	for _, l := range lookups {
		if err := indexes.Require(ctx, q, l.table, l.column); err != nil {
			return nil, fmt.Errorf("cannot read the schema: %w", err)
		}
	}
	return s, err
}

// requireRowids fails where a table whose rows are told apart by their rowids has
// none. No release has made such a table.
func requireRowids(ctx context.Context, q sqlitedb.Queryer) error {
	without, err := sqlsource.Strings(ctx, q, `SELECT name FROM pragma_table_list WHERE schema = 'main' AND wr AND lower(name) IN (?, ?, ?, ?) ORDER BY name`,
		tabTasks, tabRuns, tabEvents, tabComments)
	if err == nil && len(without) > 0 {
		err = fmt.Errorf("no Hermes has made this board: its table %s was declared WITHOUT ROWID, and such a one cannot be read", without[0])
	}
	return err
}

// tables are the columns of a board's tables, by table and name; a table that is
// missing has none.
type tables map[string]map[string]bool

// allTables are those whose columns matter.
var allTables = []string{tabTasks, tabRuns, tabEvents, tabLinks, tabComments, tabSubs}

// readColumns reads which columns the tables have, by their names in lower case,
// and those of the events whole. A table that is missing has none.
func readColumns(ctx context.Context, q sqlitedb.Queryer) (all tables, events map[string]sqlitedb.Column, err error) {
	all = tables{}
	for _, table := range allTables {
		columns, err := sqlitedb.ColumnsOf(ctx, q, table)
		if err != nil {
			return nil, nil, fmt.Errorf("cannot read the columns of %s: %w", table, err)
		}
		if table == tabEvents {
			events = columns
		}
		for name := range columns {
			if all[table] == nil {
				all[table] = map[string]bool{}
			}
			all[table][strings.ToLower(name)] = true
		}
	}
	return all, events, nil
}

// isBoard reports whether these tables are those of a Hermes board.
func (t tables) isBoard() bool {
	return t.has(tabTasks, required...) && (t.has(tabEvents) || t.has(tabLinks))
}

// has reports whether a table and these columns of it exist.
func (t tables) has(table string, columns ...string) bool {
	return t[table] != nil && !slices.ContainsFunc(columns, func(name string) bool { return !t[table][name] })
}

// first names the first of the columns that a table has; empty for none.
func (t tables) first(table string, columns ...string) string {
	if i := slices.IndexFunc(columns, func(name string) bool { return t[table][name] }); i >= 0 {
		return columns[i]
	}
	return ""
}

// col is first, qualified by alias, and NULL for none.
func (t tables) col(table, alias string, names ...string) string {
	if name := t.first(table, names...); name != "" {
		return alias + "." + name
	}
	return "NULL"
}

// column is what is read of one column of a table.
type column struct {
	name, old string // old is its name in older releases, if it had another one
	keep      int    // how many characters of a long text; 0 for what is short by nature
}

// selects writes a select list of columns: NULL for those that the table lacks, and
// of long texts both ends, or for the detail of a task nearly all.
func (t tables) selects(table, alias string, whole bool, columns []column) string {
	parts := make([]string, len(columns))
	for i, c := range columns {
		if whole && c.keep > 0 {
			c.keep = wholeMax
		}
		parts[i] = sqlsource.Ends(t.col(table, alias, c.name, c.old), c.keep) + " AS " + c.name
	}
	return strings.Join(parts, ", ")
}

// longTexts are the columns that hold long texts, by table.
var longTexts = map[string][]string{
	tabTasks: {"title", "body", "result", "last_failure_error", "last_spawn_error", "skills", "completion_contract"},
	tabRuns:  {"summary", "metadata", "error"},
}

// size is an expression for how many bytes of long texts the row of a task t
// holds, with that of its current run.
func (t tables) size() string {
	length := func(table, alias string) string {
		return sqlsource.Size(alias, slices.DeleteFunc(slices.Clone(longTexts[table]), func(name string) bool { return !t[table][name] })...)
	}
	all := length(tabTasks, "t")
	if t.has(tabTasks, "current_run_id") && t.has(tabRuns, "id") {
		all += " + coalesce((SELECT " + length(tabRuns, "r") + " FROM task_runs r WHERE r.id = t.current_run_id), 0)"
	}
	return all
}

// small is an SQL expression for a text that is of use only when it is whole and
// short, such as JSON.
func small(col string) string { return sqlsource.Whole(col, payloadMax) }

// tabSubs is the table of who is told about a task. Nothing is read from it but
// its columns, which tell the release.
const tabSubs = "kanban_notify_subs"

// release is what the Hermes that keeps a board knows and does. A board has no
// version number (PRAGMA user_version is 0), but every release adds the columns
// that it knows when it opens a board, so that the columns tell it. Where they
// leave a doubt, the older release is assumed: nothing of a newer one is then
// claimed as the owner's or written.
type release struct {
	// parks: it has the statuses scheduled and review, its dispatcher makes
	// blocked tasks ready too, unless they are held, and keeps ready ones back
	// for a reason, and it has the rules that came with this. Since 0.15 at the
	// latest; not in 0.13.
	parks bool
	// typed: a block has a kind, and the second of one kind in a row goes to
	// triage. A release from the hold of a recent success is known. Since 0.18.
	typed bool
	// phases: events tell whether a task goes on with work or with its review,
	// reopening a task takes back all that was built on it, and an archived
	// parent holds nothing up. Since 0.20.1.
	phases bool
}

// release tells the release from the columns.
func (t tables) release() release {
	tasks, subs := t[tabTasks], t[tabSubs]
	var r release
	r.phases = tasks["completion_contract"] || subs["delivery_mode"] || subs == nil && tasks["reasoning_effort"]
	r.typed = r.phases || tasks["block_kind"]
	r.parks = r.typed || tasks["goal_mode"] || tasks["session_id"]
	return r
}

// frees reports whether a parent of that status lets a task be made ready by
// hand (hermes kanban_db.py, unblock_task; plugin_api.py, _set_status_direct).
func (r release) frees(status string) bool {
	return status == stDone || status == stArchived && r.phases
}

// promotes reports whether a parent of that status lets the dispatcher make a
// task ready (hermes kanban_db.py, recompute_ready).
func (r release) promotes(status string) bool {
	return status == stDone || status == stArchived && r.parks
}
