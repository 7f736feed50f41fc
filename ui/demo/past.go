package demo

import (
	"context"
	"time"
)

const (
	hour = time.Hour
	day  = 24 * hour
)

// asked writes that a task was asked for so long ago.
func (w *world) asked(ctx context.Context, t *task, ago time.Duration) error {
	when := millis(time.Now().Add(-ago))
	_, err := w.client.exec(ctx, `INSERT INTO tasks (id, title, body, priority, max_attempts, created_at, updated_at, changed_by)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, 'mira')`, t.id, t.title, t.body, t.priority, t.most, when)
	w.tasks[t.id] = t
	return err
}

// tried writes an attempt that began so long ago, as the task's script has it.
func (w *world) tried(ctx context.Context, t *task, ago time.Duration) error {
	e := t.next()
	x := w.spend(e)
	began := time.Now().Add(-ago)
	from, to := millis(began), millis(began.Add(min(x.took*time.Duration(3+w.rng.IntN(20)), ago/2)))
	name := workers[w.rng.IntN(len(workers))]
	if _, err := w.client.exec(ctx, `UPDATE tasks SET state = 'active', attempts = attempts + 1, claimed_by = ?2,
		claimed_at = ?3, heartbeat_at = ?3, outcome = NULL, obstacle = NULL, obstacle_kind = NULL, finished_at = NULL,
		changed_by = ?2, updated_at = ?3 WHERE id = ?1`, t.id, name, from); err != nil {
		return err
	}
	outcome, failure := "done", any(nil)
	switch e.how {
	case "block":
		outcome = "blocked"
	case "fail", "retry":
		outcome, failure = e.word, e.short
	}
	if _, err := w.client.exec(ctx, `INSERT INTO runs (task_id, attempt, worker, host, started_at, ended_at, outcome, output, error,
		exit_code, tool_calls, files_changed, messages, cost_usd, tokens)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)`,
		t.id, t.attempts, name, w.host, from, to, outcome, orNull(e.said), failure,
		x.exit, x.tools, x.files, x.messages, x.cost, x.tokens); err != nil {
		return err
	}
	const end = `UPDATE tasks SET claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, changed_by = ?2, updated_at = ?3,
		cost_usd = coalesce(cost_usd, 0) + ?4, tokens = coalesce(tokens, 0) + ?5, `
	args := []any{t.id, name, to, x.cost, x.tokens}
	var err error
	switch e.how {
	case "finish":
		_, err = w.client.exec(ctx, end+`state = 'done', finished_at = ?3, result = ?6 WHERE id = ?1`, append(args, orNull(e.said))...)
	case "block":
		_, err = w.client.exec(ctx, end+`state = 'blocked', outcome = 'blocked', obstacle_kind = ?6, obstacle = ?7, change_note = ?7
			WHERE id = ?1`, append(args, e.word, e.short)...)
	case "retry":
		_, err = w.client.exec(ctx, end+`state = CASE WHEN attempts >= max_attempts THEN 'failed' ELSE 'queued' END,
			finished_at = CASE WHEN attempts >= max_attempts THEN ?3 END, change_note = ?6 WHERE id = ?1`, append(args, e.short)...)
	}
	return err
}

// back writes that an operator put a task back so long ago.
func (w *world) back(ctx context.Context, t *task, ago time.Duration, answer any) error {
	_, err := w.client.exec(ctx, `UPDATE tasks SET state = 'queued', answer = coalesce(?2, answer), obstacle = NULL, obstacle_kind = NULL,
		outcome = NULL, result = NULL, finished_at = NULL, changed_by = 'mira', updated_at = ?3 WHERE id = ?1`,
		t.id, answer, millis(time.Now().Add(-ago)))
	return err
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// ended writes a task and its attempts, the first of them so long ago.
func (w *world) ended(ctx context.Context, t *task, ago time.Duration, attempts int) error {
	if err := w.asked(ctx, t, ago+w.between(time.Minute, 20*time.Minute)); err != nil {
		return err
	}
	for i := range attempts {
		if err := w.tried(ctx, t, ago-ago*time.Duration(i)/8); err != nil {
			return err
		}
	}
	return nil
}

// writePast writes the days before the demo began.
func (w *world) writePast(ctx context.Context) error {
	for i := range 44 {
		ago := time.Duration(i)*3*hour + w.between(20*time.Minute, 3*hour)
		if err := w.ended(ctx, w.honestTask(), ago, 1); err != nil {
			return err
		}
	}
	for i := range causes {
		c := &causes[i]
		for j, from := range c.wishes {
			ago := time.Duration(i+1)*2*hour + time.Duration(j)*9*hour + w.between(0, hour)
			if err := w.ended(ctx, w.inTheWay(c, from), ago, 1); err != nil {
				return err
			}
		}
	}
	for _, write := range []func(context.Context) error{
		w.pastFailures, w.pastBriefing, w.pastInvoices, w.pastPrices, w.pastWaiting, w.pastFrozen,
	} {
		if err := write(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) pastFailures(ctx context.Context) error {
	for i, t := range []*task{w.overBudget(), w.overBudget(), w.lostCause()} {
		if err := w.ended(ctx, t, time.Duration(3+5*i)*hour, len(t.script)); err != nil {
			return err
		}
	}
	for i := range shaky {
		if err := w.ended(ctx, w.shakyTask(i), time.Duration(6+9*i)*hour, 2); err != nil {
			return err
		}
	}
	for range 2 {
		t := w.honestTask()
		if err := w.asked(ctx, t, 30*hour); err != nil {
			return err
		}
		when := millis(time.Now().Add(-w.between(20*hour, 28*hour)))
		if _, err := w.client.exec(ctx, `UPDATE tasks SET state = 'cancelled', finished_at = ?2, updated_at = ?2,
			changed_by = 'mira', change_note = 'not needed any more' WHERE id = ?1`, t.id, when); err != nil {
			return err
		}
	}
	return nil
}
