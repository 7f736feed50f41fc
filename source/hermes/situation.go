package hermes

import (
	"slices"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlsource"
)

// situation is all that decides whether an action on a task can be done. A list
// fills it from what it read, a plan from its transaction, so that both say the
// same.
type situation struct {
	release release
	status  string
	looping bool   // sent to triage for looping
	lock    string // who claimed it
	away    bool   // it is claimed from another host
	doubt   string // why it is not certain that nobody works on it; empty: nobody does
	instead string // what to do about a claim that is left alone
	open    []string
	size    int64 // see size
	// scene and board are there for a plan only: what its rows are written from.
	scene *scene
	board *board
	below int // how many tasks were built on it that reopening takes back
	// busy is the first of them on which somebody may be working, with the doubt.
	busy, busyDoubt string
}

// Decide works an action out. A list asks only whether it can be done.
func (s *situation) Decide(r source.Request) sqlsource.Decision {
	if r.Actor == "" {
		return sqlsource.Refuse("an action needs a name that signs it")
	}
	a := &action{situation: s, req: r}
	a.Action = s.planned(r.Action)
	does, known := deeds[a.Action]
	if !known {
		a.refuse("Hermes has no %s", string(a.Action))
		return a.Decision
	}
	does.rule(a)
	if s.scene == nil || a.Refused != "" {
		return a.Decision
	}
	a.guardClaim()
	does.write(a)
	return a.decision()
}

// deeds are the actions that Hermes' tasks know: what refuses each, and what
// writes it.
var deeds = map[model.ActionName]struct{ rule, write func(*action) }{
	model.ActionUnblock: {(*action).ruleUnblock, (*action).unblock},
	model.ActionRequeue: {(*action).ruleRequeue, (*action).requeue},
	model.ActionReclaim: {(*action).ruleReclaim, (*action).reclaim},
	model.ActionBlock:   {(*action).ruleBlock, (*action).block},
	model.ActionHold:    {(*action).ruleHold, (*action).hold},
	model.ActionCancel:  {rule: (*action).ruleCancel}, // it is never allowed
}

// offered are the same in the order in which they are listed.
var offered = []model.ActionName{
	model.ActionUnblock, model.ActionRequeue, model.ActionReclaim, model.ActionBlock, model.ActionHold, model.ActionCancel,
}

// planned is the action that does what was asked: what stands still is sent on
// by unblocking it, which also gives it its attempts back.
func (s *situation) planned(asked model.ActionName) model.ActionName {
	if asked == model.ActionRequeue && (s.status == stBlocked || s.status == stScheduled || s.status == stTriage && s.looping) {
		return model.ActionUnblock
	}
	return asked
}

func (a *action) ruleUnblock() {
	switch a.status {
	case stBlocked, stScheduled:
	case stTriage:
		if !a.looping {
			a.unspecified()
		}
	case stReady:
		a.refuse("it is not blocked: it is ready and waits for a worker")
	case stReview:
		a.refuse("it is not blocked: it waits for a reviewer")
	case stTodo:
		a.refuse("it is not blocked: %s", a.queued())
	case stRunning:
		a.refuse("it is not blocked: it is running")
	case stDone, stArchived:
		a.refuse("it is %s and not blocked: requeue it", a.status)
	default:
		a.refuse(unknownStatus, a.status)
	}
}

const unknownStatus = "its status %q is unknown to this notdone: nothing is done to it"

func (a *action) unspecified() {
	a.refuse("it is in triage and was never worked out: Hermes specifies it")
	a.owners("specify", "", "", "")
}

// queued says what a task waits for that is not ready yet.
func (s *situation) queued() string {
	if len(s.open) > 0 {
		return "it waits for " + firstOf(s.open)
	}
	return "the dispatcher's next tick makes it ready"
}

func (a *action) ruleRequeue() {
	switch a.status {
	case stDone, stArchived:
		a.ruleReopen()
	case stReady, stReview:
		a.refuse("it is already queued: it is %s", a.status)
	case stTodo:
		a.refuse("it is already queued: %s", a.queued())
	case stRunning:
		a.refuse("it is running: reclaim it when its worker is gone")
	case stTriage:
		a.unspecified()
	default:
		a.refuse(unknownStatus, a.status)
	}
}

