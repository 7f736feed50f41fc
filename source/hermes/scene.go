package hermes

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"notdone/source/sqlitedb"
)

// row is one row by column, with the values that SQLite gave. A column that the
// table lacks reads as NULL.
type row map[string]any

func (r row) text(column string) string { return text(r[column]) }
func (r row) num(column string) int64   { return number(r[column]) }

// mark is one event that decides something; its zero value is no event.
type mark struct {
	id      int64
	kind    string
	payload string
}

// scene is everything that an action on one task depends on, as one
// transaction saw it.
type scene struct {
	now  int64 // unix seconds
	host string
	env  *env

	columns map[string]map[string]bool // by table; a table that is missing has none
	task    row                        // nil: there is no such task
	run     row                        // the run that current_run_id names; nil: none
	open    []string                   // parents that are neither done nor archived, by id
	resume  string                     // where the newest events say that it goes on: ready or review
	retry   string                     // where its run came from: ready or review
	why     mark                       // the newest of the deciding events
	hold    mark                       // the newest of blocked and unblocked
	gaveUp  mark                       // the newest time Hermes gave up
	last    int64                      // id of its newest event
}

// resuming are the events of which the newest tells where a task goes on
// (hermes kanban_db.py, _resume_status_from_events).
var resuming = literals([]string{
	evBlocked, evBlockLoop, evDependencyWait, evGaveUp, "spawn_auto_blocked", evUnblocked, evChangesRequested, evReviewReopened,
	evStatus, evReclaimed, evStale, evTimedOut, evCrashed, evSpawnFailed, evRateLimited,
})

// standingEvents lists the deciding events, under their old names too.
var standingEvents = func() string {
	names := sortedKeys(deciding)
	for old, now := range legacy {
		if _, ok := deciding[now]; ok {
			names = append(names, old)
		}
	}
	slices.Sort(names)
	return literals(names)
}()

// taskWants are the columns of a task that any action reads.
var taskWants = []string{
	"id", "status", "assignee", "claim_lock", "claim_expires", "worker_pid", "current_run_id", "consecutive_failures", "spawn_failures",
	"last_failure_error", "last_spawn_error", "block_kind", "block_recurrences", "max_retries", "last_heartbeat_at", "started_at",
	"completed_at", "current_step_key", "result",
}

var runWants = []string{"id", "claim_lock", "worker_pid", "last_heartbeat_at", "started_at", "ended_at", "summary"}

// readColumns reads which columns the tables have now, inside the transaction.
func readColumns(ctx context.Context, tx sqlitedb.Tx) (map[string]map[string]bool, error) {
	all := map[string]map[string]bool{}
	for _, table := range []string{tabTasks, tabRuns, tabEvents, tabLinks, tabComments} {
		columns, err := tx.Columns(ctx, table)
		if err != nil {
			return nil, fmt.Errorf("cannot read the columns of %s: %w", table, err)
		}
		names := make(map[string]bool, len(columns))
		for name := range columns {
			names[strings.ToLower(name)] = true
		}
		if table == tabEvents && !wholeKey(columns) {
			return nil, errOldBoard
		}
		if len(names) > 0 {
			all[table] = names
		}
	}
	return all, nil
}

// errOldBoard says that a board keeps its events under keys that are texts,
// for which nobody but Hermes can make new ones.
var errOldBoard = errors.New("the board is older than Hermes' numbered events: let Hermes open it once, then act")

// wholeKey reports whether a table numbers its rows by itself.
func wholeKey(columns map[string]sqlitedb.Column) bool {
	id, ok := columns["id"]
	return ok && id.Key == 1 && strings.EqualFold(id.Type, "INTEGER")
}

// look reads the scene of one task. Events from bound on are left out, so that
// the past before them can be looked at; 0 is no bound.
func look(ctx context.Context, tx sqlitedb.Tx, env *env, columns map[string]map[string]bool, now int64, id string, bound int64) (*scene, error) {
	s := &scene{now: now, host: env.host, env: env, columns: columns}
	var err error
	if s.task, err = s.one(ctx, tx, tabTasks, taskWants, "id", id); err != nil || s.task == nil {
		return s, err
	}
	if run := s.task.num("current_run_id"); run != 0 && s.has(tabRuns, "id") {
		if s.run, err = s.one(ctx, tx, tabRuns, runWants, "id", run); err != nil {
			return nil, err
		}
	}
	if s.open, err = s.openParents(ctx, tx, id); err != nil {
		return nil, err
	}
	return s, s.readMarks(ctx, tx, id, bound)
}

