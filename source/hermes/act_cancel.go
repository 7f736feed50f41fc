package hermes

// cancel is never done by us: to stop a worker it must be signalled, and the
// only one who may is its owner. What stops it is Hermes' reclaim; a block does
// not, it takes the claim away from beneath a worker that goes on (hermes
// kanban_db.py, reclaim_task, block_task).
func (j *job) cancel(d *draft) {
	s := d.scene
	switch s.status() {
	case stRunning:
		j.refuseLive(d)
	case stArchived:
		d.refuse("it is put away already: it is archived")
	case stDone:
		d.refuse("it is done: there is nothing to cancel")
	default:
		d.refuse("Hermes has no cancel: hold it, or put it away with Hermes' archive")
		d.command = j.owner("archive", s.id())
	}
}

// refuseLive refuses to take a task away from its worker and says what does.
func (j *job) refuseLive(d *draft) {
	s := d.scene
	h := s.worker()
	if s.env.gone(h, s.now) == "" {
		d.refuse("it is running and its worker is gone: reclaim it first")
		return
	}
	d.command = j.owner("reclaim", s.id(), "--reason", j.req.Reason)
	if h.lock != "" && holder(h.lock) != s.env.here {
		d.refuse("its worker runs under %s: run Hermes' reclaim on that host, then hold it here before the dispatcher's next tick starts it again", h.lock)
		return
	}
	d.refuse("notdone signals no process: Hermes' reclaim ends the worker (SIGTERM, then SIGKILL); then hold it here before the dispatcher's next tick starts it again")
}
