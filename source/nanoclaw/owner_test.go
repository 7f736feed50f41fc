package nanoclaw

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// This file is NanoClaw's own part: what its host and its runner do to the two files
// of a session (NanoClaw 2.0.64: src/db/session-db.ts, src/host-sweep.ts,
// src/modules/scheduling, container/agent-runner/src/db). Every operation of the host
// opens its file, writes and closes it again; statements are not one transaction
// unless they are in the original.

// release is one of those that treat acknowledgements differently.
type release int

const (
	released release = iota // 2.0.64
	proposed                // with pull request 2167: failures are failures
	later                   // after 2.1.54: failed runs are armed again, tasks can be cancelled
)

// owner is a host with the container of one session.
type owner struct {
	in, out string // the two files
	release release
	clock   func() time.Time
	made    int // ids that it has made up

	open bool // a turn has ended and its stream is still open, see push
	outs int
}

// withFile opens a file as the host and the runner do, and closes it again.
func withFile(ctx context.Context, path string, f func(*sql.Conn) error) (err error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	defer func() { err = errors.Join(err, db.Close()) }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	return f(conn)
}

// execOn runs statements on an open file, each for itself.
func execOn(ctx context.Context, c *sql.Conn, query string, args ...any) error {
	_, err := c.ExecContext(ctx, query, args...)
	return err
}

// list reads rows of texts; NULL is an empty one.
func list(ctx context.Context, c *sql.Conn, query string, args ...any) (all [][]string, err error) {
	rows, err := c.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		cells, into := make([]sql.NullString, len(names)), make([]any, len(names))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		texts := make([]string, len(names))
		for i := range cells {
			texts[i] = cells[i].String
		}
		all = append(all, texts)
	}
	return all, rows.Err()
}

// nextSeq is the host's next number: it is read in a statement of its own.
func nextSeq(ctx context.Context, c *sql.Conn) (seq int64, err error) {
	err = c.QueryRowContext(ctx, `SELECT COALESCE(MAX(seq), 0) FROM messages_in`).Scan(&seq)
	if seq < 2 {
		return 2, err
	}
	return seq + 2 - seq%2, err
}

// insertChat is what a message from a channel does (insertMessage).
func (o *owner) insertChat(ctx context.Context, id string) error {
	return withFile(ctx, o.in, func(c *sql.Conn) error {
		seq, err := nextSeq(ctx, c)
		if err != nil {
			return err
		}
		return execOn(ctx, c, `INSERT INTO messages_in (id, seq, kind, timestamp, status, platform_id, channel_type, content, series_id, trigger)
			VALUES (?1, ?2, 'chat', ?3, 'pending', 'telegram:1', 'telegram', '{"text":"hello"}', ?1, 1)`, id, seq, iso(o.clock()))
	})
}

// insertTask is what a schedule_task of the agent does (insertTask).
func (o *owner) insertTask(ctx context.Context, id string, due time.Time, recurrence any) error {
	return withFile(ctx, o.in, func(c *sql.Conn) error {
		seq, err := nextSeq(ctx, c)
		if err != nil {
			return err
		}
		return execOn(ctx, c, `INSERT INTO messages_in (id, seq, timestamp, status, tries, process_after, recurrence, kind, platform_id, channel_type, thread_id, content, series_id)
			VALUES (?1, ?2, ?3, 'pending', 0, ?4, ?5, 'task', 'telegram:1', 'telegram', NULL, '{"prompt":"Brief me","script":null}', ?1)`,
			id, seq, space(o.clock()), iso(due), recurrence)
	})
}

// series runs a statement on the live rows of a series (pauseTask, resumeTask, cancelTask).
func (o *owner) series(ctx context.Context, id, set, from string) error {
	return withFile(ctx, o.in, func(c *sql.Conn) error {
		return execOn(ctx, c, `UPDATE messages_in SET `+set+` WHERE (id = ?1 OR series_id = ?1) AND kind = 'task' AND status IN (`+from+`)`, id)
	})
}

func (o *owner) pause(ctx context.Context, id string) error {
	return o.series(ctx, id, `status = 'paused'`, `'pending'`)
}

func (o *owner) resume(ctx context.Context, id string) error {
	return o.series(ctx, id, `status = 'pending'`, `'paused'`)
}

func (o *owner) cancel(ctx context.Context, id string) error {
	status := "completed"
	if o.release == later {
		status = "cancelled"
	}
	return o.series(ctx, id, `status = '`+status+`', recurrence = NULL`, `'pending', 'paused'`)
}

