package hermes

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"notdone/source/sqlitedb"
)

// errCrowds ends a read that met tasks with very many events of which no digest
// is known that could be moved on. They are read in parts of their own, so that
// Hermes can commit meanwhile.
type errCrowds struct {
	b   *board
	ids []string
}

func (e *errCrowds) Error() string {
	return fmt.Sprintf("%d tasks have too many events for one read", len(e.ids))
}

// Prepare makes the digests for the next read.
func (e *errCrowds) Prepare(ctx context.Context) (err error) {
	for _, id := range e.ids {
		if e.b.made[id], err = e.b.digest(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// behindMax is over how many new events of the board a digest is moved on inside
// the read of its task.
const behindMax = 5000

// digestOf brings the digest of one task up to now. It fails with errCrowds where
// that takes long.
func (l *loader) digestOf(ctx context.Context, id string, last int64) (*digest, error) {
	d := l.b.made[id]
	if d == nil {
		if d = l.b.digests[id]; d == nil || d.upto > last || last-d.upto > behindMax {
			return nil, &errCrowds{l.b, []string{id}}
		}
	}
	if d.upto < last {
		var rows []eventRow
		err := l.each(ctx, func(v []any) { rows = append(rows, l.eventRow(v)) },
			l.b.schema.eventRows("")+" WHERE +e.task_id = ? AND e.rowid > ? ORDER BY e.rowid", id, d.upto)
		if err != nil {
			return nil, err
		}
		next, untold, guarded := d.with(l, rows)
		if next.upto = last; guarded > 0 {
			if next.guard, err = l.guardAt(ctx, guarded); err != nil {
				return nil, err
			}
		}
		if err := l.tellKept(ctx, untold); err != nil {
			return nil, err
		}
		d = next
	}
	if l.fresh == nil {
		l.fresh = map[string]*digest{}
	}
	l.fresh[id] = d
	return d, nil
}

// eventRows writes the selection of events without what they say, and of what
// more is named.
func (s *schema) eventRows(more string) string {
	return "SELECT e.rowid, e.created_at, " + s.col(tabEvents, "e", "run_id") + ", e.kind" + more + " FROM task_events e"
}

func (l *loader) eventRow(v []any) eventRow {
	return eventRow{rowid: number(v[0]), at: number(v[1]), run: text(v[2]), kind: l.env.names.get(text(v[3]))}
}

// digest reads the digest of a task in parts. Events that come meanwhile are
// left to digestOf.
func (b *board) digest(ctx context.Context, id string) (*digest, error) {
	last, err := b.newestEvent(ctx)
	if err != nil {
		return nil, err
	}
	// The known digest is moved on along the new events of the board, where they
	// are fewer than those of the task.
	known := b.digests[id]
	if known != nil && (known.upto > last || last-known.upto > int64(known.all)) {
		known = nil
	}
	rows, err := b.eventsOf(ctx, id, known, last)
	if err != nil {
		return nil, err
	}
	l := &loader{b: b, env: b.env}
	d, untold, guarded := known.with(l, rows)
	d.upto = last
	for len(untold) > 0 {
		read := 0
		err := b.store.ReadPart(ctx, &b.pace.told, min(behindMax, len(untold)), func(ctx context.Context, q sqlitedb.Queryer, most int) error {
			l.q, read = q, most
			return l.tellKept(ctx, untold[:most])
		})
		if err != nil {
			return nil, err
		}
		untold = untold[read:]
	}
	if guarded > 0 {
		err = b.store.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
			l.q = q
			d.guard, err = l.guardAt(ctx, guarded)
			return err
		})
	}
	return d, err
}

func (b *board) newestEvent(ctx context.Context) (last int64, err error) {
	err = b.store.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		last, err = b.Newest(ctx, q)
		return err
	})
	return last, err
}

// eventsOf reads the events of a task that follow a known digest, up to the one
// with the rowid last, in parts. They come in the order of arrival.
func (b *board) eventsOf(ctx context.Context, id string, known *digest, last int64) ([]eventRow, error) {
	w := eventWalk{id: id, last: last, rowid: math.MinInt64, at: int64(math.MinInt64)}
	step := w.alongTask
	if known != nil {
		w.rowid = known.upto
	}
	if known != nil || !b.schema.timed {
		step = w.alongBoard
	}
	var all []eventRow
	for more := true; more; {
		var rows []eventRow
		rowid, at := w.rowid, w.at
		err := b.store.ReadPart(ctx, &b.pace.crowd, crowdPart, func(ctx context.Context, q sqlitedb.Queryer, most int) (err error) {
			w.l, w.rowid, w.at = &loader{b: b, env: b.env, q: q}, rowid, at
			rows, more, err = step(ctx, most)
			return err
		})
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	slices.SortFunc(all, func(a, b eventRow) int { return cmp.Compare(a.rowid, b.rowid) })
	return all, nil
}

// crowdPart is how many events are read in one transaction at most.
const crowdPart = 20000

// eventWalk is a place in a walk to the events of one task.
type eventWalk struct {
	l     *loader
	id    string
	last  int64 // the walk ends with this rowid
	rowid int64 // of the event before
	at    any   // its time, as it is stored
}

// alongTask steps along the index of the task, which is one of time: first to
// the rest of the moment that was reached, then beyond it.
func (w *eventWalk) alongTask(ctx context.Context, most int) (rows []eventRow, more bool, err error) {
	read := 0
	take := func(v []any) {
		read++
		w.rowid, w.at = number(v[0]), v[1]
		if w.rowid <= w.last {
			rows = append(rows, w.l.eventRow(v))
		}
	}
	query := w.l.b.schema.eventRows("") + " WHERE e.task_id = ?1 AND "
	err = w.l.each(ctx, take, query+"e.created_at = ?2 AND e.rowid > ?3 ORDER BY e.rowid LIMIT ?4", w.id, w.at, w.rowid, most)
	if err == nil && read < most {
		err = w.l.each(ctx, take, query+"e.created_at > ?2 ORDER BY e.created_at, e.rowid LIMIT ?3", w.id, w.at, most-read)
	}
	return rows, read == most, err
}

// alongBoard steps along all events of the board.
func (w *eventWalk) alongBoard(ctx context.Context, most int) (rows []eventRow, more bool, err error) {
	read := 0
	err = w.l.each(ctx, func(v []any) {
		read++
		w.rowid = number(v[0])
		if number(v[4]) != 0 {
			rows = append(rows, w.l.eventRow(v))
		}
	}, w.l.b.schema.eventRows(", e.task_id = ?1")+" WHERE e.rowid > ?2 AND e.rowid <= ?3 ORDER BY e.rowid LIMIT ?4", w.id, w.rowid, w.last, most)
	return rows, read == most, err
}
