package hermes

import (
	"context"
	"strings"

	"notdone/model"
	"notdone/source/sqlitedb"
)

// decide works out what the operator asked for.
func (j *job) decide(ctx context.Context, tx sqlitedb.Tx, s *scene) (*draft, error) {
	if err := j.lookAround(ctx, tx, s); err != nil {
		return nil, err
	}
	r := s.situation().rule(j.req.Action)
	d := newDraft(s, r.action)
	d.seeClaim()
	d.refused = r.refused
	if r.verb != "" {
		d.command = j.owner(r.verb, either(r.task, s.id()), j.why(&r)...)
	}
	if d.refused != "" {
		return d, nil
	}
	switch d.action { //nolint:exhaustive // the others are refused
	case model.ActionUnblock:
		j.unblock(d)
	case model.ActionRequeue:
		j.requeue(d)
	case model.ActionReclaim:
		j.reclaim(d)
	case model.ActionBlock:
		j.block(d)
	case model.ActionHold:
		j.hold(d)
	}
	if d.refused == "" && j.shown != nil {
		j.warn(d)
	}
	return d, nil
}

// lookAround reads what an action depends on beside the task itself.
func (j *job) lookAround(ctx context.Context, tx sqlitedb.Tx, s *scene) (err error) {
	if s.status() == stDone || s.status() == stArchived {
		if s.below, err = s.descendants(ctx, tx); err != nil {
			return err
		}
	}
	s.guard, err = s.readGuard(ctx, tx)
	return err
}

// why is the operator's reason as the owner's command takes it.
func (j *job) why(r *ruling) []string {
	if !r.reason {
		return nil
	}
	return []string{"--reason", j.req.Reason}
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
	d.saw("end of the claim", s.task.text("claim_expires"))
	if len(s.below) > 0 {
		d.saw("dependents", s.dependents())
	}
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

// firstOf names a few of many.
func firstOf(ids []string) string {
	const few = 3
	if len(ids) <= few {
		return strings.Join(ids, ", ")
	}
	return strings.Join(ids[:few], ", ") + " and " + plural(len(ids)-few, "other")
}
