package hermes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"notdone/model"
	"notdone/source/sqlsource"
)

// detailRow is a decoded payload that rules ask for.
type detailRow struct {
	task    int
	seq     int64
	payload *payload
}

// eventSelect writes the selection of the events that a JSON list names by one
// of their columns, with the place of their task. In a list, what repeats while
// nothing happens stays out, and so do the payloads that nobody asks for.
func (s *schema) eventSelect(whole bool, place, by string) string {
	body, only := small("e.payload"), ""
	if !whole {
		told := namesWith(note | detail)
		if !s.has(tabRuns) {
			told = append(told, evCompleted) // the only place of the summary
		}
		body = fmt.Sprintf("CASE WHEN e.kind IN (%s) THEN %s END", literals(told...), body)
		only = fmt.Sprintf(" WHERE e.kind NOT IN (%s)", literals(namesWith(quiet)...))
	}
	return fmt.Sprintf("SELECT %s, e.rowid, %s, e.kind, e.created_at, %s FROM json_each(?) j CROSS JOIN %s%s",
		place, s.col(tabEvents, "e", "run_id"), body, s.indexes.Join(tabEvents, "e", by, "j.value"), only)
}

func (l *loader) readEvents(ctx context.Context) (err error) {
	if !l.b.schema.has(tabEvents) {
		return nil
	}
	most := l.env.crowd
	if l.whole {
		most = eventsWhole
	}
	if l.crowded, err = l.heavy(ctx, tabEvents, most); err != nil {
		return err
	}
	keys := l.keysWithout(l.crowded)
	if err := l.selectEvents(ctx, l.b.schema.eventSelect(l.whole, "j.key", "task_id"), keys); err != nil {
		return err
	}
	return l.readCrowds(ctx)
}

// readCrowds reads the events of the tasks that have very many. It fails with
// errCrowds, which names all of those that cannot be read here.
func (l *loader) readCrowds(ctx context.Context) error {
	if len(l.crowded) == 0 {
		return nil
	}
	last, err := l.b.Newest(ctx, l.q)
	if err != nil {
		return err
	}
	crowds := &errCrowds{b: l.b}
	for i := range l.crowded {
		var one *errCrowds
		if err := l.readCrowd(ctx, i, last); errors.As(err, &one) {
			crowds.ids = append(crowds.ids, one.ids...)
		} else if err != nil {
			return err
		}
	}
	if len(crowds.ids) > 0 {
		return crowds
	}
	return nil
}

// readCrowd reads those events that rules ask for of a task that has very many,
// and for its detail the newest of all as well.
func (l *loader) readCrowd(ctx context.Context, i int, last int64) error {
	d, err := l.digestOf(ctx, l.tasks[i].id, last)
	if err != nil {
		return err
	}
	if d.guard != nil && l.tasks[i].status == stReady {
		l.guards[i] = d.guard
	}
	kept := d.events()
	var newest []model.Event
	if l.whole {
		if newest, err = l.readNewest(ctx, i, d); err != nil {
			return err
		}
		shown := func(e keptEvent) bool { return len(newest) > 0 && e.Seq >= newest[0].Seq }
		kept = slices.DeleteFunc(kept, shown)
	}
	events := make([]model.Event, len(kept), len(kept)+len(newest))
	for k := range kept {
		events[k] = kept[k].Event
		if p := kept[k].detail; p != nil {
			l.details = append(l.details, detailRow{task: i, seq: kept[k].Seq, payload: p})
		}
	}
	l.events[i] = append(events, newest...)
	return nil
}

// eventsWhole bounds how many events the detail of a task shows.
const eventsWhole = 5000

// readNewest reads the newest events of the one task that is read whole, after
// one that says how many are older.
func (l *loader) readNewest(ctx context.Context, i int, d *digest) ([]model.Event, error) {
	keys := sqlsource.List(d.newest[max(0, len(d.newest)-eventsWhole):])
	err := l.selectEvents(ctx, l.b.schema.eventSelect(true, strconv.Itoa(i), "rowid"), keys)
	newest := l.events[i]
	if err != nil || len(newest) == 0 {
		return nil, err
	}
	left := model.Event{
		Seq: newest[0].Seq - 1, Where: tabEvents, At: newest[0].At, Name: "left_out",
		Note: fmt.Sprintf("of %d events the newest %d are shown, and of older ones those that still count", d.all, len(newest)),
	}
	return append([]model.Event{left}, newest...), nil
}

// selectEvents reads events by a selection of eventSelect.
func (l *loader) selectEvents(ctx context.Context, query string, args ...any) error {
	var slab []model.Event
	var ends []int
	last := 0
	err := l.each(ctx, func(v []any) {
		i := l.index(v[0])
		if i < last {
			return
		}
		for ; last < i; last++ {
			ends = append(ends, len(slab))
		}
		id := number(v[1])
		k := kindOf(text(v[3]), l.env.names)
		e := model.Event{
			Seq: l.b.seq + id, Where: l.whereRow(tabEvents, id), Kind: k.class, Name: k.name, At: moment(number(v[4])),
		}
		if run := text(v[2]); run != "" {
			e.RunID = l.b.prefix + run
		}
		if raw := text(v[5]); raw != "" {
			if p := l.tell(&e, k, raw); p != nil {
				l.details = append(l.details, detailRow{task: i, seq: e.Seq, payload: p})
			}
		}
		slab = append(slab, e)
	}, query, args...)
	if err != nil {
		return err
	}
	split(l.events, slab, ends, func(a, b model.Event) int { return cmp.Compare(a.Seq, b.Seq) })
	return nil
}

// tell decodes what an event's payload says, and returns it where a rule of ours
// asks for it.
func (l *loader) tell(e *model.Event, k kind, raw string) *payload {
	l.scratch = payload{}
	decode(raw, &l.scratch)
	e.Note, e.Actor = l.scratch.said(), l.scratch.who()
	if !k.has(detail) {
		return nil
	}
	kept := l.scratch
	return &kept
}

// readGuards finds the newest refusal to spawn of every ready task. Hermes
// records one a tick, so that the others are not read.
func (l *loader) readGuards(ctx context.Context) error {
	var ids []string
	var at []int
	for i := range l.tasks {
		if l.tasks[i].status == stReady && !l.crowded[i] {
			ids, at = append(ids, l.tasks[i].id), append(at, i)
		}
	}
	if len(ids) == 0 || !l.b.schema.has(tabEvents) {
		return nil
	}
	keys := sqlsource.List(ids)
	return l.each(ctx, func(v []any) {
		if i := number(v[0]); i >= 0 && i < int64(len(at)) {
			l.guards[at[i]] = guardFrom(number(v[1]), v[2], v[3])
		}
	}, "SELECT j.key, max(e.rowid), "+small("e.payload")+`, e.created_at FROM json_each(?) j
		CROSS JOIN `+l.b.schema.indexes.Join(tabEvents, "e", "task_id", "j.value")+` WHERE e.kind = 'respawn_guarded' GROUP BY j.key`, keys)
}
