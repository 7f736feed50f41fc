package hermes

import "notdone/source/sqlitedb"

// How long an action can be undone.
const (
	untilClaimed = "until a worker claims it or anything else happens to it"
	untilTouched = "until anything else happens to it"
)

// unblock lifts what holds a task, as Hermes' own unblock does (hermes
// kanban_db.py, unblock_task), with the answer as its comment.
func (j *job) unblock(d *draft) {
	s := d.scene
	if s.status() == stTriage {
		j.leaveTriage(d)
		return
	}
	j.answer(d, "UNBLOCK: ")
	resume := stReady
	if s.status() == stBlocked {
		resume = s.resume
	}
	d.move(s.landing(resume))
	d.set("current_run_id", nil)
	d.clearFailures()
	j.closeDangling(d)
	d.event(s.id(), evUnblocked, nil, s.rel.unblocked(d.now, resume))
	d.undo = untilClaimed
	d.command = j.owner("unblock", s.id(), "--reason", j.req.Answer)
	j.unblockEffects(d)
}

// unblocked is the payload of a task that goes on with a status, resume being
// the phase it goes on with when nothing holds it.
func (r release) unblocked(status, resume string) any {
	switch {
	case status == stReady && resume == stReady:
		return nil
	case r.phases:
		return pyObject(pair{"status", status}, pair{"resume_status", resume})
	}
	return pyObject(pair{"status", status})
}

// closeDangling closes a run that was left open when the task was stopped.
func (j *job) closeDangling(d *draft) {
	s := d.scene
	if !s.runOpen() {
		return
	}
	summary := s.run["summary"]
	if summary == nil {
		summary = "invariant recovery on unblock"
	}
	d.change(tabRuns, s.task.num("current_run_id"), sqlitedb.Values{
		{Column: "status", Value: evReclaimed},
		{Column: "outcome", Value: evReclaimed},
		{Column: "summary", Value: summary},
		{Column: "ended_at", Value: s.now},
		{Column: "claim_lock", Value: nil},
		{Column: "claim_expires", Value: nil},
		{Column: "worker_pid", Value: nil},
	})
	d.ended = true
	d.effect("its run %d was left open and is closed as reclaimed", s.task.num("current_run_id"))
	if w := s.worker(); w.pid > 0 && w.doubt(s.env.here, s.now) != "" {
		d.effect("the worker of that run (pid %d) may still be alive: look before you confirm", w.pid)
	}
}

func (j *job) unblockEffects(d *draft) {
	s := d.scene
	j.next(d)
	if n := s.failures(); n > 0 {
		d.effect("its %s are forgotten, so that it has all of its attempts again", plural(int(n), "failure"))
	}
	if n := s.task.num("block_recurrences"); s.rel.typed && n+1 >= blockLimit && s.status() == stBlocked {
		d.effect("blocked again for %s, it goes to triage instead", kindOfBlock(s.task.text("block_kind")))
	}
	if s.lock() != "" {
		d.effect("the claim of %s stays on it: nobody else can take it before it is reclaimed", s.lock())
	}
}

// blockLimit is at which block of one kind in a row a task goes to triage
// (hermes kanban_db.py, BLOCK_RECURRENCE_LIMIT).
const blockLimit = 2

func kindOfBlock(kind string) string {
	if kind == "" {
		return "an untyped reason"
	}
	return "the same kind of reason (" + kind + ")"
}

// answer adds what the operator says to the agent, which reads every comment of
// its task when it starts (hermes kanban_db.py, build_worker_context).
func (j *job) answer(d *draft, prefix string) {
	d.takes = d.scene.comments()
	if j.req.Answer == "" {
		return
	}
	if !d.takes {
		d.refuse("this board keeps no comments: there is no place for an answer")
		return
	}
	d.comment(j.req.Actor, prefix+j.req.Answer)
	d.sees = true
}

// leaveTriage takes a task out of triage that Hermes sent there because it
// looped, where unblock and promote refuse it (#74012): as its dashboard does
// (hermes plugin_api.py, _set_status_direct).
func (j *job) leaveTriage(d *draft) {
	s := d.scene
	j.answer(d, "UNBLOCK: ")
	d.move(s.landing(stReady))
	d.release()
	d.event(s.id(), evStatus, nil, s.rel.moved(d.now))
	d.undo = untilClaimed
	j.next(d)
	d.effect("this is what Hermes' dashboard does; its command line has no way out of triage after a loop")
	d.effect("its count of %s stays: the next block for %s sends it straight back to triage",
		plural(int(s.task.num("block_recurrences")), "block"), kindOfBlock(s.task.text("block_kind")))
}