func (s *scene) readMarks(ctx context.Context, tx sqlitedb.Tx, id string, bound int64) error {
	var resume mark
	for _, m := range []struct {
		into  *mark
		kinds string
	}{
		{&resume, resuming},
		{&s.why, standingEvents},
		{&s.hold, literals([]string{evBlocked, evUnblocked})},
		{&s.gaveUp, literals([]string{evGaveUp, "spawn_auto_blocked"})},
	} {
		var err error
		if *m.into, err = newestMark(ctx, tx, id, m.kinds, bound); err != nil {
			return err
		}
	}
	s.resume = resumes(resume.payload)
	s.retry = stReady
	if run := s.task.num("current_run_id"); run != 0 && s.has(tabEvents, "run_id") {
		claim, err := markOf(ctx, tx, "SELECT id, kind, payload FROM task_events WHERE task_id = ? AND kind = 'claimed' AND run_id = ? ORDER BY id DESC LIMIT 1", id, run)
		if err != nil {
			return err
		}
		var p phase
		if decode(claim.payload, &p); p.Source == stReview {
			s.retry = stReview
		}
	}
	var err error
	s.last, err = lastEventOf(ctx, tx, id)
	return err
}

// phase holds the keys by which an event says where a task goes on.
type phase struct {
	Resume string `json:"resume_status"`
	Retry  string `json:"retry_status"`
	Source string `json:"source_status"`
}

// resumes reads where the payload of an event says that its task goes on.
func resumes(payload string) string {
	var p phase
	decode(payload, &p)
	if p.Resume == stReview || p.Retry == stReview || p.Source == stReview {
		return stReview
	}
	return stReady
}

// newestMark reads the newest event of the kinds, which are SQL literals.
func newestMark(ctx context.Context, tx sqlitedb.Tx, id, kinds string, bound int64) (mark, error) {
	where := ""
	args := []any{id}
	if bound > 0 {
		where = " AND id < ?"
		args = append(args, bound)
	}
	return markOf(ctx, tx, "SELECT id, kind, payload FROM task_events WHERE task_id = ? AND kind IN ("+kinds+")"+where+" ORDER BY id DESC LIMIT 1", args...)
}

func markOf(ctx context.Context, tx sqlitedb.Tx, query string, args ...any) (m mark, err error) {
	err = scanRows(ctx, tx, 3, func(v []any) {
		m = mark{id: number(v[0]), kind: text(v[1]), payload: text(v[2])}
		if now, ok := legacy[m.kind]; ok {
			m.kind = now
		}
	}, query, args...)
	return m, err
}

// lastEventOf is the id of the newest event of a task. What the dispatcher
// writes on every tick about a task that it leaves alone does not count.
func lastEventOf(ctx context.Context, tx sqlitedb.Tx, id string) (int64, error) {
	m, err := markOf(ctx, tx, "SELECT id, kind, NULL FROM task_events WHERE task_id = ? AND kind <> ? ORDER BY id DESC LIMIT 1", id, evRespawnGuarded)
	return m.id, err
}

// one reads the wanted columns of the row with that key; nil when there is none.
func (s *scene) one(ctx context.Context, tx sqlitedb.Tx, table string, wants []string, key string, value any) (row, error) {
	var names []string
	for _, w := range wants {
		if s.has(table, w) {
			names = append(names, w)
		}
	}
	cells, into := make([]any, len(names)), make([]any, len(names))
	for i := range cells {
		into[i] = &cells[i]
	}
	err := tx.QueryRowContext(ctx, "SELECT "+strings.Join(names, ", ")+" FROM "+table+" WHERE "+key+" = ?", value).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", table, err)
	}
	r := make(row, len(names))
	for i, n := range names {
		r[n] = cells[i]
	}
	return r, nil
}

// openParents lists the parents that are not over. One whose card is gone holds
// nothing up (hermes kanban_db.py, _parents_satisfied).
func (s *scene) openParents(ctx context.Context, tx sqlitedb.Tx, id string) (open []string, err error) {
	if !s.has(tabLinks, "child_id") {
		return nil, nil
	}
	err = scanRows(ctx, tx, 1, func(v []any) { open = append(open, text(v[0])) },
		"SELECT p.id FROM task_links l JOIN tasks p ON p.id = l.parent_id WHERE l.child_id = ? AND p.status NOT IN ('done', 'archived') ORDER BY p.id", id)
	return open, err
}

// has reports whether the board has the column.
func (s *scene) has(table, column string) bool { return s.columns[table][column] }

// first names the first of the columns that the table has; empty for none.
func (s *scene) first(table string, columns ...string) string {
	for _, c := range columns {
		if s.has(table, c) {
			return c
		}
	}
	return ""
}

func (s *scene) id() string     { return s.task.text("id") }
func (s *scene) status() string { return s.task.text("status") }
func (s *scene) lock() string   { return s.task.text("claim_lock") }
func (s *scene) failures() int64 {
	return s.task.num(s.first(tabTasks, "consecutive_failures", "spawn_failures"))
}
func (s *scene) looping() bool  { return s.status() == stTriage && s.why.kind == evBlockLoop }
func (s *scene) runOpen() bool  { return s.run != nil && s.run["ended_at"] == nil }
func (s *scene) comments() bool { return s.has(tabComments, "body") }
func (s *scene) sticky() bool   { return s.hold.kind == evBlocked }
func (s *scene) lastError() string {
	return s.task.text(s.first(tabTasks, "last_failure_error", "last_spawn_error"))
}
