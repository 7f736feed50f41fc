package memory

import (
	"cmp"
	"context"
	"database/sql"
	"hash/maphash"
	"slices"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// Remembered is what was remembered of tasks at one moment: it tells of most of many rows, in
// whatever order, what Upsert would.
type Remembered map[model.Ref]remembered

// remembered is a judgement in short: a hash of state and obstacle, and times in unix nanoseconds.
type remembered struct {
	said        uint64
	since, seen int64
}

// saying keys the hashes of this process.
var saying = maphash.MakeSeed()

func hashOf(state, obstacle string) uint64 {
	return maphash.String(saying, state) ^ maphash.String(saying, obstacle)*3
}

// Remembered returns what is remembered of those of the tasks of which anything is. It reads them
// in the order in which they are stored, each page of the file once, and writes nothing. What
// cannot be read is missing, and Err says so.
func (s *Store) Remembered(ctx context.Context, refs []model.Ref) Remembered {
	all := make(Remembered, len(refs))
	refs = slices.SortedFunc(slices.Values(refs), func(a, b model.Ref) int {
		return cmp.Or(cmp.Compare(a.Queue, b.Queue), cmp.Compare(a.ID, b.ID))
	})
	for len(refs) > 0 {
		queue, n := refs[0].Queue, 0
		for n < min(len(refs), batch) && refs[n].Queue == queue {
			n++
		}
		args := []any{source.Absolute(queue)}
		for _, ref := range refs[:n] {
			args = append(args, ref.ID)
		}
		refs = refs[n:]
		query := `SELECT j.id, j.state, j.obstacle, j.since, j.seen FROM queues q JOIN judged j ON j.queue = q.id
			WHERE q.path = ? AND j.id IN (` + list("?", n) + `)`
		_ = s.withDB(ctx, func(db *sql.DB) error { // Err tells of it
			return sqlitedb.QueryEach(ctx, db, func(rows *sql.Rows) error {
				var id, state, obstacle string
				var j remembered
				err := rows.Scan(&id, &state, &obstacle, &j.since, &j.seen)
				if err == nil && obstacle != formerKey {
					j.said = hashOf(state, obstacle)
					all[model.Ref{Queue: queue, ID: id}] = j
				}
				return err
			}, query, args...)
		})
	}
	return all
}

// Since returns since when a task has been judged as the row says. It is false where Upsert has
// something to write: the task is not known, it was judged otherwise, or not seen for a day.
func (m Remembered) Since(r *model.Row, now time.Time) (time.Time, bool) {
	j, known := m[r.Ref()]
	obstacle := ""
	if r.Obstacle != nil {
		obstacle = cut(r.Obstacle.Key)
	}
	if !known || j.said != hashOf(r.State.String(), obstacle) || now.UnixNano()-j.seen > int64(seenWithin) {
		return time.Time{}, false
	}
	return time.Unix(0, j.since).UTC(), true
}
