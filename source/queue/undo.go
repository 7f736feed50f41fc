package queue

import (
	"context"
	"maps"
	"slices"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// takeBack is what an undo writes: the task's own columns as they were. The
// triggers add to the history; nothing is taken from it.
type takeBack struct {
	set  sqlitedb.Values
	note string
}

// PlanUndo works out how to take back what the record tells. It is refused when
// anything has happened to the task since.
func (s *queue) PlanUndo(ctx context.Context, r source.Record, actor string) (source.Plan, error) {
	ctx, done := s.until(ctx)
	defer done()
	id := r.Task.ID
	request := source.Request{Task: id, Action: r.Request.Action, Reason: "undo of " + string(r.Request.Action), Actor: actor}
	p := source.Plan{Task: s.ref(id), Action: r.Request.Action, Request: request}
	var n *snapshot
	var d decision
	var back *takeBack
	images, err := s.db.Rehearse(ctx, s.writing(), func(ctx context.Context, tx sqlitedb.Tx) (err error) {
		if n, err = s.look(ctx, tx, id); err != nil {
			return err
		}
		if back, d = takenBack(r, n); d.refused != "" {
			return errUnfit
		}
		return back.perform(ctx, tx, request)
	})
	if n != nil && n.row != nil {
		p.Was = n.state
	}
	if why, err := s.refusal(ctx, d, err); why != "" || err != nil {
		p.Refused = why
		return p, s.named(id, err)
	}
	p.Now, p.Native = d.state, planned{saw: n, back: back}
	p.Changes, p.Guards = changes(images), n.guards()
	p.Effects = []string{"nothing is taken from the history", history(n.state, d.state, back.note)}
	return p, nil
}

func (s *queue) ref(id string) model.Ref { return model.Ref{Queue: s.path, ID: id} }

// takenBack works out an undo, or says why there is none.
func takenBack(r source.Record, n *snapshot) (*takeBack, decision) {
	did, event := rowsOf(r)
	switch {
	case r.Undo == "" || did == nil:
		return nil, refuse("what was done cannot be undone")
	case n.row == nil:
		return nil, refuse("the task was deleted since")
	case n.event > event:
		return nil, refuse("something has happened to it since: it is %s", n.state)
	case !maps.EqualFunc(did.After, n.row, sameValue):
		return nil, refuse("it was changed since")
	}
	back := &takeBack{note: "undo of " + string(r.Request.Action)}
	for _, column := range slices.Sorted(maps.Keys(did.Before)) {
		switch column {
		case "id", "state", "updated_at", "changed_by", "change_note":
			continue
		}
		if !sameValue(did.Before[column], did.After[column]) {
			back.set = append(back.set, put(column, did.Before[column]))
		}
	}
	was := cell{did.Before["state"]}.text()
	back.set = append(sqlitedb.Values{put("state", was)}, back.set...)
	return back, decision{state: was}
}

// rowsOf finds in a record the task's row and the event that it left.
func rowsOf(r source.Record) (task *source.Image, event int64) {
	for i := range r.Images {
		image := &r.Images[i]
		switch {
		case image.Table == "tasks" && image.Key["id"] == r.Task.ID && image.Before != nil && image.After != nil:
			task = image
		case image.Table == "events" && image.After != nil:
			if id, ok := (cell{image.After["id"]}).number(); ok {
				event = max(event, id)
			}
		}
	}
	return task, event
}

func (b *takeBack) perform(ctx context.Context, tx sqlitedb.Tx, r source.Request) error {
	set := append(slices.Clone(b.set), put("changed_by", orNull(r.Actor)), put("change_note", b.note))
	return tx.Update(ctx, "tasks", sqlitedb.Values{put("id", r.Task)}, set)
}
