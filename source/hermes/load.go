package hermes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Bounds on what a listed task carries, in bytes; a longer text is cut.
const (
	titleMax   = 2 << 10
	bodyMax    = 4 << 10
	resultMax  = 16 << 10
	summaryMax = 4 << 10
	payloadMax = 64 << 10
	wholeMax   = 1 << 20 // of one text in the detail of a task
)

// chunk is how many tasks are read in one transaction at most.
const chunk = 1000

// loader reads tasks with everything that belongs to them inside one read
// transaction. It is used once.
type loader struct {
	b     *board
	q     sqlitedb.Queryer
	whole bool // everything, for the detail of one task
	items []*item
	fresh map[string]*digest // as they are after this read
	known map[string]bool    // by assignee: whether the dispatcher starts workers for it
}

// item is one task as it is read.
type item struct {
	model.Case
	*record
	result, run, kind, folder string // run is that of current_run_id, kind and folder those of its workspace
	runs                      []runRow
	older                     int  // how many older runs were not read
	crowded                   bool // it has very many events
	ran, told, alone          bool // its runs, its events and its links were read with its row
}

// Load reads tasks with everything that belongs to them.
func (b *board) Load(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) ([]*model.Case, error) {
	l := b.newLoader(q)
	l.whole = whole
	if err := l.readTasks(ctx, sqlsource.List(ids)); err != nil {
		return nil, err
	}
	return l.Load(ctx)
}

func (b *board) newLoader(q sqlitedb.Queryer) *loader {
	b.lookForLogs()
	b.loaded = &loader{b: b, q: q, fresh: map[string]*digest{}, known: map[string]bool{}}
	return b.loaded
}

// Load reads what is missing of the tasks and returns their cases.
func (l *loader) Load(ctx context.Context) ([]*model.Case, error) {
	if len(l.items) == 0 {
		return nil, nil
	}
	for _, step := range []func(context.Context) error{l.readRuns, l.readEvents, l.readGuards, l.readLinks, l.readBuilt} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	for _, t := range l.items {
		l.build(t)
	}
	if err := l.readPhantoms(ctx); err != nil {
		return nil, err
	}
	cases := make([]*model.Case, len(l.items))
	for i, t := range l.items {
		t.Native = t.record
		cases[i] = &t.Case
	}
	return cases, nil
}

// taskColumns are what is read of a task, beside the columns that no board lacks.
var taskColumns = slices.Concat(
	sqlsource.Keep(titleMax, "title"), sqlsource.Keep(bodyMax, "body"), sqlsource.Keep(resultMax, "result"),
	sqlsource.Keep(0, "assignee", "status", "priority", "created_at", "started_at", "completed_at",
		"workspace_kind", "workspace_path", "branch_name", "claim_lock", "claim_expires", "worker_pid",
		"max_retries", "last_heartbeat_at", "current_run_id", "model_override", "block_kind"),
	sqlsource.Columns{
		{Name: "consecutive_failures", Old: "spawn_failures"},
		{Name: "last_failure_error", Old: "last_spawn_error", Keep: summaryMax},
	},
)

// readTasks reads the rows of the tasks of a JSON list.
func (l *loader) readTasks(ctx context.Context, ids string) error {
	return sqlsource.Each(ctx, l.q, func(row sqlsource.Row) error {
		t := l.newItem(row)
		l.b.noteFolder(t)
		l.items = append(l.items, t)
		return nil
	}, "SELECT t.id, "+l.columns(taskColumns).Select("t", l.b.schema.Tables[tabTasks])+", "+sizeOf(l.b.schema.Tables)+
		" AS size FROM tasks t WHERE t.id IN (SELECT value FROM json_each(?))", ids)
}

// newItem makes an item of a row of tasks.
func (l *loader) newItem(row sqlsource.Row) *item {
	num := func(name string) int64 { return number(row.Value(name)) }
	id, status, lock := row.Text("id"), intern(row.Text("status")), intern(row.Text("claim_lock"))
	t := &item{
		result: row.Text("result"), run: row.Text("current_run_id"), kind: intern(row.Text("workspace_kind")), folder: row.Text("workspace_path"),
	}
	t.record = &record{
		id: id, status: status, assignee: intern(row.Text("assignee")), lock: lock, release: l.b.schema.release,
		created: num("created_at"), completed: num("completed_at"), failures: int(num("consecutive_failures")),
		maxRetries: int(num("max_retries")), lastError: row.Text("last_failure_error"), blockKind: intern(row.Text("block_kind")),
		holder: holding{lock: lock, pid: num("worker_pid"), since: num("started_at"), expires: num("claim_expires"), heard: num("last_heartbeat_at")},
		size:   num("size"), limits: l.b.env.limits, here: l.b.env.here, clock: l.b.env.options.Now,
	}
	t.Body = row.Text("body")
	t.Task = model.Task{
		Source: Kind, Queue: l.b.env.queue, Group: l.b.slug, ID: l.b.prefix + id, Title: row.Text("title"), Recorded: status,
		Priority: int(num("priority")), Created: moment(t.created), Started: moment(t.holder.since), Profile: t.assignee,
		Model: intern(row.Text("model_override")), Branch: row.Text("branch_name"),
	}
	return t
}

