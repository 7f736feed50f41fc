package memory

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"notdone/model"
)

const (
	maxTasks   = 200_000        // tasks remembered; beyond it the longest unseen go
	seenWithin = 24 * time.Hour // how exactly it is known when a task was last seen
	batch      = 500            // rows in one statement
	maxText    = 500            // bytes of a headline or key that are kept
)

// judgement is what is remembered of a task.
type judgement struct {
	state, obstacle, headline string
	since, seen               int64 // unix nanoseconds
}

func judgementOf(r *model.Row, now int64) judgement {
	j := judgement{state: r.State.String(), headline: cut(r.Headline), since: now, seen: now}
	if r.Obstacle != nil {
		j.obstacle = cut(r.Obstacle.Key)
	}
	return j
}

func cut(text string) string {
	return strings.ToValidUTF8(model.Truncate(text, maxText), "\uFFFD")
}

// sameAs reports whether the task is judged as it was: in the same state, for
// the same obstacle.
func (j *judgement) sameAs(o *judgement) bool { return j.state == o.state && j.obstacle == o.obstacle }

// Upsert remembers how tasks are judged now and returns, for each row, since
// when it has been judged so: now, if that is new. What a changed task was
// before goes into its history. A failure shows in Err, and the times are zero.
func (s *Store) Upsert(ctx context.Context, rows []*model.Row, now time.Time) []time.Time {
	times := make([]time.Time, len(rows))
	err := s.withDB(ctx, func(db *sql.DB) error {
		for begin := 0; begin < len(rows); begin += batch {
			end := min(begin+batch, len(rows))
			if err := s.upsert(ctx, db, rows[begin:end], now.UnixNano(), times[begin:end]); err != nil {
				return err
			}
		}
		return s.forgetOldest(ctx, db)
	})
	if err != nil {
		clear(times)
	}
	return times
}

// upsert looks first without a lock: mostly there is nothing to write.
func (s *Store) upsert(ctx context.Context, db *sql.DB, rows []*model.Row, now int64, times []time.Time) error {
	if err := s.lookUpQueues(ctx, db, rows); err != nil {
		return err
	}
	known, err := readJudged(ctx, db, rows, s.queues)
	if err != nil {
		return err
	}
	if !setTimes(rows, known, now, times) {
		return nil
	}
	queues, added := map[string]int64{}, 0
	err = inTransaction(ctx, db, func(tx *sql.Tx) error {
		for _, r := range rows {
			if queues[r.Queue], err = s.queueID(ctx, tx, r.Queue); err != nil {
				return err
			}
		}
		known, err := readJudged(ctx, tx, rows, queues)
		if err != nil {
			return err
		}
		setTimes(rows, known, now, times)
		added, err = writeJudged(ctx, tx, rows, queues, known, now)
		return err
	})
	if err != nil {
		return err
	}
	for queue, id := range queues {
		s.queues[queue] = id
	}
	s.grown = s.grown || added > 0
	if s.size >= 0 {
		s.size += added
	}
	return nil
}

// lookUpQueues learns which of the rows' queues are known.
func (s *Store) lookUpQueues(ctx context.Context, db *sql.DB, rows []*model.Row) error {
	for _, r := range rows {
		if _, ok := s.queues[r.Queue]; ok {
			continue
		}
		var id int64
		err := db.QueryRowContext(ctx, `SELECT id FROM queues WHERE path = ?`, absolute(r.Queue)).Scan(&id)
		switch {
		case err == nil:
			s.queues[r.Queue] = id
		case !errors.Is(err, sql.ErrNoRows):
			return err
		default:
			return nil // a queue that is new is made with its first row
		}
	}
	return nil
}

// setTimes sets the times of rows and reports whether something is to be written.
func setTimes(rows []*model.Row, known map[model.Ref]judgement, now int64, times []time.Time) (news bool) {
	for i, r := range rows {
		j := judgementOf(r, now)
		old, ok := known[r.Ref()]
		if ok && old.sameAs(&j) {
			j.since = old.since
			news = news || now-old.seen > int64(seenWithin)
		} else {
			news = true
		}
		times[i] = time.Unix(0, j.since).UTC()
	}
	return news
}

// readJudged reads what is remembered of rows, one statement for each queue.
func readJudged(ctx context.Context, q queryer, rows []*model.Row, queues map[string]int64) (map[model.Ref]judgement, error) {
	ids := map[string][]any{}
	for _, r := range rows {
		if _, ok := queues[r.Queue]; ok {
			ids[r.Queue] = append(ids[r.Queue], r.ID)
		}
	}
	known := make(map[model.Ref]judgement, len(rows))
	for queue, args := range ids {
		if err := readQueue(ctx, q, queue, queues[queue], args, known); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// readQueue reads what is remembered of tasks of one queue into known.
func readQueue(ctx context.Context, q queryer, queue string, number int64, ids []any, known map[model.Ref]judgement) error {
	query := `SELECT id, state, obstacle, since, seen, headline FROM judged WHERE queue = ? AND id IN (?` +
		strings.Repeat(", ?", len(ids)-1) + `)`
	return eachRow(ctx, q, query, append([]any{number}, ids...), func(scan scanner) error {
		var id string
		var j judgement
		if err := scan(&id, &j.state, &j.obstacle, &j.since, &j.seen, &j.headline); err != nil {
			return err
		}
		known[model.Ref{Queue: queue, ID: id}] = j
		return nil
	})
}
