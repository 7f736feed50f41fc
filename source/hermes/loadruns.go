package hermes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

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

// runSelect writes the selection of the runs of the tasks in a JSON list.
func (s *schema) runSelect(whole bool) string {
	long := summaryMax
	result := resultMax
	if whole {
		long, result = wholeMax, wholeMax
	}
	c := func(names ...string) string { return s.col(tabRuns, "r", names...) }
	summary := c("summary")
	if summary != "NULL" {
		// The summary of a finished run can be the task's result.
		summary = fmt.Sprintf("CASE WHEN %s IN ('completed', 'review_requested') THEN %s ELSE %s END",
			c("outcome"), sqlsource.Ends(summary, result), sqlsource.Ends(summary, long))
	}
	return "SELECT j.key, r.rowid, r.id, " + strings.Join([]string{
		c("profile"), c("status"), c("outcome"), c("claim_lock"), c("worker_pid"), c("last_heartbeat_at"),
		c("started_at"), c("ended_at"), summary, small(c("metadata")), sqlsource.Ends(c("error"), long),
	}, ", ") + " FROM json_each(?) j CROSS JOIN " + s.indexes.Join(tabRuns, "r", "task_id", "j.value")
}

// Bounds of the runs that a task carries, the newest.
const (
	runsKept  = 256
	runsWhole = 2000
)

func (l *loader) readRuns(ctx context.Context) error {
	if !l.b.schema.has(tabRuns) {
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
	query := l.b.schema.runSelect(l.whole)
	keys := l.keysWithout(crowded)
	if l.runs, err = l.selectRuns(ctx, len(l.tasks), query, keys); err != nil || len(crowded) == 0 {
		return err
	}
	l.older = map[int]int{}
	of := l.b.schema.indexes.Join(tabRuns, "x", "task_id", "t.id")
	for i := range crowded {
		var all int
		if err := l.q.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT ? AS id) t CROSS JOIN "+of, l.tasks[i].id).Scan(&all); err != nil {
			return fmt.Errorf("cannot count the runs of %s: %w", l.tasks[i].id, err)
		}
		keys = sqlsource.List([]string{l.tasks[i].id})
		newest := fmt.Sprintf("%s WHERE r.rowid IN (SELECT x.rowid FROM (SELECT ? AS id) t CROSS JOIN %s ORDER BY x.started_at DESC, x.rowid DESC LIMIT %d)", query, of, most)
		one, err := l.selectRuns(ctx, 1, newest, keys, l.tasks[i].id)
		if err != nil {
			return err
		}
		l.runs[i], l.older[i] = one[0], all-len(one[0])
	}
	return nil
}

// selectRuns reads the runs of n tasks by a selection of runSelect.
func (l *loader) selectRuns(ctx context.Context, n int, query string, args ...any) ([][]runRow, error) {
	names := l.env.names
	var slab []runRow
	var ends []int // by task: where its runs end in the slab
	last := 0
	err := l.each(ctx, func(v []any) {
		i := int(number(v[0]))
		if i < last || i >= n {
			return
		}
		for ; last < i; last++ {
			ends = append(ends, len(slab))
		}
		id := text(v[2])
		lock := names.get(text(v[6]))
		failure := text(v[13])
		recorded, status := names.get(text(v[5])), names.get(text(v[4]))
		r := runRow{rowid: number(v[1]), heartbeat: number(v[8]), lock: lock, open: v[10] == nil}
		var m metadata
		if raw := text(v[12]); telling(raw) {
			decode(raw, &m)
		}
		r.Run = model.Run{
			ID: l.b.prefix + id, Where: l.where(tabRuns, id), Worker: names.get(text(v[3])), Host: holder(lock), PID: int(number(v[7])),
			Started: moment(number(v[9])), Ended: moment(number(v[10])), Recorded: recorded,
			Output: text(v[11]), Error: failure, ExitCode: m.ExitCode, FilesChanged: m.files(),
		}
		if !r.Ended.IsZero() || recorded != "" {
			r.Outcome = outcomeOf(recorded, status, m.TriggerOutcome, failure)
		}
		if r.Ended.IsZero() && recorded != "" {
			r.Ended = r.Started // an outcome closes a run, whatever else was lost
		}
		slab = append(slab, r)
	}, query, args...)
	parts := make([][]runRow, n)
	split(parts, slab, ends, func(a, b runRow) int { return cmp.Compare(a.rowid, b.rowid) })
	return parts, err
}

// split hands out a slab to the tasks whose parts end at the given places, the
// last part being whatever is left, each in the order of arrival.
func split[T any](parts [][]T, slab []T, ends []int, order func(a, b T) int) {
	start := 0
	for i := range parts {
		end := len(slab)
		if i < len(ends) {
			end = ends[i]
		}
		part := slab[start:end:end]
		if !slices.IsSortedFunc(part, order) {
			slices.SortStableFunc(part, order)
		}
		parts[i] = part
		start = end
	}
}
