package queue

import (
	"context"
	"time"

	"notdone/source/sqlitedb"
)

// rarely is how many times longer than a count takes the next one waits.
const rarely = 100

// census notices tasks that vanish without a trace in the history, by counting
// them: rarely when that takes long.
type census struct {
	counted bool // tasks holds a count
	tasks   int64
	// balance is how many tasks the history has added and taken since.
	balance int64
	waiting bool // something changed since
	next    time.Time
}

// note takes one event of the history into account.
func (c *census) note(kind, to string) {
	switch {
	case kind == "created":
		c.balance++
	case kind == "edited" && to == "":
		c.balance--
	}
}

// due reports whether a count was put off and may be made now.
func (c *census) due(now time.Time) bool {
	return c.waiting && !now.Before(c.next)
}

// count compares the number of tasks with what it should be, if it may, and
// reports whether they differ. It is called when the history has been read to
// its end, in the same snapshot.
func (c *census) count(ctx context.Context, q sqlitedb.Queryer, now time.Time) (differs bool, err error) {
	c.waiting = true
	if !c.due(now) {
		return false, nil
	}
	begun := time.Now()
	var n int64
	if err := q.QueryRowContext(ctx, `SELECT count(*) FROM tasks`).Scan(&n); err != nil {
		return false, err
	}
	differs = c.counted && n != c.tasks+c.balance
	*c = census{counted: true, tasks: n, next: now.Add(rarely * time.Since(begun))}
	return differs, nil
}
