package hermes

import (
	"cmp"
	"context"
	"fmt"

	"notdone/model"
	"notdone/source/sqlsource"
)

// runRow is a run as it was read.
type runRow struct {
	model.Run
	rowid     int64
	heartbeat int64
	lock      string
	open      bool // nothing says that it ended
}

var runColumns = []column{
	{name: "profile"}, {name: "status"}, {name: "outcome"}, {name: "claim_lock"}, {name: "worker_pid"}, {name: "last_heartbeat_at"},
	{name: "started_at"}, {name: "ended_at"}, {name: "summary", keep: resultMax}, {name: "error", keep: summaryMax},
}

// Bounds of the runs that a task carries, the newest.
const (
	runsKept  = 256
	runsWhole = 2000
)

func (l *loader) readRuns(ctx context.Context) error {
	s := l.b.schema
	if !s.has(tabRuns) {
		return nil
	}
	most := runsKept
	if l.whole {
		most = runsWhole
	}
	crowded, err := l.heavy(ctx, tabRuns, most)
	if err != nil {
		return err
	}
	query := "SELECT j.key, r.rowid, r.id, " + small(s.col(tabRuns, "r", "metadata")) + ", " + s.selects(tabRuns, "r", l.whole, runColumns) +
		" FROM json_each(?1) j CROSS JOIN " + s.indexes.Join(tabRuns, "r", "task_id", "j.value")
	if err := l.selectRuns(ctx, query, l.keysWithout(func(t *item) bool { return crowded[t] })); err != nil {
		return err
	}
	of := s.indexes.Join(tabRuns, "x", "task_id", "t.id")
	for t := range crowded {
		all, err := sqlsource.One(ctx, l.q, "SELECT count(*) FROM (SELECT ? AS id) t CROSS JOIN "+of, t.id)
		if err != nil {
			return fmt.Errorf("cannot count the runs of %s: %w", t.id, err)
		}
		err = l.selectRuns(ctx, query+" WHERE r.rowid IN (SELECT x.rowid FROM (SELECT ?2 AS id) t CROSS JOIN "+of+
			" ORDER BY x.started_at DESC, x.rowid DESC LIMIT ?3)", l.keysWithout(func(other *item) bool { return other != t }), t.id, most)
		if err != nil {
			return err
		}
		t.older = int(number(all)) - len(t.runs)
	}
	return nil
}

// selectRuns reads the runs of tasks.
func (l *loader) selectRuns(ctx context.Context, query string, args ...any) error {
	return gather(ctx, l, l.runRow, func(a, b runRow) int { return cmp.Compare(a.rowid, b.rowid) },
		func(t *item, runs []runRow) { t.runs = runs }, query, args...)
}

// runRow makes a run of its row: its task, rowid, id and metadata, and the runColumns.
func (l *loader) runRow(_ *item, v []any) runRow {
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
