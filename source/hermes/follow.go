package hermes

import (
	"context"

	"notdone/source/sqlitedb"
)

// touched are the tasks that new events are about.
type touched struct {
	moved  []string // their state or links may be others: their neighbours show it too
	marked []string // only they themselves changed
}

// still are events after which a task stands where it stood.
var still = map[string]bool{
	"heartbeat": true, "claim_extended": true, "reclaim_deferred": true, "spawned": true, evRespawnGuarded: true,
	"tip_scratch_workspace": true, evCommented: true, "attached": true, "attachment_removed": true,
	"reprioritized": true, "assigned": true, "model_override_set": true, "reasoning_effort_set": true,
}

// follow reads the events after the cursor.
func (b *board) follow(ctx context.Context, q sqlitedb.Queryer, n *news) (touched, error) {
	var t touched
	n.cursor = b.seen.cursor
	if !b.schema.has(tabEvents) {
		return t, nil
	}
	rows := 0
	err := scanRows(ctx, q, 4, func(v []any) {
		rows++
		n.cursor = number(v[0])
		id, kind := text(v[1]), text(v[2])
		switch {
		case id == "":
		case still[kind]:
			t.marked = append(t.marked, id)
		default:
			t.moved = append(t.moved, id)
		}
		if raw := text(v[3]); raw != "" {
			// An unlinked parent is no neighbour any more.
			var link struct{ Parent, Child string }
			decode(raw, &link)
			for _, end := range []string{link.Parent, link.Child} {
				if end != "" && end != id {
					t.marked = append(t.marked, end)
				}
			}
		}
	}, `SELECT rowid, task_id, kind, CASE WHEN kind IN ('linked', 'unlinked') THEN payload END
		FROM task_events WHERE rowid > ? ORDER BY rowid LIMIT ?`, b.seen.cursor, eventsMax)
	n.more = rows == eventsMax
	return t, err
}

// ancestorsMax bounds how many tasks above others are read again with them.
const ancestorsMax = 1000

// neighbours lists the children of tasks and all that is above them: their cases
// carry the status of the tasks they depend on, and whether reopening them would
// take one back that is being worked on.
func (b *board) neighbours(ctx context.Context, q sqlitedb.Queryer, ids []string) ([]string, error) {
	if len(ids) == 0 || !b.schema.has(tabLinks) {
		return nil, nil
	}
	keys, err := jsonList(ids)
	if err != nil {
		return nil, err
	}
	var near []string
	err = scanRows(ctx, q, 1, func(v []any) {
		if id := text(v[0]); id != "" {
			near = append(near, id)
		}
	}, `WITH RECURSIVE above(id) AS (
			SELECT l.parent_id FROM json_each(?1) j CROSS JOIN task_links l ON l.child_id = j.value
			UNION
			SELECT l.parent_id FROM above a CROSS JOIN task_links l ON l.child_id = a.id
			LIMIT ?2)
		SELECT l.child_id FROM json_each(?1) j CROSS JOIN task_links l ON l.parent_id = j.value
		UNION
		SELECT id FROM above`, keys, ancestorsMax)
	return near, err
}
