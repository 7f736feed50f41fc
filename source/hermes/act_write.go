package hermes

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode"

	"notdone/classify"
	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// How long an action can be undone.
const (
	untilClaimed = "until a worker claims it or anything else happens to it"
	untilTouched = "until anything else happens to it"
)

// landing is where a task goes that nothing holds any more: to wait while a
// parent is open, else on (hermes kanban_db.py, _landing_status_after_parents).
func (s *situation) landing(resume string) string {
	if len(s.open) > 0 {
		return stTodo
	}
	return resume
}

// unblock lifts what holds a task, as Hermes' own unblock does (hermes
// kanban_db.py, unblock_task), with the answer as its comment.
func (a *action) unblock() {
	if a.status == stTriage {
		a.leaveTriage()
		return
	}
	s := a.scene
	a.answer("UNBLOCK: ")
	resume := stReady
	if a.status == stBlocked {
		resume = s.resume
	}
	a.move(a.landing(resume))
	a.set("current_run_id", nil)
	a.clearFailures()
	a.closeDangling()
	a.event(s.id(), evUnblocked, nil, s.rel.unblocked(a.Now, resume))
	a.Undo = untilClaimed
	a.owners("unblock", "", reasonFlag, a.req.Answer)
	a.next()
	if n := s.failures(); n > 0 {
		a.Effect("its %s are forgotten, so that it has all of its attempts again", classify.Count(int(n), "failure"))
	}
	if n := s.task.num("block_recurrences"); s.rel.typed && n+1 >= blockLimit && a.status == stBlocked {
		a.Effect("blocked again for %s, it goes to triage instead", kindOfBlock(s.task.text("block_kind")))
	}
	if a.lock != "" {
		a.Effect("the claim of %s stays on it: nobody else can take it before it is reclaimed", a.lock)
	}
}

// unblocked is the payload of a task that goes on with a status, resume being
// the phase it goes on with when nothing holds it.
func (r release) unblocked(status, resume string) any {
	switch {
	case status == stReady && resume == stReady:
		return nil
	case r.phases:
		return pyObject("status", status, "resume_status", resume)
	}
	return pyObject("status", status)
}

