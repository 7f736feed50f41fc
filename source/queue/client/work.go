package client

import (
	"cmp"
	"context"
	"database/sql"
	"time"

	"notdone/source/sqlsource"
)

// Worker is what claims tasks. It has at most one task at a time.
type Worker struct {
	Name      string // no other worker of this queue has it, nor had it before
	Host      string
	PID       int
	Namespace string        // of the pid, as /proc/self/ns/pid names it; empty: not recorded
	Lease     time.Duration // how long a claim holds without a heartbeat
}

// Claim is a task that a worker has claimed.
type Claim struct {
	ID, Title, Body string
	Answer          string // the operator's answer to its last obstacle; may be empty
	Attempt         int    // this one, counted from 1
	MaxAttempts     int    // 0: no limit
	Run             int64  // the id of the row of this attempt
	Previous        *Previous
	LogPath         string // of this attempt, as the caller named it
}

// Previous is how the attempt before ended. Its texts are as the row holds them.
type Previous struct {
	Outcome, Output, Error string
	LogPath                string // relative to the folder of the queue file
}

// Claim claims the most urgent task that may run, in one transaction with the blocks
// expire, claim, namespace and log. It returns nil where there is none. logPath names the
// log of an attempt, relative to the folder of the queue file; nil: there is none. A claim
// of which it was not known whether it was done is found again.
func (c *Client) Claim(ctx context.Context, w *Worker, logPath func(*Claim) string) (claim *Claim, err error) {
	named := func(t *Tx) error {
		claim = &Claim{}
		if err := claim.read(t, w); err != nil || logPath == nil {
			return err
		}
		claim.LogPath = logPath(claim)
		_, err = t.Do("log", w.Name, claim.LogPath)
		return err
	}
	again := func(t *Tx) (found bool, err error) {
		id := ""
		err = t.Read("SELECT id FROM tasks WHERE state = 'active' AND claimed_by = ?1", func(scan func(...any) error) error { return scan(&id) }, w.Name)
		if err != nil || id == "" {
			return false, err
		}
		if found, err = t.Heartbeat(w, id); found {
			err = named(t)
		}
		return found, err
	}
	err = c.transactAs(ctx, w, again, func(t *Tx) error {
		claim = nil
		if _, err := t.Do("expire"); err != nil {
			return err
		}
		changed, err := t.Do("claim", w.Name, w.Lease.Milliseconds(), w.Host, w.PID, nil)
		if err != nil || changed[0] == 0 {
			return err
		}
		if w.Namespace != "" && c.version > 1 {
			if _, err := t.Do("namespace", w.Name, w.Namespace); err != nil {
				return err
			}
		}
		return named(t)
	})
	if err != nil {
		return nil, err
	}
	return claim, nil
}

// read reads what the worker has claimed.
func (n *Claim) read(t *Tx, w *Worker) error {
	var body, answer sql.NullString
	var most sql.NullInt64
	var lease any
	err := t.Read("claimed", func(scan func(...any) error) error {
		return scan(&n.ID, &n.Title, &body, &answer, &n.Attempt, &most, &lease)
	}, w.Name)
	if err != nil {
		return err
	}
	n.Body, n.Answer, n.MaxAttempts = body.String, answer.String, int(most.Int64)
	err = t.Read("SELECT max(id) FROM runs WHERE task_id = ?1", func(scan func(...any) error) error { return scan(&n.Run) }, n.ID)
	if err != nil {
		return err
	}
	return t.Read("previous", func(scan func(...any) error) error {
		var outcome, output, problem, log sql.NullString
		err := scan(&outcome, &output, &problem, &log)
		n.Previous = &Previous{Outcome: outcome.String, Output: output.String, Error: problem.String, LogPath: log.String}
		return err
	}, n.ID)
}

// Heartbeat renews the lease of a task within the transaction. It reports whether the
// worker still has it; if not, the worker must stop: another one may work on it.
func (t *Tx) Heartbeat(w *Worker, id string) (held bool, err error) {
	n, err := t.Do("heartbeat", id, w.Name, w.Lease.Milliseconds())
	return err == nil && n[0] > 0, err
}

