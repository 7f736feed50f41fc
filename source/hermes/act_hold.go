package hermes

// hold parks a task as scheduled, from where only an unblock takes it out
// (hermes kanban_db.py, schedule_task).
func (j *job) hold(d *draft) {
	s := d.scene
	if j.req.Reason != "" {
		d.comment(j.req.Actor, "SCHEDULED: "+j.req.Reason)
	}
	d.move(stScheduled)
	d.release()
	run := d.endOrMakeRun(stScheduled, j.req.Reason)
	d.event(s.id(), evScheduled, run, pyObject(pair{"reason", orNone(j.req.Reason)}))
	d.undo = untilTouched
	d.command = j.owner("schedule", s.id(), j.req.Reason)
	d.effect("no worker starts it until somebody unblocks it; Hermes has no time at which it does so by itself")
	if j.req.Reason != "" {
		d.effect("the reason becomes a comment, which its agent reads when it starts")
	}
	if s.status() == stBlocked {
		d.effect("it is no longer blocked: an unblock sends it on, whatever blocked it")
	}
}
