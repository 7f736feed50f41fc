package hermes

import (
	"context"
	"strings"

	"notdone/model"
	"notdone/source/sqlitedb"
)

// decide works out what the operator asked for.
func (j *job) decide(ctx context.Context, tx sqlitedb.Tx, s *scene) (*draft, error) {
	d := newDraft(s, planned(j.req.Action, s))
	d.seeClaim()
	var err error
	switch d.action {
	case model.ActionUnblock:
		j.unblock(d)
	case model.ActionRequeue:
		err = j.requeue(ctx, tx, d)
	case model.ActionReclaim:
		j.reclaim(d)
	case model.ActionBlock:
		err = j.block(ctx, tx, d)
	case model.ActionHold:
		j.hold(d)
	case model.ActionCancel:
		j.cancel(d)
	default:
		d.refuse("Hermes has no %s", string(d.action))
	}
	if err == nil && d.refused == "" && j.shown != nil {
		j.warn(d)
	}
	return d, err
}

// planned is the action that does what was asked: what stands still is sent on
// by unblocking it, which also gives it its attempts back.
func planned(asked model.ActionName, s *scene) model.ActionName {
	if asked == model.ActionRequeue && (s.status() == stBlocked || s.status() == stScheduled || s.looping()) {
		return model.ActionUnblock
	}
	return asked
}

// seeClaim notes what of the task must still be so when the draft is written.
func (d *draft) seeClaim() {
	s := d.scene
	d.saw("its newest block, release or claim", s.why.name())
	d.saw("claim", s.lock())
	d.saw("worker pid", s.task.text("worker_pid"))
	d.saw("open run", s.task.text("current_run_id"))
	d.saw("unfinished parents", strings.Join(s.open, ", "))
	d.saw("failures in a row", short(s.failures()))
	d.saw("block kind", s.task.text("block_kind"))
	d.saw("blocks of that kind", s.task.text("block_recurrences"))
	d.saw("phase to go on with", s.resume)
	d.guard("it is %s", s.status())
	if s.why.id != 0 {
		d.guard("no newer block, release or claim than %s", s.why.name())
	}
	d.guard("it has the same claim, run and unfinished parents")
}

// landing is where a task goes that nothing holds any more: to wait while a
// parent is open, else on (hermes kanban_db.py, _landing_status_after_parents).
func (s *scene) landing(resume string) string {
	if len(s.open) > 0 {
		return stTodo
	}
	return resume
}

// next tells what the dispatcher does with the task where the draft leaves it.
func (d *draft) next() {
	s := d.scene
	switch d.now {
	case stTodo:
		d.effect("it waits for %s, and is then made ready by the dispatcher", firstOf(s.open))
	case stReady:
		if s.task.text("assignee") == "" {
			d.effect("nobody is assigned: it stays in the queue until somebody is")
			return
		}
		d.effect("the dispatcher starts a worker for it, usually within a minute")
	case stReview:
		d.effect("the dispatcher starts a reviewer for it, usually within a minute")
	}
}

// firstOf names a few of many.
func firstOf(ids []string) string {
	const few = 3
	if len(ids) <= few {
		return strings.Join(ids, ", ")
	}
	return strings.Join(ids[:few], ", ") + " and " + plural(len(ids)-few, "other")
}
