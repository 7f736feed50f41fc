package memory

import (
	"context"
	"database/sql"
	"time"

	"notdone/source"
	"notdone/source/sqlitedb"
)

// LastLooks returns when each of the queues was looked at last; one that never was is
// missing.
func (s *Store) LastLooks(ctx context.Context, queues []string) (map[string]time.Time, error) {
	last := map[string]time.Time{}
	err := s.withDB(ctx, func(db *sql.DB) error {
		for _, queue := range queues {
			err := sqlitedb.QueryEach(ctx, db, func(rows *sql.Rows) error {
				var at int64
				err := rows.Scan(&at)
				last[queue] = time.Unix(0, at).UTC()
				return err
			}, `SELECT l.at FROM looks l JOIN queues q ON q.id = l.queue WHERE q.path = ?`, source.Absolute(queue))
			if err != nil {
				return err
			}
		}
		return nil
	})
	return last, err
}

// KeepLook remembers that the queues are looked at now.
func (s *Store) KeepLook(ctx context.Context, queues []string, at time.Time) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		for _, queue := range queues {
			id, err := queueID(ctx, tx, queue)
			if err != nil {
				return err
			}
			const set = `INSERT INTO looks(queue, at) VALUES (?, ?) ON CONFLICT(queue) DO UPDATE SET at = max(at, excluded.at)`
			if _, err := tx.ExecContext(ctx, set, id, at.UnixNano()); err != nil {
				return err
			}
		}
		return nil
	})
}
