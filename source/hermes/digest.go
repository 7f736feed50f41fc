package hermes

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"notdone/model"
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
	upto   int64   // the board's newest event when it was built
	all    int     // how many events there are
	newest []int64 // the last of them by rowid, eventsWhole and up to as many again
	kinds  map[string]*kindDigest
	guard  *guard // the dispatcher's newest refusal to start a worker
	turn   string // the newest of blocked and unblocked
}

// eventRow is an event without what it says.
type eventRow struct {
	rowid, at int64
	run, kind string
}

// kindDigest holds the newest events of one kind in the order of arrival. One
// that is later than they are by its time and came before them, as where a clock
// was set back, is kept aside.
type kindDigest struct {
	newest []keptEvent
	latest keptEvent
}

// keptEvent is an event with the payload that a rule of ours asks for, if any.
type keptEvent struct {
	model.Event
	detail *payload
}

// bucket is under which kind an event is kept: what nobody knows is one kind.
func bucket(k kind) string {
	if _, ok := kinds[k.name]; ok {
		return k.name
	}
	return ""
}

// heavy lists those of the tasks that have more events, or more rows of another
// table, than so many. Along an index each costs no more than that to look at.
func (l *loader) heavy(ctx context.Context, table string, most int) (map[int]bool, error) {
	var found map[int]bool
	query := fmt.Sprintf(`SELECT j.key FROM json_each(?) j
		WHERE (SELECT 1 FROM (SELECT 1) CROSS JOIN %s LIMIT 1 OFFSET %d) IS NOT NULL`, l.b.schema.indexes.Join(table, "x", "task_id", "j.value"), most)
	err := l.each(ctx, func(v []any) {
		if i := l.index(v[0]); i >= 0 {
			if found == nil {
				found = map[int]bool{}
			}
			found[i] = true
		}
	}, query, l.keys)
	return found, err
}

// keysWithout is the list of the tasks' ids without those at some places, which
// keeps the places of the others.
func (l *loader) keysWithout(left map[int]bool) string {
	if len(left) == 0 {
		return l.keys
	}
	ids := make([]*string, len(l.tasks))
	for i := range l.tasks {
		if !left[i] {
			ids[i] = &l.tasks[i].id
		}
	}
	return sqlsource.List(ids)
}

// with is the digest with the events that follow, in the order of arrival. It
// returns which of those it keeps need what they say, and the rowid of the
// newest refusal to start a worker among them, 0 for none. A nil digest is that
// of no events.
func (d *digest) with(l *loader, rows []eventRow) (next *digest, untold []*keptEvent, guarded int64) {
	next, since := &digest{kinds: map[string]*kindDigest{}}, int64(math.MinInt64)
	if d != nil {
		*next, since = *d, d.upto
		next.kinds, next.newest = maps.Clone(d.kinds), slices.Clone(d.newest)
	}
	came := map[string]*kindDigest{}
	for _, r := range rows {
		if next.newest = append(next.newest, r.rowid); len(next.newest) >= 2*eventsWhole {
			next.newest = slices.Delete(next.newest, 0, len(next.newest)-eventsWhole)
		}
		switch {
		case r.kind == evRespawnGuarded:
			guarded = r.rowid
		case kinds[r.kind].has(quiet): // it is only counted
		default:
			next.add(l, r, came)
		}
	}
	next.all += len(rows)
	for name, of := range came {
		of.trim()
		next.kinds[name] = of
		if !l.tells(of.newest[0].Name) {
			continue
		}
		for i := range of.newest {
			untold = append(untold, &of.newest[i])
		}
		untold = append(untold, &of.latest)
	}
	return next, slices.DeleteFunc(untold, func(e *keptEvent) bool { return e.Seq-l.b.seq <= since || e.Seq == 0 }), guarded
}

