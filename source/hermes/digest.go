package hermes

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Bounds of the events that a listed task carries.
const (
	eventsPlain = 512 // a task with no more is listed with all that tell something
	perKind     = 128 // of one with more, the newest of each kind
	digestsMax  = 64  // tasks of which a digest is remembered
)

// digest holds of the events of a task that has very many what rules ask for: the
// newest of each kind. It is moved on by the events that come, so that a commit
// costs no more than they do. A digest is never changed once it is built.
type digest struct {
	upto   int64       // the board's newest event when it was built
	all    int         // how many events there are
	newest []int64     // the last of them by rowid, eventsWhole and up to as many again
	kept   []keptEvent // in the order of arrival
	guard  *guard      // the dispatcher's newest refusal to start a worker
	turn   string      // the newest of blocked and unblocked
}

// keptEvent is an event with the payload that a rule of ours asks for, if any.
type keptEvent struct {
	model.Event
	bucket string // under which kind it is kept
	detail *payload
	told   bool // what it says was read
}

// with is the digest with the events that follow, in the order of arrival, and the
// rowid of the newest refusal to start a worker among them, 0 for none. A nil
// digest is that of no events.
func (d *digest) with(l *loader, rows []eventRow) (next *digest, guarded int64) {
	next = &digest{}
	if d != nil {
		*next = *d
		next.kept, next.newest = slices.Clone(d.kept), slices.Clone(d.newest)
	}
	next.all += len(rows)
	for _, r := range rows {
		if next.newest = append(next.newest, r.rowid); len(next.newest) >= 2*eventsWhole {
			next.newest = slices.Delete(next.newest, 0, len(next.newest)-eventsWhole)
		}
		e, k := l.event(r)
		switch {
		case r.kind == evRespawnGuarded:
			guarded = r.rowid
			continue
		case k.has(quiet): // it is only counted
			continue
		}
		if _, known := kinds[k.name]; known { // what nobody knows is one kind
			e.bucket = k.name
		}
		if (k.name == evBlocked || k.name == evUnblocked) && k.name != next.turn {
			// Where one turns into the other is a kind of its own: rounds of both
			// are counted.
			next.turn = k.name
			e.bucket += " turn"
		}
		// Without runs a completion is the only place of the summary.
		e.told = !k.has(note|detail) && (k.name != evCompleted || l.b.schema.Has(tabRuns))
		if next.kept = append(next.kept, e); len(next.kept) >= 2*perKind*len(kinds) {
			next.trim()
		}
	}
	next.trim()
	return next, guarded
}

// trim keeps the newest of each kind by arrival, and of the others that which is
// the latest by time, where it is later than they are: one that came before them,
// as where a clock was set back.
func (d *digest) trim() {
	slices.SortFunc(d.kept, func(a, b keptEvent) int { return cmp.Compare(a.Seq, b.Seq) })
	type tally struct {
		n      int
		latest time.Time
		aside  *keptEvent
	}
	of := map[string]*tally{}
	for i := len(d.kept) - 1; i >= 0; i-- {
		e := &d.kept[i]
		t := of[e.bucket]
		if t == nil {
			t = &tally{}
			of[e.bucket] = t
		}
		switch t.n++; {
		case t.n <= perKind:
			t.latest = later(t.latest, e.At)
		case e.At.After(t.latest) && (t.aside == nil || !e.At.Before(t.aside.At)):
			t.aside = e
		}
	}
	kept := make([]keptEvent, 0, min(len(d.kept), perKind*len(of)+len(of)))
	for i := range d.kept {
		e := &d.kept[i]
		t := of[e.bucket]
		if t.n--; t.n < perKind || t.aside == e {
			kept = append(kept, *e)
		}
	}
	d.kept = kept
}

// tell reads what the kept events say of which that is not known yet, and the
// newest refusal to start a worker if its rowid is not 0.
func (d *digest) tell(ctx context.Context, l *loader, guarded int64) error {
	at := map[int64]*keptEvent{}
	var rowids []int64
	for i := range d.kept {
		if e := &d.kept[i]; !e.told {
			rowid := e.Seq - l.b.seq
			at[rowid], e.told = e, true
			rowids = append(rowids, rowid)
		}
	}
	if guarded > 0 {
		rowids = append(rowids, guarded)
	}
	if len(rowids) == 0 {
		return nil
	}
	return sqlsource.EachCells(ctx, l.q, func(v []any) {
		if e := at[number(v[0])]; e != nil {
			e.detail = e.tell(kinds[e.Name], text(v[1]))
		} else {
			d.guard = guardFrom(v)
		}
	}, "SELECT e.rowid, "+small("e.payload")+", e.created_at FROM json_each(?) j CROSS JOIN task_events e ON e.rowid = j.value", sqlsource.List(rowids))
}

