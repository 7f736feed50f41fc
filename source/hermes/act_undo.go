package hermes

import (
	"cmp"
	"context"
	"fmt"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
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
		switch after := row(image.After); image.Table {
		case tabTasks:
			t := of(text(image.Key["id"]))
			t.before, t.after = image.Before, after
		case tabEvents:
			if image.Before != nil || after == nil {
				continue
			}
			t, event := of(after.text("task_id")), after.num("id")
			t.first, t.last = min(cmp.Or(t.first, event), event), max(t.last, event)
			t.at = max(t.at, after.num("created_at"))
		}
	}
	return order
}

// takeBack works out how to undo a record: the columns as they were, and an
// addition to the history by which Hermes leaves them so.
func (a *action) takeBack(ctx context.Context, q sqlitedb.Queryer, record *source.Record) error {
	s := a.scene
	all := traces(record, s.id())
	switch {
	case record.Undoes != "":
		a.Refuse("it was itself an undo: do the action again instead")
	case record.Request.Action == model.ActionReclaim:
		a.Refuse("a reclaim cannot be undone: the claim cannot be given back to a worker that is gone")
	case all[0].after == nil:
		a.Refuse("the record does not tell what was changed")
	case record.Undo == "":
		a.Refuse("it cannot be undone: a run was closed by it, and a run cannot be opened again")
	}
	for i, t := range all {
		if a.Refused != "" {
			return nil
		}
		now, err := s, error(nil)
		if i > 0 {
			now, err = s.sceneOf(ctx, q, t.id, 0)
		}
		if err == nil {
			err = a.refuseNewer(ctx, q, t, now)
		}
		if err != nil || a.Refused != "" {
			return err
		}
		past, err := s.sceneOf(ctx, q, t.id, t.first)
		if err != nil {
			return err
		}
		a.restore(t, now, past)
	}
	a.Guard("nothing has happened to it since, nor to what was undone with it")
	if record.Request.Answer != "" {
		a.Effect("the answer stays among its comments: nothing is ever deleted")
	}
	a.Effect("the history keeps both, what was done and that it was undone")
	return nil
}

// refuseNewer says why a task is no longer as the action left it, if it is not.
func (a *action) refuseNewer(ctx context.Context, q sqlitedb.Queryer, t *trace, now *scene) error {
	switch {
	case now == nil:
		a.Refuse("too late: %s is gone", t.id)
		return nil
	case t.before == nil || t.after == nil || t.last == 0:
		a.Refuse("the record does not tell what became of %s", t.id)
		return nil
	}
	for _, column := range []string{
		"status", "claim_lock", "worker_pid", "current_run_id", "completed_at", "block_kind", "block_recurrences",
		"consecutive_failures", "spawn_failures",
	} {
		if now.Has(tabTasks, column) && !source.EqualValues(now.task[column], t.after[column]) {
			a.Refuse("too late: %s of %s was %s, now %s", column, t.id, cmp.Or(t.after.text(column), "nothing"), cmp.Or(now.task.text(column), "nothing"))
			return nil
		}
	}
	if now.last > t.last {
		m, err := markOf(ctx, q, now.last)
		a.Refuse("too late: %s has a newer event: %s", t.id, m.kind)
		return err
	}
	if !now.Has(tabRuns, "started_at") {
		return nil
	}
	run, err := sqlsource.One(ctx, q, "SELECT 1 FROM task_runs WHERE task_id = ? AND started_at > ?", t.id, t.at)
	if err != nil {
		return fmt.Errorf("cannot read the runs of %s: %w", t.id, err)
	}
	if run != nil {
		a.Refuse("too late: %s was started again", t.id)
	}
	return nil
}

// lasting are the columns that an undo puts back. A claim and a run are not
// among them: neither can be given back to a worker.
var lasting = []string{
	"status", "completed_at", "consecutive_failures", "spawn_failures", "last_failure_error", "last_spawn_error", "block_kind",
	"block_recurrences",
}

