package memory

import (
	"context"
	"database/sql"
	"fmt"

	"notdone/model"
)

// AddMark remembers what the operator said of one finding about a task. Of two
// marks that cover the finding the newer one holds. The error says that the mark
// is not kept.
func (s *Store) AddMark(ctx context.Context, ref model.Ref, m Mark) error {
	const insert = `INSERT OR REPLACE INTO marks(queue, id, rule, evidence, is_right, reason, at)
		VALUES (?, ?, ?, ?, ?, ?, ?)`
	err := s.withDB(ctx, func(db *sql.DB) error {
		return inTransaction(ctx, db, func(tx *sql.Tx) error {
			queue, err := s.queueID(ctx, tx, ref.Queue)
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, insert, queue, ref.ID, m.Rule, m.seen.String(), m.Right, m.Reason, m.At.UnixNano())
			return err
		})
	})
	if err == nil && !s.Persistent() {
		err = s.Err()
	}
	if err != nil {
		return fmt.Errorf("the mark is not kept: %w", err)
	}
	return nil
}

// Precision is how often the operator found a rule right and wrong.
type Precision struct{ Right, Wrong int }

// Precisions returns how often the operator found each rule right and wrong.
func (s *Store) Precisions(ctx context.Context) (map[string]Precision, error) {
	const query = `SELECT rule, sum(is_right), sum(1 - is_right) FROM marks GROUP BY rule`
	var all map[string]Precision
	err := s.withDB(ctx, func(db *sql.DB) error {
		all = map[string]Precision{}
		return eachRow(ctx, db, query, nil, func(scan scanner) error {
			var rule string
			var p Precision
			if err := scan(&rule, &p.Right, &p.Wrong); err != nil {
				return err
			}
			all[rule] = p
			return nil
		})
	})
	return all, readError(err)
}
