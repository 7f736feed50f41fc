package hermes

import (
	"context"
	"fmt"
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
	tabSubs     = "kanban_notify_subs"
)

// required are the columns that every release has had and that tell a Hermes
// board from another queue with a table of the same name.
var required = []string{
	"id", "title", "assignee", "status", "created_by", "created_at", "completed_at", "workspace_kind", "claim_lock",
}

// schema is what a board's tables look like, which differs between releases: there is
// no version number, only columns (hermes kanban_db.py, PRAGMA user_version is 0).
type schema struct {
	sqlsource.Tables
	release release
	status  bool // an index leads with tasks.status
	keyed   bool // its events have keys that are texts, for which nobody but Hermes can make new ones
	timed   bool // one of the events leads with task_id and goes on with created_at, which is never NULL
	indexes *sqlitedb.Indexes
}

// lookups are the columns by which rows are looked for.
var lookups = []struct{ table, column string }{
	{tabEvents, "task_id"}, {tabRuns, "task_id"}, {tabComments, "task_id"}, {tabLinks, "parent_id"}, {tabLinks, "child_id"},
}

// readSchema reads the schema of a board, and adds the indexes that it lacks.
func readSchema(ctx context.Context, q sqlitedb.Queryer, indexes *sqlitedb.Indexes) (*schema, error) {
	if err := sqlitedb.PlainTables(ctx, q, allTables...); err != nil {
		return nil, err
	}
	all, err := sqlsource.ReadTables(ctx, q, allTables...)
	if err != nil {
		return nil, err
	}
	if !isBoard(all) {
		return nil, errNoBoard
	}
	// Their rows are told apart by their rowids, and no release has made other tables.
	without, err := sqlsource.WithoutRowids(ctx, q, tabTasks, tabRuns, tabEvents, tabComments)
	if err == nil && len(without) > 0 {
		err = fmt.Errorf("no Hermes has made this board: its table %s was declared WITHOUT ROWID, and such a one cannot be read", without[0])
	}
	if err != nil {
		return nil, err
	}
	s := &schema{Tables: all, release: releaseOf(all), indexes: indexes}
	events := all[tabEvents]
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

// allTables are those whose columns matter. Nothing but its columns, which tell the
// release, is read of the table of who is told about a task.
var allTables = []string{tabTasks, tabRuns, tabEvents, tabLinks, tabComments, tabSubs}

// isBoard reports whether these tables are those of a Hermes board.
func isBoard(t sqlsource.Tables) bool {
	return t.Has(tabTasks, required...) && (t.Has(tabEvents) || t.Has(tabLinks))
}

// longTexts are the columns that hold long texts, by table.
var longTexts = map[string][]string{
	tabTasks: {"title", "body", "result", "last_failure_error", "last_spawn_error", "skills", "completion_contract"},
	tabRuns:  {"summary", "metadata", "error"},
}

// sizeOf is an expression for how many bytes of long texts the row of a task t
// holds, with that of its current run.
func sizeOf(t sqlsource.Tables) string {
	all := t.Size(tabTasks, "t", longTexts[tabTasks]...)
	if t.Has(tabTasks, "current_run_id") && t.Has(tabRuns, "id") {
		all += " + coalesce((SELECT " + t.Size(tabRuns, "r", longTexts[tabRuns]...) + " FROM task_runs r WHERE r.id = t.current_run_id), 0)"
	}
	return all
}

// small is an SQL expression for a text that is of use only when it is whole and
// short, such as JSON.
func small(col string) string { return sqlsource.Whole(col, payloadMax) }

// release is what the Hermes that keeps a board knows and does. A board has no
// version number (PRAGMA user_version is 0), but every release adds the columns
// that it knows when it opens a board, so that the columns tell it. Where they
// leave a doubt, the older release is assumed: nothing of a newer one is then
// claimed as the owner's or written.
type release struct {
	// parks: it has the statuses scheduled and review, its dispatcher makes blocked
	// tasks ready too, unless they are held, and keeps ready ones back for a reason,
	// and it has the rules that came with this. Since 0.15 at the latest; not in 0.13.
	parks bool
	// typed: a block has a kind, and the second of one kind in a row goes to
	// triage. A release from the hold of a recent success is known. Since 0.18.
	typed bool
	// phases: events tell whether a task goes on with work or with its review,
	// reopening a task takes back all that was built on it, and an archived
	// parent holds nothing up. Since 0.20.1.
	phases bool
}

// releaseOf tells the release from the columns.
func releaseOf(t sqlsource.Tables) release {
	var r release
	r.phases = t.Has(tabTasks, "completion_contract") || t.Has(tabSubs, "delivery_mode") || !t.Has(tabSubs) && t.Has(tabTasks, "reasoning_effort")
	r.typed = r.phases || t.Has(tabTasks, "block_kind")
	r.parks = r.typed || t.Has(tabTasks, "goal_mode") || t.Has(tabTasks, "session_id")
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