// restore puts one task back.
func (a *action) restore(t *trace, now, past *scene) {
	kind, status, payload := a.history(t, now, past)
	var set []any
	for _, column := range lasting {
		was, ok := t.before[column]
		if ok && !source.EqualValues(was, t.after[column]) {
			if column == "status" {
				was = status
			}
			set = append(set, column, was)
		}
	}
	if now == a.scene {
		a.Now = status
		a.set(set...)
	} else {
		a.write(tabTasks, t.id, set...)
	}
	if t.before["current_run_id"] != nil && t.after["current_run_id"] == nil {
		a.Effect("run %s stays closed", t.before.text("current_run_id"))
	}
	a.event(t.id, kind, nil, payload)
}

// history is the status that an undo gives back and the event that ends it, in
// Hermes' own words, by which its dispatcher leaves the task where it is put (hermes
// kanban_db.py, recompute_ready). past is the task's history as it was before the
// action. The status is another one where the old one would not last for a tick.
func (a *action) history(t *trace, now, past *scene) (kind, status string, payload any) {
	status = t.before.text("status")
	left := t.after.text("status")
	switch status {
	case stBlocked:
		kind, payload = a.blockedAgain(t, now, past)
		return kind, status, payload
	case stTriage:
		if past.why.kind == evBlockLoop {
			return evBlockLoop, status, sqlsource.OrNull(past.why.payload)
		}
	case stScheduled:
		if !now.rel.parks {
			a.Refuse(unparked)
		}
		if past.why.kind == evScheduled {
			return evScheduled, status, sqlsource.OrNull(past.why.payload)
		}
		return evScheduled, status, pyObject("reason", nil)
	case stArchived:
		return evArchived, status, nil
	case stReady, stTodo:
		if left == stBlocked || left == stTriage || left == stScheduled {
			// A hold or a block is lifted. A task that waited for nobody is put where
			// the next tick would have put it, so that it stays there.
			if status == stTodo && len(past.open) == 0 {
				status = past.resume
			}
			return evUnblocked, status, past.rel.unblocked(status, past.resume)
		}
	case stReview, stDone:
		if left == stBlocked {
			// Else the block would hold the task if it ever failed again.
			a.event(t.id, evUnblocked, nil, nil)
		}
	default:
		a.Refuse("%s was %s, and that cannot be given back", t.id, status)
	}
	if status == stReview && now.rel.phases {
		return evStatus, status, now.rel.moved(status, "resume_status", stReview)
	}
	return evStatus, status, now.rel.moved(status)
}

// blockedAgain tells a block anew, with its old reason, so that it holds as it
// did. When Hermes had given up, that is told again as well and last, for the
// newest of them says why the task stands still. What was held by neither, and
// would have been made ready by the next tick, is now held.
func (a *action) blockedAgain(t *trace, now, past *scene) (kind string, payload any) {
	gaveUp := past.why.kind == evGaveUp
	if gaveUp && !past.sticky() && t.counted(now) {
		return evGaveUp, sqlsource.OrNull(past.why.payload)
	}
	var told struct{ Reason, Error string }
	switch {
	case past.sticky():
		decode(past.hold.payload, &told)
	case gaveUp:
		decode(past.why.payload, &told)
	}
	pairs := []any{"reason", sqlsource.OrNull(cmp.Or(told.Reason, told.Error))}
	if now.rel.typed {
		pairs = append(pairs, "kind", sqlsource.OrNull(t.before.text("block_kind")), "recurrences", t.before.num("block_recurrences"))
	}
	if now.rel.phases {
		pairs = append(pairs, "source_status", past.resume)
	}
	block := pyObject(pairs...)
	if !gaveUp {
		return evBlocked, block
	}
	a.event(t.id, evBlocked, nil, block)
	return evGaveUp, sqlsource.OrNull(past.why.payload)
}

// counted reports whether the failures that are restored hold the task by
// themselves, whatever the dispatcher's own limit is.
func (t *trace) counted(now *scene) bool {
	limit := max(defaultFailureLimit, int64(now.board.env.limits.breaker))
	if own := now.task["max_retries"]; own != nil {
		limit = number(own)
	}
	return max(t.before.num("consecutive_failures"), t.before.num("spawn_failures")) >= limit
}
