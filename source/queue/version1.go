package queue

import (
	"context"
	"math"
	"time"

	"notdone/source/sqlitedb"
)

// readMark1 returns the mark of a file of schema version 1 as it is now. Tasks
// edited in the newest millisecond will be read again, because more commits may
// fall into it; not when so many tasks carry it that one statement wrote them.
func readMark1(ctx context.Context, q sqlitedb.Queryer) (m mark, err error) {
	var event, edited cell
	if err := q.QueryRowContext(ctx, `SELECT (SELECT max(id) FROM events), (SELECT max(updated_at) FROM tasks)`).Scan(&event, &edited); err != nil {
		return m, err
	}
	m.event, _ = event.number()
	m.edited, _ = edited.number()
	var n int
	err = q.QueryRowContext(ctx, `SELECT count(*) FROM (SELECT 1 FROM tasks WHERE updated_at = ? LIMIT ?)`, m.edited, portion+1).Scan(&n)
	if n > portion && m.edited < math.MaxInt64 {
		m.edited++
	}
	return m, err
}

// readNews1 reads what has changed in a file of schema version 1: the tasks of
// new events, and those that were edited. While the newest edit time lies in the
// future, a later edit can have an earlier time and would be missed; the news are
// then lost, and everything is listed again.
func readNews1(ctx context.Context, q sqlitedb.Queryer, m mark, _ int) (news, error) {
	next, err := readMark1(ctx, q)
	if err != nil {
		return news{}, err
	}
	found := news{mark: next}
	if next.event < m.event || max(m.edited, next.edited) > time.Now().UnixMilli()+1 {
		found.lost = true
		return found, nil
	}
	var id cell
	const query = `SELECT * FROM (SELECT DISTINCT task_id FROM events WHERE id > ?1 LIMIT ?3)
		UNION SELECT * FROM (SELECT id FROM tasks WHERE updated_at >= ?2 LIMIT ?3)`
	err = each(ctx, q, query, []any{m.event, m.edited, portion + 1}, []any{&id}, func() error {
		found.ids = append(found.ids, id.text())
		return nil
	})
	if len(found.ids) > portion {
		found.ids, found.lost = nil, true
	}
	return found, err
}