// ruleReopen decides whether a finished task can be made ready again. What was
// built on it is taken back with it, unless somebody may be working on that:
// Hermes would end such a worker, and we signal nobody.
func (a *action) ruleReopen() {
	switch {
	case len(a.open) > 0:
		a.refuse("Hermes requeues it only when its parents are done: %s first", firstOf(a.open))
	case a.lock != "" && a.doubt != "":
		a.refuse("it is %s and yet claimed: %s", a.status, a.doubt)
		a.owners("reclaim", "", "", "")
	case a.below > descendantsMax:
		a.refuse("more than %d tasks depend on it, more than one action undoes: requeue it on Hermes' dashboard", descendantsMax)
	case a.busy != "":
		a.refuse("%s depends on it and is running: %s", a.busy, a.busyDoubt)
		a.owners("reclaim", a.busy, "", "")
	}
}

func (a *action) ruleReclaim() {
	switch {
	case a.status == stBlocked && a.lock != "":
		a.refuse("it is blocked, and a reclaim would make it ready: unblock it, then reclaim")
		return
	case a.status != stRunning && (a.status != stReady || a.lock == ""):
		a.refuse("nobody holds it: it is %s", a.status)
		return
	}
	a.owners("reclaim", "", reasonFlag, a.req.Reason)
	if a.doubt != "" {
		a.refuse("%s", a.doubt+a.instead)
	}
}

func (a *action) ruleBlock() {
	switch a.status {
	case stDone:
		a.ruleReopen()
	case stReady:
		a.ruleFree()
	case stRunning:
		if a.doubt != "" {
			a.ruleLive()
		}
	case stBlocked:
		a.refuse("it is blocked already")
	default:
		a.refuse("Hermes blocks only what is ready or running: it is %s; hold it, or unblock it first", a.status)
	}
}

// ruleFree refuses what somebody claimed.
func (a *action) ruleFree() {
	if a.lock != "" {
		a.refuse("%s holds it: reclaim it first", a.lock)
	}
}

// ruleLive refuses to take a task away from its worker and says what does.
func (a *action) ruleLive() {
	if a.doubt == "" {
		a.refuse("it is running and its worker is gone: reclaim it first")
		return
	}
	then := "; then hold it here before the dispatcher's next tick starts it again"
	if !a.release.parks {
		then = "" // it cannot be held
	}
	a.owners("reclaim", "", reasonFlag, a.req.Reason)
	if a.away {
		a.refuse("its worker runs under %s: run Hermes' reclaim on that host%s", a.lock, then)
		return
	}
	a.refuse("notdone signals no process: Hermes' reclaim ends the worker (SIGTERM, then SIGKILL)%s", then)
}

// unparked refuses to hold a task of a release whose own command line would
// neither list nor release what is scheduled.
const unparked = "the Hermes of this board is too old to hold a task: it has no status scheduled"

func (a *action) ruleHold() {
	switch {
	case !a.release.parks && a.status != stScheduled:
		a.refuse(unparked)
	case a.status == stTodo, a.status == stReady, a.status == stBlocked:
		a.ruleFree()
	case a.status == stRunning:
		a.ruleLive()
	case a.status == stScheduled:
		a.refuse("it is held already: it is scheduled")
	default:
		a.refuse("Hermes holds only what is todo, ready or blocked: it is %s", a.status)
	}
}

// ruleCancel never allows anything: to stop a worker it must be signalled, and
// the only one who may is its owner. What stops it is Hermes' reclaim; a block
// does not, it takes the claim away from beneath a worker that goes on (hermes
// kanban_db.py, reclaim_task, block_task).
func (a *action) ruleCancel() {
	switch a.status {
	case stRunning:
		a.ruleLive()
	case stArchived:
		a.refuse("it is archived already: there is nothing to cancel")
	case stDone:
		a.refuse("it is done: there is nothing to cancel")
	default:
		a.refuse("Hermes has no cancel: hold it, or put it away with Hermes' archive")
		if !a.release.parks {
			a.refuse("Hermes has no cancel: put it away with Hermes' archive")
		}
		a.owners("archive", "", "", "")
	}
}

// stance is a situation in which nobody holds the task and no other task plays a
// part, as nearly all are.
type stance struct {
	release release
	status  string
	looping bool
}

// Kind is nil for a task that somebody holds, or in which others play a part.
func (s *situation) Kind() any {
	if s.lock != "" || s.doubt != "" || len(s.open) > 0 || s.below > descendantsMax || s.busy != "" || !known(s.status) {
		return nil
	}
	return stance{s.release, s.status, s.looping}
}

func known(status string) bool {
	return slices.ContainsFunc(phases, func(p sqlsource.Phase) bool { return slices.Contains(p.Statuses, status) })
}

// Size is how many bytes of long texts the rows hold that an action writes.
func (s *situation) Size() int64 { return s.size }