// add takes one event into what came of its kind.
func (d *digest) add(l *loader, r eventRow, came map[string]*kindDigest) {
	k := kindOf(r.kind, l.env.names)
	e := keptEvent{Event: model.Event{
		Seq: l.b.seq + r.rowid, Where: tabEvents + "#" + strconv.FormatInt(r.rowid, 10), Kind: k.class, Name: k.name, At: moment(r.at),
	}}
	if r.run != "" {
		e.RunID = l.b.prefix + r.run
	}
	name := bucket(k)
	if (name == evBlocked || name == evUnblocked) && name != d.turn {
		// Where one turns into the other is a kind of its own: rounds of both
		// are counted.
		d.turn = name
		name += " turn"
	}
	of := came[name]
	if of == nil {
		of = &kindDigest{}
		if known := d.kinds[name]; known != nil {
			*of = kindDigest{latest: known.latest, newest: slices.Clone(known.newest)}
		}
		came[name] = of
	}
	of.add(e)
}

// add takes an event in. The kept ones are trimmed now and then, so that each
// costs the same however many there are.
func (k *kindDigest) add(e keptEvent) {
	if k.newest = append(k.newest, e); len(k.newest) >= 4*perKind {
		k.trim()
	}
}

// trim keeps the newest by arrival, and of the others the latest by time.
func (k *kindDigest) trim() {
	slices.SortFunc(k.newest, func(a, b keptEvent) int { return int(a.Seq - b.Seq) })
	over := len(k.newest) - perKind
	if over <= 0 {
		return
	}
	for _, e := range k.newest[:over] {
		if k.latest.Seq == 0 || e.At.After(k.latest.At) {
			k.latest = e
		}
	}
	k.newest = slices.Clone(k.newest[over:])
}

// events are the kept events in the order of arrival, with their payloads.
func (d *digest) events() []keptEvent {
	var all []keptEvent
	for _, k := range d.kinds {
		all = append(all, k.newest...)
		if k.latest.Seq != 0 && !slices.ContainsFunc(k.newest, func(e keptEvent) bool { return !e.At.Before(k.latest.At) }) {
			all = append(all, k.latest)
		}
	}
	slices.SortFunc(all, func(a, b keptEvent) int { return int(a.Seq - b.Seq) })
	return all
}

// tellKept reads what kept events say.
func (l *loader) tellKept(ctx context.Context, kept []*keptEvent) error {
	if len(kept) == 0 {
		return nil
	}
	at := make(map[int64]*keptEvent, len(kept))
	rowids := make([]int64, len(kept))
	for i, e := range kept {
		rowids[i] = e.Seq - l.b.seq
		at[rowids[i]] = e
	}
	keys := sqlsource.List(rowids)
	return l.each(ctx, func(v []any) {
		e := at[number(v[0])]
		if raw := text(v[1]); raw != "" && e != nil {
			e.detail = l.tell(&e.Event, kinds[e.Name], raw)
		}
	}, "SELECT e.rowid, "+small("e.payload")+" FROM json_each(?) j CROSS JOIN task_events e ON e.rowid = j.value", keys)
}

// tells reports whether a list needs the payloads of events of a kind.
func (l *loader) tells(name string) bool {
	k := kinds[name]
	return k.has(note|detail) || name == evCompleted && !l.b.schema.has(tabRuns)
}

// guardAt reads one refusal to start a worker.
func (l *loader) guardAt(ctx context.Context, rowid int64) (g *guard, err error) {
	err = l.each(ctx, func(v []any) { g = guardFrom(rowid, v[0], v[1]) },
		"SELECT "+small("payload")+", created_at FROM task_events WHERE rowid = ?", rowid)
	return g, err
}

// guardFrom makes a refusal of the row of its event.
func guardFrom(rowid int64, said, when any) *guard {
	var p payload
	decode(text(said), &p)
	return &guard{reason: p.Reason, where: tabEvents + "#" + strconv.FormatInt(rowid, 10), at: moment(number(when))}
}

// Keep remembers the digests of the last read, now that it holds. Those of
// finished tasks are not kept: hermes kanban gc deletes their events.
func (b *board) Keep() {
	l := b.loaded
	clear(b.made)
	if l == nil {
		return
	}
	for id, d := range l.fresh {
		if len(b.digests) >= digestsMax && b.digests[id] == nil {
			clear(b.digests) // they are made again for those that still change
		}
		b.digests[id] = d
	}
	for i := range l.tasks {
		if s := l.tasks[i].status; s == stDone || s == stArchived {
			delete(b.digests, l.tasks[i].id)
		}
	}
	b.loaded = nil
}