// Report is what an attempt left and cost. Nil is unknown.
type Report struct {
	Output       string // the agent's last message
	Error        string
	CostUSD      *float64
	Tokens       *int64
	ToolCalls    *int
	FilesChanged *int
	Messages     *int
	ExitCode     *int
}

func (r *Report) counts() []any {
	return []any{r.CostUSD, r.Tokens, r.ToolCalls, r.FilesChanged, r.Messages, r.ExitCode}
}

// The ends of an attempt. Each reports whether the worker still had the task; if not,
// its state is left as it is, for another one has it.

// end runs the block that ends an attempt and reports whether the worker still had the task.
// outcome is what the block makes of the run: a call that may have been done although it
// failed has ended it so.
func (c *Client) end(ctx context.Context, w *Worker, id, outcome, block string, args ...any) (held bool, err error) {
	ended := func(t *Tx) (bool, error) {
		last := ""
		err := t.Read("SELECT coalesce(outcome, '') FROM runs WHERE task_id = ?1 AND worker = ?2 AND ended_at IS NOT NULL ORDER BY id DESC LIMIT 1",
			func(scan func(...any) error) error { return scan(&last) }, id, w.Name)
		held = last == outcome
		return held, err
	}
	err = c.transactAs(ctx, w, ended, func(t *Tx) error {
		n, err := t.Do(block, args...)
		held = err == nil && n[len(n)-1] > 0
		return err
	})
	return held && err == nil, err
}

// Finish ends a task whose agent gave an answer. outcome is the agent's own word: done,
// blocked, refused or failed; empty: it declared none, and the task is done.
func (c *Client) Finish(ctx context.Context, w *Worker, id, outcome string, r *Report) (held bool, err error) {
	return c.end(ctx, w, id, cmp.Or(outcome, "done"), "finish", append([]any{id, w.Name, sqlsource.OrNull(outcome), sqlsource.OrNull(r.Output)}, r.counts()...)...)
}

// Block blocks a task until an operator answers. kind is the name of an obstacle kind or
// empty; obstacle is what keeps the task from succeeding.
func (c *Client) Block(ctx context.Context, w *Worker, id, kind, obstacle string, r *Report) (held bool, err error) {
	return c.end(ctx, w, id, "blocked", "block", append(append([]any{id, w.Name, sqlsource.OrNull(kind), obstacle}, r.counts()...), sqlsource.OrNull(r.Output))...)
}

// Fail fails a task for good. outcome is how the attempt ended: failed, crashed,
// timed_out, budget, spawn_failed or rate_limited.
func (c *Client) Fail(ctx context.Context, w *Worker, id, outcome string, r *Report) (held bool, err error) {
	return c.end(ctx, w, id, cmp.Or(outcome, "failed"), "fail", r.failure(w, id, outcome)...)
}

// Retry is Fail for a task that is to be tried again after the wait. Without an attempt
// left it fails.
func (c *Client) Retry(ctx context.Context, w *Worker, id, outcome string, r *Report, wait time.Duration) (held bool, err error) {
	return c.end(ctx, w, id, cmp.Or(outcome, "failed"), "retry", append(r.failure(w, id, outcome), wait.Milliseconds())...)
}

func (r *Report) failure(w *Worker, id, outcome string) []any {
	return append(append([]any{id, w.Name, cmp.Or(outcome, "failed"), sqlsource.OrNull(r.Error)}, r.counts()...), sqlsource.OrNull(r.Output))
}

// Release gives a task back as it was before the claim, since the worker stops. The error
// of the report says why. The attempt does not count; what it cost does.
func (c *Client) Release(ctx context.Context, w *Worker, id string, r *Report) (held bool, err error) {
	return c.end(ctx, w, id, "released", "release", append(append([]any{id, w.Name, r.Error}, r.counts()...), sqlsource.OrNull(r.Output))...)
}
