package hermes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"notdone/model"
	"notdone/source/sqlitedb"
)

// errCrowds ends a read that met tasks with very many events of which no digest
// is known that could be moved on. They are read in parts of their own, so that
// Hermes can commit meanwhile.
type errCrowds []string

func (e errCrowds) Error() string {
	return fmt.Sprintf("%d tasks have too many events for one read", len(e))
}

// behindMax is over how many new events of the board a digest is moved on inside
// the read of its task.
const behindMax = eventsMax

// digestOf brings the digest of one task up to now. It fails with errCrowds where
// that takes long.
func (l *loader) digestOf(ctx context.Context, id string, last int64) (*digest, error) {
	d := l.made[id]
	if d == nil {
		if d = l.b.digests[id]; d == nil || d.upto > last || last-d.upto > behindMax {
			return nil, errCrowds{id}
		}
	}
	if d.upto < last {
		var rows []eventRow
		err := l.each(ctx, 4, func(v []any) { rows = append(rows, l.eventRow(v)) },
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

// part reads some of at most so many tasks, those that pick selects, with
// everything that belongs to them. pick is told how many it may select and may
// be called again. Those that have very many events are digested first.
func (b *board) part(ctx context.Context, env *env, whole bool, most int, pick func(ctx context.Context, l *loader, most int) error) (l *loader, cases []model.Case, err error) {
	made := map[string]*digest{}
	if err := b.schema.indexes.Update(ctx); err != nil {
		return nil, nil, err
	}
	for {
		err = b.db.ReadPart(ctx, &b.pace.tasks, most, func(ctx context.Context, q sqlitedb.Queryer, most int) (err error) {
			l = &loader{b: b, env: env, q: q, whole: whole, made: made}
			if err = pick(ctx, l, most); err == nil {
				cases, err = l.finish(ctx)
			}
			return err
		})
		var crowds errCrowds
		if !errors.As(err, &crowds) {
			break
		}
		for _, id := range crowds {
			if made[id], err = b.digest(ctx, env, id); err != nil {
				return nil, nil, err
			}
		}
	}
	if err != nil {
		return nil, nil, err
	}
	b.keep(l)
	return l, cases, nil
}

// digest reads the digest of a task in parts. Events that come meanwhile are
// left to digestOf.
func (b *board) digest(ctx context.Context, env *env, id string) (*digest, error) {
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
	rows, err := b.eventsOf(ctx, env, id, known, last)
	if err != nil {
		return nil, err
	}
	l := &loader{b: b, env: env}
	d, untold, guarded := known.with(l, rows)
	d.upto = last
	for len(untold) > 0 {
		read := 0
		err := b.db.ReadPart(ctx, &b.pace.told, min(eventsMax, len(untold)), func(ctx context.Context, q sqlitedb.Queryer, most int) error {
			l.q, read = q, most
			return l.tellKept(ctx, untold[:most])
		})
		if err != nil {
			return nil, err
		}
		untold = untold[read:]
	}
	if guarded > 0 {
		err = b.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
			l.q = q
			d.guard, err = l.guardAt(ctx, guarded)
			return err
		})
	}
	return d, err
}

func (b *board) newestEvent(ctx context.Context) (last int64, err error) {
	err = b.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		last, err = b.schema.lastEvent(ctx, q)
		return err
	})
	return last, err
}

// eventsOf reads the events of a task that follow a known digest, up to the one
// with the rowid last, in parts. They come in the order of arrival.
func (b *board) eventsOf(ctx context.Context, env *env, id string, known *digest, last int64) ([]eventRow, error) {
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
		err := b.db.ReadPart(ctx, &b.pace.crowd, crowdPart, func(ctx context.Context, q sqlitedb.Queryer, most int) (err error) {
			w.l, w.rowid, w.at = &loader{b: b, env: env, q: q}, rowid, at
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
	err = w.l.each(ctx, 4, take, query+"e.created_at = ?2 AND e.rowid > ?3 ORDER BY e.rowid LIMIT ?4", w.id, w.at, w.rowid, most)
	if err == nil && read < most {
		err = w.l.each(ctx, 4, take, query+"e.created_at > ?2 ORDER BY e.created_at, e.rowid LIMIT ?3", w.id, w.at, most-read)
	}
	return rows, read == most, err
}

// alongBoard steps along all events of the board.
func (w *eventWalk) alongBoard(ctx context.Context, most int) (rows []eventRow, more bool, err error) {
	read := 0
	err = w.l.each(ctx, 5, func(v []any) {
		read++
		w.rowid = number(v[0])
		if number(v[4]) != 0 {
			rows = append(rows, w.l.eventRow(v))
		}
	}, w.l.b.schema.eventRows(", e.task_id = ?1")+" WHERE e.rowid > ?2 AND e.rowid <= ?3 ORDER BY e.rowid LIMIT ?4", w.id, w.rowid, w.last, most)
	return rows, read == most, err
}
