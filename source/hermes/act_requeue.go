package hermes

import (
	"context"

	"notdone/source/sqlitedb"
)

// requeue sends a finished task back as Hermes' dashboard does when its card is
// dragged from done to ready (hermes plugin_api.py, _set_status_direct): there
// is no command for it (#99577).
func (j *job) requeue(ctx context.Context, tx sqlitedb.Tx, d *draft) error {
	s := d.scene
	switch s.status() {
	case stDone, stArchived:
	case stReady, stReview:
		d.refuse("it is already queued: it is %s", s.status())
		return nil
	case stRunning:
		d.refuse("it is running: reclaim it when its worker is gone")
		return nil
	case stTriage:
		d.refuse("it is in triage and was never worked out: Hermes specifies it")
		d.command = j.owner("specify", s.id())
		return nil
	case stTodo:
		d.refuse("it is already queued: it waits for %s", either(firstOf(s.open), "the dispatcher's next tick"))
		return nil
	default:
		d.refuse("its status %q is unknown to this notdone: nothing is done to it", s.status())
		return nil
	}
	j.answer(d, "")
	if err := j.reopen(ctx, tx, d); err != nil || d.refused != "" {
		return err
	}
	d.move(stReady)
	d.next()
	if s.task["completed_at"] != nil || s.task["result"] != nil {
		d.effect("its old result and time of completion stay on it, as Hermes leaves them")
	}
	return nil
}

// reopen makes a finished task ready again but for its status, and takes back
// what was built on it.
func (j *job) reopen(ctx context.Context, tx sqlitedb.Tx, d *draft) error {
	s := d.scene
	if len(s.open) > 0 {
		d.refuse("Hermes requeues it only when its parents are done: %s first", firstOf(s.open))
		return nil
	}
	if s.lock() != "" {
		if why := s.env.gone(s.worker(), s.now); why != "" {
			d.refuse("it is %s and yet claimed: %s", s.status(), why)
			d.command = j.owner("reclaim", s.id())
			return nil
		}
	}
	d.release()
	d.event(s.id(), evStatus, nil, pyObject(pair{"status", stReady}, pair{"requested_status", stReady}))
	d.undo = untilClaimed
	return j.invalidate(ctx, tx, d)
}
