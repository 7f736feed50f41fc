package memory

import (
	"context"
	"database/sql"
	"strings"

	"notdone/model"
)

const (
	maxHistory = 20 // changes remembered of one task

	insertJudged = `INSERT INTO judged(queue, id, state, obstacle, headline, since, seen) VALUES `
	onConflict   = ` ON CONFLICT(queue, id) DO UPDATE SET state = excluded.state, obstacle = excluded.obstacle,
		headline = excluded.headline, since = excluded.since, seen = excluded.seen`
)

// writeJudged stores what is new about rows and returns how many tasks are new.
func writeJudged(ctx context.Context, tx *sql.Tx, rows []*model.Row, queues map[string]int64,
	known map[model.Ref]judgement, now int64,
) (added int, err error) {
	var args []any
	for _, r := range rows {
		j := judgementOf(r, now)
		old, ok := known[r.Ref()]
		switch {
		case !ok:
			added++
		case !old.sameAs(&j):
			if err := addHistory(ctx, tx, queues[r.Queue], r.ID, &old, now); err != nil {
				return 0, err
			}
		case now-old.seen > int64(seenWithin):
			j.since = old.since
		default:
			continue
		}
		known[r.Ref()] = j
		args = append(args, queues[r.Queue], r.ID, j.state, j.obstacle, j.headline, j.since, j.seen)
	}
	if len(args) == 0 {
		return 0, nil
	}
	const columns = 7
	values := "(?, ?, ?, ?, ?, ?, ?)" + strings.Repeat(", (?, ?, ?, ?, ?, ?, ?)", len(args)/columns-1)
	_, err = tx.ExecContext(ctx, insertJudged+values+onConflict, args...)
	return added, err
}

// addHistory adds what a task was to its history, which keeps the newest changes.
func addHistory(ctx context.Context, tx *sql.Tx, queue int64, id string, old *judgement, now int64) error {
	const insert = `INSERT OR REPLACE INTO history(queue, id, until, state, obstacle, headline, since)
		VALUES (?, ?, ?, ?, ?, ?, ?)`
	if _, err := tx.ExecContext(ctx, insert, queue, id, now, old.state, old.obstacle, old.headline, old.since); err != nil {
		return err
	}
	const bound = `DELETE FROM history WHERE queue = ?1 AND id = ?2 AND until <= (
		SELECT until FROM history WHERE queue = ?1 AND id = ?2 ORDER BY until DESC LIMIT 1 OFFSET ?3)`
	_, err := tx.ExecContext(ctx, bound, queue, id, maxHistory)
	return err
}

// forgetOldest forgets the tasks that were not seen for longest when there are too
// many, a tenth at a time.
func (s *Store) forgetOldest(ctx context.Context, db *sql.DB) error {
	if !s.grown {
		return nil
	}
	s.grown = false
	if s.size < 0 {
		if err := db.QueryRowContext(ctx, `SELECT count(*) FROM judged`).Scan(&s.size); err != nil {
			return err
		}
	}
	if s.size <= s.limit {
		return nil
	}
	excess := s.size - s.limit + s.limit/10
	const oldest = ` WHERE (queue, id) IN (SELECT queue, id FROM judged ORDER BY seen, queue, id LIMIT ?)`
	err := inTransaction(ctx, db, func(tx *sql.Tx) error {
		for _, forget := range []string{"DELETE FROM history" + oldest, "DELETE FROM judged" + oldest} {
			if _, err := tx.ExecContext(ctx, forget, excess); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.size = -1
	return nil
}
