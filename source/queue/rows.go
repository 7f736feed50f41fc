package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// extent is how much of a task is read. Texts count characters.
type extent struct {
	title, text, body, result int
	runs, events, links       int  // the newest so many of one task
	more                      bool // also the columns that no rule reads
}

var (
	forList   = extent{title: 4 << 10, text: 16 << 10, body: 64 << 10, result: 64 << 10, runs: 100, events: 300, links: 200}
	forDetail = extent{title: 64 << 10, text: 256 << 10, body: 1 << 20, result: 1 << 20, runs: 1000, events: 5000, links: 1000, more: true}
)

// record is one task as its rows say.
type record struct {
	model.Case
	situation
	obstacle, obstacleKind string
	outcome, claimedBy     string
	result                 string   // of the task itself
	open                   []worker // of the runs that have not ended, oldest first
	logPaths               []string // of the runs, oldest first
}

// loading reads the rows of some tasks.
type loading struct {
	*file
	q     sqlitedb.Queryer
	x     extent
	found map[string]*record
}

// Load reads whole tasks.
func (f *file) Load(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) ([]*model.Case, error) {
	l := &loading{file: f, q: q, x: forList, found: make(map[string]*record, len(ids))}
	f.recents.forgetRead()
	if whole {
		l.x = forDetail
	}
	list := sqlsource.List(ids)
	for _, read := range []func(context.Context, string) error{l.readTasks, l.readRuns, l.readHistories, l.readLinks} {
		if err := read(ctx, list); err != nil {
			return nil, err
		}
	}
	return l.cases(), nil
}

// cases completes the cases of the tasks that were read.
func (l *loading) cases() []*model.Case {
	cases := make([]*model.Case, 0, len(l.found))
	for _, r := range l.found {
		l.build(r)
		cases = append(cases, &r.Case)
	}
	return cases
}

// record reads a row of tasks, without its size.
func (f *format) record(id string, r sqlsource.Row) *record {
	return &record{
		Case: model.Case{
			Task: model.Task{
				Source: Kind, Queue: f.path, ID: id, Title: r.Text("title"), Wish: r.Text("fingerprint"), Recorded: sqlsource.Intern(r.Text("state")),
				Priority: r.Int("priority"), Attempts: r.Int("attempts"),
				Created: r.Millis("created_at"), Started: r.Millis("claimed_at"), Finished: r.Millis("finished_at"), Updated: r.Millis("updated_at"),
				Due: r.Millis("run_at"), Every: time.Duration(r.Int("every_ms")) * time.Millisecond, Tags: tagsOf(r.Text("tags")), Worker: r.Text("claimed_by"), CostUSD: r.FloatPtr("cost_usd"), Tokens: r.Int64Ptr("tokens"),
			},
			Body:   r.Text("body"),
			Answer: r.Text("answer"), MaxAttempts: r.Int("max_attempts"),
			Facts: model.Facts{Heartbeat: r.Millis("heartbeat_at")},
		},
		situation: situationOf(r.Value), obstacle: r.Text("obstacle"), obstacleKind: r.Text("obstacle_kind"),
		outcome: r.Text("outcome"), claimedBy: r.Text("claimed_by"), result: r.Text("result"),
	}
}

// tagsOf reads a JSON array of texts. Anything else has no tags.
func tagsOf(list string) (tags []string) {
	if list == "" || json.Unmarshal([]byte(list), &tags) != nil {
		return nil
	}
	return tags
}

// taskColumns are the columns of a task, for texts of the extent.
func (x *extent) taskColumns() sqlsource.Columns {
	columns := slices.Concat(
		sqlsource.Keep(0, "id", "priority", "attempts", "max_attempts", "created_at", "run_at", "claimed_at", "heartbeat_at", "lease_expires_at",
			"finished_at", "updated_at", "every_ms", "slot_at", "cost_usd", "tokens"),
		sqlsource.Keep(x.title, "title", "state", "obstacle_kind", "outcome", "fingerprint", "tags", "claimed_by"),
		sqlsource.Keep(x.text, "obstacle"), sqlsource.Keep(x.body, "body"), sqlsource.Keep(x.result, "result"),
	)
	if x.more {
		columns = slices.Concat(columns, sqlsource.Keep(x.text, "answer"))
	}
	return columns
}

// runColumns are the columns of a run.
func (x *extent) runColumns() sqlsource.Columns {
	return slices.Concat(
		sqlsource.Keep(0, "task_id", "attempt", "exit_code", "tool_calls", "files_changed", "messages", "cost_usd", "tokens"),
		sqlsource.Keep(x.title, "outcome", "log_path"), sqlsource.Keep(x.text, "output", "error"), workerColumns,
	)
}

