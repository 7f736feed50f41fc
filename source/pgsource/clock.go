package pgsource

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"notdone/model"
	"notdone/source"
)

// Clock is how far the server's clock is ahead of that of this machine. What the rows tell
// is by the server's clock: whether a lease has run out is judged by it, and it is what an
// action writes. Cases have times of this machine's clock, by which ages are shown.
type Clock struct{ ahead atomic.Int64 } // nanoseconds

// leastAhead is a difference that is no more than a slow answer and two clocks that are
// kept.
const leastAhead = 5 * time.Second

// Options returns the options of a queue whose clock is the server's.
func (c *Clock) Options(o source.Options) source.Options {
	now, alive, aliveIn := o.Now, o.Alive, o.AliveIn
	o.Now = func() time.Time { return now().Add(c.difference()) }
	if alive != nil {
		o.Alive = func(pid int, since time.Time) model.Liveness { return alive(pid, c.here(since)) }
	}
	if aliveIn != nil {
		o.AliveIn = func(namespace string, pid int, since time.Time) model.Liveness {
			return aliveIn(namespace, pid, c.here(since))
		}
	}
	return o
}

func (c *Clock) difference() time.Duration { return time.Duration(c.ahead.Load()) }

// measure compares the clocks, over a new connection.
func (c *Clock) measure(ctx context.Context, conn *pgx.Conn) error {
	var there time.Time
	began := time.Now()
	if err := conn.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&there); err != nil {
		return err
	}
	c.note(there, began, leastAhead+time.Since(began))
	return nil
}

// slowAnswer is how long an answer may take that is asked for something else and tells the
// server's time as well.
const slowAnswer = time.Second

// follow compares the clocks again, by the time in an answer to a question that began at a
// time of this machine's, and reports whether they differ otherwise than before.
func (c *Clock) follow(there, began time.Time) (other bool) {
	return time.Since(began) < slowAnswer && c.note(there, began, leastAhead)
}

// note takes a difference of at least some time, and reports whether it is another one.
func (c *Clock) note(there, began time.Time, least time.Duration) (other bool) {
	ahead := there.Sub(began.Add(time.Since(began) / 2)).Round(time.Second)
	if ahead.Abs() < least {
		ahead = 0
	}
	if other = (ahead - c.difference()).Abs() >= leastAhead; other {
		c.ahead.Store(int64(ahead))
	}
	return other
}

// fact says that the clocks differ; none: they do not.
func (c *Clock) fact() []source.Fact {
	ahead, how := c.difference(), "ahead of"
	switch {
	case ahead == 0:
		return nil
	case ahead < 0:
		ahead, how = -ahead, "behind"
	}
	return []source.Fact{{
		Name:  "the server's clock",
		Value: fmt.Sprintf("%v %s that of this machine: leases are judged by the server's, times are shown by this machine's", ahead, how),
	}}
}

// here returns a time of the server's clock by that of this machine.
func (c *Clock) here(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.Add(-c.difference())
}

// translate gives cases that were read the times of this machine's clock.
func (c *Clock) translate(cases []model.Case) {
	if c.difference() == 0 {
		return
	}
	for i := range cases {
		one := &cases[i]
		all := []*time.Time{
			&one.Task.Created, &one.Task.Started, &one.Task.Finished, &one.Task.Updated, &one.Task.Due, &one.StandsUntil,
			&one.Facts.ClaimExpires, &one.Facts.Heartbeat, &one.Facts.BlockedAt, &one.Facts.Process.Since,
		}
		for j := range one.Runs {
			all = append(all, &one.Runs[j].Started, &one.Runs[j].Ended)
		}
		for j := range one.Events {
			all = append(all, &one.Events[j].At)
		}
		for _, t := range all {
			*t = c.here(*t)
		}
	}
}
