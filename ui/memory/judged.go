package memory

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

const (
	maxTasks   = 200_000        // tasks remembered; beyond it the longest unseen go
	seenWithin = 24 * time.Hour // how exactly it is known when a task was last seen
	batch      = 500            // rows in one statement
	maxText    = 500            // bytes of a headline or key that are kept
)

// How a task is remembered. The trigger of the table keeps what it was before.
const (
	insertJudged = `INSERT INTO judged(queue, id, state, obstacle, headline, since, seen) VALUES `
	judgedValues = `(?, ?, ?, ?, ?, ?, ?)`
	onConflict   = ` ON CONFLICT(queue, id) DO UPDATE SET state = excluded.state, obstacle = excluded.obstacle,
		headline = excluded.headline, since = excluded.since, seen = excluded.seen`
)

// judgement is what is remembered of a task, with times in unix nanoseconds.
type judgement struct {
	state, obstacle string
	since, seen     int64
}

// cut bounds a text to what is kept of it.
func cut(text string) string {
	return strings.ToValidUTF8(model.Truncate(text, maxText), "\uFFFD")
}

// Upsert remembers how tasks are judged now and returns, for each row, since
// when it has been judged so: if that is new, its FirstJudged, or now where that is zero.
// What a changed task was before goes into its history. A failure shows in Err, and the times are zero.
func (s *Store) Upsert(ctx context.Context, rows []*model.Row, now time.Time) []time.Time {
	times := make([]time.Time, len(rows))
	if len(rows) == 0 {
		return times
	}
	since := make(map[model.Ref]time.Time, len(rows))
	byQueue := map[string][]*model.Row{}
	for _, r := range rows {
		byQueue[r.Queue] = append(byQueue[r.Queue], r)
	}
	err := s.write(ctx, func(tx *sql.Tx) error {
		before := s.unchecked
		for queue, these := range byQueue {
			id, err := queueID(ctx, tx, queue)
			if err != nil {
				return err
			}
			for some := range slices.Chunk(these, batch) {
				if err := s.upsert(ctx, tx, id, some, now, since); err != nil {
					return err
				}
			}
		}
		if s.unchecked == before { // nothing was written
			return nil
		}
		return s.forgetOldest(ctx, tx)
	})
	if err == nil {
		for i, r := range rows {
			times[i] = since[r.Ref()]
		}
	}
	return times
}

// upsert remembers tasks of one queue and notes since when they have been judged so.
func (s *Store) upsert(ctx context.Context, tx *sql.Tx, queue int64, rows []*model.Row, now time.Time, since map[model.Ref]time.Time) error {
	known, err := readJudged(ctx, tx, queue, rows)
	if err != nil {
		return err
	}
	var args []any
	news := 0
	for _, r := range rows {
		j := judgement{state: r.State.String(), since: now.UnixNano(), seen: now.UnixNano()}
		if !r.FirstJudged.IsZero() {
			j.since = r.FirstJudged.UnixNano()
		}
		if r.Obstacle != nil {
			j.obstacle = cut(r.Obstacle.Key)
		}
		old, ok := known[r.ID]
		former := old.obstacle == formerKey
		same := ok && old.state == j.state && (former || old.obstacle == j.obstacle)
		switch {
		case same:
			j.since = old.since
		case ok: // what it was before it was until then
			j.since = max(j.since, old.seen)
			j.seen = j.since
		}
		since[r.Ref()] = time.Unix(0, j.since).UTC()
		if !same || former || j.seen-old.seen > int64(seenWithin) {
			args = append(args, queue, r.ID, j.state, j.obstacle, cut(r.Headline), j.since, j.seen)
			news++
		}
	}
	if news > 0 {
		s.unchecked += news
		_, err = tx.ExecContext(ctx, insertJudged+list(judgedValues, news)+onConflict, args...)
	}
	return err
}

// readJudged reads what is remembered of tasks of one queue, by id.
func readJudged(ctx context.Context, tx *sql.Tx, queue int64, rows []*model.Row) (map[string]judgement, error) {
	args := []any{queue}
	for _, r := range rows {
		args = append(args, r.ID)
	}
	known := make(map[string]judgement, len(rows))
	query := `SELECT id, state, obstacle, since, seen FROM judged WHERE queue = ? AND id IN (` + list("?", len(rows)) + `)`
	err := sqlitedb.QueryEach(ctx, tx, func(rows *sql.Rows) error {
		var id string
		var j judgement
		err := rows.Scan(&id, &j.state, &j.obstacle, &j.since, &j.seen)
		known[id] = j
		return err
	}, query, args...)
	return known, err
}

// list repeats a part of a statement.
func list(part string, n int) string { return part + strings.Repeat(", "+part, n-1) }

// forgetOldest forgets the tasks that were not seen for longest when there are too
// many, a tenth at a time. It counts them now and then.
func (s *Store) forgetOldest(ctx context.Context, tx *sql.Tx) error {
	if s.unchecked <= s.limit/100 {
		return nil
	}
	s.unchecked = 0
	var size int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM judged`).Scan(&size); err != nil || size <= s.limit {
		return err
	}
	const oldest = `DELETE FROM judged WHERE (queue, id) IN (SELECT queue, id FROM judged ORDER BY seen, queue, id LIMIT ?)`
	_, err := tx.ExecContext(ctx, oldest, size-s.limit+s.limit/10)
	return err
}

// Change is what a task was judged to be, from Since until Until.
type Change struct {
	State    string // the state's name
	Obstacle string // the obstacle's key; empty where there was none
	Why      string // the headline; may be empty; hostile
	Since    time.Time
	Until    time.Time
}

// History returns what a task was before, the newest first, at most 20 entries.
func (s *Store) History(ctx context.Context, ref model.Ref) ([]Change, error) {
	const query = `SELECT h.state, h.obstacle, h.headline, h.since, h.until
		FROM history h JOIN queues q ON q.id = h.queue WHERE q.path = ? AND h.id = ? ORDER BY h.until DESC`
	return selectRows(ctx, s, query, []any{source.Absolute(ref.Queue), ref.ID}, func(row *sql.Rows) (c Change, err error) {
		var since, until int64
		err = row.Scan(&c.State, &c.Obstacle, &c.Why, &since, &until)
		c.Since, c.Until = time.Unix(0, since).UTC(), time.Unix(0, until).UTC()
		return c, err
	})
}