// errCrowds ends a read that met these tasks with very many events of which no
// digest is known that could be moved on. They are read in parts of their own, so
// that Hermes can commit meanwhile.
func (b *board) errCrowds(ids []string) error {
	return sqlsource.NotReady("too many events for one read", func(ctx context.Context) (err error) {
		for i := 0; i < len(ids) && err == nil; i++ {
			b.made[ids[i]], err = b.digest(ctx, ids[i])
		}
		return err
	})
}

// behindMax is over how many new events of the board a digest is moved on inside
// the read of its task.
const behindMax = 5000

// digestOf brings the digest of one task up to now; nil where that takes long.
func (l *loader) digestOf(ctx context.Context, id string, last int64) (*digest, error) {
	d := l.b.made[id]
	if d == nil {
		if d = l.b.digests[id]; d == nil || d.upto > last || last-d.upto > behindMax {
			return nil, nil
		}
	}
	if d.upto < last {
		var rows []eventRow
		err := sqlsource.EachCells(ctx, l.q, func(v []any) { rows = append(rows, eventFrom(v)) },
			l.b.schema.eventRows()+"+e.task_id = ?1 AND e.rowid > ?2 ORDER BY e.rowid", id, d.upto)
		if err != nil {
			return nil, err
		}
		next, guarded := d.with(l, rows)
		if err := next.tell(ctx, l, guarded); err != nil {
			return nil, err
		}
		next.upto = last
		d = next
	}
	l.fresh[id] = d
	return d, nil
}

// digest reads the digest of a task in parts. Events that come meanwhile are
// left to digestOf.
func (b *board) digest(ctx context.Context, id string) (*digest, error) {
	var last int64
	err := b.store.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		last, err = b.Newest(ctx, q)
		return err
	})
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
	l := &loader{b: b}
	untold, guarded := known.with(l, rows)
	untold.upto = last
	var d digest
	return &d, b.store.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		l.q, d = q, *untold
		d.kept = slices.Clone(untold.kept)
		return d.tell(ctx, l, guarded)
	})
}

// eventRows writes the selection of events without what they say, and of whether
// they are those of the task ?1.
func (s *schema) eventRows() string {
	return "SELECT e.rowid, e.created_at, " + s.Expr(tabEvents, "e", "run_id") + ", e.kind, e.task_id = ?1 FROM task_events e WHERE "
}

// crowdPart is how many events are read in one transaction at most.
const crowdPart = 20000

// eventsOf reads the events of a task that follow a known digest, up to the one
// with the rowid last, in parts. They come in the order of arrival. Where nothing
// is known yet and an index leads with the task and the time, it is walked: each
// part reads first the rest of the moment that was reached, then what is beyond it.
// Else all events of the board are walked.
func (b *board) eventsOf(ctx context.Context, id string, known *digest, last int64) ([]eventRow, error) {
	after, at := int64(math.MinInt64), any(int64(math.MinInt64))
	if known != nil {
		after = known.upto
	}
	var all []eventRow
	along, query := known == nil && b.schema.timed, b.schema.eventRows()
	for more := true; more; {
		var part []eventRow
		from, since := after, at
		err := b.store.ReadPart(ctx, &b.pace, crowdPart, func(ctx context.Context, q sqlitedb.Queryer, most int) (err error) {
			part, after, at = nil, from, since
			read := 0
			take := func(v []any) {
				read++
				if after, at = number(v[0]), v[1]; after <= last && number(v[4]) != 0 {
					part = append(part, eventFrom(v))
				}
			}
			if !along {
				err = sqlsource.EachCells(ctx, q, take, query+"e.rowid > ?2 AND e.rowid <= ?3 ORDER BY e.rowid LIMIT ?4", id, after, last, most)
			} else if err = sqlsource.EachCells(ctx, q, take, query+"e.task_id = ?1 AND e.created_at = ?2 AND e.rowid > ?3 ORDER BY e.rowid LIMIT ?4", id, at, after, most); err == nil && read < most {
				err = sqlsource.EachCells(ctx, q, take, query+"e.task_id = ?1 AND e.created_at > ?2 ORDER BY e.created_at, e.rowid LIMIT ?3", id, at, most-read)
			}
			more = read == most
			return err
		})
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	slices.SortFunc(all, func(a, b eventRow) int { return cmp.Compare(a.rowid, b.rowid) })
	return all, nil
}

// Keep remembers the digests of the last read, now that it holds. Those of
// finished tasks are not kept: hermes kanban gc deletes their events.
func (b *board) Keep() {
	clear(b.made)
	if b.loaded == nil {
		return
	}
	for id, d := range b.loaded.fresh {
		if len(b.digests) >= digestsMax && b.digests[id] == nil {
			clear(b.digests) // they are made again for those that still change
		}
		b.digests[id] = d
	}
	for _, t := range b.loaded.items {
		if t.status == stDone || t.status == stArchived {
			delete(b.digests, t.id)
		}
	}
	b.loaded = nil
}
