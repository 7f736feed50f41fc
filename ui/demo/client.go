package demo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	_ "modernc.org/sqlite" // what the fleet's own process writes with

	"notdone/source/queue/schema"
)

// operator is who asks for tasks and answers.
const operator = "mira"

// dial opens a database that there is, and dialNew one that may have to be made.
func dial(path string) (*sql.DB, error)    { return dialMode(path, "rw") }
func dialNew(path string) (*sql.DB, error) { return dialMode(path, "rwc") }

func dialMode(path, mode string) (*sql.DB, error) {
	name := (&url.URL{Scheme: "file", Path: path, RawQuery: "mode=" + mode + "&_pragma=busy_timeout(5000)&_pragma=synchronous(off)"}).String()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // so that a transaction is one whatever runs its statements
	return db, nil
}

func (w *world) exec(ctx context.Context, query string, args ...any) error {
	return execOn(ctx, w.db, query, args...)
}

func execOn(ctx context.Context, db *sql.DB, query string, args ...any) error {
	if _, err := db.ExecContext(ctx, query, args...); err != nil {
		return fmt.Errorf("%.60s: %w", query, err)
	}
	return nil
}

// nowSQL is how a queue's statements write the present time.
const nowSQL = "CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)"

// call runs a block of the statements that clients of a queue file use. In the past, which
// is one transaction, they happen at w.past.
func (w *world) call(ctx context.Context, block string, args ...any) error {
	statements := schema.Statements(block)
	if len(statements) == 0 {
		return fmt.Errorf("no statement is called %q", block)
	}
	for _, s := range statements {
		bare := s == "BEGIN IMMEDIATE;" || s == "COMMIT;"
		given := args
		switch {
		case bare && !w.past.IsZero():
			continue
		case bare:
			given = nil
		case !w.past.IsZero():
			at := strconv.FormatInt(w.past.UnixMilli(), 10)
			s = strings.ReplaceAll(s, nowSQL, at)
			s = strings.Replace(s, "UPDATE tasks SET ", "UPDATE tasks SET updated_at = "+at+", ", 1)
		}
		if err := w.exec(ctx, s, given...); err != nil {
			return fmt.Errorf("%s: %w", block, err)
		}
	}
	return nil
}

// ids reads one column of text.
func ids(ctx context.Context, db *sql.DB, query string, args ...any) (ids []string, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%.60s: %w", query, err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// time is when what happens now happens.
func (w *world) time() time.Time {
	if !w.past.IsZero() {
		return w.past
	}
	return time.Now()
}

// askFor adds a task of a plot.
func (w *world) askFor(ctx context.Context, p *plot) (*task, error) {
	var before *task
	if p.waitsFor != "" {
		before = w.newest[plotOf(p.waitsFor)]
	}
	t := w.deal(p)
	priority, state, runAt := p.priority, "queued", any(nil)
	if priority == 0 {
		priority = w.rng.IntN(4)
	}
	if p.delayed {
		later := w.real(w.between(30*time.Second, 2*time.Minute))
		if !w.past.IsZero() {
			later = w.between(7*day, 12*day)
		}
		state, runAt = "scheduled", w.time().Add(later).UnixMilli()
	}
	err := w.exec(ctx, `INSERT INTO tasks (id, title, body, priority, state, run_at, max_attempts, changed_by, created_at, updated_at)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9)`,
		t.id, t.title, t.body, priority, state, runAt, p.most, operator, w.time().UnixMilli())
	if err == nil && before != nil {
		err = w.call(ctx, "depend", before.id, t.id)
	}
	return t, err
}

// claim lets a worker claim a task and returns its id; empty: there was none.
func (w *world) claim(ctx context.Context, worker, host string, lease time.Duration) (string, error) {
	if err := w.call(ctx, "claim", worker, lease.Milliseconds(), host, os.Getpid(), nil); err != nil {
		return "", err
	}
	return w.claimed(ctx, worker)
}

// claimed returns the id of the task that a worker has claimed; empty: none.
func (w *world) claimed(ctx context.Context, worker string) (string, error) {
	found, err := ids(ctx, w.db, `SELECT id FROM tasks WHERE state = 'active' AND claimed_by = ?`, worker)
	if err != nil || len(found) == 0 {
		return "", err
	}
	return found[0], nil
}

// report ends an attempt.
func (w *world) report(ctx context.Context, t *task, worker string, e ending) error {
	tools, files, messages, exit := 3+w.rng.IntN(40), 1+w.rng.IntN(14), 6+w.rng.IntN(60), 0
	if e.idle {
		tools, files, messages = 1+w.rng.IntN(3), 0, 2+w.rng.IntN(6)
	}
	if e.word == crash.word {
		exit = 137
	}
	tokens := messages*(900+w.rng.IntN(2600)) + w.rng.IntN(900)
	dollars := float64(tokens*(3+w.rng.IntN(6))/1000) / 1000
	var said any
	if e.said != "" {
		said = e.said
	}
	t.wrong = e.idle && e.block == "finish"
	args := []any{t.id, worker, e.word, e.note, dollars, tokens, tools, files, messages, exit, said}
	switch e.block {
	case "finish":
		args = append([]any{t.id, worker, nil, said}, args[4:10]...)
	case "retry":
		args = append(args, w.real(6*time.Second).Milliseconds())
	}
	return w.call(ctx, e.block, args...)
}

// putBack lets the operator answer a blocked task, or ask again for one that is over.
func (w *world) putBack(ctx context.Context, id string) error {
	reply := "Go on, please."
	if t := w.tasks[id]; t != nil && len(t.plot.replies) > 0 {
		reply = t.plot.replies[t.attempts%len(t.plot.replies)]
	}
	return errors.Join(w.call(ctx, "unblock", id, operator, reply, nil), w.call(ctx, "requeue", id, operator, nil))
}
