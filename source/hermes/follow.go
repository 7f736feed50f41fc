package hermes

import (
	"context"
	"slices"

	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// touched are the tasks that new events are about.
type touched struct {
	moved  []string // their state or links may be others: their neighbours show it too
	marked []string // only they themselves changed
}

// Newest is the rowid of the newest event.
func (b *board) Newest(ctx context.Context, q sqlitedb.Queryer) (int64, error) {
	if !b.schema.has(tabEvents) {
		return 0, nil
	}
	last, err := sqlsource.One(ctx, q, "SELECT max(rowid) FROM task_events")
	return number(last), err
}

// Since reads the tasks of events, and those next to them. A board that keeps no
// events has none.
func (b *board) Since(ctx context.Context, q sqlitedb.Queryer, after int64, most int) (sqlsource.Entries, error) {
	e := sqlsource.Entries{Last: after}
	if !b.schema.has(tabEvents) {
		return e, nil
	}
	var t touched
	rows := 0
	err := each(ctx, q, func(v []any) {
		rows++
		e.Last = number(v[0])
		t.event(text(v[1]), text(v[2]), text(v[3]))
	}, `SELECT rowid, task_id, kind, CASE WHEN kind IN ('linked', 'unlinked') THEN `+small("payload")+` END
		FROM task_events WHERE rowid > ? ORDER BY rowid LIMIT ?`, after, most)
	if err != nil {
		return e, err
	}
	near, err := b.Near(ctx, q, t.moved)
	e.More, e.IDs = rows == most, slices.Concat(t.moved, t.marked, near)
	return e, err
}

// event notes the task of an event, and of one that links tasks the others.
func (t *touched) event(id, kind, payload string) {
	switch {
	case id == "":
	case kinds[kind].has(still):
		t.marked = append(t.marked, id)
	default:
		t.moved = append(t.moved, id)
	}
	if payload == "" {
		return
	}
	// An unlinked parent is no neighbour any more.
	var link struct{ Parent, Child string }
	decode(payload, &link)
	for _, end := range []string{link.Parent, link.Child} {
		if end != "" && end != id {
			t.marked = append(t.marked, end)
		}
	}
}

// ancestorsMax bounds how many tasks above others are read again with them.
const ancestorsMax = 1000

// Near lists the children of tasks and all that is above them: their cases
// carry the status of the tasks they depend on, and whether reopening them would
// take one back that is being worked on.
func (b *board) Near(ctx context.Context, q sqlitedb.Queryer, ids []string) ([]string, error) {
	if len(ids) == 0 || !b.schema.has(tabLinks) {
		return nil, nil
	}
	keys := sqlsource.List(ids)
	var near []string
	err := each(ctx, q, func(v []any) {
		if id := text(v[0]); id != "" {
			near = append(near, id)
		}
	}, `WITH RECURSIVE above(id) AS (
			SELECT l.parent_id FROM json_each(?1) j CROSS JOIN `+b.links("child_id", "j.value")+`
			UNION
			SELECT l.parent_id FROM above a CROSS JOIN `+b.links("child_id", "a.id")+`
			LIMIT ?2)
		SELECT l.child_id FROM json_each(?1) j CROSS JOIN `+b.links("parent_id", "j.value")+`
		UNION
		SELECT id FROM above`, keys, ancestorsMax)
	return near, err
}