// due counts the rows for which the host wakes a container (countDueMessages).
func (o *owner) due(ctx context.Context) (n int, err error) {
	err = withFile(ctx, o.in, func(c *sql.Conn) error {
		return c.QueryRowContext(ctx, `SELECT COUNT(*) FROM messages_in WHERE status = 'pending' AND trigger = 1
			AND (process_after IS NULL OR datetime(process_after) <= datetime(?))`, space(o.clock())).Scan(&n)
	})
	return n, err
}

// acks are the acknowledgements of the runner.
func (o *owner) acks(ctx context.Context) (acks map[string]string, err error) {
	acks = map[string]string{}
	err = withFile(ctx, o.out, func(c *sql.Conn) error {
		all, err := list(ctx, c, `SELECT message_id, status FROM processing_ack`)
		for _, a := range all {
			acks[a[0]] = a[1]
		}
		return err
	})
	return acks, err
}

// sweep is one pass of the host over the session. alive says that its container runs.
func (o *owner) sweep(ctx context.Context, alive bool) error {
	acks, err := o.acks(ctx)
	if err != nil {
		return err
	}
	if err := o.sync(ctx, acks); err != nil {
		return err
	}
	if !alive {
		if err := o.reset(ctx, acks); err != nil {
			return err
		}
	}
	return o.arm(ctx)
}

// sync copies what the runner has acknowledged (syncProcessingAcks).
func (o *owner) sync(ctx context.Context, acks map[string]string) error {
	return withFile(ctx, o.in, func(c *sql.Conn) error {
		if err := execOn(ctx, c, "BEGIN"); err != nil {
			return err
		}
		for id, ack := range acks {
			status, unless := "completed", `'completed'`
			switch {
			case o.release == proposed && ack == "failed", o.release == later && ack == "script-skip:error":
				status = "failed"
			case ack != "completed" && ack != "failed":
				continue
			}
			if o.release != released {
				unless = `'completed', 'failed'`
			}
			err := execOn(ctx, c, `UPDATE messages_in SET status = ? WHERE id = ? AND status NOT IN (`+unless+`)`, status, id)
			if err != nil {
				return errors.Join(err, execOn(ctx, c, "ROLLBACK"))
			}
		}
		return execOn(ctx, c, "COMMIT")
	})
}

// maxTries is after how many crashes a row is failed.
const maxTries = 5