// closeDangling closes a run that was left open when the task was stopped.
func (a *action) closeDangling() {
	s := a.scene
	if !s.runOpen() {
		return
	}
	summary := cmp.Or(s.run["summary"], any("invariant recovery on unblock"))
	run := a.endRun(s, "status", evReclaimed, "outcome", evReclaimed, "summary", summary)
	a.Effect("its run %d was left open and is closed as reclaimed", run)
	if w := s.worker(); w.pid > 0 && a.doubt != "" {
		a.Effect("the worker of that run (pid %d) may still be alive: look before you confirm", w.pid)
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
func (a *action) answer(prefix string) {
	a.TakesAnswer = a.scene.comments()
	if a.AgentSees = a.TakesAnswer && a.req.Answer != ""; !a.TakesAnswer && a.req.Answer != "" {
		a.Refuse("this board keeps no comments: there is no place for an answer")
	}
	a.comment(prefix, a.req.Answer)
}

// leaveTriage takes a task out of triage that Hermes sent there because it
// looped, where unblock and promote refuse it (#74012): as its dashboard does
// (hermes plugin_api.py, _set_status_direct).
func (a *action) leaveTriage() {
	s := a.scene
	a.answer("UNBLOCK: ")
	a.move(a.landing(stReady))
	a.unclaim()
	a.event(s.id(), evStatus, nil, s.rel.moved(a.Now))
	a.Undo = untilClaimed
	a.next()
	a.Effect("this is what Hermes' dashboard does; its command line has no way out of triage after a loop")
	a.Effect("its count of %s stays: the next block for %s sends it straight back to triage",
		classify.Count(int(s.task.num("block_recurrences")), "block"), kindOfBlock(s.task.text("block_kind")))
}

// requeue sends a finished task back as Hermes' dashboard does when its card is
// dragged from done to ready (hermes plugin_api.py, _set_status_direct): there
// is no command for it (#99577).
func (a *action) requeue() {
	a.answer("")
	a.reopen()
	a.move(stReady)
	a.next()
	if a.scene.task["completed_at"] != nil || a.scene.task["result"] != nil {
		a.Effect("its old result and time of completion stay on it, as Hermes leaves them")
	}
}

// reopen makes a finished task ready again but for its status, and takes back
// what was built on it.
func (a *action) reopen() {
	a.unclaim()
	a.event(a.scene.id(), evStatus, nil, a.scene.rel.moved(stReady))
	a.Undo = untilClaimed
	a.invalidate()
}

// moved is the payload of a task that was given another status by hand (hermes
// plugin_api.py, _set_status_direct).
func (r release) moved(status string, more ...any) string {
	payload := []any{"status", status}
	if r.phases {
		payload = append(payload, "requested_status", status)
	}
	return pyObject(append(payload, more...)...)
}

// reclaim takes a claim back whose worker is gone, as Hermes' own reclaim does
// (hermes kanban_db.py, reclaim_task). We signal nobody: where a worker may be
// left, it is for Hermes to end it.
func (a *action) reclaim() {
	s := a.scene
	a.Guard("its worker is gone")
	a.move(s.retry)
	a.unclaim()
	a.clearFailures()
	failure := "manual_reclaim lock=" + cmp.Or(a.lock, "None")
	if a.req.Reason != "" {
		failure = "manual_reclaim: " + a.req.Reason
	}
	fate := s.fate()
	run := a.endRun(s, "status", evReclaimed, "outcome", evReclaimed, "summary", nil, "error", failure, "metadata", pyObject(fate...))
	if run != nil {
		a.set("current_run_id", nil)
	}
	payload := []any{"manual", true, "reason", sqlsource.OrNull(a.req.Reason), "prev_lock", sqlsource.OrNull(a.lock)}
	if s.rel.phases {
		payload = append(payload, "retry_status", s.retry)
	}
	a.event(s.id(), evReclaimed, run, pyObject(append(payload, fate...)...))
	a.next()
	if h := s.worker(); h.pid > 0 {
		a.Effect("no process is signalled: pid %d is gone", h.pid)
	} else {
		a.Effect("no process is signalled: no worker is on record")
	}
	if n := s.failures(); n > 0 {
		a.Effect("its %s are forgotten", classify.Count(int(n), "failure"))
	}
}

// fate is what Hermes records of the worker's end. One that is gone when it is
// to be ended counts as ended (hermes kanban_db.py, _terminate_reclaimed_worker).
func (s *scene) fate() []any {
	var last any
	pid := s.task.num("worker_pid")
	if pid != 0 {
		last = pid
	}
	local := pid > 0 && s.board.env.here != "" && strings.HasPrefix(s.lock(), s.board.env.here+":")
	return []any{"prev_pid", last, "host_local", local, "termination_attempted", local, "terminated", local, "sigkill", false}
}

// block marks a task as blocked with what keeps it from being done. Of a task
// that is done, it is first made ready as Hermes' dashboard does, for Hermes
// blocks only what is ready or running (hermes kanban_db.py, block_task).
func (a *action) block() {
	s := a.scene
	reason, kind := obstacleOf(a.req.Reason, &a.req.Obstacle)
	from := stReady
	switch a.status {
	case stDone:
		a.reopen()
		if a.Undo != "" {
			a.Undo = untilTouched
		}
	case stReady:
		a.unclaim()
		a.Undo = untilTouched
		a.owners("block", "", "", a.req.Reason)
	case stRunning:
		a.Guard("its worker is gone")
		a.unclaim()
		a.owners("block", "", "", a.req.Reason)
		from = s.retry
	}
	a.comment("BLOCKED: ", reason)
	again := int64(1)
	if s.task.text("block_kind") == kind {
		again = s.task.num("block_recurrences") + 1 // no kind is a kind too
	}
	payload := []any{"reason", sqlsource.OrNull(reason)}
	if s.rel.typed {
		payload = append(payload, "kind", sqlsource.OrNull(kind), "recurrences", again)
	}
	event, status := evBlocked, stBlocked
	if s.rel.typed && again >= blockLimit {
		event, status = evBlockLoop, stTriage
		payload = append(payload, "limit", blockLimit)
	}
	a.move(status)
	a.set("block_kind", sqlsource.OrNull(kind), "block_recurrences", again)
	run := a.endOrMakeRun(stBlocked, reason)
	if s.rel.phases {
		payload = append(payload, "source_status", from)
	}
	a.event(s.id(), event, run, pyObject(payload...))
	switch {
	case a.Now == stTriage:
		a.Effect("it is block %d in a row for %s: Hermes' loop breaker sends it to triage, where its own unblock refuses it", again, kindOfBlock(kind))
	case kind != "" && s.rel.typed:
		a.Effect("it stays blocked (%s) until somebody unblocks it", kind)
	default:
		a.Effect("it stays blocked until somebody unblocks it")
	}
	if reason == "" {
		a.Effect("no reason is recorded: nobody will know what it waits for")
	} else {
		a.Effect("the reason becomes a comment, which its agent reads when it starts again")
	}
}

// obstacleOf is what a block is to say, the operator's words, else the agent's, and
// Hermes' class of the obstacle; empty where it has none that fits. Its class for
// dependencies is for tasks whose parents are open: any other it makes ready again
// at once (hermes kanban_db.py, _route_block).
func obstacleOf(reason string, met *model.Obstacle) (said, class string) {
	switch met.Kind {
	case model.KindMissingInput, model.KindDecision, model.KindDependency:
		class = "needs_input"
	case model.KindPermission, model.KindAccess, model.KindCredentials, model.KindTool, model.KindEnvironment, model.KindPolicy:
		class = "capability"
	case model.KindRateLimit, model.KindBudget, model.KindNetwork:
		class = "transient"
	case model.KindUnknown:
	}
	return cmp.Or(reason, oneLine(met.Text)), class
}

// oneLine makes one line of what an agent wrote, without control characters.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\uFFFD"), func(r rune) bool {
		return unicode.IsControl(r) || unicode.IsSpace(r)
	}), " ")
}

