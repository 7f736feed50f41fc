package demo

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// clawName is the folder of a small NanoClaw installation, whose host and container the
// fleet plays. Its databases are written as those two do: v2.db stays open, the pair of
// the session is opened and closed each time.
const clawName = "nanoclaw"

const (
	clawAgent   = "ag-1776000000000-home01"
	clawSession = "sess-1776000000000-home01"
)

//go:embed shapes/nanoclaw.sql
var clawTables string

// series is a scheduled task of the installation.
type series struct {
	id, cron, prompt, says string
	step                   time.Duration // between its runs, in the past
	past                   int           // runs before the start
	silent                 int           // how many of these, the last ones, sent nothing
	every                  time.Duration // between its runs from now on
}

// schedule is what the installation runs. The briefing sends nothing on its own any more;
// what an operator asks for again is answered.
var schedule = []*series{
	{
		"task-1776000000001-brief1", "0 7 * * *", "Morning briefing: yesterday's orders, open incidents, today's on-call.",
		"Good morning. 412 orders, no open incident, Ada is on call.", day, 9, 3, 3 * minute,
	},
	{
		"task-1776000000002-stock1", "*/5 * * * *", "Check the warehouse stock and name what runs low.",
		"All 1,204 articles are above their reorder point.", 5 * minute, 6, 0, 40 * time.Second,
	},
}

// claw is the installation while it lives.
type claw struct {
	w       *world
	root    string
	central *sql.DB
	working string        // the row that the container works on; empty: none
	until   time.Duration // when it is through with it
	begun   map[*series]bool
	rows    int // runs that were added to series, so that ids differ
}