// columns are those of a list, or of the detail of a task nearly whole.
func (l *loader) columns(all sqlsource.Columns) sqlsource.Columns {
	if l.whole {
		return all.AtMost(wholeMax)
	}
	return all
}

// all reports whether something holds of every task.
func (l *loader) all(holds func(t *item) bool) bool {
	return !slices.ContainsFunc(l.items, func(t *item) bool { return !holds(t) })
}

// keysWithout is the list of the tasks' ids without some, which keeps the places
// of the others.
func (l *loader) keysWithout(left func(t *item) bool) string {
	ids := make([]*string, len(l.items))
	for i, t := range l.items {
		if !left(t) {
			ids[i] = &t.id
		}
	}
	return sqlsource.List(ids)
}

// place names a row, such as "task_events#123".
func place(table string, id int64) string { return table + "#" + strconv.FormatInt(id, 10) }

// runRow is a run as it was read.
type runRow struct {
	model.Run
	rowid, heartbeat int64
	lock             string
	open             bool // nothing says that it ended
}

var runColumns = slices.Concat(
	sqlsource.Keep(0, "profile", "status", "outcome", "claim_lock", "worker_pid", "last_heartbeat_at", "started_at", "ended_at"),
	sqlsource.Keep(resultMax, "summary"), sqlsource.Keep(summaryMax, "error"),
)

// Bounds of the runs that a task carries, the newest.
const (
	runsKept  = 256
	runsWhole = 2000
)

func (l *loader) readRuns(ctx context.Context) error {
	s := l.b.schema
	known := func(t *item) bool { return t.ran }
	if !s.Has(tabRuns) || l.all(known) {
		return nil
	}
	most := runsKept
	if l.whole {
		most = runsWhole
	}
	err := sqlsource.Gather(ctx, l.q, l.runRow, func(a, b runRow) int { return cmp.Compare(a.rowid, b.rowid) },
		func(i int, runs []runRow) { l.items[i].runs = runs },
		"SELECT j.key, "+l.runList("x")+sqlsource.NewestUnsorted(s.indexes, tabRuns, "task_id", "rowid", most), l.keysWithout(known))
	if err != nil {
		return err
	}
	for _, t := range l.items {
		if len(t.runs) < most {
			continue
		}
		all, err := sqlsource.One(ctx, l.q, "SELECT count(*) FROM (SELECT ? AS id) t CROSS JOIN "+s.indexes.Join(tabRuns, "x", "task_id", "t.id"), t.id)
		if err != nil {
			return fmt.Errorf("cannot count the runs of %s: %w", t.id, err)
		}
		t.older = int(number(all)) - len(t.runs)
	}
	return nil
}

// runList is the select list of what runRow takes of a run, by its alias, after its task.
func (l *loader) runList(alias string) string {
	s := l.b.schema
	return alias + ".rowid, " + alias + ".id, " + small(s.Expr(tabRuns, alias, "metadata")) + ", " + l.columns(runColumns).Select(alias, s.Tables[tabRuns])
}

// runRow makes a run of its row: its task, rowid, id and metadata, and the runColumns.
func (l *loader) runRow(_ int, v []any) runRow {
	id, c := text(v[2]), v[4:]
	status, recorded, lock, failure := intern(text(c[1])), intern(text(c[2])), intern(text(c[3])), text(c[9])
	var m metadata
	if raw := text(v[3]); telling(raw) {
		decode(raw, &m)
	}
	r := runRow{rowid: number(v[1]), heartbeat: number(c[5]), lock: lock, open: c[7] == nil}
	r.Run = model.Run{
		ID: l.b.prefix + id, Where: tabRuns + "#" + id, Worker: intern(text(c[0])), Host: holder(lock), PID: int(number(c[4])),
		Started: moment(number(c[6])), Ended: moment(number(c[7])), Recorded: recorded,
		Output: text(c[8]), Error: failure, ExitCode: m.ExitCode, FilesChanged: m.files(),
	}
	if !r.Ended.IsZero() || recorded != "" {
		r.Outcome = outcomeOf(recorded, status, m.TriggerOutcome, failure)
	}
	if r.Ended.IsZero() && recorded != "" {
		r.Ended = r.Started // an outcome closes a run, whatever else was lost
	}
	return r
}