// reset puts claims back whose container is gone (resetStuckProcessingRows).
func (o *owner) reset(ctx context.Context, acks map[string]string) error {
	now := o.clock()
	err := withFile(ctx, o.in, func(c *sql.Conn) error {
		for id, ack := range acks {
			if ack != "processing" {
				continue
			}
			rows, err := list(ctx, c, `SELECT tries, datetime(process_after) > datetime(?) FROM messages_in WHERE id = ? AND status = 'pending'`, space(now), id)
			if err != nil {
				return err
			}
			if len(rows) == 0 || rows[0][1] == "1" {
				continue
			}
			var tries int
			if _, err := fmt.Sscan(rows[0][0], &tries); err != nil {
				return err
			}
			if tries >= maxTries {
				err = execOn(ctx, c, `UPDATE messages_in SET status = 'failed' WHERE id = ?`, id)
			} else {
				err = execOn(ctx, c, `UPDATE messages_in SET tries = tries + 1, process_after = ? WHERE id = ?`,
					space(now.Add(5*time.Second<<tries)), id)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return withFile(ctx, o.out, func(c *sql.Conn) error {
		return execOn(ctx, c, `DELETE FROM processing_ack WHERE status = 'processing'`)
	})
}

// arm adds the next occurrence of every series whose last one has ended
// (handleRecurrence). All of them are daily, at nine.
func (o *owner) arm(ctx context.Context) error {
	ended := `'completed'`
	if o.release == later {
		ended = `'completed', 'failed'`
	}
	return withFile(ctx, o.in, func(c *sql.Conn) error {
		rows, err := list(ctx, c, `SELECT id FROM messages_in WHERE status IN (`+ended+`) AND recurrence IS NOT NULL ORDER BY rowid`)
		if err != nil {
			return err
		}
		day := o.clock().UTC().Truncate(24 * time.Hour)
		for _, row := range rows {
			o.made++
			seq, err := nextSeq(ctx, c)
			if err != nil {
				return err
			}
			err = execOn(ctx, c, `INSERT INTO messages_in (id, seq, kind, timestamp, status, process_after, recurrence, platform_id, channel_type, thread_id, content, series_id)
				SELECT ?1, ?2, kind, ?3, 'pending', ?4, recurrence, platform_id, channel_type, thread_id, content, series_id FROM messages_in WHERE id = ?5`,
				fmt.Sprintf("task-%d-host%02d", o.clock().UnixMilli(), o.made), seq, space(o.clock()), iso(day.Add(33*time.Hour)), row[0])
			if err == nil {
				err = execOn(ctx, c, `UPDATE messages_in SET recurrence = NULL WHERE id = ?`, row[0])
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// claim is a poll of the runner (getPendingMessages, markProcessing): the ten newest
// rows that are due, without those that have any acknowledgement. It returns the ids
// that were claimed, the oldest first.
func (o *owner) claim(ctx context.Context) (ids []string, err error) {
	acks, err := o.acks(ctx)
	if err != nil {
		return nil, err
	}
	trigger := false
	err = withFile(ctx, o.in, func(c *sql.Conn) error {
		rows, err := list(ctx, c, `SELECT id, kind, trigger FROM messages_in WHERE status = 'pending'
			AND (process_after IS NULL OR datetime(process_after) <= datetime(?)) ORDER BY seq DESC LIMIT 10`, space(o.clock()))
		for _, row := range rows {
			if _, acked := acks[row[0]]; acked || row[1] == "system" {
				continue
			}
			ids, trigger = append(ids, row[0]), trigger || row[2] == "1"
		}
		return err
	})
	if err != nil || !trigger {
		return nil, err
	}
	slices.Reverse(ids)
	if o.open {
		return ids, o.ack(ctx, "completed", ids...) // pushed into the open stream, whatever comes of it
	}
	return ids, o.ack(ctx, "processing", ids...)
}

// ack acknowledges rows.
func (o *owner) ack(ctx context.Context, status string, ids ...string) error {
	return withFile(ctx, o.out, func(c *sql.Conn) error {
		for _, id := range ids {
			err := execOn(ctx, c, `INSERT OR REPLACE INTO processing_ack (message_id, status, status_changed) VALUES (?, ?, ?)`,
				id, status, space(o.clock()))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// say writes an output of the runner, with an odd number above all others.
func (o *owner) say(ctx context.Context, text string) error {
	var newest int64
	err := withFile(ctx, o.in, func(c *sql.Conn) error {
		return c.QueryRowContext(ctx, `SELECT COALESCE(MAX(seq), 0) FROM messages_in`).Scan(&newest)
	})
	if err != nil {
		return err
	}
	return withFile(ctx, o.out, func(c *sql.Conn) error {
		var last int64
		if err := c.QueryRowContext(ctx, `SELECT COALESCE(MAX(seq), 0) FROM messages_out`).Scan(&last); err != nil {
			return err
		}
		seq := max(newest, last) + 1
		seq += 1 - seq%2
		o.outs++
		return execOn(ctx, c, `INSERT INTO messages_out (id, seq, timestamp, kind, platform_id, channel_type, content) VALUES (?, ?, ?, 'chat', 'telegram:1', 'telegram', ?)`,
			fmt.Sprint("out-", o.outs), seq, space(o.clock()), fmt.Sprintf(`{"text":%q}`, text))
	})
}

// turn is a whole turn: a claim, what the agent says, if anything, and the
// acknowledgement. It returns what was claimed.
func (o *owner) turn(ctx context.Context, text string) ([]string, error) {
	ids, err := o.claim(ctx)
	if err != nil || len(ids) == 0 || o.open {
		return ids, err
	}
	if text != "" {
		err = o.say(ctx, text)
	}
	return ids, errors.Join(err, o.ack(ctx, "completed", ids...))
}

// hammer is a host in a process of its own that gets messages all the time, until
// its standard input is closed. It prints how many, and fails at the first error.
func hammer(ctx context.Context, path string, stop <-chan struct{}) (n int, err error) {
	o := &owner{in: path, clock: time.Now}
	random := rand.New(rand.NewPCG(1, 2))
	for {
		select {
		case <-stop:
			return n, nil
		default:
		}
		if err := o.insertChat(ctx, fmt.Sprintf("chat-%d", n)); err != nil {
			return n, fmt.Errorf("message %d: %w", n, err)
		}
		n++
		time.Sleep(time.Duration(random.IntN(2000)) * time.Microsecond)
	}
}
