package pgsource

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// logPlace is how far a Log was read: up to the oldest transaction that was in progress,
// and the entries of later ones that had committed all the same.
type logPlace struct {
	oldest string
	read   map[int64]bool // by the entry's number
}

const oldestQuery = `SELECT pg_snapshot_xmin(pg_current_snapshot())::text`

func (p *logPlace) begin(ctx context.Context, tx pgx.Tx) error {
	*p = logPlace{}
	return tx.QueryRow(ctx, oldestQuery).Scan(&p.oldest)
}

// since returns the tasks of the entries that were not read. It reports that all has to be
// listed again when there are so many that some may be gone.
func (p *logPlace) since(ctx context.Context, tx pgx.Tx, l *Log) (ids []string, lost bool, err error) {
	next := logPlace{read: map[int64]bool{}}
	if err := tx.QueryRow(ctx, oldestQuery).Scan(&next.oldest); err != nil {
		return nil, false, err
	}
	rows, err := tx.Query(ctx, "SELECT "+l.Number+", "+l.Task+", "+l.Transaction+" >= $2::text::xid8 FROM "+l.Table+
		" WHERE "+l.Transaction+" >= $1::text::xid8 LIMIT $3", p.oldest, next.oldest, l.Most/2)
	if err != nil {
		return nil, false, err
	}
	var number int64
	var id string
	var later bool
	var n int64
	_, err = pgx.ForEachRow(rows, []any{&number, &id, &later}, func() error {
		n++
		if !p.read[number] {
			ids = append(ids, id)
		}
		if later {
			next.read[number] = true
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, false, err
	case n == l.Most/2:
		return nil, true, nil
	}
	*p = next
	return sortedIDs(ids), false, nil
}
