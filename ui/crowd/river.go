package crowd

import "time"

// river is River's table of jobs in SQLite, whose jobs record what they put out.
var river = system{statuses: &riverState, count: "SELECT state, count(*) FROM river_job GROUP BY state", rows: riverRows, unit: time.Second, renew: riverRenew, files: one(file{
	make: makes("PRAGMA journal_mode=wal;" + Shape("river")),
	tables: []string{`INSERT INTO river_job (id, args, attempt, attempted_at, attempted_by, created_at, errors, finalized_at, kind, max_attempts,
		metadata, priority, queue, state, scheduled_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 3, ?, ?, ?, ?, ?)`},
})}

// riverRenew has the jobs that run begin at ?1, those that wait wait since then, and those to come until ?2.
const riverRenew = `UPDATE river_job SET
	attempted_at = CASE state WHEN 'running' THEN strftime('%Y-%m-%d %H:%M:%f', ?1, 'unixepoch') ELSE attempted_at END,
	scheduled_at = CASE state WHEN 'scheduled' THEN strftime('%Y-%m-%d %H:%M:%f', ?2, 'unixepoch')
		WHEN 'available' THEN strftime('%Y-%m-%d %H:%M:%f', ?1, 'unixepoch') ELSE scheduled_at END
	WHERE state IN ('running', 'available', 'scheduled')`

// Words of River for the states. A job that is blocked is snoozed.
var riverState = [...]string{
	done: "completed", blocked: "scheduled", failed: "discarded", cancelled: "cancelled", falseDone: "completed",
	active: "running", waiting: "available", scheduled: "scheduled",
}

func riverRows(f *file, t *task) {
	stamp := func(at time.Time) any {
		if at.IsZero() {
			return nil
		}
		return at.UTC().Format("2006-01-02 15:04:05.000000")
	}
	var failures []map[string]any
	var begun, ended time.Time
	metadata := map[string]any{}
	for i := range t.tries {
		run := &t.tries[i]
		begun, ended = run.begun, run.ended
		if run.err != "" {
			failures = append(failures, map[string]any{"at": isoTime(run.ended), "attempt": i + 1, "error": run.err, "trace": ""})
		}
		if run.text != "" {
			metadata["output"] = run.text
		}
	}
	due := t.created
	if t.state == blocked || t.state == scheduled {
		due, ended = f.now.Add(24*time.Hour), time.Time{}
	}
	var errs any
	if failures != nil {
		errs = encode(failures)
	}
	f.add(0, t.created, t.n+1, encode(map[string]string{"title": t.title, "prompt": t.body}), len(t.tries), stamp(begun), encode([]string{t.worker}),
		stamp(t.created), errs, stamp(ended), "agent_run", encode(metadata), 1+t.priority, "default", riverState[t.state], stamp(due))
}
