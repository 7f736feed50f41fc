package queue

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"notdone/source"
	"notdone/source/sqlitedb"
)

// snapshot is a task as an action reads it inside a transaction: its situation, and
// what must be the same when a plan is applied.
type snapshot struct {
	row   map[string]any // of tasks, whole; nil when there is no such task
	event int64          // its newest event
	run   int64          // its newest run
	open  []int64        // the runs that have not ended, oldest first
	situation
}

// maxWaits is how many parents are named.
const maxWaits = 5

// look reads a task inside a transaction.
func (s *queue) look(ctx context.Context, q sqlitedb.Queryer, id string) (*snapshot, error) {
	if err := s.checkSize(ctx, q, id); err != nil {
		return &snapshot{}, err
	}
	row, err := sqlitedb.Row(ctx, q, "tasks", sqlitedb.Values{{Column: "id", Value: id}})
	if err != nil || row == nil {
		return &snapshot{}, err
	}
	n := &snapshot{row: row}
	err = q.QueryRowContext(ctx, `SELECT coalesce((SELECT max(id) FROM events WHERE task_id = ?1), 0),
		coalesce((SELECT max(id) FROM runs WHERE task_id = ?1), 0)`, id).Scan(&n.event, &n.run)
	if err != nil {
		return nil, err
	}
	n.situation = situationOf(row)
	var run cell
	var c claimCells
	list, into := columns("x", s.layout.runs, c.columns())
	var workers []worker
	err = each(ctx, q, "SELECT x.id, "+list+" FROM runs x WHERE x.task_id = ? AND x.ended_at IS NULL ORDER BY x.id",
		[]any{id}, append([]any{&run}, into...), func() error {
			number, _ := run.number()
			n.open, workers = append(n.open, number), append(workers, c.worker())
			return nil
		})
	if err != nil {
		return nil, err
	}
	n.worker = s.alive(s.host, n.text("claimed_by"), workers)
	var parent cell
	err = each(ctx, q, `SELECT parent.id FROM links JOIN tasks AS parent ON parent.id = parent_id
		WHERE child_id = ? AND parent.state NOT IN ('done', 'cancelled') ORDER BY parent.id LIMIT ?`,
		[]any{id, maxWaits}, []any{&parent}, func() error {
			n.waits = append(n.waits, parent.text())
			return nil
		})
	return n, err
}

// errHuge says that the rows of a task are too long to be read whole and kept.
type errHuge int64

// Error says how long they are.
func (e errHuge) Error() string {
	return fmt.Sprintf("its rows hold %d MiB, too much to keep what they were before", int64(e)>>20)
}

// checkSize refuses a task whose row, with those of its open runs, is huge,
// without reading it.
func (s *queue) checkSize(ctx context.Context, q sqlitedb.Queryer, id string) error {
	var total cell
	err := each(ctx, q, "SELECT "+s.layout.size()+" FROM tasks t WHERE t.id = ?", []any{id}, []any{&total}, func() error { return nil })
	if n, _ := total.number(); err == nil && n > huge {
		return errHuge(n)
	}
	return err
}

// size is an expression for how many bytes the row of a task holds, with those of
// its open runs.
func (l *layout) size() string {
	length := func(alias string, table map[string]sqlitedb.Column) string {
		parts := []string{"0"}
		for _, name := range slices.Sorted(maps.Keys(table)) {
			parts = append(parts, `coalesce(octet_length(`+alias+`."`+strings.ReplaceAll(name, `"`, `""`)+`"), 0)`)
		}
		return strings.Join(parts, " + ")
	}
	size := length("t", l.tasks)
	if l.hasRuns() && l.has(l.runs, "ended_at") {
		size += " + coalesce((SELECT sum(" + length("x", l.runs) + ") FROM runs x WHERE x.task_id = t.id AND x.ended_at IS NULL), 0)"
	}
	return size
}

func (n *snapshot) text(column string) string { return cell{n.row[column]}.text() }

// restless are the columns that a living worker changes all the time.
var restless = []string{"heartbeat_at", "lease_expires_at", "updated_at", "cost_usd", "tokens"}

// changed returns what the operator saw and what there is now, when they
// differ; nil when they do not.
func (n *snapshot) changed(now *snapshot) *source.Changed {
	if now.row == nil {
		return &source.Changed{Was: n.state, Now: "deleted"}
	}
	if was, is := n.state, now.state; was != is {
		return &source.Changed{Was: was, Now: is}
	}
	was, is := maps.Clone(n.row), maps.Clone(now.row)
	if n.state == "active" {
		for _, column := range restless {
			delete(was, column)
			delete(is, column)
		}
	}
	switch {
	case n.event != now.event:
		return &source.Changed{Was: fmt.Sprintf("%s, event %d", n.state, n.event), Now: fmt.Sprintf("%s, event %d", now.state, now.event)}
	case n.run != now.run:
		return &source.Changed{Was: fmt.Sprintf("%s, run %d", n.state, n.run), Now: fmt.Sprintf("%s, run %d", now.state, now.run)}
	}
	for _, column := range slices.Sorted(maps.Keys(was)) {
		if !sameValue(was[column], is[column]) {
			return &source.Changed{Was: n.state + " with " + quoted(column, was), Now: now.state + " with " + quoted(column, is)}
		}
	}
	return nil
}

func quoted(column string, row map[string]any) string {
	if row[column] == nil {
		return "no " + column
	}
	text := []rune(cell{row[column]}.text())
	if len(text) > 40 {
		text = append(text[:39], '…')
	}
	return fmt.Sprintf("%s %q", column, string(text))
}

func sameValue(a, b any) bool {
	x, ok := a.([]byte)
	y, ok2 := b.([]byte)
	if ok || ok2 {
		return ok && ok2 && slices.Equal(x, y)
	}
	return a == b
}