// hold parks a task as scheduled, from where only an unblock takes it out
// (hermes kanban_db.py, schedule_task).
func (a *action) hold() {
	reason := a.req.Reason
	a.comment("SCHEDULED: ", reason)
	a.move(stScheduled)
	a.unclaim()
	run := a.endOrMakeRun(stScheduled, reason)
	a.event(a.scene.id(), evScheduled, run, pyObject("reason", sqlsource.OrNull(reason)))
	a.Undo = untilTouched
	a.owners("schedule", "", "", reason)
	a.Effect("no worker starts it until somebody unblocks it; Hermes has no time at which it does so by itself")
	if reason != "" {
		a.Effect("the reason becomes a comment, which its agent reads when it starts")
	}
	if a.status == stBlocked {
		a.Effect("it is no longer blocked: an unblock sends it on, whatever blocked it")
	}
}

// descendantsMax bounds how many tasks one action takes back.
const descendantsMax = 1000

// invalidate takes back what was built on a task that is opened again. Hermes
// takes everything back, however far (hermes kanban_db.py,
// invalidate_descendants_for_parent_reopen); a release without phases only what
// is ready right below it, and older ones nothing.
func (a *action) invalidate() {
	below := a.scene.below
	if len(below) == 0 {
		return
	}
	ids := make([]string, len(below))
	for i, c := range below {
		ids[i] = c.id()
		if c.rel.phases {
			a.retract(c)
		} else {
			a.write(tabTasks, c.id(), "status", stTodo)
			a.event(c.id(), evStatus, nil, pyObject("status", stTodo, "reason", "parent_reopened", "parent", a.scene.id()))
		}
	}
	a.Guard("the same dependents in the same states")
	a.Effect("what was built on it goes back to todo until it is done again: %s", firstOf(ids))
}

// dependents tells what is taken back, as an operator sees it.
func (s *scene) dependents() string {
	var names []string
	for _, c := range s.below {
		names = append(names, strings.TrimSpace(strings.Join([]string{c.id(), c.status(), c.lock(), c.task.text("worker_pid")}, " ")))
	}
	return strings.Join(names, ", ")
}

// retract sends one dependent back to wait.
func (a *action) retract(c *scene) {
	id, was, resume := a.scene.id(), c.status(), stReady
	var run any
	switch was {
	case stReview:
		resume = stReview
	case stRunning:
		resume = c.retry
		run = a.endRun(c, "status", stTodo, "outcome", evReclaimed, "summary", "ancestor "+id+" reopened", "error", nil, "metadata", nil)
		a.Undo = ""
		a.Effect("the run of %s is closed, which cannot be undone", c.id())
	}
	a.write(tabTasks, c.id(), append([]any{
		"status", stTodo, "completed_at", nil, "current_run_id", nil, c.First(tabTasks, "consecutive_failures", "spawn_failures"), 0,
	}, noClaim...)...)
	a.event(c.id(), evInvalidated, run, pyObject("ancestor", id, "prior_status", was, "new_status", stTodo, "resume_status", resume))
	a.event(c.id(), evStatus, run, pyObject("status", stTodo, "reason", "ancestor_reopened", "parent", id,
		"previous_status", was, "resume_status", resume))
	a.note(c.id(), a.req.Actor, fmt.Sprintf("Invalidated: ancestor %s was reopened; retracted from '%s' to 'todo' (will resume via '%s').",
		id, was, resume))
}

// readBelow reads those tasks below one that are taken back with it, in the order of
// their ids. A ring of links may lead back to the task itself, which is not its own
// dependent. Of more than one action undoes, only the number is read.
func (s *scene) readBelow(ctx context.Context, q sqlitedb.Queryer) error {
	query := belowAll
	switch {
	case !s.Has(tabLinks, "parent_id") || !s.rel.parks:
		return nil
	case !s.rel.phases:
		query = belowReady
	}
	ids, err := sqlsource.Strings(ctx, q, query, s.id(), descendantsMax+1)
	s.depend = len(ids)
	for i := 0; i < len(ids) && len(ids) <= descendantsMax && err == nil; i++ {
		var c *scene
		c, err = s.sceneOf(ctx, q, ids[i], 0)
		s.below = append(s.below, c)
	}
	return err
}

const (
	belowAll = `WITH RECURSIVE below(id) AS (
		SELECT child_id FROM task_links WHERE parent_id = ?1
		UNION
		SELECT l.child_id FROM task_links l JOIN below b ON b.id = l.parent_id)
		SELECT t.id FROM below b JOIN tasks t ON t.id = b.id
		WHERE t.status IN ('ready', 'review', 'running', 'done') AND t.id <> ?1 ORDER BY t.id LIMIT ?2`
	belowReady = `SELECT t.id FROM task_links l JOIN tasks t ON t.id = l.child_id
		WHERE l.parent_id = ?1 AND t.status = 'ready' AND t.id <> ?1 ORDER BY t.id LIMIT ?2`
)
