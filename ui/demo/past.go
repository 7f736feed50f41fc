package demo

import (
	"context"
	"errors"
	"time"
)

const (
	minute = time.Minute
	hour   = time.Hour
	day    = 24 * hour
)

// chapter is a part of the past: tasks of one plot.
type chapter struct {
	plot   string
	tasks  int
	ago    time.Duration // when the newest task was asked for
	step   time.Duration // between the tasks
	spread time.Duration // a random part of that
	tries  int           // attempts at each task
	pause  time.Duration // between the attempts, at least half an hour
}

// past is what happened before the start. Of what is claimed, at most one task may be
// claimed at any time, so what waits comes last.
var past = []chapter{
	{plot: "plain", tasks: 44, ago: 40 * minute, step: 3 * hour, spread: 150 * minute, tries: 1},
	{plot: "bucket", tasks: 3, ago: 2 * hour, step: 9 * hour, spread: hour, tries: 1},
	{plot: "wiki", tasks: 2, ago: 4 * hour, step: 9 * hour, spread: hour, tries: 1},
	{plot: "token", tasks: 4, ago: 6 * hour, step: 9 * hour, spread: hour, tries: 1},
	{plot: "retention", tasks: 2, ago: hour, step: 8 * hour, spread: hour, tries: 1},
	{plot: "replica", tasks: 2, ago: 10 * hour, step: 9 * hour, spread: hour, tries: 1},
	{plot: "budget", tasks: 2, ago: 3 * hour, step: 5 * hour, tries: 2, pause: 40 * minute},
	{plot: "hopeless", tasks: 1, ago: 13 * hour, tries: 3, pause: 80 * minute},
	{plot: "shaky", tasks: 2, ago: 6 * hour, step: 9 * hour, tries: 2, pause: 45 * minute},
	{plot: "briefing", tasks: 1, ago: 11*day + 6*hour, tries: 12, pause: day},
	{plot: "invoices", tasks: 4, ago: 3 * hour, step: day, tries: 1},
	{plot: "prices", tasks: 1, ago: 17 * hour, tries: 4, pause: 5 * hour},
	{plot: "weekly", tasks: 2, ago: 5 * day},
	{plot: "page", tasks: 1, ago: 38 * minute},
	{plot: "news", tasks: 1, ago: 36 * minute},
	{plot: "plain", tasks: 5, ago: minute, step: 2 * minute, spread: minute},
}

// writePast writes what happened before the start, in one transaction.
func (w *world) writePast(ctx context.Context) error {
	start := time.Now()
	if err := w.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	for _, c := range past {
		for i := c.tasks - 1; i >= 0; i-- {
			w.past = start.Add(-c.ago - time.Duration(i)*c.step - w.between(0, c.spread))
			if err := w.writeTask(ctx, &c); err != nil {
				return err
			}
		}
	}
	for range 2 {
		w.past = start.Add(-30 * hour)
		t, err := w.askFor(ctx, plotOf("plain"))
		w.past = w.past.Add(w.between(2*hour, 9*hour))
		if err := errors.Join(err, w.call(ctx, "cancel", t.id, operator, "not needed any more")); err != nil {
			return err
		}
	}
	w.past = start.Add(-95 * minute)
	if err := w.loseWorker(ctx); err != nil {
		return err
	}
	w.past = time.Time{}
	// A run or a link that is added changes its tasks now.
	return errors.Join(
		w.exec(ctx, `UPDATE tasks SET updated_at = (SELECT max(at) FROM events WHERE task_id = tasks.id)`),
		w.exec(ctx, "COMMIT"))
}

// writeTask writes a task that was asked for at w.past, and the attempts at it.
func (w *world) writeTask(ctx context.Context, c *chapter) error {
	asked := w.past
	t, err := w.askFor(ctx, plotOf(c.plot))
	if err != nil {
		return err
	}
	for i := range c.tries {
		w.past = asked.Add(time.Duration(i) * c.pause)
		if i > 0 {
			if err := w.putBack(ctx, t.id); err != nil {
				return err
			}
		}
		w.past = w.past.Add(w.between(minute, 15*minute))
		worker := workers[w.rng.IntN(len(workers))]
		if _, err := w.claim(ctx, worker, w.host, lease); err != nil {
			return err
		}
		e := w.attempt(t)
		w.past = w.past.Add(w.between(minute, 14*minute))
		if err := w.report(ctx, t, worker, e); err != nil {
			return err
		}
	}
	return nil
}