func newClaw(w *world, root string) (*claw, error) {
	c := &claw{w: w, root: root, begun: map[*series]bool{}}
	if err := os.MkdirAll(c.session(""), 0o700); err != nil {
		return nil, err
	}
	var err error
	for _, part := range strings.Split(clawTables, "-- file: ")[1:] {
		name, statements, _ := strings.Cut(part, "\n")
		path := c.session(name)
		if strings.Contains(name, "/") {
			path = filepath.Join(root, name)
		}
		db, dialErr := dialNew(path)
		if dialErr != nil {
			return nil, dialErr
		}
		if _, err = db.ExecContext(context.Background(), statements); err != nil {
			return nil, errors.Join(err, db.Close())
		}
		if c.central == nil {
			c.central = db // the host's
		} else if err := db.Close(); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *claw) session(name string) string {
	return filepath.Join(c.root, "data", "v2-sessions", clawAgent, clawSession, name)
}

// The two ways in which NanoClaw writes times.
func spaceTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") }
func isoTime(t time.Time) string   { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// in and out write to a file of the pair.
func (c *claw) in(ctx context.Context, query string, args ...any) error {
	return once(ctx, c.session("inbound.db"), query, args...)
}

func (c *claw) out(ctx context.Context, query string, args ...any) error {
	return once(ctx, c.session("outbound.db"), query, args...)
}

// once writes to a database that is opened for it.
func once(ctx context.Context, path, query string, args ...any) error {
	db, err := dial(path)
	if err != nil {
		return err
	}
	return errors.Join(execOn(ctx, db, query, args...), db.Close())
}

// ask reads one column of text of a file of the pair.
func (c *claw) ask(ctx context.Context, name, query string, args ...any) ([]string, error) {
	db, err := dial(c.session(name))
	if err != nil {
		return nil, err
	}
	found, err := ids(ctx, db, query, args...)
	return found, errors.Join(err, db.Close())
}

// plan adds a run of a series that is due at a time.
func (c *claw) plan(ctx context.Context, s *series, made, due time.Time) (id string, err error) {
	if id = s.id; c.begun[s] { // the first run of a series gives it its name
		c.rows++
		id = fmt.Sprintf("task-%d-run%03d", made.UnixMilli(), c.rows%1000)
	}
	c.begun[s] = true
	content, err := json.Marshal(map[string]any{"prompt": s.prompt, "script": nil})
	if err != nil {
		return "", err
	}
	return id, c.in(ctx, `INSERT INTO messages_in (id, seq, kind, timestamp, process_after, recurrence, series_id, platform_id, channel_type, content)
		SELECT ?1, coalesce(max(seq), 0) + 2, 'task', ?2, ?3, ?4, ?5, 'telegram:6', 'telegram', ?6 FROM messages_in`,
		id, spaceTime(made), isoTime(due), s.cron, s.id, string(content))
}

// finish ends the turn of a row, which sent what is said.
func (c *claw) finish(ctx context.Context, id, said string, at time.Time) error {
	var err error
	if said != "" {
		content, _ := json.Marshal(map[string]string{"text": said}) // a text always can
		message := "msg-" + id
		err = errors.Join(
			c.out(ctx, `INSERT INTO messages_out (id, seq, timestamp, kind, platform_id, channel_type, content)
				SELECT ?1, coalesce(max(seq), 1) + 2, ?2, 'chat', 'telegram:6', 'telegram', ?3 FROM messages_out`, message, spaceTime(at), string(content)),
			c.in(ctx, `INSERT INTO delivered VALUES (?1, 'telegram-' || ?1, 'delivered', ?2)`, message, spaceTime(at)))
	}
	return errors.Join(err,
		c.out(ctx, `INSERT OR REPLACE INTO processing_ack VALUES (?, 'completed', ?)`, id, spaceTime(at)),
		c.in(ctx, `UPDATE messages_in SET status = 'completed', recurrence = NULL WHERE id = ?`, id))
}

// begin writes what the installation did before the start.
func (c *claw) begin(ctx context.Context) error {
	now := time.Now()
	err := errors.Join(
		execOn(ctx, c.central, `INSERT INTO agent_groups VALUES (?, 'Home', 'home', 'claude', ?)`, clawAgent, isoTime(now)),
		execOn(ctx, c.central, `INSERT INTO sessions (id, agent_group_id, created_at) VALUES (?, ?, ?)`, clawSession, clawAgent, isoTime(now)))
	for _, s := range schedule {
		for i := range s.past {
			due := now.Add(-time.Duration(s.past-i) * s.step).Add(-7 * minute)
			id, planErr := c.plan(ctx, s, due.Add(-s.step), due)
			said := s.says
			if i >= s.past-s.silent {
				said = ""
			}
			err = errors.Join(err, planErr, c.finish(ctx, id, said, due.Add(40*time.Second)))
		}
		_, planErr := c.plan(ctx, s, now.Add(-s.step), now.Add(s.step-s.step/4))
		err = errors.Join(err, planErr)
		c.w.every(s.every/4, s.every, s.every+s.every/3, func(ctx context.Context) error { return c.fire(ctx, s) })
	}
	c.w.every(3*time.Second, 3*time.Second, 5*time.Second, c.sweep)
	return err
}

// fire makes the next run of a series due: the days of the demo are short.
func (c *claw) fire(ctx context.Context, s *series) error {
	return c.in(ctx, `UPDATE messages_in SET process_after = ? WHERE series_id = ? AND status = 'pending' AND recurrence IS NOT NULL`,
		isoTime(time.Now()), s.id)
}

// sweep lets the container end its turn, or take the next row that is due.
func (c *claw) sweep(ctx context.Context) error {
	if c.working != "" {
		if c.w.now < c.until {
			return c.beat()
		}
		return c.endTurn(ctx)
	}
	due, err := c.ask(ctx, "inbound.db", `SELECT id FROM messages_in WHERE kind = 'task' AND status = 'pending' AND trigger = 1
		AND julianday(coalesce(process_after, timestamp)) <= julianday('now') ORDER BY seq DESC LIMIT 1`)
	if err != nil || len(due) == 0 {
		return err
	}
	c.working, c.until = due[0], c.w.now+c.w.between(6*time.Second, 12*time.Second)
	return errors.Join(c.beat(), c.container(ctx, "running"),
		c.out(ctx, `INSERT OR REPLACE INTO processing_ack VALUES (?, 'processing', ?)`, c.working, spaceTime(time.Now())))
}

// endTurn ends the turn of the row that is worked on, and plans the next run of its series.
func (c *claw) endTurn(ctx context.Context) error {
	id := c.working
	c.working = ""
	of, err := c.ask(ctx, "inbound.db", `SELECT coalesce(series_id, id) || ' ' || (recurrence IS NOT NULL) FROM messages_in WHERE id = ?`, id)
	if err != nil || len(of) == 0 {
		return err
	}
	now := time.Now()
	name, planned, _ := strings.Cut(of[0], " ")
	for _, s := range schedule {
		if s.id != name {
			continue
		}
		said := s.says
		if planned == "1" {
			if s.silent > 0 {
				said = ""
			}
			_, err = c.plan(ctx, s, now, now.Add(s.step))
		}
		err = errors.Join(err, c.finish(ctx, id, said, now), c.tidy(ctx, s))
	}
	return errors.Join(err, c.container(ctx, "stopped"))
}

// maxTurns is how many runs of a series stay. The oldest go.
const maxTurns = 14

func (c *claw) tidy(ctx context.Context, s *series) error {
	old, err := c.ask(ctx, "inbound.db", `SELECT id FROM messages_in WHERE series_id = ? AND status = 'completed' ORDER BY seq DESC LIMIT -1 OFFSET ?`, s.id, maxTurns)
	for _, id := range old {
		err = errors.Join(err,
			c.in(ctx, `DELETE FROM messages_in WHERE id = ?`, id), c.in(ctx, `DELETE FROM delivered WHERE message_out_id = ?`, "msg-"+id),
			c.out(ctx, `DELETE FROM messages_out WHERE id = ?`, "msg-"+id), c.out(ctx, `DELETE FROM processing_ack WHERE message_id = ?`, id))
	}
	return err
}

func (c *claw) container(ctx context.Context, status string) error {
	return execOn(ctx, c.central, `UPDATE sessions SET container_status = ?, last_active = ?`, status, isoTime(time.Now()))
}

func (c *claw) beat() error { return os.WriteFile(c.session(".heartbeat"), nil, 0o600) }
