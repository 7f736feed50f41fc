package hermes

import (
	"cmp"
	"context"
	"fmt"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// trace is what an action left of one task: the images of its row and the
// places of what was added.
type trace struct {
	id            string
	before, after row
	first, last   int64 // ids of the events that were added; 0: none
	at            int64 // when, unix seconds
}

// traces sorts the images of a record by the task that they belong to, the
// task of the record first.
func traces(rec *source.Record, id string) []*trace {
	byID := map[string]*trace{}
	var order []*trace
	of := func(task string) *trace {
		t := byID[task]
		if t == nil {
			t = &trace{id: task}
			byID[task] = t
			order = append(order, t)
		}
		return t
	}
	of(id)
	for i := range rec.Images {
		image := &rec.Images[i]
		switch tableOf(image.Table) {
		case tabTasks:
			t := of(text(image.Key["id"]))
			t.before, t.after = image.Before, image.After
		case tabEvents:
			if image.Before != nil || image.After == nil {
				continue
			}
			t := of(text(image.After["task_id"]))
			event := number(image.After["id"])
			if t.first == 0 || event < t.first {
				t.first = event
			}
			t.last = max(t.last, event)
			t.at = max(t.at, number(image.After["created_at"]))
		}
	}
	return order
}

// tableOf is a table's name without the board before it.
func tableOf(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '/' {
			return name[i+1:]
		}
	}
	return name
}

// takeBack works out how to undo a record: the columns as they were, and an
// addition to the history by which Hermes leaves them so.
func (a *action) takeBack(ctx context.Context, q sqlitedb.Queryer, record *source.Record) error {
	s := a.scene
	all := traces(record, s.id())
	switch {
	case record.Undoes != "":
		a.refuse("it was itself an undo: do the action again instead")
	case record.Request.Action == model.ActionReclaim:
		a.refuse("a reclaim cannot be undone: the claim cannot be given back to a worker that is gone")
	case all[0].after == nil:
		a.refuse("the record does not tell what was changed")
	case record.Undo == "":
		a.refuse("it cannot be undone: a run was closed by it, and a run cannot be opened again")
	}
	for i, t := range all {
		if a.Refused != "" {
			return nil
		}
		now, err := s, error(nil)
		if i > 0 {
			now, err = s.look(ctx, q, t.id, 0)
		}
		if err == nil {
			a.Refused, err = t.newer(ctx, q, now)
		}
		if err != nil || a.Refused != "" {
			return err
		}
		past, err := s.look(ctx, q, t.id, t.first)
		if err != nil {
			return err
		}
		a.restore(t, now, past, i == 0)
	}
	a.guard("nothing has happened to it since, nor to what was undone with it")
	if record.Request.Answer != "" {
		a.effect("the answer stays among its comments: nothing is ever deleted")
	}
	a.effect("the history keeps both, what was done and that it was undone")
	return nil
}

// newer says why a task is no longer as the action left it; empty when it is.
func (t *trace) newer(ctx context.Context, q sqlitedb.Queryer, now *scene) (string, error) {
	if now == nil {
		return fmt.Sprintf("too late: %s is gone", t.id), nil
	}
	if t.before == nil || t.after == nil || t.last == 0 {
		return fmt.Sprintf("the record does not tell what became of %s", t.id), nil
	}
	for _, column := range []string{
		"status", "claim_lock", "worker_pid", "current_run_id", "completed_at", "block_kind", "block_recurrences",
		"consecutive_failures", "spawn_failures",
	} {
		if now.has(tabTasks, column) && !source.EqualValues(now.task[column], t.after[column]) {
			return fmt.Sprintf("too late: %s of %s was %s, now %s", column, t.id,
				cmp.Or(text(t.after[column]), "nothing"), cmp.Or(now.task.text(column), "nothing")), nil
		}
	}
	if now.last > t.last {
		m, err := markOf(ctx, q, now.last)
		return fmt.Sprintf("too late: %s has a newer event: %s", t.id, m.kind), err
	}
	if now.has(tabRuns, "started_at") {
		var runs int64
		err := q.QueryRowContext(ctx, "SELECT count(*) FROM task_runs WHERE task_id = ? AND started_at > ?", t.id, t.at).Scan(&runs)
		if err != nil {
			return "", fmt.Errorf("cannot read the runs of %s: %w", t.id, err)
		}
		if runs > 0 {
			return fmt.Sprintf("too late: %s was started again", t.id), nil
		}
	}
	return "", nil
}

// lasting are the columns that an undo puts back. A claim and a run are not
// among them: neither can be given back to a worker.
var lasting = []string{
	"status", "completed_at", "consecutive_failures", "spawn_failures", "last_failure_error", "last_spawn_error", "block_kind",
	"block_recurrences",
}

// restore puts one task back.
func (a *action) restore(t *trace, now, past *scene, own bool) {
	status := text(t.before["status"])
	if status == stScheduled && !now.rel.parks {
		a.refuse("%s", unparked)
		return
	}
	kind, payload := a.history(t, now, past, &status)
	var set []any
	for _, column := range lasting {
		was, ok := t.before[column]
		switch {
		case !ok || source.EqualValues(was, t.after[column]):
		case column == "status":
			set = append(set, column, status)
		default:
			set = append(set, column, was)
		}
	}
	if own {
		a.Now = status
		a.set(set...)
	} else {
		a.write(tabTasks, t.id, set...)
	}
	if t.before["current_run_id"] != nil && t.after["current_run_id"] == nil {
		a.effect("run %s stays closed", text(t.before["current_run_id"]))
	}
	a.event(t.id, kind, nil, payload)
}
