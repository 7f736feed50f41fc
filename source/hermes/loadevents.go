package hermes

import (
	"cmp"
	"context"
	"fmt"

	"notdone/model"
)

// detailRow is a decoded payload that rules ask for.
type detailRow struct {
	task    int
	seq     int64
	payload *payload
}

// eventSelect writes the selection of the events of the tasks in a JSON list.
// In a list, what repeats while nothing happens stays out, and so do the
// payloads that nobody asks for.
func (s *schema) eventSelect(whole bool) string {
	body, only := "e.payload", ""
	if !whole {
		kinds := told
		if !s.has(tabRuns) {
			kinds += ",'" + evCompleted + "'" // the only place of the summary
		}
		body = fmt.Sprintf("CASE WHEN e.kind IN (%s) THEN e.payload END", kinds)
		only = fmt.Sprintf(" WHERE e.kind NOT IN (%s)", literals(quiet))
	}
	return fmt.Sprintf("SELECT j.key, e.rowid, %s, e.kind, e.created_at, %s FROM json_each(?) j CROSS JOIN task_events e ON e.task_id = j.value%s",
		s.col(tabEvents, "e", "run_id"), body, only)
}

func (l *loader) readEvents(ctx context.Context) error {
	if !l.b.schema.has(tabEvents) {
		return nil
	}
	var slab []model.Event
	var ends []int
	last := 0
	err := l.each(ctx, 6, func(v []any) {
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
		if raw := text(v[5]); raw != "" && len(raw) <= payloadMax {
			l.tell(&e, i, k, raw)
		}
		slab = append(slab, e)
	}, l.b.schema.eventSelect(l.whole), l.keys)
	if err != nil {
		return err
	}
	split(l.events, slab, ends, func(a, b model.Event) int { return cmp.Compare(a.Seq, b.Seq) })
	return nil
}

// tell decodes what an event's payload says.
func (l *loader) tell(e *model.Event, task int, k kind, raw string) {
	l.scratch = payload{}
	decode(raw, &l.scratch)
	e.Note, e.Actor = l.scratch.said(), l.scratch.who()
	if k.detail {
		kept := l.scratch
		l.details = append(l.details, detailRow{task: task, seq: e.Seq, payload: &kept})
	}
}

// readGuards finds the newest refusal to spawn of every ready task. Hermes
// records one a tick, so that the others are not read.
func (l *loader) readGuards(ctx context.Context) error {
	var ids []string
	var at []int
	for i := range l.tasks {
		if l.tasks[i].status == stReady {
			ids, at = append(ids, l.tasks[i].id), append(at, i)
		}
	}
	if len(ids) == 0 || !l.b.schema.has(tabEvents) {
		return nil
	}
	keys, err := jsonList(ids)
	if err != nil {
		return err
	}
	l.guards = map[int]*guard{}
	return l.each(ctx, 4, func(v []any) {
		i := number(v[0])
		if i < 0 || i >= int64(len(at)) {
			return
		}
		var p payload
		decode(text(v[2]), &p)
		l.guards[at[i]] = &guard{reason: p.Reason, where: l.whereRow(tabEvents, number(v[1])), at: moment(number(v[3]))}
	}, `SELECT j.key, max(e.rowid), e.payload, e.created_at FROM json_each(?) j
		CROSS JOIN task_events e ON e.task_id = j.value WHERE e.kind = 'respawn_guarded' GROUP BY j.key`, keys)
}
