package hermes

import (
	"cmp"
	"context"
	"fmt"

	"notdone/model"
	"notdone/source/sqlsource"
)

// eventsWhole bounds how many events the detail of a task shows.
const eventsWhole = 5000

// eventSelect writes the selection of the events that a JSON list names by one
// of their columns, with the place of their task. In a list, what repeats while
// nothing happens stays out, and so do the payloads that nobody asks for.
func (s *schema) eventSelect(whole bool, place, by string) string {
	body, only := small("e.payload"), ""
	if !whole {
		told := namesWith(note | detail)
		if !s.Has(tabRuns) {
			told = append(told, evCompleted) // the only place of the summary
		}
		body = "CASE WHEN e.kind IN (" + literals(told...) + ") THEN " + body + " END"
		only = " WHERE e.kind NOT IN (" + literals(namesWith(quiet)...) + ")"
	}
	return "SELECT " + place + ", e.rowid, e.created_at, " + s.Expr(tabEvents, "e", "run_id") + ", e.kind, " + body +
		" FROM json_each(?1) j CROSS JOIN " + s.indexes.Join(tabEvents, "e", by, "j.value") + only
}

func (l *loader) readEvents(ctx context.Context) error {
	known := func(t *item) bool { return t.told }
	if !l.b.schema.Has(tabEvents) || l.all(known) {
		return nil
	}
	most := l.b.env.crowd
	if l.whole {
		most = eventsWhole
	}
	crowded, err := sqlsource.Heavy(ctx, l.q, l.b.schema.indexes, tabEvents, "task_id", l.keysWithout(known), most)
	if err != nil {
		return err
	}
	for _, i := range crowded {
		l.items[i].crowded = true
	}
	query := l.b.schema.eventSelect(l.whole, "j.key", "task_id")
	if err := l.selectEvents(ctx, query, l.keysWithout(func(t *item) bool { return t.told || t.crowded })); err != nil || len(crowded) == 0 {
		return err
	}
	return l.readCrowds(ctx)
}

// readCrowds reads the events of the tasks that have very many. It fails with
// errCrowds, which names all of those that cannot be read here.
func (l *loader) readCrowds(ctx context.Context) error {
	last, err := l.b.Newest(ctx, l.q)
	if err != nil {
		return err
	}
	var crowds []string
	for i, t := range l.items {
		if !t.crowded {
			continue
		}
		d, err := l.digestOf(ctx, t.id, last)
		if d == nil && err == nil {
			crowds = append(crowds, t.id)
		} else if err == nil {
			err = l.readCrowd(ctx, i, t, d)
		}
		if err != nil {
			return err
		}
	}
	if len(crowds) > 0 {
		return l.b.errCrowds(crowds)
	}
	return nil
}

// readCrowd reads those events that rules ask for of a task that has very many, and for
// its detail the newest of all as well, after one that says how many are older.
func (l *loader) readCrowd(ctx context.Context, i int, t *item, d *digest) error {
	if t.status == stReady {
		t.guard = d.guard
	}
	if l.whole {
		keys := sqlsource.List(d.newest[max(0, len(d.newest)-eventsWhole):])
		if err := l.selectEvents(ctx, l.b.schema.eventSelect(true, fmt.Sprint(i), "rowid"), keys); err != nil {
			return err
		}
	}
	newest := t.Events
	t.Events = make([]model.Event, 0, len(d.kept)+1+len(newest))
	for _, e := range d.kept {
		if len(newest) == 0 || e.Seq < newest[0].Seq {
			t.Events = append(t.Events, e.Event)
			t.keep(e.Seq, e.detail)
		}
	}
	if len(newest) > 0 {
		t.Events = append(t.Events, model.Event{
			Seq: newest[0].Seq - 1, Where: tabEvents, At: newest[0].At, Name: "left_out",
			Note: fmt.Sprintf("of %d events the newest %d are shown, and of older ones those that still count", d.all, len(newest)),
		})
	}
	t.Events = append(t.Events, newest...)
	return nil
}

// selectEvents reads events by a selection of eventSelect.
func (l *loader) selectEvents(ctx context.Context, query string, args ...any) error {
	return sqlsource.Gather(ctx, l.q, func(i int, v []any) model.Event {
		e, k := l.event(eventFrom(v[1:]))
		l.items[i].keep(e.Seq, e.tell(k, text(v[5])))
		return e.Event
	}, func(a, b model.Event) int { return cmp.Compare(a.Seq, b.Seq) }, func(i int, events []model.Event) { l.items[i].Events = events }, query, args...)
}

// eventRow is an event without what it says.
type eventRow struct {
	rowid, at int64
	run, kind string
}

func eventFrom(v []any) eventRow {
	return eventRow{rowid: number(v[0]), at: number(v[1]), run: text(v[2]), kind: intern(text(v[3]))}
}

// event makes an event of its row, and says what kind it is.
func (l *loader) event(r eventRow) (keptEvent, kind) {
	k := kindOf(r.kind)
	e := model.Event{Seq: l.b.seq + r.rowid, Where: place(tabEvents, r.rowid), Kind: k.class, Name: k.name, At: moment(r.at)}
	if r.run != "" {
		e.RunID = l.b.prefix + r.run
	}
	return keptEvent{Event: e}, k
}

// tell decodes what an event's payload says, and returns it where a rule of ours
// asks for it.
func (e *keptEvent) tell(k kind, raw string) *payload {
	if raw == "" {
		return nil
	}
	var p payload
	decode(raw, &p)
	e.Note, e.Actor = p.said(), cmp.Or(p.Actor, p.Author)
	if !k.has(detail) {
		return nil
	}
	return &p
}

// keep remembers what an event says for the rules that ask for it.
func (r *record) keep(seq int64, said *payload) {
	if said == nil {
		return
	}
	if r.details == nil {
		r.details = map[int64]*payload{}
	}
	r.details[seq] = said
}

// readGuards finds the newest refusal to spawn of every ready task. Hermes
// records one a tick, so that the others are not read.
func (l *loader) readGuards(ctx context.Context) error {
	idle := func(t *item) bool { return t.status != stReady || t.crowded }
	if !l.b.schema.Has(tabEvents) || l.all(idle) {
		return nil
	}
	return sqlsource.EachCells(ctx, l.q, func(v []any) {
		l.items[number(v[0])].guard = guardFrom(v[1:])
	}, "SELECT j.key, max(e.rowid), "+small("e.payload")+", e.created_at FROM json_each(?) j CROSS JOIN "+
		l.b.schema.indexes.Join(tabEvents, "e", "task_id", "j.value")+" WHERE e.kind = 'respawn_guarded' GROUP BY j.key", l.keysWithout(idle))
}

// guardFrom makes a refusal of its event's rowid, payload and time.
func guardFrom(v []any) *guard {
	var p payload
	decode(text(v[1]), &p)
	return &guard{reason: p.Reason, where: place(tabEvents, number(v[0])), at: moment(number(v[2]))}
}
