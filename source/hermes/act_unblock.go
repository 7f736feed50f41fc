package hermes

import "notdone/source/sqlitedb"

// How long an action can be taken back.
const (
	untilClaimed = "until a worker claims it or anything else happens to it"
	untilTouched = "until anything else happens to it"
)

// unblock lifts what holds a task, as Hermes' own unblock does (hermes
// kanban_db.py, unblock_task), with the answer as its comment.
func (j *job) unblock(d *draft) {
	s := d.scene
	switch s.status() {
	case stBlocked, stScheduled:
	case stTriage:
		j.leaveTriage(d)
		return
	default:
		j.refuseUnblock(d)
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
	var payload any
	if d.now != stReady {
		payload = pyObject(pair{"status", d.now}, pair{"resume_status", resume})
	}
	d.event(s.id(), evUnblocked, nil, payload)
	d.undo = untilClaimed
	d.command = j.owner("unblock", s.id(), "--reason", j.req.Answer)
	j.unblockEffects(d)
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
	d.effect("its run %d was left open and is closed as reclaimed", s.task.num("current_run_id"))
	if w := s.worker(); w.pid > 0 && s.env.gone(w, s.now) != "" {
		d.effect("the worker of that run (pid %d) may still be alive: look before you confirm", w.pid)
	}
}

func (j *job) unblockEffects(d *draft) {
	s := d.scene
	d.next()
	if n := s.failures(); n > 0 {
		d.effect("its %s are forgotten, so that it has all of its attempts again", plural(int(n), "failure"))
	}
	if n := s.task.num("block_recurrences"); n+1 >= blockLimit && s.status() == stBlocked {
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
	if !s.looping() {
		d.refuse("it is in triage and was never worked out: Hermes specifies it")
		d.command = j.owner("specify", s.id())
		return
	}
	j.answer(d, "UNBLOCK: ")
	d.move(s.landing(stReady))
	d.release()
	d.event(s.id(), evStatus, nil, pyObject(pair{"status", d.now}, pair{"requested_status", d.now}))
	d.undo = untilClaimed
	d.next()
	d.effect("this is what Hermes' dashboard does; its command line has no way out of triage after a loop")
	d.effect("its count of %s stays: the next block for %s sends it straight back to triage",
		plural(int(s.task.num("block_recurrences")), "block"), kindOfBlock(s.task.text("block_kind")))
}

func (j *job) refuseUnblock(d *draft) {
	switch s := d.scene; s.status() {
	case stReady:
		d.refuse("it is not blocked: it is ready and waits for a worker")
	case stReview:
		d.refuse("it is not blocked: it waits for a reviewer")
	case stTodo:
		if len(s.open) > 0 {
			d.refuse("it is not blocked: it waits for %s", firstOf(s.open))
			return
		}
		d.refuse("it is not blocked: the dispatcher's next tick makes it ready")
	case stRunning:
		d.refuse("it is not blocked: it is running")
	case stDone, stArchived:
		d.refuse("it is %s and not blocked: requeue it", s.status())
	default:
		d.refuse("its status %q is unknown to this notdone: nothing is done to it", s.status())
	}
}