// eachOf runs a query and calls add for each of its rows, with the task that the row names.
func (l *loading) eachOf(ctx context.Context, add func(r *record, row sqlsource.Row), query string, args ...any) error {
	return sqlsource.Each(ctx, l.q, func(row sqlsource.Row) error {
		if r := l.found[row.Text("task_id")]; r != nil {
			add(r, row)
		}
		return nil
	}, query, args...)
}

// readTasks reads the tasks of a JSON list, as the others below do what belongs to them.
func (l *loading) readTasks(ctx context.Context, ids string) error {
	return sqlsource.Each(ctx, l.q, func(r sqlsource.Row) error {
		id := r.Text("id")
		l.found[id] = l.record(id, r)
		return nil
	}, "SELECT "+l.x.taskColumns().Select("t", l.Tables["tasks"])+", "+l.size(l.store.Indexes)+" AS size FROM json_each(?) j CROSS JOIN tasks t ON t.id = j.value", ids)
}

func (l *loading) readRuns(ctx context.Context, ids string) error {
	if !l.hasRuns() {
		return nil
	}
	return l.eachOf(ctx, (*record).addRun,
		"SELECT "+l.x.runColumns().Select("x", l.Tables["runs"])+sqlsource.NewestOf(l.store.Indexes, "runs", "task_id", "id", l.x.runs), ids)
}

// addRun adds a row of runs.
func (r *record) addRun(row sqlsource.Row) {
	w := workerOf(row)
	if row.Value("ended_at") == nil {
		r.open = append(r.open, w)
	}
	r.Runs = append(r.Runs, w.Run)
	if log := row.Text("log_path"); log != "" {
		r.logPaths = append(r.logPaths, log)
	}
}

// Keep keeps the histories that the last Load has read.
func (f *file) Keep() { f.recents.keep() }

func (l *loading) readEvents(ctx context.Context, ids string) error {
	if !l.hasEvents() {
		return nil
	}
	err := l.eachOf(ctx, (*record).addEvent, "SELECT "+l.x.eventColumns().Select("x", l.Tables["events"])+sqlsource.NewestUnsorted(l.store.Indexes, "events", "task_id", "id", l.x.events), ids)
	bySeq := func(a, b model.Event) int { return cmp.Compare(a.Seq, b.Seq) }
	for _, r := range l.found {
		if !slices.IsSortedFunc(r.Events, bySeq) { // as without an index that has them in order
			slices.SortStableFunc(r.Events, bySeq)
		}
	}
	return err
}

// eventColumns are the columns of an event.
func (x *extent) eventColumns() sqlsource.Columns {
	return slices.Concat(
		sqlsource.Keep(0, "id", "task_id", "run_id", "at"),
		sqlsource.Keep(x.title, "kind", "from_state", "actor"), sqlsource.Keep(x.text, "note"),
	)
}

// addEvent adds a row of events.
func (r *record) addEvent(row sqlsource.Row) {
	r.Events = append(r.Events, eventOf(row))
}

func eventOf(row sqlsource.Row) model.Event {
	return model.Event{
		Seq: sqlsource.Int(row.Value("id")), Where: "events#" + row.Text("id"), Kind: eventKind(row.Text("kind"), row.Text("from_state")),
		Name: row.Text("kind"), RunID: row.Text("run_id"), Note: row.Text("note"), Actor: row.Text("actor"), At: row.Millis("at"),
	}
}

// addLink adds the other end of a dependency, unless the task has most of that kind.
func (r *record) addLink(row sqlsource.Row, most int) {
	links, state := &r.Facts.Parents, row.Text("state")
	if row.Text("kind") == "child" {
		links = &r.Facts.Children
	}
	if len(*links) < most {
		*links = append(*links, model.Link{
			ID: row.Text("other"), Title: row.Text("title"), Recorded: state,
			Finished: state == "done" || state == "cancelled", Failed: state == "failed",
		})
	}
}

// readLinks reads both ends of the tasks' dependencies.
func (l *loading) readLinks(ctx context.Context, ids string) error {
	if !l.Has("links", "parent_id", "child_id") {
		return nil
	}
	other := sqlsource.Keep(l.x.title, "title", "state").Select("t", l.Tables["tasks"])
	ends := func(kind, mine, far string) string {
		return "SELECT '" + kind + "' AS kind, j.value AS task_id, l." + far + " AS other, " + other + " FROM json_each(?1) j CROSS JOIN " +
			l.store.Indexes.Join("links", "l", mine, "j.value") + " LEFT JOIN tasks t ON t.id = l." + far
	}
	return l.eachOf(ctx, func(r *record, row sqlsource.Row) { r.addLink(row, l.x.links) },
		ends("parent", "child_id", "parent_id")+" UNION ALL "+ends("child", "parent_id", "child_id")+" ORDER BY other", ids)
}
