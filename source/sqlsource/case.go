package sqlsource

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/sqlitedb"
)

// AddRuns completes a case from its runs, which are ordered from the oldest: the last
// answer, the costs, the worker and the times. finished says that the task's status is
// final.
func AddRuns(c *model.Case, finished bool) {
	var cost *float64
	var tokens *int64
	for i := range c.Runs {
		run := &c.Runs[i]
		if run.Output != "" {
			c.Result, c.ResultWhere = run.Output, run.Where+".output"
		}
		cost, tokens = sum(cost, run.CostUSD), sum(tokens, run.Tokens)
		c.Facts.OpenRun = c.Facts.OpenRun || run.Open()
	}
	c.Task.CostUSD, c.Task.Tokens = cmp.Or(c.Task.CostUSD, cost), cmp.Or(c.Task.Tokens, tokens)
	if len(c.Runs) == 0 {
		return
	}
	last := &c.Runs[len(c.Runs)-1]
	// The answer is that of the last run, even if it said nothing.
	if !last.Open() {
		c.Result, c.ResultWhere = last.Output, last.Where+".output"
	}
	c.Task.Worker, c.Task.Started = cmp.Or(c.Task.Worker, last.Worker), cmp.Or(last.Started, c.Task.Started)
	if finished && c.Task.Finished.IsZero() {
		c.Task.Finished = last.Ended
	}
}

// sum adds two numbers; a nil number is unknown and left out.
func sum[T int64 | float64](a, b *T) *T {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	total := *a + *b
	return &total
}

// maxLogs is the largest number of logs of one task.
const maxLogs = 8

// LogRefs returns references to the last of the log files, the last one first. The paths
// are hostile: a path that leads out of the folder root is left out.
func LogRefs(root string, paths []string) []model.LogRef {
	var refs []model.LogRef
	for _, p := range slices.Backward(paths) {
		ref := model.LogRef{Root: root, Path: filepath.Clean(p)}
		local := len(p) <= 4096 && !strings.ContainsRune(p, 0) && filepath.IsLocal(p) && ref.Path != "."
		if local && len(refs) < maxLogs && !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	return refs
}

// TableLog is a Log in a table, each row of which names a task.
type TableLog struct {
	Table, Number, Task string // the table and the columns of the number and the task
	// Backlog is the number of unread entries above which everything is listed again
	// instead; 0: no limit.
	Backlog int64
}

// Newest returns the number of the last entry; 0 without entries.
func (l *TableLog) Newest(ctx context.Context, q sqlitedb.Queryer) (int64, error) {
	n, err := One(ctx, q, `SELECT max(`+l.Number+`) FROM `+l.Table)
	return Int(n), err
}

// Since reads up to most entries after a number.
func (l *TableLog) Since(ctx context.Context, q sqlitedb.Queryer, after int64, most int) (Entries, error) {
	e, rows := Entries{Last: after}, 0
	err := Each(ctx, q, func(r Row) error {
		if e.Lost = l.Backlog > 0 && Int(r.cells[2])-after > l.Backlog; e.Lost {
			return ErrEnough
		}
		rows++
		e.Last = Int(r.cells[0])
		e.IDs = append(e.IDs, Text(r.cells[1]))
		return nil
	}, `SELECT `+l.Number+`, `+l.Task+`, (SELECT max(`+l.Number+`) FROM `+l.Table+`) FROM `+l.Table+` WHERE `+l.Number+` > ? ORDER BY 1 LIMIT ?`, after, most)
	e.More = rows == most
	return e, err
}

// Last reads up to most entries up to a number, the newest first.
func (l *TableLog) Last(ctx context.Context, q sqlitedb.Queryer, upTo int64, most int) (all []Logged, err error) {
	err = Each(ctx, q, func(r Row) error {
		all = append(all, Logged{Int(r.cells[0]), Text(r.cells[1]), Int(r.cells[2]) != 0})
		return nil
	}, `SELECT x.`+l.Number+`, x.`+l.Task+`, x.`+l.Task+` IN (SELECT y.`+l.Task+` FROM `+l.Table+` y WHERE y.`+l.Number+` > ?1)
		FROM `+l.Table+` x WHERE x.`+l.Number+` <= ?1 ORDER BY 1 DESC LIMIT ?2`, upTo, most)
	return all, err
}
