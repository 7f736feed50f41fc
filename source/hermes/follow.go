package hermes

import (
	"context"
	"slices"

	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Newest is the rowid of the newest event.
func (b *board) Newest(ctx context.Context, q sqlitedb.Queryer) (int64, error) {
	if !b.schema.Has(tabEvents) {
		return 0, nil
	}
	last, err := sqlsource.One(ctx, q, "SELECT max(rowid) FROM task_events")
	return number(last), err
}

// Since reads the tasks of events, and those next to them. A board that keeps no
// events has none.
func (b *board) Since(ctx context.Context, q sqlitedb.Queryer, after int64, most int) (sqlsource.Entries, error) {
	e := sqlsource.Entries{Last: after}
	if !b.schema.Has(tabEvents) {
		return e, nil
	}
	var moved, marked []string // whose state or links may be others, which their neighbours show too; who alone changed
	rows := 0
	err := sqlsource.EachCells(ctx, q, func(v []any) {
		rows++
		e.Last = number(v[0])
		id := text(v[1])
		switch {
		case id == "":
		case kinds[text(v[2])].has(still):
			marked = append(marked, id)
		default:
			moved = append(moved, id)
		}
		// An unlinked parent is no neighbour any more.
		var link struct{ Parent, Child string }
		decode(text(v[3]), &link)
		for _, end := range []string{link.Parent, link.Child} {
			if end != "" && end != id {
				marked = append(marked, end)
			}
		}
	}, `SELECT rowid, task_id, kind, CASE WHEN kind IN ('linked', 'unlinked') THEN `+small("payload")+` END
		FROM task_events WHERE rowid > ? ORDER BY rowid LIMIT ?`, after, most)
	if err != nil {
		return e, err
	}
	near, err := b.Near(ctx, q, moved)
	e.More, e.IDs = rows == most, slices.Concat(moved, marked, near)
	return e, err
}

// Last reads the newest events up to one.
func (b *board) Last(ctx context.Context, q sqlitedb.Queryer, upTo int64, most int) ([]sqlsource.Logged, error) {
	if !b.schema.Has(tabEvents) {
		return nil, nil
	}
	log := sqlsource.TableLog{Table: tabEvents, Number: "rowid", Task: "task_id"}
	return log.Last(ctx, q, upTo, most)
}

// ancestorsMax bounds how many tasks above others are read again with them.
const ancestorsMax = 1000

// Near lists the children of tasks and all that is above them: their cases
// carry the status of the tasks they depend on, and whether reopening them would
// take one back that is being worked on.
func (b *board) Near(ctx context.Context, q sqlitedb.Queryer, ids []string) ([]string, error) {
	if len(ids) == 0 || !b.schema.Has(tabLinks) {
		return nil, nil
	}
	keys := sqlsource.List(ids)
	var near []string
	err := sqlsource.EachCells(ctx, q, func(v []any) {
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
