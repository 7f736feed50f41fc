package memory

import (
	"context"
	"database/sql"
	"fmt"

	"notdone/model"
)

// Precision is how often the operator found a rule right and wrong.
type Precision struct{ Right, Wrong int }

// Mark remembers what the operator thinks of one finding about a task. Of two
// opinions that cover the finding the newer one holds. The error says that the
// mark is not kept.
func (s *Store) Mark(ctx context.Context, ref model.Ref, o Opinion) error {
	err := s.do(ctx, func(db *sql.DB) error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }() // does nothing after Commit
		queue, err := s.queueID(ctx, tx, ref.Queue)
		if err != nil {
			return err
		}
		const insert = `INSERT OR REPLACE INTO marks(queue, id, rule, evidence, is_right, reason, at)
			VALUES (?, ?, ?, ?, ?, ?, ?)`
		if _, err := tx.ExecContext(ctx, insert, queue, ref.ID, o.Rule, o.seen.String(), o.Right, o.Reason, o.At.UnixNano()); err != nil {
			return err
		}
		return tx.Commit()
	})
	if err == nil && !s.Persistent() {
		err = s.Err()
	}
	if err != nil {
		return fmt.Errorf("the mark is not kept: %w", err)
	}
	return nil
}

// Marks returns the operator's marks, counted by rule.
func (s *Store) Marks(ctx context.Context) (map[string]Precision, error) {
	var marks map[string]Precision
	err := s.do(ctx, func(db *sql.DB) error {
		marks = map[string]Precision{}
		rows, err := db.QueryContext(ctx, `SELECT rule, sum(is_right), sum(1 - is_right) FROM marks GROUP BY rule`)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }() // Err below says what went wrong
		for rows.Next() {
			var rule string
			var p Precision
			if err := rows.Scan(&rule, &p.Right, &p.Wrong); err != nil {
				return err
			}
			marks[rule] = p
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("reading the memory: %w", err)
	}
	return marks, nil
}
