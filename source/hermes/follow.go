package hermes

import (
	"context"
	"fmt"

	"notdone/source/sqlitedb"
)

// touched are the tasks that new events are about.
type touched struct {
	moved  []string // their state or links may be others: their neighbours show it too
	marked []string // only they themselves changed
	near   []string // next to those that moved
}

// still are events after which a task stands where it stood.
var still = map[string]bool{
	"heartbeat": true, "claim_extended": true, "reclaim_deferred": true, "spawned": true, evRespawnGuarded: true,
	"tip_scratch_workspace": true, evCommented: true, "attached": true, "attachment_removed": true,
	"reprioritized": true, "assigned": true, "model_override_set": true, "reasoning_effort_set": true,
}

// follow reads a part of the events after the cursor and has their tasks, and
// those next to them, read again. It reports whether there are more events,
// returns the first running tasks, fewRunning of them at most, and fails with
// errReset where the cursor means nothing any more.
func (b *board) follow(ctx context.Context) (more bool, running []print, err error) {
	var t touched
	var cursor int64
	err = b.db.ReadPart(ctx, &b.pace.events, eventsMax, func(ctx context.Context, q sqlitedb.Queryer, most int) error {
		if err := b.same(ctx, q); err != nil {
			return err
		}
		t, cursor, more = touched{}, b.seen.cursor, false
		var err error
		if running, err = b.runningPrints(ctx, q); err != nil {
			return err
		}
		if !b.schema.has(tabEvents) {
			return nil
		}
		rows := 0
		err = scanRows(ctx, q, 4, func(v []any) {
			rows++
			cursor = number(v[0])
			t.event(text(v[1]), text(v[2]), text(v[3]))
		}, `SELECT rowid, task_id, kind, CASE WHEN kind IN ('linked', 'unlinked') THEN `+small("payload")+` END
			FROM task_events WHERE rowid > ? ORDER BY rowid LIMIT ?`, b.seen.cursor, most)
		if err != nil {
			return err
		}
		more = rows == most
		t.near, err = b.neighbours(ctx, q, t.moved)
		return err
	})
	if err != nil {
		return false, nil, err
	}
	b.seen.cursor = cursor
	for _, ids := range [][]string{t.moved, t.marked, t.near} {
		b.seen.enqueue(ids)
	}
	return more, running, nil
}

// same makes sure that the board is the one that the cursor belongs to. With
// fewer events than were told it was put back to an earlier state, or its newest
// events were collected, as those of old tasks are.
func (b *board) same(ctx context.Context, q sqlitedb.Queryer) error {
	var version int64
	if err := q.QueryRowContext(ctx, "PRAGMA schema_version").Scan(&version); err != nil {
		return fmt.Errorf("cannot read the schema version: %w", err)
	}
	last, err := b.schema.lastEvent(ctx, q)
	if err == nil && (version != b.schema.version || last < b.seen.cursor) {
		return errReset
	}
	return err
}

// event notes the task of an event, and of one that links tasks the others.
func (t *touched) event(id, kind, payload string) {
	switch {
	case id == "":
	case still[kind]:
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
			SELECT l.parent_id FROM json_each(?1) j CROSS JOIN `+b.links("child_id", "j.value")+`
			UNION
			SELECT l.parent_id FROM above a CROSS JOIN `+b.links("child_id", "a.id")+`
			LIMIT ?2)
		SELECT l.child_id FROM json_each(?1) j CROSS JOIN `+b.links("parent_id", "j.value")+`
		UNION
		SELECT id FROM above`, keys, ancestorsMax)
	return near, err
}
