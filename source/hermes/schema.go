package hermes

import (
	"context"
	"fmt"
	"strings"

	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// errNoBoard says that a file is a database but not a Hermes board: another program may use the
// same file name.
var errNoBoard = fmt.Errorf("it holds no Hermes board, for it has no table of tasks like Hermes': %w", sqlsource.ErrNotMine)

// The tables of a board. Only tasks is in every board.
const (
	tabTasks    = "tasks"
	tabRuns     = "task_runs"
	tabEvents   = "task_events"
	tabLinks    = "task_links"
	tabComments = "task_comments"
	tabSubs     = "kanban_notify_subs"
)

// required are the columns of tasks that every release has. They distinguish a Hermes board from
// another queue with a table of that name.
var required = []string{
	"id", "title", "assignee", "status", "created_by", "created_at", "completed_at", "workspace_kind", "claim_lock",
}

// schema describes the tables of a board, which differ between releases.
type schema struct {
	sqlsource.Tables
	release release
	status  bool // there is an index on tasks(status, ...)
	keyed   bool // the keys of events are not integers, so only Hermes can generate new ones
	timed   bool // there is an index on task_events(task_id, created_at, ...), and created_at is NOT NULL
	indexes *sqlitedb.Indexes
}

// lookups are the columns by which rows are searched. An index in memory replaces each one that
// the file lacks.
var lookups = [][2]string{
	{tabEvents, "task_id"}, {tabRuns, "task_id"}, {tabComments, "task_id"}, {tabLinks, "parent_id"}, {tabLinks, "child_id"},
}

// readSchema reads the schema of a board and requires an index for each of lookups. The error
// wraps errNoBoard if it is not a board.
func readSchema(ctx context.Context, q sqlitedb.Queryer, indexes *sqlitedb.Indexes) (*schema, error) {
	all, err := sqlsource.ReadTables(ctx, q, allTables...)
	if err != nil {
		return nil, err
	}
	if !isBoard(all.Has) {
		return nil, errNoBoard
	}
	// Rows are identified by their rowids. Tables without them are not made by any release.
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
	if err != nil {
		return nil, err
	}
	s.timed = timed && events["created_at"].NotNull
	return s, indexes.RequireAll(ctx, q, lookups)
}

// allTables are the tables whose columns are read. Of tabSubs only the columns are read: they
// show the release.
var allTables = []string{tabTasks, tabRuns, tabEvents, tabLinks, tabComments, tabSubs}

// isBoard reports whether tables, of which it is told whether they are there with some columns,
// are those of a Hermes board.
func isBoard(has func(table string, columns ...string) bool) bool {
	return has(tabTasks, required...) && (has(tabEvents) || has(tabLinks))
}

// longTexts are the columns with texts of unbounded length, by table.
var longTexts = map[string][]string{
	tabTasks: {"title", "body", "result", "last_failure_error", "last_spawn_error", "skills", "completion_contract"},
	tabRuns:  {"summary", "metadata", "error"},
}

// sizeOf returns an SQL expression for the bytes of long texts in the row of a task t and in the
// row of its current run.
func sizeOf(t sqlsource.Tables) string {
	all := t.Size(tabTasks, "t", longTexts[tabTasks]...)
	if t.Has(tabTasks, "current_run_id") && t.Has(tabRuns, "id") {
		all += " + coalesce((SELECT " + t.Size(tabRuns, "r", longTexts[tabRuns]...) + " FROM task_runs r WHERE r.id = t.current_run_id), 0)"
	}
	return all
}

// small returns an SQL expression for a text that is useful only as a whole, such as JSON; the
// value is NULL if it is longer than payloadMax.
func small(col string) string { return sqlsource.Whole(col, payloadMax) }

// release lists the features of the Hermes release that uses a board. A board has no version
// number (hermes kanban_db.py: PRAGMA user_version is 0), but every release adds its columns
// when it opens a board, so the columns show the release. In doubt it is the older one, so that
// features of a newer one are neither reported as Hermes' own nor written.
type release struct {
	// parks: there are the statuses scheduled and review. The dispatcher also makes blocked
	// tasks ready unless they are held, and may hold ready tasks back with a reason. Since
	// 0.15 at the latest; not in 0.13.
	parks bool
	// typed: a block has a kind, and two consecutive blocks of one kind move the task to
	// triage. A task can be released from the hold after a recent success. Since 0.18.
	typed bool
	// phases: events record whether a task continues with work or with review, reopening a
	// task also reopens the tasks that depend on it, and an archived parent blocks nothing.
	// Since 0.20.1.
	phases bool
}

// releaseOf determines the release from the columns.
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
