package hermes

import (
	"fmt"

	"notdone/model"
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

// ruling is what becomes of an action that an operator asks for.
type ruling struct {
	action  model.ActionName // the one that does what was asked
	refused string           // why it cannot be done; empty: it can
	verb    string           // the owner's command that can do something about it, for the task or another one
	task    string           // the other one's id
	reason  bool             // the command takes the operator's reason
}

func (r *ruling) refuse(format string, args ...any) { r.refused = fmt.Sprintf(format, args...) }

// rule decides an action.
func (s *situation) rule(asked model.ActionName) ruling {
	r := ruling{action: s.planned(asked)}
	switch r.action {
	case model.ActionUnblock:
		s.ruleUnblock(&r)
	case model.ActionRequeue:
		s.ruleRequeue(&r)
	case model.ActionReclaim:
		s.ruleReclaim(&r)
	case model.ActionBlock:
		s.ruleBlock(&r)
	case model.ActionHold:
		s.ruleHold(&r)
	case model.ActionCancel:
		s.ruleCancel(&r)
	default:
		r.refuse("Hermes has no %s", string(r.action))
	}
	return r
}

// planned is the action that does what was asked: what stands still is sent on
// by unblocking it, which also gives it its attempts back.
func (s *situation) planned(asked model.ActionName) model.ActionName {
	if asked == model.ActionRequeue && (s.status == stBlocked || s.status == stScheduled || s.status == stTriage && s.looping) {
		return model.ActionUnblock
	}
	return asked
}

func (s *situation) ruleUnblock(r *ruling) {
	switch s.status {
	case stBlocked, stScheduled:
	case stTriage:
		if !s.looping {
			unspecified(r)
		}
	case stReady:
		r.refuse("it is not blocked: it is ready and waits for a worker")
	case stReview:
		r.refuse("it is not blocked: it waits for a reviewer")
	case stTodo:
		r.refuse("it is not blocked: %s", s.queued())
	case stRunning:
		r.refuse("it is not blocked: it is running")
	case stDone, stArchived:
		r.refuse("it is %s and not blocked: requeue it", s.status)
	default:
		r.refuse(unknownStatus, s.status)
	}
}

const unknownStatus = "its status %q is unknown to this notdone: nothing is done to it"

func unspecified(r *ruling) {
	r.refuse("it is in triage and was never worked out: Hermes specifies it")
	r.verb = "specify"
}

// queued says what a task waits for that is not ready yet.
func (s *situation) queued() string {
	if len(s.open) > 0 {
		return "it waits for " + firstOf(s.open)
	}
	return "the dispatcher's next tick makes it ready"
}

func (s *situation) ruleRequeue(r *ruling) {
	switch s.status {
	case stDone, stArchived:
		s.ruleReopen(r)
	case stReady, stReview:
		r.refuse("it is already queued: it is %s", s.status)
	case stTodo:
		r.refuse("it is already queued: %s", s.queued())
	case stRunning:
		r.refuse("it is running: reclaim it when its worker is gone")
	case stTriage:
		unspecified(r)
	default:
		r.refuse(unknownStatus, s.status)
	}
}

// ruleReopen decides whether a finished task can be made ready again. What was
// built on it is taken back with it, unless somebody may be working on that:
// Hermes would end such a worker, and we signal nobody.
func (s *situation) ruleReopen(r *ruling) {
	switch {
	case len(s.open) > 0:
		r.refuse("Hermes requeues it only when its parents are done: %s first", firstOf(s.open))
	case s.lock != "" && s.doubt != "":
		r.refuse("it is %s and yet claimed: %s", s.status, s.doubt)
		r.verb = "reclaim"
	case s.below > descendantsMax:
		r.refuse("more than %d tasks depend on it, more than one action undoes: requeue it on Hermes' dashboard", descendantsMax)
	case s.busy != "":
		r.refuse("%s depends on it and is running: %s", s.busy, s.busyDoubt)
		r.verb, r.task = "reclaim", s.busy
	}
}

func (s *situation) ruleReclaim(r *ruling) {
	switch {
	case s.status == stBlocked && s.lock != "":
		r.refuse("it is blocked, and a reclaim would make it ready: unblock it, then reclaim")
		return
	case s.status != stRunning && (s.status != stReady || s.lock == ""):
		r.refuse("nobody holds it: it is %s", s.status)
		return
	}
	r.verb, r.reason = "reclaim", true
	if s.doubt != "" {
		r.refuse("%s", s.doubt+s.instead)
	}
}

func (s *situation) ruleBlock(r *ruling) {
	switch s.status {
	case stDone:
		s.ruleReopen(r)
	case stReady:
		s.ruleFree(r)
	case stRunning:
		if s.doubt != "" {
			s.ruleLive(r)
		}
	case stBlocked:
		r.refuse("it is blocked already")
	default:
		r.refuse("Hermes blocks only what is ready or running: it is %s; hold it, or unblock it first", s.status)
	}
}

// ruleFree refuses what somebody claimed.
func (s *situation) ruleFree(r *ruling) {
	if s.lock != "" {
		r.refuse("%s holds it: reclaim it first", s.lock)
	}
}

// ruleLive refuses to take a task away from its worker and says what does.
func (s *situation) ruleLive(r *ruling) {
	if s.doubt == "" {
		r.refuse("it is running and its worker is gone: reclaim it first")
		return
	}
	then := "; then hold it here before the dispatcher's next tick starts it again"
	if !s.release.parks {
		then = "" // it cannot be held
	}
	r.verb, r.reason = "reclaim", true
	if s.away {
		r.refuse("its worker runs under %s: run Hermes' reclaim on that host%s", s.lock, then)
		return
	}
	r.refuse("notdone signals no process: Hermes' reclaim ends the worker (SIGTERM, then SIGKILL)%s", then)
}

// unparked refuses to hold a task of a release whose own command line would
// neither list nor release what is scheduled.
const unparked = "the Hermes of this board is too old to hold a task: it has no status scheduled"

func (s *situation) ruleHold(r *ruling) {
	switch {
	case !s.release.parks && s.status != stScheduled:
		r.refuse(unparked)
	case s.status == stTodo, s.status == stReady, s.status == stBlocked:
		s.ruleFree(r)
	case s.status == stRunning:
		s.ruleLive(r)
	case s.status == stScheduled:
		r.refuse("it is held already: it is scheduled")
	default:
		r.refuse("Hermes holds only what is todo, ready or blocked: it is %s", s.status)
	}
}

// ruleCancel never allows anything: to stop a worker it must be signalled, and
// the only one who may is its owner. What stops it is Hermes' reclaim; a block
// does not, it takes the claim away from beneath a worker that goes on (hermes
// kanban_db.py, reclaim_task, block_task).
func (s *situation) ruleCancel(r *ruling) {
	switch s.status {
	case stRunning:
		s.ruleLive(r)
	case stArchived:
		r.refuse("it is archived already: there is nothing to cancel")
	case stDone:
		r.refuse("it is done: there is nothing to cancel")
	default:
		r.refuse("Hermes has no cancel: hold it, or put it away with Hermes' archive")
		if !s.release.parks {
			r.refuse("Hermes has no cancel: put it away with Hermes' archive")
		}
		r.verb = "archive"
	}
}
